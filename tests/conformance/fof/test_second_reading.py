"""What a second reading of the booklet found beside the built game: a test for each of it."""

from __future__ import annotations

import pytest

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
