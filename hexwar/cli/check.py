"""``hexwar check``: everything that is wrong with a game's files, in one run.

With ``--fix`` first everything is mended that can be, round after round: what could not be read may
hide more. Then every game is checked, and with ``--play`` those without an error are played, which
comes last as it takes longest. Findings of all games are printed together, errors first.
"""

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
from hexwar.cli import CLEAN, FINDINGS, UsageError
from hexwar.cli.choosing import GAME_HELP, add_jobs, seed_text, whole_number
from hexwar.cli.terminal import colored
from hexwar.definition.diagnostics import SEVERITY_ORDER, Diagnostic
from hexwar.definition.locations import GAME_FILE, find_game, games_in, is_file
from hexwar.definition.report import (
    format_concise,
    format_full,
    format_github,
    mend,
    summary,
    to_dict,
    to_sarif,
)
from hexwar.definition.undrawable import CODE as UNDRAWABLE
from hexwar.rules.language.wording import several

EXAMPLES = """\
examples:
  hexwar check my_game                     the game in the folder my_game
  hexwar check --strict games/*            several; warnings count as well
  hexwar check --format concise my_game    one line a finding, for an editor
  hexwar check --fix my_game               mend what can be mended without a doubt
  hexwar check --format sarif my_game      for code scanners; github marks lines of a change
  hexwar check --play 100 my_game          play it, too: what goes wrong, what never happens?

A comment `# hexwar: ignore[CODE]` at the end of a line, or alone above it, leaves a warning out.

Of what goes wrong in play the shortest game that shows it is written among your saves. Ctrl-C ends
the playing and prints what was found so far.

exit code: 0 sound, 1 findings, 2 no such game or folder
"""

_MOST_ROUNDS = 100
"""More rounds than any game needs: two fixes that undo each other must come to an end."""


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
        choices=tuple(_PRINTERS),
        default="full",
        help="with the lines of the files, one line a finding, or for programs (default: full)",
    )
    parser.add_argument("--strict", action="store_true", help="warnings, too, make the exit code 1")
    parser.add_argument(
        "--fix", action="store_true", help="mend in the files what is safe, then check again"
    )
    parser.add_argument(
        "--play",
        metavar="N",
        type=whole_number,
        default=0,
        help="if there is no error, play N games of every scenario with every set of options, one "
        "half by chance and the other led by the computer, and report what goes wrong or never "
        "happens",
    )
    parser.add_argument(
        "--seed", metavar="SEED", type=seed_text, default="1", help="another seed, other games"
    )
    add_jobs(parser, "processes that play")


def run(arguments: argparse.Namespace) -> int:
    """Check the games and print what was found, errors first, then the totals."""
    if arguments.play < 0:
        raise UsageError("--play is 0 or more")
    atexit.register(gc.freeze)  # nor at the end of the process
    folders = [folder for path in arguments.paths for folder in _games_at(path)]
    if arguments.fix:
        for folder in folders:
            _mend(folder)
    diagnostics = [diagnostic for folder in folders for diagnostic in _checked(folder)]
    interrupted = None
    if arguments.play:
        from hexwar.cli.playtest import Playtesting

        playing = Playtesting(arguments.play, arguments.seed, arguments.jobs)
        diagnostics += [diagnostic for folder in folders for diagnostic in playing.of(folder)]
        interrupted = playing.ended_with
    diagnostics.sort(key=lambda diagnostic: SEVERITY_ORDER.index(diagnostic.severity))
    _PRINTERS[arguments.format](folders, diagnostics)
    if interrupted is not None:
        return interrupted
    warnings = "warning" if arguments.strict else ""
    counted = [f for f in diagnostics if f.severity in ("error", warnings) and f.code != UNDRAWABLE]
    return FINDINGS if counted else CLEAN


def _mend(folder: Path) -> None:
    """Mend until nothing more can be: what could not be read may hide something."""
    mended = 0
    for _ in range(_MOST_ROUNDS):
        try:
            findings_left = mend(_checked(folder), folder)
        except OSError as problem:
            raise UsageError(f"{folder} cannot be written: {problem.strerror}") from problem
        mended += findings_left
        if not findings_left:
            break
    if mended:
        print(f"{folder.resolve().name}: {several(mended, 'finding')} mended", file=sys.stderr)


def _checked(folder: Path) -> list[Diagnostic]:
    with _nothing_collected():
        return hexwar.check(folder)


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """No garbage collection meanwhile: nearly all that is made lives on, and collecting takes a
    fifth of the time.
    """
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


def _print_full(folders: list[Path], diagnostics: list[Diagnostic]) -> None:
    color = colored(sys.stdout)
    for diagnostic in diagnostics:
        print(format_full(diagnostic, color=color), end="\n\n")
    print(_totals(folders, diagnostics))


def _print_concise(folders: list[Path], diagnostics: list[Diagnostic]) -> None:
    color = colored(sys.stdout)
    for diagnostic in diagnostics:
        print(format_concise(diagnostic, color=color))
    print(_totals(folders, diagnostics))


def _print_json(folders: list[Path], diagnostics: list[Diagnostic]) -> None:
    severities = [diagnostic.severity for diagnostic in diagnostics]
    report = {
        "hexwar": hexwar.__version__,
        "games": [str(folder) for folder in folders],
        "errors": severities.count("error"),
        "warnings": severities.count("warning"),
        "findings": [to_dict(diagnostic) for diagnostic in diagnostics],
    }
    print(json.dumps(report, indent=2))


def _totals(folders: list[Path], diagnostics: list[Diagnostic]) -> str:
    games = f"{len(folders)} games"
    if len(folders) == 1:
        games = folders[0].resolve().name or str(folders[0])
    return f"{games}: {summary(diagnostics)}"


def _print_github(folders: list[Path], diagnostics: list[Diagnostic]) -> None:
    for diagnostic in diagnostics:
        print(format_github(diagnostic))
    print(_totals(folders, diagnostics))


def _print_sarif(_: list[Path], diagnostics: list[Diagnostic]) -> None:
    print(json.dumps(to_sarif(diagnostics, hexwar.__version__), indent=2))


_PRINTERS = {
    "full": _print_full,
    "concise": _print_concise,
    "json": _print_json,
    "github": _print_github,
    "sarif": _print_sarif,
}
