"""The fog of war: section 10, each of the ten results reached by a 1 in a reaction test."""

from __future__ import annotations

import pytest

from hexwar.rules.state import State
from tests.conformance.fof.table import (
    DUEL,
    aimed,
    begin,
    choice,
    figures,
    first,
    hit,
    interrupted,
    kinds,
    let_be,
    listed,
    marked,
    run,
    until,
)

FAR = {"T4": "3636", "Charlie": "1827"}
CALM = (1,) * 40


def fog(face: int, *dice: int, setup: dict[str, str] | None = None) -> State:
    """T2 moves up, Bravo rolls a 1 in reaction, and the table is rolled on."""
    state = begin(setup or DUEL | FAR, 5, 1, face, *dice)
    interrupted(state, "move T2 0309", "Bravo")
    return state


def attack(state: State, line: str) -> int:
    return len(aimed(state, line).attack_dice)


def defence(state: State, line: str) -> int:
    return len(aimed(state, line).defense_dice)


@pytest.mark.rule("fof", "10.1")
def test_a_one_of_anybody_in_a_reaction_test_brings_a_roll() -> None:
    for dice, rolls in (((1, 5), 1), ((5, 1), 1), ((1, 1), 2), ((2, 3), 0)):
        state = begin(DUEL | FAR, *dice, 5, 5)
        events = interrupted(state, "move T2 0309", "Bravo")
        assert kinds(events).count("table") == rolls


@pytest.mark.rule("fof", "10.1")
@pytest.mark.parametrize(("face", "name"), [(5, "amped"), (8, "mad_minute"), (10, "low")])
def test_what_lasts_does_not_add_up(face: int, name: str) -> None:
    """Both roll a 1, and the same result comes twice; of one team it takes no second die."""
    state = begin(DUEL | {"T4": "3636"}, 1, 1, face, face, *CALM)
    interrupted(state, "move T2 0309", "Bravo")
    until(state, "others")
    changed = {"amped": 6, "mad_minute": 7, "low": 5}[name]
    assert attack(state, "fire 0309 by Bravo") == changed
    assert "Bravo" in marked(state, name)


@pytest.mark.rule("fof", "10.1")
def test_an_excellent_position_does_not_add_up() -> None:
    """Both roll a 1, and the player chooses Bravo both times."""
    state = begin(DUEL | {"T4": "3636"}, 1, 1, 1, 1, *CALM)
    interrupted(state, "move T2 0309", "Bravo")
    for _ in range(2):
        assert choice(state)[0] == "usmc" or marked(state, "position") == {"Bravo"}
        run(state, *(listed(state, "mark")[:1]))
    assert marked(state, "position") == {"Bravo"}
    assert defence(state, "fire 0320 by T2") == 4 + 1 + 1


@pytest.mark.rule("fof", "10.1")
def test_a_medic_who_comes_again_costs_no_second_die() -> None:
    state = begin(DUEL | {"T4": "3636"}, 1, 1, 3, 3, *CALM)
    interrupted(state, "move T2 0309", "Bravo")
    for _ in range(2):
        run(state, *(listed(state, "mark")[:1]))
    assert marked(state, "medic") == {"Bravo"}
    until(state, "others")
    assert attack(state, "fire 0309 by Bravo") == 4 + 2 - 1


@pytest.mark.rule("fof", "10.2")
def test_an_excellent_position_for_the_usmc() -> None:
    state = fog(1, *CALM)
    assert (choice(state), listed(state)) == (("usmc", "mark"), ["mark Bravo", "mark Charlie"])
    state.apply("mark Bravo")
    assert defence(state, "fire 0320 by T2") == 4 + 1 + 1
    until(state, "others")
    state.apply("move Bravo 0321")
    assert marked(state, "position") == set()


@pytest.mark.rule("fof", "10.2")
def test_it_stays_as_long_as_the_team_does() -> None:
    state = fog(1, 8, 1)
    state.apply("mark Bravo")
    until(state, "overwatch", 3)
    assert marked(state, "position") == {"Bravo"}


