"""The schemas: every property explained, every example right, every branch reachable."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator, validators
from referencing import Registry
from referencing.jsonschema import DRAFT202012

import hexwar
from hexwar.definition.choices import every_selection, resolve
from hexwar.definition.diagnostics import Findings
from hexwar.definition.loading import GameFolder
from hexwar.definition.packages import section_names
from hexwar.definition.tree import Node, plain
from tools import schemas, sharing

ROOT = Path(__file__).resolve().parents[2]
EVERYTHING = Path(__file__).parent / "everything"
NAMES = sorted(path.name for path in (ROOT / "schemas").glob("*.schema.json"))
KEYWORDS = {
    *("type", "enum", "pattern", "minimum", "maximum", "required", "properties", "items"),
    *("additionalProperties", "propertyNames", "minItems", "minProperties", "maxProperties"),
    *(
        "uniqueItems",
        "title",
        "description",
        "default",
        "examples",
        "$ref",
        "$defs",
        "if",
        "then",
        "else",
    ),
    *("x-ref", "x-cite"),
}
"""What the schemas are made of: nothing that an editor's YAML server does not know."""


def inner(node: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The schemas directly inside a schema, by the step that leads there."""
    for name in ("properties", "$defs"):
        for key, value in node.get(name, {}).items():
            yield f"{name}/{key}", value
    for name in ("items", "additionalProperties", "propertyNames", "if", "then", "else"):
        if isinstance(node.get(name), dict):
            yield name, node[name]


def walk(node: dict[str, Any], path: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """A schema and all schemas inside it, each with the reference to it."""
    yield path, node
    for step, child in inner(node):
        yield from walk(child, f"{path}/{step}")


def is_value(path: str) -> bool:
    """Whether a schema is of something that an author writes, and not a part of a condition."""
    step, before = path.rsplit("/", 2)[-1], path.rsplit("/", 2)[-2]
    return before == "properties" or step in ("items", "additionalProperties")


def _without_dialect(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema that leaves to its caller which validator it is read by."""
    return {key: value for key, value in schema.items() if key != "$schema"}


SCHEMAS = {name: _without_dialect(schemas.read(name)) for name in NAMES}
REGISTRY: Registry[Any] = Registry().with_resources(
    [(name, DRAFT202012.create_resource(schema)) for name, schema in SCHEMAS.items()]
)
"""All schemas; a reference to anything else is an error, nothing is ever fetched."""
NODES = dict(pair for name in NAMES for pair in walk(SCHEMAS[name], f"{name}#"))
VALUES = sorted(path for path in NODES if "/" in path and is_value(path))
EXAMPLES = sorted(path for path, node in NODES.items() if "examples" in node)


def whole(node: dict[str, Any]) -> dict[str, Any]:
    """A schema with what it refers to."""
    if "$ref" not in node:
        return node
    there = node["$ref"] if "#" in node["$ref"] else f"{node['$ref']}#"
    return {**whole(NODES[there]), **node}


def is_described(path: str) -> bool:
    """Whether a value has a description that is a sentence, and an example."""
    node = whole(NODES[path])
    if set(node) <= {"if", "then", "else"}:
        node = whole(node["else"])  # the long form speaks for both
    text = node.get("description", "").rstrip()
    return len(text) >= 5 and text.endswith((".", "!", ")")) and bool(node.get("examples"))


@pytest.mark.parametrize("name", NAMES)
def test_every_value_is_described_and_has_an_example(name: str) -> None:
    values = [path for path in VALUES if path.startswith(f"{name}#")]
    assert [path for path in values if not is_described(path)] == []


@pytest.mark.parametrize("name", NAMES)
def test_every_example_fits_its_schema(name: str) -> None:
    for path in (path for path in EXAMPLES if path.startswith(f"{name}#")):
        validator = Draft202012Validator({"$ref": path}, registry=REGISTRY)
        for example in NODES[path]["examples"]:
            assert [(path, e.message) for e in validator.iter_errors(example)] == []


@pytest.mark.parametrize("name", NAMES)
def test_schemas_are_made_of_what_editors_know(name: str) -> None:
    Draft202012Validator.check_schema(SCHEMAS[name])
    written = json.loads((ROOT / "schemas" / name).read_text(encoding="utf-8"))
    assert written["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    used = {key for path, node in NODES.items() if path.startswith(f"{name}#") for key in node}
    assert used <= KEYWORDS


def test_every_reference_names_its_file_and_leads_to_no_other() -> None:
    """YAML servers of editors lose either at times: they resolve references while others do."""
    written = [(path, node["$ref"]) for path, node in NODES.items() if "$ref" in node]
    assert [(path, there) for path, there in written if there.partition("#")[0] not in NAMES] == []
    at = [there if "#" in there else f"{there}#" for _, there in written]
    assert [there for there in at if "$ref" in NODES[there]] == []


def written_out(node: Any, nodes: Mapping[str, Any]) -> Any:
    """A schema with definitions in place of references to them, as deep as they do not recur."""
    if isinstance(node, list):
        return [written_out(item, nodes) for item in node]
    if not isinstance(node, dict):
        return node
    there = str(node.get("$ref", ""))
    at = nodes[there if "#" in there else f"{there}#"] if there else {}
    if "#" in there and not there.startswith(schemas.GAME_FILE):  # whose patches have all sections
        return written_out({**at, **{k: v for k, v in node.items() if k != "$ref"}}, nodes)
    said = {k: v for k, v in at.items() if k in sharing.SAID_THERE}
    return {k: written_out(v, nodes) for k, v in (said | node).items() if k != "$defs"}


def test_what_is_pointed_at_is_what_stood_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """With all that is shared written out again, schemas are as their forms make them."""
    monkeypatch.setattr(schemas, "shared", lambda files, _: files)
    made = json.loads(json.dumps(sharing.uncalled(schemas.published())))
    whole = {name: sharing.absolute(_without_dialect(made[name]), name) for name in NAMES}
    nodes = dict(pair for name in NAMES for pair in walk(whole[name], f"{name}#"))
    for name in set(NAMES) - {schemas.VALUES_FILE}:
        assert written_out(SCHEMAS[name], NODES) == written_out(whole[name], nodes), name


def test_nothing_is_written_out_twice() -> None:
    """Neither within a schema nor in two of them, if it is longer than a reference."""
    seen: dict[str, str] = {}
    twice = []
    for path, node in NODES.items():
        bare = {k: v for k, v in node.items() if k not in sharing.SAID_THERE and k != "$defs"}
        text = json.dumps(bare, sort_keys=True)
        if "/" in path and len(text) >= 2 * sharing.LEAST:
            twice += [(seen[text], path)] if text in seen else []
            seen[text] = path
    assert twice == []


def test_equal_parts_are_pointed_at_and_say_for_themselves_what_they_are_for() -> None:
    text = {"type": "string", "pattern": "^[a-z]{1,9}$"}
    part: dict[str, Any] = {"type": "object", "properties": {"a": text, "b": text}}
    part |= {"additionalProperties": False, "x-called": "room"}
    files: dict[str, Any] = {
        "one": {"properties": {"hall": {"title": "Hall", **part, "examples": [{"a": "b"}]}}},
        "two": {"properties": {"shed": {**part, "default": {}}}},
        "common": {"$defs": {"room": {"type": "integer"}}},
    }
    found = sharing.shared(files, "common")
    at = {"$ref": "common#/$defs/room_2"}
    assert found["one"]["properties"]["hall"] == {
        "title": "Hall",
        **at,
        "examples": [{"a": "b"}],
    }
    assert found["two"]["properties"]["shed"] == {**at, "default": {}}
    definition = {key: value for key, value in part.items() if key != "x-called"}
    assert found["common"]["$defs"]["room_2"] == definition
    assert json.loads(sharing.text_of(found["one"])) == found["one"]


def test_a_patch_may_touch_every_section_but_the_choices() -> None:
    patch = SCHEMAS[schemas.GAME_FILE]["$defs"]["patch"]["properties"]
    choices = {"variants", "options", "editions", "scenarios", "lessons"}
    assert set(patch) == {*section_names()} - choices


def test_a_game_can_say_everything_at_once() -> None:
    assert hexwar.check(EVERYTHING) == []


def test_every_branch_of_every_schema_is_reached() -> None:
    """What a game with every key in it never gets to, no game can get to."""
    reached: set[int] = set()

    def reach(_validator: Any, _value: Any, _instance: Any, schema: Any) -> Iterator[Any]:
        reached.add(id(schema))
        return iter(())

    tracer = validators.extend(  # type: ignore[no-untyped-call]
        Draft202012Validator, {"description": reach}
    )
    for key, section in sections_of_everything():
        at = {"$ref": f"game.schema.json#/properties/{key}"}
        assert list(tracer(at, registry=REGISTRY).iter_errors(plain(section))) == []
    described = {path for path, node in NODES.items() if "description" in node and "/" in path}
    missing = {path for path in described if id(NODES[path]) not in reached}
    assert missing == set(), "say it once in tests/definition/everything/game.yaml"


def sections_of_everything() -> Iterator[tuple[str, Node]]:
    """Every section of every game that the folder makes, and its choices."""
    source = GameFolder(EVERYTHING, Findings())
    for key, entry in source.root.entries.items():
        yield key, entry.value
    for chosen in every_selection(source.catalog):
        for key, entry in resolve(source.root, source.catalog, chosen).entries.items():
            yield key, entry.value


FOLDERS = sorted({p.parent for top in ("games", "tests") for p in ROOT.glob(f"{top}/**/game.yaml")})


@pytest.mark.matrix(one_in=3)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_an_editor_marks_nothing_in_a_sound_game(folder: Path) -> None:
    """Not even in one that leaves to its series what a whole game needs."""
    whole = plain(GameFolder(folder, Findings()).layers[-1].root)
    validator = Draft202012Validator({"$ref": schemas.GAME_FILE}, registry=REGISTRY)
    assert [(e.json_path, e.message) for e in validator.iter_errors(whole)] == []


def test_an_editor_lets_a_game_remove_what_its_series_says() -> None:
    said = {"stacking": {"visible": None}, "retreat": None, "combat": {"cite": {"table": None}}}
    validator = Draft202012Validator({"$ref": schemas.GAME_FILE}, registry=REGISTRY)
    assert [(e.json_path, e.message) for e in validator.iter_errors(said)] == []
    assert list(validator.iter_errors({"stacking": {"limit": 0}})) != []
