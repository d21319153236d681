"""Leaders, losses of those left alone, tables that are rolled on for one unit after the other.

In the tiny game *command* foot are out of command more than two hexes from their leader: they
cannot attack, and move at half. A leader does not count for stacking, adds 4 to the attack of those
with whom he stands, falls on a 1 after a battle there, and is taken on 1 to 4 after red's combat if
he is alone beside the enemy; on a 5 or 6 he rolls for his nerve.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from shutil import copytree

import pytest

import hexwar
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, listed, place, play, prices, tiny, varied

SETUP = {"R1": "0303", "RL": "0303", "B1": "0403", "BL": "0403"}


def begin(phase: str, dice: tuple[int, ...] = (), **units: str) -> State:
    """These units, some of them elsewhere."""
    return place("command", {**SETUP, **units}, phase, dice=dice)


def done(state: State, phase: str) -> list[str]:
    """End a phase; what is told then."""
    said: list[str] = []
    while state.phase == phase and not state.is_over:
        said += map(str, state.apply("done"))
    return said


# -- the radius of command ------------------------------------------------------------------------


def test_foot_attack_only_within_reach_of_their_leader() -> None:
    assert listed(begin("red_combat"), "attack") == ["attack 0403 by R1"]
    assert listed(begin("red_combat", RL="0103"), "attack") == ["attack 0403 by R1"]
    assert begin("red_combat", RL="0703").phase == "blue_movement"  # nobody can attack


def test_foot_out_of_command_move_half_as_far() -> None:
    assert set(prices(begin("red_movement", B1="0701", BL="0702"), "R1").values()) == {
        "1", "2", "3", "4"
    }  # fmt: skip
    far = begin("red_movement", RL="0703", B1="0701", BL="0702")
    assert set(prices(far, "R1").values()) == {"1", "2"}


def test_the_radius_is_asked_as_units_stand_when_foot_set_out() -> None:
    state = begin("red_movement", R1="0103", RL="0303", B1="0701", BL="0702")
    assert max(prices(state, "R1").values()) == "4"
    state.apply("move RL 0503")
    assert max(prices(state, "R1").values()) == "2"
    state = begin("red_movement", R1="0103", RL="0503", B1="0701", BL="0702")
    state.apply("move RL 0303")
    assert max(prices(state, "R1").values()) == "4"


def test_a_leader_who_falls_takes_command_from_those_who_have_not_yet_attacked() -> None:
    state = begin("red_combat", R2="0402")
    assert "attack 0403 by R2" in listed(state, "attack")
    state.eliminate(state.frame.unit_index["RL"])
    assert listed(state, "attack") == []


# -- leaders in battle ----------------------------------------------------------------------------


def test_a_leader_stands_with_two_others_and_does_not_count() -> None:
    with_leader = begin("red_movement", R2="0303", RL="0302", B1="0701", BL="0702")
    with_leader.apply("move RL 0303")
    assert with_leader.explain("done") is None
    with_third = begin("red_movement", R2="0303", R3="0302", B1="0701", BL="0702")
    with_third.apply("move R3 0303")
    assert with_third.explain("done") is not None


def test_a_leader_adds_his_rating_where_he_stands() -> None:
    assert begin("red_combat").preview("attack 0403 by R1").attacker_strength == 8
    assert begin("red_combat", RL="0203").preview("attack 0403 by R1").attacker_strength == 4


def test_a_leader_attacks_nobody_himself() -> None:
    assert begin("red_combat").explain("attack 0403 by RL") is not None
    assert begin("red_combat").explain("attack 0403 by R1 RL") is not None


def test_a_leader_may_fall_after_a_battle_where_he_stands() -> None:
    state = begin("red_combat", dice=(1, 1, 6))
    said = list(map(str, state.apply("attack 0403 by R1")))
    said += done(state, "red_combat")
    assert "Fall of a leader for RL: die 1, falls." in said
    assert "Fall of a leader for BL: die 6, unhurt." in said
    assert state.position("RL") is None
    assert state.position("BL") == "0403"


def test_who_stands_where_nobody_fought_is_not_rolled_for() -> None:
    state = begin("red_combat", dice=(1, 6), RL="0203")
    said = list(map(str, state.apply("attack 0403 by R1"))) + done(state, "red_combat")
    assert not any("Fall of a leader for RL" in line for line in said)
    assert any("Fall of a leader for BL" in line for line in said)


# -- alone ----------------------------------------------------------------------------------------


def test_a_leader_left_alone_beside_the_enemy_may_be_taken() -> None:
    state = begin("red_combat", dice=(4,), B1="0701")
    said = done(state, "red_combat")
    assert "Capture for BL: die 4, taken." in said
    assert state.position("BL") is None


def test_a_leader_with_foot_or_far_away_is_not_taken() -> None:
    assert not any("Capture for" in line for line in done(begin("red_combat"), "red_combat"))
    far = begin("red_combat", B1="0701", BL="0603", R2="0101")
    assert not any("Capture for" in line for line in done(far, "red_combat"))


def test_a_roll_that_a_result_asks_for_is_for_the_same_unit() -> None:
    state = begin("red_combat", dice=(5, 3), B1="0701")
    said = done(state, "red_combat")
    assert "Nerve for BL: die 3, shaken." in said
    assert state.marks["shaken"] == 1 << state.frame.unit_index["BL"]


def in_battle(phase: str, dice: tuple[int, ...] = (), **units: str) -> State:
    """Where leaders fall in battle, and are put with others when they are left alone."""
    return place("command", {**SETUP, **units}, phase, "in_battle", dice=dice)


def test_a_leader_whose_men_have_moved_away_is_put_with_the_nearest_at_once() -> None:
    state = in_battle("blue_movement", B2="0503")
    events = [str(event) for event in state.apply("move B1 0602")]
    assert events[-1] == "BL is put with the nearest of its side, in 0503."
    assert state.position("BL") == "0503"


def test_a_leader_is_taken_as_soon_as_the_enemy_comes_beside_him_alone() -> None:
    """No other blue unit is within three hexes of 0703."""
    state = in_battle("red_movement", BL="0703", B1="0301", R1="0503")
    assert state.position("BL") == "0703"
    state.apply("move R1 0603")
    assert state.position("BL") is None


def test_who_is_left_alone_far_from_every_enemy_stays() -> None:
    state = in_battle("blue_movement", R1="0101", RL="0102")
    state.apply("move B1 0504")
    assert state.position("BL") == "0403"


def test_leaders_on_both_sides_of_a_battle_roll_when_its_result_says_so() -> None:
    """BL defended with B1, and is lost with him; RL stands with the attacker."""
    state = in_battle("red_combat", dice=(5, 1))
    said = [str(event) for event in state.apply("attack 0403 by R1")]
    assert "Fall of a leader for RL: die 1, falls." in said
    assert (state.position("RL"), state.position("BL")) == (None, None)


def steps_of(state: State) -> dict[str, int]:
    """The steps that each side has on the map."""
    frame = state.frame
    left = [0] * len(frame.side_ids)
    for unit, cell in enumerate(state.cells):
        left[frame.unit_side[unit]] += frame.steps[unit] - state.lost[unit] if cell else 0
    return dict(zip(frame.side_ids, left, strict=True))


def test_a_preview_expects_what_a_roll_on_a_table_costs() -> None:
    """As much as all faces of both dice cost on average."""
    before = in_battle("red_combat")
    expected = before.preview("attack 0403 by R1").expected_losses
    cost = {"red": 0, "blue": 0}
    for die, rolls in product(range(1, 7), product(range(1, 7), repeat=2)):
        state = in_battle("red_combat", dice=(die, *rolls, 1))
        state.apply("attack 0403 by R1")
        left = steps_of(state)
        for side, steps in steps_of(before).items():
            cost[side] += steps - left[side]
    assert expected == {side: Fraction(steps, 6**3) for side, steps in cost.items()}
    assert expected["red"] > 0


def test_nobody_rolls_where_no_leader_is_in_the_battle() -> None:
    state = in_battle("red_combat", dice=(5,), RL="0203")
    said = [str(event) for event in state.apply("attack 0403 by R1")]
    assert not any("Fall" in line for line in said)


FALLS_SOONER = """
combat:
  results:
    DE:
      - {eliminate: defender}
      - roll: {table: fall, add: -1, for_each: {type: leader, stacked_with: {role: attacker}}}
      - roll: {table: nerve, add: 3, for_each: {type: leader, stacked_with: {role: attacker}}}
