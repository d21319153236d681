"""Reactions, Overwatch and hidden teams: sections 7, 8 and 9."""

from __future__ import annotations

import pytest

from hexwar.rules.state import State
from tests.conformance.fof.table import (
    DUEL,
    acts,
    begin,
    choice,
    figures,
    first,
    fof,
    hit,
    index,
    interrupted,
    kinds,
    listed,
    marked,
    rule,
    run,
    until,
    usmc_begins,
)

FOUR = DUEL | {"T4": "3636", "Charlie": "0322"}
NOTHING = (1,) * 60


# -- who may interrupt -----------------------------------------------------------------------------


@pytest.mark.rule("fof", "7.1")
def test_a_move_is_interrupted_at_every_hex_and_a_fire_before_it() -> None:
    state = begin(FOUR)
    state.apply("move T2 0310-0309-0308")
    assert (state.position("T2"), choice(state)) == ("0309", ("usmc", "reaction_window"))
    assert listed(state) == ["react Bravo", "react Charlie", "done", "decline"]
    state.apply("done")
    assert (state.position("T2"), choice(state)) == ("0308", ("usmc", "reaction_window"))
    state = begin(FOUR)
    assert "fire" not in kinds(state.apply("fire 0320 by T2"))
    assert choice(state) == ("usmc", "reaction_window")


@pytest.mark.rule("fof", "7.1")
def test_who_sees_nothing_is_pinned_or_has_nobody_effective_does_not_interrupt() -> None:
    state = begin({"T2": "0815", "Bravo": "0822", "T4": "3636"})
    state.apply("move T2 0814")
    assert choice(state)[0] == "taliban", "woods are between"
    state = begin(FOUR)
    hit(state, "Bravo", 4)
    state.apply("move T2 0309")
    assert listed(state, "react") == ["react Charlie"]


@pytest.mark.rule("fof", "7.1")
def test_a_team_tries_once_for_an_action() -> None:
    state = begin(FOUR, 5, 4, *NOTHING)
    interrupted(state, "move T2 0310-0309-0308", "Bravo")
    assert listed(state, "react") == ["react Charlie"]
    run(state, "decline")
    while choice(state)[1] != "activated":
        state.apply("pass")
    state.apply("fire 0320 by T2")
    assert "react Charlie" in listed(state), "the fire is another moment, for who has not tried"


# -- the contest -----------------------------------------------------------------------------------


def contest(*dice: int) -> State:
    """T2 moves a hex of two, Bravo interrupts: the dice of T2 and Bravo."""
    state = begin(FOUR, *dice, *NOTHING)
    interrupted(state, "move T2 0310-0309-0308", "Bravo")
    return state


@pytest.mark.rule("fof", "7.2")
def test_the_higher_die_of_quality_acts_first() -> None:
    state = contest(5, 8)
    assert (choice(state), state.position("T2")) == (("usmc", "reaction"), "0309")
    state = begin(FOUR, 4, 8, *NOTHING)
    told = first(interrupted(state, "move T2 0309", "Bravo"), "contest")
    assert told.dice == (4, 8), "one die each: d6 against d8"


@pytest.mark.rule("fof", "7.2")
def test_ties_go_to_the_side_with_initiative() -> None:
    state = contest(5, 5)
    state.apply("decline")
    assert (choice(state), state.position("T2")) == (("usmc", "reaction"), "0308")


@pytest.mark.rule("fof", "7.2")
def test_equal_dice_of_one_side_come_in_the_order_that_it_chooses() -> None:
    state = begin(FOUR, 4, 6, 6, *NOTHING)
    run(state, "move T2 0309", "react Bravo", "react Charlie")
    assert (choice(state), listed(state)) == (
        ("usmc", "exchange"),
        ["first Bravo", "first Charlie"],
    )
    state.apply("first Charlie")
    assert acts(state) == {"Charlie"}


