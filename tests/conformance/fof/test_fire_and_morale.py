"""Fire and morale: sections 5 and 6."""

from __future__ import annotations

import pytest

from tests.conformance.fof.table import (
    DUEL,
    acts,
    aimed,
    begin,
    choice,
    figures,
    first,
    fof,
    hit,
    index,
    interrupted,
    kinds,
    let_be,
    listed,
    marked,
    rule,
    run,
    until,
)


def firepower(firer: str, at: str, target: str, goal: str) -> int:
    """The dice with which a team fires at another."""
    phase = "actions" if fof().units[firer].side == "taliban" else "others"
    state = begin({firer: at, target: goal}, phase=phase)
    return len(aimed(state, f"fire {goal} by {firer}").attack_dice)


def defence(at: str, goal: str) -> int:
    """The dice with which Bravo in a hex defends itself against Team Two in another."""
    state = begin({"T2": at, "Bravo": goal})
    return len(aimed(state, f"fire {goal} by T2").defense_dice)


# -- the worked example ----------------------------------------------------------------------------


@pytest.mark.rule("fof", "5.3")
@pytest.mark.rule("fof", "5.6")
@pytest.mark.rule("fof", "5.8")
@pytest.mark.rule("fof", "5.9")
@pytest.mark.rule("fof", "6.1")
def test_the_worked_example_of_the_booklet() -> None:
    """Eight figures and a machine gun against four and their armour; a 5 and a 4 get through."""
    dice = (6, 5, 5, 4, 4, 4, 3, 3, 1), (7, 6, 4, 4, 2), (7, 4)
    state = begin(DUEL, *dice[0], *dice[1], *dice[2])
    preview = aimed(state, "fire 0320 by T2")
    assert (preview.attack_dice, preview.defense_dice) == ((6,) * 9, (8,) * 5)
    events = run(state, "fire 0320 by T2", "decline")
    assert str(first(events, "fire")).endswith(
        "6-5-5-4-4-4-3-3-1 against 7-6-4-4-2, 4 blocked, 2 hits."
    )
    assert figures(state, "Bravo") == {"fit": 2, "down": 2}
    assert first(events, "morale").dice == (7, 4)
    assert marked(state, "pinned") == set()


# -- firepower -------------------------------------------------------------------------------------


@pytest.mark.rule("fof", "5.1")
def test_any_enemy_in_sight_is_fired_at_however_far() -> None:
    state = begin({"T2": "0305", "Bravo": "0332", "T4": "0815"} | {"Charlie": "0821"})
    assert fof().map.distance("0305", "0332") == 27
    assert "fire 0332 by T2" in listed(state)
    assert "fire 0821 by T4" not in listed(state), "woods are between"


@pytest.mark.rule("fof", "5.1")
def test_nobody_fires_at_his_own_or_at_nothing() -> None:
    state = begin(DUEL | {"T4": "0312"})
    assert state.explain("fire 0312 by T2") is not None
    assert state.explain("fire 0311 by T2") is not None


@pytest.mark.rule("fof", "5.2")
@pytest.mark.parametrize(
    ("firer", "target", "at_last", "beyond"),
    [("T2", "Bravo", "0316", "0317"), ("Bravo", "T2", "0318", "0319")],
)
def test_optimal_range_is_the_faces_of_the_die_and_worth_one_die(
    firer: str, target: str, at_last: str, beyond: str
) -> None:
    near = firepower(firer, "0310", target, at_last)
    assert near == firepower(firer, "0310", target, "0311")
    assert near == firepower(firer, "0310", target, beyond) + 1


@pytest.mark.rule("fof", "5.3")
@pytest.mark.parametrize(
    ("unit", "dice"),
    [
        ("Alpha", 5 + 2),
        ("Bravo", 4 + 2),
        ("Charlie", 4 + 2),
        ("T1", 7 + 3),
        ("T2", 8 + 1),
        ("T3", 5 + 2),
        ("T4", 7 + 3),
    ],
)
def test_firepower_is_figures_and_support(unit: str, dice: int) -> None:
    target = "T2" if fof().units[unit].side == "usmc" else "Bravo"
    assert firepower(unit, "0310", target, "0330") == dice


@pytest.mark.rule("fof", "5.4")
def test_support_stays_as_long_as_one_figure_is_effective() -> None:
    state = begin({"T1": "0310", "Bravo": "0330"})
    let_be(state, "T1", lightly_wounded=1, dead=6)
    assert len(aimed(state, "fire 0330 by T1").attack_dice) == 1 + 3
    let_be(state, "T1", down=1, dead=6)
    assert "fire 0330 by T1" not in listed(state)


