"""What is said in the name of a player: how long it may think (``hard,rollouts=200`` or
``hard,seconds=2``), or the command of a program (``program:COMMAND``).
"""

from __future__ import annotations

import os
import re
import shlex
from math import isfinite
from pathlib import Path

from hexwar.definition.spelling import echoed
from hexwar.players.levels import LEVELS

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
    name, said = text, dict[str, float]()
    while found := _SETTING.fullmatch(name):
        name, setting, number = found.groups()
        said[setting] = _number(setting, number)
    rollouts = said.get("rollouts")
    return name, None if rollouts is None else int(rollouts), said.get("seconds")


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
    told = rollouts is not None or seconds is not None or name not in LEVELS
    return text if told else f"{name},rollouts={LEVELS[name].rollouts}"


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
