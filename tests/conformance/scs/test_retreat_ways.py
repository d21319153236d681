"""Cases 9.0 to 9.2 in tight corners: ways round terrain, dead ends, stacks one by one, nowhere."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

from hexwar.players import make_player
from hexwar.rules.state import State
from tests.conformance.scs.field import CENTRE, RING, kinds, listed, play, refused
from tests.conformance.scs.results import (
    FOLDER,
    beaten,
    dice_of,
    ground,
    results,
    retreats,
    steps,
    stood,
)
from tests.conformance.scs.variant import variant

NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, WEST, NORTH_WEST = RING


def fought(path: Path, more: str, setup: Mapping[str, str], result: str, by: str) -> State:
    """An attack on the centre that had this result, on ground changed by some YAML."""
    game = variant(path, more, FOLDER)
    state = game.start("field", setup=setup, phase="red_combat", dice=dice_of(result))
    state.apply(f"attack {CENTRE} by {by}")
    return state


# -- 9.1c: towards supply -------------------------------------------------------------------------

WALL = 'map: {hexes: {lake: ["05.02..05.10", "10.02", "10.03"]}}\n'
"""A lake from the north edge down, between the centre and Blue's supply in the east."""


@pytest.mark.rule("scs", "9.1c")
def test_towards_supply_is_the_way_that_a_unit_can_go(tmp_path: Path) -> None:
    """As the crow flies the north-east is nearer too; but the way leads round by 05.01."""
    state = fought(tmp_path, WALL, {"RI1": NORTH_WEST, "BI1": CENTRE}, "Dr1", "RI1")
    assert retreats(state, "BI1") == {SOUTH_EAST, SOUTH}
    assert refused(state, f"retreat BI1 {NORTH_EAST}") == "9.1c"


@pytest.mark.rule("scs", "9.1c")
def test_the_way_is_that_of_the_units_own_class(tmp_path: Path) -> None:
    """What is a swamp in place of the lake stops motor units only."""
    swamp = WALL.replace("lake", "swamp").replace(', "10.02", "10.03"', "")
    setup = {"RI1": NORTH_WEST, "BI1": CENTRE, "BT1": CENTRE}
    state = fought(tmp_path, swamp, setup, "Dr1", "RI1")
    assert retreats(state, "BI1") == {NORTH_EAST, SOUTH_EAST}
    assert retreats(state, "BT1") == {SOUTH_EAST, SOUTH}


@pytest.mark.rule("scs", "9.1c")
def test_a_hexside_that_cannot_be_crossed_is_gone_round(tmp_path: Path) -> None:
    sides = ", ".join(
        f'"{here}/{there}"'
        for column in ("04",)
        for row in range(2, 11)
        for here in (f"{column}.{row:02}",)
        for there in results().map.neighbors(here)
        if there.startswith("05.")
    )
    state = fought(
        tmp_path,
        f"map: {{hexsides: {{river: [{sides}]}}}}\n",
        {"RI1": NORTH_WEST, "BI1": CENTRE},
        "Dr1",
        "RI1",
    )
    assert retreats(state, "BI1") == {SOUTH_EAST, SOUTH}


@pytest.mark.rule("scs", "9.1c")
def test_who_has_no_way_to_a_source_retreats_as_he_likes(tmp_path: Path) -> None:
    """9.1c holds if possible."""
    wall = WALL.replace("05.02..05.10", "05.01..05.10")
    state = fought(tmp_path, wall, {"RI1": WEST, "BI1": CENTRE}, "Dr1", "RI1")
    assert retreats(state, "BI1") == {NORTH, NORTH_EAST, SOUTH_EAST}, "9.1d still holds"


@pytest.mark.rule("scs", "9.1c")
def test_any_source_of_the_side_will_do(tmp_path: Path) -> None:
    """Two sources, north and east: the rule asks for a source, not for the nearest."""
    more = 'map: {regions: {depot: ["03.10"], railhead: ["12.05"]}}\n'
    more += "supply: {sources: {blue: [depot, railhead]}}\n"
    state = fought(tmp_path, more, {"RI1": SOUTH, "BI1": CENTRE}, "Dr1", "RI1")
    assert {NORTH, NORTH_EAST} <= retreats(state, "BI1")
    assert refused(state, f"retreat BI1 {WEST}") == "9.1c"


