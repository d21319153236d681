"""What is played: a game's scenario with some of its options and an edition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice

import hexwar
from hexwar.definition.choices import GameChoice, every_pair, every_selection
from hexwar.definition.loading import Definition
from hexwar.definition.tree import MappingNode
from hexwar.players.matches import loaded

MOST_SETTINGS = 200
"""So many settings of one game are played: of many options not every pair is."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A choice of a game, which is read once in each process. ``source`` names the game."""

    source: str
    scenario: str
    options: tuple[str, ...] = ()
    edition: str = ""

    @property
    def game(self) -> hexwar.Game:
        """The game with its rules."""
        return loaded(self.source)

    @property
    def title(self) -> str:
        """Game, scenario, options and edition by their ids."""
        chosen = (self.scenario, *self.options, *([self.edition] if self.edition else ()))
        return " + ".join((self.game.catalog.header.id, *chosen))

    @property
    def tree(self) -> MappingNode:
        """What the files say of it, with its patches laid over: every value with its place."""
        definition = self.game.definition
        if not isinstance(definition, Definition):
            raise TypeError(f"{self.source} was not read from files")
        return definition.tree(self.scenario, self.options, self.edition or None)

    def start(self, seed: str) -> hexwar.State:
        """The game as it begins with a seed."""
        return self.game.start(self.scenario, self.options, seed, edition=self.edition or None)


def settings_of(source: str) -> list[Setting]:
    """What ``hexwar check`` looks at, in its order: every scenario with its options crossed, or
    alone, in pairs and all together; then with every edition.
    """
    catalog = loaded(source).catalog
    return [
        *islice(
            _settings(source, chain(every_selection(catalog), every_pair(catalog))), MOST_SETTINGS
        )
    ]


def _settings(source: str, choices: Iterable[GameChoice]) -> Iterator[Setting]:
    for choice in choices:
        yield Setting(source, choice.scenario, choice.options, choice.edition)
