"""How strong players are, from the games between them: shares with their intervals, and Elo.

Shares have Wilson's interval. Strengths are those of Bradley and Terry with an advantage of the
first seat, fitted by Newton's method to all pairs at once, so that players who never met can be
compared by opponents that both have met. Written out, as a few dozen players need no library.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf, log, sqrt
from typing import NamedTuple

Z = 1.96
"""Standard deviations to either side of an interval of 95 %."""

ELO = 400 / log(10)
"""Points of Elo in one of the natural logarithm of the odds."""

STEPS = 100
"""Newton's method needs far fewer."""


def wilson(wins: float, games: float) -> tuple[float, float]:
    """Wilson's interval for a share of wins; a draw may count as half a win. Unlike the usual one
    it stays between 0 and 1, and has a width where every game was won.

    >>> [round(bound, 3) for bound in wilson(50, 100)]
    [0.404, 0.596]
    """
    if not games:
        return 0.0, 1.0
    share, spread = wins / games, Z * Z / games
    centre = (share + spread / 2) / (1 + spread)
    reach = Z * sqrt(share * (1 - share) / games + spread / games / 4) / (1 + spread)
    return max(0.0, centre - reach), min(1.0, centre + reach)


@dataclass(frozen=True, slots=True)
class Score:
    """Games of one player in one seat against another: ``points`` are wins, and half the draws.

    The seat is that of the side which comes first in the game (``True``), or the other.
    """

    player: str
    other: str
    first: bool
    points: float
    games: float


@dataclass(frozen=True, slots=True)
class Rating:
    """A strength in points of Elo, with its interval of 95 %."""

    elo: float
    low: float
    high: float


def ratings(scores: Iterable[Score], reference: str) -> tuple[dict[str, Rating], Rating]:
    """The strength of every player, where the reference has 0, and what the first seat is worth.

    The model is that of Bradley and Terry with an advantage of the first seat: the logarithm of
    the odds is the difference of the strengths, and the seat's worth for the player in it. It is
    fitted by maximum likelihood, draws as half a win; intervals come from the information of the
    sample, so those of the others are of their difference to the reference. To each pair half a
    drawn game is added in either seat: a player that has won every game has a figure too, and a
    wide interval. A player that no games connect with the reference has none.

    >>> both = [Score("a", "b", True, 75, 100), Score("a", "b", False, 75, 100)]
    >>> by_player, seat = ratings(both, "b")
    >>> round(by_player["a"].elo), round(seat.elo)
    (190, 0)
    """
    with_games = [score for score in scores if score.games]
    # The reference, the players that met it, those that met one of these, and so on.
    known, before = {reference}, 0
    while len(known) > before:
        before = len(known)
        for score in with_games:
            if score.player in known or score.other in known:
                known |= {score.player, score.other}
    played = [score for score in with_games if score.player in known]
    if not played:
        return {reference: Rating(0.0, 0.0, 0.0)}, Rating(0.0, -inf, inf)
    # What is fitted: a strength for each but the reference, and in the last place what a seat is
    # worth.
    place = {name: index for index, name in enumerate(sorted(known - {reference}))}
    pairs = sorted({(min(s.player, s.other), max(s.player, s.other)) for s in played})
    # In both seats alike, so that they say nothing about what a seat is worth.
    drawn = [
        Score(player, other, seat, 0.25, 0.5) for player, other in pairs for seat in (True, False)
    ]
    fitted, spread = _fitted([_line(score, place) for score in (*played, *drawn)], len(place) + 1)

    def rating(index: int) -> Rating:
        value, reach = fitted[index], Z * sqrt(spread[index])
        return Rating(value * ELO, (value - reach) * ELO, (value + reach) * ELO)

    rated = {reference: Rating(0.0, 0.0, 0.0)}
    return rated | {name: rating(index) for name, index in place.items()}, rating(len(place))


class _Line(NamedTuple):
    """A score as the model sees it: the places of what is added up, each with its sign; points;
    games.
    """

    terms: tuple[tuple[int, float], ...]
    points: float
    games: float


def _line(score: Score, place: Mapping[str, int]) -> _Line:
    """A score with players by their places; the reference has none, as its strength is 0."""
    signs = ((score.player, 1.0), (score.other, -1.0))
    terms = [(place[name], sign) for name, sign in signs if name in place]
    seat = (len(place), 1.0 if score.first else -1.0)
    return _Line((*terms, seat), score.points, score.games)


def _fitted(lines: Sequence[_Line], size: int) -> tuple[list[float], list[float]]:
    """The values of greatest likelihood, and their variances; Newton's method."""
    values = [0.0] * size
    for _ in range(STEPS):
        slope, information = [0.0] * size, [[0.0] * size for _ in range(size)]
        for line in lines:
            share = 1 / (1 + exp(-sum(sign * values[index] for index, sign in line.terms)))
            for index, sign in line.terms:
                slope[index] += sign * (line.points - line.games * share)
                for other, also in line.terms:
                    information[index][other] += sign * also * line.games * share * (1 - share)
        inverse = _inverse(information)
        step = [sum(a * b for a, b in zip(row, slope, strict=True)) for row in inverse]
        largest = max(map(abs, step))
        values = [
            # Newton's steps may overshoot far from the greatest likelihood: none is longer than 1.
            value + part / max(1.0, largest)
            for value, part in zip(values, step, strict=True)
        ]
        if largest < 1e-10:
            break
    return values, [inverse[index][index] for index in range(size)]


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a positive definite matrix, by Gauss and Jordan."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for column in range(size):
        # The largest pivot keeps the error of rounding small.
        pivot = max(range(column, size), key=lambda index: abs(rows[index][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = rows[column][column]
        rows[column] = [value / head for value in rows[column]]
        for index in range(size):
            if index != column:
                factor = rows[index][column]
                rows[index] = [
                    value - factor * taken
                    for value, taken in zip(rows[index], rows[column], strict=True)
                ]
    return [row[size:] for row in rows]