# -- 9.0a: all the hexes, if there is a way -------------------------------------------------------


@pytest.mark.rule("scs", "9.0b")
def test_who_cannot_go_on_loses_a_step_for_each_hex_that_is_left(tmp_path: Path) -> None:
    """A lake closes all the hexes farther away than the first."""
    hexmap = results().map
    shore = {h for near in RING for h in hexmap.neighbors(near)} - {CENTRE, *RING}
    lake = f"map: {{hexes: {{lake: [{', '.join(map(repr, sorted(shore)))}]}}}}\n".replace("'", '"')
    state = fought(tmp_path, lake, {"RI1": WEST, "BI1": CENTRE, "BI2": CENTRE}, "Dr3", "RI1")
    play(state, f"retreat BI1+BI2 {SOUTH_EAST}")
    assert listed(state) == {"lose BI1", "lose BI2"}
    play(state, "lose BI1", "lose BI1")
    assert stood(state, "BI1", "BI2") == [None, SOUTH_EAST]
    assert steps(state, "BI2") == [0], "one step for each of the two hexes that are left"


@pytest.mark.rule("scs", "9.0a")
@pytest.mark.rule("scs", "9.1c")
def test_nobody_goes_into_a_dead_end_when_there_is_a_way_out() -> None:
    """The east is towards supply, but one hex deep; only from the south the retreat goes on."""
    bar = {"RG1": "05.06", "RG2": "05.05", "RH1": "05.04", "RF1": "04.07", "RL1": "04.04"}
    state = beaten("Dr2", {"RI1": NORTH_WEST, "BI1": CENTRE, **bar}, "RI1", lost={"RL1": 1})
    assert retreats(state, "BI1") == {SOUTH}
    assert refused(state, f"retreat BI1 {SOUTH_EAST}") == "9.0b"
    state.apply(f"retreat BI1 {SOUTH}")
    assert retreats(state, "BI1") or stood(state, "BI1") == ["03.03"]
    assert steps(state, "BI1") == [0]


@pytest.mark.rule("scs", "9.0a")
def test_who_can_go_all_the_way_towards_supply_must() -> None:
    state = beaten("Dr2", {"RI1": WEST, "BI1": CENTRE}, "RI1")
    assert retreats(state, "BI1") == {NORTH_EAST, SOUTH_EAST}


# -- 9.0d: one step for a stack and a hex ---------------------------------------------------------

EAST_WALL = {"RI4": "05.06", "RI5": "05.05"}


@pytest.mark.rule("scs", "9.0d")
@pytest.mark.rule("scs", "2.1d")
def test_a_stack_that_goes_one_by_one_the_same_way_pays_once() -> None:
    setup = {"RI1": WEST, "BI1": CENTRE, "BI2": CENTRE, "BT1": CENTRE, **EAST_WALL}
    state = beaten("Dr1", setup, "RI1")
    play(state, *(f"retreat {unit} {SOUTH_EAST}" for unit in ("BI2", "BI1", "BT1")))
    assert stood(state, "BI1", "BI2", "BT1") == [SOUTH_EAST] * 3
    assert steps(state, "BI1", "BI2", "BT1") == [0, 1, 0], "who goes first is its owner's choice"


def test_where_units_never_retreat_as_a_stack_each_pays_for_itself(tmp_path: Path) -> None:
    """A game that knows no stacks in retreat."""
    setup = {"RI1": WEST, "BI1": CENTRE, "BI2": CENTRE, **EAST_WALL}
    state = fought(tmp_path, "retreat: {stacks: forbidden}\n", setup, "Dr1", "RI1")
    play(state, f"retreat BI1 {SOUTH_EAST}", f"retreat BI2 {SOUTH_EAST}")
    assert steps(state, "BI1", "BI2") == [1, 1]


@pytest.mark.rule("scs", "9.0d")
@pytest.mark.rule("scs", "9.0e")
def test_the_parts_of_a_stack_that_go_by_different_ways_pay_each_for_itself() -> None:
    """Both end in one hex of a zone, two hexes away."""
    east = {"RI4": "06.04", "RI5": "06.05", "RI6": "06.06"}
    state = beaten("Dr2", {"RI1": WEST, "BI1": CENTRE, "BI2": CENTRE, **east}, "RI1")
    play(state, f"retreat BI1 {NORTH_EAST}", "retreat BI1 05.05")
    play(state, f"retreat BI2 {SOUTH_EAST}", "retreat BI2 05.05")
    assert stood(state, "BI1", "BI2") == ["05.05", "05.05"]
    assert steps(state, "BI1", "BI2") == [1, 1]


