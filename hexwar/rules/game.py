"""A loaded game with its rules.

What a caller of `load_game` holds. The rules are compiled scenario by scenario, when a state is
started; the map and the units here are those of all choices laid over each other, for callers that
look at a game without playing it.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType

from hexwar.definition.checks import Examined, Subject
from hexwar.definition.choices import every_selection
from hexwar.definition.diagnostics import DefinitionError
from hexwar.definition.model import ResolvedGame
from hexwar.engine import game as kernel
from hexwar.engine.game import Resolver
from hexwar.hexmap import HexMap
from hexwar.rules.compiled import compile_rules
from hexwar.rules.sides.section import Side, Sides
from hexwar.rules.state import State
from hexwar.rules.terrain.rules import TerrainRules
from hexwar.rules.units.section import Unit, Units


class Game(kernel.PlayableGame[State]):
    """A game ready to be started. Made by :func:`hexwar.load_game`.

    ``map`` and ``units`` hold all that any of its scenarios, variants, options and editions has;
    where these differ, the first counts. ``State.resolved`` has those that a state is played with.
    """

    def __init__(self, definition: Resolver) -> None:
        super().__init__(definition, compile_rules, State)

    @cached_property
    def map(self) -> HexMap:
        """The board; the edges of its graph have the costs of movement of the first choice."""
        board = HexMap.together([game.map for game in self._every_game])
        return board.with_costs(self._step_costs)

    @cached_property
    def units(self) -> Mapping[str, Unit]:
        """Every counter by id, in the order of the units file."""
        counters: dict[str, Unit] = {}
        for game in self._every_game:
            counters = counters | {
                unit: counters.get(unit, seen) for unit, seen in game[Units].counters.items()
            }
        return MappingProxyType(counters)

    @cached_property
    def sides(self) -> Mapping[str, Side]:
        """Every side by id, in the order of the files."""
        sides: dict[str, Side] = {}
        for game in self._every_game:
            sides = {**{side.id: side for side in game[Sides].all}, **sides}
        return MappingProxyType(sides)

    @cached_property
    def _every_game(self) -> list[ResolvedGame]:
        """What the choices make of the game, the first choice first."""
        games = [self.definition.resolve()]
        for chosen in every_selection(self.catalog):
            # What is wrong with a combination is reported when a caller wants to play it.
            with suppress(DefinitionError):
                edition = chosen.edition or None
                games.append(self.definition.resolve(chosen.scenario, chosen.options, edition))
        return games

    def _step_costs(self, number: str, neighbor: str) -> Mapping[str, Fraction | None]:
        """What a step costs each class, in the first game whose map has both hexes."""
        for game in self._every_game:
            if number in game.map and neighbor in game.map:
                rules = self.ruleset(game.scenario.id, game.options, game.edition or None)
                terrain, cell = rules.base[TerrainRules], rules.frame.board.cell
                costs = {n: c.cost(cell[number], cell[neighbor]) for n, c in terrain.costs.items()}
                return {
                    n: None if cost is None else terrain.points(cost) for n, cost in costs.items()
                }
        return {}


def examined(subject: Subject) -> Game:
    """The game under examination, for checks that play it."""
    return Game(Examined(subject.catalog, subject.game))
