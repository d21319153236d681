"""Conditions in words, and how they stand in a position."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hexwar.definition.model import Condition
from hexwar.engine.state import State
from hexwar.rules.language.conditions import Conditions

Wordings = Mapping[str, Callable[..., str]]
"""How each word of a condition is said, as sections bring it (``WORDINGS``)."""

_NOT_COUNTED_NOW = frozenset({"share", "more_than", "ever", "in_a_row"})
"""Bounds that a count of this moment says nothing about."""


def in_a_sentence(
    asked: Condition,
    names: Mapping[str, str],
    wordings: Wordings,
    besides: Callable[[Condition], str] = lambda part: "",
) -> str:
    """A condition in words; ``names`` maps side id to name, ``besides`` is added to each part."""
    parts = [in_a_sentence(part, names, wordings, besides) for part in asked.of]
    if asked.kind == "not":
        return f"not ({parts[0]})"
    if asked.kind in ("all", "any"):
        word = " and " if asked.kind == "all" else " or "
        return word.join(f"({part})" for part in parts)
    return f"{wordings[asked.kind](asked, names)}{besides(asked)}"


def as_it_stands(asked: Condition, state: State) -> str:
    """A condition in words, with what each part of it counts now: ``... of towns (now 1)``."""
    conditions = state.rules[Conditions]

    def now(part: Condition) -> str:
        bounded = {"at_least", "at_most"} & part.arguments.keys()
        if bounded and _NOT_COUNTED_NOW.isdisjoint(part.arguments):
            return f" (now {conditions.measure(part)(state)})"
        return " (so it is)" if conditions.test(part)(state) else " (not yet)"

    frame = state.frame
    names = dict(zip(frame.side_ids, frame.side_names, strict=True))
    return in_a_sentence(asked, names, frame.registry.wordings, now)
