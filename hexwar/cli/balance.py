"""``hexwar balance``: play many games between computer players and count who wins.

It plays what is missing of each match, game by game so that an interrupted run goes on where it
stopped, and prints what came of it; below stand the three tables for players compared with one
another.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from itertools import combinations
from math import isfinite
from pathlib import Path
from statistics import fmean, median
from typing import NamedTuple

from hexwar.cli import CLEAN, UsageError, ending_signals
from hexwar.cli.choosing import (
    GAME_HELP,
    add_choices,
    add_jobs,
    add_side,
    player_named,
    players_of,
    require_computers,
    seed_text,
    whole_number,
)
from hexwar.cli.counting import counted, patience_with
from hexwar.cli.terminal import table
from hexwar.definition.grammar import agreeing, does, opening
from hexwar.definition.printable import path_named
from hexwar.engine.rules import Frame
from hexwar.laboratory.results import ResultsInMemory
from hexwar.laboratory.study import Stop, Study, here
from hexwar.laboratory.study import run as run_study
from hexwar.players import called
from hexwar.players.learned import found_of
from hexwar.players.levels import by_rollouts
from hexwar.players.matches import GameResult, Match, loaded, seats
from hexwar.players.ratings import Rating, Score, ratings, wilson
from hexwar.players.rows import ResultsFile, question
from hexwar.rules.sides.section import Sides

OPPONENT = "greedy"
"""The player of a side for which none is named: the fastest that plays in earnest."""

Done = dict[Match, list[GameResult]]
"""Results of each match that was asked for."""

_FIGURES = 160
"""Columns of a table of figures, in which no figure is broken from its interval."""

EXAMPLES = """\
examples:
  hexwar balance GAME --games 500                        greedy against greedy
  hexwar balance GAME --side SIDE=random                 one side draws its moves
  hexwar balance GAME --side SIDE=easy --both-seats      and then the other, with the same dice
  hexwar balance GAME --players easy normal              a cross table: everybody against everybody
  hexwar balance GAME --players greedy greedy,plain      with what was learned, and without
  hexwar balance GAME --side SIDE=hard,rollouts=200      how long it thinks a phase (or seconds=2)
  hexwar balance GAME --games 10000 --out games.jsonl    goes on where it was cut

