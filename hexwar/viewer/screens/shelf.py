"""The games that there are: how large each is, how long it takes, how hard it is to learn.

First the games in their folders: :func:`game_folders` finds them, :func:`shelve` loads one, or says
why it cannot be played. Then time and effort, which are reckoned for all games alike from turns,
units and sections of rules: no author can know how long his game takes beside those of others. Last
the words for them.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hexwar.definition import Definition, DefinitionError, load
from hexwar.definition.diagnostics import Findings
from hexwar.definition.loading import GameFolder
from hexwar.definition.locations import games_in, shipped, user_games
from hexwar.definition.model import ResolvedGame
from hexwar.rules.language.wording import several
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.units.section import Units


@dataclass(frozen=True, slots=True)
class ShelvedGame:
    """A game that can be played, or a ``broken`` one: then that is a sentence on what to do."""

    name: str
    folder: Path
    definition: Definition | None = None
    broken: str = ""

    @property
    def title(self) -> str:
        """What it is called."""
        return self.definition.catalog.header.title if self.definition else self.name


def game_folders() -> dict[str, Path]:
    """The folders of the games shipped and of the user's own, by name; the shortest files first.

    The amount of text in a game is a good guess at how long it takes to learn.
    """
    folders = games_in(shipped("games")) | games_in(user_games())

    def size(folder: Path) -> int:
        try:
            return sum(file.stat().st_size for file in folder.glob("*.yaml"))
        except OSError:  # it cannot be read, which is said where it is loaded
            return 0

    return dict(sorted(folders.items(), key=lambda game: size(game[1])))


def shelve(folder: Path) -> ShelvedGame | None:
    """A game, loaded; ``None`` for a folder that is only there for games to extend."""
    try:
        return ShelvedGame(folder.name, folder, load(folder))
    except DefinitionError as problem:
        if GameFolder(folder, Findings()).abstract:
            return None
        why = ""
        if problem.diagnostics:
            finding = problem.diagnostics[0]  # the one to mend first: others may follow from it
            why = f"{Path(finding.file).name}, line {finding.line}: {finding.message}. "
        return _broken(folder, why)
    except (OSError, ValueError) as problem:
        return _broken(folder, f"{problem}. ")


def _broken(folder: Path, why: str) -> ShelvedGame:
    """A game that cannot be played; ``why`` is a sentence that says what is wrong, if known."""
    command = f"hexwar check {folder.name}"
    return ShelvedGame(folder.name, folder, broken=f"{why}“{command}” says what to mend.")


# -- what is reckoned ------------------------------------------------------------------------------

_MINUTES_PER_TURN, _MINUTES_PER_UNIT = 2, 1 / 4
"""How long a turn takes, and what each unit adds to every turn."""

_LEARNING = ("easy to learn", "some rules to learn", "many rules to learn")
"""How hard games are to learn, the easiest first."""

_EASY, _MIDDLING = 14, 20
"""A game of the first kind, and of the second, has at most so many sections of rules."""


def hardness(game: ShelvedGame) -> tuple[int, float]:
    """What games are ordered by, the easiest first: rules to learn, then time to play."""
    if game.definition is None:
        return len(_LEARNING), 0.0  # behind all others
    resolved = game.definition.resolve()
    return _rules_to_learn(resolved), _minutes(resolved)


def _rules_to_learn(game: ResolvedGame) -> int:
    """The place of a game in ``_LEARNING``."""
    return (len(game.sections) > _EASY) + (len(game.sections) > _MIDDLING)


def _minutes(game: ResolvedGame) -> float:
    """How long a game takes."""
    minutes_per_turn = _MINUTES_PER_TURN + len(game[Units].counters) * _MINUTES_PER_UNIT
    return game[SequenceOfPlay].turns * minutes_per_turn


# -- in words --------------------------------------------------------------------------------------


def size_and_effort(game: ResolvedGame) -> str:
    """How large a game is, how long it takes and how hard it is to learn."""
    return f"{facts(game)}. {effort(game)}"


def facts(game: ResolvedGame) -> str:
    """The size of a game in a line."""
    return ", ".join(
        (
            several(game[SequenceOfPlay].turns, "turn"),
            several(len(game[Units].counters), "unit"),
            several(len(game.map.numbers), "hex"),
        )
    )


def effort(game: ResolvedGame) -> str:
    """How long a game takes and how hard it is to learn."""
    return f"{time_in_words(_minutes(game))}, {_LEARNING[_rules_to_learn(game)]}."


_LEAST, _HALF_HOUR = 10, 30  # minutes
_IN_HOURS = 45  # from so many minutes on a time is told in half hours, below in tens of minutes


def time_in_words(minutes: float) -> str:
    """A time as people say it.

    >>> time_in_words(19), time_in_words(86), time_in_words(290)
    ('About 20 minutes', 'About 1½ hours', 'About 5 hours')
    """
    if minutes < _IN_HOURS:
        return f"About {max(_LEAST, round(minutes, -1)):.0f} minutes"
    halves = round(minutes / _HALF_HOUR)
    hours = f"{halves // 2 or ''}{'½' if halves % 2 else ''}"
    return f"About {hours} hour{'s' if halves > 2 else ''}"