@pytest.mark.rule("fof", "5.5")
def test_each_earlier_fire_of_the_turn_costs_a_die_of_whatever_kind() -> None:
    """Bravo fires in reaction at T2 and, when T4 fires at it, at T4: six dice, then five."""
    state = begin(
        {"T2": "0310", "Bravo": "0330", "T4": "0311"}, *(4, 5), *[1] * 6, *[1] * 8, *(4, 5)
    )
    interrupted(state, "move T2 0309", "Bravo")
    once = first(state.apply("fire 0309 by Bravo"), "fire")
    assert len(once.dice) == 6
    run(state, *(["pass"] if choice(state)[1] == "return_fire" else []), "done")
    assert len(aimed(until(state, "actions"), "fire 0330 by T4").attack_dice) == 10
    interrupted(state, "fire 0330 by T4", "Bravo")
    assert choice(state) == ("usmc", "reaction")
    assert len(aimed(state, "fire 0311 by Bravo").attack_dice) == 5


@pytest.mark.rule("fof", "5.5")
def test_without_a_die_left_a_team_does_not_fire() -> None:
    """Team Five has no support weapons; one figure that runs has no die."""
    state = begin({"T5": "0310", "T3": "3636", "Bravo": "0330"})
    let_be(state, "T5", fit=1)
    assert "fire 0330 by T5" in listed(state)
    run(state, "move T5 0309 rapid", "decline")
    assert "fire 0330 by T5" not in listed(state)


# -- defence ---------------------------------------------------------------------------------------


@pytest.mark.rule("fof", "5.6")
def test_the_target_rolls_for_figures_and_armour_and_less_after_running() -> None:
    state = begin(DUEL)
    assert len(aimed(state, "fire 0320 by T2").defense_dice) == 4 + 1
    state = begin(DUEL, phase="others")
    assert len(aimed(state, "fire 0310 by Bravo").defense_dice) == 8
    state = begin(DUEL, 5, 6, *[1] * 6, *[1] * 7)
    interrupted(state, "move T2 0309 rapid", "Bravo")
    assert len(aimed(state, "fire 0309 by Bravo").defense_dice) == 7


@pytest.mark.rule("fof", "5.7")
@pytest.mark.parametrize("goal", ["0817", "2515", "0709"])
def test_woods_and_buildings_are_cover(goal: str) -> None:
    beside = next(n for n in fof().map.neighbors(goal) if fof().map.terrain(n) in ("open", "field"))
    assert defence(beside, goal) == 4 + 1 + 1


@pytest.mark.rule("fof", "5.7")
def test_a_wall_counts_where_the_line_enters_the_hex_of_the_target() -> None:
    """The wall is between 1512 and 1513."""
    assert defence("1509", "1513") == 4 + 1 + 1
    assert defence("1509", "1512") == 4 + 1, "the target stands before the wall"
    assert defence("1509", "1514") == 4 + 1, "the wall is on the way, not at the target"
    assert defence("1516", "1513") == 4 + 1, "the fire comes from the other side"


@pytest.mark.rule("fof", "5.7")
def test_the_bank_of_the_stream_is_cover() -> None:
    """The stream runs between 1019 and 1020."""
    assert defence("1019", "1020") == 4 + 1 + 1
    assert defence("1021", "1020") == 4 + 1


@pytest.mark.rule("fof", "5.7")
def test_cover_counts_once() -> None:
    """The woods of 1018 lie behind the bank of the stream."""
    assert (fof().map.terrain("1018"), fof().map.hexsides["1018", "1118"]) == (
        "woods",
        frozenset({"stream"}),
    )
    assert defence("1118", "1018") == 4 + 1 + 1


# -- hits ------------------------------------------------------------------------------------------


def duel(attack: tuple[int, ...], block: tuple[int, ...]) -> int:
    """How many of Bravo are hit; missing dice of T2's nine and Bravo's five show a 1."""
    dice = attack + (1,) * (9 - len(attack)), block + (1,) * (5 - len(block))
    state = begin(DUEL, *dice[0], *dice[1], 4, 4, 4, 4)
    run(state, "fire 0320 by T2", "decline")
    return figures(state, "Bravo").get("down", 0)


@pytest.mark.rule("fof", "5.8")
@pytest.mark.parametrize(
    ("attack", "block", "hits"),
    [
        ((6,), (6,), 0),
        ((6,), (5,), 1),
        ((4,), (8,), 0),
        ((3,), (), 0),
        ((6, 4), (5,), 1),
        ((6, 5), (5, 5), 1),
        ((5, 4), (4, 8), 0),
        ((6, 6, 4), (8, 3), 2),
    ],
)
def test_a_success_blocks_one_that_is_as_high_or_lower(
    attack: tuple[int, ...], block: tuple[int, ...], hits: int
) -> None:
    assert duel(attack, block) == hits


