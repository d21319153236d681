"""What may be written at a cursor: keys, words, names and hexes.

The cursor says what may stand there (a key, a value, at the beginning of a line perhaps both), the
forms say what that place knows, and the names of the game fill in what refers to something. Needed
keys come first, and keys that the mapping has already are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lsprotocol import types

from hexwar.definition.wording import written
from hexwar.language_server.cursor import Cursor
from hexwar.language_server.hover import about, about_name
from hexwar.language_server.names import GameNames, Name
from hexwar.language_server.places import KeyOf, Place, keys_at, kinds, place_at, words_at

MOST_ITEMS = 500
"""Of more, as of the hexes of a large map, those are offered that begin as the word does."""


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
    return [_placed(item, n) for n, item in enumerate(items[:MOST_ITEMS])]


def _placed(item: types.CompletionItem, rank: int) -> types.CompletionItem:
    # Editors sort by the label, unless they are told otherwise.
    item.sort_text = f"{rank:04}"
    return item


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
        yield _key(key)
    if mapped is not None and mapped.ids is not None and mapped.ids.names:
        named = _names(mapped.ids.names, names, ": ")
        yield from (item for item in named if item.label not in siblings)


def _key(each: KeyOf) -> types.CompletionItem:
    return types.CompletionItem(
        label=each.key,
        kind=types.CompletionItemKind.Property,
        detail=kinds(each.place.shape) + (" (needed)" if each.needed else ""),
        documentation=_markdown(about(each.place, needed=each.needed)),
        insert_text=f"{each.key}: ",
    )


def _values(place: Place, names: GameNames | None) -> Iterator[types.CompletionItem]:
    for word in words_at(place.shape):
        yield types.CompletionItem(
            label=word,
            kind=types.CompletionItemKind.EnumMember,
            detail=place.description[:80],
        )
    named: list[types.CompletionItem] = []
    if place.shape.scalar is not None and place.shape.scalar.names:
        named += _names(place.shape.scalar.names, names, "")
        yield from named
    # The name of an example is none of this game.
    example = written(place.examples[0]) if place.examples and not named else ""
    if example and len(example) <= 60 and example not in words_at(place.shape):
        yield types.CompletionItem(
            label=example,
            kind=types.CompletionItemKind.Snippet,
            detail="for example",
            filter_text=example,
        )


def _names(kind: str, names: GameNames | None, suffix: str) -> Iterator[types.CompletionItem]:
    known: Mapping[str, Name | None] = {} if names is None else names.known(kind)
    for name, defined in known.items():
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
