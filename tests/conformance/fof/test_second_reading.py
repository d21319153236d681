"""What a second reading of the booklet found beside the built game: a test for each of it."""

from __future__ import annotations

import pytest

from hexwar.rules.state import State
from tests.conformance.fof.table import (
    DUEL,
    aimed,
    begin,
    choice,
    figures,
    interrupted,
    let_be,
    listed,
    marked,
    rule,
    run,
    until,
    usmc_begins,
)

FOUR = DUEL | {"T4": "3636", "Charlie": "0322"}
NOTHING = (1,) * 60


@pytest.mark.rule("fof", "2.7")
@pytest.mark.rule("fof", "3.2")
def test_a_rapid_move_in_reaction_counts_to_the_end_of_the_turn() -> None:
    """Bravo hurries in reaction to T2; then the marines' own part of the turn begins."""
    state = begin(FOUR, 4, 5, *NOTHING)
    interrupted(state, "move T2 0309", "Bravo")
    state.apply("move Bravo 0331 rapid")
    assert marked(state, "rapid") == {"Bravo"}
    until(state, "others")
    assert marked(state, "rapid") == {"Bravo"}
    assert marked(until(state, "overwatch", 3), "rapid") == set()


@pytest.mark.rule("fof", "8.3")
def test_a_failed_reaction_does_not_bar_overwatch() -> None:
    """Charlie rolls a 2 against T2's move, and may try again when T4 moves."""
    state = usmc_begins(FOUR | {"T4": "0312"}, 5, 2, *NOTHING)
    run(state, "overwatch Charlie", "done")
    until(state, "others")
    interrupted(state, "move T2 0309", "Charlie")
    run(state, "done", "move T4 0311")
    assert listed(state, "react") == ["react Charlie"]


@pytest.mark.rule("fof", "7.3")
def test_it_bars_the_reactions_of_the_other_side() -> None:
    state = begin(FOUR | {"T4": "0312"}, 5, 2, *NOTHING)
    interrupted(state, "move T2 0309", "Bravo")
    run(state, "done", "move T4 0311")
    assert listed(state, "react") == ["react Charlie"]


@pytest.mark.rule("fof", "13.2")
def test_marines_who_are_still_down_when_the_game_ends_count_one_each() -> None:
    """Bravo lies alone: nobody is effective there or beside it, so nobody looks after it."""
    state = begin({"Bravo": "0320", "Alpha": "0332", "T2": "3636"}, phase="others", turn=8)
    let_be(state, "Bravo", down=3, dead=1)
    assert state.points()["taliban"] == 2, "as long as the game goes on"
    while not state.is_over:
        state.apply("done")
    assert figures(state, "Bravo") == {"down": 3, "dead": 1}
    assert state.points()["taliban"] == 2 + 3


@pytest.mark.rule("fof", "10.4")
def test_a_medic_who_is_the_last_of_his_team_does_not_shoot() -> None:
    """The support weapons stay with somebody who shoots: there is nobody."""
    state = begin(FOUR, phase="others")
    state.mark("medic", 1 << state.frame.unit_index["Bravo"])
    assert len(aimed(state, "fire 0310 by Bravo").attack_dice) == 4 - 1 + 2
    let_be(state, "Bravo", fit=1, dead=3)
    assert rule(state, "fire 0310 by Bravo") == "5.3"
    assert "fire 0310 by Charlie" in listed(state)


@pytest.mark.rule("fof", "3.5")
def test_a_lightly_wounded_figure_is_a_casualty_and_may_be_escorted() -> None:
    state = begin({"Bravo": "0220", "T2": "3636"}, phase="others")
    let_be(state, "Bravo", fit=3, lightly_wounded=1)
    state.apply("evacuate Bravo 0120")
    assert figures(state, "E1") == {"fit": 1, "lightly_wounded": 1}
    assert figures(state, "Bravo") == {"fit": 2}


@pytest.mark.rule("fof", "3.5")
def test_nobody_escorts_himself() -> None:
    state = begin({"Bravo": "0220", "T2": "3636"}, phase="others")
    let_be(state, "Bravo", lightly_wounded=1, dead=3)
    assert rule(state, "evacuate Bravo 0120") == "3.5"
    let_be(state, "Bravo", lightly_wounded=2, dead=2)
    state.apply("evacuate Bravo 0120")
    assert figures(state, "E1") == {"lightly_wounded": 2}


@pytest.mark.rule("fof", "7.8")
def test_a_mover_who_rolled_below_four_may_fire_back() -> None:
    """T2 rolled a 2 and Bravo a 5: T2 comes late, and defends itself all the same."""
    state = begin(FOUR, 2, 5, *NOTHING)
    interrupted(state, "move T2 0309", "Bravo")
    state.apply("fire 0309 by Bravo")
    assert choice(state) == ("taliban", "return_fire")


