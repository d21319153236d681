"""``hexwar train``: the computer plays a game against itself and learns what to mind in it.

Games that were played are in a journal in the user's folder, named after game, rules and seed: so
the same command goes on where it stopped. What is kept is written as soon as it is.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from math import isfinite
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from hexwar.cli import CLEAN, UsageError, ending_signals
from hexwar.cli.choosing import (
    GAME_HELP,
    add_choices,
    add_jobs,
    seed_text,
    whole_number,
)
from hexwar.cli.counting import counted
from hexwar.cli.study import add_cluster, somewhere
from hexwar.definition.locations import is_pack, user_folder
from hexwar.definition.printable import path_named
from hexwar.definition.writing_files import write_whole
from hexwar.records.lines import reason

if TYPE_CHECKING:
    from hexwar.laboratory.training import RoundProgress, Training

EXAMPLES = """\
examples:
  hexwar train GAME --hours 8             overnight; Ctrl-C ends it and keeps what was found
  hexwar train GAME --hours 8             once more: goes on where it was cut
  hexwar train GAME --rounds 3 --seed 7   the same on every machine
  hexwar train GAME --beside              for whoever gets the game: in its folder, and in packs
  hexwar balance GAME --players greedy greedy,plain       what it is worth

Weights of what the computer minds are drawn and raced, side by side, and kept only where games on
fresh dice show that they win more. Greedy plays by them from then on, and the levels where they
win more themselves.
"""

LONGEST = 10_000.0
"""Hours that a training may be told to take."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar train`` accepts."""
    parser.epilog = EXAMPLES
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)
    add_choices(parser)
    parser.add_argument(
        "--hours", metavar="N", type=float, help="end after so many hours, such as 0.5 (default: 1)"
    )
    parser.add_argument(
        "--rounds", metavar="N", type=whole_number, help="end after so many rounds instead"
    )
    parser.add_argument(
        "--seed", metavar="SEED", type=seed_text, default="1", help="another seed, other weights"
    )
    parser.add_argument(
        "--rollouts",
        metavar="N",
        type=whole_number,
        default=8,
        help="how long a level thinks a phase where it is asked whether it gains too (8); "
        "0: it is not asked",
    )
    parser.add_argument(
        "--beside", action="store_true", help="write learned.json into the folder of the game"
    )
    parser.add_argument(
        "--anew", action="store_true", help="begin without what was learned and played before"
    )
    add_jobs(parser)
    add_cluster(parser)


def run(arguments: argparse.Namespace) -> int:
    """Train until the time is over, and say what was kept."""
    hours = arguments.hours
    if hours is not None and not (isfinite(hours) and 0 < hours <= LONGEST):
        raise UsageError(f"--hours is a number above 0, {LONGEST:g} at most")
    if arguments.rounds is not None and arguments.rounds < 1:
        raise UsageError("--rounds is 1 or more")
    if not 0 <= arguments.rollouts <= 1000:
        raise UsageError("--rollouts is 0 to 1000")
    from hexwar.laboratory.training import PlayedGames, Training
    from hexwar.players.learned import BESIDE, learned_of, path_for
    from hexwar.players.matches import Match, loaded

    match = Match(
        arguments.game, arguments.scenario, tuple(arguments.options), (), arguments.edition
    )
    rules = loaded(match.game).ruleset(match.scenario, match.options, match.edition).base
    resolved, learned = rules.frame.resolved, learned_of(rules)
    path = path_for(resolved.header.id)
    for sentence in learned.refused:
        print(sentence, flush=True)
    if arguments.beside:
        if resolved.folder is None or is_pack(resolved.folder):
            raise UsageError("--beside writes into the folder of a game, and this one is a pack")
        path = resolved.folder / BESIDE
    called = f"{resolved.header.id}-{resolved.digest[2:14]}-{_in_a_name(arguments.seed)}.jsonl"
    home = user_folder() / "learned" / "training" / called
    seed, rollouts = arguments.seed, arguments.rollouts
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if not os.access(path.parent, os.W_OK):
            raise UsageError(f"{path_named(path.parent)} cannot be written")
        with (
            PlayedGames(home, match, seed, rollouts, anew=arguments.anew) as journal,
            ending_signals.raised(),
            somewhere(arguments) as spread,
        ):
            if len(journal):
                print(f"goes on after {len(journal)} games that were played before", flush=True)
            training = Training(match, seed, journal, spread, rollouts)
            return _train(training, arguments, path, is_there=learned.path == path)
    except OSError as problem:
        file_named = problem.filename or path
        raise UsageError(f"{path_named(Path(file_named))}: {reason(problem)}") from problem


_LONGEST_SEED_IN_A_NAME = 20


def _in_a_name(seed: str) -> str:
    """A seed as a part of the name of a file."""
    from hashlib import blake2b

    is_plain = seed.isascii() and seed.isalnum() and len(seed) <= _LONGEST_SEED_IN_A_NAME
    return seed if is_plain else blake2b(seed.encode(), digest_size=8).hexdigest()


def _train(training: Training, arguments: argparse.Namespace, path: Path, *, is_there: bool) -> int:
    """Round after round; what was kept is written as soon as it is. ``is_there``: the file that is
    written to can be used already.
    """
    code, written_anything = CLEAN, False
    try:
        for progress in counted(_rounds_until(training, arguments), "training"):
            if progress.decided:
                print(progress.decided, flush=True)
            if progress.kept:
                write_whole(path, training.content(path))
                written_anything = True
    except KeyboardInterrupt as why:
        print("interrupted; the same command goes on")
        code = ending_signals.code_of(why)
    if (training.greedy or training.levels) and (written_anything or is_there):
        print(f"{path_named(path)}: what was kept; with and without it:")
        print(f"  hexwar balance {arguments.game} --players greedy greedy,plain")
    else:
        print("nothing that plays better was found; the computer plays as before")
    return code


_SECONDS_OF_AN_HOUR = 3600


def _rounds_until(training: Training, arguments: argparse.Namespace) -> Iterator[RoundProgress]:
    """The training until its rounds or its hours are over."""
    hours = arguments.hours or (None if arguments.rounds else 1.0)
    end = None if hours is None else monotonic() + _SECONDS_OF_AN_HOUR * hours
    rounds = training.rounds(arguments.rounds)
    try:
        for progress in rounds:
            yield progress
            if end is not None and monotonic() > end:
                return
    finally:
        rounds.close()
