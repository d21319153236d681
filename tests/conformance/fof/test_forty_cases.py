"""Forty cases of a referee, written from the booklet alone: 1 to 23, the exchange of fire.

Each is a position, dice and what the booklet and its rulings say comes of it. The others are in
``test_forty_cases_of_the_turn.py``.
"""

from __future__ import annotations

from typing import Any

import pytest

from hexwar.rules.state import State
from tests.conformance.fof.table import (
    DUEL,
    acts,
    aimed,
    begin,
    choice,
    first,
    interrupted,
    kinds,
    listed,
    marked,
    rule,
    run,
    until,
)

NOTHING = (1,) * 60
FOUR = DUEL | {"T4": "3636", "Charlie": "0322"}


def men(hex_: str, **figures: int) -> Any:
    """A team in a hex, its figures by condition."""
    return {"hex": hex_, "figures": figures}


def pools(state: State, line: str) -> tuple[int, int]:
    """The dice of attack and of defence."""
    preview = aimed(state, line)
    return len(preview.attack_dice), len(preview.defense_dice)


# -- 1 to 5: firepower -----------------------------------------------------------------------------


@pytest.mark.rule("fof", "5.2")
@pytest.mark.rule("fof", "5.4")
@pytest.mark.parametrize(
    ("team", "hex_", "target", "dice"),
    [
        ("T2", "0310", "0320", 8 + 1),
        ("T2", "0313", "0320", 8 + 1),
        ("T2", "0314", "0320", 8 + 1 + 1),
        ("T1", "0310", "0320", 7 + 2 + 1),
        ("T3", "0310", "0320", 5 + 2),
        ("T4", "0310", "0320", 7 + 2 + 1),
        ("Alpha", "0329", "0320", 5 + 1 + 1),
        ("Bravo", "0329", "0320", 4 + 1 + 1),
        ("Bravo", "0328", "0320", 4 + 1 + 1 + 1),
    ],
)
def test_01_a_die_for_each_figure_those_of_its_weapons_and_one_within_optimal_range(
    team: str, hex_: str, target: str, dice: int
) -> None:
    taliban = team.startswith("T")
    enemy = "Charlie" if taliban else "T2"
    state = begin({team: hex_, enemy: target}, side="taliban" if taliban else "usmc")
    preview = aimed(state, f"fire {target} by {team}")
    assert preview.attack_dice == (6 if taliban else 8,) * dice


@pytest.mark.rule("fof", "3.2")
@pytest.mark.parametrize(("way", "dice"), [("", 9), (" rapid", 8)])
def test_02_a_team_that_moved_rapidly_fires_with_a_die_less(way: str, dice: int) -> None:
    state = begin(DUEL | {"T4": "3636"})
    run(state, f"move T2 0309{way}", "decline")
    assert pools(state, "fire 0320 by T2")[0] == dice


@pytest.mark.rule("fof", "1.3")
@pytest.mark.rule("fof", "5.4")
@pytest.mark.parametrize(
    ("figures", "dice"),
    [
        ({"fit": 4, "lightly_wounded": 1, "down": 1, "seriously_wounded": 1, "dead": 1}, 5 + 1),
        ({"lightly_wounded": 1, "dead": 7}, 1 + 1),
    ],
)
def test_03_only_the_effective_fire_and_the_last_of_them_has_the_machine_gun(
    figures: dict[str, int], dice: int
) -> None:
    state = begin({"T2": men("0310", **figures), "Bravo": "0320"})
    assert pools(state, "fire 0320 by T2")[0] == dice


