"""Keys that have no effect beside another key of their mapping, or without one.

Which those are the forms say (``idle_beside`` and ``only_with``). A key is reported only if it has
no effect in any of the games that a folder makes: an option may well take away what it leans on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hexwar.definition import forms
from hexwar.definition.diagnostics import Findings, Span
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
    for mark in sorted(field.leans, key=lambda mark: isinstance(mark, forms.only_with)):
        if isinstance(mark, forms.only_with):
            if not any(_is(node, key, mark.having) for key in mark.keys):
                wanted = " or ".join(mark.keys)
                if mark.having:
                    wanted = f"`{mark.keys[0]}: {mark.having[0]}`"
                return Weighed(path, mark.told, f"add {wanted}, or delete {field.key}")
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
    """Whether a mapping has a key, with one of these words if any are given."""
    value = node.get(key)
    if value is None or not words:
        return value is not None
    return isinstance(value, ScalarNode) and value.raw in words


Idle = tuple[Node, Weighed]
"""A key, and what was found of it."""


def keys_in(section: Node, verdict: Verdict) -> Iterator[Idle]:
    """The keys of a section that were weighed."""
    for idle in verdict.weighed:
        above = descend(section, idle.path[:-1])
        yield key_node(above, str(idle.path[-1])), idle


def report_idle(weighed: Iterable[Idle], findings: Findings) -> None:
    """Findings for the keys that have no effect in any game."""
    never: dict[Span, Idle] = {}
    sometimes: set[Span] = set()
    for key, idle in weighed:
        if idle.idle:
            never.setdefault(key.place(), (key, idle))
        else:
            sometimes.add(key.place())
    for place, (key, idle) in never.items():
        if place not in sometimes:
            message = f"{idle.path[-1]}: {idle.idle[0].lower()}{idle.idle[1:].replace('`', '')}"
            findings.add("HW112", place, message, pointer=pointer(key), help=idle.help)
