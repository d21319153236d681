"""``hexwar balance``: play many games between computer players and count who wins."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from statistics import fmean

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
from hexwar.cli.cross_table import Done, both_seats, cross_table, pairs
from hexwar.definition.grammar import agreeing, does
from hexwar.definition.printable import path_named
from hexwar.laboratory.results import Kept
from hexwar.laboratory.running import here
from hexwar.laboratory.running import run as played
from hexwar.laboratory.study import Stop, Study
from hexwar.players import called
from hexwar.players.matches import GameResult, Match, loaded, seats
from hexwar.players.ratings import wilson
from hexwar.players.rows import ResultsFile, question
from hexwar.players.settings import by_rollouts
from hexwar.rules.sides.section import Sides

OPPONENT = "greedy"
"""Who plays a side of which nothing is said: the fastest that plays in earnest."""

EXAMPLES = """\
examples:
  hexwar balance GAME --games 500                        greedy against greedy
  hexwar balance GAME --side SIDE=random                 one side draws its moves
  hexwar balance GAME --side SIDE=easy --both-seats      and then the other, with the same dice
  hexwar balance GAME --players easy normal              a cross table: everybody against everybody
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
    """Play the games and print who won how often."""
    if arguments.games < 1:
        raise UsageError("--games is 1 or more")
    matches = _matches(arguments)
    with ExitStack() as files:
        table = None if arguments.out is None else files.enter_context(_table(arguments.out))
        with ending_signals.raised():
            done, why = measure(matches, arguments.games, arguments.seed, arguments.jobs, table)
            games = sum(map(len, done.values()))
            if isinstance(why, Exception) and not games:
                raise why
            lines = [_figures(arguments, done)]
            if why is not None:
                lines.append(f"  interrupted after {games} of {arguments.games * len(done)} games")
            _tell("\n".join(lines))
    if games:
        _remark(pace([result for found in done.values() for result in found]))
    if why is None:
        return CLEAN
    if isinstance(why, KeyboardInterrupt):
        return ending_signals.code_of(why)
    raise why


def _figures(arguments: argparse.Namespace, done: Done) -> str:
    """What was asked for: a cross table, or the figures of the match, or of both seats of it."""
    if arguments.players is not None:
        return cross_table(done, _named(arguments))
    lines = [report(match, found) for match, found in done.items()]
    return "\n".join([*lines, *(both_seats(done) if arguments.both_seats else ())])


def _remark(text: str) -> None:
    """Say something beside the figures, if anybody listens."""
    with suppress(OSError):
        print(f"  {text}", file=sys.stderr, flush=True)


def _tell(text: str) -> None:
    """Print it, or on the error stream if nobody reads the output any more.

    OSError, about the output, after that.
    """
    try:
        print(text, flush=True)
    except OSError:
        with suppress(OSError):
            print(text, file=sys.stderr, flush=True)
        raise


def _matches(arguments: argparse.Namespace) -> tuple[Match, ...]:
    """The matches that the command line asks for. ValueError says what does not exist."""
    chosen = arguments.scenario, tuple(arguments.options)
    resolved = loaded(arguments.game).ruleset(*chosen, arguments.edition).frame.resolved
    sides = [side.id for side in resolved[Sides].all]
    if arguments.players is not None and (arguments.sides or arguments.both_seats):
        raise UsageError("--players plays every pair in both seats: say no --side, --both-seats")
    named = _named(arguments)
    players = {**dict.fromkeys(sides, OPPONENT), **players_of(arguments.sides, sides, people=False)}
    players = {side: by_rollouts(player) for side, player in players.items()}
    require_computers((*players.values(), *named))
    match = Match(arguments.game, *chosen, tuple(players.items()), arguments.edition)
    try:
        if named:
            return tuple(pairs(match, named))
        return _both(match) if arguments.both_seats else (match,)
    except ValueError as problem:
        raise UsageError(str(problem)) from None


def _named(arguments: argparse.Namespace) -> list[str]:
    """The players of a cross table."""
    return [by_rollouts(player_named(text, people=False)) for text in arguments.players or ()]


def _both(match: Match) -> tuple[Match, Match]:
    there, back = seats(match)
    if there == back:
        raise ValueError("--both-seats exchanges two players, and here both are the same")
    return there, back


def _table(path: Path) -> ResultsFile:
    """The file of ``--out``, with what it holds already. UsageError if it is no such file."""
    try:
        table = ResultsFile(path)
    except ValueError as problem:
        raise UsageError(f"{problem}: --out goes on in a file of its own") from None
    if table.torn:
        _remark(f"{path.name}: the last line was cut short and is dropped")
    return table


def measure(
    matches: Sequence[Match], games: int, seed: str, jobs: int, table: ResultsFile | None = None
) -> tuple[Done, BaseException | None]:
    """Play so many games of each match; also what ended it before all were played, as Ctrl-C.

    It is a study that keeps nothing but how games ended, in the ``table`` if there is one.
    """
    study = Study("", tuple(matches), Stop(games), seed, ())
    kept = Kept(study, table)
    if table is not None:
        _tell_of(table, matches, sum(map(len, kept.done.values())))
    try:
        for _ in counted(played(study, kept, here(jobs)), "playing", patience_with(matches)):
            pass
    except (Exception, KeyboardInterrupt) as why:
        return kept.done, why
    return kept.done, None


def _tell_of(table: ResultsFile, matches: Iterable[Match], there: int) -> None:
    """What the file holds of these matches, and what looks as if it did."""
    name = path_named(table.path.name)
    outdated = sum(table.outdated(question(match)) for match in matches)
    if there:
        _remark(f"{name}: games of these that are there and not played again: {there}")
    if outdated:
        _remark(
            f"{name}: rows of other rules of the game, or by other code of hexwar or of a player, "
            f"which are not counted: {outdated}"
        )


def report(match: Match, done: Sequence[GameResult]) -> str:
    """The figures, in lines that do not depend on the order in which games ended."""
    rules = loaded(match.game).ruleset(match.scenario, match.options, match.edition)
    what = " + ".join((match.game, rules.frame.resolved.scenario.id, *rules.frame.resolved.options))
    names = dict(zip(rules.frame.side_ids, rules.frame.side_names, strict=True))
    playing = ((names[side], called(str(player))) for side, player in match.players)
    who = " against ".join(f"{side} ({player})" for side, player in playing)
    lines = [f"{what}: {who}, {len(done)} {'game' if len(done) == 1 else 'games'}"]
    if not done:
        return lines[0]
    winners = Counter(result.winner for result in done)
    heads = {side: does(name, "wins") for side, name in names.items()}
    width = max(map(len, heads.values()))
    for index in rules.frame.played:
        side = rules.frame.side_ids[index]
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


def _levels(done: Sequence[GameResult], winner: str | None) -> list[str]:
    """How often a side won by each level of victory, the most frequent first."""
    levels = Counter(result.level for result in done if result.winner == winner and result.level)
    return [f"    {level}: {games / len(done):.1%}" for level, games in levels.most_common()]


def pace(done: Sequence[GameResult]) -> str:
    """How long a game took to compute, on one processor; the first in a process takes longer."""
    seconds = [result.seconds for result in done]
    return f"a game takes {fmean(seconds):.2f} s of computing, {max(seconds):.2f} s at most"
