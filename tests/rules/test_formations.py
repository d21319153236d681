"""Formations: who belongs together, what being together is worth, how much of one is lost.

Red has the Guard Division (R1, an elite, R2, R3) and the 2nd Division (R4 alone); blue the Army of
the East (B1 to B3). A foot unit has two steps of 4-4-3 and 2-2-3. Attackers double where all of
their formation that is in play stands together; defenders get 1 if none of it is lost.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from shutil import copytree

import pytest

import hexwar
from hexwar.charts.sequence_of_play import victory_conditions
from hexwar.cli.terminal import lines_of
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.language.conditions import Conditions
from hexwar.rules.state import State
from hexwar.rules.victory.section import Victory
from tests.conformance.scs.variant import folder
from tests.rules.test_selectors import who
from tests.rules.tiny import FOLDER, place, play, tiny, varied

NOT_FORESEEN = "HW518"
"""Of formations the computer player foresees nothing, and the game is about nothing else."""

TOGETHER = {"R1": "0303", "R2": "0303", "R3": "0303", "R4": "0101", "B1": "0403"}


def begin(setup: dict[str, str], **units: str) -> State:
    """Red's combat phase, with these units, some of them elsewhere."""
    return place("divisions", {**setup, **units}, "red_combat")


def lose(state: State, *units: str) -> None:
    """Units are out of play."""
    for unit in units:
        state.eliminate(state.frame.unit_index[unit])


def holds(state: State, line: int) -> bool:
    """Whether the condition of a line of victory holds."""
    section = state.resolved[Victory].lines
    return state.rules[Conditions].test(section[line].condition)(state)


# -- who belongs together -------------------------------------------------------------------------


def test_counters_are_selected_by_their_formation_and_by_traits_of_their_own() -> None:
    state = begin(TOGETHER)
    assert who(state, "formation: guard") == "R1 R2 R3"
    assert who(state, "formation: [line, east]") == "B1 R4"
    assert who(state, "trait: elite") == "R1"


def test_a_formation_is_complete_where_all_of_it_stands_in_one_hex() -> None:
    assert who(begin(TOGETHER), "complete: formation") == "R1 R2 R3 B1 R4"
    assert who(begin(TOGETHER, R3="0304"), "complete: formation") == "B1 R4"


def test_units_out_of_play_need_not_be_there_unless_the_full_formation_is_asked_for() -> None:
    state = begin(TOGETHER)
    assert who(state, "{complete: full_formation, side: red}") == "R1 R2 R3 R4"
    lose(state, "R3")
    assert who(state, "{complete: formation, side: red}") == "R1 R2 R4"
    assert who(state, "{complete: full_formation, side: red}") == "R4"


def test_others_take_no_formation_for_complete_of_which_a_unit_hides() -> None:
    state = begin(TOGETHER)
    state.conceal(1 << state.frame.unit_index["R3"])
    assert who(state, "complete: formation", "red") == "R1 R2 R3 B1 R4"
    assert who(state, "complete: formation", "blue") == "B1 R4"


def test_together_a_division_attacks_twice_as_strongly() -> None:
    attack = "attack 0403 by R1 R2 R3"
    whole, apart = begin(TOGETHER).preview(attack), begin(TOGETHER, R3="0402").preview(attack)
    assert [whole.attacker_strength, apart.attacker_strength] == [27, 15]  # the elite adds 3


# -- how much of it is lost -----------------------------------------------------------------------


def test_formations_are_lost_with_the_last_of_their_units() -> None:
    state = begin(TOGETHER)
    lose(state, "R1", "R2", "R4")
    assert not holds(state, 0)
    lose(state, "R3")
    assert holds(state, 0)


def test_a_share_counts_the_steps_that_are_lost() -> None:
    state = begin({"R1": "0303", "B1": "0403", "B2": "0703", "B3": "0704"})
    state.lose(state.frame.unit_index["B2"], 1)
    assert not holds(state, 1)
    lose(state, "B1")
    assert holds(state, 1)  # 3 of 6


def test_the_rest_of_a_formation_knows_how_much_of_it_is_lost() -> None:
    """The Guard has six steps: half of them are gone with one unit and a step of another."""
    state = begin(TOGETHER)
    lose(state, "R2")
    assert who(state, "formation_lost: {share: 1/2}") == ""
    assert who(state, "formation_lost: {at_least: 2}") == "R1 R3"
    state.lose(state.frame.unit_index["R1"], 1)
    assert who(state, "formation_lost: {share: 1/2}") == "R1 R3"
    assert who(state, "formation_lost: {at_least: 2, in: units}") == ""
    assert who(state, "formation_lost: all") == ""


