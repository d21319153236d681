"""Units that break down into smaller ones and are put together again.

In the tiny game *regroup* Red's 7th Division (D7, two steps) breaks down into the regiments D71 and
D72 in Red's movement phase; blue's 1st and 2nd Guards share the substitutes S1 and S2, and only the
second is put together again. Two units to a hex.
"""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

import hexwar
from hexwar.rules.history import History
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, listed, place, told


def red(**setup: str) -> State:
    return place("regroup", {"B1": "0704", **setup}, "red_movement")


def refused(state: State, line: str) -> str:
    violation = state.explain(line)
    assert violation is not None, line
    assert line not in listed(state)
    return violation.message


def test_a_unit_breaks_down_where_it_stands() -> None:
    state = red(D7="0302")
    assert listed(state, "break") == ["break seventh"]
    assert told(state, "break seventh") == ["regrouped"]
    assert state.units_at("0302") == ("D71", "D72")
    assert state.position("D7") is None
    assert state.names_of(state.eliminated) == ()


def test_the_parts_may_move_each_by_itself() -> None:
    state = red(D7="0302")
    state.apply("break seventh")
    state.apply("move D71 0502")
    state.apply("move D72 0104")
    assert (state.position("D71"), state.position("D72")) == ("0502", "0104")


def test_parts_in_one_hex_become_the_whole() -> None:
    state = red(D71="0302", D72="0302")
    assert listed(state, "combine") == ["combine seventh"]
    state.apply("combine seventh")
    assert state.units_at("0302") == ("D7",)


def test_parts_apart_do_not() -> None:
    state = red(D71="0302", D72="0303")
    assert refused(state, "combine seventh") == "D72 is not in one hex with D71."


def test_nobody_regroups_twice_in_a_phase() -> None:
    state = red(D7="0302")
    state.apply("break seventh")
    assert refused(state, "combine seventh") == "7th Division has been regrouped in this phase."


@pytest.mark.parametrize("line", ["move D7 0402", "move D7 0302"])
def test_who_has_moved_does_not_break_down(line: str) -> None:
    state = red(D7="0303", R1="0604")
    state.apply(line)
    assert refused(state, "break seventh") == "D7 has moved, or does not move in this phase."


def test_who_has_lost_a_step_does_not_break_down() -> None:
    state = red(D7="0302")
    state.lose(state.frame.unit_index["D7"], 1)
    assert refused(state, "break seventh") == "D7 is not at full strength."


def test_there_must_be_room_for_the_parts() -> None:
    state = red(D7="0302", R1="0302")
    assert "stacking limit is 2 units" in refused(state, "break seventh")
    state.apply("move R1 0303")
    state.apply("break seventh")


def test_a_lost_part_does_not_come_back() -> None:
    state = red(D7="0302", D71="0303")
    state.eliminate(state.frame.unit_index["D71"])
    assert refused(state, "break seventh") == "D71 has been lost."


@pytest.mark.parametrize(("marked", "after"), [("D7", ("D71", "D72")), ("R1", ("R1",))])
def test_parts_share_what_the_whole_has_been_through(marked: str, after: tuple[str, ...]) -> None:
    """And nothing of what others have."""
    state = red(D7="0302", R1="0303")
    state.mark("out_of_supply", 1 << state.frame.unit_index[marked])
    state.apply("break seventh")
    assert state.names_of(state.marks["out_of_supply"]) == after


def test_substitutes_are_for_one_unit_at_a_time() -> None:
    state = place("regroup", {"R1": "0101", "G1": "0602", "G2": "0603"}, "blue_movement")
    assert listed(state, "break") == ["break first", "break second"]
    state.apply("break first")
    assert refused(state, "break second") == "S1 is on the map."
    assert "never is put together" in refused(state, "combine first")


def test_the_other_side_does_not_break_it_down() -> None:
    state = place("regroup", {"R1": "0101", "D7": "0302", "G1": "0602"}, "blue_movement")
    assert refused(state, "break seventh") == "7th Division belongs to the other side."


def test_breaking_down_is_taken_back() -> None:
    history = History(red(D7="0302"))
    history.apply("break seventh")
    history.undo()
    assert history.state.units_at("0302") == ("D7",)


def test_it_is_offered_by_its_titles() -> None:
    labels = [choice.label for choice in red(D7="0302").choices()]
    assert "7th Division breaks down into D71 and D72" in labels


def test_a_unit_and_its_parts_are_not_both_set_up(tmp_path: Path) -> None:
    """Nor is one counter all its parts, nor one of the other side."""
    yaml = """
breakdown: {third: {whole: R1, parts: [R2, R3]}, lone: {whole: D7, parts: [S1]}}
scenarios: {meeting: {setup: {R1: "0101", R2: "0103"}}}
"""
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    found = [str(f) for f in hexwar.check(folder(tmp_path, yaml, FOLDER / "regroup"))]
    said = [line for line in found if "HW592" in line]
    assert len(said) == 3
    assert "R1 and its part R2 are both set up" in said[0]
