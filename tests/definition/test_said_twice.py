"""What stands twice in a row is found where the second stands, and throws may stand twice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

import hexwar
from hexwar.definition.codes import CODES
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER

Write = Callable[..., Path]
MARSH = "terrain: {hexes: {open: {cost: 1}, marsh: {cost: 2}}}\n"
MAP = 'map: {grid: {columns: 4, rows: 3}, default: open, hexes: {marsh: ["0201"]}}\n'
HELD = """\
victory:
  - {winner: red, if: {eliminated: {side: blue, only: {at: {terrain: [marsh, marsh]}}}}}
  - {winner: blue}
"""


def twice(folder: Path) -> list[int]:
    """The lines on which something is said twice."""
    return [found.line for found in hexwar.check(folder) if found.code == "HW479"]


def test_a_word_of_a_condition(write: Write) -> None:
    """It asks for one of them, so that the second asks for nothing."""
    assert twice(write(victory=HELD, terrain=MARSH, map=MAP)) == [2]
    once = HELD.replace("[marsh, marsh]", "[marsh, open]")
    assert twice(write(victory=once, terrain=MARSH, map=MAP)) == []


SUPPLY = "supply: {sources: {red: [PLACES], blue: ['0401']}}\n"
STATES = "states: {shaken: {title: Shaken, forbids: [attack]}}\n"
WORSE = STATES.replace("}}", ", again: routed}, routed: {title: Routed, forbids: [move]}}")
MARK = "{mark: {state: shaken, who: defender}}"
FACING = """\
combat:
  modifiers: {flank: {defenders: {struck_in: [ARCS]}}}
"""


@pytest.mark.parametrize(
    ("said", "found"),
    [
        (SUPPLY.replace("PLACES", "'0101', '0101'"), ["'0101'"]),
        (SUPPLY.replace("PLACES", "'0101', '0102'"), []),
        (FACING.replace("ARCS", "rear, rear"), ["rear"]),
        (FACING.replace("ARCS", "rear, flank"), []),
        (f"{STATES}combat: {{results: {{NE: [{MARK}, {MARK}]}}}}\n", [MARK]),
        (f"{WORSE}combat: {{results: {{NE: [{MARK}, {MARK}]}}}}\n", []),
        ("combat: {results: {NE: [nothing, nothing]}}\n", ["nothing"]),
        ("combat: {results: {NE: [nothing]}}\n", []),
        ("combat: {table: {1: [nothing, nothing, NE]}, results: {nothing: [nothing]}}\n", []),
    ],
)
def test_a_source_of_supply_an_arc_or_nothing(said: str, found: list[str], tmp_path: Path) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    told = hexwar.check(folder(tmp_path, said, FOLDER / "pikes"))
    twice = [one.place for one in told if one.code == "HW479"]
    assert [at.text[at.column - 1 : at.end_column - 1] for at in twice] == found


@pytest.mark.parametrize(
    ("said", "lines"), [("[{winner: blue}, {winner: blue}]", [1]), ("[{winner: blue}]", [])]
)
def test_an_entry_of_a_list(said: str, lines: list[int], write: Write) -> None:
    assert twice(write(victory=f"victory: {said}\n")) == lines


def test_results_in_a_row_of_a_table_may_be_alike(write: Write) -> None:
    assert twice(write()) == []


def helps(folder: Path) -> list[str]:
    return [found.help for found in hexwar.check(folder) if found.code == "HW479"]


def test_only_of_what_has_a_count_the_count_is_spoken_of(write: Write) -> None:
    """A line of victory cannot be meant twice."""
    assert helps(write(victory="victory: [{winner: blue}, {winner: blue}]\n")) == [
        "delete one of them"
    ]
    combat = dict(CODES["HW479"].bad)["combat.yaml"]
    assert helps(write(combat=combat)) == ["delete one of them, or say how often: `count: 2`"]
