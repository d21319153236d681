"""Opponents of several strengths for people: what each is called, and how it is made.

First the levels and what they may spend; then how a name says how long its player thinks. All
levels are one search (:mod:`hexwar.players.search`) with more or less to spend: *easy* is weak
because it looks at few plans and begins with a careless one, and not because it was made to
blunder.
"""

from __future__ import annotations

import os
import re
import shlex
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from hexwar.definition.spelling import echoed
from hexwar.players.decider import QUICK
from hexwar.players.learned import levels_learned, unlearned
from hexwar.players.player import Player

if TYPE_CHECKING:
    from hexwar.players.search.budget import Hurried


@dataclass(frozen=True, slots=True)
class Level:
    """A strength: ``title`` and one ``sentence`` for people to choose by; ``rollouts`` and
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
    plain: bool = False,
) -> Player:
    """The player of a level. ``rollouts`` or ``seconds`` take the place of what it has itself;
    ``plain``: it plays without what was learned of a game.

    Limited by ``rollouts`` alone, equal seeds give equal games.
    """
    from hexwar.players.search.player import SearchPlayer  # a window opens without the search

    level = LEVELS[name]
    called = name + (f",rollouts={rollouts}" if rollouts is not None else "")
    called += f",seconds={seconds:g}" if seconds is not None else ""
    called += PLAIN if plain else ""
    if rollouts is None and seconds is None:
        rollouts, seconds = level.rollouts, level.seconds
    return SearchPlayer(
        rollouts=rollouts,
        seconds=seconds,
        hurried=hurried,
        care=level.care,
        name=called,
        learned=unlearned if plain else levels_learned,
    )


# -- what else a name says: ``hard,rollouts=200``, ``hard,seconds=2``, ``program:COMMAND`` ---------


MOST_ROLLOUTS = 1000
MOST_SECONDS = 60.0
"""No file may have a player think longer about a phase, unless the person who plays agrees."""

PROGRAM = "program:"
"""How the name of such a player begins; the rest is its command."""

PLAIN = ",plain"
"""Behind the name of a player of ours: without what was learned of a game."""

_SETTING = re.compile(r"(?s)(.*),(rollouts|seconds)=([^,]*)")


class NamedPlayer(NamedTuple):
    """What a name says: which player, how long it thinks, whether without what was learned."""

    name: str
    rollouts: int | None = None
    seconds: float | None = None
    plain: bool = False

    @property
    def options(self) -> dict[str, float | None]:
        """The settings behind the name, as arguments for making the player; None: not set."""
        return {
            "rollouts": self.rollouts,
            "seconds": self.seconds,
            "plain": True if self.plain else None,
        }


def apart(text: str) -> NamedPlayer:
    """The name of a player, with what is said behind it.

    ValueError for a number that is none.

    >>> apart("hard,rollouts=200")
    NamedPlayer(name='hard', rollouts=200, seconds=None, plain=False)
    >>> apart("my_module:Player").name, apart("greedy,plain").plain
    ('my_module:Player', True)
    """
    name, settings, plain = text, dict[str, float](), False
    # From the end, as a module or a command in front may hold any sign, a comma too.
    while True:
        if name.endswith(PLAIN):
            name, plain = name.removesuffix(PLAIN), True
            continue
        setting = _SETTING.fullmatch(name)
        if setting is None:
            break
        name, word, number = setting.groups()
        settings[word] = _number(word, number)
    rollouts = settings.get("rollouts")
    return NamedPlayer(
        name, None if rollouts is None else int(rollouts), settings.get("seconds"), plain
    )


def is_long(text: str) -> bool:
    """Whether a player by that name thinks longer than a file may ask for.

    >>> is_long("hard,rollouts=1000"), is_long("hard,rollouts=1001"), is_long("easy,seconds=61")
    (False, True, True)
    """
    _, rollouts, seconds, _ = apart(text)
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
    """A player with which equal seeds give equal games: a level without settings thinks for its
    number of rollouts, however long they take.

    >>> by_rollouts("greedy"), by_rollouts("hard,seconds=2")
    ('greedy', 'hard,seconds=2')
    """
    name, rollouts, seconds, plain = apart(text)
    is_limited = rollouts is not None or seconds is not None or name not in LEVELS
    if is_limited:
        return text
    return f"{name},rollouts={LEVELS[name].rollouts}{PLAIN if plain else ''}"


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
