"""``hexwar study``: play the games that a file asks for, by the thousand, and keep them.

The file of the study says everything but where it is played and what players of one's own there
are. What is played is written down game by game, so that an interrupted study goes on with the same
command; when it is done its rows are put in order, so that its file is the same however many
processes played. The laboratory itself is imported by each function: the other commands of hexwar
start without it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from hexwar.cli import CLEAN, UsageError, ending_signals
from hexwar.cli.choosing import add_jobs, player_named, require_computers, values_by_name
from hexwar.cli.counting import counted, patience_with

if TYPE_CHECKING:
    from hexwar.laboratory.results import ResultsFolder
    from hexwar.laboratory.study import Spread, Study

EXAMPLES = """\
examples:
  hexwar study options.yaml                  play it, into the folder options.results
  hexwar study options.yaml                  once more: goes on where it was cut
  hexwar study options.yaml --dry-run        what would be played, and nothing else
  hexwar study mine.yaml --player mine=my_module:Player     a player of one's own
  hexwar report options.results              what came of it, as a page

A study is a file of a few lines:

  study: What does each option change?
  games:
    my_game: {scenarios: [battle], options: each}
  players: normal
  number: 200

Equal seeds give equal results, however many processes share the work and however often it was cut.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar study`` accepts."""
    parser.epilog = EXAMPLES
    parser.add_argument("file", metavar="FILE", type=Path, help="the file of the study")
    parser.add_argument(
        "--out",
        metavar="FOLDER",
        type=Path,
        help="where the results go (the name of the file with .results)",
    )
    add_jobs(parser)
    parser.add_argument(
        "--player",
        metavar="NAME=PLAYER",
        action="append",
        default=[],
        dest="players",
        help="who plays where the study says NAME: module:Class, program:COMMAND, or a level that "
        "thinks longer than a file may ask for",
    )
    add_cluster(parser)
    parser.add_argument(
        "--parquet", action="store_true", help="write games.parquet too (needs hexwar[lab])"
    )
    parser.add_argument("--dry-run", action="store_true", help="say what would be played")


def add_cluster(parser: argparse.ArgumentParser) -> None:
    """Add ``--cluster``: who plays the games in place of processes here."""
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="have a Dask cluster play: the address of its scheduler, or local:N for N processes "
        "here (needs hexwar[cluster])",
    )


def run(arguments: argparse.Namespace) -> int:
    """Play what is missing, and say where the results are."""
    from hexwar.laboratory.reading import read_study
    from hexwar.laboratory.results import ResultsFolder
    from hexwar.laboratory.study import match_named

    form = "NAME=PLAYER, such as mine=my_module:Player"
    players_by_name = values_by_name("--player", arguments.players, form)
    own_players = {
        name: player_named(player, people=False) for name, player in players_by_name.items()
    }
    require_computers(own_players.values())
    study = read_study(arguments.file, own_players)
    if arguments.dry_run:
        width = study.stop.width
        until = "" if width is None else f" at most, until intervals are {width}"
        print(f"{study.title}: {len(study.matches)} matches, {study.stop.most} games each{until}")
        for match in study.matches:
            print(f"  {match_named(match)}")
        return CLEAN
    folder = arguments.out or arguments.file.with_suffix(".results")
    try:
        results = ResultsFolder(folder, study)
    except ValueError as problem:
        raise UsageError(str(problem)) from None
    with results, ending_signals.raised():
        code = _play(study, results, arguments)
    if code == CLEAN and arguments.parquet:
        from hexwar.laboratory.results import write_parquet

        print(f"{write_parquet(folder)}: the same as a table")
    return code


def _play(study: Study, results: ResultsFolder, arguments: argparse.Namespace) -> int:
    """Play the games that are missing, and tell how that goes; the exit code."""
    from hexwar.laboratory.study import run as played

    if results.torn:
        print(f"{results.folder}: the last line was cut short and is dropped")
    outdated = sum(map(results.outdated, study.matches))
    if outdated:
        print(
            f"{results.folder}: rows of other rules of the game, or by other code of hexwar or of "
            f"a player, which are not counted: {outdated}"
        )
    progress = None
    try:
        with somewhere(arguments) as spread:
            games = played(study, results, spread)
            # Only the bar looks at each step; the last says how far it came.
            for progress in counted(games, "playing", patience_with(study.matches)):  # noqa: B007
                pass
    except KeyboardInterrupt as why:
        so_far = f"{progress.done} of {progress.of}" if progress else "no"
        print(f"interrupted after {so_far} games; the same command goes on in {results.folder}")
        return ending_signals.code_of(why)
    not_of_study = results.put_in_order(study)
    if not_of_study:
        set_apart = "rows that are no games of this study, now in others.jsonl"
        print(f"{results.folder}: {set_apart}: {not_of_study}")
    done = progress.done if progress else 0
    print(f"{results.folder}: {done} games; hexwar report {results.folder} makes a page of them")
    return CLEAN


@contextmanager
def somewhere(arguments: argparse.Namespace) -> Iterator[Spread]:
    """Where games are played: in processes here, or on a cluster."""
    if arguments.cluster is None:
        from hexwar.laboratory.study import here

        yield here(arguments.jobs)
        return
    from hexwar.laboratory.cluster import on_cluster

    with on_cluster(arguments.cluster) as spread:
        yield spread
