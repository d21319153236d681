"""Documents from outside: what does not fit its schema is told, with place and mending."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from hexwar.definition import documents
from hexwar.definition.diagnostics import Findings
from hexwar.definition.documents import (
    DEEPEST,
    MOST_MISFITS,
    DocumentError,
    kinds,
    misfits,
    read_yaml,
    require,
)
from hexwar.definition.tree import plain
from tests.definition.test_schemas import walk
from tests.examples import examples

STRUCTURE = {
    *("$schema", "$ref", "$defs", "title", "description", "examples", "default"),
    *("properties", "patternProperties", "propertyNames", "items", "if", "then", "else"),
    *("anyOf", "oneOf", "allOf"),
}
"""Keywords that find nothing themselves."""

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
KEYS = st.sampled_from(["speed", "scale", "keys", "size", "game", "players", "seed", "options"])
documents_of_strangers = anything | st.dictionaries(KEYS, anything)

HEADER: dict[str, Any] = {
    "hexwar_save": 1,
    "game": {"id": "g", "title": "G", "version": "1", "digest": "d", "files": {"game.yaml": "d"}},
    "scenario": "standard",
    "options": [],
    "edition": "",
    "seed": 7,
    "dice": "k",
    "players": {"red": "human"},
    "events": [{"kind": "phase_begins", "rule": "", "text": "It begins.", "turn": 1}],
}

BOUND = {key: HEADER[key] for key in HEADER if key not in ("seed", "dice")} | {
    "hexwar_save": 2,
    "commitment": "0" * 64,
}
"""A header of format 2; the other is of format 1."""


@pytest.mark.parametrize("kind", kinds())
def test_a_published_schema_is_sound_and_each_of_its_words_has_a_sentence(kind: str) -> None:
    schema = documents.schema(kind)
    Draft202012Validator.check_schema(schema)
    nodes = [node for _, node in walk(schema, f"{kind}#")]
    used = {key for node in nodes for key in node}
    assert used - STRUCTURE <= set(documents._WORDINGS)
    assert [n for n in nodes if "properties" in n and not n.get("description")] == []
    for node in nodes:
        for example in node.get("examples", []):
            alone = {"$defs": schema.get("$defs", {}), **node}
            assert Draft202012Validator(alone).is_valid(example), example


@pytest.mark.parametrize(
    ("kind", "value", "where", "sentence"),
    [
        ("settings", [], "", "the document must be a mapping, not an empty list"),
        (
            "settings",
            {"sond": True},
            "",
            "key 'sond' at the top level: did you mean sound?",
        ),
        ("settings", {"speed": "quick"}, "speed", "cannot be 'quick': it is one of slow, fast"),
        ("settings", {"wheel": "zom"}, "wheel", "wheel cannot be 'zom': did you mean zoom?"),
        ("settings", {"keys": {"undo": ["u", 3]}}, "keys.undo[2]", "item 2 of undo must be text"),
        ("settings", {"scale": 0}, "scale", "scale is 0; it has to be more than 0: The size of"),
        ("settings", {"scale": float("nan")}, "scale", "scale must be a number, not NaN"),
        ("settings", {"size": [1, 2.0]}, "size[2]", "item 2 of size must be a whole number"),
        ("settings", {"size": [1]}, "size", "size has 1 entry; the least is 2"),
        ("save", HEADER | {"hexwar_save": 4}, "hexwar_save", "cannot be 4: it is one of 1, 2, 3"),
        ("save", HEADER | {"hexwar_save": 2}, "", "the document lacks commitment"),
        ("save", BOUND | {"thrown": [0]}, "thrown[1]", "item 1 of thrown is 0; the least is 1"),
        ("save", BOUND | {"commitment": "AB"}, "commitment", "commitment cannot be 'AB': What"),
        ("key", {"hexwar_key": 1, "key": "0" * 63}, "key", "key cannot be '000"),
        ("save", HEADER | {"seed": True}, "seed", "seed must be a whole number or text, not true"),
        (
            "save",
            HEADER | {"game": {}},
            "game",
            "game lacks id: The game's id, by which",
        ),
        ("save", HEADER | {"players": {"\x1b": 1}}, "players.\\x1b", "\\x1b must be text, not 1"),
    ],
)
def test_what_does_not_fit_is_told_in_a_sentence(
    kind: str, value: object, where: str, sentence: str
) -> None:
    first = misfits(kind, value)[0]
    assert first.where == where
    assert sentence in first.sentence
    with pytest.raises(DocumentError, match=r"."):
        require(kind, value)


def test_what_fits_is_passed_over_in_silence() -> None:
    assert misfits("save", HEADER) == misfits("save", BOUND) == []
    assert misfits("key", {"hexwar_key": 1, "key": "0" * 64, "seed": 7}) == []
    require("save", HEADER | {"of a later version": [1]})
    with pytest.raises(KeyError):
        misfits("no such kind", {})


def test_a_needed_key_that_was_misspelt_is_told_once() -> None:
    """What an unknown key was meant to be is not missing as well."""
    schema = {**documents.schema("save"), "additionalProperties": False}
    header = {key: value for key, value in HEADER.items() if key != "players"}
    checks = Draft202012Validator(schema)
    found = [m for e in checks.iter_errors(header | {"player": {}}) for m in documents._worded(e)]
    assert [(m.code, m.key) for m in documents._apart(found)] == [("HW101", "player")]
    assert [m.key for m in documents._apart(misfits("save", header))] == ["players"]


@given(value=documents_of_strangers)
@examples(1)
def test_a_document_may_hold_anything(value: object) -> None:
    """It is refused in few sentences of visible characters, or it fits."""
    for kind in kinds():
        found = misfits(kind, value)
        assert len(found) <= MOST_MISFITS
        assert all(f"{m.where}{m.sentence}".isprintable() for m in found)


def test_a_tower_of_lists_is_refused_before_it_is_climbed() -> None:
    tower: list[Any] = []
    for _ in range(100_000):
        tower = [tower]
    told = f"it is nested deeper than {DEEPEST} levels"
    assert [m.sentence for m in misfits("settings", {"last": {"a": tower}})] == [told]


def test_of_many_misfits_some_are_told() -> None:
    assert len(misfits("save", HEADER | {"options": [0] * 5000})) == MOST_MISFITS


def test_a_file_of_yaml_has_findings_with_places(tmp_path: Path) -> None:
    path = tmp_path / "settings.yaml"
    path.write_text("speed: quick\nsond: true\nkeys:\n  undo: [u, 3]\nsize: []\n", "utf-8")
    findings = Findings()
    assert read_yaml("settings", path, findings) is None
    told = [(f.code, f.line, f.column, f.pointer) for f in findings.sorted()]
    assert told == [
        ("HW104", 1, 8, "/speed"),
        ("HW101", 2, 1, "/sond"),
        ("HW103", 4, 13, "/keys/undo/1"),
        ("HW106", 5, 1, "/size"),
    ]
    path.write_text("speed: fast\nscale: 1.5\n", "utf-8")
    findings = Findings()
    root = read_yaml("settings", path, findings)
    assert root is not None
    assert plain(root) == {"speed": "fast", "scale": 1.5}
    assert len(findings) == 0


def test_a_file_that_is_none_is_a_finding(tmp_path: Path) -> None:
    """A folder, a pipe that nobody writes into, nothing at all, nothing in it, no text."""
    pipe, empty, tag = tmp_path / "pipe", tmp_path / "empty.yaml", tmp_path / "tag.yaml"
    os.mkfifo(pipe)
    empty.write_text("# nothing\n", "utf-8")
    tag.write_text("speed: !!python/name:os.system fast\n", "utf-8")
    for path, code in [
        (tmp_path, "HW016"),
        (pipe, "HW016"),
        (tmp_path / "gone.yaml", "HW016"),
        (empty, "HW012"),
        (tag, "HW004"),
    ]:
        findings = Findings()
        assert read_yaml("settings", path, findings) is None
        assert [finding.code for finding in findings] == [code]


def test_a_whole_number_is_written_as_one() -> None:
    assert misfits("save", json.loads(json.dumps(HEADER | {"seed": 7.0}))) != []
