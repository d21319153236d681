"""``hexwar new``: a small game to begin with, or a copy of an existing one, in a new folder.

The folder is called as the game is, so that its name is proved first: it must be an id, and allowed
on every system. Then files are copied, and the header gets an id and a title of its own.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from hexwar.cli import CLEAN, UsageError
from hexwar.cli.schema import FOLDER as SCHEMAS
from hexwar.cli.schema import name_schemas, read_lines, write_lines
from hexwar.definition.forms import ID
from hexwar.definition.locations import GAME_FILE, find_game
from hexwar.definition.printable import as_title, path_named
from hexwar.definition.spelling import echoed
from hexwar.definition.writing_files import folded, names_beside, not_everywhere
from hexwar.records.lines import reason

EXAMPLES = """\
examples:
  hexwar new my_game                   a small game of two sides, to change as you like
  hexwar new my_game --from OTHER      a copy of the game OTHER
"""

BEGINNING = Path(__file__).parent / "beginning"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar new`` accepts."""
    parser.epilog = EXAMPLES
    parser.add_argument("folder", metavar="FOLDER", help="the folder to make; it is called so")
    parser.add_argument("--from", dest="model", metavar="GAME", help="the game to copy")


def run(arguments: argparse.Namespace) -> int:
    """Write the folder, and say how to go on."""
    folder = Path(arguments.folder)
    require_name(folder)
    if folder.exists():
        raise UsageError(f"{folder} is there already")
    model = find_game(arguments.model) if arguments.model else BEGINNING
    if not model.joinpath(GAME_FILE).is_file():
        raise UsageError(f"{model} has no {GAME_FILE}")
    try:
        shutil.copytree(model, folder)
        # A copy is a game of its own, so it has an id and a title of its own.
        file = folder / GAME_FILE
        lines = read_lines(file)
        header: Mapping[str, str] = {"id": folder.name, "title": as_title(folder.name)}
        for key, value in header.items():
            lines = [f"{key}: {value}" if line.startswith(f"{key}:") else line for line in lines]
        write_lines(file, lines)
        name_schemas(folder)
    except OSError as problem:
        raise UsageError(f"{path_named(folder)} cannot be written: {reason(problem)}") from problem
    file_names = sorted(path.name for path in folder.iterdir() if path.name != SCHEMAS)
    print(f"{folder}: {', '.join(file_names)}", end="\n\n")
    print(f"  hexwar play {folder}      play it")
    print(f"  hexwar check {folder}     after every change: what is wrong, where, how to mend it")
    print(f"  hexwar show {folder}      the map, the tables and the units in the terminal")
    sys.stdout.flush()
    return CLEAN


def require_name(folder: Path) -> None:
    """:class:`UsageError` unless a game may be called as its new folder is, on every system."""
    name = folder.name or folder.resolve().name
    if not re.fullmatch(ID, name):
        raise UsageError(
            f"{echoed(name)} cannot be the name of a game: letters, digits and _, "
            "and a letter first"
        )
    if why := not_everywhere(name):
        raise UsageError(f"{echoed(name)} cannot be the name of a game: it {why}")
    for above in folder.parents:
        if not above.exists() and (why := not_everywhere(above.name)):
            raise UsageError(f"{echoed(above.name)} cannot be the name of a folder: it {why}")
    for taken in names_beside(folder):
        if taken != name and folded(taken) == folded(name):
            raise UsageError(
                f"{echoed(taken)} is there already, and is the same name on Windows and on macOS: "
                "call the game otherwise"
            )
