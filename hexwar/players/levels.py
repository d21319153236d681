"""Opponents of several strengths for people: what each is called, and how it is made.

First the levels and what they may spend; then how a name says how long its player thinks.
"""

from __future__ import annotations

import os
import re
import shlex
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from hexwar.definition.spelling import echoed
from hexwar.players.decider import QUICK
from hexwar.players.player import Player

if TYPE_CHECKING:
    from hexwar.players.search.budget import Hurried


@dataclass(frozen=True, slots=True)
class Level:
    """A strength: ``title`` and one ``sentence`` for whoever chooses it; ``rollouts`` and
    ``seconds`` are what it plans a phase with unless somebody says otherwise; each choice within a
    phase gets a part of that. ``care`` is the effort of the plan that it begins with, of all that
    the policy can.
    """

    title: str
    sentence: str
    rollouts: int
    seconds: float | None = None
    care: float = 1.0


LEVELS = {
    "easy": Level(
        "Easy", "Looks a little ahead and lets chances pass: for first games.", 4, 0.5, 0.1
    ),
    "normal": Level(
        "Normal", "Weighs a few plans for each phase and moves at once.", 32, 0.4, QUICK
    ),
    "hard": Level("Hard", "Compares many plans and thinks for some seconds a phase.", 100, 4.0),
}
"""The levels by id, the weakest first."""


def make_level(
    name: str,
    *,
    rollouts: int | None = None,
    seconds: float | None = None,
    hurried: Hurried | None = None,
) -> Player:
    """The player of a level. ``rollouts`` or ``seconds`` take the place of what it has itself.

    Limited by ``rollouts`` alone, equal seeds give equal games.
    """
    from hexwar.players.search.player import SearchPlayer  # a window opens without those who think

    level = LEVELS[name]
    called = name + (f",rollouts={rollouts}" if rollouts is not None else "")
    called += f",seconds={seconds:g}" if seconds is not None else ""
    if rollouts is None and seconds is None:
        rollouts, seconds = level.rollouts, level.seconds
    return SearchPlayer(
        rollouts=rollouts, seconds=seconds, hurried=hurried, care=level.care, name=called
    )


# -- what a name says besides: ``hard,rollouts=200``, ``hard,seconds=2``, ``program:COMMAND`` ------


MOST_ROLLOUTS = 1000
MOST_SECONDS = 60.0
"""No file may have a player think longer about a phase, unless whoever plays has said so too."""

PROGRAM = "program:"
"""How the name of such a player begins; the rest is its command."""

_SETTING = re.compile(r"(?s)(.*),(rollouts|seconds)=([^,]*)")


def apart(text: str) -> tuple[str, int | None, float | None]:
    """The name of a player, with the rollouts and the seconds that are said behind it.

    ValueError for a number that is none.

    >>> apart("hard,rollouts=200"), apart("my_module:Player")
    (('hard', 200, None), ('my_module:Player', None, None))
    """
    name, settings = text, dict[str, float]()
    while setting := _SETTING.fullmatch(name):
        name, word, number = setting.groups()
        settings[word] = _number(word, number)
    rollouts = settings.get("rollouts")
    return name, None if rollouts is None else int(rollouts), settings.get("seconds")


def is_long(text: str) -> bool:
    """Whether a player by that name thinks longer than a file may ask for.

    >>> is_long("hard,rollouts=1000"), is_long("hard,rollouts=1001"), is_long("easy,seconds=61")
    (False, True, True)
    """
    _, rollouts, seconds = apart(text)
    return (rollouts or 0) > MOST_ROLLOUTS or (seconds or 0) > MOST_SECONDS


def _number(setting: str, text: str) -> float:
    """A number above 0; of rollouts a whole one."""
    whole = setting == "rollouts"
    try:
        number = int(text) if whole else float(text)
    except ValueError:
        number = 0
    if not (number > 0 and isfinite(number)):
        raise ValueError(
            f"{setting}={echoed(text)}: say {'a whole number' if whole else 'a number'} above 0"
        )
    return number


def by_rollouts(text: str) -> str:
    """A player of whom equal seeds give equal games: a level that is told nothing else thinks for
    its number of rollouts, however long they take.

    >>> by_rollouts("greedy"), by_rollouts("hard,seconds=2")
    ('greedy', 'hard,seconds=2')
    """
    name, rollouts, seconds = apart(text)
    is_limited = rollouts is not None or seconds is not None or name not in LEVELS
    return text if is_limited else f"{name},rollouts={LEVELS[name].rollouts}"


def is_file(word: str) -> bool:
    """Whether a word names a file that is there; any word may be asked about."""
    try:
        return Path(word).is_file()
    except OSError:  # what is no path at all, such as a line of code, or too long
        return False


def words_of(command: str) -> list[str]:
    """The program of a command and its arguments; ValueError where it is no command."""
    words = shlex.split(command, posix=os.name == "posix")
    if not words:
        raise ValueError("no program is named")
    return words