@pytest.mark.rule("fof", "5.5")
def test_04_the_second_fire_of_a_turn_is_a_die_weaker_and_the_third_two() -> None:
    """Bravo fires at T2, T3 and T4 as they come: with 6, 5 and 4 d8."""
    moving = DUEL | {"T3": "0510", "T4": "0110", "Charlie": "1827"}
    state = begin(moving, *(5, 8, *[1] * 14), *(5, 8, *[1] * 10), *(5, 8, *[1] * 11))
    thrown = []
    for team, to in (("T2", "0309"), ("T3", "0509"), ("T4", "0109")):
        interrupted(state, f"move {team} {to}", "Bravo")
        preview = aimed(state, f"fire {to} by Bravo")
        thrown.append(preview.attack_dice)
        run(state, f"fire {to} by Bravo", "pass", "done")
    assert thrown == [(8,) * 6, (8,) * 5, (8,) * 4]


@pytest.mark.rule("fof", "5.5")
def test_05_a_team_without_dice_left_does_not_fire() -> None:
    """One figure and the two weapons: three fires, and no fourth."""
    last = {"T2": "0310", "Bravo": men("0320", fit=1, dead=3), "T4": "0312", "T3": "0508"}
    dice = (5, 8, *[1] * 11), (5, 8, *[1] * 9), (5, 8, *[1] * 6), (5, 8)
    state = begin(last | {"T1": "0110"}, *(die for some in dice for die in some))
    for team, to in (("T2", "0309"), ("T4", "0311"), ("T3", "0507")):
        interrupted(state, f"move {team} {to}", "Bravo")
        run(state, f"fire {to} by Bravo", "pass", "done")
    interrupted(state, "move T1 0109", "Bravo")
    refused = state.explain("fire 0109 by Bravo")
    assert refused is not None and refused.message == "Bravo has no dice to fire at 0109 with."


# -- 6 to 8: defence -------------------------------------------------------------------------------


@pytest.mark.rule("fof", "5.6")
@pytest.mark.rule("fof", "5.7")
@pytest.mark.parametrize(
    ("firer", "target", "dice"),
    [
        ("0310", "0320", 5),
        ("0310", "0315", 5),
        ("0703", "0706", 5),
        ("0620", "0623", 6),
        ("0713", "0709", 6),
        ("0511", "0514", 6),
        ("0511", "0513", 5),
        ("0514", "0511", 5),
        ("0119", "0319", 6),
        ("0120", "0320", 5),
        ("1022", "1019", 6),
        ("1205", "1208", 6),
    ],
    ids=[
        "open",
        "rocks",
        "field",
        "woods",
        "building",
        "wall",
        "wall behind it",
        "wall of the firer",
        "corner of two walls",
        "corner of one wall",
        "bank",
        "woods and bank count once",
    ],
)
def test_06_four_marines_defend_with_their_armour_and_what_covers_them(
    firer: str, target: str, dice: int
) -> None:
    state = begin({"T2": firer, "Bravo": target})
    assert aimed(state, f"fire {target} by T2").defense_dice == (8,) * dice


@pytest.mark.rule("fof", "3.2")
@pytest.mark.rule("fof", "2.7")
def test_07_who_moved_rapidly_defends_with_a_die_less_until_the_turn_ends() -> None:
    state = begin(DUEL | {"T4": "3636"}, 1, side="usmc")
    run(state, "move Bravo 0321 rapid", "decline", "done")
    assert (state.phase, pools(state, "fire 0321 by T2")[1]) == ("others", 4 + 1 - 1)
    run(state, "done")
    assert (state.turn, pools(state, "fire 0321 by T2")[1]) == (3, 4 + 1)


@pytest.mark.rule("fof", "1.3")
@pytest.mark.rule("fof", "5.6")
def test_08_the_dead_the_down_and_the_seriously_wounded_do_not_defend() -> None:
    shot = {"lightly_wounded": 1, "down": 1, "seriously_wounded": 1, "dead": 1}
    state = begin({"T2": "0310", "Bravo": men("0320", **shot)})
    assert pools(state, "fire 0320 by T2") == (9, 1 + 1)


# -- 9 and 10: blocks and casualties ---------------------------------------------------------------


