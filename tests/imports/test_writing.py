"""What drafts write is read again as it was meant, whatever it is."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from hexwar.definition.diagnostics import Findings
from hexwar.definition.source import parse, read_bytes
from hexwar.definition.tree import plain
from hexwar.imports.vassal import counters, drafting
from hexwar.imports.vassal.drafting import draft_of
from hexwar.imports.writing import Ids, Nested, Rows, block, slug, told, value
from tests.imports.modules import kassala

ODD = st.text(
    alphabet="aZ09 _-.:#'\"\\{}[],&*!|>%@`?~=\n\t\x85\u2028é日", max_size=12
) | st.sampled_from(
    [
        "on",
        "No",
        "null",
        "~",
        "1e5",
        "0x1F",
        "0101",
        "1_000",
        "12:30",
        "2020-01-01",
        ".inf",
        "<<",
        "=",
    ]
)


def read(text: str) -> object:
    """What a file of a game would say."""
    findings = Findings()
    file = read_bytes(Path("x.yaml"), text.encode(), findings)
    assert file is not None
    root = parse(file, findings)
    assert root is not None and not list(findings), list(findings)
    return plain(root)


@given(ODD.map(told), ODD.map(told))
def test_texts_come_back(key: str, text: str) -> None:
    """As a value, as a key, in a list, in a mapping on one line; by this reader and another."""
    rows = {"a": text, "b": [text, text], "c": {"d": text}, "e": Nested({f"k{key}": text})}
    written = "\n".join(block({**rows, "f": Rows([text, [text]])}))
    expected = {
        "a": text, "b": [text, text], "c": {"d": text}, "e": {f"k{key}": text}, "f": [text, [text]],
    }  # fmt: skip
    assert yaml.safe_load(written) == expected
    assert read(written) == expected


@given(st.floats(-99_999, 99_999), st.integers(-9999, 9999), st.booleans())
def test_numbers_come_back(real: float, whole: int, truth: bool) -> None:
    found = yaml.safe_load(value([real, whole, truth]))
    assert abs(found[0] - real) < 0.0001
    assert found[1:] == [whole, truth]


@given(st.lists(ODD, max_size=8))
def test_ids_differ_and_are_ids(names: list[str]) -> None:
    ids = Ids()
    found = [ids.one(name, "unit") for name in names]
    assert len({each.casefold() for each in found}) == len(found)
    assert all(each.isascii() and each.isidentifier() for each in found)


def test_devices_are_no_names() -> None:
    assert [slug(name, "picture") for name in ("CON", "Aux", "com1", "Conn")] == [
        "picture_con",
        "picture_aux",
        "picture_com1",
        "conn",
    ]


def test_what_is_more_than_a_file_may_hold_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counters, "MOST_UNITS", 2)
    monkeypatch.setattr(drafting, "MOST_PLACES", 1)
    draft = draft_of(kassala().data(), "battle.vmod", "battle")
    assert "scenarios.yaml" not in draft.files and "offered/scenarios.yaml" in draft.files
    units = yaml.safe_load(draft.files["units.yaml"])["units"]["counters"]
    assert len(units) == 2
    assert "2  kinds of unit: Red_Guns_1-0, Blue_Infantry_3-2" in draft.listing.text()
