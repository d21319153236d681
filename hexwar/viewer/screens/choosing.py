"""What is chosen for the next game, among which games and saves, and how it is opened.

The scenario comes first: it decides which options and editions there are, and these which sides.
What was chosen for the last game is proposed again, as far as it still exists.

In this order: what is chosen of one game, and who plays; the games that there are, with how long
and how hard each is; the saves; and how what was chosen is opened.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import hexwar
from hexwar.definition import ChoiceError, Definition, DefinitionError, load
from hexwar.definition.choices import applies
from hexwar.definition.diagnostics import Findings
from hexwar.definition.loading import GameFolder
from hexwar.definition.locations import games_in, shipped, user_games
from hexwar.definition.model import Catalog, ResolvedGame
from hexwar.definition.printable import as_title
from hexwar.players import FOR_PEOPLE, called, named
from hexwar.records import (
    HUMAN,
    RecordError,
    SavedGame,
    Session,
    begin_session,
    read_record,
    saves_folder,
    summary,
)
from hexwar.records.changed_rules import Rules
from hexwar.records.lesson import LessonSession
from hexwar.records.saves import save_files, saved_at
from hexwar.records.session import OPPONENT, Players
from hexwar.rules.game import Game
from hexwar.rules.lessons.section import lessons_of
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.sides.section import Side, Sides
from hexwar.rules.units.section import Units
from hexwar.viewer.printed_map.map_sheet import MapSheet
from hexwar.viewer.printed_map.pictured_map import painter_of_play
from hexwar.viewer.program.background import Heard, StoppedError

MOST_INSTALLED = 3
"""Of more installed players the picker offers none; the command line takes them all."""


class Seats(Protocol):
    """Who plays which side, to be chosen. ``players``: side id to a name."""

    players: dict[str, str]

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides that somebody plays."""

    def offered_to(self, side: str) -> tuple[str, ...]:
        """Who may play a side, by name."""

    def choose_player(self, side: str, player: str) -> None:
        """Say who plays a side."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game that is to begin; what ``Session.new`` takes.

    ``game`` is its name or its folder, if not the game itself. ``players``: side id to ``human``,
    the name of a computer player or a player. ``seed`` is ``None`` when nobody asked for one.
    ``asks``: nobody has said who plays which side, so that its briefing asks it.
    """

    game: Game | str | Path
    scenario: str
    options: tuple[str, ...] = ()
    edition: str | None = None
    players: Players = field(default_factory=dict)
    seed: str | None = None
    asks: bool = False


@dataclass(frozen=True, slots=True)
class LessonChoice:
    """A lesson that is to begin: the folder of its game, and its id."""

    game: Path
    lesson: str