# -- who hides -----------------------------------------------------------------------------------


WOODS = {"T3": "0819", "T2": "3636", "Bravo": "0822", "Charlie": "0520"}
"""T3 in woods, two hexes from where Bravo comes into the open."""


def ambushed(*dice: int) -> State:
    """The USMC has won the initiative; Bravo moves within sight of T3, which hides and reacts."""
    state = usmc_begins(WOODS, *dice)
    state.conceal(1 << state.frame.unit_index["T3"])
    run(state, "done", "move Bravo 0821")
    return state


def told(state: State, *lines: str) -> list[str]:
    """What the marines learn of actions."""
    return list(map(str, state.view("usmc").known_events(run(state, *lines))))


@pytest.mark.rule("fof", "9.2")
@pytest.mark.parametrize(
    ("dice", "then"),
    [((3, 5, 3), ()), ((3, 6, 4), ("pass",)), ((4,), ("pass",)), ((3, 3, 6), ("pass",))],
)
def test_a_hidden_team_that_reacts_and_does_nothing_stays_hidden(
    dice: tuple[int, ...], then: tuple[str, ...]
) -> None:
    """It rolls for its ambush, and without it for the contest: it fails, or thinks better of it."""
    state = ambushed(*dice, *NOTHING)
    lines = told(state, "react T3")
    lines += told(state, "done") if choice(state)[1] == "reaction_window" else []
    while choice(state)[0] == "taliban" and then:
        lines += told(state, *then)
        then = ()
    assert state.view("usmc").position("T3") is None
    assert not [line for line in lines if "T3" in line or "0819" in line]


@pytest.mark.rule("fof", "9.2")
@pytest.mark.rule("fof", "9.4")
@pytest.mark.parametrize("dice", [(4,), (3, 3, 6)])
def test_it_is_revealed_by_its_fire(dice: tuple[int, ...]) -> None:
    state = ambushed(*dice, *NOTHING)
    run(state, "react T3", *(("done",) if dice[0] < 4 else ()), "fire 0821 by T3")
    assert state.view("usmc").position("T3") == "0819"


@pytest.mark.rule("fof", "9.2")
def test_it_is_revealed_by_its_move() -> None:
    state = ambushed(3, 3, 6, *NOTHING)
    run(state, "react T3", "done", "move T3 0818")
    assert state.view("usmc").position("T3") == "0818"


@pytest.mark.rule("fof", "7.2")
def test_the_die_of_a_hidden_team_in_a_contest_is_not_told_to_the_others() -> None:
    state = ambushed(3, 6, 5, *NOTHING)
    lines = told(state, "react T3", "done")
    assert "Who acts first: Bravo 6, a hidden unit." in lines
    seen = state.seen_by("usmc")
    t3 = state.frame.unit_index["T3"]
    assert f"[{t3}, 5" not in str(seen.to_dict()["agenda"])


@pytest.mark.rule("fof", "8.2")
def test_nobody_joins_against_a_team_that_he_does_not_see() -> None:
    state = usmc_begins(WOODS | {"T2": "0621"}, 3, 5, 4, 4, 8, *NOTHING)
    state.conceal(1 << state.frame.unit_index["T3"])
    run(state, "overwatch Charlie", "done", "move Bravo 0821", "react T3")
    assert choice(state)[1] == "reaction_window"
    run(state, "react T2", "done")
    assert state.decision is not None
    assert choice(state) == ("usmc", "joining")
    assert state.decision.prompt.startswith("T2 and a hidden unit would react to Bravo")
    state.apply("join Charlie")
    assert choice(state) == ("usmc", "reaction")
    assert listed(state, "fire") == ["fire 0621 by Charlie"]
    refused = state.explain("fire 0819 by Charlie")
    assert refused is not None and "T3" not in refused.message


@pytest.mark.rule("fof", "10.10")
def test_rolls_about_a_hidden_team_are_told_to_those_only_who_see_it() -> None:
    """Incoming rounds on T1, which hides, cost it four figures; its morale is its own affair."""
    dice = (5, 1, 9, 1, *(6,) * 4, 1, 1, *(1,) * 8, *(10,) * 3)
    state = begin(DUEL | {"T1": "1906", "Charlie": "1836"}, *dice)
    state.conceal(1 << state.frame.unit_index["T1"])
    run(state, "move T2 0309", "react Bravo")
    events = state.apply("done")
    marines = list(map(str, state.view("usmc").known_events(events)))
    assert "A hidden unit is under fire: 4 hits." in marines
    assert not [line for line in marines if "Morale" in line]
    assert "Morale of T1: 10, 10, 10; 2 of 3 must be 4 or more: it stands." in map(str, events)