@pytest.mark.rule("scs", "9.0d")
def test_a_stack_that_goes_one_by_one_pays_once_in_every_hex() -> None:
    """Two hexes of zones cost BI1 both its steps; BI2 comes after it for nothing."""
    setup = {"RI1": WEST, "RI4": "04.07", "RI5": "04.04", "RI6": "06.05"}
    state = beaten("Dr2", setup | {"BI1": CENTRE, "BI2": CENTRE}, "RI1")
    play(state, f"retreat BI1 {SOUTH_EAST}", "retreat BI1 05.05")
    play(state, f"retreat BI2 {SOUTH_EAST}", "retreat BI2 05.05")
    assert stood(state, "BI1", "BI2") == [None, "05.05"]
    assert steps(state, "BI2") == [0]


@pytest.mark.rule("scs", "9.0d")
def test_two_stacks_in_one_hex_of_a_zone_pay_each_for_itself(tmp_path: Path) -> None:
    """Attackers of two hexes go back to the same one, which an enemy beside it controls."""
    setup = {"RI1": WEST, "RI2": NORTH_WEST, "BI1": CENTRE, "BI2": "01.04"}
    lake = 'map: {hexes: {lake: ["01.06", "10.02", "10.03"]}}\n'
    state = fought(tmp_path, lake, setup, "Ar1", "RI1 RI2")
    assert retreats(state, "RI1") == retreats(state, "RI2") == {"01.05"}
    play(state, "retreat RI1 01.05")
    assert stood(state, "RI1", "RI2") == ["01.05", "01.05"], "RI2 has no choice"
    assert steps(state, "RI1", "RI2") == [1, 1]


@pytest.mark.rule("scs", "9.0d")
def test_a_save_in_the_middle_knows_what_has_been_paid() -> None:
    setup = {"RI1": WEST, "BI1": CENTRE, "BI2": CENTRE, **EAST_WALL}
    state = beaten("Dr1", setup, "RI1")
    play(state, f"retreat BI1 {SOUTH_EAST}")
    again = results().state_from_dict(state.to_dict())
    play(again, f"retreat BI2 {SOUTH_EAST}")
    assert steps(again, "BI1", "BI2") == [1, 0]


# -- 9.2: standing firm ---------------------------------------------------------------------------


def shut_in(path: Path, result: str) -> State:
    """Two stacks of attackers on islands from which only the defender's hex leads away."""
    hexmap = results().map
    shore = {*hexmap.neighbors(WEST), *hexmap.neighbors(SOUTH_EAST)} - {CENTRE}
    lake = f"map: {{hexes: {{lake: [{', '.join(map(repr, sorted(shore)))}]}}}}\n".replace("'", '"')
    setup = {"RI1": WEST, "RI2": SOUTH_EAST, "RT1": WEST, "BI1": CENTRE}
    return fought(path, lake, setup, result, "RI1 RI2 RT1")


@pytest.mark.rule("scs", "9.2")
@pytest.mark.rule("scs", "9.0b")
def test_a_force_that_cannot_retreat_may_pay_as_one(tmp_path: Path) -> None:
    """9.2 asks one step of the whole force, 9.0b one of each stack: the owner chooses."""
    state = shut_in(tmp_path, "Ar1")
    assert state.decision is not None
    assert state.decision.may_decline
    assert listed(state) == {"hold 1", "pass"}
    state.apply("hold 1")
    assert listed(state) == {"lose RI1", "lose RI2", "lose RT1"}
    state.apply("lose RI2")
    assert steps(state, "RI1", "RI2", "RT1") == [0, 1, 0]
    assert stood(state, "RI1", "RI2") == [WEST, SOUTH_EAST]


@pytest.mark.rule("scs", "9.0b")
def test_or_each_stack_pays_for_itself(tmp_path: Path) -> None:
    state = shut_in(tmp_path, "Ar2")
    assert listed(state) == {"hold 1", "hold 2", "pass"}
    told = play(state, "pass")
    assert kinds(told).count("retreat_blocked") == 3
    assert listed(state) == {"lose RI1", "lose RT1"}, "the stack in the west; RI2 was no choice"
    play(state, "lose RI1", "lose RI1")
    assert stood(state, "RI1", "RI2", "RT1") == [None, None, WEST]
    assert steps(state, "RT1") == [0]


