"""Lay patches in play over a resolved game: what phases and effects change while it is played.

What they may touch is said by the packages of the sections (``in_play``). Sections that they leave
as they are stay the same objects, so that rules made of these are shared between all scopes.

First what a patch may not say (:func:`untouchable`) or says in vain (:func:`unasked`); then how
patches are laid (:func:`laid_over`); last where a finding of a patched game is told: at the patch
that brought it (:func:`moved_to`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from hexwar.definition.diagnostics import Diagnostic
from hexwar.definition.forms import Form
from hexwar.definition.merging import Cache, merge
from hexwar.definition.model import ResolvedGame
from hexwar.definition.packages import form_of, in_play, may_touch
from hexwar.definition.shapes import Shape, form_shape
from hexwar.definition.tree import (
    MappingEntry,
    MappingNode,
    Node,
    ScalarNode,
    SequenceNode,
    descend,
    key_node,
    key_of,
)
from hexwar.definition.verdict import Path


def untouchable(patch: MappingNode) -> Iterator[tuple[Path, Node]]:
    """Yield the lines of a patch that a patch in play may not have: path and key.

    Nothing is removed in play (``null``): a section is switched off by its own word.
    """
    for name, entry in patch.entries.items():
        if name not in in_play():
            yield (name,), entry.key
        else:
            yield from _lines_below((name,), entry)


def _lines_below(path: Path, entry: MappingEntry) -> Iterator[tuple[Path, Node]]:
    """Yield lines at a path and below it that may not be touched, with their keys."""
    inner = entry.value
    removes = isinstance(inner, ScalarNode) and inner.value is None
    # A whole section may lead to what may be touched: then its parts are looked at one by one.
    if removes or not (len(path) == 1 or may_touch(path)):
        yield path, entry.key
    elif isinstance(inner, MappingNode):
        for key, line in inner.entries.items():
            yield from _lines_below((*path, key), line)


class Unasked(NamedTuple):
    """A line of a patch that is only asked for at moments when the patch is not in force: the path
    to it, its key, and those moments.
    """

    path: Path
    key: Node
    moments: tuple[str, ...]


def unasked(
    patch: MappingNode,
    moments: Collection[str],
    else_: Mapping[str, tuple[str, ...]] | None = None,
) -> list[Unasked]:
    """List the lines of a patch that do nothing, as it is in force at these moments only.

    ``else_``: when that is asked for of a section for which nothing is said.
    """
    words: list[Unasked] = []
    for name, entry in patch.entries.items():
        if (form := form_of(name)) is not None:
            moments_of_form = form.moments or (else_ or {}).get(name, ())
            words += _words(form_shape(form), entry, (name,), moments_of_form)
    live: set[Path] = set()
    """The paths at or below which something is asked for while the patch is in force."""
    for word in words:
        if not word.moments or not {*word.moments}.isdisjoint(moments):
            live.update(word.path[:length] for length in range(1, len(word.path) + 1))
    by_path: dict[Path, Unasked] = {}
    for word in words:
        if word.path not in live:
            # The outermost line of which nothing is asked for stands for all that is in it.
            length = next(n for n in range(1, len(word.path) + 1) if word.path[:n] not in live)
            path = word.path[:length]
            earlier = by_path.get(path, word).moments
            all_moments = tuple(dict.fromkeys((*earlier, *word.moments)))
            key = descend(patch, path)
            if isinstance(path[-1], str):
                key = key_node(descend(patch, path[:-1]), path[-1])
            by_path[path] = Unasked(path, key, all_moments)
    return list(by_path.values())


def _words(
    shape: Shape, entry: MappingEntry, path: Path, moments_around: tuple[str, ...]
) -> Iterator[Unasked]:
    """Yield the single values of a line, each with the moments at which it is asked for: those of
    its key, of its form, or else of what lies around.
    """
    node, mapped = entry.value, shape.mapped
    form = mapped.form if mapped is not None else None
    moments = (form.moments if form is not None else ()) or moments_around
    if shape.only_read:
        return
    if isinstance(node, MappingNode) and mapped is not None and not mapped.is_patch:
        fields = mapped.asked(node.entries)
        for name, inner in node.entries.items():
            field = fields.get(name)
            inner_shape = field.shape if field is not None else mapped.entry
            if inner_shape is not None:
                inner_moments = (field.moments if field is not None else ()) or moments
                yield from _words(inner_shape, inner, (*path, name), inner_moments)
    elif isinstance(node, SequenceNode) and shape.listed is not None:
        for index, item in enumerate(node.items):
            line = MappingEntry(entry.key, item)
            yield from _words(shape.listed.item, line, (*path, index), moments)
    elif form is None or mapped is None:
        yield Unasked(path, entry.key, moments)
    elif isinstance(node, ScalarNode) and node.raw in form.words_at:
        yield Unasked(path, entry.key, form.words_at[node.raw])
    else:
        # A single value is asked for when the key of the form is that it stands for.
        of_single_word = mapped.own[form.single].moments if form.single else ()
        yield Unasked(path, entry.key, of_single_word or moments)


class PatchedGames:
    """The patched games of one folder: each combination of patches is laid once."""

    def __init__(self) -> None:
        self._values: dict[type[Form], list[Form]] = {}

    def kept(self, base: ResolvedGame, patched: ResolvedGame) -> ResolvedGame:
        """Take those sections of a patched game that patches in play may change, and all else of
        the game without patches.

        A section equal to one that some scope has already is that same object.
        """
        sections = dict(base.sections)
        for name in in_play():
            # Forms of packages that the game does not use are not asked for: that imports them.
            form = form_of(name) if name in patched.packages else None
            if form is not None and form in patched.sections:
                section = patched.sections[form]
                earlier = self._values.setdefault(form, [])
                of_base = base.sections.get(form, section)
                equal = next((each for each in (of_base, *earlier) if each == section), None)
                if equal is None:
                    earlier.append(section)
                sections[form] = section if equal is None else equal
        return replace(base, sections=sections, packages=patched.packages, overlay=None)


def laid_over(tree: MappingNode, patches: Sequence[MappingNode], cache: Cache) -> MappingNode:
    """Lay patches over a tree, later over earlier; sections as they lie in a cache."""
    patched = tree
    for patch in patches:
        patched = merge(patched, cache.made(_emptying, patch), cache=cache)
    return patched


def _emptying(patch: MappingNode) -> MappingNode:
    """Change a patch so that lists which no game may write empty, but may leave out, are removed
    where the patch empties them.
    """
    entries = {
        name: entry
        if (form := form_of(name)) is None
        else _without_emptied(entry, form_shape(form))
        for name, entry in patch.entries.items()
    }
    return _with_entries(patch, entries)


def _without_emptied(entry: MappingEntry, shape: Shape) -> MappingEntry:
    """Write a line of a patch in which lists that are emptied are removed (:func:`_emptying`)."""
    node, mapped = entry.value, shape.mapped
    if not isinstance(node, MappingNode) or mapped is None:
        return entry
    fields = mapped.asked(node.entries)
    entries = dict[str, MappingEntry]()
    for key, inner in node.entries.items():
        field = fields.get(key)
        inner_shape = field.shape if field is not None else mapped.entry
        value, listed = inner.value, inner_shape.listed if inner_shape is not None else None
        is_emptied = isinstance(value, SequenceNode) and not value.items
        if is_emptied and field is not None and not field.needed and listed and listed.not_empty:
            start, end = (value.line, value.column), (value.end_line, value.end_column)
            removed = ScalarNode(value.file, start, end, "", None)
            entries[key] = MappingEntry(inner.key, removed)
        else:
            entries[key] = inner if inner_shape is None else _without_emptied(inner, inner_shape)
    return MappingEntry(entry.key, _with_entries(node, entries))


def _with_entries(node: MappingNode, entries: dict[str, MappingEntry]) -> MappingNode:
    """Give a mapping other entries; the very mapping where these are its own."""
    if all(node.entries[key] is entry for key, entry in entries.items()):
        return node
    start, end = (node.line, node.column), (node.end_line, node.end_column)
    return MappingNode(node.file, start, end, entries)


def moved_to(finding: Diagnostic, patches: Sequence[MappingNode], tree: MappingNode) -> Diagnostic:
    """Move a finding that only patches bring to the patch to blame for it.

    That is the first of them that changes the section, or else the only one, unless it stands in
    one already.
    """
    if within(finding, patches):
        return finding
    toward = (_nearest_key(finding, patch, tree) for patch in patches)
    key = next((key for key in toward if key is not None), None)
    if key is None:
        # The one line of the one patch that says anything, or the word before its lines.
        telling = [patch for patch in patches if patch.entries]
        if len(telling) == 1:
            keys = [entry.key for entry in telling[0].entries.values()]
            key = keys[0] if len(keys) == 1 else key_of(telling[0])
    if key is None:
        return finding
    place_in_patch = finding.place.labelled("here it does not fit")
    return replace(finding, place=key.place(), related=(place_in_patch, *finding.related))


def _nearest_key(finding: Diagnostic, patch: MappingNode, tree: MappingNode) -> Node | None:
    """Find the key of a patch that leads nearest to where something is found in the tree."""
    key: Node | None = None
    base: Node = tree
    node: Node = patch
    while isinstance(node, MappingNode) and isinstance(base, MappingNode):
        own = base.entries
        leading = [name for name in node if name in own and within(finding, [own[name].value])]
        if not leading:
            # What the patch says here is beside what is found: the one line, or all of them.
            only = [entry.key for entry in node.entries.values()] if key is not None else []
            return only[0] if len(only) == 1 else key
        name = leading[0]
        key, node = node.entries[name].key, node.entries[name].value
        base = own[name].value
    return key


def says(patches: Sequence[MappingNode], finding: Diagnostic, tree: MappingNode) -> bool:
    """Say whether one of these patches has the very line that a finding is about."""
    return any(_reaches(finding, patch, tree) for patch in patches)


def _reaches(finding: Diagnostic, patch: Node, tree: Node) -> bool:
    """Say whether a patch says something in that line: here, or in the mapping that holds it."""
    if not (isinstance(patch, MappingNode) and isinstance(tree, MappingNode)):
        return False
    place = finding.place.labelled("")
    shared = [(patch.entries[name], tree.entries[name]) for name in patch if name in tree]
    if any(place in (own.key.place(), own.value.place()) for _, own in shared):
        return True
    for of_patch, own in shared:
        if within(finding, [own.value]):
            return _reaches(finding, of_patch.value, own.value)
    return False


def within(finding: Diagnostic, nodes: Iterable[Node]) -> bool:
    """Say whether a finding stands in one of these parts of the files."""
    start = finding.line - 1, finding.column - 1
    return any(
        node.file.name == finding.file
        and (node.line, node.column) <= start <= (node.end_line, node.end_column)
        for node in nodes
    )


def changed_sections(tree: MappingNode, patched: MappingNode) -> dict[str, MappingEntry]:
    """List the sections of a patched tree that are not those of the tree."""
    return {
        name: entry
        for name, entry in patched.entries.items()
        if name not in tree or entry.value is not tree.entries[name].value
    }
