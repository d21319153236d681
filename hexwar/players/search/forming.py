"""Plans of a movement phase from the rules: who can reach what counts, who can gather against whom.

They know no opinions of any player, and so they are there in games too in which its opinions are
wrong. Each says only where some units go; a policy moves the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple

from hexwar.engine import Action
from hexwar.engine.rules import Rules
from hexwar.players.goals import Goals
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.state import State
from hexwar.rules.units.rules import Forces

MANY = 30
"""Of more hexes that count than this no single one does."""

ENOUGH = 4
"""Against so many times the enemy's strength nobody else need be gathered."""


class Deployment(NamedTuple):
    """Moves to begin with, units that stay where they are then, and a hex to attack afterwards."""

    moves: tuple[Action, ...]
    staying: frozenset[str]
    target: str = ""
    idea: str = ""


class Deployments:
    """What a side (an index) can form in a movement phase of its own."""

    def __init__(self, thought: State, side: int, random: Random) -> None:
        self._state, self._side, self._random = thought, side, random
        rules = thought.rules
        self._frame, self._board = rules.frame, rules.frame.board
        movement = rules[MovementRules]
        self._values = movement.values
        self._mine = [unit for unit in rules[Forces].of_side[side] if thought.cells[unit]]
        self._reach = {
            unit: mask for unit in self._mine if (mask := movement.reach_mask(thought, unit))
        }
        self._wanted = wanted(rules)
        self._held = self._sole_holders()

    def _sole_holders(self) -> frozenset[int]:
        """Units that hold a hex that counts alone."""
        cells = self._state.cells
        found: dict[int, list[int]] = {}
        for unit in self._mine:
            if self._wanted >> cells[unit] & 1:
                found.setdefault(cells[unit], []).append(unit)
        return frozenset(units[0] for units in found.values() if len(units) == 1)

    def all(self) -> list[Deployment]:
        """All there are, the most promising kinds in turn."""
        kinds = [list(self.holding()), list(self.grabbing()), list(self.gathering())]
        for kind in kinds[1:]:
            self._random.shuffle(kind)
        found: list[Deployment] = []
        while any(kinds):
            found += [kind.pop(0) for kind in kinds if kind]
        return found

    def holding(self) -> Iterator[Deployment]:
        """Nobody leaves what counts."""
        if self._held:
            yield Deployment((), self._names(self._held), idea="hold")

    def grabbing(self) -> Iterator[Deployment]:
        """Hexes that count are entered: all in reach at once, then one by one."""
        mine = self._state.occupied[self._side]
        free = [
            cell
            for cell in self._board.cells(self._wanted & ~mine)
            if any(mask >> cell & 1 for mask in self._reach.values())
        ]
        if len(free) > 1:
            moves, taken = [], set(self._held)
            for cell in self._random.sample(free, len(free)):
                unit = self._who_enters(cell, taken)
                if unit is not None:
                    taken.add(unit)
                    moves.append(self._move(unit, cell))
            yield Deployment(tuple(moves), self._names(frozenset(taken)), idea="grab")
        for cell in free:
            unit = self._who_enters(cell, self._held)
            if unit is not None:
                staying = self._names(self._held | {unit})
                yield Deployment((self._move(unit, cell),), staying, idea="grab")

    def _who_enters(self, cell: int, taken: frozenset[int] | set[int]) -> int | None:
        """Who could enter a hex: mostly the strongest to hold it, at times anybody."""
        able = [u for u, mask in self._reach.items() if mask >> cell & 1 and u not in taken]
        if not able:
            return None
        if self._random.random() < 0.3:
            return self._random.choice(able)
        return max(able, key=lambda unit: (self._values.defense(self._state, unit), -unit))

    def gathering(self) -> Iterator[Deployment]:
        """As many as are needed come beside an enemy, those first who strike hardest."""
        for target in self._board.cells(self._state.enemies_of(self._side)):
            around = self._board.adjacent[target]
            if any(mask & around for mask in self._reach.values()):
                form = self._gathered(target, around)
                if form is not None:
                    yield form

    def _gathered(self, target: int, around: int) -> Deployment | None:
        state, values = self._state, self._values
        foes = [unit for unit, cell in enumerate(state.cells) if cell == target]
        enough = ENOUGH * float(values.total_defense(state, foes))
        there = [unit for unit in self._mine if around >> state.cells[unit] & 1]
        strength = float(values.total_attack(state, there)) if there else 0.0
        able = [
            unit
            for unit, mask in self._reach.items()
            if mask & around and unit not in there and unit not in self._held
        ]
        able.sort(key=lambda unit: (-values.attack(state, unit), unit))
        moves, came, twin = [], list(there), state.clone()
        for unit in able:
            if strength >= enough or not self._decides(twin):
                break
            moved = self._beside(twin, unit, around)
            if moved is not None:
                moves.append(moved)
                came.append(unit)
                strength += float(values.attack(state, unit))
        if not came:
            return None
        staying = self._names(self._held | set(came))
        return Deployment(tuple(moves), staying, self._board.number[target], "gather")

    def _decides(self, state: State) -> bool:
        """Whether the side still forms its units."""
        return forms_here(state) is not None and state.agenda[-1].side(state) == self._side

    def _beside(self, twin: State, unit: int, around: int) -> Action | None:
        """A move of a unit to one of some hexes, made on ``twin``."""
        cells = self._board.cells(self._reach[unit] & around)
        self._random.shuffle(cells)
        for cell in cells:
            action = self._move(unit, cell)
            if twin.explain(action) is None:
                twin.apply(action, events=False)
                return action
        return None

    def _move(self, unit: int, cell: int) -> Action:
        return Action("move", (self._frame.unit_ids[unit],), (self._board.number[cell],))

    def _names(self, units: frozenset[int] | set[int]) -> frozenset[str]:
        return frozenset(self._frame.unit_ids[unit] for unit in units)


FORMS = {"movement": Deployments}
"""In which kinds of decision units can be formed."""


def forms_here(state: State) -> type[Deployments] | None:
    """What forms units where nothing else is asked; ``None`` where they cannot be formed."""
    return None if state.is_over else FORMS.get(state.agenda[-1].kind)


@lru_cache(maxsize=32)
def wanted(rules: Rules) -> int:
    """Mask of the hexes that a side is to hold by ``victory`` and ``points``."""
    board, found = rules.frame.board, 0
    for cells in Goals(rules.frame.resolved).hexes.values():
        if len(cells) <= MANY:
            for cell in cells:
                found |= board.bit[cell]
    return found
