"""YAML's traps: what other readers take for something else, or choke on."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import hexwar
from hexwar.definition import load
from hexwar.definition.diagnostics import Findings
from hexwar.definition.source import parse, read_bytes, scalar_value
from hexwar.definition.tree import plain
from hexwar.rules.combat.section import Combat
from hexwar.rules.movement.section import Movement
from tests.definition.conftest import Write


def codes(folder: Path) -> list[str]:
    """The codes of all findings."""
    return [finding.code for finding in hexwar.check(folder)]


def read(text: str | bytes) -> tuple[object, list[str]]:
    """A text's tree as plain values, and the codes of what is wrong with it."""
    findings = Findings()
    data = text if isinstance(text, bytes) else text.encode()
    file = read_bytes(Path("game.yaml"), data, findings)
    tree = None if file is None else parse(file, findings)
    return (None if tree is None else plain(tree)), [found.code for found in findings]


@pytest.mark.parametrize(
    "raw",
    [
        "0101",
        "0701",
        "0108",
        "0o17",
        "0x1f",
        "1_000",
        "+3",
        "3:1",
        "1:2",
        "1e3",
        "5.",
        ".5",
        "no",
        "yes",
        "on",
        "off",
        "No",
        "y",
        "True",
        "NULL",
        "1944-06-06",
        "=",
        "1/2",
    ],
)
def test_what_only_looks_like_a_number_or_a_truth_value_is_text(raw: str) -> None:
    assert scalar_value(raw) == raw
    assert read(f"{raw}: [{raw}]") == ({raw: [raw]}, [])


@pytest.mark.parametrize(
    ("raw", "value"), [("0", 0), ("-4", -4), ("1.5", 1.5), ("true", True), ("~", None), ("", None)]
)
def test_plain_numbers_and_words_are_what_they_are(raw: str, value: object) -> None:
    assert scalar_value(raw) == value
    assert type(scalar_value(raw)) is type(value)


def test_hexes_need_no_quotes(write: Write) -> None:
    game = load(write(scenarios="scenarios:\n  duel:\n    setup: {A: 0101, X: 0402}\n")).resolve()
    assert dict(game.scenario.setup) == {"A": "0101", "X": "0402"}


def test_odds_are_not_numbers_to_base_sixty(write: Write) -> None:
    combat = (
        "combat:\n  column: {ratio: down}\n  dice: 1d2\n  columns: [1:2, 1:1]\n  table:\n"
        "    1: [NE, DE]\n    2: [NE, NE]\n  results:\n    DE: [{eliminate: defender}]\n"
        '    NE: [nothing]\n  cite: {table: "2", result: "2"}\n'
    )
    game = load(write(combat=combat)).resolve()
    assert game.section(Combat) is not None
    assert game[Combat].columns == (Fraction(1, 2), Fraction(1))
    assert game[Combat].headings == ("1:2", "1:1")


def test_versions_and_rule_numbers_keep_their_zeros(write: Write) -> None:
    folder = write(movement="movement:\n  allowance: 4\n  cite: {allowance: 6.10}\n")
    (folder / "rules.md").write_text("## 6.10 Movement\n\n## 2 Combat\n\n## 1 Rest\n")
    (folder / "game.yaml").write_text(
        "hexwar: 2\nid: tiny\ntitle: Tiny\nversion: 6.10\nrulebook: rules.md\n"
    )
    assert codes(folder) == []
    game = load(folder).resolve()
    assert game.header.version == "6.10"
    assert game[Movement].cite["allowance"] == "6.10"


def test_sides_may_be_called_no_and_on(write: Write) -> None:
    text = "sides:\n  no: {name: Norway}\n  on: {name: Others}\n"
    findings = hexwar.check(write(sides=text))
    assert {found.code for found in findings} == {"HW301"}
    names = {found.message for found in findings}
    assert names == {"there is no side red", "there is no side blue"}