class NewGameDraft:
    """A choice in the making. It is sound at every moment: what does not apply is dropped.

    It begins with the first scenario without options, a person on the side for beginners, and the
    computer on the others.
    """

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.scenario = ""
        self.options: set[str] = set()
        self.edition: str | None = None
        self.players: dict[str, str] = {}
        self._offered = offered_players()
        self.seed = ""
        # Before the players: which sides there are depends on the scenario.
        self.choose_scenario(next(iter(self.catalog.scenarios)))
        self.players = against_the_computer(self.resolved)

    def recall(self, last: Mapping[str, Any]) -> None:
        """Take what was chosen for the last game (:meth:`remembered`), as far as it makes sense."""
        if last.get("scenario") in self.catalog.scenarios:
            self.choose_scenario(last["scenario"])
        options = last.get("options")
        self.options = {name for name in self.offered_options if name in _all(options)}
        if last.get("edition") in self.offered_editions:
            self.edition = last["edition"]
        self.players |= _as_last_time(self.sides, last)

    def remembered(self) -> dict[str, Any]:
        """What is chosen, to be proposed the next time."""
        return {
            "game": self.catalog.folder.name,
            "scenario": self.scenario,
            "options": sorted(self.options),
            "edition": self.edition,
            "players": dict(self.players),
        }

    @property
    def catalog(self) -> Catalog:
        """What the game offers."""
        return self.definition.catalog

    @property
    def offered_options(self) -> list[str]:
        """The options that the scenario allows, in the author's order."""
        variant = self.catalog.scenarios[self.scenario].variant
        return [option.id for option in self.catalog.options.values() if applies(option, variant)]

    @property
    def offered_editions(self) -> list[str]:
        """The editions that the scenario allows, in the author's order."""
        variant = self.catalog.scenarios[self.scenario].variant
        return [
            edition.id for edition in self.catalog.editions.values() if applies(edition, variant)
        ]

    @property
    def resolved(self) -> ResolvedGame:
        """The game as it is chosen now."""
        return self.definition.resolve(self.scenario, self.options, self.edition)

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides that somebody plays, as the edition names them."""
        return self.resolved[Sides].played

    def choose_scenario(self, scenario: str) -> None:
        """Take a scenario; options and an edition that it does not offer are dropped."""
        self.scenario = scenario
        self.options &= set(self.offered_options)
        if self.edition not in self.offered_editions:
            self.edition = next(iter(self.offered_editions), None)

    def turn_option(self, option: str) -> None:
        """Take an option, or leave it out again."""
        self.options ^= {option}

    def choose_edition(self, edition: str) -> None:
        """Take an edition."""
        self.edition = edition

    def offered_to(self, side: str) -> tuple[str, ...]:
        """Who may play a side, by name."""
        return self._offered

    def choose_player(self, side: str, player: str) -> None:
        """Say who plays a side."""
        self.players[side] = player

    def type_seed(self, text: str) -> None:
        """Take the seed of the dice as typed; empty for dice that nobody can foresee."""
        self.seed = text

    def choice(self) -> NewGame:
        """The choice as it is now."""
        options = tuple(name for name in self.offered_options if name in self.options)
        return NewGame(
            self.catalog.folder,
            self.scenario,
            options,
            self.edition,
            dict(self.players),
            self.seed.strip() or None,
        )


def against_the_computer(game: ResolvedGame) -> dict[str, str]:
    """A person on the side for beginners, and the computer on the others, by side."""
    sides = game[Sides]
    players = {side.id: OPPONENT for side in sides.played}
    return players | {sides.for_beginners.id: HUMAN}


def proposed_players(game: ResolvedGame, last: Mapping[str, Any]) -> dict[str, str]:
    """Who is to play a game whose players nobody has named, by side: as in the ``last`` game, if
    that was one of these, else against the computer.
    """
    proposed = against_the_computer(game)
    if last.get("game") == game.header.id:
        proposed |= _as_last_time(game[Sides].played, last)
    return proposed


def whole_game(lesson: LessonSession, last: Mapping[str, Any]) -> NewGame:
    """The game for which a lesson prepares, as if nobody had said more than its name."""
    resolved = lesson.game.definition.resolve(None, (), None)
    players = proposed_players(resolved, last)
    return NewGame(lesson.game, resolved.scenario.id, players=players, asks=True)


def _as_last_time(sides: Iterable[Side], last: Mapping[str, Any]) -> dict[str, str]:
    """Who played sides in the last game, as far as that makes sense."""
    given = last.get("players")
    players = given if isinstance(given, dict) else {}
    known = ((side.id, players.get(side.id)) for side in sides)
    return {
        side: player if player in FOR_PEOPLE else OPPONENT  # another was a computer player
        for side, player in known
        if isinstance(player, str)
    }


class WhoPlays:
    """Who is to play, chosen in two steps: the side of the person at this window, and the opponent.

    ``own`` is that side, empty for people on all of them; ``level`` plays the others.
    """

    def __init__(self, sides: tuple[Side, ...], players: Mapping[str, str]) -> None:
        self.sides = sides
        people = [side.id for side in sides if players.get(side.id, HUMAN) == HUMAN]
        others = [who for who in players.values() if who != HUMAN]
        self.own = people[0] if people and others else ""
        self.level = others[0] if others else OPPONENT

    @property
    def players(self) -> dict[str, str]:
        """Side id to the name of its player."""
        if not self.own:
            return {side.id: HUMAN for side in self.sides}
        return {side.id: HUMAN if side.id == self.own else self.level for side in self.sides}

    def play(self, side: str) -> None:
        """Take a side; empty for people on all."""
        self.own = side

    def choose_level(self, level: str) -> None:
        """Take who plays the others."""
        self.level = level


class SeatsDraft:
    """Who is to play the ``sides`` of a game that goes on; a player who plays one now may go on."""

    def __init__(self, sides: tuple[Side, ...], players: Mapping[str, str]) -> None:
        self.sides = sides
        self.players = {side.id: players.get(side.id, HUMAN) for side in sides}
        self._before = dict(self.players)
        self._offered = offered_players()

    def offered_to(self, side: str) -> tuple[str, ...]:
        """Who may play a side, by name."""
        return tuple(dict.fromkeys((*self._offered, self._before[side])))

    def choose_player(self, side: str, player: str) -> None:
        """Say who plays a side."""
        self.players[side] = player

    @property
    def changed(self) -> dict[str, str]:
        """The sides that get another player, with that player's name."""
        return {side: who for side, who in self.players.items() if who != self._before[side]}


