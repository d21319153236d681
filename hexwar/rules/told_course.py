"""What has happened as lines that are read one after the other: in logs, in the terminal, on pages.

A log leaves out what the next line tells anyway, and joins what a unit did in several steps. What
is left out of one log is left out of all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hexwar.engine import Event
from hexwar.rules.elimination import losses_joined


def course_told(events: Iterable[Event]) -> list[Event]:
    """What came of an action, as somebody learned of it, in lines.

    A phase that began in it and was over with nothing to tell is not spoken of, nor is the end of
    any phase but of one that had no more for its side: the next heading tells of it.
    """
    lines: list[Event] = []
    for event in setups_joined(events):
        empty = bool(lines) and lines[-1].kind == "phase_begins"
        if event.kind == "phase_ends" and (empty or not event.fields.get("forced")):
            del lines[len(lines) - empty :]
        else:
            lines.append(event)
    return units_joined(lines)


SETTING_UP = frozenset({"placed", "made_way"})
"""Kinds of event that tell of one unit while its side sets up: all are told once it has."""


def setups_joined(events: Iterable[Event]) -> list[Event]:
    """The events without those of each unit while a side set up that tells where they all stand."""
    lines: list[Event] = []
    for event in events:
        if event.kind == "set_up":
            lines = [line for line in lines if line.kind not in SETTING_UP]
        lines.append(event)
    return lines


def action_logged(events: Iterable[Event]) -> list[Event]:
    """What came of an action, in lines of a log that is kept: without a line a unit where a side
    sets up.
    """
    return [line for line in course_told(events) if line.kind not in SETTING_UP]


def is_placing(events: Sequence[Event]) -> bool:
    """Whether an action only placed a unit while a side set up, of which one line tells later."""
    return bool(events) and all(event.kind in SETTING_UP for event in events)


def units_joined(events: Iterable[Event]) -> list[Event]:
    """The events with one line for what a unit did hex by hex, or lost step by step."""
    return losses_joined(moves_joined(events))


_BY_HEXES = ("moved", "retreated")


def moves_joined(events: Iterable[Event]) -> list[Event]:
    """The events with one line for the whole way of a unit that is reported hex by hex, as where
    orders are carried out or a unit retreats; what it did in between, or another's fight, begins a
    new line.
    """
    joined: list[Event] = []
    lines: dict[tuple[str, str], int] = {}  # by kind and unit, the place of its line among those
    for event in events:
        unit, path = str(event.fields.get("unit")), event.fields.get("path", ())
        line = event.kind, unit
        by_hexes = event.kind in _BY_HEXES and len(path) == 2 and "(" not in event.text
        if event.kind not in (*_BY_HEXES, "turned"):
            lines.clear()
        place = lines.get(line) if by_hexes else None
        before = joined[place] if place is not None else None
        if before is None or before.path[-1] != path[0]:
            if by_hexes:
                lines[line] = len(joined)
            joined.append(event)
            continue
        way = (*before.path, *path[1:])
        text = event.text.replace(f" {path[0]} to ", f" {way[0]} to ", 1)
        text = text.replace(", the only hex open.", ".")  # of its last hex alone
        fields = {**event.fields, "path": way}
        joined[lines[line]] = Event(event.kind, event.rule, text, **fields)
    return joined
