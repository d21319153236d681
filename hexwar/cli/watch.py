"""``hexwar watch``: a game while it is written, redrawn and checked whenever a file is saved.

The files are looked at a few times a second, in the window as in the terminal, and read again when
any of them has changed.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from hexwar.cli import CLEAN, FINDINGS, UsageError
from hexwar.cli.choosing import GAME_HELP, add_choices, require_one_pygame, window_size
from hexwar.cli.terminal import colored
from hexwar.definition.report import format_full, summary
from hexwar.definition.watching import Glimpse, WatchedFolder

EXAMPLES = """\
examples:
  hexwar watch my_game                     a window with the map and the findings
  hexwar watch my_game --scenario winter   with that scenario set up
  hexwar watch my_game --text              in the terminal; Ctrl-C ends it
"""

_EVERY = 0.3  # seconds between two looks at the files


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar watch`` accepts."""
    parser.epilog = EXAMPLES
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)
    add_choices(parser)
    parser.add_argument("--text", action="store_true", help="print the findings, open no window")
    parser.add_argument("--once", action="store_true", help="with --text: look once and end")
    parser.add_argument(
        "--screenshot", metavar="FILE", type=Path, help="write a picture of the window and exit"
    )
    parser.add_argument("--size", metavar="WxH", help="size of the window in pixels: 1280x800")


def run(arguments: argparse.Namespace) -> int:
    """Look at the game until the window is closed, or Ctrl-C is pressed."""
    choice = arguments.scenario, arguments.options, arguments.edition
    watched = WatchedFolder(arguments.game, *choice)
    if arguments.text:
        while True:
            if watched.changed():
                sight = watched.look()
                if arguments.once:
                    print(*_lines_about(sight), sep="\n")
                    return FINDINGS if sight.errors else CLEAN
                print(*_lines_about(sight, time.strftime("%H:%M:%S  ")), sep="\n", flush=True)
            time.sleep(_EVERY)
    size = window_size(arguments.size)
    require_one_pygame()
    from hexwar.viewer.program.display import NoDisplayError
    from hexwar.viewer.window import WindowSize, watch, watched_picture

    if arguments.screenshot is not None:
        watched_picture(watched, WindowSize(size), arguments.screenshot)
        return CLEAN
    try:
        watch(watched, WindowSize(size))
    except NoDisplayError:
        raise UsageError("there is no screen for the window; watch with --text") from None
    return CLEAN


def _lines_about(sight: Glimpse, when: str = "") -> list[str]:
    color = colored(sys.stdout)
    lines = [part for finding in sight.findings for part in (format_full(finding, color=color), "")]
    lines += [sight.problem] if sight.problem else []
    open_ = f"; a draft, {sight.open} open" if sight.open else ""
    return [*lines, f"{when}{sight.title}: {summary(sight.findings)}{open_}"]