def shot(attack: tuple[int, ...], defence: tuple[int, ...], *morale: int, fit: int = 4) -> State:
    """Team Two fires at Bravo, of which so many are fit: the dice of both, then the morale."""
    bravo = men("0320", fit=fit, dead=4 - fit)
    attack, defence = attack + (1,) * (9 - len(attack)), defence + (1,) * (fit + 1 - len(defence))
    state = begin({"T2": "0310", "Bravo": bravo, "T4": "3636"}, *attack, *defence, *morale)
    run(state, "fire 0320 by T2", "decline")
    return state


@pytest.mark.rule("fof", "5.8")
@pytest.mark.rule("fof", "5.9")
@pytest.mark.parametrize(
    ("attack", "defence", "down"),
    [
        ((6, 5, 5, 4, 4, 4, 3, 3, 1), (7, 6, 4, 4, 2), 2),
        ((6,), (5, 5), 1),
        ((6,), (8,), 0),
        ((4,), (4,), 0),
        ((4,), (3, 3, 3, 3, 3), 1),
        ((3, 3, 3), (), 0),
        ((6, 4), (4, 6), 0),
        ((6, 4), (5,), 1),
        ((6, 6, 5), (5, 4, 4), 2),
    ],
)
def test_09_a_success_blocks_one_that_is_as_high_or_lower(
    attack: tuple[int, ...], defence: tuple[int, ...], down: int
) -> None:
    state = shot(attack, defence, *[4] * (4 - down if down else 0))
    assert state.figures("Bravo").get("down", 0) == down


@pytest.mark.rule("fof", "5.9")
def test_10_no_more_are_hit_than_are_effective_and_nobody_is_left_to_check_morale() -> None:
    state = shot((6,) * 9, (), fit=2)
    assert state.figures("Bravo") == {"down": 2, "dead": 2}
    assert marked(state, "pinned") == set()


# -- 11 to 13: morale ------------------------------------------------------------------------------


@pytest.mark.rule("fof", "6.1")
@pytest.mark.parametrize(
    ("hits", "morale", "stands"),
    [
        (2, (7, 4), True),
        (2, (4, 3), True),
        (2, (3, 3), False),
        (1, (4, 4, 3), True),
        (1, (10, 3, 3), False),
        (3, (4,), True),
        (3, (3,), False),
    ],
)
def test_11_survivors_stand_with_as_many_successes_as_failures(
    hits: int, morale: tuple[int, ...], stands: bool
) -> None:
    assert marked(shot((6,) * hits, (), *morale), "pinned") == (set() if stands else {"Bravo"})


@pytest.mark.rule("fof", "6.1")
def test_12_without_casualties_nobody_checks() -> None:
    state = begin(DUEL, *[6] + [1] * 8, *[6] + [1] * 4)
    assert "morale" not in kinds(run(state, "fire 0320 by T2", "decline"))


@pytest.mark.rule("fof", "6.2")
def test_13_a_pinned_team_neither_moves_nor_fires_nor_reacts_nor_searches_until_the_turn_ends() -> (
    None
):
    state = begin(FOUR | {"T4": "0312", "Charlie": "1827"}, *[6] * 3, *[1] * 11, 3, 8, 1, 6, 6, 6)
    run(state, "fire 0320 by T2", "decline", "move T4 0311")
    assert choice(state)[1] != "reaction_window", "Bravo would have seen it"
    until(state, "others")
    assert acts(state) == {"Charlie"}
    assert {rule(state, f"{deed} by Bravo") for deed in ("fire 0310", "search 0623")} == {"6.2"}
    assert marked(until(state, "overwatch", 3), "pinned") == set()


# -- 14 to 23: reactions ---------------------------------------------------------------------------


