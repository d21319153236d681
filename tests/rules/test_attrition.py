"""Tables that ask about the unit that is rolled for, rows beyond the dice, units that swap sides.

In the tiny game *attrition* each red unit is rolled for in the column for how many red units stand
in its hex; who is worn out adds 3 to the die, and the rows go on to 9. Then M, the militia, goes
over to blue on a 1 and is BM from then on.
"""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

import hexwar
from hexwar.charts.tables import tables_of_the_game
from hexwar.cli.terminal import lines_of
from hexwar.engine.dice import Dice
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from hexwar.rules.states.rules import StateRules
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, place, varied

BLUE = {"B1": "0701"}
STAYS = 6


def march(setup: dict[str, str], *dice: int, phase: str = "red_attrition") -> State:
    return place("attrition", {**BLUE, **setup}, phase, dice=dice)


def rolls(state: State) -> list[tuple[str, str]]:
    """The units that were rolled for, each with its column."""
    told = [event for event in state.events or () if event.kind == "table"]
    return [(event.unit, event.column) for event in told if "unit" in event.fields]


def test_the_column_is_counted_where_the_unit_stands() -> None:
    state = march({"R1": "0303", "R2": "0303", "R3": "0501"}, 1, 1, 1, STAYS)
    assert rolls(state) == [("R1", "2"), ("R2", "2"), ("R3", "1")]


@pytest.mark.parametrize(("die", "left"), [(1, "0303"), (3, "0303"), (4, None)])
def test_rows_go_on_beyond_the_dice(die: int, left: str | None) -> None:
    """In a stack of three the worn out are lost to a 7, of which no die alone has one."""
    state = march({"R1": "0303", "R2": "0303", "R3": "0303"}, phase="blue_movement")
    state.rules[StateRules].put(state, "worn_out", 1 << state.frame.unit_index["R1"])
    state.dice = Dice.scripted((die, 1, 1, STAYS))
    state.apply("done")
    assert state.position("R1") == left


def test_who_deserts_is_of_the_other_side() -> None:
    state = march({"M": "0103"}, 1)
    assert (state.position("M"), state.position("BM")) == (None, "0103")
    assert state.eliminated == 0
    assert not broken_invariants(state)


def test_nobody_deserts_among_those_he_would_leave() -> None:
    """Two sides do not stand in one hex; that nothing comes of it is told."""
    state = march({"M": "0103", "R1": "0103"}, 1, 1)
    assert (state.position("M"), state.position("BM")) == ("0103", None)
    (told,) = [event for event in state.events or () if event.kind == "not_regrouped"]
    assert told.text == "M does not become BM in 0103: units of another side are there."


def test_a_column_about_nobody_is_found(tmp_path: Path) -> None:
    yaml = "sequence: {phases: [{id: march, kind: table, table: march}]}"
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    found = [f.message for f in hexwar.check(folder(tmp_path, yaml, FOLDER / "attrition"))]
    assert any("only asks for the unit that is rolled for" in line for line in found)


def test_a_gap_between_the_rows_is_found(tmp_path: Path) -> None:
    yaml = "tables: {march: {table: {7..9: null, 8..9: [worn, worn, lost]}}}"
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    found = [f.message for f in hexwar.check(folder(tmp_path, yaml, FOLDER / "attrition"))]
    assert "the table has no row for 7" in found


def test_charts_say_what_befalls_the_unit_that_is_rolled_for(tmp_path: Path) -> None:
    yaml = """
tables:
  march:
    results:
      lost:
        - if:
            only: {state: worn_out}
            then: [{eliminate: actor}]
            else: [{unmark: {state: worn_out, who: actor}}]
        - {mark: {state: worn_out, who: actor}}
"""
    game = varied(tmp_path, yaml, "attrition").definition.resolve()
    said = " ".join(" ".join(lines_of(tables_of_the_game(game))).split())
    assert (
        "lost: if the unit is worn out, the unit is eliminated, else the unit comes out of the "
        "state worn out; the unit comes into the state worn out"
    ) in said


def test_charts_say_in_a_sentence_when_a_modifier_changes_the_roll(tmp_path: Path) -> None:
    """Not key by key, as the file has it."""
    yaml = """
tables:
  march: {modifiers: {late: {title: Late, roll: -1, if: {not: {turn: [1, 2]}}}}}
"""
    game = varied(tmp_path, yaml, "attrition").definition.resolve()
    said = " ".join(" ".join(lines_of(tables_of_the_game(game))).split())
    assert "Worn out: the roll counts 3 more, only for units that are worn out." in said
    assert "Late: the roll counts 1 less, if it is not turn 1 and it is not turn 2." in said
