"""The saves as lists show them: read once, with a word on those that cannot be used.

:func:`all_saves` reads them; of a damaged one it says what can still be opened. A save has ids of
scenarios and sides; :class:`SavedTitles` knows their titles where the game is still there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from hexwar.definition import ChoiceError, Definition, DefinitionError
from hexwar.definition.model import Catalog
from hexwar.definition.printable import as_title
from hexwar.players import called
from hexwar.records import RecordError, SavedGame, read_record, saves_folder, summary
from hexwar.records.changed_rules import Rules
from hexwar.records.saves import save_files, saved_at
from hexwar.rules.sides.section import Sides
from hexwar.viewer.screens.shelf import game_folders, shelve


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
    """A file among the saves that is not one, or no longer one: ``reason`` says why.

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
    saves = _read(save_files(folder or saves_folder()))
    return sorted(saves, key=lambda save: save.saved, reverse=True)


def _read(paths: Iterable[Path]) -> Iterator[AnySave]:
    """What each save is; of one that cannot be read why, and what of it still can."""
    for path in paths:
        try:
            save = summary(read_record(path))
            if save.actions:
                yield save
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
        shelved = shelve(folder) if folder is not None else None
        return cls({save.game: shelved.definition} if shelved and shelved.definition else {})

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
