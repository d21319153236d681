"""Tables of one game that a player looks things up in: made once, shared by all its states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from heapq import heappop, heappush

from hexwar.engine.rules import Rules
from hexwar.players.goals import Goals
from hexwar.rules.combat.battle import BattleRules
from hexwar.rules.combat.kinds import rules_of
from hexwar.rules.combat.odds import BELOW
from hexwar.rules.combat.parties import Engagement
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.language.dice import chances_of_totals
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.state import State
from hexwar.rules.units.rules import Forces

NEAR = 0.8
"""How much of a unit's weight reaches one more move away."""


@dataclass(frozen=True, slots=True)
class Prospect:
    """What a column of the combat results table promises, as chances.

    ``hit``: a defender is eliminated; ``driven``: the defenders leave the hex alive;
    ``lost``: an attacker is eliminated; ``repelled``: the attackers must retreat.
    """

    hit: float
    driven: float
    lost: float
    repelled: float


class Battlefield:
    """What never changes while a game is played: goals, distances, what the table promises."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.goals = Goals(rules.frame.resolved)
        self.places = tuple((s, cell) for s, cells in self.goals.hexes.items() for cell in cells)
        self.objectives = tuple(sorted({cell for _, cell in self.places}))
        self.passable = tuple(costs.passable for costs in rules[MovementRules].costs)
        # Per objective and unit: cell to the weight that the unit has there.
        self.weight = {cell: self._weights(cell) for cell in self.objectives}
        self._prospects: dict[tuple[str, int, int, frozenset[tuple[str, int]]], Prospect] = {}

    def _weights(self, goal: int) -> tuple[dict[int, float], ...]:
        """For every unit: how much it counts at ``goal`` from each cell, 1 when it is there."""
        movement = self.rules[MovementRules]
        by_kind: dict[tuple[str, int], dict[int, float]] = {}
        found = []
        for unit in range(len(self.rules.frame.unit_ids)):
            allowance = movement.values.most_movement(unit)
            kind = (self.rules[Forces].movement_class[unit], allowance)
            if kind not in by_kind:
                by_kind[kind] = self.weights_to(goal, unit)
            found.append(by_kind[kind])
        return tuple(found)

    def weights_to(self, goal: int, unit: int) -> dict[int, float]:
        """How much a unit counts at ``goal`` from each cell, 1 when it is there."""
        allowance = max(self.rules[MovementRules].values.most_movement(unit), 1)
        costs = self._costs_to(goal, unit)
        return {cell: NEAR ** (cost / allowance) for cell, cost in costs.items()}

    def _costs_to(self, goal: int, unit: int) -> dict[int, int]:
        """Movement points from each cell to ``goal``, nobody in the way."""
        board, costs = self.rules.frame.board, self.rules[MovementRules].costs[unit]
        found: dict[int, int] = {}
        queue = [(0, goal)]
        while queue:
            spent, cell = heappop(queue)
            if cell in found:
                continue
            found[cell] = spent
            for near in board.neighbours[cell]:
                step = costs.cost(near, cell) if near and near not in found else None
                if step is not None:
                    heappush(queue, (spent + step, near))
        return found

    def prospect(
        self,
        state: State,
        attackers: Sequence[int],
        defenders: tuple[int, ...],
        cell: int,
        cells: list[int],
    ) -> Prospect | None:
        """What an attack promises if the units of ``state`` stood in ``cells``.

        ``None`` when the rules forbid it at these odds.
        """
        battles = self.rules.find(BattleRules)
        if battles is None or not attackers:
            return None
        combat = battles.combat
        if len(attackers) > combat.most_attackers:
            return None
        odds = combat.odds.reckon(state, attackers, defenders, cell, cells)
        if odds.column is None or odds.column == BELOW:
            return None
        kind = battles.kind(state, Engagement((cell,), tuple(attackers), defenders), overrun=False)
        combat = rules_of(state, kind)[CombatRules] if kind else combat
        spared = self._spared(state, combat, attackers, defenders)
        key = (kind, odds.column, odds.roll, spared)
        found = self._prospects.get(key)
        if found is None:
            found = self._prospects[key] = _prospect(combat, odds.column, odds.roll, spared)
        return found

    def _spared(
        self,
        state: State,
        combat: CombatRules,
        attackers: Sequence[int],
        defenders: Sequence[int],
    ) -> frozenset[tuple[str, int]]:
        """The steps of results, by code and place, that mean nobody who fights."""
        selectors, side = self.rules[Selectors], self.rules[Forces].side[attackers[0]]
        found = set()
        for code, result in combat.section.results.items():
            for place, effect in enumerate(result.effects):
                if effect.only is not None:
                    units = attackers if effect.who == "attacker" else defenders
                    meant = selectors.mask(effect.only, side)(state)
                    if not any(meant >> unit & 1 for unit in units):
                        found.add((code, place))
        return frozenset(found)


def _prospect(
    combat: CombatRules, column: int, roll: int, spared: frozenset[tuple[str, int]]
) -> Prospect:
    hit = driven = lost = repelled = 0.0
    for total, chance in chances_of_totals(combat.section.dice).items():
        code = combat.code(column, total, roll)
        effects = enumerate(combat.section.results[code].effects)
        did = {(step.verb, step.who) for place, step in effects if (code, place) not in spared}
        share = float(chance)
        if ("exchange", "defender") in did:
            hit += share
            lost += share
        elif ("eliminate", "defender") in did:
            hit += share
        elif ("retreat", "defender") in did:
            driven += share
        if ("eliminate", "attacker") in did:
            lost += share
        elif ("retreat", "attacker") in did:
            repelled += share
    return Prospect(hit, driven, lost, repelled)


@lru_cache(maxsize=8)
def battlefield_of(rules: Rules) -> Battlefield:
    """The tables of a game."""
    return Battlefield(rules)
