"""The game of Skerry Sound: guns, victory and scenarios by its book; played to its end."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

import hexwar
from hexwar.engine.queries import FirePreview
from hexwar.players import make_player
from hexwar.players.player import choice_of
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.movement.rules import MovementRules
from tests.skerry import (
    GAME,
    HIT,
    MISS,
    SCENARIOS,
    Setup,
    at,
    is_in,
    points,
    rule,
    why,
)

# -- guns ------------------------------------------------------------------------------------------


def guns(setup: Setup, *dice: int) -> hexwar.State:
    """The Isles' guns in the first turn, with two brigs beside each other far away."""
    apart = {"I5": "1503/N", "R5": "1603/N"}
    return at({**apart, **setup}, *dice, phase="isles_first")


def thrown(state: hexwar.State, line: str) -> int:
    """How many dice a fire throws."""
    shown = state.preview(line)
    assert isinstance(shown, FirePreview)
    return len(shown.attack_dice)


@rule("5.0")
@rule("5.1")
def test_a_ship_fires_once_at_one_ship_and_need_not() -> None:
    state = guns({"I1": "0506/N", "R3": "0606/N", "R4": "0405/N"}, *[MISS] * 8)
    assert state.explain("done") is None
    state.apply("fire 0606 by I1")
    assert state.phase != "isles_first" or state.explain("fire 0405 by I1") is not None
    refused = guns({"I1": "0506/N", "I2": "0605/N", "R3": "0606/N"}).explain("fire 0605 by I1")
    assert refused is not None and refused.rule == "5.1"


@rule("5.2")
@pytest.mark.parametrize(
    ("there", "cited"),
    [
        ("0605", None),
        ("0407", None),
        ("0507", "5.2"),  # astern
        ("0502", "5.2"),  # ahead
        ("0905", None),  # four hexes
        ("1006", "5.2"),  # five
    ],
)
def test_the_target_lies_abeam_and_four_hexes_away_at_most(there: str, cited: str | None) -> None:
    state = guns({"I1": "0506/N", "R3": f"{there}/N"})
    refused = state.explain(f"fire {there} by I1")
    assert (refused.rule if refused else None) == cited


@rule("5.2")
def test_land_blocks_the_line() -> None:
    state = guns({"I1": "0703/N", "I2": "0901/S", "R3": "0906/N", "R4": "1001/N"})
    assert why(state, "fire 0906 by I1")[0] == "5.2"


@rule("1.2")
@rule("5.4")
@pytest.mark.parametrize(("die", "lost"), [(4, 0), (5, 0), (6, 1)])
def test_a_gun_hits_on_a_six(die: int, lost: int) -> None:
    state = guns({"I1": "0506/N", "R3": "0706/N"}, die, MISS, MISS)
    state.apply("fire 0706 by I1")
    assert state.steps_lost("R3") == lost


@rule("5.4")
def test_a_ship_without_hull_is_sunk_before_it_can_fire() -> None:
    setup = {"I1": "0506/N", "R3": "0706/N", "R4": "1612/N"}
    state = guns(setup, HIT, HIT, HIT)
    state.lost[state.frame.unit_index["R3"]] = 2
    state.forget_computed()
    state.apply("fire 0706 by I1")
    assert state.position("R3") is None


@rule("5.3")
@pytest.mark.parametrize(
    ("there", "dice"),
    [
        ("0606/N", 4),  # next to it
        ("0706/N", 3),
        ("0806/N", 2),  # three hexes
        ("0905/N", 2),
    ],
)
def test_distance_adds_a_die_or_takes_one(there: str, dice: int) -> None:
    state = guns({"I1": "0506/N", "R3": there})
    assert thrown(state, f"fire {there[:4]} by I1") == dice