def test_a_computer_player_pays_as_one_force_too(tmp_path: Path) -> None:
    """Two steps for all of it are fewer than two for each stack."""
    state = shut_in(tmp_path, "Ar2")
    assert str(make_player("greedy").choose(state, Random(1))) == "hold 2"


@pytest.mark.rule("scs", "9.2")
def test_where_somebody_can_retreat_nothing_is_passed() -> None:
    state = beaten("Ar1", {"RI1": WEST, "RI2": NORTH_WEST, "BI1": CENTRE}, "RI1 RI2")
    assert refused(state, "pass") == "1.0"


@pytest.mark.rule("scs", "9.2")
@pytest.mark.rule("scs", "8.0c")
def test_steps_in_place_of_hexes_are_the_owners_choice() -> None:
    """8.0a is about steps that a result calls for; this one calls for a retreat."""
    state = beaten("Dr1", {"RI1": WEST, "BT1": CENTRE, "BL1": CENTRE}, "RI1")
    state.apply("hold 1")
    assert listed(state) == {"lose BT1", "lose BL1"}
    state.apply("lose BL1")
    assert steps(state, "BT1", "BL1") == [0, 1]


@pytest.mark.rule("scs", "9.2")
@pytest.mark.rule("scs", "8.0b")
def test_steps_in_place_of_hexes_are_shared_out_with_those_of_the_result() -> None:
    """The armour, the strongest, has lost the step of the result: now it is the others' turn."""
    setup = {"RI1": WEST, "BT1": CENTRE, "BL1": CENTRE, "BG1": CENTRE}
    state = beaten("D1r1", setup, "RI1")
    assert steps(state, "BT1") == [1]
    state.apply("hold 1")
    assert listed(state) == {"lose BL1", "lose BG1"}
    assert refused(state, "lose BT1") == "8.0b"


def test_a_retreat_of_several_stacks_comes_to_an_end_in_any_way() -> None:
    """Every stack goes its hexes, or a step is lost for each that nobody can go."""
    for seed in range(40):
        random = Random(seed)
        state = ground(
            {
                "RI1": WEST,
                "RI2": NORTH_WEST,
                "RT1": WEST,
                "BI1": CENTRE,
                "BI2": "01.05",
                "BI3": "02.04",
                "BG1": "02.07",
            },
            results_to_come=["Ar2"],
        )
        state.apply(f"attack {CENTRE} by RI1 RI2 RT1")
        while state.decision is not None and state.decision.kind in ("retreat", "loss"):
            action = state.sample_action(random)
            assert state.explain(action) is None
            state.apply(action)
        assert state.phase != "red_combat" or state.decision is not None


# -- 4.0a: passing through friends ----------------------------------------------------------------


@pytest.mark.rule("scs", "4.0a")
@pytest.mark.rule("scs", "9.0e")
def test_a_stack_passes_a_full_hex_together_if_each_of_it_has_room_beyond(tmp_path: Path) -> None:
    """Beyond the full hex lie a swamp, closed to motor units, and a hex with room for one."""
    ground_beyond = 'map: {hexes: {swamp: ["05.05", "08.08"]}}\n'
    full = dict.fromkeys(("BI4", "BI5", "BI6"), SOUTH_EAST)
    filled = {
        **dict.fromkeys(("BH1", "BF1"), "05.04"),
        **dict.fromkeys(("BI2", "BI3", "BM1"), "04.04"),
    }
    setup = {"RI1": NORTH_WEST, "BI1": CENTRE, "BT1": CENTRE, "BT2": CENTRE, **full, **filled}
    state = fought(tmp_path, ground_beyond, setup, "Dr2", "RI1")
    assert refused(state, f"retreat BI1+BT1+BT2 {SOUTH_EAST}") == "4.0a"
    play(state, f"retreat BT1 {SOUTH_EAST}")
    while state.decision is not None and state.decision.kind in ("retreat", "loss"):
        state.apply(min(listed(state, "retreat") or listed(state, "lose")))
    stacks = [len(state.units_at(number)) for number in state.resolved.map.numbers]
    assert max(stacks) == 3
