"""What is chosen for the next game: scenario, options, edition, and who plays which side.

The scenario comes first: it decides which options and editions there are, and these which sides.
What was chosen for the last game is proposed again, as far as it still exists.
:class:`NewGameDraft` is all of a choice in the making; :class:`WhoPlays` and :class:`SeatsDraft`
choose players alone, in the briefing and in the middle of a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from hexwar.definition import Definition
from hexwar.definition.choices import applies
from hexwar.definition.model import Catalog, ResolvedGame
from hexwar.players import FOR_PEOPLE, named
from hexwar.records import HUMAN
from hexwar.records.lesson import LessonSession
from hexwar.records.session import OPPONENT, Players
from hexwar.rules.game import Game
from hexwar.rules.sides.section import Side, Sides

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
    players_given = last.get("players")
    players = players_given if isinstance(players_given, dict) else {}
    player_of = ((side.id, players.get(side.id)) for side in sides)
    return {
        side: player if player in FOR_PEOPLE else OPPONENT  # another was a computer player
        for side, player in player_of
        if isinstance(player, str)
    }


class WhoPlays:
    """Who is to play, chosen in two steps: the side of the person at this window, and the opponent.

    ``own`` is that side, empty for people on all of them; ``level`` plays the others.
    """

    def __init__(self, sides: tuple[Side, ...], players: Mapping[str, str]) -> None:
        self.sides = sides
        people = [side.id for side in sides if players.get(side.id, HUMAN) == HUMAN]
        computers = [who for who in players.values() if who != HUMAN]
        self.own = people[0] if people and computers else ""
        self.level = computers[0] if computers else OPPONENT

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