def test_a_formation_is_in_an_area_when_all_of_it_in_play_is() -> None:
    state = begin({"R1": "0303", "B1": "0103", "B2": "0104", "B3": "0704"})
    assert not holds(state, 2)
    lose(state, "B3")
    assert holds(state, 2)
    lose(state, "B1", "B2")
    assert not holds(state, 2)


def test_who_hides_is_not_counted_in_an_area() -> None:
    state = begin({"R1": "0303", "B1": "0103", "B2": "0104"})
    assert holds(state, 2)
    state.conceal(1 << state.frame.unit_index["B2"])
    assert not holds(state, 2)


def test_units_may_be_what_is_counted(tmp_path: Path) -> None:
    half = "{formation: east, lost: {share: 1/2, in: units}}"
    yaml = f"victory: [{{winner: red, if: {{formations: {half}}}}}, {{winner: blue}}]\n"
    game = varied(tmp_path, yaml, "divisions")
    state = game.start(setup={"R1": "0303", "B1": "0403", "B2": "0703", "B3": "0704"})
    for unit in ("B2", "B3"):
        state.lose(state.frame.unit_index[unit], 1)
    lose(state, "B1")
    assert not holds(state, 0)  # 4 of 6 steps, and 1 of 3 units
    lose(state, "B2")
    assert holds(state, 0)


# -- what is lost of units of any kind ------------------------------------------------------------


def test_a_share_of_strength_counts_what_is_printed() -> None:
    """Red began with 16; who has lost a step has lost 2 of its 4."""
    state = begin(TOGETHER)
    lose(state, "R1")
    state.lose(state.frame.unit_index["R2"], 1)
    assert not holds(state, 3)
    state.lose(state.frame.unit_index["R3"], 1)
    assert holds(state, 3)  # 4 and 2 and 2 of 16


def test_points_of_strength_are_counted_of_those_that_fit() -> None:
    state = begin({**TOGETHER, "B2": "0703"})
    lose(state, "B1", "R1")
    assert not holds(state, 4)
    state.lose(state.frame.unit_index["B2"], 1)
    assert holds(state, 4)  # 4 and 2


# -- what is shown, and what is found wrong -------------------------------------------------------


def test_everybody_reads_what_a_unit_belongs_to() -> None:
    state = begin(TOGETHER)
    assert [status.text for status in state.status("R1")] == ["Guard Division"]
    assert "Army of the East" in [status.text for status in state.view("red").status("B1")]


def test_a_condition_says_which_formations_it_counts() -> None:
    told = " ".join(
        " ".join(lines_of(victory_conditions(tiny("divisions").start().resolved))).split()
    )
    assert "at least 2 formations of Red have lost all of their steps" in told
    assert "at least 1 formation among Army of the East has lost at least 1/2 of its steps" in told
    assert "at least 1 formation of Blue, all in west" in told


@pytest.mark.parametrize(
    ("yaml", "codes"),
    [
        ("units: {counters: {R1: {formation: gard}}}", ["HW301"]),
        ("formations: {west: {title: West}}", ["HW302"]),
        ("units: {counters: {B1: {formation: guard}}}", ["HW520"]),
        ("units: {counters: {R2: {traits: [elyte]}}}", ["HW302"]),
        (
            "victory: [{winner: red, if: {formations: {side: red, at_least: 3}}}, {winner: blue}]",
            ["HW512"],
        ),
        (
            "victory: [{winner: red, if: {formations: {lost: {share: 2}}}}, {winner: blue}]",
            ["HW512"],
        ),
        (
            "combat: {modifiers: {together: {attacker: {only: {complete: division}}}}}",
            ["HW104"],
        ),
    ],
)
def test_what_is_wrong_is_found(tmp_path: Path, yaml: str, codes: list[str]) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    found = hexwar.check(folder(tmp_path, yaml, FOLDER / "divisions"))
    assert [one.code for one in found if one.code != NOT_FORESEEN] == codes


def test_random_games_come_to_an_end_without_breaking_an_invariant() -> None:
    for seed in range(10):
        state = tiny("divisions").start(seed=seed)
        play(state, Random(seed), 400)
        assert broken_invariants(state) == []


def test_a_leader_may_count_for_his_own_formation_alone() -> None:
    """R1 leads the Guard: R4 of the 2nd Division beside him is not under his command."""
    state = begin(TOGETHER, R2="0304", R3="0601", R4="0302")
    near = "within: {hexes: 1, of: {trait: elite}"
    assert who(state, near + "}") == "R1 R2 B1 R4"
    assert who(state, near + ", formation: same}") == "R1 R2"
