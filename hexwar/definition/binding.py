"""Reckon the digest that binds a save to its game: of what decides play, and of nothing else.

It is computed from the values of a resolved game, not from what its author wrote. So a range of
hexes counts as the hexes, a key left out as its default, and scenarios and options that are not in
force do not count. It leaves out

- what is only for reading or looking at, as forms say of their fields, and types of their values
  (:data:`hexwar.definition.forms.ONLY_READ`),
- values equal to their default, so that a new key of the format changes no digest,
- order where order decides nothing: that of sets, of the keys of forms, of what is looked up by
  the names of other things, and where a form says so (:data:`hexwar.definition.forms.ANY_ORDER`).

Digests begin with :data:`VERSION`. It is raised when the same game would get another digest because
values are made in another way; then only a replay tells whether a save fits.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from functools import cache, cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from hexwar.definition.forms import ADDED, NEEDED, Form
from hexwar.definition.packages import form_of
from hexwar.definition.shapes import Mapped, Shape, form_shape, read_annotation
from hexwar.definition.tree import MappingNode, Node, ScalarNode, SequenceNode

if TYPE_CHECKING:
    from hexwar.definition.model import ResolvedGame
    from hexwar.hexmap import HexMap

VERSION = "1:"
"""What digests of this kind begin with."""


class Binding:
    """The digest of a game, reckoned when somebody asks for it."""

    def __init__(self, game: ResolvedGame) -> None:
        self._game = game

    def __call__(self) -> str:
        """The digest."""
        return self._digest

    @cached_property
    def _digest(self) -> str:
        return VERSION + blake2b(what_decides(self._game).encode(), digest_size=16).hexdigest()


def what_decides(game: ResolvedGame) -> str:
    """Write all that decides how a game is played, as one text that is the same where that is."""
    drawn = form_of("map")
    deciding = [
        plain(game.scenario),
        sorted(game.options),
        game.edition,
        _board(game.map),
        {
            form.__name__: plain(section)
            for form, section in game.sections.items()
            if form is not drawn and not form.only_read
        },
    ]
    return _text(deciding)


def _text(data: Any) -> str:
    """Write plain data as text, which is the same whatever the order in which keys were put in."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def _board(board: HexMap) -> Any:
    """Take what of a map decides play: not what its places are called."""
    sides = {f"{a} {b}": sorted(kinds) for (a, b), kinds in board.hexsides.items()}
    paths = {f"{a} {b}": sorted(kinds) for (a, b), kinds in board.paths.items()}
    crossings = {f"{a} {b}": sorted(kinds) for (a, b), kinds in board.crossings.items()}
    return [
        plain(board.numbering),
        {number: board.terrain(number) for number in board},
        {number: sorted(kinds) for number in board if (kinds := board.features(number))},
        sides,
        crossings,
        paths,
        {name: sorted(hexes) for name, hexes in board.regions.items()},
        sorted(board.boxes),
    ]


class Played(NamedTuple):
    """The attributes of a form that decide play: all but those in ``only_read``. For those in
    ``any_order`` the order of what they hold decides nothing.
    """

    only_read: frozenset[str]
    any_order: frozenset[str]


@cache
def played(form: type[Any]) -> Played:
    """Say what of a form decides play."""
    shapes = {name: read_annotation(annotation)[0] for name, annotation in form.annotations.items()}
    only_read = frozenset(name for name, shape in shapes.items() if shape.only_read)
    return Played(only_read, frozenset(name for name, s in shapes.items() if s.any_order))


def plain(value: Any) -> Any:
    """Turn a value into plain data for JSON, as far as it decides play."""
    return _way(value.__class__)(value)


