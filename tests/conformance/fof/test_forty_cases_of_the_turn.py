"""Forty cases of a referee, written from the booklet alone: 24 to 40, the turn around the fire.

Each is a position, dice and what the booklet and its rulings say comes of it. The others are in
``test_forty_cases.py``.
"""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.rules.state import State
from tests.conformance.fof.table import (
    DUEL,
    aimed,
    begin,
    choice,
    escort,
    interrupted,
    kinds,
    listed,
    marked,
    rule,
    run,
    until,
)

NOTHING = (1,) * 60
FOUR = DUEL | {"T4": "3636", "Charlie": "1827"}
HIDES: dict[str, Any] = {"T3": {"hex": "0819", "hidden": True}, "T1": "3636"}
PILOT = {"Bravo": "2215", "Pilot": "2318", "T3": "0101"}


def men(hex_: str, **figures: int) -> Any:
    """A team in a hex, its figures by condition."""
    return {"hex": hex_, "figures": figures}


def left_alone(state: State) -> State:
    """Nobody does anything until the game is over."""
    while not state.is_over:
        lines = listed(state)
        state.apply(next(line for line in ("done", "pass", "decline") if line in lines))
    return state


# -- 24 to 26: the initiative and the turn ---------------------------------------------------------


@pytest.mark.rule("fof", "2.2")
@pytest.mark.parametrize(
    ("before", "dice", "after"),
    [
        ("taliban", (4, 1, 1), "usmc"),
        ("taliban", (8, 4, 4), "taliban"),
        ("taliban", (8, 6, 1), "taliban"),
        ("usmc", (4, 6, 1), "usmc"),
        ("usmc", (3, 4, 1), "taliban"),
        ("usmc", (3, 3, 3), "usmc"),
    ],
)
def test_24_three_marine_teams_roll_a_d8_four_taliban_teams_two_d6_and_successes_count(
    before: str, dice: tuple[int, ...], after: str
) -> None:
    """The total of the dice and the highest of them do not matter."""
    marines = {"Alpha": "0120", "Bravo": "0121", "Charlie": "0122"}
    taliban = {"T1": "3633", "T2": "3634", "T3": "3635", "T4": "3636"}
    state = begin(marines | taliban, *dice, phase="initiative", side=before)
    assert (state.phase, state.side_to_act) == ("overwatch", after)


@pytest.mark.rule("fof", "2.2")
def test_25_a_team_with_nobody_effective_left_brings_no_die_of_initiative() -> None:
    """Of two marine teams one counts, which makes none; so one d6 is rolled, and no d8."""
    hurt = {"Bravo": men("0320", seriously_wounded=2, dead=2), "Charlie": "0330"}
    state = begin(hurt | {"T2": "3636", "T3": "3634"}, 4, phase="initiative", side="usmc")
    assert state.side_to_act == "taliban"


@pytest.mark.rule("fof", "2.5")
def test_26_the_game_opens_with_a_fire_of_the_taliban_if_anybody_is_in_sight() -> None:
    state = begin(FOUR, turn=1)
    assert listed(state) == ["fire 0320 by T2"]
    assert "move T2 0309" in listed(begin(FOUR, turn=2))
    unseen = begin({"T2": "0620", "Bravo": "0628", "T4": "3636"}, turn=1)
    assert "move T2 0520" in listed(unseen)


# -- 27 to 30: casualties --------------------------------------------------------------------------


@pytest.mark.rule("fof", "11.1")
@pytest.mark.rule("fof", "11.2")
@pytest.mark.parametrize(
    ("friend", "shape"),
    [
        ("0321", {"dead": 1, "seriously_wounded": 1, "lightly_wounded": 1, "fit": 1}),
        ("0322", {"down": 4}),
    ],
)
def test_27_a_friend_within_an_inch_looks_after_a_team_that_is_all_down(
    friend: str, shape: dict[str, int]
) -> None:
    away = {"Bravo": men("0320", down=4), "Charlie": friend, "T2": "3636"}
    state = begin(away, 1, 3, 4, 6, phase="casualties")
    assert state.figures("Bravo") == shape


@pytest.mark.rule("fof", "3.3")
@pytest.mark.parametrize(
    "figures",
    [
        {"fit": 3, "lightly_wounded": 1},
        {"fit": 3, "seriously_wounded": 1},
        {"fit": 3, "down": 1},
    ],
    ids=["lightly", "seriously", "down"],
)
@pytest.mark.parametrize(("die", "rapidly"), [(4, True), (3, False)])
def test_28_with_casualties_it_takes_a_four_to_move_faster_than_tactically(
    figures: dict[str, int], die: int, rapidly: bool
) -> None:
    state = begin({"Bravo": men("0320", **figures), "T2": "3636"}, die, phase="others")
    state.apply("move Bravo 0332 rapid")
    assert (state.position("Bravo") == "0332") == rapidly
    assert marked(state, "rapid") == ({"Bravo"} if rapidly else set())
    if not rapidly:
        assert "move Bravo 0326" in listed(state)
        assert rule(state, "move Bravo 0327")


