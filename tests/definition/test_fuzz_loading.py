"""Random bytes, random YAML and random sections: findings, and never an exception."""

from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path
from typing import Any

import yaml
from hypothesis import given
from hypothesis import strategies as st

import hexwar
from hexwar.definition import load
from hexwar.definition.codes import CODES, tiny
from hexwar.definition.diagnostics import Findings
from hexwar.definition.report import format_full
from hexwar.definition.source import parse, read_bytes, scalar_value
from hexwar.definition.tree import MappingNode, Node, ScalarNode, SequenceNode
from tests.examples import examples

FILES = sorted(name for name in tiny.FILES if name.endswith(".yaml"))
WORDS = sorted(set(re.findall(r"\w+", " ".join(tiny.FILES.values()))))
WORDS += ["void", "default", "hexes", "regions", "hexsides", "paths", "features", "legend", "ids"]
WORDS += ["retreat", "advance", "reinforcements", "zones_of_control", "options", "variants"]
WORDS += ["entry", "patch", "cost", "combat", "negates", "classes", "printed", "ratio", "steps"]

TEXT_ONLY = getattr(yaml, "CBaseLoader", yaml.BaseLoader)

scalars = st.one_of(
    st.sampled_from([*WORDS, "0101", "0301..0303", "0101/0102", "0101-0102", "1:2", "1/0", "1/2"]),
    st.integers(-3, 12),
    st.booleans(),
    st.none(),
    st.floats(allow_nan=False, width=16),
    st.text(max_size=8),
)
trees = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.sampled_from(WORDS), inner, max_size=5)
    ),
    max_leaves=12,
)
yaml_like = st.text("ab:-[]{}, \n\t'\"#&*!|>%@`?~0.\\é", max_size=80)


def examine(changed: dict[str, str]) -> None:
    """Check and load the tiny game with some files changed; what comes out must be sound."""
    with tempfile.TemporaryDirectory() as place:
        for name, text in (tiny.FILES | changed).items():
            (Path(place) / name).write_text(text, encoding="utf-8", errors="surrogatepass")
        found = hexwar.check(place)
        for finding in found:
            assert finding.code in CODES
            assert finding.code != "HW900", finding
            assert finding.line >= 1
            assert finding.column >= 1
            assert format_full(finding)
        try:
            load(place)
        except hexwar.DefinitionError as error:
            assert {finding.code for finding in error.diagnostics}.isdisjoint({"HW900"})
            assert [finding for finding in found if finding.severity == "error"]


@given(st.binary(max_size=120))
@examples(3)
def test_random_bytes_are_read_or_refused(data: bytes) -> None:
    findings = Findings()
    file = read_bytes(Path("game.yaml"), data, findings)
    tree = None if file is None else parse(file, findings)
    assert file is not None or len(findings) == 1
    assert tree is None or list(nodes(tree))


@given(yaml_like)
@examples(4)
def test_text_that_is_almost_yaml_is_read_as_yaml_reads_it(text: str) -> None:
    findings = Findings()
    file = read_bytes(Path("game.yaml"), text.encode(), findings)
    tree = None if file is None else parse(file, findings)
    for finding in findings:
        assert 1 <= finding.line <= text.count("\n") + 2
    if findings or tree is None:
        return
    expected = yaml.load(text, Loader=TEXT_ONLY)  # noqa: S506 - builds nothing but text
    assert as_text(tree) == expected


@given(st.sampled_from(FILES), yaml_like)
@examples(0.8)
def test_a_file_of_random_text_is_found_out(name: str, text: str) -> None:
    examine({name: text})


@given(st.sampled_from(FILES), trees)
@examples(1)
def test_a_section_of_random_values_is_found_out(name: str, tree: object) -> None:
    examine({name: json.dumps({name.removesuffix(".yaml"): tree})})


@given(st.sampled_from(FILES), st.data())
@examples(1)
def test_a_random_value_anywhere_in_a_sound_section_is_found_out(
    name: str, data: st.DataObject
) -> None:
    whole = yaml.load(tiny.FILES[name], Loader=TEXT_ONLY)  # noqa: S506
    values = list(slots(whole))
    holder, key = data.draw(st.sampled_from(values))
    holder[key] = data.draw(trees)
    examine({name: json.dumps(whole, default=str)})


def slots(value: object) -> list[tuple[Any, Any]]:
    """Every mapping with each of its keys, and every list with each of its indices."""
    found: list[tuple[Any, Any]] = []
    if isinstance(value, dict):
        for key, inner in value.items():
            found += [(value, key), *slots(inner)]
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            found += [(value, index), *slots(inner)]
    return found


def nodes(tree: Node) -> list[Node]:
    """A tree's nodes."""
    if isinstance(tree, MappingNode):
        return [tree, *(node for e in tree.entries.values() for node in nodes(e.value))]
    if isinstance(tree, SequenceNode):
        return [tree, *(node for item in tree.items for node in nodes(item))]
    return [tree]


def as_text(tree: Node) -> object:
    """A tree with its raw texts, as PyYAML's reader of texts makes it."""
    if isinstance(tree, MappingNode):
        return {key: as_text(entry.value) for key, entry in tree.entries.items()}
    if isinstance(tree, SequenceNode):
        return [as_text(item) for item in tree.items]
    assert isinstance(tree, ScalarNode)
    assert tree.value in (tree.raw, scalar_value(tree.raw))
    return tree.raw
