"""``hexwar import``: a draft of a game out of a module for VASSAL or a map of Tiled."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from hexwar.cli import CLEAN, UsageError
from hexwar.cli.new import require_name
from hexwar.definition.printable import clean, path_named
from hexwar.imports.draft import LIST_TEXT
from hexwar.imports.folder import Landing, land
from hexwar.imports.foreign_files import ImportRefusedError, read_file
from hexwar.imports.writing import slug

EXAMPLES = """\
examples:
  hexwar import vassal GAME.vmod           the folder game: maps, counters, set-ups, pictures
  hexwar import vassal GAME.vmod my_game   into the folder my_game
  hexwar import tiled MAP.tmx              the map of Tiled as a draft; .tmj too

A draft loads, shows its pictures, and is not played before its rules are written: imported.md says
what was found, carried over, left open and left behind, and what to write next. A second import
into the same folder brings up to date what its author has not changed, and nothing else.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar import`` accepts."""
    parser.epilog = EXAMPLES
    parser.add_argument("kind", choices=("vassal", "tiled"), help="what the file is")
    parser.add_argument("file", metavar="FILE", type=Path, help="a .vmod, or a .tmx or .tmj")
    parser.add_argument(
        "folder", metavar="TARGET", nargs="?", help="the folder of the draft; it is called so"
    )
    parser.add_argument(
        "--overwrite", action="store_true", help="write over files that their author changed, too"
    )


def run(arguments: argparse.Namespace) -> int:
    """Make the draft, write it, and say what became of it."""
    path: Path = arguments.file
    folder = Path(arguments.folder or slug(path.stem, "draft"))
    name = folder.resolve().name
    require_name(folder)
    try:
        if arguments.kind == "tiled":
            from hexwar.imports.tiled.drafting import draft_of_map

            draft = draft_of_map(path, name)
        else:
            from hexwar.imports.vassal.drafting import draft_of

            draft = draft_of(read_file(path), path.name, name, _tell)
        landing = land(draft, folder, arguments.overwrite)
    except ImportRefusedError as problem:
        raise UsageError(f"[{problem.code}] {problem}") from None
    _say(landing)
    return CLEAN


def _tell(title: str) -> None:
    """Large modules have hundreds of set-ups: whoever waits sees which is read."""
    if sys.stderr.isatty():
        print(f"  reading {clean(title, 60)}", file=sys.stderr)


def _say(landing: Landing) -> None:
    folder = path_named(landing.folder)
    if landing.is_first:
        print(f"{folder}: {len(landing.new)} files")
    else:
        parts = (
            ("new", landing.new),
            ("brought up to date", landing.renewed),
            ("left as you changed them", landing.kept),
            ("offered beside them", landing.offered),
        )
        print(f"{folder} is merged with:")
        for what, names in parts:
            if names:
                more = ", ..." if len(names) > 5 else ""
                print(f"  {what}: {', '.join(map(path_named, names[:5]))}{more}")
        for name, keys in landing.added.items():
            more = f", ... ({len(keys)} in all)" if len(keys) > 5 else ""
            print(f"  added to {path_named(name)}: {', '.join(map(clean, keys[:5]))}{more}")
        if not landing.new and not landing.renewed and not landing.offered:
            print("  nothing is new")
    print()
    print(f"  {folder}/{LIST_TEXT}      what was found, and what to write next")
    print(f"  hexwar check {folder}     what is still open")
    print(f"  hexwar watch {folder}     the map with its counters, and what is open, in a window")
