"""What is told to people who follow the tutorial and copy, indent or name something wrongly."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexwar
from hexwar.cli import main
from tests.definition.conftest import Write

OPENED = "\u201c is a left double quotation mark (U+201C), a sign that the format does not have"
CURLED = "these are not the quotes of YAML"
REGIONS = 'map:\n  grid: {columns: 4, rows: 3}\n  default: open\n  regions:\n    west: ["0101"]\n'
WAVE = "reinforcements:\n  wave: {side: red, phase: red_movement, units: [A], entry: west"
HORSE = "terrain:\n  hexes:\n    open: {cost: {foot: 1, horse: 2}}\n"
MARSH = "terrain: {hexes: {open: {cost: 2}}}"


def remedies(folder: Path) -> dict[str, str]:
    """The help of every finding by its message."""
    return {found.message: found.help for found in hexwar.check(folder)}


@pytest.mark.parametrize(
    ("files", "message", "remedy"),
    [
        (
            {"scenarios": "scenarios:\n  meeting:\n    setup: {A: \u201c0101\u201d, X: '0403'}\n"},
            f"{OPENED}; there are 2 of such signs in the value",
            f'{CURLED}; write "0101", and let the editor set no curly quotes',
        ),
        (
            {"sides": "sides:\n  red: {name: R, color: \u201c#fff\u201d}\n  blue: {name: B}\n"},
            f"{OPENED}; there are 2 of such signs in the value",
            f'{CURLED}; write "#fff", and let the editor set no curly quotes',
        ),
        (
            {"stacking": "stacking: {limit: 1}\n```\n"},
            "not YAML: found character that cannot start any token",
            "``` frames a block on a page, and is no part of it: delete the line",
        ),
        (
            {"sides": "sides: {red: {name: 'The King's Own'}, blue: {name: B}}\n"},
            "not YAML: did not find expected ',' or '}'",
            "an apostrophe ends a text in single quotes: put it in double quotes",
        ),
        (
            {"sides": "sides:\n  red: {name: R}\n  blue: {name: B}\n  sequence:\n"},
            "sequence must be a mapping, not empty",
            "sequence is a section: write it at the margin",
        ),
        (
            {"stacking": "{\\rtf1\\ansi stacking: }"},
            "stacking.yaml is rich text, as a word processor saves it",
            "save it as plain text; in TextEdit: Format, Make Plain Text",
        ),
        (
            {"map": f'{REGIONS}  east: ["0401"]\n'},
            "unknown key 'east' in map",
            "if it belongs to regions above it, indent it as far as what stands under that",
        ),
        (
            {"map": REGIONS, "reinforcements": f"{WAVE}, turn: 3}}"},
            "unknown key 'turn' in wave",
            "turn belongs under `if`: write `if: {turn: 3}`",
        ),
        (
            {"map": REGIONS, "reinforcements": WAVE.replace("west", '"0103"}')},
            "there is no region 0103",
            '0103 is a hex: give it a name in map, `regions: {there: ["0103"]}`',
        ),
        (
            {"options": f"options:\n  mud: {{patch: {{{MARSH[:-1]}}}, turns: 8}}}}\n"},
            "unknown key 'turns' in patch",
            "turns is a key of section sequence: write `sequence: {turns: ...}`",
        ),
        (
            {"scenarios": "scenarios:\n  meeting: {title: T, turns: 4, setup: {A: '0101'}}\n"},
            "unknown key 'turns' in meeting",
            "turns is a key of section sequence: write `patch: {sequence: {turns: ...}}`",
        ),
        (
            {"terrain": HORSE},
            "there is no movement class horse",
            "classes stand in section movement, `classes: [foot, horse]`; "
            "a type of units is of one by its `movement_class`",
        ),
    ],
)
def test_a_slip_is_answered(files: dict[str, str], message: str, remedy: str, write: Write) -> None:
    assert remedies(write(**files)).get(message) == remedy


def test_a_key_is_sent_nowhere_where_its_value_would_not_do(write: Write) -> None:
    """``hexes`` is a word of conditions as well, and asks for a mapping there."""
    exits = "exits:\n  east: {side: red, hexes: west}\n"
    found = remedies(write(map=REGIONS, exits=exits))
    assert found["unknown key 'hexes' in east"].startswith("there are: title, side, region")


def test_two_numbers_of_a_counter_are_explained(write: Write) -> None:
    movement = 'movement: {allowance: printed, cite: {allowance: "1"}}\n'
    units = "units:\n  types: {infantry: {title: I, steps: 5-4}}\n  counters:\n"
    units += "    A: {side: red, type: infantry}\n    X: {side: blue, type: infantry}\n"
    found = remedies(write(movement=movement, units=units))
    assert "`printed: strength_movement`" in found["A, X print no movement allowance"]


def test_words_that_are_no_classes_are_not_asked_for_the_class_of_all(write: Write) -> None:
    assert [m for m in remedies(write(terrain=HORSE)) if m.startswith("no cost for")] == []


def test_classes_that_a_game_has_are_listed(write: Write) -> None:
    movement = 'movement: {allowance: 4, classes: [foot, wheels], cite: {allowance: "1"}}\n'
    found = remedies(write(terrain=HORSE, movement=movement))
    assert found["there is no movement class horse"] == "there are: foot, wheels"


@pytest.mark.parametrize(
    ("called", "remedy"),
    [
        ("more.yml", "call it more.yaml"),
        (
            "more.yaml.txt",
            "call it more.yaml; systems that hide the endings of names do not show the .txt",
        ),
        ("notes.txt", None),
        (".more.yml", None),
    ],
)
def test_a_file_with_another_ending_is_told(called: str, remedy: str | None, write: Write) -> None:
    folder = write()
    (folder / called).write_text("x", encoding="utf-8")
    assert remedies(folder).get(f"{called} is not read: only names in .yaml are") == remedy


def test_a_folder_nearby_is_offered(
    write: Write,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A misspelt game is looked for beside, and not among the shipped ones alone."""
    write(folder="ford")
    monkeypatch.chdir(tmp_path)
    assert main(["check", "forde"]) == 2
    assert "did you mean ford?" in capsys.readouterr().err


def test_a_word_of_the_format_is_sent_to_the_book(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "movement_class"]) == 2
    assert "hexwar book --search movement_class" in capsys.readouterr().err
