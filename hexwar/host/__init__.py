"""The host: people who do not sit at one screen play a game together, and computers sit in.

A **table** is a game in the store, its seats, and the policy that those who sit there play by. What
somebody does takes the same way each time (``table``): it is read and validated against its schema;
checked against the base, the head of the record as its sender knew it; looked up by its id, so that
what is sent twice is done once; judged, by what the sender's side sees; applied in the engine;
stored, with a commit that waits for the disk; and only then acknowledged and sent. Nothing that was
acknowledged is ever lost, and a table for which anything failed is read again from the store.

**Each pair of eyes has one encoder** (``eyes``): a side, or all sides together for those who only
look on. It asks ``View``, ``seen_by`` and ``known_events``, and nothing else makes a message that
tells of play. So hidden things are filtered here, on the host, and nowhere else. Steps are numbered
and hashed (the head) for each pair of eyes by themselves, since what was done in secret is not a
step for the others. Refusals come from a copy of the game that knows what the side knows. What goes
out leaves at a fixed beat, so that the time that an answer takes tells nothing.

**The store** (``store``) is one SQLite file with one writer, or a database of PostgreSQL that
several hosts share (``postgres``). It has the lines of each game as a save has them, so that a
table is exported as it lies there, and a snapshot of the last position that nothing can take back:
a sleeping game is opened from that, never by replay. Rules are pinned by the digest of the game's
files and kept as they are for saves.

**One thread** does all that asks engine or store, in the order in which it comes; the loop of the
network (``hub``, ``web``) only waits for it, and computers think in processes of their own
(``computers``). ``guards`` are what strangers meet: names of the host, origins, sizes, rates.
Dice are *sealed*, as in saves: thrown by a key that the host committed to before the first of them,
and told at the end. The greeting says so, which leaves room for other ways.
"""
