"""``hexwar install``: lay a pack among one's own games, where it is found by its name."""

from __future__ import annotations

import argparse
from pathlib import Path

from hexwar.cli import CLEAN, UsageError
from hexwar.cli.terminal import wrapped
from hexwar.records.installing import InstallError, install
from hexwar.rules.language.wording import several

EXAMPLES = """\
examples:
  hexwar install my_game.hexwar             then: hexwar play my_game
  hexwar install my_game.hexwar --replace   in place of what is there under this name

The file is looked through, then laid into your games folder as it is: it is never unpacked, and
nothing in it is run.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar install`` accepts."""
    parser.epilog = EXAMPLES
    parser.add_argument("file", metavar="FILE", type=Path, help="a pack, NAME.hexwar")
    parser.add_argument(
        "--replace", action="store_true", help="put it in place of a pack of the same game"
    )


def run(arguments: argparse.Namespace) -> int:
    """Check a pack and lay it among the user's games."""
    try:
        installed = install(arguments.file, arguments.replace)
    except InstallError as problem:
        way_out = ": --replace puts this in its place" if problem.is_there else ""
        raise UsageError(f"{problem}{way_out}") from None
    print(f"{installed.title} is installed: hexwar play {installed.name}")
    if installed.running:
        games = several(installed.running, "running game")
        print(wrapped(f"{games} began with what was there before: what they had is kept for them."))
    return CLEAN