@pytest.mark.rule("fof", "7.3")
def test_below_four_a_team_does_nothing_and_reacts_no_more_in_the_turn() -> None:
    state = begin(FOUR | {"T4": "0312"}, 2, 3, *NOTHING)
    interrupted(state, "move T2 0309", "Bravo")
    assert choice(state) == ("taliban", "activated"), "though 3 is more than 2"
    run(state, "done", "move T4 0311")
    assert listed(state, "react") == ["react Charlie"]


@pytest.mark.rule("fof", "7.3")
def test_it_still_acts_in_its_own_part_of_the_turn() -> None:
    state = begin(FOUR, 2, 3, *NOTHING)
    interrupted(state, "move T2 0309", "Bravo")
    assert "Bravo" in acts(until(state, "others"))


@pytest.mark.rule("fof", "7.4")
def test_who_is_beaten_acts_after_the_action() -> None:
    state = begin(FOUR, 6, 5, *NOTHING)
    events = interrupted(state, "fire 0320 by T2", "Bravo")
    assert kinds(events)[-1] == "fire", "T2 has fired"
    assert (choice(state), acts(state)) == (("usmc", "reaction"), {"Bravo"})
    assert "fire 0310 by Bravo" in listed(state)


@pytest.mark.rule("fof", "7.4")
def test_who_is_pinned_by_that_action_has_lost_its_turn_to_act() -> None:
    state = begin(FOUR, 6, 5, 6, *[1] * 8, *[1] * 5, 1, 1, 1)
    interrupted(state, "fire 0320 by T2", "Bravo")
    assert marked(state, "pinned") == {"Bravo"}
    assert choice(state)[0] == "taliban"


# -- what is done in reaction ----------------------------------------------------------------------


@pytest.mark.rule("fof", "7.5")
def test_it_fires_at_the_team_that_it_interrupts_and_no_other() -> None:
    state = begin(FOUR | {"T4": "0312"}, 4, 5, *NOTHING)
    interrupted(state, "move T2 0309", "Bravo")
    assert listed(state, "fire") == ["fire 0309 by Bravo"]
    assert rule(state, "fire 0312 by Bravo") == "7.5"


@pytest.mark.rule("fof", "7.6")
def test_or_it_moves_in_either_way() -> None:
    state = begin(FOUR, 4, 5, *NOTHING)
    interrupted(state, "move T2 0309", "Bravo")
    assert {"move Bravo 0326", "move Bravo 0332 rapid"} <= set(listed(state))
    state.apply("move Bravo 0326")
    assert state.position("Bravo") == "0326"


@pytest.mark.rule("fof", "7.6")
def test_it_moves_in_reaction_once_in_a_turn_and_may_fire_then() -> None:
    state = begin(FOUR | {"T4": "0312"}, 4, 5, 4, 5, *NOTHING)
    interrupted(state, "move T2 0309", "Bravo")
    run(state, "move Bravo 0321", "done")
    interrupted(state, "move T4 0311", "Bravo")
    assert listed(state) == ["fire 0311 by Bravo", "pass"]


@pytest.mark.rule("fof", "7.7")
def test_a_fire_is_carried_out_to_its_morale_before_the_next() -> None:
    """Bravo comes first and pins T2; only then Charlie fires, at five dice fewer of it."""
    pins = (8, 8, 8, 8, 8, 1), (1,) * 8, (1, 1, 1)
    state = begin(FOUR, 4, 6, 5, *pins[0], *pins[1], *pins[2], *[1] * 6, *[1] * 3)
    run(state, "move T2 0309", "react Bravo", "react Charlie")
    assert kinds(state.apply("fire 0309 by Bravo"))[:4] == [
        "fire",
        "figures_hit",
        "morale",
        "state_begins",
    ]
    assert (acts(state), figures(state, "T2")) == ({"Charlie"}, {"fit": 3, "down": 5})


@pytest.mark.rule("fof", "7.8")
def test_a_team_with_initiative_that_is_fired_at_may_fire_back() -> None:
    state = begin(FOUR, 4, 5, *NOTHING)
    interrupted(state, "move T2 0309", "Bravo")
    state.apply("fire 0309 by Bravo")
    assert choice(state) == ("taliban", "return_fire")
    assert listed(state) == ["fire 0320 by T2", "pass"]


