"""How strong players are, by the games between them: answers that are known."""

from __future__ import annotations

from math import inf, log10

import pytest

from hexwar.players.ratings import Score, ratings, wilson


def both_seats(player: str, other: str, first: float, second: float, games: int) -> list[Score]:
    """The share of the points that a player has in either seat."""
    return [
        Score(player, other, True, first * games, games),
        Score(player, other, False, second * games, games),
    ]


def test_a_share_of_the_points_is_a_difference_of_elo() -> None:
    """400 times the decimal logarithm of the odds; the interval is that of a logistic."""
    found, seat = ratings(both_seats("a", "b", 0.75, 0.75, 10_000), "b")
    assert found["a"].elo == pytest.approx(400 * log10(3), abs=0.1)
    reach = 1.96 * 173.718 / (20_000 * 0.75 * 0.25) ** 0.5
    assert found["a"].high - found["a"].elo == pytest.approx(reach, rel=0.01)
    assert found["b"].elo == 0
    assert seat.elo == pytest.approx(0, abs=1e-6)


def test_what_a_seat_is_worth_is_told_from_who_sits_there() -> None:
    """Odds of 9 in the first seat and of 1 in the other: three times for each."""
    found, seat = ratings(both_seats("a", "b", 0.9, 0.5, 100_000), "b")
    assert found["a"].elo == pytest.approx(400 * log10(3), abs=0.1)
    assert seat.elo == pytest.approx(400 * log10(3), abs=0.1)


def test_players_who_never_met_are_compared_by_way_of_others() -> None:
    scores = [*both_seats("a", "b", 0.75, 0.75, 9999), *both_seats("b", "c", 0.75, 0.75, 9999)]
    found, _ = ratings(scores, "c")
    assert found["a"].elo == pytest.approx(800 * log10(3), abs=0.2)
    assert found["b"].elo == pytest.approx(400 * log10(3), abs=0.1)
    assert found["a"].high - found["a"].low > found["b"].high - found["b"].low


def test_whoever_has_won_all_has_a_figure_and_a_wide_interval() -> None:
    found, _ = ratings(both_seats("a", "b", 1, 1, 100), "b")
    assert 600 < found["a"].elo < 1500
    assert found["a"].high - found["a"].low > 600


def test_a_table_cut_short_has_figures_of_what_is_there() -> None:
    scores = [Score("a", "b", True, 1, 1), Score("c", "d", True, 1, 1), Score("a", "c", True, 0, 0)]
    found, _ = ratings(scores, "b")
    assert set(found) == {"a", "b"}
    assert found["a"].low < 0 < found["a"].elo
    nothing, seat = ratings([], "a")
    assert set(nothing) == {"a"}
    assert (seat.low, seat.high) == (-inf, inf)


def test_wilson_takes_halves() -> None:
    assert wilson(50, 100) == pytest.approx((0.404, 0.596), abs=0.001)
    low, high = wilson(50.5, 101)
    assert low == pytest.approx(1 - high)
    assert wilson(0, 0) == (0.0, 1.0)
