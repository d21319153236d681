"""The arguments with which a command says which game it means, and which of its choices."""

from __future__ import annotations

import argparse

GAME_HELP = "a shipped game's name, a game in your games folder, or the path of a folder"


def add_choices(parser: argparse.ArgumentParser) -> None:
    """Add ``--scenario``, ``--option`` (any number of times) and ``--edition``."""
    parser.add_argument("--scenario", metavar="ID", help="the scenario (default: the first)")
    parser.add_argument(
        "--option",
        metavar="ID",
        action="append",
        default=[],
        dest="options",
        help="an optional rule; may be given several times",
    )
    parser.add_argument("--edition", metavar="ID", help="the edition (default: the first)")
