"""Dice that are looked at when they have fallen: which events, and what follows of them."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.engine import Event

SHOTS = frozenset({"fire"})
"""Kinds of event that tell of two pools of dice against each other, or of a table instead."""

_CHECKS = frozenset(
    {"morale", "casualties", "check", "state_roll", "points_roll", "ambush", "searched"}
)
_THROWN = SHOTS | _CHECKS | {"contest"}
_ENDS = frozenset({"phase_begins", "phase_ends", "game_over"})


def is_thrown(event: Event) -> bool:
    """Whether an event tells of dice that are shown."""
    return event.kind in _THROWN


def faces(event: Event) -> tuple[int, ...]:
    """What the dice of an event show; none for what only follows of them."""
    if not is_thrown(event):
        return ()
    dice: tuple[int, ...] = event.fields.get("dice") or (event.fields.get("die", 0),)
    return dice if all(dice) else ()


def thrown_in(events: Sequence[Event]) -> list[Event]:
    """The dice that were thrown in the course of an action, each with what followed of it."""
    found: list[Event] = []
    following = False
    for event in events:
        following = is_thrown(event) or (following and event.kind not in _ENDS)
        if following:
            found.append(event)
    return found