@pytest.mark.rule("fof", "7.8")
def test_a_pinned_one_may_not() -> None:
    state = begin(FOUR, 4, 5, 8, *[1] * 5, *[1] * 8, *[1] * 7)
    interrupted(state, "move T2 0309", "Bravo")
    state.apply("fire 0309 by Bravo")
    assert marked(state, "pinned") == {"T2"}
    assert choice(state) != ("taliban", "return_fire")


# -- overwatch -------------------------------------------------------------------------------------


def watched(*dice: int, setup: dict[str, str] | None = None) -> State:
    """The USMC begins, Charlie goes on Overwatch, and the dice come."""
    state = usmc_begins((setup or FOUR) | {"T4": "0312"}, *dice)
    run(state, "overwatch Charlie", "done")
    return state


@pytest.mark.rule("fof", "8.1")
def test_teams_with_the_initiative_go_on_overwatch_when_the_turn_begins() -> None:
    state = usmc_begins(FOUR)
    assert listed(state) == ["overwatch Bravo", "overwatch Charlie", "done"]
    assert begin(FOUR, phase="overwatch").side_to_act == "taliban"


@pytest.mark.rule("fof", "8.1")
def test_they_neither_move_nor_act_in_that_turn() -> None:
    state = watched()
    assert acts(state) == {"Bravo"}
    assert rule(state, "fire 0310 by Charlie")
    assert rule(state, "move Charlie 0323")


@pytest.mark.rule("fof", "8.2")
@pytest.mark.parametrize("die", [3, 6])
def test_they_join_against_an_enemy_who_interrupts_successful_or_not(die: int) -> None:
    """The dice of Bravo, which moves, of T2, which interrupts, and of Charlie."""
    state = watched(2, die, 5, *NOTHING)
    run(state, "move Bravo 0319", "react T2", "done")
    assert choice(state) == ("usmc", "joining")
    assert listed(state, "join") == ["join Charlie"]
    state.apply("join Charlie")
    while acts(state) != {"Charlie"}:
        state.apply("pass")
    assert listed(state, "fire") == ["fire 0310 by Charlie"], "at him and at no other"


@pytest.mark.rule("fof", "8.2")
@pytest.mark.parametrize(("place", "sees"), [("0812", True), ("0822", False)])
def test_only_who_sees_him_joins(place: str, sees: bool) -> None:
    """The woods of the eighth column lie between 0822 and T2."""
    setup = FOUR | {"T2": "0815", "Bravo": "0313", "Charlie": place}
    state = usmc_begins(setup, 2, 6, *NOTHING)
    run(state, "overwatch Charlie", "done", "move Bravo 0314", "react T2")
    assert choice(state)[1] == ("joining" if sees else "reaction")


@pytest.mark.rule("fof", "8.2")
def test_who_is_not_on_overwatch_does_not_join() -> None:
    state = usmc_begins(FOUR, 2, 3, *NOTHING)
    run(state, "done", "move Bravo 0319", "react T2")
    assert choice(state)[1] != "joining"


@pytest.mark.rule("fof", "8.3")
def test_in_the_other_part_only_overwatch_and_those_fired_at_react() -> None:
    state = watched(setup=FOUR | {"Alpha": "0324", "T3": "3636"})
    until(state, "others").apply("move T2 0309")
    assert listed(state, "react") == ["react Charlie"]
    run(state, "decline", "fire 0320 by T2")
    assert listed(state, "react") == ["react Bravo", "react Charlie"], "but not Alpha"


@pytest.mark.rule("fof", "8.3")
def test_ties_still_go_to_the_side_with_initiative() -> None:
    """T2 acts, and Charlie's equal die comes first."""
    state = watched(5, 5, *NOTHING)
    until(state, "others")
    interrupted(state, "move T2 0310-0309-0308", "Charlie")
    assert (acts(state), state.position("T2")) == ({"Charlie"}, "0309")
    assert listed(state) == ["fire 0309 by Charlie", "pass"], "it does not move"


