"""Players against one another in both seats: who scores what, Elo, and what it costs to think.

Each pair plays in both seats, as the sides of a game are seldom equal. From the same results come
three tables: strengths (Elo, shares in all games and by seat), shares of each player against each
other, and the time that their decisions took. Shares have their intervals of 95 %.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import isfinite
from statistics import median

from hexwar.cli.terminal import table
from hexwar.definition.grammar import does
from hexwar.players import called
from hexwar.players.matches import GameResult, Match, loaded, seats
from hexwar.players.ratings import Rating, Score, ratings, wilson

Done = dict[Match, list[GameResult]]
"""Results of each match that was asked for."""


def pairs(match: Match, players: Sequence[str]) -> Iterator[Match]:
    """Every pair of the players in both seats; ``match`` says all the rest.

    ValueError unless there are two and more, each once, and two sides for them.
    """
    if len(set(players)) < max(2, len(players)):
        raise ValueError("a cross table needs two players and more, each of them once")
    seats(match)
    first, second = _sides(match)
    for name, other in combinations(players, 2):
        seated = dict(match.players) | {first: name, second: other}
        yield from seats(replace(match, players=tuple(seated.items())))


def cross_table(done: Done, players: Sequence[str]) -> str:
    """The tables; ``players`` in the order in which they were named, the first has no Elo."""
    match = next(iter(done))
    games = sum(map(len, done.values()))
    rules = loaded(match.game).ruleset(match.scenario, match.options, match.edition)
    setting = " + ".join(
        (match.game, rules.frame.resolved.scenario.id, *rules.frame.resolved.options)
    )
    head = f"{setting}: {len(players)} players, every pair in both seats, {games} games"
    if not games:
        return head
    scores = list(_scores(done))
    lines = [head, "", *_strengths(match, scores, players), ""]
    if len(players) > 2:
        lines += [*_against(scores, players), ""]
    return "\n".join([*lines, *_thought(done, players)])


def both_seats(done: Done) -> Iterator[str]:
    """What each of two players scores in both seats together."""
    scores = list(_scores(done))
    for name in dict.fromkeys(score.player for score in scores):
        mine = (score for score in scores if score.player == name)
        yield f"  {does(called(name), 'scores')} {_share(mine)} of the points in both seats"


def _sides(match: Match) -> tuple[str, str]:
    frame = loaded(match.game).ruleset(match.scenario, match.options, match.edition).frame
    first, second = (frame.side_ids[index] for index in frame.played)
    return first, second


def _scores(done: Done) -> Iterator[Score]:
    """The games of each match, as seen by either player."""
    for match, results in done.items():
        players, sides = dict(match.players), _sides(match)
        # One game is a score of both players, each as seen from its own seat.
        for mine, other in (sides, sides[::-1]):
            won = sum(result.winner == mine for result in results)
            drawn = sum(result.winner is None for result in results)
            yield Score(
                str(players[mine]),
                str(players[other]),
                mine == sides[0],
                won + drawn / 2,
                len(results),
            )


def _share(scores: Iterable[Score]) -> str:
    """The share of the points, with its interval."""
    counted = list(scores)
    games = sum(score.games for score in counted)
    if not games:
        return "-"
    points = sum(score.points for score in counted)
    low, high = wilson(points, games)
    return f"{points / games:.1%} ({low:.1%} to {high:.1%})"


def _strengths(match: Match, scores: Sequence[Score], players: Sequence[str]) -> Iterator[str]:
    """Elo, and the share of points in all games and in each seat; and what a seat is worth."""
    frame = loaded(match.game).ruleset(match.scenario, match.options, match.edition).frame
    first, second = (frame.side_names[index] for index in frame.played)
    elo, seat = ratings([score for score in scores if score.first], players[0])
    rows = [["player", "Elo (95 %)", "points (95 %)", f"as {first}", f"as {second}", "games"]]
    for name in players:
        mine = [score for score in scores if score.player == name]
        shares = _share(mine), *(_share(s for s in mine if s.first is at) for at in (True, False))
        rating = "0" if name == players[0] else _elo(elo.get(name))
        rows.append([called(name), rating, *shares, f"{sum(score.games for score in mine)}"])
    yield from table(rows)
    yield f"  the seat of {first}: {_elo(seat)} points of Elo for who sits there"


def _elo(rating: Rating | None) -> str:
    if rating is None or not isfinite(rating.high):
        return "-"
    elo, low, high = map(round, (rating.elo, rating.low, rating.high))
    return f"{elo:+} ({low:+} to {high:+})"


def _against(scores: Sequence[Score], players: Sequence[str]) -> list[str]:
    """The share of points of each in its line against each in the columns, in both seats."""
    rows = [["against", *map(called, players)]]
    for name in players:
        mine = [score for score in scores if score.player == name]
        cells = (_share(s for s in mine if s.other == other) for other in players)
        rows.append([called(name), *cells])
    return table(rows)


def _thought(done: Done, players: Sequence[str]) -> list[str]:
    """Seconds of processor time by decision; all times are those of one process."""
    rows = [["seconds of processor time a decision", "mean", "median game", "longest", "decisions"]]
    for name in players:
        games = list(_games_of(done, name))
        choices = sum(count for count, _, _ in games)
        # Results may come from a file that says nothing of times.
        if not choices:
            continue
        mean = sum(thought for _, thought, _ in games) / choices
        middle = median(thought / count for count, thought, _ in games if count)
        longest = max(longest for _, _, longest in games)
        figures = (f"{seconds:.4f}" for seconds in (mean, middle, longest))
        rows.append([called(name), *figures, f"{choices}"])
    return table(rows)


def _games_of(
    done: Mapping[Match, Sequence[GameResult]], name: str
) -> Iterator[tuple[int, float, float]]:
    """Decisions of a player in each game, the seconds that they took, and the longest of them."""
    for match, results in done.items():
        ids = (
            loaded(match.game).ruleset(match.scenario, match.options, match.edition).frame.side_ids
        )
        for side, player in match.players:
            if player == name:
                index = ids.index(side)
                yield from (
                    (result.choices[index], result.thought[index], result.longest[index])
                    for result in results
                )