options: {in_battle: null}
"""


def test_a_result_that_adds_to_its_rolls_is_read_so_much_further(tmp_path: Path) -> None:
    """With 1 less a leader falls on a 2 as well; with 3 more his nerve holds on a 1."""
    for die, told in ((2, ["die 2, -1, falls"]), (3, ["die 3, -1, unhurt", "die 1, +3, calm"])):
        game = varied(tmp_path / str(die), FALLS_SOONER, "command")
        state = game.start(setup=SETUP, phase="red_combat", dice=(5, die, 1, 6, 6, 6))
        said = [str(event) for event in state.apply("attack 0403 by R1")]
        rolled = [line.split(": ")[1][:-1] for line in said if " for RL: " in line]
        assert rolled[: len(told)] == told


# -- one roll for each unit ------------------------------------------------------------------------


def test_each_unit_rolls_for_itself_in_the_order_of_the_file() -> None:
    state = place("command", {**SETUP, "R2": "0101"}, "storm", turn=3, dice=(2, 3, 1))
    assert state.phase == "red_movement"
    assert [state.steps_lost(unit) for unit in ("R1", "R2", "B1")] == [1, 0, 1]


def in_storm(options: str, dice: tuple[int, ...], **units: str) -> State:
    """A storm has passed over foot of resolve 2 (R1, B1) and 4 (R2), one roll for each."""
    return place("command", {**SETUP, **units}, "storm", options, turn=3, dice=dice)


def test_the_value_of_the_unit_that_is_rolled_for_chooses_the_column() -> None:
    """A 2 costs resolve 2 a step, and resolve 4 nothing."""
    state = in_storm("nerves", (2, 2, 2), RL="0101", BL="0701", R2="0501")
    assert [state.steps_lost(unit) for unit in ("R1", "R2", "B1")] == [1, 0, 1]


def test_a_modifier_counts_only_for_the_units_that_it_names() -> None:
    """R1 stands with his leader, so that his 2 is a 3; B1 does not."""
    state = in_storm("nerves", (2, 2), BL="0701")
    assert [state.steps_lost(unit) for unit in ("R1", "B1")] == [0, 1]


def test_a_state_that_changes_the_value_changes_the_column() -> None:
    """Who is shaken has a resolve of 0: a 3 costs him a step."""
    setup = {**SETUP, "BL": "0701", "RL": "0101"}
    state = place("command", setup, "red_movement", "nerves", turn=2, dice=(3, 3))
    state.mark("shaken", 1 << state.frame.unit_index["B1"])
    while state.turn == 2:
        state.apply("done")
    assert [state.steps_lost(unit) for unit in ("R1", "B1")] == [0, 1]


WEAK = """
tables:
  storm:
    value: attack
    columns: [2, 4]
    table: {1..2: [losses, shelter], 3..6: [shelter, shelter]}
