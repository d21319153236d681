"""Strike Force One, 8.2 to 8.22: the West German unit."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest

from hexwar.rules.game import Game
from hexwar.rules.state import State
from tests.conformance.sfo.ground import (
    allowed,
    attack,
    elsewhere,
    first,
    goals,
    listed,
    play,
    refused,
    ring,
)

WEST = [f"01{row:02}" for row in range(1, 9)]


def towns(game: Game) -> list[str]:
    """The three Town hexes."""
    return sorted(game.map.region("towns"))


def begun(
    sfo: Game, held: int = 2, *, turn: int = 1, phase: str = "us_movement", **setup: str
) -> State:
    """Soviet units in so many Towns, W in the north-east corner, when a step begins."""
    units = {"W": "0901", **dict(zip("ABC", towns(sfo)[:held], strict=False)), **setup}
    return sfo.start("advanced", ("west_german",), setup=units, turn=turn, phase=phase)


def entries(state: State) -> set[str]:
    """Where G may enter."""
    return {line.split()[2] for line in listed(state, "enter")}


# -- 8.2 ------------------------------------------------------------------------------------------


@pytest.mark.rule("sfo", "8.2")
def test_it_comes_once_in_a_game(sfo: Game) -> None:
    """G enters, is lost, and does not come again although the Towns are still lost."""
    state = begun(sfo)
    play(state, f"enter G {min(entries(state))}")
    data = state.to_dict()
    del data["units"]["G"]
    state = sfo.state_from_dict({**data, "eliminated": ["G"]})
    while state.turn == 1 or state.phase != "us_movement":
        play(state, "done")
    assert listed(state, "enter") == set()
    assert refused(state, "enter G 0101") == "8.2"


@pytest.mark.rule("sfo", "8.2")
def test_who_is_on_the_map_does_not_enter(sfo: Game) -> None:
    state = begun(sfo)
    play(state, f"enter G {min(entries(state))}")
    assert refused(state, f"enter G {max(WEST)}") == "8.2"


@pytest.mark.rule("sfo", "8.2")
def test_nobody_else_comes_with_it(sfo: Game) -> None:
    state = begun(sfo)
    assert {line.split()[1] for line in listed(state, "enter")} == {"G"}
    for unit in "XYZABC":
        assert state.explain(f"enter {unit} {min(entries(state))}") is not None


@pytest.mark.rule("sfo", "8.2")
def test_it_is_a_u_s_unit_from_then_on(sfo: Game) -> None:
    """It moves, has a zone of control, stacks with U.S. units and attacks with them."""
    centre, around = ring(sfo)
    setup = {"G": around[0], "W": around[1], "A": centre, "X": elsewhere(sfo, [centre])}
    state = sfo.start("advanced", ("west_german",), setup=setup, phase="us_combat")
    assert listed(state, "attack") == {attack(centre, force) for force in ("W", "G", "WG")}
    state = sfo.start("advanced", ("west_german",), setup=setup, phase="soviet_combat", dice=[4])
    assert allowed(state, attack(around[0], "A"))
    assert sfo.units["G"].side == "us"


@pytest.mark.rule("sfo", "8.2")
def test_its_zone_stops_soviet_units(sfo: Game) -> None:
    centre, around = ring(sfo)
    far = elsewhere(sfo, [centre], 3)
    state = sfo.start("advanced", ("west_german",), setup={"A": far, "G": centre})
    stopped = {number for number, step in state.reach("A").items() if step.stops}
    assert stopped == set(around) & set(state.reach("A"))
    assert len(stopped) > 1


@pytest.mark.rule("sfo", "8.2")
def test_it_is_not_there_without_the_option(sfo: Game) -> None:
    setup = dict(zip("ABC", towns(sfo), strict=True))
    state = sfo.start("advanced", setup={**setup, "W": "0901"}, phase="us_movement")
    assert listed(state, "enter") == set()


# -- 8.21 -----------------------------------------------------------------------------------------


@pytest.mark.rule("sfo", "8.21")
@pytest.mark.parametrize("turn", [1, 2, 3, 4])
@pytest.mark.parametrize("held", range(4))
def test_when_the_step_begins_with_two_or_three_towns_lost(sfo: Game, held: int, turn: int) -> None:
    state = begun(sfo, held, turn=turn)
    if held >= 2:
        assert first(state.events or [], "available").units == ("G",)
        assert entries(state)
    else:
        assert entries(state) == set()
        assert refused(state, "enter G 0101") == "8.21"


@pytest.mark.rule("sfo", "8.21")
def test_any_two_towns_will_do(sfo: Game) -> None:
    for pair in combinations(towns(sfo), 2):
        setup = {"W": "0901", **dict(zip("AB", pair, strict=True))}
        state = sfo.start("advanced", ("west_german",), setup=setup, phase="us_movement")
        assert entries(state)


@pytest.mark.rule("sfo", "8.21")
def test_two_units_in_one_town_are_one_town(sfo: Game) -> None:
    town = towns(sfo)[0]
    setup = {"W": "0901", "A": town, "B": town}
    state = sfo.start("advanced", ("west_german",), setup=setup, phase="us_movement")
    assert refused(state, "enter G 0101") == "8.21"


@pytest.mark.rule("sfo", "8.21")
def test_u_s_units_in_towns_do_not_count(sfo: Game) -> None:
    state = begun(sfo, 1, X=towns(sfo)[1], Y=towns(sfo)[2])
    assert entries(state) == set()


@pytest.mark.rule("sfo", "8.21")
def test_it_is_the_beginning_of_the_step_that_counts(sfo: Game) -> None:
    """In the Soviet movement step two Towns are held; one is left before the U.S. step begins."""
    state = begun(sfo, 2, phase="soviet_movement")
    away = min(goals(state, "A") - set(towns(sfo)))
    play(state, f"move A {away}", "done")
    assert state.phase == "us_movement"
    assert refused(state, "enter G 0101") == "8.21"


@pytest.mark.rule("sfo", "8.21")
def test_it_comes_by_itself_when_soviets_take_the_second_town_in_play(sfo: Game) -> None:
    town = towns(sfo)[1]
    near = next(h for h in sfo.map.neighbors(town) if sfo.map.terrain(h) == "open")
    state = begun(sfo, 1, phase="soviet_movement", B=near)
    told = play(state, f"move B {town}", "done")
    assert first(told, "available").units == ("G",)


@pytest.mark.rule("sfo", "8.21")
@pytest.mark.parametrize("later", [2, 3, 4])
def test_once_received_it_may_enter_in_any_later_turn(sfo: Game, later: int) -> None:
    """Even when the Soviets have left the Towns again."""
    state = begun(sfo, 2)
    play(state, "done")
    for unit in "AB":
        play(state, f"move {unit} {min(goals(state, unit) - set(towns(sfo)))}")
    while state.turn < later or state.phase != "us_movement":
        play(state, "done")
    assert entries(state)
    play(state, f"enter G {min(entries(state))}")
    assert state.position("G") in WEST


@pytest.mark.rule("sfo", "8.21")
def test_it_need_not_enter(sfo: Game) -> None:
    state = begun(sfo)
    play(state, "done")
    assert state.position("G") is None


@pytest.mark.rule("sfo", "8.21")
def test_it_does_not_enter_in_a_soviet_step_or_in_combat(sfo: Game) -> None:
    state = begun(sfo)
    play(state, "done")
    while state.phase != "soviet_movement":
        play(state, "done")
    assert refused(state, "enter G 0101") == "8.22"
    held = towns(sfo)
    near = next(
        h for h in sfo.map.neighbors(held[0]) if sfo.map.terrain(h) == "open" and h not in held
    )
    state = begun(sfo, 3, X=near)
    play(state, "done")
    assert state.phase == "us_combat"
    assert refused(state, "enter G 0101") == "3.0"


@pytest.mark.rule("sfo", "8.21")
def test_the_step_waits_for_it_although_nobody_else_can_move(sfo: Game) -> None:
    setup = dict(zip("ABC", towns(sfo), strict=True))
    state = sfo.start("advanced", ("west_german",), setup=setup, phase="us_movement")
    assert state.phase == "us_movement"
    assert {action.verb for action in state.legal_actions()} == {"enter", "done"}


# -- 8.22 -----------------------------------------------------------------------------------------


@pytest.mark.rule("sfo", "8.22")
def test_by_any_hex_of_the_west_edge_outside_enemy_zones(sfo: Game) -> None:
    state = begun(sfo, E="0104")
    soviets = [h for unit in "ABE" if (h := state.position(unit))]
    shut = {"0104", *(near for h in soviets for near in sfo.map.neighbors(h))}
    assert entries(state) == set(WEST) - shut
    assert refused(state, "enter G 0103") == "8.22"
    assert refused(state, "enter G 0104") == "4.2"


@pytest.mark.rule("sfo", "8.22")
@pytest.mark.parametrize("number", ["0201", "0901", "0503", "0109", "0001"])
def test_by_no_other_hex(sfo: Game, number: str) -> None:
    assert refused(begun(sfo), f"enter G {number}") == "8.22"


@pytest.mark.rule("sfo", "8.22")
def test_only_where_there_is_room(sfo: Game) -> None:
    free = max(entries(begun(sfo)))
    assert free in entries(begun(sfo, X=free))
    state = begun(sfo, X=free, Y=free)
    aside = min(goals(state, "X") & set(sfo.map.neighbors(free)))
    play(state, *(f"move {unit} {goal}" for unit in "XY" for goal in (aside, free)))
    assert refused(state, f"enter G {free}") == "7.11"
    assert free not in entries(state)


@pytest.mark.rule("sfo", "8.22")
@pytest.mark.rule("sfo", "4.2")
def test_two_friends_let_it_in_while_one_can_move_on(sfo: Game) -> None:
    """X has moved, Y has not: the step may not end so, but Y can still go."""
    free = max(entries(begun(sfo)))
    state = begun(sfo, X=free, Y=free)
    aside = min(goals(state, "X") & set(sfo.map.neighbors(free)))
    play(state, f"move X {aside}", f"move X {free}", f"enter G {free}")
    assert len(state.units_at(free)) == 3
    assert refused(state, "done") == "7.11"
    play(state, f"move Y {aside}", "done")
    assert set(state.units_at(free)) == {"X", "G"}


@pytest.mark.rule("sfo", "8.22")
def test_the_first_hex_costs_one_point_and_three_are_left(sfo: Game) -> None:
    state = begun(sfo)
    number = max(entries(state))
    told = first(play(state, f"enter G {number}"), "entered")
    assert (told.unit, told.path, told.rule) == ("G", (number,), "8.22")
    assert state.movement_left("G") == 3


@pytest.mark.rule("sfo", "8.22")
def test_woods_on_the_edge_cost_one_point_as_well(sfo: Game, sfo_on: Callable[..., Game]) -> None:
    number = max(entries(begun(sfo)))
    state = begun(sfo_on(woods=[number]))
    play(state, f"enter G {number}")
    assert state.movement_left("G") == 3


@pytest.mark.rule("sfo", "8.22")
def test_both_options_work_side_by_side(sfo: Game) -> None:
    """G is refused by its own rule, not by the Soviet one."""
    options = ("second_echelon", "west_german")
    setup = {"W": "0901", "A": towns(sfo)[0]}
    state = sfo.start("advanced", options, setup=setup, phase="us_movement", turn=2)
    assert refused(state, "enter G 0101") == "8.21"
    assert refused(state, "declare second_echelon") == "8.11"
    state = sfo.start("advanced", options, setup=setup, turn=2)
    assert refused(state, "enter G 0101") == "8.22"
    assert refused(state, "declare second_echelon") == "8.12"
