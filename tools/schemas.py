"""Write the schemas of the format from its forms, for editors to check with.

``schemas/NAME.schema.json`` for each section and for each form with a page of its own, the shared
values, and the whole game: its header, its sections, and what patches may change.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from hexwar.definition import packages
from hexwar.definition.building import header_keys
from hexwar.definition.forms import NEEDED, Form
from hexwar.definition.shapes import (
    Field,
    Listed,
    Mapped,
    Scalar,
    Shape,
    form_shape,
)
from tools.sharing import CALLED, shared, text_of, uncalled

FOLDER = Path(__file__).resolve().parent.parent / "schemas"
VALUES_FILE = "values.schema.json"
GAME_FILE = "game.schema.json"
PATCH = "patch"
PATCH_IN_PLAY = "patch_in_play"
DRAFT = Draft202012Validator.META_SCHEMA["$id"]
Schema = dict[str, Any]


def schemas() -> dict[str, Schema]:
    """The generated schemas by file name, each of them whole."""
    return {name: uncalled(schema) for name, schema in _called().items()}


def _called() -> dict[str, Schema]:
    """The schemas, each form in them with what it is called."""
    forms = {name: packages.form_of(name) for name in packages.section_names()}
    named = {name: form for name, form in forms.items() if form is not None}
    paged = {form.page: form for form in packages.shared_forms()}
    found = {f"{name}.schema.json": _of_form(name, form) for name, form in (named | paged).items()}
    found |= {VALUES_FILE: _values((named | paged).values()), GAME_FILE: _game(named)}
    return {name: {"$schema": DRAFT, **schema} for name, schema in found.items()}


def published() -> dict[str, Schema]:
    """The same as editors have them, for files that are part of a game, with what they share.

    A series or a patch may supply what such a file lacks, and ``null`` removes what they say.
    """
    whole = (VALUES_FILE, GAME_FILE)
    return shared({n: s if n in whole else _lenient(s) for n, s in _called().items()}, VALUES_FILE)


def _lenient(schema: Schema) -> Schema:
    """A schema outside lists, which merge as wholes."""
    told = {key: value for key, value in schema.items() if key != "required"}
    if str(told.get("$ref", "")).startswith(VALUES_FILE):
        name = str(told["$ref"]).rpartition("/")[2]
        told |= {"if": {"type": "null"}, "else": {"$ref": told.pop("$ref")}}
        return told | {CALLED: f"{name}_or_null"}
    if CALLED in told:
        told[CALLED] += "_or_null"
    if "type" in told:
        types = told["type"]
        told["type"] = [*([types] if isinstance(types, str) else types), "null"]
    if "enum" in told:
        told["enum"] = [*told["enum"], None]
    for inner in ("properties", "$defs"):
        if inner in told:
            told[inner] = {key: _lenient(value) for key, value in told[inner].items()}
    for inner in ("additionalProperties", "else"):
        if isinstance(told.get(inner), dict):
            told[inner] = _lenient(told[inner])
    return told


def of_form(name: str, form: type[Form]) -> Schema:
    """The schema of a section, or of a form with a page of its own."""
    found: Schema = uncalled(_of_form(name, form))
    return found


def _of_form(name: str, form: type[Form]) -> Schema:
    shape = form_shape(form)
    told = {"title": name.replace("_", " ").capitalize()}
    whole = told | _explained(shape.description, of_shape(shape, form.page), shape.examples)
    definitions = _definitions(shape, form.page)
    return whole | ({"$defs": definitions} if definitions else {})


def _definitions(shape: Shape, within: str) -> Schema:
    """The forms that the schema of a section has in several places, by what it calls them."""
    found: Schema = {}
    for each in _inside(shape):
        form = each.mapped.form if each.mapped else None
        if form is not None and form.definition and form.definition not in found:
            inner = form_shape(form)
            told = _explained(inner.description, of_shape(inner, within), inner.examples)
            found[form.definition] = told
    return found


def _values(forms: Iterable[type[Form]]) -> Schema:
    """The values that several sections share, by name."""
    shapes = {each.shared: each for form in forms for each in _inside(form_shape(form))}
    return {
        "title": "Values used in several sections",
        "description": "Short forms that several sections share.",
        "$defs": {
            name: _explained(shape.description, of_shape(shape), shape.examples)
            for name, shape in sorted(shapes.items())
            if name
        },
    }


def _inside(shape: Shape) -> Iterator[Shape]:
    """The shapes inside one, at any depth: not those of a form with a page of its own."""
    mapped = shape.mapped
    parts = [shape.listed.item] if shape.listed else []
    if mapped is not None:
        parts += [each.shape for each in mapped.fields.values()]
        parts += [mapped.entry] if mapped.entry else []
    for part in parts:
        yield part
        if not (part.mapped and part.mapped.form and part.mapped.form.page):
            yield from _inside(part)


def _game(forms: dict[str, type[Form]]) -> Schema:
    """The schema of the game: its header, what each section is for, and what patches may change."""
    shapes = {name: form_shape(form) for name, form in forms.items()}
    properties = {key: of_field(each, "") for key, each in header_keys().items()}
    for name, shape in shapes.items():
        reference = {"$ref": f"{name}.schema.json"}
        properties[name] = _explained(shape.description, reference, shape.examples)
    changes = {name: {"$ref": f"{name}.schema.json"} for name in packages.changeable()}
    in_play = {*packages.in_play()}
    return {
        "title": "A hexwar game",
        "description": "A game: its header, and its sections in this file or in others of the "
        "folder.",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        "$defs": {
            PATCH: {
                "description": "Sections that change: mappings merge, everything else replaces, "
                "null removes a key.",
                "type": "object",
                "properties": changes,
                "additionalProperties": False,
                "examples": [{"stacking": {"limit": 2}}],
            },
            PATCH_IN_PLAY: {
                "description": "Sections that change while the game is played: mappings merge, "
                "everything else replaces.",
                "type": "object",
                "properties": {
                    name: {"description": shapes[name].description, "type": "object", **changed}
                    for name, changed in changes.items()
                    if name in in_play
                },
                "additionalProperties": False,
                "examples": [{"movement": {"allowance": 6}}],
            },
        },
    }


def of_shape(shape: Shape, within: str = "") -> Schema:
    """What a shape allows, without description; ``within``: the page that it stands on."""
    schema: Schema = {}
    types = shape.types
    if types:
        schema["type"] = types[0] if len(types) == 1 else types
    if shape.scalar is not None:
        schema |= _of_scalar(shape.scalar)
    if shape.listed is not None:
        schema |= _of_list(shape.listed, within)
    if shape.mapped is not None:
        schema |= _of_mapping(shape.mapped, within)
    return schema


def _of_scalar(scalar: Scalar) -> Schema:
    schema: Schema = {}
    if not scalar.others:
        schema["enum"] = [*scalar.words]
    if scalar.pattern:
        schema["pattern"] = scalar.pattern
    if scalar.low is not None:
        schema |= {"minimum": scalar.low, "maximum": scalar.high}
    if scalar.names and scalar.words:
        schema |= {"if": {"enum": [*scalar.words]}, "else": {"x-ref": scalar.names}}
    elif scalar.names:
        schema["x-ref"] = scalar.names
    return schema


def _of_list(listed: Listed, within: str) -> Schema:
    schema: Schema = {"items": of_value(listed.item, within)}
    if listed.not_empty:
        schema["minItems"] = 1
    if listed.once:
        schema["uniqueItems"] = True
    return schema


def _of_mapping(mapped: Mapped, within: str) -> Schema:
    if mapped.is_patch:
        patch = PATCH if mapped.before_play else PATCH_IN_PLAY
        return {"$ref": f"{GAME_FILE}#/$defs/{patch}"}
    schema: Schema = {}
    if mapped.form is not None:
        schema[CALLED] = re.sub(r"(?<=.)(?=[A-Z])", "_", mapped.form.__name__).lower()
    needed = [key for key, each in mapped.fields.items() if each.needed]
    if needed:
        schema["required"] = needed
    if mapped.fields:
        schema["properties"] = {k: of_field(each, within) for k, each in mapped.fields.items()}
    if mapped.ids is not None and (names := _of_scalar(mapped.ids)):
        schema["propertyNames"] = names
    schema["additionalProperties"] = (
        False if mapped.entry is None else of_value(mapped.entry, within)
    )
    one = mapped.form is not None and mapped.form.one_of
    if one or mapped.not_empty:
        schema["minProperties"] = 1
    if one:
        schema["maxProperties"] = 1
    return schema


def of_field(each: Field, within: str) -> Schema:
    """The schema of one key of a mapping."""
    more: Schema = {}
    if each.default is not NEEDED and (default := _default(each)) is not None:
        more["default"] = _written(default)
    if each.cited:
        more["x-cite"] = each.cited
    return _explained(each.description, _what(each.shape, within) | more, each.examples)


def _default(each: Field) -> Any:
    """What a key that is left out stands for, if that can be written in a word or a number."""
    default, scalar = each.default, each.shape.scalar
    if isinstance(default, Form):
        words = scalar.words.items() if scalar is not None else ()
        return next((word for word, value in words if value == default), None)
    made = each.shape.made is not None  # from what cannot be told any more
    return None if made or default in ("", (), {}, frozenset()) else default


def of_value(shape: Shape, within: str) -> Schema:
    """The schema of an item or entry."""
    return _explained(shape.description, _what(shape, within), shape.examples)


def _what(shape: Shape, within: str) -> Schema:
    """What a shape allows: in place, or where it has a page or heading of its own."""
    form = shape.mapped.form if shape.mapped else None
    if form is not None and form.page:
        there = {"$ref": "#" if form.page == within else f"{form.page}.schema.json"}
        if shape.scalar is form_shape(form).scalar and shape.listed is None:
            return there
        alone = of_shape(replace(shape, mapped=None), within)  # a word or a list in place of it
        return {"if": {"type": "object"}, "then": there, "else": alone}
    if shape.shared:
        return {"$ref": f"{VALUES_FILE}#/$defs/{shape.shared}"}
    definition = shape.mapped.form.definition if shape.mapped and shape.mapped.form else ""
    if definition and shape.listed:
        reference = {"$ref": f"#/$defs/{definition}"}
        several = {"type": "array", **_of_list(shape.listed, within), "items": reference}
        return {"if": {"type": "array"}, "then": several, "else": reference}
    if definition:
        return {"$ref": f"#/$defs/{definition}"}
    return of_shape(shape, within)


def _explained(description: str, schema: Schema, examples: Sequence[Any]) -> Schema:
    """A schema between its description and its examples."""
    told = {"description": description} if description else {}
    return {**told, **schema} | ({"examples": _written(examples)} if examples else {})


def _written(value: Any) -> Any:
    """A value as YAML has it."""
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else str(value)
    if isinstance(value, frozenset):  # whose order is another in every process
        return sorted(_written(item) for item in value)
    if isinstance(value, tuple | list):
        return [_written(item) for item in value]
    return value


def read(name: str) -> Schema:
    """A schema as it stands in the folder."""
    found: Schema = json.loads((FOLDER / name).read_text(encoding="utf-8"))
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the result is the exit code."""
    parser = argparse.ArgumentParser(description="Write the schemas of the format.")
    parser.add_argument("--check", action="store_true", help="fail instead of writing the schemas")
    check = parser.parse_args(arguments).check
    texts = {name: text_of(schema) for name, schema in published().items()}
    there = {path.name: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.json")}
    stale = [name for name, text in texts.items() if there.get(name) != text]
    for name in stale:
        if check:
            print(f"schemas/{name} is stale: run python -m tools.schemas")
        else:
            (FOLDER / name).write_text(texts[name], encoding="utf-8")
    if not check:
        print(f"wrote {len(stale)} of {len(texts)} schemas")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
