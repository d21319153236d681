"""What was played, in words: for "taken back" and "done again"."""

from __future__ import annotations

from collections.abc import Sequence

from hexwar.definition.grammar import does
from hexwar.engine import Event
from hexwar.rules.history import LogEntry
from hexwar.rules.sides.section import Sides
from hexwar.rules.state import State


def in_a_sentence(entry: LogEntry, told: Sequence[Event], state: State) -> str:
    """An action as the first of its events tells it; ``told``: these as somebody learned of them.

    The end of a set-up has no event of its own.
    """
    first = next(iter(told), None)
    if first is not None and first.kind != "phase_begins":
        return first.text
    if entry.action.verb == "done":
        return f"{does(state.resolved[Sides].names[entry.side], 'has')} set up."
    return f"{entry.action}."


def as_learned(entry: LogEntry, told: Sequence[Event], state: State, *, everything: bool) -> str:
    """An action as it is told to somebody who may not have seen all of it.

    ``told``: its events as they were learned of; ``everything``: whether nothing was hidden then.
    Notation is shown only where it tells no more than the events do.
    """
    if everything or (told and told == list(entry.events)):
        return in_a_sentence(entry, told, state)
    if told:
        return told[0].text
    return f"{state.resolved[Sides].names[entry.side]}: {entry.action.verb}."
