"""``hexwar check``: everything that is wrong with a game's files, in one run."""

from __future__ import annotations

import argparse
import atexit
import gc
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import hexwar
from hexwar.cli import CLEAN, FINDINGS
from hexwar.cli.choosing import GAME_HELP
from hexwar.cli.terminal import colored
from hexwar.definition.diagnostics import SEVERITY_ORDER, Diagnostic
from hexwar.definition.locations import GAME_FILE, find_game, games_in, is_file
from hexwar.definition.report import format_concise, format_full, summary, to_dict

EXAMPLES = """\
examples:
  hexwar check my_game                     the game in the folder my_game
  hexwar check --strict games/*            several; warnings count as well
  hexwar check --format concise my_game    one line a finding, for an editor

exit code: 0 sound, 1 findings, 2 no such game or folder
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar check`` accepts."""
    parser.epilog = EXAMPLES
    parser.add_argument(
        "paths",
        metavar="PATH",
        nargs="+",
        help=f"{GAME_HELP}; also a folder of games, or a file of a game",
    )
    parser.add_argument(
        "--format",
        choices=("full", "concise", "json"),
        default="full",
        help="with the lines of the files, one line a finding, or JSON (default: full)",
    )
    parser.add_argument("--strict", action="store_true", help="warnings, too, make the exit code 1")


def run(arguments: argparse.Namespace) -> int:
    """Check the games and print what was found, errors first, then the totals."""
    atexit.register(gc.freeze)  # nor at the end of the process
    folders = [folder for path in arguments.paths for folder in _games_at(path)]
    found = [diagnostic for folder in folders for diagnostic in _checked(folder)]
    found.sort(key=lambda diagnostic: SEVERITY_ORDER.index(diagnostic.severity))
    _PRINTERS[arguments.format](folders, found)
    counted = found if arguments.strict else [f for f in found if f.severity == "error"]
    return FINDINGS if counted else CLEAN


def _checked(folder: Path) -> list[Diagnostic]:
    with _nothing_collected():
        return hexwar.check(folder)


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Leave garbage lie meanwhile: nearly all that is made lives on, and to look takes a fifth."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.unfreeze()  # into the oldest generation, which is seldom looked at
        if was_on:
            gc.enable()


def _games_at(path: str) -> Iterator[Path]:
    """The game that a path means, or is a file of, or every game in a folder of games."""
    above = Path(path).parent
    is_part = is_file(Path(path)) and is_file(above / GAME_FILE)
    folder = above if is_part else find_game(path)
    inside = {} if (folder / GAME_FILE).exists() else games_in(folder)
    yield from inside.values() or [folder]


def _print_full(folders: list[Path], found: list[Diagnostic]) -> None:
    color = colored(sys.stdout)
    for diagnostic in found:
        print(format_full(diagnostic, color=color), end="\n\n")
    print(_totals(folders, found))


def _print_concise(folders: list[Path], found: list[Diagnostic]) -> None:
    color = colored(sys.stdout)
    for diagnostic in found:
        print(format_concise(diagnostic, color=color))
    print(_totals(folders, found))


def _print_json(folders: list[Path], found: list[Diagnostic]) -> None:
    severities = [diagnostic.severity for diagnostic in found]
    report = {
        "hexwar": hexwar.__version__,
        "games": [str(folder) for folder in folders],
        "errors": severities.count("error"),
        "warnings": severities.count("warning"),
        "findings": [to_dict(diagnostic) for diagnostic in found],
    }
    print(json.dumps(report, indent=2))


def _totals(folders: list[Path], found: list[Diagnostic]) -> str:
    what = (
        (folders[0].resolve().name or str(folders[0]))
        if len(folders) == 1
        else f"{len(folders)} games"
    )
    return f"{what}: {summary(found)}"


_PRINTERS = {"full": _print_full, "concise": _print_concise, "json": _print_json}
