"""``hexwar render``: the map, the counters or the charts of a game as a picture.

A ``.png`` is drawn as the window draws, without a window; an ``.svg`` as pages do.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hexwar.cli import CLEAN, UsageError
from hexwar.cli.choosing import DRAWN_HELP, GAME_HELP, add_choices, whole_number
from hexwar.definition.loading import load
from hexwar.definition.printable import path_named
from hexwar.definition.spelling import echoed
from hexwar.records.lines import reason

EXAMPLES = """\
examples:
  hexwar render my_game map.png                    the map
  hexwar render my_game map.svg --units            with the counters where they set up
  hexwar render my_game counters.png --wide 3000   the counters, 3000 pixels wide
  hexwar render my_game tables.svg --what charts
"""

WHAT = ("map", "counters", "charts")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar render`` accepts."""
    parser.epilog = EXAMPLES
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)
    parser.add_argument("file", metavar="FILE", type=Path, help="a name that ends in .png or .svg")
    add_choices(parser)
    parser.add_argument(
        "--what", choices=WHAT, help="what is drawn (default: as the file is called, else the map)"
    )
    parser.add_argument("--units", action="store_true", help="put the counters on the map")
    parser.add_argument("--drawn", action="store_true", help=DRAWN_HELP)
    parser.add_argument(
        "--wide",
        metavar="PIXELS",
        type=whole_number,
        default=1600,
        help="width of a .png, 100 to 8000 (default: 1600)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Draw one picture and write it."""
    from hexwar.viewer.printed_map.pictured_map import without_pictures
    from hexwar.viewer.rendering import NARROWEST, WIDEST, picture_of, svg_of

    path: Path = arguments.file
    ending = path.suffix.lower()
    if ending not in (".png", ".svg"):
        raise UsageError(f"{path_named(path)} ends in {echoed(ending)}; say a .png or an .svg")
    if not NARROWEST <= arguments.wide <= WIDEST:
        raise UsageError(f"--wide is {NARROWEST} to {WIDEST} pixels, not {arguments.wide}")
    kind_of_file = arguments.what or (path.stem if path.stem in WHAT else WHAT[0])
    definition = load(arguments.game)
    game = definition.resolve(arguments.scenario, arguments.options, arguments.edition)
    if arguments.drawn:
        game = without_pictures(game)
    if ending == ".svg":
        content = svg_of(kind_of_file, game, units=arguments.units).encode("utf-8")
    else:
        if boxes := definition.boxes():
            print(boxes, file=sys.stderr)
        content = picture_of(kind_of_file, game, arguments.wide, units=arguments.units)
    try:
        path.write_bytes(content)
    except OSError as problem:
        raise UsageError(f"{path_named(path)} cannot be written: {reason(problem)}") from problem
    print(f"{path_named(path)}: {kind_of_file}")
    return CLEAN