def offered_players() -> tuple[str, ...]:
    """Who may play any side, by name."""
    installed = named.installed()
    return (*FOR_PEOPLE, *(installed if len(installed) <= MOST_INSTALLED else ()))


def _all(names: object) -> list[str]:
    """The texts of a list; none of anything else."""
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


# The games that there are, and the saves: read once, with a word on those that cannot be used.


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

    The amount of text in a game is a good guess at how long it takes to learn.
    """
    folders = games_in(shipped("games")) | games_in(user_games())
    return dict(sorted(folders.items(), key=lambda game: _size(game[1])))


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
    """A game that cannot be played; ``where`` is a sentence that says what is wrong, if known."""
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


_EASY, _MIDDLING = 14, 20
"""So many sections of rules at most."""
_LEARNING = ("easy to learn", "some rules to learn", "many rules to learn")
"""What that means for somebody who learns a game; the last is for games with more."""


def hardness(game: ShelvedGame) -> tuple[int, float]:
    """By what games are ordered, the easiest first: rules to learn, and time to play."""
    if game.definition is None:
        return len(_LEARNING), 0.0  # behind all others
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
    return f"{spoken(_minutes(game))}, {_LEARNING[_rules_to_learn(game)]}."


def _minutes(game: ResolvedGame) -> float:
    """How long a game takes, as :func:`effort` reckons it."""
    return game[SequenceOfPlay].turns * (2 + len(game[Units].counters) / 4)


def _rules_to_learn(game: ResolvedGame) -> int:
    """The place of a game in ``_LEARNING``."""
    return (len(game.sections) > _EASY) + (len(game.sections) > _MIDDLING)


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


def counted(number: int, singular: str, plural: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "turn"), counted(4, "turn"), counted(2, "hex", "hexes")
    ('1 turn', '4 turns', '2 hexes')
    """
    return f"{number} {singular if number == 1 else plural or singular + 's'}"


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


# Beginning a game, or going on with one: what a window does before the map can be seen.


Wanted = NewGame | LessonChoice | Path | SaveBeginning | SaveByRules
"""A game or a lesson that is to begin, the save of one that goes on, or a part of a save."""


class Opened(NamedTuple):
    """A game, and the function that draws its map."""

    session: Session
    painter: MapSheet


def opened(wanted: Wanted, hear: Heard) -> Opened:
    """Open what is wanted; ``hear`` is told how far that is.

    ValueError or OSError where it cannot be opened. A game that is no longer waited for leaves no
    save behind.
    """
    hear(0.0)
    session = _session(wanted, lambda share: hear(0.1 + 0.8 * share))
    try:
        hear(0.9)
        opening = Opened(session, painter_of_play(session.state.resolved))
        hear(1.0)
    except StoppedError:
        session.put_away()
        raise
    return opening


def _session(wanted: Wanted, hear: Heard) -> Session:
    """The session of a game, a lesson or a save; of a save it takes as long as it was played."""
    if isinstance(wanted, LessonChoice):
        game = hexwar.load_game(wanted.game)
        return LessonSession(game, lessons_of(game.catalog)[wanted.lesson])
    if isinstance(wanted, Path):
        return Session.load(wanted, hear=hear)
    if isinstance(wanted, SaveByRules):
        return Session.load(wanted.path, rules=wanted.rules, hear=hear)
    if isinstance(wanted, SaveBeginning):
        return Session.load(wanted.path, until=wanted.lines, hear=hear)
    return begin_session(
        wanted.game,
        wanted.scenario,
        wanted.options,
        wanted.edition,
        seed=wanted.seed,
        players=wanted.players,
    )
