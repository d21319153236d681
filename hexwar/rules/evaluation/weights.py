"""The numbers by which a position is weighed: the same for every game.

Most were set by hand and then fitted by ``tools/brier.py fit`` to games between computer players,
with a penalty for straying from the values set by hand. How fast units come to an exit, what armies
are worth, how much is doubted and how far a scenario is taken for fair were chosen by hand since,
in round numbers, by the Brier scores of the shipped games; those of two games that nothing is
fitted to (``tests/unseen``) became better too.
"""

HOLDING = 2.8
"""How much surer a hex stays with the side it is with now, when nothing can change that
(log-odds).
"""
FADING = 0.35
"""How fast that becomes less with every phase in which the others still move or attack."""
TENURE = 0.6
"""How much surer a hex stays with the side it is with now, however much time is left."""
STRIKING = 0.2
"""How much surer a hex goes to the side that attacks next."""
LAST = 0.3
"""How much surer a hex goes to the side that moves last."""
BALANCE = 0.9
"""What the strength around a hex counts for, as the power of its ratio."""
DISTANCE = 0.4
"""What part of a unit's strength is left for each of its moves that a hex is away."""
AWAY = 0.1
"""What strength that is not on the map, and not lost, counts at any hex."""
LOSSES = 0.45
"""The share of a whole that is lost in an entire game, as long as nothing else is known."""
TRUST = 0.2
"""The part of a game after which the losses so far are believed as much as that share."""
OUTNUMBERED = 0.45
"""How much more an outnumbered side loses, as the power of the ratio."""
SCATTER = 0.8
"""How far losses are off, as a share of those to come."""
WEARING = 0.7
"""What a unit that losses do not weaken counts for, as the power of the share of its steps that is
left.
"""
HINDERED = 0.5
"""What part of its strength a unit counts that may not act, for as long as that lasts."""
ENDANGERED = 0.65
"""The chance that a unit on its last step is lost in a whole game, in addition to those that will
be lost in any case, ...
"""
STURDY = 1.5
"""... and the power of the share of its losses by which it is less before that."""
HASTE = 5.0
"""How soon those are lost: the more of the game is left, the more of them."""
TOGETHER = 0.3
"""How far the hexes of a region change hands together: 0 each by itself, 1 all at once."""
WANDERING = 0.5
"""How far anything else may go in a whole game, as a share of what is asked for."""
ARMY = 1.2
"""What the ratio of the armies is worth in a game that has just begun, as its power."""
SURENESS = 1.0
"""How far what was reckoned is to be believed, as a power of the odds."""
FAIRNESS = 1.0
"""How far what was reckoned of the beginning is taken for wrong in a game that has just begun."""
DOUBT = 0.4
"""What part of the chances is open to either side in a game that has just begun; it falls with the
square of the time that is left.
"""
COMING = 1.6
"""How much surer a unit comes somewhere with every move that it has to spare."""
PACE = 0.3
"""How much of the way that it could go freely a unit comes in a move, as there are enemies."""
RESISTANCE = 0.25
"""What the strength where it goes counts for, as the power of its ratio."""
