"""A loaded game with its rules."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from hexwar.engine import game as kernel
from hexwar.engine.game import Definition
from hexwar.engine.rules import Scopes
from hexwar.rules.compiled import compile_rules
from hexwar.rules.state import State
from hexwar.rules.terrain.rules import TerrainRules


class Game(kernel.Game[State]):
    """A game ready to be started. Made by :func:`hexwar.load_game`."""

    def __init__(self, definition: Definition) -> None:
        super().__init__(definition, compile_rules, State)

    def _costs(self, rules: Scopes, number: str, neighbor: str) -> Mapping[str, Fraction | None]:
        terrain, cell = rules.base[TerrainRules], rules.frame.board.cell
        costs = {n: c.cost(cell[number], cell[neighbor]) for n, c in terrain.costs.items()}
        return {n: None if cost is None else terrain.points(cost) for n, cost in costs.items()}
