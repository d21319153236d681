"""The numbers by which a position is weighed: the same for every game.

Most were set by hand and then fitted by ``tools/brier.py fit`` to games between computer players,
with a penalty for straying from the values set by hand. How fast units come to an exit, what armies
are worth, how much is doubted and how far a scenario is taken for fair were chosen by hand since,
in round numbers, by the Brier scores of the shipped games; those of two games that nothing is
fitted to (``tests/unseen``) became better too.
"""

# -- who will hold a hex: what is added to the log-odds of a side, and what strength counts there --
HOLDING = 2.8
"""Added for the side that has the hex now, when nothing can change that."""
FADING = 0.35
"""How fast that becomes less with every phase in which the others still move or attack."""
TENURE = 0.6
"""Added for the side that has the hex now, however much time is left."""
STRIKING = 0.2
"""Added for the side that attacks next."""
LAST = 0.3
"""Added for the side that moves last."""
BALANCE = 0.9
"""The power of the ratio of the strengths around the hex."""
DISTANCE = 0.4
"""The part of a unit's strength that is left for each of its moves that the hex is away."""
AWAY = 0.1
"""The part of strength that counts at any hex if it is not on the map, and not lost."""
HINDERED = 0.5
"""The part of its strength that a unit counts which may not act, for as long as that lasts."""
TOGETHER = 0.3
"""How far the hexes of a region change hands together: 0 each by itself, 1 all at once."""

# -- what will be lost -----------------------------------------------------------------------------
LOSSES = 0.45
"""The share of a whole that is lost in an entire game, as long as nothing else is known."""
TRUST = 0.2
"""The part of a game after which the losses so far are believed as much as that share."""
OUTNUMBERED = 0.45
"""How much more an outnumbered side loses, as the power of the ratio."""
SCATTER = 0.8
"""The usual error of the losses foretold, as a share of them."""
WEARING = 0.7
"""For a unit that losses do not weaken: the power of the share of its steps that is left."""
ENDANGERED = 0.65
"""The chance that a unit on its last step is lost in a whole game, beyond those lost anyway, ..."""
STURDY = 1.5
"""... times the share that is gone of the steps that it can spare, to this power."""
HASTE = 5.0
"""How soon those are lost, as the rate of a decay over the whole game."""

# -- units that go somewhere -----------------------------------------------------------------------
COMING = 1.6
"""How much surer a unit comes somewhere with every move that it has to spare."""
PACE = 0.3
"""The part of the way it could go freely that a unit comes in a move, as there are enemies."""
RESISTANCE = 0.25
"""The power of the ratio of the strengths where it goes."""

# -- the game as a whole ---------------------------------------------------------------------------
WANDERING = 0.5
"""How far anything else may change in a whole game, as a share of what is asked for."""
ARMY = 1.2
"""The power of the ratio of the armies in a game that has just begun."""
SURENESS = 1.0
"""How far the chances reckoned are to be believed, as a power of the odds."""
FAIRNESS = 1.0
"""How far the chances reckoned for the beginning are taken for wrong when a game has just begun."""
DOUBT = 0.4
"""The part of the chances that is open to either side in a game that has just begun; it falls with
the square of the time that is left.
"""