@cache
def _way(kind: type[Any]) -> Callable[[Any], Any]:
    """Choose how values of a class become plain data."""
    if issubclass(kind, Form):
        return _form
    if issubclass(kind, Mapping):
        return lambda value: [[plain(key), plain(inner)] for key, inner in value.items()]
    if issubclass(kind, frozenset):
        return lambda value: sorted(map(plain, value), key=_text)
    if issubclass(kind, tuple):
        named = getattr(kind, "_fields", None)
        return _tuple if named is None else _record(kind, named, kind._field_defaults, {})  # type: ignore[attr-defined]
    if issubclass(kind, Fraction):
        return str
    if issubclass(kind, MappingNode):
        return _patch
    if is_dataclass(kind):
        saved = [field for field in fields(kind) if not field.metadata.get("only_read")]
        defaults = {
            field.name: field.default
            if field.default_factory is MISSING
            else field.default_factory()
            for field in saved
        }
        any_order = {field.name: field.metadata for field in saved if field.metadata}
        return _record(kind, tuple(defaults), defaults, any_order)
    if issubclass(kind, type):
        return lambda value: value.__name__
    if issubclass(kind, str | int | float | None.__class__):
        return lambda value: value
    raise TypeError(f"a digest cannot hold a {kind.__module__}.{kind.__name__}")


def _tuple(value: tuple[Any, ...]) -> list[Any]:
    return [plain(inner) for inner in value]


def _form(value: Form) -> Any:
    """Take what is said in a form beside what would be so anyway."""
    kind: Any = type(value)
    only_read, any_order = played(kind)
    data: dict[str, Any] = {"": kind.__name__}
    for name, inner in value.__dict__.items():
        if name == ADDED:
            forms = [form for form in map(_form, inner.values()) if len(form) > 1]
            data |= {ADDED: sorted(forms, key=_text)} if forms else {}
            continue
        default = value.defaults[name]
        if name in only_read or inner is default or (default is not NEEDED and inner == default):
            continue
        if name not in any_order:
            data[name] = plain(inner)
        elif default is NEEDED or _without_order(inner) != _without_order(default):
            data[name] = _without_order(inner)
    return data


def _without_order(value: Any) -> Any:
    """Turn a list or a mapping into data without its order."""
    if isinstance(value, Mapping):
        return {_text(plain(key)): plain(inner) for key, inner in value.items()}
    if type(value) is tuple:
        return sorted(map(plain, value), key=_text)
    return plain(value)


def _record(
    kind: type[Any],
    names: tuple[str, ...],
    defaults: Mapping[str, Any],
    any_order: Mapping[str, Any],
) -> Callable[[Any], Any]:
    """Choose how an object with named values becomes plain data."""

    def as_data(value: Any) -> Any:
        values = {name: getattr(value, name) for name in names}
        return {"": kind.__name__} | {
            name: _without_order(inner) if name in any_order else plain(inner)
            for name, inner in values.items()
            if name not in defaults or inner != defaults[name]
        }

    return as_data


def _patch(patch: MappingNode) -> Any:
    """Take sections laid over the game in play as written: they are not yet values."""
    sections = {}
    for name, entry in patch.entries.items():
        form = form_of(name)
        if form is None or not form.only_read:
            sections[name] = _written(None if form is None else form_shape(form), entry.value)
    return sections


def _written(shape: Shape | None, node: Node) -> Any:
    """Take what is written in a place, without keys that are only read."""
    if isinstance(node, ScalarNode):
        return None if node.value is None else node.raw
    if isinstance(node, SequenceNode):
        item = shape.listed.item if shape is not None and shape.listed is not None else None
        return [_written(item, inner) for inner in node.items]
    mapped = (shape and shape.mapped) or Mapped()
    if mapped.is_patch:
        return _patch(node)
    fields = mapped.asked(node.entries)
    pairs = []
    for key, entry in node.entries.items():
        inner_shape = fields[key].shape if key in fields else mapped.entry
        if inner_shape is None or not inner_shape.only_read:
            pairs.append([key, _written(inner_shape, entry.value)])
    return dict(pairs) if fields else pairs