@pytest.mark.parametrize("text", ["a: 1\na: 2\n", "{a: 1, a: 2}", "1: a\n'1': b\n", "a: 1\n'a': 2"])
def test_a_key_twice_is_an_error_that_names_both_places(text: str) -> None:
    findings = Findings()
    file = read_bytes(Path("game.yaml"), text.encode(), findings)
    assert file is not None
    parse(file, findings)
    (found,) = findings
    assert found.code == "HW002"
    first = (found.related[0].line, found.related[0].column)
    assert first < (found.line, found.column)


def test_merge_keys_cannot_explode() -> None:
    rows = ["a0: &a0 {x: 1}"]
    rows += [f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 9)}]}}" for n in range(1, 10)]
    _, found = read("\n".join(rows))
    assert set(found) == {"HW002", "HW003"} or set(found) == {"HW003"}


@pytest.mark.parametrize("text", ["a: &a [*a]", "&x a: 1", "- &b 1\n- *b", "a: &c\nb: *c"])
def test_anchors_and_aliases_are_refused(text: str) -> None:
    _, found = read(text)
    assert set(found) == {"HW003"}


def test_an_alias_is_one_finding(write: Write) -> None:
    """What it stands for is not there: that it has the wrong shape is no news."""
    units = """units:
  types:
    infantry: &foot {steps: &steps [4-4-4]}
    guards: *foot
  counters:
    A: {side: &side red, type: infantry, steps: *steps}
    X: {side: *side, type: guards}
"""
    found = hexwar.check(write(units=units))
    assert [(f.code, f.line) for f in found] == [("HW003", n) for n in (3, 3, 4, 6, 6, 7)]


@pytest.mark.parametrize("depth", [33, 1_000, 100_000])
@pytest.mark.parametrize("bracket", ["[", "{a: ", "- "])
def test_nesting_cannot_exhaust_the_machine(bracket: str, depth: int) -> None:
    tree, found = read(bracket * depth)
    assert (tree, found) == (None, ["HW006"])


def test_depth_of_thirty_two_is_read() -> None:
    tree, found = read("[" * 32 + "]" * 32)
    assert found == []
    assert tree is not None


@pytest.mark.parametrize("raw", [".nan", ".inf", "-.inf", ".NaN", "+.INF"])
def test_no_infinity_and_no_nan(raw: str) -> None:
    assert read(f"a: {raw}")[1] == ["HW015"]


def test_a_newline_at_the_end_does_not_slip_through_a_pattern(write: Write) -> None:
    folder = write(sides='sides:\n  red: {name: Red, color: "#123456\\n"}\n  blue: {name: Blue}\n')
    assert codes(folder) == ["HW105"]


def test_a_hex_with_a_newline_is_no_hex(write: Write) -> None:
    folder = write(scenarios='scenarios:\n  duel:\n    setup: {A: "0101\\n", X: "0402"}\n')
    assert set(codes(folder)) & {"HW203", "HW105", "HW007"}


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\xff\xfea\x00", "HW007"),
        (b"a: \xe9", "HW007"),
        (b"a: b\x00c", "HW007"),
        (b"a: \x1b[2J", "HW007"),
        (b'a: "\\e[2J"', "HW007"),
        (b"a: {b", "HW001"),
        (b"%YAML 9.9\n---\na: 1", "HW001"),
        (b"a: 1\n---\nb: 2", "HW005"),
        (b"a: !!python/object/apply:os.system [x]", "HW004"),
        (b"a: !x 1", "HW004"),
        (b"? [a]\n: b", "HW014"),
        (b"a:\n\t- b", "HW008"),
    ],
)
def test_bytes_that_are_no_clean_yaml(data: bytes, code: str) -> None:
    assert code in read(data)[1]


def test_a_byte_order_mark_and_windows_lines_are_read() -> None:
    assert read(b"\xef\xbb\xbfa: 1\r\nb: [x,\r\n  y]\r\n") == ({"a": 1, "b": ["x", "y"]}, [])


def test_a_deeper_first_line_is_found_where_it_is() -> None:
    text = "map:\n  terrain: |\n     rc 01\n    01 .\n  other: [\n"
    findings = Findings()
    file = read_bytes(Path("map.yaml"), text.encode(), findings)
    assert file is not None
    assert parse(file, findings) is None
    (found,) = findings
    assert (found.code, found.line, found.column) == ("HW009", 3, 6)