# -- hidden teams ----------------------------------------------------------------------------------


def hiding(setup: dict[str, str], *dice: int, hides: str, phase: str = "actions") -> State:
    """A position in which a Taliban team hides."""
    state = begin(setup, *dice, phase=phase)
    state.conceal(1 << index(state, hides))
    return state


@pytest.mark.rule("fof", "9.1")
def test_taliban_teams_that_begin_in_woods_may_be_hidden_and_no_others() -> None:
    state = fof().start("lost_and_found", dice=[])
    run(state, "done", "done")
    assert choice(state) == ("taliban", "hiding")
    assert listed(state) == ["hide T1", "hide T3", "hide T4", "done"]
    assert rule(state, "hide T2") == "9.1"
    run(state, "hide T1", "done")
    assert state.view("usmc").position("T1") is None
    assert state.view("usmc").position("T3") is not None


@pytest.mark.rule("fof", "9.1")
def test_a_hidden_team_is_not_fired_at() -> None:
    spots = {"T3": "0817", "Bravo": "0820", "T1": "3636"}
    open_ = begin(spots | {"T3": "0819"}, phase="others")
    assert "fire 0819 by Bravo" in listed(open_)
    state = hiding(spots | {"T3": "0819"}, hides="T3", phase="others")
    assert "fire 0819 by Bravo" not in listed(state)
    assert state.view("usmc").explain("fire 0819 by Bravo") is not None


@pytest.mark.rule("fof", "9.2")
def test_it_stays_hidden_until_it_moves_or_fires() -> None:
    spots = {"T3": "0819", "Bravo": "0827", "T1": "3636"}
    state = hiding(spots, hides="T3")
    state.apply("move T1 3635")
    assert state.view("usmc").position("T3") is None
    state.apply("move T3 0820")
    assert state.view("usmc").position("T3") == "0820"
    state = hiding(spots, 4, *NOTHING, hides="T3")
    state.apply("fire 0827 by T3")
    assert state.view("usmc").position("T3") == "0819"


@pytest.mark.rule("fof", "9.2")
@pytest.mark.rule("fof", "9.3")
def test_a_search_finds_it_with_a_success() -> None:
    for die, found in ((4, "0819"), (3, None)):
        spots = {"T3": "0819", "Bravo": "0827", "T1": "3636"}
        state = hiding(spots, die, hides="T3", phase="others")
        state.apply("search 0819 by Bravo")
        assert state.view("usmc").position("T3") == found


@pytest.mark.rule("fof", "9.3")
def test_a_search_reaches_as_far_as_the_optimal_range_and_may_always_be_tried() -> None:
    """Eight hexes; nobody learns from it being legal whether somebody is there."""
    for someone in ({"T3": "0819"}, {"T3": "1827"}):
        spots = {"Bravo": "0827", "T1": "3636"} | someone
        state = hiding(spots, hides="T3", phase="others")
        assert "search 0819 by Bravo" in listed(state)
        assert rule(state, "search 0818 by Bravo") == "9.3"


@pytest.mark.rule("fof", "9.4")
def test_ambush_fire_with_a_success_is_not_interrupted() -> None:
    spots = {"T3": "0819", "Bravo": "0827", "T1": "3636"}
    state = hiding(spots, 4, *NOTHING, hides="T3")
    assert "fire" in kinds(state.apply("fire 0827 by T3"))
    state = hiding(spots, 3, *NOTHING, hides="T3")
    assert "fire" not in kinds(state.apply("fire 0827 by T3"))
    assert choice(state) == ("usmc", "reaction_window")


@pytest.mark.rule("fof", "9.4")
def test_the_roll_of_an_ambush_is_no_reaction_test() -> None:
    """A 1 brings no fog of war."""
    spots = {"T3": "0819", "Bravo": "0827", "T1": "3636"}
    state = hiding(spots, 1, hides="T3")
    assert "table" not in kinds(state.apply("fire 0827 by T3"))