@rule("5.3")
@rule("5.5")
@pytest.mark.parametrize(
    ("there", "dice"),
    [
        ("0606/SE", 8),  # next to it, from astern: twice three and one
        ("0606/NW", 8),  # from ahead
        ("0606/NE", 4),
        ("0707/NW", 6),
        ("0707/S", 3),
        ("0807/NW", 4),  # three hexes
    ],
)
def test_raking_counts_twice(there: str, dice: int) -> None:
    state = guns({"I1": "0506/NE", "R3": there})
    assert thrown(state, f"fire {there[:4]} by I1") == dice


# -- victory ---------------------------------------------------------------------------------------


def hit(state: hexwar.State, **lost: int) -> None:
    """Let ships have lost points of hull; all of it, if it is -1."""
    for unit, steps in lost.items():
        index = state.frame.unit_index[unit]
        if steps < 0:
            state.eliminated |= 1 << index
            state.place(index, 0)
        else:
            state.lost[index] = steps
    state.forget_computed()


FLEETS = {"I1": "0101/SE", "I2": "0102/SE", "R1": "1711/SW", "R3": "1710/SW", "R4": "1709/SW"}


@rule("6.0")
@rule("6.1")
def test_a_hit_is_a_point_and_a_sunk_ship_two_more() -> None:
    state = at(FLEETS)
    hit(state, R1=3, I1=1)
    assert points(state) == {"isles": 3, "regent": 1}
    hit(state, R3=-1)
    assert points(state) == {"isles": 3 + 5 + 2, "regent": 1}


@rule("6.2")
@pytest.mark.parametrize(
    ("lost", "winner"),
    [
        ({"R1": 0, "R3": -1, "R4": -1}, None),
        ({"R1": 1, "R3": -1, "R4": -1}, "isles"),
        ({"R1": 1, "R3": -1, "R4": -1, "I1": -1, "I2": -1, "I3": 2}, "regent"),
        ({"R1": 1, "R3": -1, "R4": -1, "I1": -1, "I2": -1, "I3": 1}, None),
    ],
)
def test_fifteen_points_and_more_than_the_enemy_win_at_the_end_of_a_turn(
    lost: Mapping[str, int], winner: str | None
) -> None:
    state = at({**FLEETS, "I3": "0103/SE", "I4": "0104/SE"})
    hit(state, **lost)
    while state.turn == 1 and not state.is_over:
        state.apply("done")
    assert state.winner == winner


@rule("6.3")
@pytest.mark.parametrize(("lost", "winner"), [({"R1": 1}, "isles"), ({"I1": 1}, "regent")])
def test_at_dusk_more_points_win(lost: Mapping[str, int], winner: str) -> None:
    state = at(FLEETS, turn=12)
    hit(state, **lost)
    while not state.is_over:
        state.apply("done")
    assert state.winner == winner


@rule("6.3")
def test_at_dusk_as_many_points_are_a_draw() -> None:
    state = at(FLEETS, turn=12)
    while not state.is_over:
        state.apply("done")
    assert state.winner is None


# -- scenarios -------------------------------------------------------------------------------------


@rule("7.0")
@rule("7.1")
def test_the_meeting_has_twelve_turns_and_squadrons_at_either_end() -> None:
    state = GAME.start("meeting", seed=1)
    assert state.frame.turns == 12
    west = [u for u in state.frame.unit_ids if (state.position(u) or "99") < "0400"]
    assert len(west) == 5 and all(unit.startswith("I") for unit in west)


def convoy(**setup: str) -> hexwar.State:
    """The convoy with ships elsewhere than they begin."""
    places = {unit: {"hex": number} for unit, number in setup.items()}
    return GAME.start("convoy", setup=places, phase="orders", dice=[MISS] * 40)


def turn(state: hexwar.State) -> None:
    """Nothing is done for the rest of a turn."""
    before = state.turn
    while state.turn == before and not state.is_over:
        state.apply("done")


@rule("7.2")
def test_both_traders_in_the_roads_win_and_both_sunk_lose() -> None:
    state = convoy(IT1="1511", IT2="1512", R3="0101")
    turn(state)
    assert state.winner == "isles"
    state = convoy(IT1="1511", IT2="1512", I1="0101", R3="0201")
    hit(state, IT1=-1, IT2=-1)
    turn(state)
    assert state.winner == "regent"


