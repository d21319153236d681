"""Report keys that have no effect beside another key of their mapping, or without one.

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
    """Weigh whether a key of a mapping has an effect there."""
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
    """Say whether a mapping or a list has nothing in it."""
    if isinstance(node, MappingNode):
        return not node.entries
    return isinstance(node, SequenceNode) and not node.items


def says_nothing(path: Path) -> Weighed:
    """Weigh a key with nothing behind it, where that is what is so without it."""
    why = "nothing stands behind it, which is as if it were not there"
    return Weighed(path, why, f"say what belongs there, or delete {path[-1]}")


def _is(node: MappingNode, key: str, words: Sequence[str]) -> bool:
    """Say whether a mapping has a key, with one of these words if any are given."""
    value = node.get(key)
    if value is None or not words:
        return value is not None
    written = value.items if isinstance(value, SequenceNode) else (value,)
    return any(isinstance(node, ScalarNode) and node.raw in words for node in written)


class WeighedKey(NamedTuple):
    """A key where it is written, and what came of weighing it."""

    key: Node
    weighed: Weighed


def keys_in(section: Node, verdict: Verdict) -> Iterator[WeighedKey]:
    """Yield the keys of a section that were weighed."""
    for weighed in verdict.weighed:
        holder = descend(section, weighed.path[:-1])
        yield WeighedKey(key_node(holder, str(weighed.path[-1])), weighed)


def report_idle(weighed_keys: Iterable[WeighedKey], findings: Findings) -> None:
    """Report the keys that have no effect in any game."""
    # By place: a section that several games share is weighed in each of them.
    idle_somewhere: dict[Span, WeighedKey] = {}
    works_somewhere: set[Span] = set()
    for weighed_key in weighed_keys:
        if weighed_key.weighed.idle:
            idle_somewhere.setdefault(weighed_key.key.place(), weighed_key)
        else:
            works_somewhere.add(weighed_key.key.place())
    for place, (key, weighed) in idle_somewhere.items():
        if place not in works_somewhere:
            why = weighed.idle
            message = f"{weighed.path[-1]}: {why[0].lower()}{why[1:].replace('`', '')}"
            findings.add(
                "HW112",
                place,
                message,
                pointer=pointer(key),
                help=weighed.help,
                fix=without(key),
            )
