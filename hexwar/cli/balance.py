"""``hexwar balance``: play many games between computer players and count who wins."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import asdict
from math import sqrt
from pathlib import Path
from statistics import fmean
from typing import TextIO

from hexwar.cli import CLEAN, INTERRUPTED, UsageError, ending_signals
from hexwar.cli.choosing import GAME_HELP, add_choices, players_of, seed_text, whole_number
from hexwar.definition.grammar import agreeing, does
from hexwar.players import PLAYERS, called
from hexwar.players.matches import Match, Result, loaded, results
from hexwar.records import HUMAN
from hexwar.records.session import OPPONENT
from hexwar.rules.sides.section import Sides

EXAMPLES = """\
examples:
  hexwar balance GAME --games 500                        normal against normal
  hexwar balance GAME --side SIDE=easy                   one side draws its moves
  hexwar balance GAME --games 10000 --out games.jsonl    a line of JSON for every game as well

The interval is Wilson's, at 95 %. Equal seeds give equal figures, however many processes share the
work. Ctrl-C prints what was done so far, and so does whatever else ends the command: a time limit,
a lost terminal, a game that goes wrong.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar balance`` accepts."""
    computers = " or ".join(called(name).lower() for name in PLAYERS if name != HUMAN)
    parser.epilog = EXAMPLES
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)
    add_choices(parser)
    parser.add_argument(
        "--games", metavar="N", type=whole_number, default=200, help="how many (200)"
    )
    parser.add_argument(
        "--side",
        metavar="SIDE=PLAYER",
        action="append",
        default=[],
        dest="sides",
        help=f"who plays a side: {computers} (default: {called(OPPONENT).lower()}); "
        "may be given for each side",
    )
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=whole_number,
        default=os.cpu_count() or 1,
        help="processes (all cores)",
    )
    parser.add_argument(
        "--seed", metavar="SEED", type=seed_text, default="1", help="another seed, other games"
    )
    parser.add_argument(
        "--out", metavar="FILE", type=Path, help="write each result there, a line of JSON a game"
    )


def run(arguments: argparse.Namespace) -> int:
    """Play the games and print who won how often."""
    if arguments.games < 1 or arguments.jobs < 1:
        raise UsageError("--games and --jobs are 1 or more")
    match = _match(arguments)
    with ExitStack() as files:
        out = None
        if arguments.out is not None:
            out = files.enter_context(arguments.out.open("w", encoding="utf-8"))
        with ending_signals.raised():
            done, why = measure(match, arguments.games, arguments.seed, arguments.jobs, out)
            if isinstance(why, Exception) and not done:
                raise why
            lines = [report(match, done)]
            if why is not None:
                lines.append(f"  interrupted after {len(done)} of {arguments.games} games")
            _tell("\n".join(lines))
    if done:
        with suppress(OSError):
            print(pace(done), file=sys.stderr)
    if why is None:
        return CLEAN
    if isinstance(why, KeyboardInterrupt):
        return why.code if isinstance(why, ending_signals.Ended) else INTERRUPTED
    raise why


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


def _match(arguments: argparse.Namespace) -> Match:
    """The match that the command line asks for. ValueError says what does not exist."""
    chosen = arguments.scenario, tuple(arguments.options)
    resolved = loaded(arguments.game).ruleset(*chosen, arguments.edition).frame.resolved
    sides = [side.id for side in resolved[Sides].all]
    players = {**dict.fromkeys(sides, OPPONENT), **players_of(arguments.sides, sides)}
    if HUMAN in players.values():
        raise UsageError("a human cannot play a thousand games: name a computer player")
    return Match(arguments.game, *chosen, tuple(players.items()), arguments.edition)


def measure(
    match: Match, games: int, seed: str, jobs: int, out: TextIO | None = None
) -> tuple[list[Result], BaseException | None]:
    """Play the games; also what ended it before all were played, such as Ctrl-C.

    Results are written to ``out`` as they come, so that an interruption loses none.
    """
    done: list[Result] = []
    seeds = [f"{seed}:{number}" for number in range(games)]
    try:
        for result in _counted(results(match, seeds, jobs), games):
            if out is not None:
                out.write(json.dumps(asdict(result)) + "\n")
                out.flush()
            done.append(result)
    except (Exception, KeyboardInterrupt) as why:
        return done, why
    return done, None


def _counted(played: Iterator[Result], total: int) -> Iterator[Result]:
    """The same results, under a progress bar on the error stream."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = TextColumn("playing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    progress = Progress(*columns, console=Console(stderr=True), transient=True)
    with suppress(OSError):
        progress.start()
    try:
        yield from progress.track(played, total)
    finally:
        with suppress(OSError):  # a terminal that is gone ends the bar and nothing else
            progress.stop()


def wilson(wins: int, games: int, z: float = 1.96) -> tuple[float, float]:
    """Wilson's interval for a share of wins.

    >>> [round(bound, 3) for bound in wilson(50, 100)]
    [0.404, 0.596]
    """
    if not games:
        return 0.0, 1.0
    share, spread = wins / games, z * z / games
    centre = (share + spread / 2) / (1 + spread)
    reach = z * sqrt(share * (1 - share) / games + spread / games / 4) / (1 + spread)
    return max(0.0, centre - reach), min(1.0, centre + reach)


def report(match: Match, done: Sequence[Result]) -> str:
    """The figures, in lines that do not depend on the order in which games ended."""
    rules = loaded(match.game).ruleset(match.scenario, match.options, match.edition)
    what = " + ".join((match.game, rules.frame.resolved.scenario.id, *rules.frame.resolved.options))
    names = dict(zip(rules.frame.side_ids, rules.frame.side_names, strict=True))
    playing = ((names[side], called(str(player))) for side, player in match.players)
    who = " against ".join(f"{side} ({player})" for side, player in playing)
    lines = [f"{what}: {who}, {len(done)} games"]
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


def _levels(done: Sequence[Result], winner: str | None) -> list[str]:
    """How often a side won by each level of victory, the most frequent first."""
    levels = Counter(result.level for result in done if result.winner == winner and result.level)
    return [f"    {level}: {games / len(done):.1%}" for level, games in levels.most_common()]


def pace(done: Sequence[Result]) -> str:
    """How long a game took to compute, on one processor; the first in a process takes longer."""
    seconds = [result.seconds for result in done]
    return f"  a game takes {fmean(seconds):.2f} s of computing, {max(seconds):.2f} s at most"
