"""Ways of moving in a movement phase, and what rule-lawyers ask.

In the tiny game *ways* units have two movement points. The railway runs from 0103 to 0703, where
Red holds the four columns in the west, 0503 and 0603, and not 0703. One unit of Red's a phase takes
the train, one sails from port to port for a point of shipping, the road takes columns twice as far
but no nearer than three hexes to an enemy, paratroops drop in the second turn up to nine hexes off,
and a forced march needs a roll of four.
"""

from __future__ import annotations

from random import Random

import pytest

from hexwar.engine.violation import Violation
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.pools.rules import PoolRules
from hexwar.rules.state import State
from tests.rules.tiny import listed, place, play, tiny

FOE = {"B1": "1402"}


def red(setup: dict[str, str], *, dice: tuple[int, ...] = (), turn: int = 1) -> State:
    return place("ways", FOE | setup, "red_movement", dice=dice, turn=turn)


def goals(state: State, unit: str, way: str) -> set[str]:
    """Where a unit may go in a way, as listed."""
    lines = (line.split() for line in listed(state, "move"))
    return {words[2] for words in lines if words[1] == unit and words[3:] == [way]}


def refused(state: State, line: str) -> Violation:
    violation = state.explain(line)
    assert violation is not None, line
    assert line not in listed(state)
    return violation


def test_a_train_goes_as_far_as_the_rails_are_held() -> None:
    """0703 is nobody's: the train stops before it, and leaves the rails nowhere."""
    state = red({"R1": "0103"})
    assert goals(state, "R1", "rail") == {"0203", "0303", "0403", "0503", "0603"}
    assert "may not enter 0703" in refused(state, "move R1 0703 rail").message
    assert refused(state, "move R1 0104 rail").reason == "movement.modes"
    assert goals(red({"R1": "0104"}), "R1", "rail") == set()


def test_a_train_is_a_units_whole_move() -> None:
    state = red({"R1": "0103", "R2": "0105"})
    state.apply("move R1 0603 rail")
    assert state.position("R1") == "0603"
    assert state.movement_left("R1") in (None, 0)
    assert refused(state, "move R1 0604").reason == "movement.allowance"
    assert refused(state, "move R1 0503 rail").reason == "movement.allowance"


def test_who_has_moved_takes_no_train() -> None:
    """Not even with points left."""
    state = red({"R1": "0102"})
    state.apply("move R1 0103")
    assert goals(state, "R1", "rail") == set()
    assert refused(state, "move R1 0303 rail").reason.startswith("movement.")


def test_only_so_many_take_it_in_a_phase_by_side() -> None:
    state = red({"R1": "0103", "R2": "0303"})
    state.apply("move R1 0203 rail")
    assert "No more than 1" in refused(state, "move R2 0403 rail").message


def test_no_train_starts_in_an_enemy_zone_or_enters_one() -> None:
    state = red({"R1": "0103", "B1": "0402"})
    assert "0403" not in goals(state, "R1", "rail")
    assert "too near" in refused(state, "move R1 0403 rail").message
    assert goals(red({"R1": "0303", "B1": "0402"}), "R1", "rail") == set()


def test_a_ship_goes_from_port_to_port_and_costs_shipping() -> None:
    """The sea between is prohibited to all, and the ship is no unit."""
    state = red({"R1": "0701", "R2": "0103"})
    assert goals(state, "R1", "sea") == {"0901", "1401"}
    assert "may not begin" in refused(state, "move R2 0901 sea").message
    state.apply("move R1 0901 sea")
    assert (state.position("R1"), state.rules[PoolRules].points(state, "shipping")) == ("0901", 0)


def test_without_shipping_nobody_sails() -> None:
    state = red({"R1": "0701", "R2": "0901"})
    state.apply("move R1 1401 sea")
    state.apply("done")
    while not state.phase.startswith("red_movement"):
        state.apply(listed(state)[-1])
    violation = state.explain("move R2 0701 sea")
    assert violation is not None
    assert "too few points" in violation.message


