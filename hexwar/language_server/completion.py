"""What may be written at a cursor: keys, words, names and hexes.

The cursor says what may stand there (a key, a value, at the beginning of a line perhaps both), the
forms say what that place knows, and the names of the game fill in what refers to something. Needed
keys come first, and keys that the mapping has already are left out.

First what is proposed, then what is shown of a word, then what forms know of a place. The forms are
those by which games are checked, so that nothing is proposed that would be refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from lsprotocol import types

from hexwar.definition.building import header_keys, required_keys
from hexwar.definition.forms import NEEDED
from hexwar.definition.packages import changeable, form_of, in_play, section_names
from hexwar.definition.shapes import Field, Mapped, Shape, form_shape
from hexwar.definition.wording import written
from hexwar.language_server.cursor import Cursor, Path
from hexwar.language_server.open_files import GameNames, Name, kind_named, kinds_of

MOST_ITEMS = 500
"""Where there are more, as with the hexes of a large map, those that begin like the word are
offered.
"""


def completions(
    cursor: Cursor, names: GameNames | None, elsewhere: frozenset[str] = frozenset()
) -> list[types.CompletionItem]:
    """What may stand at a cursor; ``elsewhere``: the sections that other files have."""
    items: list[types.CompletionItem] = []
    place = place_at(cursor.path)
    if cursor.is_value and place is not None:
        items += _values(place, names)
    if cursor.is_key and not (cursor.is_value and cursor.in_flow):
        siblings = cursor.siblings if cursor.path else cursor.siblings | elsewhere
        items += _keys(cursor, place, names, siblings)
    if len(items) > MOST_ITEMS:
        items = [item for item in items if item.label.startswith(cursor.word)]
    del items[MOST_ITEMS:]
    for rank, item in enumerate(items):
        # Editors sort by the label, unless they are told otherwise.
        item.sort_text = f"{rank:04}"
    return items


def _keys(
    cursor: Cursor, place: Place | None, names: GameNames | None, siblings: frozenset[str]
) -> Iterator[types.CompletionItem]:
    mapped = place.shape.mapped if place else None
    # Of such a mapping one key is chosen, and it has one.
    if mapped is not None and mapped.form is not None and mapped.form.one_of and siblings:
        return
    keys = [key for key in keys_at(cursor.path) if key.key not in siblings]
    # The needed first, and else in the order of the form.
    for key in sorted(keys, key=lambda key: not key.needed):
        yield types.CompletionItem(
            label=key.key,
            kind=types.CompletionItemKind.Property,
            detail=kinds(key.place.shape) + (" (needed)" if key.needed else ""),
            documentation=_markdown(about(key.place, needed=key.needed)),
            insert_text=f"{key.key}: ",
        )
    if mapped is not None and mapped.ids is not None and mapped.ids.names:
        items_of_ids = _names(mapped.ids.names, names, ": ")
        yield from (item for item in items_of_ids if item.label not in siblings)


def _values(place: Place, names: GameNames | None) -> Iterator[types.CompletionItem]:
    for word in words_at(place.shape):
        yield types.CompletionItem(
            label=word, kind=types.CompletionItemKind.EnumMember, detail=place.description[:80]
        )
    items_of_names: list[types.CompletionItem] = []
    if place.shape.scalar is not None and place.shape.scalar.names:
        items_of_names += _names(place.shape.scalar.names, names, "")
        yield from items_of_names
    # The name of an example is none of this game.
    example = written(place.examples[0]) if place.examples and not items_of_names else ""
    if example and len(example) <= 60 and example not in words_at(place.shape):
        yield types.CompletionItem(
            label=example,
            kind=types.CompletionItemKind.Snippet,
            detail="for example",
            filter_text=example,
        )


def _names(kind: str, names: GameNames | None, suffix: str) -> Iterator[types.CompletionItem]:
    names_of_kind: Mapping[str, Name | None] = {} if names is None else names.known(kind)
    for name, defined in names_of_kind.items():
        heading = names.rules[name][0] if names is not None and kind == "rule" else ""
        text = written(name)
        yield types.CompletionItem(
            label=name,
            kind=types.CompletionItemKind.Reference,
            detail=heading or (defined.title if defined else "") or kind.replace("-", " "),
            documentation=_markdown(about_name(kind, name, defined, heading)),
            insert_text=f"{text}{suffix}",
        )


def _markdown(text: str) -> types.MarkupContent:
    return types.MarkupContent(types.MarkupKind.Markdown, text)


# -- what a key, a word or a name under the pointer means: purpose, value, default, an example -----


def hover_text(cursor: Cursor, names: GameNames | None) -> str:
    """What stands there, as Markdown; empty if there is nothing to say."""
    named_here = name_at(cursor)
    if named_here is not None and names is not None:
        kind, name = named_here
        for possible in kinds_of(kind):
            if name in names.known(possible):
                heading = names.rules[name][0] if possible == "rule" else ""
                return about_name(possible, name, names.known(possible)[name], heading)
    if cursor.is_key and not cursor.whole:
        return ""
    path = (*cursor.path, cursor.whole) if cursor.is_key else cursor.path
    place = place_at(path)
    return "" if place is None else about(place)


class NameAt(NamedTuple):
    """A name at a cursor, and the kind of thing that it names."""

    kind: str
    name: str


def name_at(cursor: Cursor) -> NameAt | None:
    """The name at a cursor; ``None`` if it is none."""
    place = place_at(cursor.path)
    if place is None or not cursor.whole:
        return None
    kind = kind_named(place.shape, is_id=False) if cursor.is_value else ""
    if not kind and cursor.is_key:
        mapped = place.shape.mapped
        if mapped is not None and cursor.whole not in mapped.asked((cursor.whole,)):
            kind = kind_named(place.shape, is_id=True)
    return NameAt(kind, cursor.whole) if kind else None


def about(place: Place, *, needed: bool = False) -> str:
    """What a value is for, what it may be, what holds without it, and an example."""
    parts = [place.description]
    facts = [f"Value: {kinds(place.shape)}"] if kinds(place.shape) else []
    if limits := bounds(place.shape):
        facts.append(f"between {limits.replace(' to ', ' and ')}")
    parts.append(", ".join(facts) + "." if facts else "")
    default = default_of(place.field)
    if needed:
        parts.append("**Needed.**")
    elif default not in (None, ""):
        parts.append(f"Left out: `{written(default)}`.")
    if place.examples:
        key = f"{place.field.key}: " if place.field else ""
        parts.append(f"```yaml\n{key}{written(place.examples[0])}\n```")
    return "\n\n".join(part for part in parts if part)


def about_name(kind: str, name: str, defined: Name | None, heading: str = "") -> str:
    """What a name is the name of, and where it is defined."""
    text = f"**{kind.replace('-', ' ')}** `{name}`"
    title = heading or (defined.title if defined else "")
    if title:
        text += f": {title}"
    if defined is not None:
        file = defined.place.file.replace("\\", "/").rpartition("/")[2]
        text += f"\n\nDefined in {file}, line {defined.place.line}."
    return text


# -- what the forms say of a place in a game's files: what may stand there, and what it is for -----

# A path of keys and places in lists leads from the top of a file through the shapes of the forms:
# to a section, to a key of it, into a mapping of ids, or through a patch, where sections begin
# again. Completion and hover are told what they find there; the text of the file is not looked at.


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
    """Import the forms of all sections, so that the first completion waits for none. Returns how
    many there are.
    """
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
    sorts: list[str] = []
    scalar = shape.scalar
    if scalar is not None and scalar.words:
        sorts.append(" | ".join(map(str, scalar.words)))
    if scalar is not None and scalar.names:
        sorts.append(f"the name of a {scalar.names.replace('-', ' ')}")
    elif scalar is not None and scalar.others:
        sorts += [_TYPES[name] for name in scalar.types if name in _TYPES]
    if shape.listed:
        sorts.append(f"list of {kinds(shape.listed.item) or 'values'}")
    if shape.mapped:
        sorts.append("mapping")
    return ", or ".join(dict.fromkeys(sorts))


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
