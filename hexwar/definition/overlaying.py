"""Patches in play: a resolved game with what phases and effects lay over it while it is played.

What they may touch is said by the packages of the sections (``in_play``). Sections that they leave
as they are stay the same objects, so that rules made of these are shared between all scopes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from hexwar.definition.cache import Cache
from hexwar.definition.diagnostics import Diagnostic
from hexwar.definition.forms import Form
from hexwar.definition.merging import merge
from hexwar.definition.model import ResolvedGame
from hexwar.definition.packages import form_of, in_play, may_touch
from hexwar.definition.shapes import Shape, form_shape
from hexwar.definition.tree import MappingEntry, MappingNode, Node, ScalarNode, SequenceNode
from hexwar.definition.verdict import Path


def untouchable(patch: MappingNode) -> Iterator[tuple[Path, Node]]:
    """The lines of a patch that a patch in play may not have: path and key.

    Nothing is removed in play (``null``): a section is switched off by its own word.
    """
    for name, entry in patch.entries.items():
        if name not in in_play():
            yield (name,), entry.key
        else:
            yield from _within((name,), entry)


def _within(path: Path, entry: MappingEntry) -> Iterator[tuple[Path, Node]]:
    inner = entry.value
    removes = isinstance(inner, ScalarNode) and inner.value is None
    # A whole section may be on the way to what may be touched: what it says is looked at one by
    # one.
    if removes or not (len(path) == 1 or may_touch(path)):
        yield path, entry.key
    elif isinstance(inner, MappingNode):
        for key, line in inner.entries.items():
            yield from _within((*path, key), line)


class PatchedGames:
    """The patched games of one folder: each combination of patches is laid once."""

    def __init__(self) -> None:
        self._values: dict[type[Form], list[Form]] = {}

    def kept(self, base: ResolvedGame, made: ResolvedGame) -> ResolvedGame:
        """``base`` with what patches in play may change as ``made`` has it.

        What is equal to what some scope has already is that same object.
        """
        forms = dict(base.sections)
        for name in in_play():
            form = form_of(name)
            if form is not None and form in made.sections:
                value = made.sections[form]
                forms[form] = self._known(form, base.sections.get(form, value), value)
        return replace(base, sections=forms, packages=made.packages, overlay=None)

    def _known(self, kind: type[Form], base: Form, value: Form) -> Form:
        known = self._values.setdefault(kind, [])
        for old in (base, *known):
            if old == value:
                return old
        known.append(value)
        return value


def laid_over(tree: MappingNode, patches: Sequence[MappingNode], cache: Cache) -> MappingNode:
    """A tree with patches laid over it, later over earlier; sections as they lie in a cache."""
    for patch in patches:
        tree = merge(tree, cache.made(_emptying, patch), cache=cache)
    return tree


def _emptying(patch: MappingNode) -> MappingNode:
    """A patch in which lists that no game may write empty, and that it may leave out, are removed
    where the patch empties them.
    """
    entries = {
        name: entry if (form := form_of(name)) is None else _emptied(entry, form_shape(form))
        for name, entry in patch.entries.items()
    }
    return _with_entries(patch, entries)


def _emptied(entry: MappingEntry, shape: Shape) -> MappingEntry:
    node, mapped = entry.value, shape.mapped
    if not isinstance(node, MappingNode) or mapped is None:
        return entry
    fields = mapped.asked(node.entries)
    entries = dict[str, MappingEntry]()
    for key, inner in node.entries.items():
        each = fields.get(key)
        inside = each.shape if each is not None else mapped.entry
        value, listed = inner.value, inside.listed if inside is not None else None
        emptied = isinstance(value, SequenceNode) and not value.items
        if emptied and each is not None and not each.needed and listed and listed.not_empty:
            start, end = (value.line, value.column), (value.end_line, value.end_column)
            removed = ScalarNode(value.file, start, end, "", None)
            entries[key] = MappingEntry(inner.key, removed)
        else:
            entries[key] = inner if inside is None else _emptied(inner, inside)
    return MappingEntry(entry.key, _with_entries(node, entries))


def _with_entries(node: MappingNode, entries: dict[str, MappingEntry]) -> MappingNode:
    """A mapping with other entries; the same where they are."""
    if all(node.entries[key] is entry for key, entry in entries.items()):
        return node
    start, end = (node.line, node.column), (node.end_line, node.end_column)
    return MappingNode(node.file, start, end, entries)


def within(finding: Diagnostic, nodes: Iterable[Node]) -> bool:
    """Whether a finding stands in one of these parts of the files."""
    at = finding.place
    return any(
        node.file.name == at.file and node.line < at.line <= node.end_line + 1 for node in nodes
    )


def changed_sections(tree: MappingNode, patched: MappingNode) -> dict[str, MappingEntry]:
    """The sections of a patched tree that are not those of the tree."""
    return {
        name: entry
        for name, entry in patched.entries.items()
        if name not in tree or entry.value is not tree.entries[name].value
    }