@pytest.mark.rule("fof", "10.3")
def test_an_excellent_position_for_the_taliban() -> None:
    state = fog(2, *CALM)
    assert (choice(state), listed(state)) == (("taliban", "mark"), ["mark T2", "mark T4"])
    state.apply("mark T2")
    until(state, "others")
    assert defence(state, "fire 0309 by Bravo") == 8 + 1
    state = fog(2, 8, 1)
    state.apply("mark T2")
    until(state, "overwatch", 3)
    run(state, *(["done"] if choice(state)[1] == "overwatch" else []))
    assert marked(state, "position") == {"T2"}


@pytest.mark.rule("fof", "10.4")
def test_a_medic_shoots_no_more_for_the_rest_of_the_game() -> None:
    state = fog(3, 1, 1)
    assert choice(state) == ("usmc", "mark")
    state.apply("mark Bravo")
    until(state, "others")
    assert attack(state, "fire 0309 by Bravo") == 4 + 2 - 1
    assert marked(until(state, "overwatch", 3), "medic") == {"Bravo"}


@pytest.mark.rule("fof", "10.4")
@pytest.mark.parametrize(
    ("place", "became"), [("0321", "lightly_wounded"), ("0322", "seriously_wounded")]
)
def test_a_medic_within_a_hex_adds_one_to_the_roll_of_casualties(place: str, became: str) -> None:
    state = fog(3, 1, 1, 3, setup=DUEL | FAR | {"Charlie": place})
    state.apply("mark Charlie")
    hit(state, "Bravo", 1)
    until(state, "overwatch", 3)
    assert figures(state, "Bravo") == {"fit": 3, became: 1}


@pytest.mark.rule("fof", "10.5")
def test_the_dead_of_the_taliban_come_back_on_the_east_edge() -> None:
    state = begin(DUEL | FAR, 5, 1, 4, *CALM)
    let_be(state, "T2", fit=4, down=1, dead=3)
    let_be(state, "T4", fit=5, dead=2)
    interrupted(state, "move T2 0309", "Bravo")
    hexes = {action.hexes[-1] for action in state.legal_actions()}
    assert (choice(state)[0], len(hexes)) == ("taliban", 35)
    assert all(number.startswith("36") for number in hexes)
    state.apply("enter T5 3610")
    assert (figures(state, "T5"), state.position("T5")) == ({"fit": 5}, "3610"), "together"
    assert figures(state, "T2") == {"fit": 4, "down": 1, "replaced": 3}, "still counted"
    assert figures(state, "T4") == {"fit": 5, "replaced": 2}


@pytest.mark.rule("fof", "10.5")
def test_they_are_a_team_like_the_others() -> None:
    """It is fired at, and its casualties are looked at."""
    state = begin(
        DUEL | FAR | {"Charlie": "3620"}, 5, 1, 4, *[8] * 2, *[1] * 4, *[1] * 3, 10, 1, 1, 6, 6
    )
    let_be(state, "T2", fit=5, dead=3)
    interrupted(state, "move T2 0309", "Bravo")
    state.apply("enter T5 3610")
    until(state, "others")
    run(state, "fire 3610 by Charlie", "decline")
    assert figures(state, "T5") == {"fit": 1, "down": 2}
    assert figures(until(state, "overwatch", 3), "T5") == {"fit": 3}


@pytest.mark.rule("fof", "10.5")
def test_without_dead_nobody_comes() -> None:
    assert choice(fog(4, *CALM)) == ("taliban", "activated")


