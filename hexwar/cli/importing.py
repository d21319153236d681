"""``hexwar import``: a draft of a game out of a module for VASSAL or a map of Tiled.

What the author chose stands in the draft, so that an import into the same folder takes it again
unless the command line says otherwise. A file of the other kind is refused with the right command.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import Self

from hexwar.cli import CLEAN, UsageError
from hexwar.cli.new import require_name
from hexwar.definition.printable import clean, path_named
from hexwar.imports.draft import LIST_TEXT, Draft, ImportChoices, Telling
from hexwar.imports.folder import Landing, chosen_in, land
from hexwar.imports.foreign_files import ImportRefusedError
from hexwar.imports.importing import MODULE, draft_of_file, kind_of
from hexwar.imports.writing import slug

EXAMPLES = """\
examples:
  hexwar import vassal GAME.vmod           the folder game: maps, counters, set-ups, pictures
  hexwar import vassal GAME.vmod my_game   into the folder my_game
  hexwar import vassal FOLDER my_game      a module that lies unpacked, with its buildFile.xml
  hexwar import vassal GAME.vmod --sides "Axis=Germans+Italians, Allies"
  hexwar import tiled MAP.tmx              the map of Tiled as a draft; .tmj too
  hexwar import tiled MAP.tmx --tilesets ../art   where its tilesets are looked for as well

A draft loads, shows its pictures, and is not played before its rules are written: imported.md says
what was found, carried over, left open and left behind, and what to write next. A second import
into the same folder brings up to date what its author has not changed, and nothing else. What is
chosen by --sides, --board and --faces stands in imported.json, and a second import takes it.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar import`` accepts."""
    parser.epilog = EXAMPLES
    parser.add_argument("kind", choices=("vassal", "tiled"), help="what the file is")
    parser.add_argument(
        "file",
        metavar="FILE",
        type=Path,
        help="a .vmod, a zip or folder with a buildFile.xml, or a .tmx or .tmj",
    )
    parser.add_argument(
        "folder", metavar="TARGET", nargs="?", help="the folder of the draft; it is called so"
    )
    parser.add_argument(
        "--overwrite", action="store_true", help="write over files that their author changed, too"
    )
    parser.add_argument(
        "--sides", metavar='"A, B"', help="of a module: the sides, as its tabs or counters say them"
    )
    parser.add_argument("--board", metavar="NAME", help="of a module: the board that is the map")
    parser.add_argument(
        "--faces",
        metavar="WAYS",
        help="of a module: where fronts and backs are: pair, over, replaced, none, or layers",
    )
    parser.add_argument(
        "--tilesets",
        metavar="FOLDER",
        type=Path,
        help="of a map: a folder in which its tilesets are looked for as well",
    )


def run(arguments: argparse.Namespace) -> int:
    """Make the draft, write it, and say what became of it."""
    path: Path = arguments.file
    folder = Path(arguments.folder or slug(path.resolve().stem, "draft"))
    require_name(folder)
    of_maps = arguments.kind == "tiled"
    misplaced = ("sides", "board", "faces") if of_maps else ("tilesets",)
    for option in misplaced:
        if getattr(arguments, option) is not None:
            other = "vassal" if of_maps else "tiled"
            raise UsageError(f"--{option} is for hexwar import {other}")
    try:
        with ProgressBar() as bar:
            draft = _draft(arguments, path, folder, bar.tell)
        landing = land(draft, folder, arguments.overwrite)
    except ImportRefusedError as problem:
        raise UsageError(f"[{problem.code}] {problem}") from None
    _say(landing)
    return CLEAN


def _draft(arguments: argparse.Namespace, path: Path, folder: Path, tell: Telling) -> Draft:
    """The draft, of a file of the kind that was said, with what is chosen now or was before."""
    name = folder.resolve().name
    kind = kind_of(path)
    if kind and kind != arguments.kind:
        kind_told = "a module for VASSAL" if kind == MODULE else "a map of Tiled"
        why = f"{path_named(path)} is {kind_told}: hexwar import {kind} {path_named(path)}"
        raise UsageError(why)
    before = chosen_in(folder)
    chosen = ImportChoices(
        before.sides if arguments.sides is None else _parts_listed(arguments.sides),
        before.board if arguments.board is None else arguments.board.strip()[:400],
        before.faces if arguments.faces is None else _parts_listed(arguments.faces),
    )
    return draft_of_file(
        arguments.kind, path, name, tell, chosen, _smaller_picture, tilesets=arguments.tilesets
    )


def _smaller_picture(data: bytes, width: int, height: int) -> bytes:
    """A smaller picture of a board that is too large: few modules have one."""
    from hexwar.viewer.drawing.pictures import reduced

    return reduced(data, width, height)


_LONGEST_LIST, _MOST_NAMED = 1000, 40
"""Characters and names of ``--sides`` and ``--faces``, which become patterns to search for."""


def _parts_listed(text: str) -> tuple[str, ...]:
    if len(text) > _LONGEST_LIST or text.count(",") >= _MOST_NAMED:
        limit = f"at most {_MOST_NAMED} names, of {_LONGEST_LIST} letters together"
        raise UsageError(f"--sides and --faces take {limit}")
    return tuple(part.strip() for part in text.split(",") if part.strip())


class ProgressBar:
    """How far an import is, on a terminal; it is gone when the import is over, or given up.

    Nothing is shown in the first moments, as most files need no longer.
    """

    WAIT = 0.5
    """Seconds before it is shown."""
    PAUSE = 0.1
    """Between two looks."""
    _BAR = 24

    def __init__(self) -> None:
        self._next = time.monotonic() + self.WAIT if sys.stderr.isatty() else float("inf")
        self._is_shown = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._is_shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def tell(self, what: str, done: int, of: int) -> None:
        """Show how much of how much is read, if it is time to."""
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + self.PAUSE
        self._is_shown = True
        full = self._BAR * done // of if of else 0
        bar = f"[{'#' * full}{'.' * (self._BAR - full)}] "
        numbers = f" {done} of {of}" if of else ""
        print(f"\r\033[K{bar}{clean(what, 40)}{numbers}", end="", file=sys.stderr, flush=True)


_MOST_NAMED = 5
"""Files, and keys of a file, that are told by name: all of them stand in imported.md."""


def _say(landing: Landing) -> None:
    """What became of which files, the first few by name, and how to go on."""
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
        for kept_of, names in parts:
            if names:
                ellipsis = ", ..." if len(names) > _MOST_NAMED else ""
                print(f"  {kept_of}: {', '.join(map(path_named, names[:_MOST_NAMED]))}{ellipsis}")
        for name, keys in landing.added.items():
            ellipsis = f", ... ({len(keys)} in all)" if len(keys) > _MOST_NAMED else ""
            keys_named = ", ".join(map(clean, keys[:_MOST_NAMED]))
            print(f"  added to {path_named(name)}: {keys_named}{ellipsis}")
        if not landing.new and not landing.renewed and not landing.offered:
            print("  nothing is new")
    print()
    print(f"  {folder}/{LIST_TEXT}      what was found, and what to write next")
    print(f"  hexwar check {folder}     what is still open")
    print(f"  hexwar watch {folder}     the map with its counters, and what is open, in a window")
