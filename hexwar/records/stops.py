"""Where a game that is gone through again can be stopped: by action, unit, phase, turn, battle."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.engine import Event

STRIDES = ("action", "unit", "phase", "turn", "battle")
"""How far a step goes: an action, all that a unit does, a phase, a turn, to the next battle."""

BATTLES = frozenset({"battle", "fire"})
"""Kinds of event that tell of a battle."""


def stops(told: Sequence[Sequence[Event]], stride: str) -> list[int]:
    """The numbers of actions after which to stop, in order, the beginning and the end included.

    ``told`` are the events of every action as somebody learned of them, ``stride`` is one of
    :data:`STRIDES`. What was not told makes no difference, so that stops give nothing away.
    """
    found, turn = [0], 1
    for number, events in enumerate(told, 1):
        begun = [event for event in events if event.kind == "phase_begins"]
        before, turn = turn, begun[-1].turn if begun else turn
        following = told[number] if number < len(told) else ()
        stopped = {
            "action": True,
            "unit": not _actor(events) or _actor(events) != _actor(following),
            "phase": bool(begun),
            "turn": turn != before,
            "battle": any(event.kind in BATTLES for event in events),
        }
        if stopped[stride] or number == len(told):
            found.append(number)
    return found


def _actor(events: Sequence[Event]) -> str:
    """The unit that an action is about; nobody where none is named first."""
    return str(events[0].fields.get("unit", "")) if events else ""
