"""Conditions in words, and how they stand in a position.

The words of each kind of condition are its section's (``WORDINGS``); here they are put together:
lists with *and* and *or*, denials carried inwards until they can be said of single words, and
behind each part what it counts now.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from hexwar.definition.grammar import denied_clause
from hexwar.definition.model import Condition
from hexwar.engine.state import Position
from hexwar.rules.language.conditions import Conditions, amount

Wordings = Mapping[str, Callable[..., str]]
"""How each word of a condition is said, as sections bring it (``WORDINGS``)."""


def in_a_sentence(
    asked: Condition,
    names: Mapping[str, str],
    wordings: Wordings,
    besides: Callable[[Condition], str] = lambda part: "",
) -> str:
    """A condition in words; ``names`` maps side id to name, and holds titles of exits and regions
    (see ``wording.called``); ``besides`` is added to each part.
    """
    return _told(_without_not(asked, names, wordings), names, wordings, besides)


def _told(
    asked: Condition,
    names: Mapping[str, str],
    wordings: Wordings,
    besides: Callable[[Condition], str],
) -> str:
    if asked.kind in ("all", "any"):
        return _joined(asked, [_told(part, names, wordings, besides) for part in asked.of])
    if asked.kind == "not":
        return f"{denied_clause(_leaf(asked.of[0], names, wordings))}{besides(asked)}"
    return f"{_leaf(asked, names, wordings)}{besides(asked)}"


def _leaf(asked: Condition, names: Mapping[str, str], wordings: Wordings) -> str:
    """One word of a condition with its bounds."""
    more_than = asked.arguments.get("more_than")
    if isinstance(more_than, Condition):
        return f"{amount(asked, names)} is greater than {amount(more_than, names)}"
    return wordings[asked.kind](asked, names)


def _joined(asked: Condition, parts: Sequence[str]) -> str:
    """Parts as a list; those that are lists of their own are set off, and say where they begin."""
    word = "and" if asked.kind == "all" else "or"
    if not any(_is_list(part) for part in asked.of):
        return f" {word} ".join(parts)
    begin = {"all": "both ", "any": "either "}
    listed = [
        f"({words})"
        if _is_list(part) and any(map(_is_list, part.of))
        else begin.get(part.kind, "") + words
        for part, words in zip(asked.of, parts, strict=True)
    ]
    return f", {word} ".join(listed)


def _is_list(part: Condition) -> bool:
    return part.kind in ("all", "any")


# -- what is not so --------------------------------------------------------------------------------


def _without_not(asked: Condition, names: Mapping[str, str], wordings: Wordings) -> Condition:
    """The same condition, with "not" before single words at most: *no units*, *at most 2 hexes*."""

    def plain(part: Condition, denied: bool) -> Condition:
        if part.kind == "not":
            return plain(part.of[0], not denied)
        if _is_list(part):
            # Not all of some is any of them not, and the other way about (De Morgan).
            other = {"all": "any", "any": "all"}[part.kind]
            return replace(
                part,
                kind=other if denied else part.kind,
                of=tuple(plain(inner, denied) for inner in part.of),
            )
        return _denied(part, names, wordings) if denied else part

    return plain(asked, False)


def _denied(leaf: Condition, names: Mapping[str, str], wordings: Wordings) -> Condition:
    """What holds where a condition of one word does not: other bounds, if they are said of it."""
    given, whole = leaf.arguments, Condition("not", (leaf,))
    low, high = given.get("at_least"), given.get("at_most")
    if "more_than" in given or "share" in given or (low is not None and high is not None):
        return whole
    rest = {name: value for name, value in given.items() if name not in ("at_least", "at_most")}
    bound = {"at_most": (1 if low is None else low) - 1}
    other = replace(leaf, arguments=rest | (bound if high is None else {"at_least": high + 1}))
    say = wordings[leaf.kind]
    # Where the words are the same whatever the bounds, nothing would be denied.
    return whole if say(other, names) == say(leaf, names) else other


# -- how it stands ---------------------------------------------------------------------------------


def as_it_stands(
    asked: Condition,
    state: Position,
    names: Mapping[str, str],
    mark: Callable[[str], str] = " ({})".format,
) -> str:
    """A condition in words, with what each part of it counts now: ``... of towns (now 1)``."""

    def now(part: Condition) -> str:
        return mark(how_it_stands(part, state, names))

    return in_a_sentence(asked, names, state.frame.registry.wordings, now)


def how_it_stands(part: Condition, state: Position, names: Mapping[str, str]) -> str:
    """What one word of a condition has come to: ``now 3``, ``so it is``, ``not yet; ...``."""
    conditions, registry = state.rules[Conditions], state.frame.registry
    holds = conditions.test(part)(state)
    leaf = part.of[0] if part.kind == "not" else part
    if leaf is part and (standing := registry.standings.get(leaf.kind)):
        sentence: str = standing(leaf, state, names)
        if sentence:
            return sentence
    given = leaf.arguments
    if isinstance(given.get("more_than"), Condition):
        other = conditions.measure(given["more_than"])(state)
        return f"now {conditions.measure(leaf)(state)} against {other}"
    if "share" in given:
        return f"now {conditions.percent(leaf, state)} %"
    if "at_most" in given or given.get("at_least", 1) != 1:
        return f"now {conditions.measure(leaf)(state)}"
    return "so it is" if holds else "not yet"
