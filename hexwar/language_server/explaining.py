"""What is shown of a key, a word or a name: purpose, value, default and an example, as Markdown."""

from __future__ import annotations

from hexwar.definition.wording import written
from hexwar.language_server.names import Name
from hexwar.language_server.places import Place, bounds, default_of, kinds


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
    said = f"**{kind.replace('-', ' ')}** `{name}`"
    title = heading or (defined.title if defined else "")
    if title:
        said += f": {title}"
    if defined is not None:
        file = defined.place.file.replace("\\", "/").rpartition("/")[2]
        said += f"\n\nDefined in {file}, line {defined.place.line}."
    return said
