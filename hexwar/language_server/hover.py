"""What a key, a word or a name under the pointer means: purpose, value, default, an example."""

from __future__ import annotations

from hexwar.definition.wording import written
from hexwar.language_server.cursor import Cursor
from hexwar.language_server.names import GameNames, Name, kind_named, kinds_of
from hexwar.language_server.places import Place, bounds, default_of, kinds, place_at


def hover_text(cursor: Cursor, names: GameNames | None) -> str:
    """What stands there, as Markdown; empty if there is nothing to say."""
    named = name_at(cursor)
    if named is not None and names is not None:
        kind, name = named
        for possible in kinds_of(kind):
            if name in names.known(possible):
                heading = names.rules[name][0] if possible == "rule" else ""
                return about_name(possible, name, names.known(possible)[name], heading)
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
