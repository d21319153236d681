"""``hexwar schema``: lay the schemas beside a game's files, where editors find them anywhere."""

from __future__ import annotations

import argparse
import os
import shutil
from pathlib import Path

from hexwar.cli import CLEAN, UsageError
from hexwar.definition.locations import GAME_FILE, shipped

EXAMPLES = """\
examples:
  hexwar schema my_game      after an update of hexwar, or for files that you wrote yourself

Editors with YAML support read the first line of a file, find the schema there and complete and
explain as you type. The folder .schemas goes with the game: to another machine, into a repository.
"""

FOLDER = ".schemas"
FIRST_LINE = "# yaml-language-server: $schema="


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar schema`` accepts."""
    parser.epilog = EXAMPLES
    parser.add_argument("folder", metavar="FOLDER", help="the folder of a game or a series")


def run(arguments: argparse.Namespace) -> int:
    """Lay the schemas beside the files, and say which files name them now."""
    folder = Path(arguments.folder)
    if not folder.joinpath(GAME_FILE).is_file():
        raise UsageError(f"{folder} has no {GAME_FILE}")
    try:
        named = name_schemas(folder)
    except OSError as problem:
        raise UsageError(f"{folder} cannot be written: {problem.strerror}") from problem
    print(f"{folder}: {', '.join(named)}")
    return CLEAN


def name_schemas(folder: Path) -> list[str]:
    """Let every YAML file of a game name its schema in the first line; the names of the files."""
    schemas, files = _schemas_for(folder), sorted(folder.rglob("*.yaml"))
    for path in files:
        lines = path.read_text(encoding="utf-8").splitlines()
        lines = [line for line in lines if not line.startswith(FIRST_LINE)]
        where = Path(os.path.relpath(schemas, path.parent.resolve()), "game.schema.json")
        text = "\n".join([f"{FIRST_LINE}{where.as_posix()}", *lines, ""])
        path.write_text(text, encoding="utf-8")
    return [path.relative_to(folder).as_posix() for path in files]


def _schemas_for(folder: Path) -> Path:
    """Where the schemas are: in a checkout of hexwar those of the checkout, else a copy beside.

    What is installed lies elsewhere on the next machine, and is in nobody's repository.
    """
    theirs, here = shipped("schemas").resolve(), folder.resolve()
    if theirs.parent in here.parents:
        return theirs
    shutil.copytree(theirs, here / FOLDER, dirs_exist_ok=True)
    return here / FOLDER
