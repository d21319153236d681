"""Conditions in words, and how they stand in a position."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

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
    """A condition in words; ``names`` maps side id to name, and holds titles of exits and regions
    (see ``wording.called``); ``besides`` is added to each part.
    """
    if asked.kind == "not":
        return f"not ({in_a_sentence(asked.of[0], names, wordings)}){besides(asked)}"
    if asked.kind in ("all", "any"):
        return _joined(asked, [in_a_sentence(part, names, wordings, besides) for part in asked.of])
    return f"{wordings[asked.kind](asked, names)}{besides(asked)}"


def _joined(asked: Condition, parts: Sequence[str]) -> str:
    """Parts as a list; those that are lists of their own are set off, and say where they begin."""
    word = "and" if asked.kind == "all" else "or"
    if not any(part.of for part in asked.of):
        return f" {word} ".join(parts)
    begin = {"all": "both ", "any": "either "}
    told = [
        f"({words})" if any(inner.of for inner in part.of) else begin.get(part.kind, "") + words
        for part, words in zip(asked.of, parts, strict=True)
    ]
    return f", {word} ".join(told)


def as_it_stands(asked: Condition, state: State, names: Mapping[str, str]) -> str:
    """A condition in words, with what each part of it counts now: ``... of towns (now 1)``."""
    conditions = state.rules[Conditions]

    def now(part: Condition) -> str:
        bounded = {"at_least", "at_most"} & part.arguments.keys()
        if bounded and _NOT_COUNTED_NOW.isdisjoint(part.arguments):
            return f" (now {conditions.measure(part)(state)})"
        return " (so it is)" if conditions.test(part)(state) else " (not yet)"

    return in_a_sentence(asked, names, state.frame.registry.wordings, now)