@pytest.mark.rule("fof", "5.9")
def test_no_more_figures_are_hit_than_are_effective() -> None:
    state = begin(DUEL, *[6] * 9, *[1] * 4)
    let_be(state, "Bravo", fit=2, lightly_wounded=1, seriously_wounded=1)
    run(state, "fire 0320 by T2", "decline")
    assert figures(state, "Bravo") == {"down": 3, "seriously_wounded": 1}


# -- morale ----------------------------------------------------------------------------------------


def morale(unit: str, *dice: int, lost: int) -> bool:
    """Whether a team stands that has lost so many, with one die for each that is left."""
    ours = fof().units[unit].side == "usmc"
    duel = DUEL | {"Charlie": "1827", "T4": "3636"}
    if ours:
        state = begin(duel, *[6] * lost, *[1] * (9 - lost), *[1] * 5, *dice)
        run(state, "fire 0320 by T2", "decline")
    else:
        shots = [8] * lost + [1] * (6 - lost)
        state = begin(duel, *shots, *[1] * 8, *dice, phase="others")
        run(state, "fire 0310 by Bravo", *(["decline"] if listed(state, "decline") else []))
        while choice(state)[0] == "taliban" and "decline" in listed(state):
            state.apply("decline")
    return unit not in marked(state, "pinned")


@pytest.mark.rule("fof", "6.1")
def test_a_team_stands_with_as_many_successes_as_failures() -> None:
    assert morale("Bravo", 4, 3, lost=2)
    assert not morale("Bravo", 3, 3, lost=2)
    assert not morale("Bravo", 10, 3, 3, lost=1)
    assert morale("Bravo", 4, lost=3)


@pytest.mark.rule("fof", "6.1")
def test_morale_is_a_d10_for_marines_and_nobody_who_lost_nobody_rolls() -> None:
    assert morale("Bravo", 10, 10, lost=2)
    state = begin(DUEL, *[1] * 9, *[1] * 5)
    assert "morale" not in kinds(run(state, "fire 0320 by T2", "decline"))


@pytest.mark.rule("fof", "6.2")
def test_a_pinned_team_does_not_move_fire_or_react() -> None:
    state = begin(DUEL | {"T4": "0311", "Charlie": "1827"}, 6, *[1] * 8, *[1] * 5, 1, 1, 1)
    run(state, "fire 0320 by T2", "decline")
    assert marked(state, "pinned") == {"Bravo"}
    state.apply("move T4 0312")
    assert choice(state)[0] == "taliban", "Bravo is not asked to react"
    until(state, "others")
    assert "Bravo" not in acts(state)
    assert rule(state, "move Bravo 0321") == rule(state, "fire 0310 by Bravo") == "6.2"


@pytest.mark.rule("fof", "6.2")
def test_a_pinned_team_does_not_search() -> None:
    """Charlie, beside it, may."""
    setup = DUEL | {"T1": "0718", "Charlie": "0322"}
    state = begin(setup, 6, *[1] * 8, *[1] * 5, 1, 1, 1)
    state.conceal(1 << index(state, "T1"))
    run(state, "fire 0320 by T2", "decline")
    assert marked(state, "pinned") == {"Bravo"}
    until(state, "others")
    assert "search 0718 by Charlie" in listed(state)
    assert rule(state, "search 0718 by Bravo") == "6.2"


@pytest.mark.rule("fof", "6.2")
def test_what_a_pinned_team_was_doing_is_lost() -> None:
    """Bravo interrupts T2's fire and pins it."""
    state = begin(DUEL | {"T4": "3636"}, 4, 5, 8, *[1] * 5, *[1] * 8, *[1] * 7)
    interrupted(state, "fire 0320 by T2", "Bravo")
    events = state.apply("fire 0310 by Bravo")
    assert "fire_lost" in kinds(events)
    assert marked(state, "pinned") == {"T2"}
    assert "T2" not in acts(state), "nor does it fire back"


@pytest.mark.rule("fof", "6.2")
def test_a_move_that_is_interrupted_ends_where_the_team_is_pinned() -> None:
    state = begin(DUEL | {"T4": "3636"}, 4, 5, 8, *[1] * 5, *[1] * 8, *[1] * 7)
    run(state, "move T2 0310-0311-0312", "react Bravo", "fire 0311 by Bravo")
    assert state.position("T2") == "0311"
    assert acts(state) == {"T4"}


@pytest.mark.rule("fof", "6.2")
def test_an_interrupter_that_falls_to_the_last_man_does_nothing_any_more() -> None:
    state = begin(DUEL | {"T4": "3636"})
    hit(state, "T2", 8)
    assert acts(state) == {"T4"}
