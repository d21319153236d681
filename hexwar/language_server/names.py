"""The names of a game: where each is defined, and where it is spoken of, over all its files.

While a game is checked its forms note every name that they define and every one that they refer to,
each with its path; here these become places in files. Completion asks for what there is of a kind,
hover and definitions for where a name is defined, renaming for all places of it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from hexwar.definition.diagnostics import Span
from hexwar.definition.loading import GameFolder
from hexwar.definition.numbers import RANGE
from hexwar.definition.packages import form_of, section_names
from hexwar.definition.shapes import Shape, form_shape
from hexwar.definition.top_level import top_level_keys
from hexwar.definition.tree import MappingNode, Node, ScalarNode, descend, key_node
from hexwar.definition.verdict import Reference
from hexwar.hexmap import HexMap

ALSO = {"place": ("region", "hex"), "die": ("value",)}
"""What a name of a kind may be that nothing is defined of by that very kind."""

FIXED = frozenset({"hex", "rule", "result"})
"""Kinds whose names are no ids: numbers of the map and of the rulebook, and codes that are read."""


class Name(NamedTuple):
    """One place where a name stands; ``title`` of one that is defined, if it has any."""

    kind: str
    name: str
    place: Span
    defined: bool
    title: str = ""


class GameNames:
    """The names in the files of a game and of what it extends, by file."""

    def __init__(self, read: GameFolder, before: GameNames | None = None) -> None:
        """``before``: what was known, for files that cannot be read now."""
        self.by_file: dict[str, list[Name]] = {}
        for layer in read.layers:
            self.by_file |= {file.name: [] for file in layer.files}
            for key, entry in layer.root.entries.items():
                for name in _in_section(read, key, entry.value):
                    self.by_file.setdefault(name.place.file, []).append(name)
        self.readable = frozenset(self.by_file)
        if before is not None:
            # In the midst of a word a file is often none: its names from before are offered
            # meanwhile.
            self.by_file = before.by_file | self.by_file
        self.board: HexMap | None = read.board() or (before.board if before else None)
        self.rules: Mapping[str, tuple[str, str]] = read.rulebook.rules
        self._defined: dict[str, dict[str, Name | None]] = {}

    def __iter__(self) -> Iterator[Name]:
        for names in self.by_file.values():
            yield from names

    def known(self, kind: str) -> Mapping[str, Name | None]:
        """The names of a kind, each with where it is defined, if anywhere."""
        if kind not in self._defined:
            known: dict[str, Name | None] = dict.fromkeys(_always(kind))
            wanted = kinds_of(kind)
            known |= {name.name: name for name in self if name.defined and name.kind in wanted}
            if "hex" in wanted and self.board is not None:
                known |= dict.fromkeys(self.board)
            if kind == "rule":
                known |= dict.fromkeys(self.rules)
            self._defined[kind] = known
        return self._defined[kind]

    def all_of(self, kind: str, name: str) -> list[Name]:
        """Every place where a name of a kind stands."""
        wanted = {other for other in kinds_of(kind) if name in self.known(other)} or {kind}
        alike = wanted | {general for general, others in ALSO.items() if wanted & {*others}}
        return [mention for mention in self if mention.name == name and mention.kind in alike]


def kinds_of(kind: str) -> tuple[str, ...]:
    """The kinds that a name may be of where one of a kind is asked for."""
    return (kind, *ALSO.get(kind, ()))


def kind_named(shape: Shape, *, is_id: bool) -> str:
    """The kind of name that stands in a place as its value, or among its ids; empty if none."""
    scalar = shape.scalar
    if is_id:
        scalar = shape.mapped.ids if shape.mapped else None
    if scalar is None:
        return ""
    return scalar.names or (scalar.defines.kind if scalar.defines else "")


@cache
def _always(kind: str) -> Collection[str]:
    """The names of a kind that every game has."""
    forms = (form for name in section_names() if (form := form_of(name)) is not None)
    return [name for form in forms for name in form_shape(form).defined.get(kind, ())]


def _in_section(read: GameFolder, key: str, node: Node) -> Iterator[Name]:
    if key not in top_level_keys():
        return
    verdict = read.verdict(key, node)
    for reference in verdict.definitions:
        yield from _named(node, reference, defined=True)
    for reference in verdict.references:
        if RANGE not in reference.name:
            yield from _named(node, reference, defined=False)
    yield from _others(key, node)
    for path in verdict.patches:
        patch = descend(node, path)
        if isinstance(patch, MappingNode):
            for inner, entry in patch.entries.items():
                yield from _in_section(read, inner, entry.value)


def _named(section: Node, said: Reference, *, defined: bool) -> Iterator[Name]:
    node = value = descend(section, said.path)
    if said.is_key and isinstance(node, MappingNode):
        value = node.get(said.name) or node
        node = key_node(node, said.name)
    if isinstance(node, ScalarNode) and node.raw == said.name:
        yield Name(said.kind, said.name, node.place(), defined, _title(value) if defined else "")


def _title(value: Node) -> str:
    return value.text("title") or value.text("name") if isinstance(value, MappingNode) else ""


def _others(key: str, node: Node) -> Iterator[Name]:
    """Names that no form declares: of variants, and of results that are written out."""
    if not isinstance(node, MappingNode):
        return
    kind, home = ("variant", node) if key == "variants" else ("result", node.mapping("results"))
    if key in ("variants", "combat"):
        for name, entry in home.entries.items():
            if name not in ("pattern", "order"):
                yield Name(kind, name, entry.key.place(), True, _title(entry.value))
