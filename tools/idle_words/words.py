"""Other words for a game: for each place in a section, what the forms say may stand there as well.

A *path* says where a word stands with ``ID`` for whatever an author called a thing, and ``[]`` for
an item of a list: ``combat.modifiers.ID.shift``. A :class:`Word` is a patch that says something
else there; of all that bear ids at once, so that it is met in play.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import hexwar
from hexwar.definition.packages import form_of
from hexwar.definition.shapes import Field, Shape, form_shape
from hexwar.definition.tree import MappingNode, Node, SequenceNode

Tree = dict[str, Any]
"""A game, or a patch, as plain data."""
Names = dict[str, list[Any]]
"""What a game calls things, by the kind of thing."""

ONLY_SAID = {"cite", "title", "text", "summary", "name", "headings"}
ASKING = ("selectors", "conditions", "counts", "programs", "outcomes")
"""The pages of forms that are put in place of each other whole."""
DEEPEST = 7
MOST_VALUES = 9
MOST_ITEMS = 3


class Word(NamedTuple):
    """Something else at a path of a section; ``patch`` says it."""

    path: str
    patch: Tree


def plain(node: Node) -> Any:
    """A tree of a file as plain data."""
    if isinstance(node, MappingNode):
        return {key: plain(entry.value) for key, entry in node.entries.items()}
    if isinstance(node, SequenceNode):
        return [plain(item) for item in node.items]
    return node.value if hasattr(node, "value") else None


def merged(tree: Tree, patch: Tree) -> Tree:
    """A tree with a patch laid over it, as the format merges them."""
    whole = dict(tree)
    for key, value in patch.items():
        old = whole.get(key)
        both = isinstance(value, dict) and isinstance(old, dict)
        whole[key] = merged(old, value) if both and isinstance(old, dict) else value
    return whole


def names_in(tree: Tree, game: hexwar.Game) -> Names:
    """What a game calls its things, and its hexes."""
    names: Names = {}
    for section, value in tree.items():
        form = form_of(section)
        if form is not None:
            _name(value, form_shape(form), names, 0)
    # First the hexes in which units begin: something happens there.
    setups = (scenario.get("setup") or {} for scenario in tree.get("scenarios", {}).values())
    begins = {place for setup in setups for place in setup.values() if isinstance(place, str)}
    hexes = sorted(game.map, key=lambda number: number not in begins)
    names["hex"] = hexes[:400]
    names["place"] = [*names.get("region", []), *hexes[:50]]
    names["rule"] = ["1.1"]
    return names


def _name(value: Any, shape: Shape, names: Names, depth: int) -> None:
    """Note the names that are defined in a value."""
    scalar, mapped = shape.scalar, shape.mapped
    if depth > 2 * DEEPEST:
        return
    if scalar is not None and scalar.defines is not None and isinstance(value, str | int):
        names.setdefault(scalar.defines.kind, []).append(value)
    if isinstance(value, list) and shape.listed is not None:
        for item in value:
            _name(item, shape.listed.item, names, depth + 1)
    if isinstance(value, dict) and mapped is not None:
        fields = mapped.fields if mapped.form is not None else mapped.own
        for key, inner in value.items():
            if key in fields:
                _name(inner, fields[key].shape, names, depth + 1)
            elif mapped.entry is not None:
                if mapped.ids is not None and mapped.ids.defines is not None:
                    names.setdefault(mapped.ids.defines.kind, []).append(key)
                _name(inner, mapped.entry, names, depth + 1)


class _NoSuchNameError(Exception):
    """The game has nothing of a kind that an example names."""


def words(tree: Tree, section: str, names: Names) -> Iterator[Word]:
    """Other words for each place of a section: first of all things with ids, then of one."""
    form = form_of(section)
    if form is None:
        return
    together: dict[tuple[str, str], list[tuple[tuple[str, ...], Any]]] = {}
    for place in _Walk(names).within(tree.get(section), form_shape(form), _At()):
        key = ".".join((section, *place.path)), repr(place.said)
        together.setdefault(key, []).append((place.written_at, place.value))
    for (path, _), places in together.items():
        everywhere: Tree = {}
        for written_at, value in places:
            everywhere = merged(everywhere, _put((section, *written_at), value))
        yield Word(path, everywhere)
        if len(places) > 1:
            first, value = places[0]
            yield Word(path, _put((section, *first), value))


def _put(path: Sequence[str], value: Any) -> Tree:
    """A mapping that says a value at a path."""
    for key in reversed(path):
        value = {key: value}
    whole: Tree = value
    return whole


@dataclass(frozen=True)
class _At:
    """Where a walk is: the path as it is told, and the one that a patch writes at."""

    path: tuple[str, ...] = ()
    written_at: tuple[str, ...] = ()

    def to(self, step: str, key: str) -> _At:
        return _At((*self.path, step), (*self.written_at, key))


class _Place(NamedTuple):
    """A value that may stand at a path: ``said`` is the word, ``value`` what is written for it."""

    path: tuple[str, ...]
    written_at: tuple[str, ...]
    said: Any
    value: Any


class _Walk:
    """Goes through a value of a game and offers others for each place in it."""

    def __init__(self, names: Names) -> None:
        self._values = _Values(names)

    def within(
        self, value: Any, shape: Shape, at: _At, said_by: Field | None = None
    ) -> Iterator[_Place]:
        """The places of a value, and what else may stand in each."""
        mapped = shape.mapped
        if len(at.path) > DEEPEST or shape.only_read or (mapped is not None and mapped.is_patch):
            return
        form = mapped.form if mapped is not None else None
        if at.path and form is not None and (form.page in ASKING or form.one_of):
            yield from self._others(value, shape, at, said_by)
        elif isinstance(value, dict) and mapped is not None:
            yield from self._of_mapping(value, shape, at, said_by)
        elif isinstance(value, list) and shape.listed is not None:
            yield from self._of_list(value, shape, at, said_by)
        else:
            yield from self._others(value, shape, at, said_by)
            if form is not None and at.path:
                yield from self.first_keys(shape, at, said_by)

    def _others(self, value: Any, shape: Shape, at: _At, said_by: Field | None) -> Iterator[_Place]:
        for other in self._values.beside(value, shape, said_by):
            yield _Place(at.path, at.written_at, other, other)

    def _of_mapping(
        self, value: Tree, shape: Shape, at: _At, said_by: Field | None
    ) -> Iterator[_Place]:
        mapped = shape.mapped
        if mapped is None:
            return
        fields = mapped.fields if mapped.form is not None else mapped.own
        for key, each in fields.items():
            if key not in ONLY_SAID:
                yield from self.within(value.get(key), each.shape, at.to(key, key), each)
        ids = [key for key in value if key not in fields]
        if mapped.entry is not None:
            for key in ids[:12]:
                yield from self.within(value[key], mapped.entry, at.to("ID", key))
        if at.path and (shape.scalar is not None or shape.listed is not None):
            yield from self._others(value, shape, at, said_by)
        if at.path and mapped.entry is not None and mapped.form is None:
            named = mapped.ids is not None and mapped.ids.names
            for other in self._values.beside(value, shape, said_by):
                if isinstance(other, dict):
                    added = {key if named else f"more_{key}": v for key, v in other.items()}
                    yield _Place(at.path, at.written_at, other, {**value, **added})

    def _of_list(
        self, value: list[Any], shape: Shape, at: _At, said_by: Field | None
    ) -> Iterator[_Place]:
        item = shape.listed.item if shape.listed is not None else None
        inner = item.mapped.form if item is not None and item.mapped is not None else None
        if item is not None and inner is not None and inner.page not in ASKING:
            for number, old in enumerate(value[:MOST_ITEMS]):
                for place in self.within(old, item, _At(("[]",), ())):
                    if isinstance(old, dict) or not place.written_at:
                        new = copy.deepcopy(value)
                        patch = _put(place.written_at, place.value)
                        new[number] = merged(old, patch) if place.written_at else place.value
                        said = (number, place.said)
                        yield _Place((*at.path, *place.path), at.written_at, said, new)
        if value:
            yield _Place(at.path, at.written_at, "fewer", value[:-1] or value + value)
        yield from self._others(value, shape, at, said_by)

    def first_keys(self, shape: Shape, at: _At, said_by: Field | None) -> Iterator[_Place]:
        """Where no mapping stands yet, one with each key in turn, and what it needs beside it."""
        mapped = shape.mapped
        if mapped is None or len(at.path) >= DEEPEST - 1:
            return
        base = next(
            (each for each in self._values.examples(shape, said_by) if isinstance(each, dict)), {}
        )
        needs = {
            key: base[key] for key, each in mapped.fields.items() if each.needed if key in base
        }
        for key, each in mapped.fields.items():
            if key in ONLY_SAID or key in each.defined:
                continue
            for other in self._values.beside(base.get(key), each.shape, each)[:4]:
                for rest in [needs, base] if base != needs else [needs]:
                    whole = {**rest, key: other}
                    yield _Place((*at.path, key), at.written_at, whole, whole)


def values_of_keys(shape: Shape, names: Names) -> dict[str, list[Tree]]:
    """For each key of a form a few values that say it, with what it needs beside it."""
    values: dict[str, list[Tree]] = {}
    for place in _Walk(names).first_keys(shape, _At(), None):
        values.setdefault(place.path[-1], []).append(place.value)
    return values


@dataclass
class _Values:
    """What may stand in a place, in the names of one game."""

    names: Names = field(default_factory=dict)

    def beside(self, current: Any, shape: Shape, said_by: Field | None) -> list[Any]:
        """Other values than the one that stands there; ``None`` where nothing does."""
        found: list[Any] = []
        for value in self._all(current, shape, said_by):
            if value is not None and value != current and value not in found:
                found.append(value)
        return found[:MOST_VALUES]

    def _all(self, current: Any, shape: Shape, said_by: Field | None) -> Iterator[Any]:
        form = shape.mapped.form if shape.mapped is not None else None
        if form is not None and form.page == "selectors":
            yield from ({"side": side} for side in self.names.get("side", [])[:2])
            yield from ({"side": "own"}, {"side": "enemy"}, {"step": 1}, {"not": {"step": 1}})
            return
        if form is not None and form.page == "conditions":
            yield from ({"turn": {"at_least": 99}}, {"turn": {"at_least": 2}}, {"turn": 1})
            return
        scalar = shape.scalar
        if scalar is not None:
            yield from scalar.words
            if "boolean" in scalar.types:
                yield from (True, False)
            if scalar.names:
                yield from self.names.get(scalar.names, [])[:3]
            elif "integer" in scalar.types or "number" in scalar.types:
                low, high = scalar.low or 0, 9 if scalar.high is None else scalar.high
                is_number = isinstance(current, int) and not isinstance(current, bool)
                beside = (current + 1, current - 1) if is_number else ()
                numbers = (*beside, low, 1, 2, 3, 6)
                yield from (number for number in numbers if low <= number <= high)
        item = shape.listed.item.scalar if shape.listed is not None else None
        if item is not None:
            known = self.names.get(item.names, [])[:2] if item.names else []
            yield from ([word] for word in (*item.words, *known))
        yield from self.examples(shape, said_by)

    def examples(self, shape: Shape, said_by: Field | None) -> Iterator[Any]:
        """Examples of the reference, with this game's names for those that they use."""
        written = [*(said_by.examples if said_by is not None else ()), *shape.examples]
        for example in written[:3]:
            for number in range(2):
                try:
                    yield self._in_names(copy.deepcopy(example), shape, number)
                except _NoSuchNameError:
                    break

    def _in_names(self, value: Any, shape: Shape, number: int) -> Any:
        mapped, scalar = shape.mapped, shape.scalar
        if isinstance(value, Mapping):
            return self._mapping_in_names(value, shape, number)
        if isinstance(value, list | tuple):
            item = shape.listed.item if shape.listed is not None else None
            if item is None:
                return list(value)
            return [self._in_names(each, item, number + at) for at, each in enumerate(value)]
        if scalar is None and mapped is not None and mapped.form is not None and mapped.form.single:
            scalar = mapped.own[mapped.form.single].shape.scalar
        if scalar is None or not scalar.names or isinstance(value, bool) or value in scalar.words:
            return value
        have = self.names.get(scalar.names, [])
        if value in have:
            return value
        return self._name_of(scalar.names, number)

    def _mapping_in_names(self, value: Mapping[str, Any], shape: Shape, number: int) -> Any:
        mapped = shape.mapped
        if mapped is None or mapped.is_patch:
            return value
        fields = mapped.fields if mapped.form is not None else mapped.own
        whole: Tree = {}
        for key, inner in value.items():
            if key in fields:
                whole[key] = self._in_names(inner, fields[key].shape, number)
            elif mapped.entry is not None:
                named = mapped.ids.names if mapped.ids is not None else ""
                known = self._name_of(named, number + len(whole)) if named else key
                whole[known] = self._in_names(inner, mapped.entry, number)
            else:
                whole[key] = inner
        return whole

    def _name_of(self, kind: str, number: int) -> Any:
        have = self.names.get(kind)
        if not have:
            raise _NoSuchNameError(kind)
        return have[number % len(have)]
