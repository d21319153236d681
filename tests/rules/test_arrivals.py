"""Units that begin reduced; groups that come by a roll, by lot, again, or where one likes.

In the tiny game *arrivals* R4 comes from turn 2 on, when 5 or more is rolled, with its last step,
by the west or the south; one of R5, R6 and R7 is drawn every turn; B4 comes whenever it is not on
the map.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from shutil import copytree

import pytest

import hexwar
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, listed, place, play, tiny, varied

FAR = {"R1": "0403", "B1": "0605"}


def at(turn: int, *dice: int, phase: str = "red_movement", **setup: str) -> State:
    return place("arrivals", {**FAR, **setup}, phase, turn=turn, dice=dice)


def comers(state: State) -> set[str]:
    """The units that may enter now."""
    return {line.split()[1] for line in listed(state, "enter")}


# -- reduced at the start ------------------------------------------------------------------------


def test_units_begin_at_the_step_that_the_scenario_says() -> None:
    state = tiny("arrivals").start()
    while state.decision and state.decision.kind == "setup":
        state.apply("done")
    lost = {unit: state.steps_lost(unit) for unit in ("R1", "R2", "R3", "B1", "B2")}
    assert lost == {"R1": 2, "R2": 1, "R3": 1, "B1": 0, "B2": 2}
    assert state.position("R3") in ("0101", "0102")


def test_a_position_of_ones_own_is_at_full_strength() -> None:
    assert at(1, 1).steps_lost("R1") == 0


@pytest.mark.parametrize(
    ("where", "says"),
    [('R1: {hex: "0303", step: 4}', "has 3"), ("B4: {step: 2}", "not said where B4 begins")],
)
def test_a_step_that_a_counter_lacks_is_found(tmp_path: Path, where: str, says: str) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    yaml = f"scenarios: {{meeting: {{setup: {{{where}}}}}}}"
    found = hexwar.check(folder(tmp_path, yaml, FOLDER / "arrivals"))
    assert any(one.code == "HW561" and says in one.message for one in found)


# -- by a roll -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "die", "comes"), [(1, 6, False), (2, 4, False), (2, 5, True)])
def test_a_group_comes_on_its_roll(turn: int, die: int, comes: bool) -> None:
    """Nothing is rolled before its condition holds: in turn 1 the die is for the draw."""
    state = at(turn, *([die, 1] if turn > 1 else [1]))
    assert ("R4" in comers(state)) == comes


def test_it_is_rolled_again_every_turn_until_it_comes() -> None:
    state = at(2, 4, 1, 5, 1)
    rolls = [event for event in state.events or [] if event.kind == "arrival_roll"]
    assert [(event.dice, event.rule) for event in rolls] == [((4,), "8.2")]
    while state.turn == 2:
        state.apply("done")
    assert "R4" in comers(state)


def test_units_may_enter_with_their_last_step_only() -> None:
    state = at(2, 6, 1)
    state.apply("enter R4 0102")
    assert state.steps_lost("R4") == 2


# -- among areas ---------------------------------------------------------------------------------


def test_a_player_chooses_among_the_areas() -> None:
    state = at(2, 6, 1)
    hexes = {line.split()[2] for line in listed(state, "enter") if " R4 " in line}
    assert hexes == {"0101", "0102", "0105", "0205"}


# -- by lot --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("die", "unit"), [(1, "R5"), (2, "R6"), (3, "R7")])
def test_dice_draw_who_comes(die: int, unit: str) -> None:
    assert comers(at(1, die)) == {unit}


def test_who_was_drawn_is_not_drawn_again() -> None:
    """Whether it has entered or still waits, or has been lost."""
    state = at(1, 2, 1, 2, 1)
    state.apply("enter R6 0101")
    state.eliminate(state.frame.unit_index["R6"])
    while state.turn == 1:
        state.apply("done")
    while state.decision and state.phase != "red_movement":
        state.apply("done")
    assert comers(state) == {"R7"}


def test_nobody_knows_who_will_be_drawn() -> None:
    """A copy with other dice draws another; what a side may look into tells nothing."""
    seen = set()
    for seed in range(12):
        state = tiny("arrivals").start(seed=1).seen_by("blue").clone(seed=seed)
        while not state.is_over and state.turn < 2:
            state.apply("done")
        seen |= {u for u in ("R5", "R6", "R7") if u in state.waiting("red")}
    assert len(seen) == 3


# -- again ---------------------------------------------------------------------------------------


def test_a_group_may_come_again_after_it_was_lost() -> None:
    state = at(1, 1, 1, 1, phase="blue_movement")
    state.apply("enter B4 0701")
    unit = state.frame.unit_index["B4"]
    state.place(unit, 0)
    state.eliminated |= 1 << unit
    state.lost[unit] = 2
    state.apply("done")
    while state.phase != "blue_movement":
        state.apply("done")
    assert comers(state) == {"B4"}
    state.apply("enter B4 0701")
    assert state.steps_lost("B4") == 0


@pytest.mark.parametrize("seed", range(6))
def test_games_with_them_end(seed: int) -> None:
    state = tiny("arrivals").start(seed=seed)
    play(state, Random(seed))
    assert state.is_over


MORE = """
reinforcements:
  more: {side: blue, phase: move, units: [B3], if: {turn: {at_least: 2}}, entry: edge}
