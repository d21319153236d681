"""What a person who played against the computer lost by which of his moves."""

from __future__ import annotations

from random import Random

import pytest

from hexwar.records import HUMAN, Replay, Session
from hexwar.records.hindsight import Hindsight
from hexwar.records.looking_back import look_back
from tests.records.games import LOADED, play

SIDES = {"soviet": HUMAN, "us": "easy"}


def over(players: dict[str, str], *actions: str) -> Hindsight:
    """The hindsight of the Soviets, who stand beside the last town that they need."""
    setup = {"A": "0405", "B": "0604", "W": "0301", "X": "0201"}
    session = Session(LOADED, LOADED.start(setup=setup, turn=3, seed=1), players)
    for action in actions:
        session.apply(action)
    while not session.state.is_over:
        session.apply("done")
    return look_back(Replay(session), "soviet")


def test_who_ends_a_phase_that_could_have_won_is_told_what_he_left_undone() -> None:
    """B does not walk into a town that nobody holds."""
    (cost, *_) = over(SIDES, "done").costs
    assert cost.startswith("Turn 3, Soviet movement: Soviet movement ends while more could be done")
    assert cost.endswith("Better: B moves to Burghaun (0302).")
    assert " %: " in cost and " in place of " in cost


def test_two_people_and_two_computers_are_told_nothing_of_the_kind() -> None:
    for players in ({"soviet": HUMAN, "us": HUMAN}, {"soviet": "easy", "us": "easy"}):
        assert over(players, "done").costs == ()


@pytest.mark.parametrize("seed", range(2))
def test_costs_are_the_greatest_in_their_order_and_stand_among_the_remarks(seed: int) -> None:
    session = play(Session(LOADED, LOADED.start(seed=seed), SIDES), Random(seed))
    review = look_back(Replay(session), "soviet")
    turns = [int(cost.split(",")[0].removeprefix("Turn ")) for cost in review.costs]
    assert turns == sorted(turns)
    assert len(turns) <= 3
    assert review.remarks(["Soviet", "U.S."])[-len(turns) :] == [*review.costs] or not turns
