"""Findings as people and programs read them."""

from __future__ import annotations

import json
import pickle
import re
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwar
from hexwar.cli import main
from hexwar.definition import load
from hexwar.definition.codes import CODES
from hexwar.definition.diagnostics import DefinitionError, Diagnostic, Findings, Fix, Span
from hexwar.definition.report import (
    WIDEST,
    format_concise,
    format_explanation,
    format_full,
    summary,
    to_dict,
)
from tests.definition.conftest import Write

RIVER = "  river: [0304/0404, 0403/0505]"


def finding(text: str = RIVER, column: int = 22, end: int = 31, label: str = "") -> Diagnostic:
    """A finding about a stretch of a line."""
    place = Span("map.yaml", 14, column, 14, end, text, label)
    return Diagnostic("HW204", "error", "a message", place, help="some help")


def columns(text: str) -> int:
    """Columns of a terminal: two for wide characters, none for combining ones."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(unicodedata.combining(c) > 0 for c in text)


def marked(diagnostic: Diagnostic) -> str:
    """The text above the carets."""
    lines = format_full(diagnostic).split("\n")
    (carets,) = [line for line in lines if re.fullmatch(r" +\| +\^+.*", line)]
    above = lines[lines.index(carets) - 1]
    start, end = carets.index("^"), carets.rindex("^") + 1
    shown, at = "", 0
    for character in above:
        if start <= at < end:
            shown += character
        at += columns(character)
    return shown


def test_a_finding_shows_its_line_with_carets() -> None:
    assert format_full(finding(label="0505 is 2 hexes from 0403")).split("\n") == [
        "error[HW204]: a message",
        "  --> map.yaml:14:22",
        "   |",
        "14 |   river: [0304/0404, 0403/0505]",
        "   |                      ^^^^^^^^^ 0505 is 2 hexes from 0403",
        "   = help: some help",
        "   = explain: hexwar explain HW204",
    ]


def test_related_places_are_shown_as_well(write: Write) -> None:
    (found,) = hexwar.check(write(stacking="stacking:\n  limit: 1\n  limit: 2\n"))[:1]
    text = format_full(found)
    assert "3 |   limit: 2\n  |   ^^^^^ stated again here" in text
    assert "2 |   limit: 1\n  |   ----- first stated here" in text


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("a: wrong", "wrong"),
        ("\ta:\twrong # x", "wrong"),
        ("名前: {日本: wrong}", "wrong"),
        ("a: 日本語 # x", "日本語"),
        ("Hu\u0308nfeld: wrong", "wrong"),
        ("x" * 300 + " wrong", "wrong"),
        ("- wrong, " + "y" * 300, "wrong"),
        ("x" * 150 + "\twrong " + "日" * 150, "wrong"),
        ("bell\x07 and escape\x1b[2J: wrong", "wrong"),
    ],
)
def test_carets_stand_under_what_is_wrong(text: str, word: str) -> None:
    column = text.index(word) + 1
    assert marked(finding(text, column, column + len(word))) == word


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200), st.data())
def test_any_line_can_be_shown(text: str, data: st.DataObject) -> None:
    column = data.draw(st.integers(1, len(text) + 2))
    end = data.draw(st.integers(column, len(text) + 4))
    shown = format_full(finding(text.replace("\n", " "), column, end))
    assert all(line.isprintable() for line in shown.split("\n"))
    assert all(columns(line) <= WIDEST + 20 for line in shown.split("\n"))


def test_a_long_value_is_cut() -> None:
    shown = format_full(finding("a: " + "x" * 500, 4, 504)).split("\n")
    assert max(map(len, shown)) < WIDEST + 10
    assert shown[3].endswith("...")


def test_concise_is_one_line_that_editors_understand() -> None:
    assert format_concise(finding()) == "map.yaml:14:22: error[HW204]: a message"
    odd = Diagnostic("HW001", "error", "two\nlines \x1b[31m", Span("a\nb.yaml"))
    assert "\n" not in format_concise(odd)
    assert "\x1b" not in format_full(odd)


def test_colour_only_when_asked() -> None:
    assert "\x1b" not in format_full(finding()) + format_concise(finding())
    plain = re.sub(r"\x1b\[[0-9;]*m", "", format_full(finding(), color=True))
    assert plain == format_full(finding())
    assert "\x1b[1;31m" in format_concise(finding(), color=True)
    assert "\x1b" in format_explanation(CODES["HW204"], color=True)


def test_a_record_holds_everything() -> None:
    findings = Findings()
    place = Span("map.yaml", 2, 3, 2, 7, "  wods: 1")
    other = Span("map.yaml", 1, 1, 1, 2, "x").labelled("first")
    findings.add(
        "HW101", place, "m", pointer="/map", related=[other], help="h", fix=Fix("woods", safe=True)
    )
    (found,) = findings
    assert json.loads(json.dumps(to_dict(found))) == {
        "code": "HW101",
        "severity": "error",
        "message": "m",
        "file": "map.yaml",
        "line": 2,
        "column": 3,
        "end": {"line": 2, "column": 7},
        "pointer": "/map",
        "related": [
            {
                "file": "map.yaml",
                "line": 1,
                "column": 1,
                "end": {"line": 1, "column": 2},
                "label": "first",
            }
        ],
        "help": "h",
        "fix": {"text": "woods", "safe": True},
    }


def test_pointers_lead_to_the_value(write: Write) -> None:
    found = hexwar.check(write(sides="sides:\n  red: {name: Red}\n  blue: {name: [x]}\n"))
    assert [f.pointer for f in found] == ["/sides/blue/name"]


def test_totals() -> None:
    error, warning = finding(), Diagnostic("HW302", "warning", "m", Span("x"))
    assert summary([]) == "no findings"
    assert summary([error]) == "1 error"
    assert summary([error, warning, error, warning, warning]) == "2 errors, 3 warnings"


def test_errors_come_first_and_then_files_and_lines() -> None:
    findings = Findings()
    for code, file, line in (
        ("HW302", "a", 1),
        ("HW101", "b", 2),
        ("HW101", "b", 1),
        ("HW101", "a", 9),
    ):
        findings.add(code, Span(file, line), f"{file}{line}")
    assert [found.message for found in findings.sorted()] == ["a9", "b1", "b2", "a1"]


def test_an_explanation_shows_what_changes() -> None:
    text = format_explanation(CODES["HW203"])
    assert 'X: "0502"' in text.split("This is not:")[0]
    assert 'X: "0402"' in text.split("This is not:")[1]
    assert "without game.yaml" in format_explanation(CODES["HW010"])


def test_the_error_of_a_broken_game_survives_a_worker_process(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text("hexwar: 2\nid: broken\nid: twice\n", encoding="utf-8")
    with pytest.raises(DefinitionError) as raised:
        load(tmp_path)
    again = pickle.loads(pickle.dumps(raised.value))  # noqa: S301 - our own
    assert str(again) == str(raised.value)
    assert [finding.code for finding in again.diagnostics] == [
        finding.code for finding in raised.value.diagnostics
    ]


@pytest.mark.parametrize(
    "hostile", ["\x1b[2J", "\x07", "\x9b", "\u202e", "\u2066", "\u2028", "\ud800"]
)
def test_no_text_of_a_finding_moves_the_cursor_or_turns_the_writing(hostile: str) -> None:
    place = Span(f"a{hostile}.yaml", 1, 1, 1, 2, f"x{hostile}", f"label{hostile}")
    found = Diagnostic(
        "HW001", "error", f"a{hostile}b", place, related=(place,), help=f"c{hostile}"
    )
    texts = [str(found), str(DefinitionError([found])), found.message, found.help]
    texts += [format_concise(found), *format_full(found).split("\n"), json.dumps(to_dict(found))]
    for text in texts:
        assert text.isprintable()
        assert text.isascii()
    assert found.message == f"a{hostile.encode('unicode_escape').decode()}b"


def test_what_cannot_be_seen_in_a_file_is_written_out(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    """In every format of the command, JSON included."""
    folder = write(movement='movement: {"a\u202eb": 1, allowance: 4}\n')
    for form in ("full", "concise", "json"):
        assert main(["check", "--format", form, str(folder)]) == 1
        printed = capsys.readouterr().out
        assert printed.replace("\n", "").isprintable()
        assert "u202e" in printed


def test_a_long_text_is_not_told_whole(write: Write) -> None:
    key = "k" * 100_000
    (found,) = hexwar.check(write(stacking=f"stacking: {{limit: 1, ? {key} : 1}}\n"))[:1]
    assert found.code == "HW101"
    assert len(found.message) < 1100
