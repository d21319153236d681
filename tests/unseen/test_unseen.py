"""Two games that nothing is tuned to, to see how the computer plays what it never saw.

They are written from the rules of two published introductory games.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

import hexwar

HERE = Path(__file__).resolve().parent
GAMES = sorted(path.parent.name for path in HERE.glob("*/game.yaml"))


def test_there_are_two() -> None:
    assert GAMES == ["forty_points", "seven_weeks"]


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_wrong_with_them(name: str) -> None:
    assert not [found for found in hexwar.check(HERE / name) if found.severity == "error"]


@pytest.mark.parametrize("name", GAMES)
def test_they_are_played_to_an_end(name: str) -> None:
    state, random = hexwar.load_game(HERE / name).start(seed=1), Random(1)
    while not state.is_over:
        state.apply(state.sample_action(random), events=False)
    assert state.decision is None


def test_the_strengths_are_those_of_the_rules() -> None:
    """89 points against 73, and 34 that come."""
    game = hexwar.load_game(HERE / "forty_points")
    strengths = {"french": Fraction(0), "allied": Fraction(0)}
    for unit in game.units.values():
        strengths[unit.side] += unit.steps[0].attack or 0
    assert strengths == {"french": 89, "allied": 73 + 34}


@pytest.mark.parametrize(("last", "winner"), [("GH", None), ("I2", "allied")])
def test_who_has_lost_forty_points_has_lost(last: str, winner: str | None) -> None:
    """35 points and 4 are not enough, 35 and 5 are."""
    game = hexwar.load_game(HERE / "forty_points")
    position = game.start(seed=1).to_dict()
    for unit in (
        "GG",
        "CG",
        "YG",
        "I9",
        "I6",
        "GA",
        last,
    ):
        del position["units"][unit]
        position["eliminated"].append(unit)
    state = game.state_from_dict(position)
    state.apply("done")
    assert state.winner == winner


def test_who_alone_must_attack_all_beside_it_is_offered_just_these() -> None:
    """Though it could fire at others besides, with which it owes nothing."""
    game = hexwar.load_game(HERE / "forty_points")
    setup = {"BA2": "1309", "I9": "1209", "GA": "1310", "YG": "1210", "A6": "1109", "C5": "1110"}
    state = game.start(setup=setup, phase="allied_combat", turn=3, seed=1)
    assert [str(action) for action in state.legal_actions()] == ["attack 1209-1210-1310 by BA2"]