@pytest.mark.rule("fof", "10.6")
def test_amped_up_adds_one_to_reaction_tests_of_the_side_that_rolled_the_one() -> None:
    """The next die of Bravo is a 3 and counts for 4; that of T4 is not changed."""
    state = fog(5, 3, 3, *CALM, setup=DUEL | {"T4": "0311", "Charlie": "1827"})
    assert marked(state, "amped") == {"Bravo", "Charlie"}
    run(state, "done", "move T4 0312")
    assert "react Bravo" not in listed(state), "its 1 has ended its reactions"
    state = begin(DUEL | {"T4": "0311", "Charlie": "0322"}, 5, 1, 5, 3, 3, *CALM)
    interrupted(state, "move T2 0309", "Bravo")
    state.apply("decline") if "decline" in listed(state) else None
    state.apply("done")
    events = interrupted(state, "move T4 0312", "Charlie")
    assert str(first(events, "contest")) == "Who acts first: T4 3, Charlie 3+1. Charlie acts first."
    assert choice(state) == ("usmc", "reaction")


@pytest.mark.rule("fof", "10.6")
def test_it_lasts_for_the_game() -> None:
    assert marked(until(fog(5, 8, 1), "overwatch", 3), "amped") == {"Bravo", "Charlie"}


@pytest.mark.rule("fof", "10.7")
def test_tougher_than_they_look() -> None:
    state = fog(6, 1, 1)
    assert (choice(state), listed(state)) == (("taliban", "mark"), ["mark T2", "mark T4"])
    state.apply("mark T2")
    preview = aimed(state, "fire 0320 by T2")
    assert set(preview.attack_dice) == {8}
    assert set(aimed(until(state, "others"), "fire 0309 by Bravo").defense_dice) == {8}
    assert marked(until(state, "overwatch", 3), "tough") == {"T2"}


@pytest.mark.rule("fof", "10.7")
def test_a_team_gets_tougher_once() -> None:
    state = begin(DUEL | FAR, 1, 1, 6, 6, *CALM)
    interrupted(state, "move T2 0309", "Bravo")
    state.apply("mark T2")
    assert marked(state, "tough") == {"T2", "T4"}, "of the two only T4 was left"
    assert choice(state)[1] != "mark"


@pytest.mark.rule("fof", "10.8")
def test_incoming_on_the_usmc() -> None:
    """Six d6 strike a team that is drawn; it defends itself and checks its morale."""
    state = begin(DUEL | {"T4": "3636"}, 5, 1, 7, *[6] * 2, *[1] * 4, *[1] * 5, 1, 1)
    events = interrupted(state, "move T2 0309", "Bravo")
    assert str(first(events, "fire")).startswith(
        "6d6 strike Bravo in 0320, hits on 4 or more: 6-6-1-1-1-1 against"
    )
    assert figures(state, "Bravo") == {"fit": 2, "down": 2}
    assert marked(state, "pinned") == {"Bravo"}


@pytest.mark.rule("fof", "10.9")
def test_a_mad_minute_is_one_die_more_until_the_turn_ends() -> None:
    state = fog(8, 1, setup=DUEL | {"T4": "3636"})
    until(state, "others")
    assert attack(state, "fire 0309 by Bravo") == 4 + 2 + 1
    state.apply("done")
    assert (state.turn, marked(state, "mad_minute")) == (3, set())


@pytest.mark.rule("fof", "10.10")
def test_incoming_on_the_taliban() -> None:
    state = begin(DUEL, 5, 1, 9, *[6] * 2, *[1] * 4, *[1] * 8, *[4] * 6)
    events = interrupted(state, "move T2 0309", "Bravo")
    assert str(first(events, "fire")).startswith(
        "6d6 strike T2 in 0309, hits on 4 or more: 6-6-1-1-1-1 against"
    )
    assert figures(state, "T2") == {"fit": 6, "down": 2}


@pytest.mark.rule("fof", "10.11")
def test_low_on_ammunition_is_one_die_less_for_the_game() -> None:
    state = fog(10, 1, setup=DUEL | {"T4": "3636"})
    until(state, "others")
    assert attack(state, "fire 0309 by Bravo") == 4 + 2 - 1
    until(state, "actions", 3)
    assert marked(until(state, "others", 3), "low") == {"Bravo"}
