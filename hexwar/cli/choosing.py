"""The arguments with which a command says which game it means, and which of its choices."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from hexwar.cli import UsageError

GAME_HELP = "a shipped game's name, a game in your games folder, or the path of a folder"

UP_TO_LINE_HELP = "open the first N lines of the save only: for one that is damaged behind them"


def until_line(number: int | None) -> int | None:
    """The value of ``--up-to-line``, checked."""
    if number is not None and number < 1:
        raise UsageError(f"--up-to-line {number}: lines are counted from 1")
    return number


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


def players_of(given: Sequence[str], sides: Sequence[str]) -> dict[str, str]:
    """``SIDE=PLAYER`` taken apart and checked."""
    from hexwar.definition.spelling import suggestion
    from hexwar.players import PLAYERS

    players: dict[str, str] = {}
    for text in given:
        side, equals, player = text.partition("=")
        if not equals:
            raise UsageError(f"--side {text}: say SIDE=PLAYER, such as {sides[0]}=greedy")
        if side not in sides:
            raise UsageError(f"there is no side {side!r}; {suggestion(side, sides)}")
        if player not in PLAYERS:
            raise UsageError(f"there is no player {player!r}; {suggestion(player, PLAYERS)}")
        players[side] = player
    return players
