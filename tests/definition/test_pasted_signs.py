"""Signs out of PDFs and word processors: named where they stand, and mended; right in texts."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexwar
from hexwar.cli import CLEAN, main
from tests.definition.conftest import Write

UNITS = """\
units:
  types:
    infantry: {title: Infantry, steps: 4-4-3}
  counters:
    A: {side: red, type: infantry}
    X: {side: blue, type: infantry}
"""
MAP = """\
map:
  grid: {columns: 4, rows: 3}
  default: open
  paths:
    road: ["0101-0102-0103"]
"""
TERRAIN = """\
terrain:
  hexes:
    open: {cost: 1}
  paths:
    road: {cost: 1/2}
  cite: {path: "1"}
"""
GAME = "hexwar: 2\nid: tiny\ntitle: Tiny\nrulebook: rules.md\n"

FILES = {"units": UNITS, "map": MAP, "terrain": TERRAIN, "game": GAME}

IN_VALUES = [
    ("units", "4-4-3", "4\u20134\u20133", 1, "en dash (U+2013)", "write -: 4-4-3"),
    ("units", "4-4-3", "4\u22124-3", 1, "minus sign (U+2212)", "write -: 4-4-3"),
    ("units", "4-4-3", "4\u20114-3", 1, "non-breaking hyphen (U+2011)", "write -: 4-4-3"),
    ("units", "type: infantry", "type: infantry\u00a0", 14, "no-break space (U+00A0)", "delete it"),
    ("units", "type: infantry", "type: \u200binfantry", 6, "zero width space", "delete it"),
    ("units", "side: red", "s\u0456de: red", 1, "(U+0456)", "write i: side"),
    ("map", "0102-0103", "0102\u20140103", 4, "em dash (U+2014)", "write -: 0102-0103"),
    ("map", "columns: 4", "columns: \uff14", 9, "fullwidth digit four", "write 4"),
    (
        "map",
        "open",
        "\u201copen\u201d",
        0,
        "left double quotation mark",
        'these are not the quotes of YAML; write "open"',
    ),
    ("map", '["0101-0102-0103"]', "\uff3b\uff3d", 0, "fullwidth left square", "write ["),
    ("terrain", "1/2", "\u00bd", 0, "vulgar fraction one half (U+00BD)", "write 1/2"),
    ("terrain", "1/2", "1\u00bc", 0, "vulgar fraction one quarter (U+00BC)", "write 5/4"),
    ("terrain", "1/2", "1\u22152", 1, "division slash (U+2215)", "write /: 1/2"),
    ("terrain", 'path: "1"', 'path: "\uff11"', 7, "(U+FF11)", "write 1"),
]

IN_YAML = [
    ("terrain", "    open:", "    open:\u00a0", 9, "no-break space (U+00A0)"),
    ("terrain", "  hexes:\n", "  hexes:\u00a0\n", 8, "no-break space (U+00A0)"),
    ("terrain", "cost: 1}", "cost:\u202f1}", 5, "narrow no-break space (U+202F)"),
    ("terrain", "cost: 1}", "cost\uff1a1}", 4, "fullwidth colon (U+FF1A)"),
    ("terrain", "    open:", "  \u00a0 open:", 2, "no-break space (U+00A0)"),
    ("terrain", "  cite:", "\u3000cite:", 0, "ideographic space (U+3000)"),
    ("terrain", "{cost: 1}", "{cost: 1}\u00a0", 9, "no-break space (U+00A0)"),
    ("game", "title:", "\u200btitle:", 0, "zero width space (U+200B)"),
    ("game", "title:", "\ufefftitle:", 0, "byte order mark (U+FEFF)"),
]


def with_sign(write: Write, file: str, old: str, new: str) -> tuple[Path, int, int]:
    """The tiny game with something else in a file; the line and the column, from 1, of it."""
    assert old in FILES[file]
    texts = {**FILES, file: FILES[file].replace(old, new, 1)}
    before = texts[file].partition(new)[0]
    return write(**texts), before.count("\n") + 1, len(before) - (before.rfind("\n") + 1) + 1


def test_the_game_is_sound_without_them(write: Write) -> None:
    assert hexwar.check(write(**FILES)) == []


@pytest.mark.parametrize(("file", "old", "new", "offset", "name", "remedy"), IN_VALUES)
def test_a_sign_in_a_value_is_named_with_the_plain_one(
    file: str, old: str, new: str, offset: int, name: str, remedy: str, write: Write
) -> None:
    folder, line, column = with_sign(write, file, old, new)
    finding = hexwar.check(folder)[0]
    assert finding.code == "HW025"
    assert (Path(finding.file).stem, finding.line, finding.column) == (file, line, column + offset)
    assert name in finding.message
    assert finding.help.startswith(remedy)


@pytest.mark.parametrize(("file", "old", "new", "offset", "name"), IN_YAML)
def test_a_sign_in_place_of_one_of_yaml_is_all_that_is_told_of_its_file(
    file: str, old: str, new: str, offset: int, name: str, write: Write
) -> None:
    folder, line, column = with_sign(write, file, old, new)
    (finding,) = [each for each in hexwar.check(folder) if Path(each.file).stem == file]
    assert finding.code in ("HW025", "HW007")
    assert (finding.line, finding.column) == (line, column + offset)
    assert name in finding.message


@pytest.mark.parametrize(
    ("file", "old", "new"), [row[:3] for row in IN_VALUES] + [row[:3] for row in IN_YAML]
)
def test_what_is_pasted_is_mended(file: str, old: str, new: str, write: Write) -> None:
    """To the same game, or to one that says something else: 5/4 for 1/2."""
    folder, *_ = with_sign(write, file, old, new)
    code = main(["check", "--fix", str(folder)])
    text = (folder / f"{file}.yaml").read_text(encoding="utf-8")
    assert text.isascii()
    assert code == CLEAN or new == "\uff3b\uff3d"  # a list in which nothing stands


def test_all_signs_of_a_file_are_told_and_mended_at_once(
    write: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    terrain = TERRAIN.replace(": ", ":\u00a0").replace("1/2", "\u00bd")
    units = UNITS.replace("4-4-3", "\uff14\u20134\u20133").encode().replace(b"\n", b"\r\n")
    folder = write(**{**FILES, "terrain": terrain})
    (folder / "units.yaml").write_bytes(b"\xef\xbb\xbf" + units)
    assert main(["check", "--fix", str(folder)]) == CLEAN
    assert "no findings" in capsys.readouterr().out
    assert (folder / "terrain.yaml").read_text() == TERRAIN
    mended = (folder / "units.yaml").read_bytes()
    assert mended == b"\xef\xbb\xbf" + UNITS.encode().replace(b"\n", b"\r\n")


@pytest.mark.parametrize(
    "title",
    [
        "Red \u2013 Blue",
        "\u00bd a battle\u2026",
        "\u201cThe ford\u201d",
        "Note:\u00a0the ford",
        "Furt \uff1a 42",
        '"Note\uff1a\u00a0x"',
        ">-\n  Note:\u00a0a\u3000ford,\n  Text:\u00a0\u2013 all of it",
    ],
)
def test_in_texts_every_sign_is_right(title: str, write: Write) -> None:
    findings = hexwar.check(write(**{**FILES, "game": GAME.replace("Tiny\n", f"{title}\n")}))
    # Which fonts there are is this machine's.
    assert [finding for finding in findings if finding.code != "HW030"] == []


def test_texts_beside_what_is_no_yaml_are_left_alone(write: Write) -> None:
    """What is told is what is in the way, and not what looks like it in a block of text."""
    game = (
        f"{GAME}summary: |\n  Note:\u00a0all of it\n  Text:\u00a0and more\nauthors:\u00a0\n  - A\n"
    )
    (finding,) = [e for e in hexwar.check(write(**{**FILES, "game": game})) if "game" in e.file]
    assert (finding.code, finding.line) == ("HW025", 8)


def test_a_name_of_letters_that_are_not_latin_is_not_called_mistaken(write: Write) -> None:
    """``\u0421\u043e\u0440`` looks like Cop, and nobody who writes Russian means that."""
    units = UNITS.replace("    A:", "    \u0421\u043e\u0440:")
    assert "HW025" not in {each.code for each in hexwar.check(write(**{**FILES, "units": units}))}


def test_a_name_is_mended_where_it_is_given(write: Write) -> None:
    """And not where it is used as it should be: the codes of results may have any sign."""
    table = "".join(f"    {total}: [E]\n" for total in range(1, 7))
    combat = f"combat:\n  column: attackers\n  dice: 1d6\n  columns: [1]\n  table:\n{table}"
    results = "  results: {\uff25: {title: Out, effects: [{eliminate: defender}]}}\n"
    cite = '  cite: {result: "2", mandatory: "2", modifiers: "2"}\n'
    findings = [e for e in hexwar.check(write(combat=combat + results + cite)) if e.code == "HW025"]
    assert [(each.line, each.column, each.help) for each in findings] == [(12, 13, "write E")]
