"""``hexwar trace``: the window in which a map is traced over a picture of it, or mended.

Whatever can be wrong with the picture, the folder or the size is said before the window opens.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from hexwar.cli import CLEAN, UsageError
from hexwar.cli.choosing import require_one_pygame, whole_number, window_size
from hexwar.definition.locations import find_game, is_file
from hexwar.definition.map_editing import MapEditingError
from hexwar.definition.pictures import PictureError, look_at
from hexwar.definition.printable import path_named
from hexwar.imports.writing import slug
from hexwar.records.lines import reason

FEWEST, MOST = 2, 250
"""Columns, and rows, of a grid."""

EXAMPLES = """\
examples:
  hexwar trace board.png                            begin the folder ./board on this picture
  hexwar trace board.png --columns 34 --rows 22     when you know how many hexes it has
  hexwar trace my_game                              go on with the map of a game, or mend it
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar trace`` accepts."""
    parser.epilog = EXAMPLES
    parser.add_argument(
        "what",
        metavar="IMAGE",
        help="a PNG, JPEG, GIF or SVG of a map, or a game whose map is mended",
    )
    parser.add_argument("--out", metavar="FOLDER", type=Path, help="the folder that is begun")
    parser.add_argument(
        "--columns",
        metavar="N",
        type=whole_number,
        default=20,
        help=f"{FEWEST} to {MOST} (default: 20)",
    )
    parser.add_argument(
        "--rows",
        metavar="N",
        type=whole_number,
        default=15,
        help=f"{FEWEST} to {MOST} (default: 15)",
    )
    parser.add_argument("--pointy", action="store_true", help="hexes have a pointed top")
    parser.add_argument("--size", metavar="WxH", help="size of the window in pixels: 1280x800")


def run(arguments: argparse.Namespace) -> int:
    """Open the window until it is closed."""
    size = window_size(arguments.size)
    image = Path(arguments.what)
    # Either a game whose map is mended, or a new folder that is begun on a picture.
    folder, new_folder = None, None
    if image.suffix.lower() in (".png", ".jpg", ".jpeg", ".gif", ".svg"):
        if not is_file(image):
            raise UsageError(f"{path_named(image)} is not there, or no file")
        new_folder = arguments.out or Path(slug(image.stem, "map"))
        _refuse_unusable(image, new_folder)
    else:
        folder = find_game(arguments.what)
    if not all(FEWEST <= number <= MOST for number in (arguments.columns, arguments.rows)):
        raise UsageError(f"a grid has {FEWEST} to {MOST} columns and rows")
    require_one_pygame()
    # Only now: what is refused above needs no window, whose import takes long.
    from hexwar.viewer.program.display import NoDisplayError
    from hexwar.viewer.window import WindowSize, trace

    shape = arguments.columns, arguments.rows, arguments.pointy
    try:
        trace(folder, image if new_folder else None, new_folder, shape, WindowSize(size))
    except NoDisplayError:
        raise UsageError("there is no screen for the window") from None
    except (MapEditingError, PictureError) as problem:
        raise UsageError(f"{path_named(image)} cannot be traced: {problem}") from None
    except OSError as problem:
        raise UsageError(f"{path_named(image)} cannot be traced: {reason(problem)}") from None
    return CLEAN


def _refuse_unusable(image: Path, new_folder: Path) -> None:
    """Refuse a picture that cannot be shown, and a folder that is there."""
    try:
        # Before the window opens: from then on nobody sees the terminal.
        if wrong := look_at(image.parent, image.name).too_large:
            raise UsageError(f"{path_named(image)} {wrong}")
    except PictureError as problem:
        raise UsageError(f"{path_named(image)} {problem}") from None
    except OSError as problem:
        raise UsageError(f"{path_named(image)} cannot be read: {reason(problem)}") from None
    if new_folder.exists():
        folder_named = path_named(new_folder)
        refusal = f"{folder_named} is there already: hexwar trace {folder_named} opens it"
        raise UsageError(f"{refusal}, --out FOLDER begins another")