map:
  regions: {edge: ["0701"]}
scenarios:
  meeting: {setup: {B3: null}}
"""
FEW = {"R1": "0101", "R3": "0103", "B1": "0705"}


def test_a_group_enters_when_units_of_it_are_activated(tmp_path: Path) -> None:
    """B3 is of the East: the chit of the Line is not for it, nor one that comes too early."""
    game = varied(tmp_path, f"{MORE}units: {{counters: {{B3: {{formation: east}}}}}}\n", "chits")
    line = game.start(setup=FEW, phase="run", turn=2, dice=[3])
    assert (line.records()["chit"], comers(line)) == ("Line", set())
    east = game.start(setup=FEW, phase="run", turn=2, dice=[4])
    assert (east.records()["chit"], comers(east)) == ("East", {"B3"})
    early = game.start(setup=FEW, phase="run", turn=1, dice=[4])
    assert (early.records()["chit"], comers(early)) == ("East", set())


def test_the_enemys_phase_brings_nobody_on(tmp_path: Path) -> None:
    """Whose phase it is, play decides: a chit of red brings on nobody of blue."""
    game = varied(tmp_path, f"{MORE}cup: {{guns: {{phases: [move]}}}}\n", "chits")
    state = game.start(setup=FEW, phase="run", turn=2, dice=[1])
    assert (state.side_to_act, comers(state)) == ("red", set())
    assert state.explain(hexwar.Action.parse("enter B3 0701")) is not None
    state = game.start(setup=FEW, phase="run", turn=2, dice=[6])
    assert (state.records()["chit"], comers(state)) == ("Guns", {"B3"})


def test_who_comes_again_may_be_there_from_the_start(tmp_path: Path) -> None:
    """B4 begins on the map, and comes back by its group when it is lost."""
    game = varied(tmp_path, 'scenarios: {meeting: {setup: {B4: "0605"}}}\n', "arrivals")
    state = game.start(None, setup={**FAR, "B4": "0404"}, phase="blue_movement")
    assert "B4" not in comers(state)
    state.eliminate(state.frame.unit_index["B4"])
    while state.phase != "blue_movement" or state.turn == 1:
        state.apply("done")
    assert "B4" in comers(state)


# -- in column -----------------------------------------------------------------------------------


def test_who_enters_behind_others_pays_for_those_before_him() -> None:
    """Three points: by 0101 the first has two left, the third none; by 0102 it is the first."""
    state = place("arrivals", FAR, "red_movement", "in_column", dice=[1] * 9)
    left = {}
    for unit in ("R5", "R6", "R7"):
        events = state.apply(f"enter {unit} 0101")
        (left[unit],) = [e.text for e in events if e.kind == "entered"]
    assert [text.split("(")[1][0] for text in left.values()] == ["1", "2", "3"]
    again = place("arrivals", FAR, "red_movement", "in_column", dice=[1] * 9)
    again.apply("enter R5 0101")
    (told,) = [e.text for e in again.apply("enter R6 0102") if e.kind == "entered"]
    assert "(1" in told


def test_who_cannot_pay_for_those_before_him_waits(tmp_path: Path) -> None:
    """At two points for the hex the second would pay four, and has three."""
    yaml = """
entry: {in_column: true}
reinforcements:
  militia: null
  march: {side: red, phase: red_movement, units: [R5, R6], entry: {region: south, cost: 2}}
"""
    state = varied(tmp_path, yaml, "arrivals").start(setup=FAR, phase="red_movement", dice=[1] * 9)
    state.apply("enter R5 0105")
    assert listed(state, "enter") == ["enter R6 0205"]
    assert str(state.explain("enter R6 0105")) == "R6 cannot pay 4 MP to enter in 0105."


def test_of_two_landings_only_one_is_made(tmp_path: Path) -> None:
    """Each group asks whether the other has come; both bring the same units."""
    yaml = """
reinforcements:
  north:
    side: red
    phase: red_movement
    units: [R4, R8]
    declared: once_per_game
    if: {not: {arrived: south}}
    entry: west
  south:
    side: red
    phase: red_movement
    units: [R4, R8]
    declared: once_per_game
    if: {not: {arrived: north}}
    entry: south
  corps: null
units: {counters: {R8: {side: red, type: foot}}}
"""
    game = varied(tmp_path, yaml, "arrivals")
    state = game.start(None, setup=FAR, phase="red_movement")
    assert listed(state, "declare") == ["declare north", "declare south"]
    state.apply("declare south")
    assert listed(state, "declare") == []
    assert {line.split()[2] for line in listed(state, "enter") if " R4 " in line} == {
        *game.map.region("south")
    }
    state.apply(listed(state, "enter")[0])
    while state.phase != "red_movement" or state.turn == 1:
        state.apply("done")
    violation = state.explain("declare north")
    assert violation is not None
    assert "cannot be declared yet" in violation.message