The interval is Wilson's, at 95 %. Equal seeds give equal figures, however many processes share the
work: a level thinks for its number of rollouts here, unless seconds are said. Ctrl-C prints what
was done so far, and so does whatever else ends the command: a time limit, a lost terminal, a game
that goes wrong. With --out the same command goes on from there.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar balance`` accepts."""
    parser.epilog = EXAMPLES
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)
    add_choices(parser)
    parser.add_argument(
        "--games",
        metavar="N",
        type=whole_number,
        default=200,
        help="how many (200), of every pair of players in each of its seats",
    )
    usual = called(OPPONENT).lower()
    behind = f" (default: {usual}); may be given for each side"
    add_side(parser, "who plays a side: ", behind)
    parser.add_argument(
        "--both-seats",
        action="store_true",
        help="play every game twice with the same dice, the two players exchanged",
    )
    parser.add_argument(
        "--players",
        metavar="PLAYER",
        nargs="+",
        help="a cross table: every pair of these in both seats; the first has 0 points of Elo",
    )
    add_jobs(parser)
    parser.add_argument(
        "--seed", metavar="SEED", type=seed_text, default="1", help="another seed, other games"
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        type=Path,
        help="write each result there, a line of JSON a game; what is there is not played again",
    )


def run(arguments: argparse.Namespace) -> int:
    """Play the games and print who won how often.

    It ends in one of three ways: all games were played; a signal such as Ctrl-C cut them short, and
    is told by the exit code; or an error did, which is raised again after the figures.
    """
    if arguments.games < 1:
        raise UsageError("--games is 1 or more")
    matches = _matches(arguments)
    # All matches are of one game, and so is what players have learned of it.
    resolved = _frame(matches[0]).resolved
    for note in found_of(resolved).notes(resolved):
        _remark(note)
    with ExitStack() as files:
        out = None if arguments.out is None else files.enter_context(_opened(arguments.out))
        with ending_signals.raised():
            done, why = measure(matches, arguments.games, arguments.seed, arguments.jobs, out)
            games = sum(map(len, done.values()))
            if isinstance(why, Exception) and not games:
                raise why  # there are no figures to print before
            if arguments.players is not None:
                lines = [cross_table(done, _players_named(arguments))]
            else:
                lines = [report(match, results) for match, results in done.items()]
                lines += both_seats(done) if arguments.both_seats else ()
            if why is not None:
                lines.append(f"  interrupted after {games} of {arguments.games * len(done)} games")
            # Print it, or on the error stream if the output is no longer read.
            text = "\n".join(lines)
            try:
                print(text, flush=True)
            except OSError:
                with suppress(OSError):
                    print(text, file=sys.stderr, flush=True)
                raise
    if games:
        _remark(pace([result for results in done.values() for result in results]))
    if isinstance(why, KeyboardInterrupt):
        return ending_signals.code_of(why)
    if why is not None:
        raise why
    return CLEAN


def _remark(text: str) -> None:
    """Say something beside the figures, if anybody listens."""
    with suppress(OSError):
        print(f"  {text}", file=sys.stderr, flush=True)


def _matches(arguments: argparse.Namespace) -> tuple[Match, ...]:
    """The matches that the command line asks for. ValueError says what does not exist."""
    chosen = arguments.scenario, tuple(arguments.options)
    resolved = loaded(arguments.game).ruleset(*chosen, arguments.edition).frame.resolved
    sides = [side.id for side in resolved[Sides].all]
    if arguments.players is not None and (arguments.sides or arguments.both_seats):
        raise UsageError("--players plays every pair in both seats: say no --side, --both-seats")
    players_by_side = _players_named(arguments)
    players = {**dict.fromkeys(sides, OPPONENT), **players_of(arguments.sides, sides, people=False)}
    players = {side: by_rollouts(player) for side, player in players.items()}
    require_computers((*players.values(), *players_by_side))
    match = Match(arguments.game, *chosen, tuple(players.items()), arguments.edition)
    try:
        if players_by_side:
            return tuple(pairs(match, players_by_side))
        if not arguments.both_seats:
            return (match,)
        as_said, exchanged = seats(match)
        if as_said == exchanged:
            raise ValueError("--both-seats exchanges two players, and here both are the same")
        return as_said, exchanged
    except ValueError as problem:
        raise UsageError(str(problem)) from None


def _frame(match: Match) -> Frame:
    """The rules that a match is played by: its sides, their names, the game as it was chosen."""
    return loaded(match.game).ruleset(match.scenario, match.options, match.edition).frame


def _players_named(arguments: argparse.Namespace) -> list[str]:
    """The players of a cross table."""
    return [by_rollouts(player_named(text, people=False)) for text in arguments.players or ()]


def _opened(path: Path) -> ResultsFile:
    """The file of ``--out``, with what it holds already. UsageError if it is no such file."""
    try:
        out = ResultsFile(path)
    except ValueError as problem:
        raise UsageError(f"{problem}: --out goes on in a file of its own") from None
    if out.torn:
        _remark(f"{path.name}: the last line was cut short and is dropped")
    return out


def measure(
    matches: Sequence[Match], games: int, seed: str, jobs: int, out: ResultsFile | None = None
) -> tuple[Done, BaseException | None]:
    """Play so many games of each match; also what ended it before all were played, as Ctrl-C.

    It is a study that keeps nothing but how games ended, in the file ``out`` if there is one.
    """
    study = Study("", tuple(matches), Stop(games), seed, ())
    kept_results = ResultsInMemory(study, out)
    if out is not None:
        _tell_of(out, matches, sum(map(len, kept_results.done.values())))
    try:
        for _ in counted(
            run_study(study, kept_results, here(jobs)), "playing", patience_with(matches)
        ):
            pass
    except (Exception, KeyboardInterrupt) as why:
        return kept_results.done, why
    return kept_results.done, None


def _tell_of(out: ResultsFile, matches: Iterable[Match], held: int) -> None:
    """How many games of these matches the file holds, and how many only look as if they belonged to
    them.
    """
    name = path_named(out.path.name)
    outdated = sum(out.outdated(question(match)) for match in matches)
    if held:
        _remark(f"{name}: games of these that are there and not played again: {held}")
    if outdated:
        _remark(
            f"{name}: rows of other rules of the game, or by other code of hexwar or of a player, "
            f"which are not counted: {outdated}"
        )


def report(match: Match, done: Sequence[GameResult]) -> str:
    """The figures, in lines that do not depend on the order in which games ended."""
    frame = _frame(match)
    names = dict(zip(frame.side_ids, frame.side_names, strict=True))
    playing = ((names[side], called(str(player))) for side, player in match.players)
    opponents = " against ".join(f"{side} ({player})" for side, player in playing)
    lines = [f"{_setting(match)}: {opponents}, {len(done)} {'game' if len(done) == 1 else 'games'}"]
    if not done:
        return lines[0]
    winners = Counter(result.winner for result in done)
    heads = {side: opening(name, "wins") for side, name in names.items()}
    width = max(map(len, heads.values()))
    for index in frame.played:
        side = frame.side_ids[index]
        low, high = wilson(winners[side], len(done))
        lines.append(
            f"  {heads[side]:{width}} {winners[side] / len(done):6.1%}  "
            f"(95 %: {low:.1%} to {high:.1%}), {agreeing(names[side], 'loses')} "
            f"{fmean(result.losses[index] for result in done):.2f} units a game"
        )
        lines += _levels(done, side)
    if winners[None]:
        lines.append(f"  {'drawn':{width}} {winners[None] / len(done):6.1%}")
        lines += _levels(done, None)
    lines.append(
        f"  a game lasts {fmean(result.turns for result in done):.2f} turns, "
        f"{fmean(result.decisions for result in done):.1f} decisions"
    )
    return "\n".join(lines)


def _setting(match: Match) -> str:
    """What is played: game, scenario and options, as the command line has them."""
    resolved = _frame(match).resolved
    return " + ".join((match.game, resolved.scenario.id, *resolved.options))


def _levels(done: Sequence[GameResult], winner: str | None) -> list[str]:
    """How often a side won by each level of victory, the most frequent first."""
    levels = Counter(result.level for result in done if result.winner == winner and result.level)
    return [f"    {level}: {games / len(done):.1%}" for level, games in levels.most_common()]


def pace(done: Sequence[GameResult]) -> str:
    """How long a game took to compute, on one processor; the first in a process takes longer."""
    seconds = [result.seconds for result in done]
    return f"a game takes {fmean(seconds):.2f} s of computing, {max(seconds):.2f} s at most"


# -- players against one another in both seats: who scores what, Elo, and what it costs to think ---

# Each pair plays in both seats, as the sides of a game are seldom equal. From the same results come
# three tables: strengths (Elo, shares in all games and by seat), shares of each player against each
# other, and the time that their decisions took. Shares have their intervals of 95 %.


def pairs(match: Match, players: Sequence[str]) -> Iterator[Match]:
    """Every pair of the players in both seats; everything else is as in ``match``.

    ValueError unless there are two and more, each once, and two sides for them.
    """
    if len(set(players)) < max(2, len(players)):
        raise ValueError("a cross table needs two players and more, each of them once")
    seats(match)  # called only for its error where it is not two sides that play
    first, second = _sides(match)
    for name, other in combinations(players, 2):
        seated = dict(match.players) | {first: name, second: other}
        yield from seats(replace(match, players=tuple(seated.items())))


def cross_table(done: Done, players: Sequence[str]) -> str:
    """The tables; ``players`` in the order in which they were named, the first with 0 Elo."""
    match = next(iter(done))
    games = sum(map(len, done.values()))
    head = f"{_setting(match)}: {len(players)} players, every pair in both seats, {games} games"
    if not games:
        return head
    scores = list(_scores(done))
    lines = [head, "", *_strengths(match, scores, players), ""]
    if len(players) > 2:
        # The share of points of each in its line against each in the columns, in both seats.
        rows = [["against", *map(called, players)]]
        for name in players:
            mine = [score for score in scores if score.player == name]
            cells = (_share(s for s in mine if s.other == other) for other in players)
            rows.append([called(name), *cells])
        lines += [*table(rows, widest=_FIGURES), ""]
    return "\n".join([*lines, *_thought(done, players)])


def both_seats(done: Done) -> Iterator[str]:
    """What each of two players scores in both seats together."""
    scores = list(_scores(done))
    for name in dict.fromkeys(score.player for score in scores):
        mine = (score for score in scores if score.player == name)
        yield f"  {does(called(name), 'scores')} {_share(mine)} of the points in both seats"


def _sides(match: Match) -> tuple[str, str]:
    """The two sides that are played."""
    frame = _frame(match)
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
    shares = list(scores)
    games = sum(score.games for score in shares)
    if not games:
        return "-"
    points = sum(score.points for score in shares)
    low, high = wilson(points, games)
    return f"{points / games:.1%} ({low:.1%} to {high:.1%})"


def _strengths(match: Match, scores: Sequence[Score], players: Sequence[str]) -> Iterator[str]:
    """Elo, and the share of points in all games and in each seat; and what a seat is worth."""
    frame = _frame(match)
    first, second = (frame.side_names[index] for index in frame.played)
    elo, seat = ratings([score for score in scores if score.first], players[0])
    rows = [["player", "Elo (95 %)", "points (95 %)", f"as {first}", f"as {second}", "games"]]
    for name in players:
        mine = [score for score in scores if score.player == name]
        shares = _share(mine), *(_share(s for s in mine if s.first is at) for at in (True, False))
        rating = "0" if name == players[0] else _elo(elo.get(name))
        rows.append([called(name), rating, *shares, f"{sum(score.games for score in mine)}"])
    yield from table(rows, widest=_FIGURES)
    yield f"  the seat of {first}: {_elo(seat)} points of Elo for who sits there"


def _elo(rating: Rating | None) -> str:
    """Points of Elo with their interval; a dash where the games do not give them."""
    if rating is None or not isfinite(rating.high):
        return "-"
    elo, low, high = map(round, (rating.elo, rating.low, rating.high))
    return f"{elo:+} ({low:+} to {high:+})"


class _Thinking(NamedTuple):
    """How long a player thought in a game: how often it chose, for how long, how long at most."""

    choices: int
    seconds: float
    longest: float


def _thought(done: Done, players: Sequence[str]) -> list[str]:
    """Seconds of processor time by decision; all times are those of one process."""
    rows = [["seconds of processor time a decision", "mean", "median game", "longest", "decisions"]]
    for name in players:
        games: list[_Thinking] = []
        for match, results in done.items():
            ids = _frame(match).side_ids
            for index in (ids.index(side) for side, player in match.players if player == name):
                games += (
                    _Thinking(result.choices[index], result.thought[index], result.longest[index])
                    for result in results
                )
        choices = sum(game.choices for game in games)
        # Results may come from a file without times.
        if not choices:
            continue
        mean = sum(game.seconds for game in games) / choices
        middle = median(game.seconds / game.choices for game in games if game.choices)
        longest = max(game.longest for game in games)
        figures = (f"{seconds:.4f}" for seconds in (mean, middle, longest))
        rows.append([called(name), *figures, f"{choices}"])
    return table(rows, widest=_FIGURES)
