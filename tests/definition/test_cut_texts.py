"""Texts that a # cuts are told; comments are comments."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexwar
from hexwar.cli import CLEAN, main
from hexwar.definition import load
from tests.definition.conftest import Write

GAME = "hexwar: 2\nid: tiny\ntitle: Tiny\nrulebook: rules.md\n"


def told(folder: Path) -> list[tuple[str, int, str]]:
    """Code, line and remedy of every finding."""
    return [(each.code, each.line, each.help) for each in hexwar.check(folder)]


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("The battle #2", "The battle #2"),
        ("The battle  #2 of 3  # a first one", "The battle #2 of 3"),
        ("Battle #two", "Battle #two"),
        ("Guards\t#7", "Guards #7"),
    ],
)
def test_a_text_that_is_cut_is_told_whole(text: str, whole: str, write: Write) -> None:
    folder = write(game=GAME.replace("Tiny\n", f"{text}\n"))
    ((code, line, remedy),) = told(folder)
    assert (code, line) == ("HW026", 3)
    assert " ".join(remedy.partition(";")[0].split()) == f'write "{whole}"'


@pytest.mark.parametrize(
    "text",
    [
        "Tiny  # a first one",
        "Tiny # 2",
        "Tiny  #old",
        '"Tiny" #2',
        "Tiny #",
        "Tiny ## #2",
        "Tiny#2",
    ],
)
def test_a_comment_behind_a_text_is_one(text: str, write: Write) -> None:
    assert told(write(game=GAME.replace("Tiny\n", f"{text}\n"))) == []


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("stacking", 'stacking: #all\n  limit: 1 #2\n  cite: {limit: "1"} #3\n'),
        ("map", "map:\n  grid: {columns: 4, rows: 3} #9\n  default: open #plain\n"),
        ("sides", "sides:\n  red: {name: Red}\n  blue:\n    name: Blue\n    color: '#2f5f9e' #2\n"),
    ],
)
def test_behind_numbers_ids_and_braces_every_comment_is_one(
    file: str, text: str, write: Write
) -> None:
    assert told(write(**{file: text})) == []


def test_a_number_behind_a_text_is_mended_and_a_word_is_left_to_the_author(write: Write) -> None:
    text = f"{GAME}summary: The battle #two\nauthors:\n  - A club #4  # it is one\n"
    folder = write(game=text.replace("Tiny\n", "Tiny #2\n"))
    main(["check", "--fix", str(folder)])
    mended = (folder / "game.yaml").read_text()
    assert mended == (
        'hexwar: 2\nid: tiny\ntitle: "Tiny #2"\nrulebook: rules.md\n'
        'summary: The battle #two\nauthors:\n  - "A club #4"  # it is one\n'
    )
    assert load(folder).catalog.header.title == "Tiny #2"
    assert [line for _, line, _ in told(folder)] == [5]


def test_a_text_of_several_lines_is_cut_as_well(write: Write) -> None:
    findings = hexwar.check(write(game=f"{GAME}summary: The first\n  of module #7\n"))
    assert [(each.code, each.line, each.column) for each in findings] == [("HW026", 6, 13)]


def test_a_text_of_which_nothing_is_left_is_told_too(write: Write) -> None:
    folder = write(game=GAME.replace("Tiny\n", "#2\n"))
    assert told(folder) == [("HW103", 3, 'write "#2"')]
    assert main(["check", "--fix", str(folder)]) == CLEAN


def test_a_text_in_braces_is_told_on_its_own_line(write: Write) -> None:
    """What reading fails at stands further down."""
    sides = "sides:\n  red: {name: Red #2, color: '#b3392f'}\n  blue: {name: Blue}\n"
    folder = write(sides=sides)
    assert told(folder)[0] == ("HW001", 2, 'write "Red #2"')
    assert main(["check", "--fix", str(folder)]) == CLEAN
    assert 'name: "Red #2", color' in (folder / "sides.yaml").read_text()
