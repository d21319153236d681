"""The arguments with which a command says which game, which choices, which window.

First which game, scenario, options and players; below what is asked for a window.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hexwar.cli import Parser, UsageError
from hexwar.definition.spelling import echoed

if TYPE_CHECKING:
    from hexwar.records import Session


LONGEST_NUMBER = 20
"""Digits of a number; what has more is out of every range."""

GAME_HELP = "a shipped game's name, a game in your games folder, or the path of a folder"

DRAWN_HELP = "draw map and counters, also of a game that brings pictures of them"

UP_TO_LINE_HELP = "open the first N lines of the save only: for one that is damaged behind them"


def whole_number(text: str) -> int:
    """The type of an argument that is a whole number, and of a sensible length."""
    with suppress(ValueError):
        if len(text) <= LONGEST_NUMBER:
            return int(text)
    raise argparse.ArgumentTypeError(f"{echoed(text, LONGEST_NUMBER)} is no number to reckon with")


def add_jobs(parser: argparse.ArgumentParser, what: str = "processes") -> None:
    """Add ``--jobs``: how many processes share the work, 1 or more."""
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=whole_number,
        action=_Jobs,
        default=os.cpu_count() or 1,
        help=f"{what} (all cores)",
    )


class _Jobs(argparse.Action):
    """Keeps the number; one that is too small is told in a sentence, without the usage."""

    def __call__(self, parser: object, namespace: object, values: Any, *_: object) -> None:
        if values < 1:
            raise UsageError("--jobs is 1 or more")
        setattr(namespace, self.dest, values)


def seed_text(text: str) -> str:
    """The type of a seed. Whatever is no text in UTF-8 could not be written into a save."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise argparse.ArgumentTypeError(f"{echoed(text)} is no text in UTF-8") from None
    return text


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add ``--rules``, for a save whose game has changed since."""
    parser.add_argument(
        "--rules",
        choices=("then", "now"),
        help="if the rules have changed since: those that the save had, or those of today "
        "(default: those that it had, where they are kept)",
    )


def tell_of_rules(session: Session, what: str) -> None:
    """A notice of how to do something by the rules of today, where it can be done by either."""
    if session.rules_change is not None and session.rules_change.has_choice:
        session.notices.append(f"--rules now {what} by those of today.")


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


def require_computers(players: Iterable[str]) -> None:
    """UsageError if a person is among the players of many games."""
    from hexwar.records import HUMAN

    if HUMAN in players:
        raise UsageError("a human cannot play a thousand games: name a computer player")


def players_of(
    given: Sequence[str], sides: Sequence[str], *, people: bool = True
) -> dict[str, str]:
    """``SIDE=PLAYER`` taken apart and checked; a player as :func:`player_named` has it."""
    from hexwar.definition.spelling import suggestion

    players: dict[str, str] = {}
    for text in given:
        side, equals, player = text.partition("=")
        if not equals:
            raise UsageError(f"--side {echoed(text)}: say SIDE=PLAYER, such as {sides[0]}=normal")
        if side not in sides:
            raise UsageError(f"there is no side {echoed(side)}; {suggestion(side, sides)}")
        players[side] = player_named(player, people=people)
    return players


def player_named(text: str, *, people: bool = True) -> str:
    """The name of a player who is named so on the command line: by its title, by its id, or as a
    player of one's own, which is imported. How long it may think stays in the name
    (``hard,rollouts=200``). Unless ``people`` may play, no person is among those that are offered.
    """
    from hexwar.players import PLAYERS, called, require_player
    from hexwar.players.levels import apart
    from hexwar.records import HUMAN

    known = {called(name).lower(): name for name in PLAYERS}
    try:
        name = apart(text).name
    except ValueError as problem:
        raise UsageError(f"{echoed(text)}: {problem}") from None
    chosen = known.get(name.lower(), name) + text[len(name) :]
    offered = [name for name in (*known, *PLAYERS) if people or known.get(name, name) != HUMAN]
    try:
        require_player(chosen, offered)
    except ValueError as problem:
        raise UsageError(str(problem)) from problem
    return chosen


def values_by_name(option: str, given: Iterable[str], form: str) -> dict[str, str]:
    """What an option says that is given several times as NAME=VALUE; ``form`` is how it is said."""
    values: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise UsageError(f"{option} {text}: say {form}")
        values[name] = value
    return values


def add_side(parser: argparse.ArgumentParser, before: str, behind: str) -> None:
    """``--side``, whose help lists the computer players that a command accepts, installed ones too,
    between the texts ``before`` and ``behind``.
    """

    def text() -> str:
        from hexwar.players import LEVELS, named
        from hexwar.rules.language.wording import either

        programs = [name.replace("%", "%%") for name in named.installed()]
        return f"{before}{either([*LEVELS, *programs, f'one of your own ({named.FORMS})'])}{behind}"

    side = parser.add_argument(
        "--side", action="append", default=[], dest="sides", metavar="SIDE=PLAYER", help=before
    )
    if isinstance(parser, Parser):
        parser.late[side] = text
    else:
        side.help = text()


# -- what commands ask before they open a window ---------------------------------------------------


SMALLEST, LARGEST = 320, 16384
"""Pixels that a side of the window may have."""


def window_size(text: str | None) -> tuple[int, int] | None:
    """The value of ``--size``, checked."""
    if text is None:
        return None
    width, _, height = text.lower().partition("x")
    if not (width.isdecimal() and height.isdecimal()) or len(text) > LONGEST_NUMBER:
        raise UsageError(f"--size {echoed(text)}: say WIDTHxHEIGHT in pixels, such as 1280x800")
    size = int(width), int(height)
    if min(size) < SMALLEST or max(size) > LARGEST:
        raise UsageError(f"--size {text}: each side must be from {SMALLEST} to {LARGEST} pixels")
    return size


def require_one_pygame() -> None:
    """Both distributions install the same module, the later over the earlier, in a mixture."""
    module = find_spec("pygame")
    if module is None or module.origin is None:
        raise UsageError("the window needs pygame: run 'pip install pygame', or play with --text")
    # importlib.metadata would tell as well, and takes longer to import than a look at the folder.
    packages = Path(module.origin).parent.parent
    if all(any(packages.glob(f"{name}-*.dist-info")) for name in ("pygame", "pygame_ce")):
        raise UsageError(
            "pygame and pygame-ce are both installed and overwrite each other; run "
            "'pip uninstall pygame pygame-ce' and then install hexwar again"
        )