@pytest.mark.rule("fof", "3.3")
def test_29_whoever_has_no_casualties_moves_rapidly_without_a_check() -> None:
    state = begin({"Bravo": men("0320", fit=3, dead=1), "T2": "3636"}, phase="others")
    state.apply("move Bravo 0332 rapid")
    assert state.position("Bravo") == "0332"
    state = begin({"Bravo": "0320", "T2": "3636"}, phase="others")
    assert rule(state, "move Bravo 0333 rapid")


@pytest.mark.rule("fof", "3.5")
def test_30_one_takes_one_casualty_off_his_own_edge_and_does_nothing_else() -> None:
    hurt = {"Bravo": men("0220", fit=3, seriously_wounded=1), "T2": "1520"}
    state = begin(hurt, phase="others")
    state.apply("evacuate Bravo 0120")
    assert state.figures("Bravo") == {"fit": 2}
    assert state.figures("E1") == {"fit": 1, "seriously_wounded": 1}
    assert rule(state, "fire 1520 by E1")
    taliban = {"T2": men("0220", fit=7, down=1), "T3": men("3520", fit=4, down=1)}
    state = begin(taliban | {"Bravo": "3636"})
    state.apply("evacuate T3 3620")
    assert state.figures("T3") == {"fit": 3}


@pytest.mark.rule("fof", "11.3")
@pytest.mark.parametrize(
    ("enemy", "friend", "captured"),
    [("0321", "0330", 3), ("0322", "0330", 0), ("0321", "0319", 0)],
)
def test_31_marines_are_captured_beside_taliban_where_no_marine_can_fight(
    enemy: str, friend: str, captured: int
) -> None:
    lost = {"Bravo": men("0320", down=2, seriously_wounded=1, dead=1), "Charlie": friend}
    state = begin(lost | {"T2": enemy}, *NOTHING, phase="others")
    points = state.points()["taliban"]
    state.apply("done")
    assert state.figures("Bravo").get("captured", 0) == captured
    if captured:
        assert (points, state.points()["taliban"]) == (2 + 1, 2 + 3 * 3)


# -- 32 to 34: who hides ---------------------------------------------------------------------------


@pytest.mark.rule("fof", "9.1")
@pytest.mark.rule("fof", "9.3")
@pytest.mark.parametrize(("die", "seen"), [(4, True), (3, False)])
def test_32_a_hidden_team_is_no_target_before_a_search_within_eight_inches_succeeds(
    die: int, seen: bool
) -> None:
    state = begin(HIDES | {"Bravo": "0827", "Charlie": "0828"}, die, phase="others")
    assert rule(state, "search 0819 by Charlie") == "9.3", "nine inches"
    assert not listed(state, "fire")
    state.apply("search 0819 by Bravo")
    assert ("fire 0819 by Bravo" in listed(state)) == seen


@pytest.mark.rule("fof", "9.4")
@pytest.mark.parametrize(("die", "waits"), [(6, False), (4, False), (3, True), (1, True)])
def test_33_ambush_fire_comes_first_with_a_four_and_can_else_be_interrupted(
    die: int, waits: bool
) -> None:
    state = begin(HIDES | {"Bravo": "0827", "Charlie": "1827"}, die, *NOTHING)
    told = kinds(run(state, "fire 0827 by T3"))
    assert ("fire" in told) != waits
    assert (choice(state) == ("usmc", "reaction_window")) == waits
    assert "table" not in told, "a 1 is not one of a reaction test"


@pytest.mark.rule("fof", "9.2")
@pytest.mark.parametrize("line", ["move T3 0820", "fire 0827 by T3"])
def test_34_a_team_that_moves_or_fires_hides_no_longer(line: str) -> None:
    state = begin(HIDES | {"Bravo": "0827", "Charlie": "1827"}, 4, *NOTHING)
    assert state.view("usmc").position("T3") is None
    run(state, line)
    assert state.view("usmc").position("T3") == state.position("T3")


# -- 35: the fog of war ----------------------------------------------------------------------------


def fog(face: int, *dice: int, setup: dict[str, Any] | None = None) -> State:
    """Bravo rolls a 1 against T2's move, and this comes up on the table; it is the only team."""
    state = begin(DUEL | (setup or {"T4": "3636"}), 5, 1, face, *dice)
    interrupted(state, "move T2 0309", "Bravo")
    for line in listed(state, "mark")[:1]:
        state.apply(line)
    return state


@pytest.mark.rule("fof", "10.2")
@pytest.mark.rule("fof", "10.3")
@pytest.mark.rule("fof", "10.4")
@pytest.mark.rule("fof", "10.7")
@pytest.mark.rule("fof", "10.9")
@pytest.mark.rule("fof", "10.11")
@pytest.mark.parametrize(
    ("face", "fires", "defends", "fired_at_by", "defended_by"),
    [
        (1, 6, 6, 9, 8),
        (2, 6, 5, 9, 9),
        (3, 5, 5, 9, 8),
        (5, 6, 5, 9, 8),
        (6, 6, 5, 9, 8),
        (8, 7, 5, 9, 8),
        (10, 5, 5, 9, 8),
    ],
)
def test_35_the_table_changes_the_pools_of_bravo_and_team_two(
    face: int, fires: int, defends: int, fired_at_by: int, defended_by: int
) -> None:
    state = fog(face, *NOTHING)
    against = aimed(state, "fire 0320 by T2")
    ours = aimed(until(state, "others"), "fire 0309 by Bravo")
    sides = 8 if face == 6 else 6
    assert against.attack_dice == (sides,) * fired_at_by
    assert ours.defense_dice == (sides,) * defended_by
    assert (len(ours.attack_dice), len(against.defense_dice)) == (fires, defends)


