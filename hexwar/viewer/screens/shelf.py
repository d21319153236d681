"""The games that there are, and the saves: read once, with a word on those that cannot be used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from hexwar.definition import ChoiceError, Definition, DefinitionError, load
from hexwar.definition.diagnostics import Findings
from hexwar.definition.loading import GameFolder
from hexwar.definition.locations import games_in, shipped, user_games
from hexwar.definition.model import Catalog, ResolvedGame
from hexwar.definition.printable import as_title
from hexwar.players import called
from hexwar.records import RecordError, SavedGame, read_record, saves_folder, summary
from hexwar.records.changed_rules import Rules
from hexwar.records.saves import save_files, saved_at
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.sides.section import Sides
from hexwar.rules.units.section import Units


@dataclass(frozen=True, slots=True)
class ShelvedGame:
    """A game that can be played, or one that is ``broken``: a sentence says what to do."""

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

    How much there is to read of a game is a good guess at how long it takes to learn.
    """
    found = games_in(shipped("games")) | games_in(user_games())
    return dict(sorted(found.items(), key=lambda game: _size(game[1])))


def _size(folder: Path) -> int:
    """Bytes of YAML; 0 for a folder that cannot be read."""
    try:
        return sum(file.stat().st_size for file in folder.glob("*.yaml"))
    except OSError:
        return 0


def shelve(folder: Path) -> ShelvedGame | None:
    """A game, loaded; ``None`` for a folder that is only there for games to extend."""
    try:
        return ShelvedGame(folder.name, folder, load(folder))
    except DefinitionError as problem:
        if GameFolder(folder, Findings()).abstract:
            return None
        first = next(iter(problem.diagnostics), None)
        where = f"{Path(first.file).name}, line {first.line}: {first.message}. " if first else ""
        return _broken(folder, where)
    except (OSError, ValueError) as problem:
        return _broken(folder, f"{problem}. ")


def _broken(folder: Path, where: str) -> ShelvedGame:
    ask = f"hexwar check {folder.name}"
    return ShelvedGame(folder.name, folder, broken=f"{where}“{ask}” says what to mend.")


def facts(game: ResolvedGame) -> str:
    """The size of a game in a line."""
    return ", ".join(
        (
            counted(game[SequenceOfPlay].turns, "turn"),
            counted(len(game[Units].counters), "unit"),
            counted(len(game.map.numbers), "hex", "hexes"),
        )
    )


_RULES = ((14, "easy to learn"), (20, "some rules to learn"), (9999, "many rules to learn"))
"""So many sections of rules at most, and what that means for who learns them."""


def hardness(game: ShelvedGame) -> tuple[int, float]:
    """By what games are ordered, the easiest first: rules to learn, and time to play."""
    if game.definition is None:
        return len(_RULES), 0.0
    resolved = game.definition.resolve()
    return _rules_to_learn(resolved), _minutes(resolved)


def size_and_effort(game: ResolvedGame) -> str:
    """How large a game is, how long it takes and how hard it is to learn."""
    return f"{facts(game)}. {effort(game)}"


def effort(game: ResolvedGame) -> str:
    """How long a game takes and how hard it is to learn: reckoned, for all games alike.

    A turn takes two minutes, and a quarter of one for each unit; hardness goes by how many sections
    of rules there are.
    """
    return f"{spoken(_minutes(game))}, {_RULES[_rules_to_learn(game)][1]}."


def _minutes(game: ResolvedGame) -> float:
    return game[SequenceOfPlay].turns * (2 + len(game[Units].counters) / 4)


def _rules_to_learn(game: ResolvedGame) -> int:
    """The place of a game among the kinds of ``_RULES``."""
    return next(at for at, (most, _) in enumerate(_RULES) if len(game.sections) <= most)


def spoken(minutes: float) -> str:
    """A time as people say it.

    >>> spoken(19), spoken(86), spoken(290)
    ('About 20 minutes', 'About 1½ hours', 'About 5 hours')
    """
    if minutes < 45:
        return f"About {max(10, round(minutes, -1)):.0f} minutes"
    halves = round(minutes / 30)
    hours = f"{halves // 2 or ''}{'½' if halves % 2 else ''}"
    return f"About {hours} hour{'s' if halves > 2 else ''}"


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "turn"), counted(4, "turn"), counted(2, "hex", "hexes")
    ('1 turn', '4 turns', '2 hexes')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