options: {nerves: null}
"""


def test_a_printed_strength_is_that_of_the_step_that_shows(tmp_path: Path) -> None:
    game = varied(tmp_path, WEAK, "command")
    state = game.start(setup=SETUP, phase="red_movement", turn=2, dice=(1, 1))
    state.lose(state.frame.unit_index["R1"], 1)
    while state.turn == 2:
        state.apply("done")
    assert (state.position("R1"), state.steps_lost("B1")) == (None, 0)


def test_a_last_step_that_is_lost_is_the_unit() -> None:
    state = place("command", SETUP, "red_movement", turn=2, dice=(1, 6))
    state.lose(state.frame.unit_index["R1"], 1)
    while state.turn == 2:
        state.apply("done")
    assert state.position("R1") is None
    assert state.position("RL") == "0303"


def test_a_game_saved_goes_on_with_the_same_dice() -> None:
    state = begin("red_combat")
    twin = tiny("command").state_from_dict(state.to_dict())
    done(state, "red_combat")
    done(twin, "red_combat")
    assert twin.to_dict() == state.to_dict()


@pytest.mark.parametrize(
    ("yaml", "codes"),
    [
        (
            "sequence: {phases: [{id: storm, kind: table, table: storm}, "
            "{id: red_movement, kind: movement, side: red}, {id: red_combat, kind: combat, "
            "side: red}, {id: blue_movement, kind: movement, side: blue}]}",
            ["HW448"] * 6,
        ),
        ("tables: {storm: {results: {losses: [{eliminate: defender}]}}}", ["HW105"]),
        (
            "tables: {storm: {value: rating, column: turn, columns: [1..4], "
            "table: {1..2: [losses], 3..6: [shelter]}}}\noptions: {nerves: null}",
            ["HW435"],
        ),
        (
            "tables: {idle: {dice: 1d6, value: rating, columns: [0], table: {1..6: [none]}, "
            "results: {none: [nothing]}, modifiers: {led: {roll: 1, only: {side: red}}}}}",
            ["HW448"] * 2,
        ),
    ],
)
def test_what_is_wrong_is_found(tmp_path: Path, yaml: str, codes: list[str]) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    found = hexwar.check(folder(tmp_path, yaml, FOLDER / "command"))
    assert [one.code for one in found if one.severity == "error"] == codes


def test_random_games_come_to_an_end_without_breaking_an_invariant() -> None:
    for seed in range(15):
        state = tiny("command").start(seed=seed)
        play(state, Random(seed), 400)
        assert broken_invariants(state) == []