@rule("7.2")
def test_a_trader_counts_in_the_roads_and_if_it_is_sunk() -> None:
    state = convoy(IT1="1511", IT2="0202", I1="0101", R3="0901")
    assert points(state) == {"isles": 4, "regent": 0}
    hit(state, IT2=-1)
    assert points(state) == {"isles": 4, "regent": 4 + 2 + 2}
    state = convoy(IT1="0303", IT2="0202", R3="0901")
    assert state.frame.turns == 10
    while not state.is_over:
        turn(state)
    assert state.winner == "regent"  # as many points


@rule("7.2")
def test_nobody_fires_at_a_trader_in_the_roads() -> None:
    places = {"IT1": {"hex": "1511"}, "I1": {"hex": "1710"}, "R3": {"hex": "1610", "facing": "N"}}
    state = GAME.start("convoy", setup=places, phase="regent_guns", dice=[MISS] * 9)
    assert why(state, "fire 1511 by R3")[0] == "5.1"
    assert state.explain("fire 1710 by R3") is None


def anchored(*dice: int) -> hexwar.State:
    """The anchorage after the first turn, in which nobody did anything."""
    return GAME.start("anchorage", dice=dice)


@rule("7.3")
def test_ships_at_anchor_slip_their_cables_on_four_to_six() -> None:
    state = anchored(3, 4, 6, 1)
    lying = {unit for unit in ("R1", "R2", "R3", "R4", "R5") if is_in(state, unit, "anchored")}
    assert lying == {"R1", "R5"}
    state.apply("done")
    assert "At anchor" in why(state, "face R1 NE")[1]


@rule("7.3")
@pytest.mark.parametrize(
    ("look", "left"), [("SW", 1), ("NW", 4), ("S", 4), ("N", 5), ("NE", 5), ("SE", 5)]
)
def test_the_wind_comes_from_the_south_west(look: str, left: int) -> None:
    places = {"I1": {"hex": "0506", "facing": look}, "R1": {"hex": "1704"}}
    state = GAME.start("anchorage", setup=places, phase="orders")
    values = state.rules[MovementRules].values
    assert values.allowance(state, state.frame.unit_index["I1"]) == left


@rule("7.3")
@pytest.mark.parametrize(("lost", "winner"), [(3, "regent"), (4, "isles")])
def test_the_isles_need_four_points_more(lost: int, winner: str) -> None:
    places = {"I1": {"hex": "0101"}, "R1": {"hex": "1704"}}
    state = GAME.start("anchorage", setup=places, phase="orders", turn=9)
    hit(state, R1=lost)
    while not state.is_over:
        state.apply("done")
    assert state.winner == winner


@rule("7.4")
def test_the_lesson_is_one_ship_against_one_for_four_turns() -> None:
    state = GAME.start("lesson", seed=1)
    ships = {unit for unit in state.frame.unit_ids if state.position(unit)}
    assert (state.frame.turns, ships) == (4, {"I1", "R4"})


# -- played ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_drawn_games_end(scenario: str) -> None:
    for seed in range(2):
        state, random = GAME.start(scenario, seed=seed), Random(seed)
        while not state.is_over:
            state.apply(state.sample_action(random), events=False)
            assert broken_invariants(state) == []


def test_computer_players_use_all_of_the_game() -> None:
    """Courses with turns, broadsides and rakes, to the end of a convoy."""
    state, random, told = GAME.start("convoy", seed=3), Random(3), set[str]()
    players = {side: make_player("greedy") for side in ("isles", "regent")}
    labels, faced = set[str](), 0
    while not state.is_over:
        side = state.side_to_act or ""
        action = choice_of(players[side], state, random)
        if action.verb == "fire":
            labels |= {one.label for one in state.preview(str(action)).modifiers}
        faced += action.verb == "plot" and bool(action.name)
        told |= {event.kind for event in state.apply(action)}
    assert {"moved", "turned", "fire"} <= told
    assert "Raked" in labels
    assert faced > 5