def test_a_column_on_the_road_keeps_clear_of_the_enemy() -> None:
    """Four points are eight hexes of road, of which there are five; the enemy shuts the last."""
    state = red({"R1": "0105"})
    assert goals(state, "R1", "strategic") == {"0205", "0305", "0405", "0505", "0605"}
    state = red({"R1": "0105", "B1": "0605"})
    assert goals(state, "R1", "strategic") == {"0205", "0305"}
    assert "too near the enemy" in refused(state, "move R1 0405 strategic").message


def red_in_two(setup: dict[str, str]) -> State:
    return red(setup, turn=2)


def test_some_ways_are_for_some_units_and_some_turns() -> None:
    state = red({"R3": "0103", "R1": "0104"})
    assert "in this phase" in refused(state, "move R3 1003 drop").message
    state = red({"R3": "0103", "R1": "0104"}, turn=2)
    assert goals(state, "R3", "drop") == {f"10{row:02}" for row in range(1, 7)}
    assert goals(red_in_two({"R3": "0101"}), "R3", "drop") == {f"10{row:02}" for row in range(1, 6)}
    assert "does not move" in refused(state, "move R1 1003 drop").message
    state.apply("move R3 1003 drop")
    assert state.position("R3") == "1003"


@pytest.mark.parametrize(("die", "there"), [(4, "0505"), (3, "0105")])
def test_who_fails_the_check_has_its_ordinary_move(die: int, there: str) -> None:
    state = red({"R1": "0105", "R2": "0101"}, dice=(die,))
    state.apply("move R1 0505 forced")
    assert state.position("R1") == there
    if there == "0105":
        assert "failed its check" in refused(state, "move R1 0305 forced").message
        assert state.explain("move R1 0205") is None
    else:
        assert state.marks["tired"]


def test_the_deed_of_a_way_is_a_state_until_the_next_turn_of_its_side() -> None:
    """Units off the train attack at half strength: the modifier asks for the state."""
    state = red({"R1": "0103", "R2": "0105"})
    state.apply("move R1 0603 rail")
    unit = state.frame.unit_index["R1"]
    assert state.marks["by_rail"] == 1 << unit
    state.apply("done")
    while state.phase != "red_movement":
        assert state.marks["by_rail"]
        state.apply(listed(state)[-1])
    assert not state.marks["by_rail"]


def test_a_path_in_a_way_is_walked_step_by_step() -> None:
    state = red({"R1": "0103"})
    assert state.explain("move R1 0103-0203-0303 rail") is None
    assert refused(state, "move R1 0103-0203-0302 rail").reason == "movement.modes"
    assert refused(state, "move R1 0203-0303 rail").reason == "movement.modes"
    for hole in ("0103-0303", "0103-0203-0403"):
        assert f"may not go {hole} by rail" in refused(state, f"move R1 {hole} rail").message
    assert state.explain("move R1 0103-0203-0303-0403-0303 forced") is None
    long = refused(state, "move R1 0103-0104-0105-0106-0206-0306 forced")
    assert long.message == "R1 cannot pay for 0306: it has 4 MP."
    state = red({"R1": "0103", "B1": "0502"})
    assert "must stop there" in refused(state, "move R1 0103-0203-0303-0402-0401 forced").message


def test_a_way_that_the_game_does_not_name_is_refused() -> None:
    assert "no way of moving tram" in refused(red({"R1": "0103"}), "move R1 0203 tram").message


def test_random_games_end_in_order() -> None:
    taken = set()
    for seed in range(12):
        state = tiny("ways").start(None, (), seed)
        random = Random(seed)
        while not state.is_over:
            taken |= {line.split()[3] for line in play(state, random, 1) if line.count(" ") == 3}
            assert not broken_invariants(state)
    assert {"rail", "sea", "strategic", "forced"} <= taken


def test_who_keeps_to_the_road_goes_further() -> None:
    """Two points and one more are six hexes of road, of which there are five; else two points."""
    state = place("ways", {"R1": "0105", "B1": "1406"}, "red_movement")
    assert state.explain("move R1 0605") is not None
    assert state.explain("move R1 0605 bonus") is None
    assert state.explain("move R1 0104 bonus") is not None  # off the road
