"""``hexwar export``: the map of a game for other programs."""

from __future__ import annotations

import argparse
from pathlib import Path

from hexwar.cli import CLEAN, UsageError
from hexwar.definition.loading import load
from hexwar.definition.locations import find_game
from hexwar.definition.printable import path_named
from hexwar.definition.writing_files import write_whole
from hexwar.records.lines import reason

EXAMPLES = """\
examples:
  hexwar export tiled my_game              the files my_game.tmx and my_game.png
  hexwar export tiled my_game --out a.tmx
  hexwar import tiled a.tmx drawn          and back: a draft with the same map

Change the map in Tiled, import it, and take the section `map` of the draft over into your game.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar export`` accepts."""
    parser.epilog = EXAMPLES
    parser.add_argument("kind", choices=("tiled",), help="for which program")
    parser.add_argument("game", metavar="GAME", help="a shipped game or the folder of one")
    parser.add_argument("--scenario", metavar="ID", help="the map of this scenario")
    parser.add_argument(
        "--out", metavar="FILE", type=Path, help="where it goes (GAME.tmx here, if not said)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the map, and the picture of its tiles beside it."""
    from hexwar.imports.tiled.exporting import exported

    folder = find_game(arguments.game)
    definition = load(folder)
    game = definition.resolve(arguments.scenario)
    out: Path = arguments.out or Path(f"{folder.resolve().stem}.tmx")
    if out.suffix != ".tmx":
        raise UsageError(f"{path_named(out)}: a map of Tiled is called something.tmx")
    tiles = out.with_suffix(".png")
    map_written = exported(game.map, tiles.name)
    try:
        # The picture first, as the map names it.
        for path, data in ((tiles, map_written.tiles), (out, map_written.map)):
            write_whole(path, data)
    except OSError as problem:
        raise UsageError(f"{path_named(out)} cannot be written: {reason(problem)}") from problem
    print(f"{path_named(out)}: {len(game.map)} hexes; its tiles are in {path_named(tiles)}")
    return CLEAN
