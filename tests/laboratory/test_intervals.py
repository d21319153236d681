"""Intervals that may be looked at again and again (hexwar/laboratory/study.py)."""

from __future__ import annotations

from math import comb
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.laboratory.study import always_valid


@given(st.integers(0, 40), st.integers(0, 40))
def test_an_interval_holds_what_was_seen(wins: int, others: int) -> None:
    low, high = always_valid(wins, wins + others)
    share = wins / (wins + others) if wins + others else 0.5
    assert 0 <= low <= share <= high <= 1


@given(st.integers(0, 30), st.integers(0, 30))
def test_what_is_one_side_s_is_the_other_s_turned_round(wins: int, others: int) -> None:
    low, high = always_valid(wins, wins + others)
    assert always_valid(others, wins + others) == pytest.approx((1 - high, 1 - low), abs=1e-6)


@pytest.mark.parametrize(("wins", "games"), [(3, 10), (0, 7), (12, 12), (50, 81)])
def test_the_ends_are_where_the_mixture_is_twenty_times_likelier(wins: int, games: int) -> None:
    """By the sum over all shares that the prior has, worked out without logarithms of gammas."""
    even = 1 / ((games + 1) * comb(games, wins))
    for share in always_valid(wins, games):
        if 0 < share < 1:
            likely = share**wins * (1 - share) ** (games - wins)
            assert even / likely == pytest.approx(20, rel=1e-3)


def test_whoever_looks_after_every_game_is_seldom_wrong() -> None:
    """Wilson's interval of 95 %, looked at so, would miss in a third of the rows."""
    missed = 0
    for row in range(300):
        random, wins = Random(row), 0
        for games in range(1, 200):
            wins += random.random() < 0.3
            low, high = always_valid(wins, games)
            if not low <= 0.3 <= high:
                missed += 1
                break
    assert missed <= 15


def test_counts_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="5 of 4"):
        always_valid(5, 4)