@pytest.mark.rule("fof", "6.2")
@pytest.mark.rule("fof", "7.5")
def test_14_a_mover_who_is_pinned_stays_where_it_was_interrupted() -> None:
    """Bravo hits five of the eight; three roll below 4."""
    state = begin(FOUR, 4, 5, *(8, 8, 8, 8, 8, 1), *[1] * 8, 3, 3, 3)
    interrupted(state, "move T2 0310-0309-0308-0307", "Bravo")
    run(state, "fire 0309 by Bravo")
    assert state.position("T2") == "0309"
    assert "T2" not in acts(state)


@pytest.mark.rule("fof", "7.1")
def test_15_only_at_the_hexes_where_it_is_seen_can_a_move_be_interrupted() -> None:
    """A wood stands between Bravo and the first three hexes."""
    state = begin({"T2": "0620", "Bravo": "0628", "T4": "3636"})
    run(state, "move T2 0620-0520-0420-0321")
    assert (choice(state), state.position("T2")) == (("usmc", "reaction_window"), "0321")


@pytest.mark.rule("fof", "4.2")
@pytest.mark.rule("fof", "4.3")
@pytest.mark.parametrize(
    ("here", "there", "clear"),
    [
        ("0620", "0628", False),
        ("0620", "0623", True),
        ("0511", "0514", True),
        ("1022", "1019", True),
        ("0713", "0708", False),
        ("1113", "1313", False),
        ("1123", "1323", True),
    ],
    ids=[
        "through woods",
        "into woods",
        "over a wall",
        "over the stream",
        "through a building",
        "along a side between woods",
        "along a side of woods",
    ],
)
def test_15_woods_and_buildings_in_between_block_sight_both_ways(
    here: str, there: str, clear: bool
) -> None:
    state = begin({"T2": here, "Bravo": there, "Charlie": "3636"})
    sight, back = state.line_of_sight(here, there), state.line_of_sight(there, here)
    assert sight is not None and back is not None
    assert sight.clear == back.clear == clear
    assert (f"fire {there} by T2" in listed(state)) == clear


@pytest.mark.rule("fof", "7.2")
@pytest.mark.rule("fof", "7.7")
def test_16_the_higher_die_fires_first_and_the_survivors_of_it_fire_on() -> None:
    """Two of T2 fall; six pass their check and fire with seven d6."""
    state = begin(FOUR, 4, 5, *(8, 8, 1, 1, 1, 1), *[1] * 8, *[4] * 6, *[6] * 2, *[1] * 10, 9, 9)
    interrupted(state, "fire 0320 by T2", "Bravo")
    first_fire = run(state, "fire 0310 by Bravo")
    events = first_fire + run(state, "pass")
    fires = [event for event in events if event.kind == "fire"]
    assert [len(fire.dice) for fire in fires] == [6, 7]
    assert (state.figures("T2"), state.figures("Bravo")) == (
        {"fit": 6, "down": 2},
        {"fit": 2, "down": 2},
    )


@pytest.mark.rule("fof", "7.2")
@pytest.mark.rule("fof", "7.3")
@pytest.mark.rule("fof", "7.4")
@pytest.mark.parametrize(
    ("actor", "interrupter", "order"),
    [
        (4, 5, ["Bravo", "T2"]),
        (3, 4, ["Bravo", "T2"]),
        (2, 8, ["Bravo", "T2"]),
        (5, 5, ["T2", "Bravo"]),
        (6, 5, ["T2", "Bravo"]),
        (4, 3, ["T2"]),
        (2, 3, ["T2"]),
        (3, 3, ["T2"]),
    ],
)
def test_17_the_dice_decide_who_fires_first_and_below_four_an_interrupter_does_not(
    actor: int, interrupter: int, order: list[str]
) -> None:
    state = begin(FOUR, actor, interrupter, *NOTHING)
    events = interrupted(state, "fire 0320 by T2", "Bravo")
    for _ in range(3):
        fires = [line for line in listed(state, "fire") if line.endswith("Bravo")]
        if choice(state)[0] == "usmc" and fires:
            events += run(state, fires[0])
        elif choice(state)[1] == "return_fire":
            events += run(state, "pass")
    assert [event.unit for event in events if event.kind == "fire"] == order


