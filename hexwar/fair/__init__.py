"""Dice that several people throw together, so that nobody has to trust anybody.

The host of a game commits himself to a secret before he knows who plays. Then each player names the
end of a chain of hashes (:mod:`hexwar.fair.dice`). For each action that throws dice a line of the
record says so first; only then does each player give the next link of his chain, and the faces come
from the secret and these links together. A :class:`~hexwar.fair.transcript.Transcript` follows a
record line by line and says where it was not done like that.

The formulas, with examples to test another program by, are in docs/explanation/fair_dice.md.
"""

from hexwar.fair.dice import CHAIN, RENEWED_AT, Chain, LinkedDice, digest, follows, roll_key
from hexwar.fair.transcript import AnnouncedRoll, FairError, Terms, Transcript

__all__ = [
    "CHAIN",
    "RENEWED_AT",
    "AnnouncedRoll",
    "Chain",
    "FairError",
    "LinkedDice",
    "Terms",
    "Transcript",
    "digest",
    "follows",
    "roll_key",
]
