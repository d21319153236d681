"""``hexwar print``: a game for the table, as PDFs.

Part by part, each a file of its own: for another counter size one prints the counters again, and
nothing else. A game that lacks a part, such as cards, has no file of it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hexwar.cli import CLEAN, UsageError
from hexwar.cli.choosing import DRAWN_HELP, GAME_HELP, add_choices
from hexwar.definition.loading import load
from hexwar.definition.printable import path_named
from hexwar.records.lines import reason
from hexwar.rules.language.wording import several

if TYPE_CHECKING:
    from hexwar.viewer.printing.leaves import Leaf
    from hexwar.viewer.printing.parts import Part

EXAMPLES = """\
examples:
  hexwar print my_game                       all parts, in the folder ./my_game-print
  hexwar print my_game --paper letter --ink saving
  hexwar print my_game --only counters --counter 13

Print at 100 %: a line of 50 mm on each sheet of counters tells whether your printer did. Counters
and cards lie front and back for printing on both sides, turned on the long edge. Leaves of the map
have a strip that the next one has too: cut it off one of the two at the marks, or glue it below.
"""

PARTS: tuple[Part, ...] = ("counters", "cards", "map", "aid", "pads", "rules")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar print`` accepts."""
    parser.epilog = EXAMPLES
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)
    add_choices(parser)
    parser.add_argument("--paper", choices=("a4", "letter"), default="a4", help="default: a4")
    parser.add_argument(
        "--ink", choices=("colour", "saving"), default="colour", help="saving: pale grounds"
    )
    parser.add_argument("--drawn", action="store_true", help=DRAWN_HELP)
    parser.add_argument(
        "--counter",
        metavar="MM",
        type=float,
        default=16.0,
        help="millimetres of a counter's side, 12 to 30 (default: 16); hexes follow it",
    )
    parser.add_argument(
        "--only", action="append", choices=PARTS, help="this part; may be given several times"
    )
    parser.add_argument(
        "--out", metavar="FOLDER", type=Path, help="where the files go (default: ./GAME-print)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the parts of a game, each as a PDF."""
    from hexwar.viewer.printed_map.pictured_map import without_pictures
    from hexwar.viewer.printing.leaves import PAPERS
    from hexwar.viewer.printing.parts import TooLargeError, leaves_of
    from hexwar.viewer.printing.pdf import NoPrinterError, pdf
    from hexwar.viewer.printing.sheets import LARGEST, SMALLEST

    if not SMALLEST <= arguments.counter <= LARGEST:
        refusal = f"a counter is {SMALLEST:g} to {LARGEST:g} mm wide, not {arguments.counter:g}"
        raise UsageError(refusal)
    definition = load(arguments.game)
    game = definition.resolve(arguments.scenario, arguments.options, arguments.edition)
    folder = arguments.out or Path(f"{Path(arguments.game).name}-print")
    if arguments.drawn:
        game = without_pictures(game)
    saving = arguments.ink == "saving"
    if boxes := definition.boxes():
        print(boxes, file=sys.stderr)

    for part in PARTS:
        if part not in (arguments.only or PARTS):
            continue
        paper = PAPERS[arguments.paper]
        try:
            leaves = leaves_of(
                part, game, definition.catalog, paper, arguments.counter, saving=saving
            )
            if not leaves:
                continue  # a game without cards, or without anything to write
            title = f"{game.header.title}: {part}"
            document = pdf(title, _with_count(leaves, part), saving=saving)
        except (NoPrinterError, TooLargeError) as problem:
            raise UsageError(str(problem)) from problem
        path = folder / f"{part}.pdf"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(document)
        except OSError as problem:
            raise UsageError(
                f"{path_named(path)} cannot be written: {reason(problem)}"
            ) from problem
        print(f"{path_named(path)}: {several(len(leaves), 'page')}")
    return CLEAN


def _with_count(leaves: Sequence[Leaf], part: str) -> Iterator[Leaf]:
    """The leaves, told one by one to somebody who waits for them."""
    waits = sys.stderr.isatty()
    for number, leaf in enumerate(leaves, 1):
        if waits:
            progress = f"\r{part}: page {number} of {len(leaves)} "
            print(progress, end="", file=sys.stderr, flush=True)
        yield leaf
    if waits:
        print("\r\033[K", end="", file=sys.stderr)