@pytest.mark.rule("fof", "7.3")
@pytest.mark.rule("fof", "2.6")
def test_18_who_failed_reacts_no_more_but_fires_when_the_turn_of_its_side_has_come() -> None:
    state = begin(FOUR | {"T4": "0312", "Charlie": "1827"}, 5, 2, *NOTHING)
    interrupted(state, "move T2 0309", "Bravo")
    run(state, "done", "move T4 0311")
    assert choice(state) == ("taliban", "activated")
    assert "fire 0309 by Bravo" in listed(until(state, "others"))


@pytest.mark.rule("fof", "7.6")
def test_19_a_team_flees_rapidly_in_reaction_once_and_has_then_had_its_turn() -> None:
    state = begin(FOUR | {"T4": "0312", "Charlie": "1827"}, 4, 5, 4, 5, *NOTHING)
    interrupted(state, "move T2 0309", "Bravo")
    run(state, "move Bravo 0331 rapid", "done")
    assert (state.position("Bravo"), marked(state, "rapid")) == ("0331", {"Bravo"})
    interrupted(state, "move T4 0311", "Bravo")
    assert listed(state) == ["fire 0311 by Bravo", "pass"]
    assert acts(until(state, "others")) == {"Charlie"}


@pytest.mark.rule("fof", "7.2")
@pytest.mark.rule("fof", "7.1")
def test_20_of_two_interrupters_the_higher_die_acts_first_and_each_tries_once() -> None:
    state = begin(FOUR, 4, 5, 8, *NOTHING)
    run(state, "move T2 0310-0309-0308", "react Bravo", "react Charlie")
    assert acts(state) == {"Charlie"}
    run(state, "pass")
    assert acts(state) == {"Bravo"}
    run(state, "pass")
    assert (choice(state), state.position("T2")) == (("taliban", "activated"), "0308")


@pytest.mark.rule("fof", "8.1")
@pytest.mark.rule("fof", "8.2")
@pytest.mark.parametrize("die", [2, 6])
def test_21_overwatch_does_not_act_but_fires_at_who_tries_to_interrupt(die: int) -> None:
    """Bravo moves with a 3; the die of T2, which may fail, and a 4 of Charlie."""
    watch = FOUR | {"Alpha": "1827"}
    state = begin(watch, 3, die, 4, *NOTHING, phase="overwatch", side="usmc")
    run(state, "overwatch Charlie", "done")
    assert acts(state) == {"Alpha", "Bravo"}
    run(state, "move Bravo 0319", "react T2")
    if choice(state)[1] == "reaction_window":
        run(state, "done")
    run(state, "join Charlie")
    while acts(state) != {"Charlie"}:
        run(state, "pass")
    assert listed(state) == ["fire 0310 by Charlie", "pass"]


@pytest.mark.rule("fof", "7.8")
@pytest.mark.rule("fof", "5.5")
def test_22_a_mover_that_is_fired_at_fires_back_and_pays_a_die_for_it() -> None:
    state = begin(FOUR, 4, 5, *NOTHING)
    interrupted(state, "move T2 0309", "Bravo")
    run(state, "fire 0309 by Bravo")
    assert pools(state, "fire 0320 by T2")[0] == 9
    run(state, "fire 0320 by T2")
    assert pools(state, "fire 0320 by T2")[0] == 8


@pytest.mark.rule("fof", "8.3")
def test_23_in_the_second_part_who_is_fired_at_may_be_first_with_an_equal_die() -> None:
    """The Taliban have had their part: T2 did nothing, and the tie is still theirs."""
    state = begin(FOUR | {"T3": "0110"}, 5, 5, *NOTHING, phase="others")
    run(state, "fire 0310 by Bravo")
    assert listed(state, "react") == ["react T2"]
    events = run(state, "react T2", "fire 0320 by T2")
    assert first(events, "fire").unit == "T2"
