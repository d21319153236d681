"""What the forms say of a place in a game's files: what may stand there, and what it is for.

A path of keys and places in lists leads from the top of a file through the shapes of the forms: to
a section, to a key of it, into a mapping of ids, or through a patch, where sections begin again.
Completion and hover are told what they find there; nothing is asked of the text of the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from hexwar.definition.forms import NEEDED
from hexwar.definition.packages import changeable, form_of, in_play, section_names
from hexwar.definition.shapes import Field, Mapped, Shape, form_shape
from hexwar.definition.top_level import header_keys, required_keys
from hexwar.language_server.cursor import Path


class Place(NamedTuple):
    """What may stand in one place; ``field``: the key that leads there, if a form has it."""

    shape: Shape
    field: Field | None = None

    @property
    def description(self) -> str:
        """What it is for."""
        return self.field.description if self.field else self.shape.description

    @property
    def examples(self) -> tuple[object, ...]:
        """What would be right."""
        return (self.field.examples if self.field else ()) or self.shape.examples


class KeyOf(NamedTuple):
    """A key that may stand in a mapping; ``place`` is its value's."""

    key: str
    place: Place
    needed: bool = False


def place_at(path: Path) -> Place | None:
    """What may stand at a path from the top of a file; ``None`` where the forms know nothing."""
    place: Place | None = None
    is_patch = True  # the top level reads as a patch: sections
    for step in path:
        place = _top(str(step)) if is_patch or place is None else _step(place.shape, step)
        if place is None:
            return None
        is_patch = _is_patch(place.shape.mapped)
    return place


def forms_read() -> int:
    """Import the forms of all sections, so that the first who types waits for none; how many."""
    return sum(place_at((name,)) is not None for name in section_names())


def keys_at(path: Path) -> list[KeyOf]:
    """The keys that the mapping at a path may have, those of forms: ids are the author's."""
    if not path:
        return _sections((*header_keys(), *section_names()))
    place = place_at(path)
    mapped = place.shape.mapped if place else None
    if mapped is None:
        return []
    if _is_patch(mapped):
        return _sections(changeable() if mapped.before_play else in_play(), in_patch=True)
    return [
        KeyOf(key, Place(field.shape, field), field.needed) for key, field in mapped.fields.items()
    ]


def _sections(names: tuple[str, ...], *, in_patch: bool = False) -> list[KeyOf]:
    places = ((name, _top(name)) for name in names)
    needed = () if in_patch else required_keys()
    return [KeyOf(name, place, name in needed) for name, place in places if place is not None]


def _is_patch(mapped: Mapped | None) -> bool:
    return mapped is not None and (mapped.is_patch or mapped.before_play)


def _top(name: str) -> Place | None:
    if name in header_keys():
        return Place(header_keys()[name].shape, header_keys()[name])
    form = form_of(name) if name in section_names() else None
    return None if form is None else Place(form_shape(form))


def _step(shape: Shape, step: str | int) -> Place | None:
    if isinstance(step, int):
        return Place(shape.listed.item) if shape.listed else None
    mapped = shape.mapped
    if mapped is None:
        return None
    field = mapped.asked((step,)).get(step)
    if field is not None:
        return Place(field.shape, field)
    return None if mapped.entry is None else Place(mapped.entry)


_TYPES = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "true or false",
}


def kinds(shape: Shape) -> str:
    """What sorts of value may stand in a place, in few words."""
    sorts = [*_scalars(shape)]
    if shape.listed:
        sorts.append(f"list of {kinds(shape.listed.item) or 'values'}")
    if shape.mapped:
        sorts.append("mapping")
    return ", or ".join(dict.fromkeys(sorts))


def _scalars(shape: Shape) -> Iterator[str]:
    scalar = shape.scalar
    if scalar is None:
        return
    if scalar.words:
        yield " | ".join(map(str, scalar.words))
    if scalar.names:
        yield f"the name of a {scalar.names.replace('-', ' ')}"
    elif scalar.others:
        yield from dict.fromkeys(_TYPES[name] for name in scalar.types if name in _TYPES)


def bounds(shape: Shape) -> str:
    """The least and the most that a number may be."""
    scalar = shape.scalar
    if scalar is None or scalar.low is None or scalar.high is None:
        return ""
    return f"{scalar.low} to {scalar.high}"


def default_of(field: Field | None) -> object:
    """What holds if a key is left out, as its author would write it; ``None`` if nothing to say."""
    if field is None or field.default is NEEDED:
        return None
    return field.default if isinstance(field.default, bool | int | str) else None


def words_at(shape: Shape) -> Mapping[str, object]:
    """The words that may stand in a place, each with what it stands for."""
    if shape.scalar is None:
        return {}
    words = {str(word): value for word, value in shape.scalar.words.items()}
    if "boolean" in shape.scalar.types and shape.scalar.others:
        words |= {"true": True, "false": False}
    return words
