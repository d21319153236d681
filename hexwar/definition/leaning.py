"""Keys that have no effect beside another key of their mapping, or without one.

The forms say which those are (``idle_beside`` and ``only_with``). A key is reported only if it has
no effect in any of the games that a folder makes: an option may well take away what it depends on.
So there are two steps: while a section is built its keys are weighed (:func:`weighed`), and when
all games are known the keys that were idle in every one are reported (:func:`report_idle`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from hexwar.definition import forms
from hexwar.definition.diagnostics import Findings, Span
from hexwar.definition.editing import without
from hexwar.definition.shapes import Field
from hexwar.definition.tree import (
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    descend,
    key_node,
    pointer,
)
from hexwar.definition.verdict import Path, Verdict, Weighed


def weighed(field: Field, node: MappingNode, path: Path) -> Weighed:
    """Whether a key of a mapping has an effect there."""
    # A key that makes it idle comes before a key that it lacks: the former is the more likely slip.
    for mark in sorted(field.leans, key=lambda mark: isinstance(mark, forms.only_with)):
        if isinstance(mark, forms.only_with):
            if not any(_is(node, key, mark.having) for key in mark.keys):
                key_in_words = " or ".join(mark.keys)
                if mark.having:
                    key_in_words = f"`{mark.keys[0]}: {mark.having[0]}`"
                return Weighed(path, mark.told, f"add {key_in_words}, or delete {field.key}")
        elif _is(node, mark.key, mark.words):
            return Weighed(path, mark.told, f"delete {field.key}, or change {mark.key}")
    return Weighed(path)


def is_empty(node: Node) -> bool:
    """Whether a mapping or a list has nothing in it."""
    if isinstance(node, MappingNode):
        return not node.entries
    return isinstance(node, SequenceNode) and not node.items


def says_nothing(path: Path) -> Weighed:
    """What is found of a key with nothing behind it, where that is what is so without it."""
    why = "nothing stands behind it, which is as if it were not there"
    return Weighed(path, why, f"say what belongs there, or delete {path[-1]}")


def _is(node: MappingNode, key: str, words: Sequence[str]) -> bool:
    """Whether a mapping has a key, with one of these words, perhaps in a list, if any are given."""
    value = node.get(key)
    if value is None or not words:
        return value is not None
    words_written = value.items if isinstance(value, SequenceNode) else (value,)
    return any(isinstance(each, ScalarNode) and each.raw in words for each in words_written)


class WeighedKey(NamedTuple):
    """A key where it is written, and what came of weighing it."""

    key: Node
    weighed: Weighed


def keys_in(section: Node, verdict: Verdict) -> Iterator[WeighedKey]:
    """The keys of a section that were weighed."""
    for weighed in verdict.weighed:
        above = descend(section, weighed.path[:-1])
        yield WeighedKey(key_node(above, str(weighed.path[-1])), weighed)


def report_idle(weighed_keys: Iterable[WeighedKey], findings: Findings) -> None:
    """Findings for the keys that have no effect in any game."""
    # By place: a section that several games share is weighed in each of them.
    idle_somewhere: dict[Span, WeighedKey] = {}
    works_somewhere: set[Span] = set()
    for each in weighed_keys:
        if each.weighed.idle:
            idle_somewhere.setdefault(each.key.place(), each)
        else:
            works_somewhere.add(each.key.place())
    for place, (key, weighed) in idle_somewhere.items():
        if place not in works_somewhere:
            why = weighed.idle
            message = f"{weighed.path[-1]}: {why[0].lower()}{why[1:].replace('`', '')}"
            fix, at = without(key), pointer(key)
            findings.add("HW112", place, message, pointer=at, help=weighed.help, fix=fix)