# -- saves -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SaveBeginning:
    """The first ``lines`` of a save that is damaged behind them."""

    path: Path
    lines: int

    @property
    def offer(self) -> str:
        """What can be done with it."""
        return f"It can be opened up to line {self.lines}; the file itself stays as it is."


@dataclass(frozen=True, slots=True)
class SaveByRules:
    """A save that is to be opened by the rules that it had, or by those of today."""

    path: Path
    rules: Rules


def part_before(path: Path, problem: Exception) -> SaveBeginning | None:
    """What comes before the line that is to blame, if actions do."""
    line = problem.line if isinstance(problem, RecordError) else None
    return SaveBeginning(path, line - 1) if line is not None and line > 2 else None


@dataclass(frozen=True, slots=True)
class UnreadableSave:
    """A file among the saves that is not one, or not any more: ``reason`` says why.

    ``part`` is what can still be opened of it.
    """

    path: Path
    reason: str
    saved: datetime
    part: SaveBeginning | None = None


AnySave = SavedGame | UnreadableSave


def all_saves(folder: Path | None = None) -> list[AnySave]:
    """The saves in a folder (the player's own), the latest first, those with faults included.

    A game that was begun and never played is left out: there is nothing to go on with.
    """
    found = _read(save_files(folder or saves_folder()))
    return sorted(found, key=lambda save: save.saved, reverse=True)


def _read(paths: Iterable[Path]) -> Iterator[AnySave]:
    for path in paths:
        try:
            found = summary(read_record(path))
            if found.actions:
                yield found
        except (RecordError, OSError) as problem:
            try:
                when = saved_at(path)
            except OSError:
                continue  # it has gone meanwhile
            yield UnreadableSave(path, str(problem), when, part_before(path, problem))


def moment(when: datetime, now: datetime | None = None) -> str:
    """When something was, as people say it.

    >>> noon = datetime(2026, 11, 21, 12, 0)
    >>> moment(noon, noon), moment(noon - timedelta(days=1), noon)
    ('today 12:00', 'yesterday 12:00')
    >>> moment(noon - timedelta(days=30), noon)
    '22 October 2026, 12:00'
    """
    today = (now or datetime.now().astimezone()).date()
    clock = f"{when:%H:%M}"
    if when.date() == today:
        return f"today {clock}"
    if when.date() == today - timedelta(days=1):
        return f"yesterday {clock}"
    return f"{when.day} {when:%B} {when.year}, {clock}"


class SavedTitles:
    """Titles for the ids that saves hold; the ids in words where no game of ``known`` has them."""

    def __init__(self, known: Mapping[str, Definition]) -> None:
        self._known = known

    @classmethod
    def of(cls, save: SavedGame) -> SavedTitles:
        """Those of one save, whose game is read."""
        folder = game_folders().get(save.game)
        found = shelve(folder) if folder is not None else None
        return cls({save.game: found.definition} if found and found.definition else {})

    def scenario(self, save: SavedGame) -> str:
        """The scenario's title, with the options that were chosen."""
        definition = self._known.get(save.game)
        if definition is None:
            return ", ".join(map(as_title, (save.scenario, *save.options)))
        catalog: Catalog = definition.catalog
        scenario = catalog.scenarios.get(save.scenario)
        titles = [scenario.title if scenario else as_title(save.scenario)]
        for option in save.options:
            chosen = catalog.options.get(option)
            titles.append(chosen.title if chosen else as_title(option))
        return ", ".join(titles)

    def players(self, save: SavedGame) -> str:
        """Who plays which side."""
        names = self._names(save)
        playing = save.players.items()
        return ", ".join(
            f"{names.get(side, as_title(side))}: {called(who)}" for side, who in playing
        )

    def _names(self, save: SavedGame) -> dict[str, str]:
        """The sides' names; none of a game that is not here as it was."""
        definition = self._known.get(save.game)
        if definition is None:
            return {}
        try:
            return definition.resolve(save.scenario, save.options)[Sides].names
        except (ChoiceError, DefinitionError):
            return {}

    def where(self, save: SavedGame) -> str:
        """How far the game has come."""
        if not save.is_over:
            return f"turn {save.turn}"
        names = self._names(save)
        if save.winner is None:
            return f"drawn in turn {save.turn}"
        return f"{names.get(save.winner, as_title(save.winner))} won in turn {save.turn}"
