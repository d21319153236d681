"""What the page calls things: by title where the game is here as it was played, else by id.

Results name games by id and digest. Where the game that is found by this id has another digest by
now its titles could mislead, so ids are shown.
"""

from __future__ import annotations

from contextlib import suppress

from hexwar.definition.diagnostics import ChoiceError, DefinitionError
from hexwar.definition.locations import UnknownGameError
from hexwar.definition.model import ResolvedGame
from hexwar.players import called
from hexwar.players.matches import loaded
from hexwar.players.rows import Question
from hexwar.rules.sides.section import Sides
from hexwar.rules.units.section import Units


class Names:
    """The names of what one question is about.

    ``game`` is the game as it was chosen, None where it is not here or its rules are others now.
    """

    def __init__(self, asked: Question, source: str) -> None:
        self.asked = asked
        self.game: ResolvedGame | None = None
        with suppress(UnknownGameError, ChoiceError, DefinitionError, ValueError):
            ruleset = loaded(source).ruleset(asked.scenario, asked.options, asked.edition or None)
            # Names of other rules could be wrong: then ids are told.
            if ruleset.frame.resolved.digest == asked.digest:
                self.game = ruleset.frame.resolved
        self._catalog = loaded(source).catalog if self.game is not None else None

    @property
    def title(self) -> str:
        """The game."""
        return self.asked.game if self._catalog is None else self._catalog.header.title

    @property
    def setting(self) -> str:
        """Scenario, options and edition."""
        asked, catalog = self.asked, self._catalog
        if catalog is None:
            return ", ".join((asked.scenario, *asked.options))
        parts = [catalog.scenarios[asked.scenario].title]
        parts += [catalog.options[option].title for option in asked.options]
        if len(catalog.editions) > 1 and asked.edition != next(iter(catalog.editions)):
            parts.append(catalog.editions[asked.edition].title)
        return " + ".join(parts)

    @property
    def playing(self) -> str:
        """Who plays: one name where all sides are played alike."""
        players = list(dict.fromkeys(called(name) for _, name in self.asked.players))
        if len(players) == 1:
            return players[0]
        return ", ".join(f"{self.side(side)} {called(name)}" for side, name in self.asked.players)

    def side(self, side: str | None) -> str:
        """A side."""
        if side is None:
            return "nobody"
        if self.game is None:
            return side
        return next((listed.name for listed in self.game[Sides].all if listed.id == side), side)

    def hex(self, number: str) -> str:
        """A hex with the name of a place in it."""
        if self.game is None or number not in self.game.map:
            return number
        return (
            f"{number} {next(filter(None, self.game.map.features(number).values()), '')}".rstrip()
        )

    def unit(self, unit: str) -> str:
        """A unit with its side and, where it says more than the id, its name."""
        counters = self.game[Units].counters if self.game is not None else {}
        if unit not in counters:
            return unit
        counter = counters[unit]
        words = counter.name.casefold().split()
        name = counter.name if unit.casefold() in words else f"{unit} {counter.name}".rstrip()
        return f"{name} ({self.side(counter.side)})"

    def rule(self, number: str) -> str:
        """The heading of a rule."""
        rules = self.game.rulebook.rules if self.game is not None else {}
        return rules[number][0] if number in rules else ""

    def unheard(self, numbers: set[str]) -> list[str]:
        """Rules of the rulebook that no event told of; none of its chapters."""
        rules = self.game.rulebook.rules if self.game is not None else {}
        # A chapter is a number that others stand under.
        chapters = {number.rpartition(".")[0] for number in rules}
        return [number for number in rules if number not in numbers | chapters]
