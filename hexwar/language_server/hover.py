"""What a key, a word or a name under the pointer means."""

from __future__ import annotations

from hexwar.language_server.cursor import Cursor
from hexwar.language_server.explaining import about, about_name
from hexwar.language_server.names import GameNames, kind_named, kinds_of
from hexwar.language_server.places import place_at


def hover_text(cursor: Cursor, names: GameNames | None) -> str:
    """What stands there, as Markdown; empty if there is nothing to say."""
    named = name_at(cursor)
    if named is not None and names is not None:
        kind, name = named
        for each in kinds_of(kind):
            if name in names.known(each):
                heading = names.rules[name][0] if each == "rule" else ""
                return about_name(each, name, names.known(each)[name], heading)
    if cursor.is_key and not cursor.whole:
        return ""
    path = (*cursor.path, cursor.whole) if cursor.is_key else cursor.path
    place = place_at(path)
    return "" if place is None else about(place)


def name_at(cursor: Cursor) -> tuple[str, str] | None:
    """The kind of the name at a cursor, and the name; ``None`` if it is none."""
    place = place_at(cursor.path)
    if place is None or not cursor.whole:
        return None
    kind = kind_named(place.shape, is_id=False) if cursor.is_value else ""
    if not kind and cursor.is_key:
        mapped = place.shape.mapped
        if mapped is not None and cursor.whole not in mapped.asked((cursor.whole,)):
            kind = kind_named(place.shape, is_id=True)
    return (kind, cursor.whole) if kind else None
