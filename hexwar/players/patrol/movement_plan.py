"""Where all the units of a side should go in one movement phase.

Units are useful together: two beside an enemy are worth more than twice one. So whole arrangements
are compared. Several beginnings (stay, rush to the objectives, gather round an enemy) are improved
by letting one unit after the other choose the best place, given where the others go.
"""

from __future__ import annotations

from random import Random

from hexwar.players.battlefield import Battlefield
from hexwar.players.decider import Effort
from hexwar.players.patrol.outlook import Outlook
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.stacking.rules import StackingRules
from hexwar.rules.state import State

CHOICES = 18
"""So many places are compared for a unit; the others in its reach are left out."""

LEAST = 4
"""Never fewer than so many: with three a player loses two games of three against one with all."""

IMPROVED = 2
"""So many beginnings, the best, are improved."""

SWEEPS = 3
NOISE = 1e-6
"""Less than any difference that matters: it decides between equals."""


class MovementPlan:
    """The search for an arrangement; :meth:`best` answers with cells, unit by unit."""

    def __init__(
        self,
        field: Battlefield,
        outlook: Outlook,
        state: State,
        side: int,
        random: Random,
        effort: Effort,
    ) -> None:
        self._field = field
        self._effort = effort
        self._outlook = outlook
        self._random = random
        self._side = side
        self._cells = state.cells[:]
        self._values: dict[tuple[int, ...], float] = {}
        movement = field.rules[MovementRules]
        self._reach = {
            unit: mask
            for unit in movement.forces.of_side[side]
            if state.cells[unit] and (mask := movement.reach_mask(state, unit))
        }
        self._enemies = [
            cell
            for unit, cell in enumerate(state.cells)
            if cell and movement.forces.side[unit] in state.frame.foes[side]
        ]
        self._choices = {unit: self._choices_of(unit) for unit in self._reach}

    def best(self) -> dict[int, int]:
        """The cell to move to, for every unit that should move."""
        if not self._choices:
            return {}
        begun = sorted(self._beginnings(), key=self._value, reverse=True)
        begun = begun[: self._effort.of(IMPROVED)]
        arranged = max((self._improved(cells) for cells in begun), key=self._value)
        return {u: arranged[u] for u in self._choices if arranged[u] != self._cells[u]}

    def _value(self, cells: list[int]) -> float:
        key = tuple(cells)
        value = self._values.get(key)
        if value is None:
            value = self._values[key] = self._outlook.value(cells) + NOISE * self._random.random()
        return value

    # -- places -----------------------------------------------------------------------------

    def _choices_of(self, unit: int) -> list[int]:
        """The places worth comparing: objectives, hexes beside enemies, the nearest to a goal."""
        board, field = self._field.rules.frame.board, self._field
        reach = self._reach[unit]
        wanted = 0
        for cell in field.objectives:
            wanted |= board.bit[cell]
        beside = 0
        for cell in self._enemies:
            beside |= board.adjacent[cell]
        around = board.expand(wanted) | board.expand(beside)
        places = board.cells(reach)
        most = self._effort.of(CHOICES, LEAST)
        if len(places) > most:
            ranks = {
                cell: (
                    4.0 * (wanted >> cell & 1)
                    + 2.0 * (beside >> cell & 1)
                    + 0.6 * (around >> cell & 1)
                    + self._pull(unit, cell)
                    + 0.3 * self._random.random()
                )
                for cell in places
            }
            places = sorted(places, key=ranks.__getitem__, reverse=True)[:most]
        return [self._cells[unit], *places]

    def _pull(self, unit: int, cell: int) -> float:
        return max(
            (weight[unit].get(cell, 0.0) for weight in self._field.weight.values()), default=0.0
        )

    # -- beginnings ----------------------------------------------------------------------------

    def _beginnings(self) -> list[list[int]]:
        begun = [self._cells[:], self._rushing()]
        begun += [self._gathered(cell) for cell in dict.fromkeys(self._enemies)]
        begun += [self._gathered(cell) for cell in self._field.objectives]
        return begun

    def _rushing(self) -> list[int]:
        """Everybody as near to the objectives as they come."""
        cells = self._cells[:]
        for unit, choices in self._choices.items():
            for cell in sorted(choices, key=lambda cell: -self._pull(unit, cell)):
                if self._has_room(cells, unit, cell):
                    cells[unit] = cell
                    break
        return cells

    def _gathered(self, goal: int) -> list[int]:
        """As many as possible in a hex or beside it."""
        board = self._field.rules.frame.board
        cells = self._cells[:]
        near = board.adjacent[goal] | board.bit[goal]
        for unit, choices in self._choices.items():
            if near >> cells[unit] & 1:
                continue
            open_ = [c for c in choices if near >> c & 1 and self._has_room(cells, unit, c)]
            if open_:
                cells[unit] = open_[int(self._random.random() * len(open_))]
        return cells

    def _has_room(self, cells: list[int], unit: int, cell: int) -> bool:
        rules = self._field.rules
        limit = rules[StackingRules].limits[rules.frame.unit_side[unit]]
        return cells[unit] == cell or cells.count(cell) < limit

    # -- improving ------------------------------------------------------------------------------

    def _improved(self, cells: list[int]) -> list[int]:
        """Let one unit after the other choose, until nobody finds anything better."""
        cells = cells[:]
        value = self._value(cells)
        units = list(self._choices)
        settled = 0
        for _ in range(self._effort.of(SWEEPS)):
            self._random.shuffle(units)
            for unit in units:
                stood, best = cells[unit], cells[unit]
                for cell in self._choices[unit]:
                    if cell == stood or not self._has_room(cells, unit, cell):
                        continue
                    cells[unit] = cell
                    there = self._value(cells)
                    cells[unit] = stood
                    if there > value:
                        value, best = there, cell
                cells[unit] = best
                settled = 0 if best != stood else settled + 1
                if settled >= len(units):
                    return cells
        return cells
