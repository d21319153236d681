"""A seat at somebody else's table, as seen by the person who sits there.

``client`` speaks with the host by requests alone, as any program can. ``line`` does that in
threads, so that nobody waits for the network; what is said waits there until the host is heard
again. ``course`` is the game as this side knows it, made of what the host tells and of nothing
else: what is hidden from the side is not in it. The game's rules are those of this machine, if they
are the same by their digest, or else those that the host sends as packs.
"""
