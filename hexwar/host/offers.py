"""What those who play can offer one another, and when that can be."""

from __future__ import annotations

from typing import NamedTuple

from hexwar.host.clocks import Clock
from hexwar.host.policy import Policy

OFFERS = {
    "pause": "to let the clock rest",
    "resume": "to let the clock run again",
    "rematch": "a rematch with sides exchanged",
    "watch": "to let others look on: they see what all who play see",
    "go_on": "to go on by the rules as hexwar has them today",
    "back": "to go back to before his last action, and beyond dice; others are thrown then",
}

NEXT = "next"
"""In the place of an offer: the game is over, and another was begun."""


class OfferGround(NamedTuple):
    """How things stand at a table for a player who would offer something. ``is_next``: the next
    game has begun; ``is_closed``: nobody may look on yet; ``has_done``: he has done something of
    late.
    """

    policy: Policy
    clock: Clock
    is_over: bool
    is_next: bool
    rests: bool
    is_closed: bool
    has_done: bool


def why_not_offered(kind: str, at: OfferGround) -> str | None:
    """Why something cannot be offered now; ``None`` if it can."""
    if kind not in OFFERS:
        return "There is no such offer."
    if at.is_over is not (kind == "rematch"):
        return f"The game is {'' if at.is_over else 'not '}over."
    refusals = {
        "rematch": (at.is_next, "The next game has begun."),
        "go_on": (not at.rests, "The game goes on."),
        "watch": (not at.is_closed, "There is nobody whom you could let look on."),
        "back": (not at.has_done, "There is nothing that you have done."),
        "pause": (at.clock.paused, "The clock rests already."),
        "resume": (not at.clock.paused, "The clock runs."),
    }
    if kind == "back" and not at.policy.takebacks:
        return "At this table nothing is taken back by agreement."
    if kind == "pause" and not at.policy.has_clock:
        return "There is no clock at this table."
    refused, why = refusals[kind]
    return why if refused else None