@pytest.mark.rule("fof", "10.7")
@pytest.mark.rule("fof", "5.2")
def test_36_a_tougher_team_has_the_optimal_range_of_its_new_die() -> None:
    for face, dice in ((6, 10), (5, 9)):
        state = fog(face, *NOTHING, setup={"Bravo": "0317", "T4": "3636"})
        assert len(aimed(state, "fire 0317 by T2").attack_dice) == dice


@pytest.mark.rule("fof", "10.5")
@pytest.mark.rule("fof", "10.8")
@pytest.mark.rule("fof", "10.10")
def test_37_the_dead_taliban_come_back_in_the_east_and_mortars_hit_who_is_there() -> None:
    state = fog(4, setup={"T2": men("0310", fit=5, dead=3), "T4": "3636"})
    state.apply("enter T5 3601")
    assert (state.position("T5"), state.figures("T5")) == ("3601", {"fit": 3})
    state = fog(7, *(1, 1, 1, 6, 6, 6), *(8, 1, 1, 1, 1), 1, 1)
    assert (state.figures("Bravo"), marked(state, "pinned")) == ({"fit": 2, "down": 2}, {"Bravo"})
    state = fog(9, *(6, 1, 1, 1, 1, 1), *[1] * 8, *[4] * 7, setup={"Charlie": "1827"})
    assert state.figures("T2") == {"fit": 7, "down": 1}


@pytest.mark.rule("fof", "10.4")
@pytest.mark.rule("fof", "11.1")
@pytest.mark.parametrize(
    ("die", "became"),
    [
        (1, "seriously_wounded"),
        (2, "seriously_wounded"),
        (3, "lightly_wounded"),
        (5, "fit"),
        (6, "fit"),
    ],
)
def test_38_a_corpsman_in_the_team_adds_one_to_the_roll_of_a_casualty(
    die: int, became: str
) -> None:
    bravo: Any = {"hex": "0320", "figures": {"fit": 3, "down": 1}, "state": "medic"}
    state = begin({"Bravo": bravo, "T2": "3636"}, die, phase="casualties")
    shape = {"fit": 4} if became == "fit" else {"fit": 3, became: 1}
    assert state.figures("Bravo") == shape


# -- 39 and 40: the pilot and the end --------------------------------------------------------------


@pytest.mark.rule("fof", "12.1")
@pytest.mark.rule("fof", "12.5")
@pytest.mark.parametrize(("die", "over"), [(4, True), (3, False)])
def test_39_who_reaches_the_pilot_has_three_points_and_next_turn_may_call_the_airstrike(
    die: int, over: bool
) -> None:
    state = begin(PILOT, die, phase="others")
    state.apply("move Bravo 2217")
    assert (escort(state), state.points()["usmc"]) == ("Bravo", 3)
    until(state, "airstrike", 3).apply("roll")
    assert (state.is_over, state.winner) == (over, "usmc" if over else None)


@pytest.mark.rule("fof", "12.2")
@pytest.mark.rule("fof", "13.1")
@pytest.mark.rule("fof", "13.2")
@pytest.mark.rule("fof", "13.4")
@pytest.mark.parametrize(
    ("turn", "points", "dead", "winner"),
    [
        (5, 13, 6, "usmc"),
        (5, 13, 7, "taliban"),
        (6, 10, 5, None),
        (8, 10, 4, "usmc"),
    ],
)
def test_40_home_by_turn_five_ten_points_by_turn_eight_seven_and_the_dead_cost_two(
    turn: int, points: int, dead: int, winner: str | None
) -> None:
    charlie = men("1827", fit=4 - (dead - 4), dead=dead - 4)
    lost = {"Alpha": men("0330", fit=1, dead=4), "Charlie": charlie}
    near = {"Bravo": "0418", "Pilot": "0218", "T3": "3636", "T1": "3601"}
    state = begin(lost | near, *[1] * 40, phase="others", turn=turn)
    run(state, "move Bravo 0118", "leave Bravo")
    assert state.points() == {"usmc": points, "taliban": 2 * dead}
    left_alone(state)
    assert (state.turn, state.winner) == (9, winner)


@pytest.mark.rule("fof", "13.3")
def test_40_with_the_pilot_on_the_table_after_turn_eight_the_taliban_win_with_fewer_points() -> (
    None
):
    state = begin(PILOT, *NOTHING, phase="others", turn=8)
    state.apply("move Bravo 2217")
    left_alone(state)
    assert state.points() == {"usmc": 3, "taliban": 0}
    assert (state.turn, state.winner) == (8, "taliban")
