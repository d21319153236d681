"""Section ``supply``: traces to a source, and what it is to have none."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import islice
from operator import and_, or_
from typing import NamedTuple

from hexwar.engine.position import bits
from hexwar.engine.slot import Slot
from hexwar.engine.state import State
from hexwar.hexmap import HexMap
from hexwar.rules.losses.rules import StepLossRules
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.states.rules import StateRules
from hexwar.rules.supply.section import Supply
from hexwar.rules.units.values import OUT_OF_SUPPLY


class WornDown(NamedTuple):
    """Masks of the units without supply in one, two, three ... supply phases in a row."""

    phases: tuple[int, ...] = ()

    def without(self, units: int) -> WornDown:
        """The record without these units."""
        return WornDown(tuple(mask & ~units for mask in self.phases))


WORN_DOWN = Slot("supply", WornDown(), lasts="game")


class SupplyRules:
    """Traces through hexes that the units could enter, past the enemy.

    A line goes from a unit to a *trunk*: the sources, and the paths that lead to them if the game
    lets lines follow any. Only its hexes before the trunk are counted.

    A unit keeps the status that its owner's latest supply phase gave it: those without bear the
    mark ``out_of_supply``.
    """

    __slots__ = (
        "_attrition",
        "_away",
        "_entered_from",
        "_most",
        "_movement",
        "_paths",
        "_sources",
        "_states",
        "_steps",
        "cite",
    )

    def __init__(
        self,
        section: Supply,
        hexmap: HexMap,
        movement: MovementRules,
        steps: StepLossRules,
        states: StateRules | None,
    ) -> None:
        self._attrition = section.attrition
        self.cite = section.cite
        self._movement = movement
        self._steps = steps
        self._states = states if states and states.bars("trace") else None
        board, forces = movement.board, movement.forces
        named = (section.sources.get(side, ()) for side in forces.side_ids)
        self._sources = tuple(board.mask(hexmap.listed(places)) for places in named)
        trace = section.trace
        self._most = None if trace is None else trace.hexes
        along = frozenset() if trace is None else frozenset(trace.along)
        self._entered_from = _backwards(movement)
        self._paths = [0] * len(board.number)
        for a, b in (pair for pair, kinds in hexmap.paths.items() if kinds & along):
            self._paths[board.cell[a]] |= board.bit[board.cell[b]]
            self._paths[board.cell[b]] |= board.bit[board.cell[a]]
        # Filled when somebody first retreats; the map and the sources never change.
        self._away: dict[tuple[int, str], tuple[list[int], ...]] = {}

    def nearer(self, unit: int, cell: int, mask: int) -> int:
        """Those hexes of a mask from which one of a side's sources is nearer than from ``cell``.

        Counted in hexes that the unit can go through; the enemy, who comes and goes, is not asked.
        """
        forces = self._movement.forces
        toward = self._toward(forces.side[unit], forces.movement_class[unit])
        return sum(1 << to for to in bits(mask) if any(away[to] < away[cell] for away in toward))

    def _toward(self, side: int, movement_class: str) -> tuple[list[int], ...]:
        """By source and cell: hexes to go to the source; sources side by side are one."""
        found = self._away.get((side, movement_class))
        if found is None:
            board, left, sources = self._movement.board, self._sources[side], []
            while left:
                source, grown = 0, left & -left
                while source != grown:
                    source, grown = grown, (grown | board.expand(grown)) & left
                sources.append(self._distances(source, movement_class))
                left &= ~source
            found = self._away[side, movement_class] = tuple(sources)
        return found

    def _distances(self, source: int, movement_class: str) -> list[int]:
        """By cell: hexes to the nearest of a source's hexes, out of reach a large number."""
        far = len(self._movement.board.number)
        away, entered_from = [far] * far, self._entered_from[movement_class]
        fresh, gone, steps = source, 0, 0
        while fresh:
            grown = 0
            for cell in bits(fresh):
                away[cell] = steps
                grown |= entered_from[cell]
            gone |= fresh
            fresh = grown & ~gone
            steps += 1
        return away

    def supplied(self, state: State, side: int, movement_class: str) -> int:
        """Mask of the hexes from which a supply line of a class of units reaches a source."""
        _, rings = self._lines(state, side, movement_class)
        return reduce(or_, rings, 0)

    def trace(self, state: State, unit: int) -> tuple[int, ...]:
        """The cells of one of a unit's shortest supply lines, its own first; empty for none."""
        forces = self._movement.forces
        if self._states and self._states.barred(state, "trace") >> unit & 1:
            return ()
        name, cell = forces.movement_class[unit], state.cells[unit]
        trunk, away = self._lines(state, forces.side[unit], name)
        rings: list[int] = []
        for ring in away:
            rings.append(ring)
            if ring >> cell & 1:
                break
        else:
            return ()
        line, steps = [cell], self._movement.terrain.steps_from(name)
        for ring in reversed(rings[:-1]):
            line.append(next(bits(steps[line[-1]] & ring)))
        reached = next(index for index, ring in enumerate(trunk) if ring >> line[-1] & 1)
        for ring in reversed(trunk[:reached]):
            line.append(next(bits(steps[line[-1]] & self._paths[line[-1]] & ring)))
        return tuple(line)

    def _lines(
        self, state: State, side: int, movement_class: str
    ) -> tuple[list[int], Iterator[int]]:
        """Masks of the hexes 0, 1, 2 ... steps from a source: along paths, then away from these."""
        zones = self._movement.zones
        closed = state.enemies_of(side)
        if "supply" in zones.blocks:
            zone = zones.enemy_zone(state, side)
            closed |= zone & ~state.occupied[side] if "supply" in zones.negated else zone
        entered_from = self._entered_from[movement_class]
        trunk = [self._sources[side] & ~closed]
        if any(self._paths):
            along = list(map(and_, entered_from, self._paths))
            trunk = list(_rings(trunk[0], along, closed))
        rings = _rings(reduce(or_, trunk, 0), entered_from, closed)
        return trunk, rings if self._most is None else islice(rings, self._most + 1)

    def check(self, state: State, side: int) -> None:
        """Mark the units of a side that cannot trace, and clear the marks of those that can."""
        forces = self._movement.forces
        classes = {forces.movement_class[unit] for unit in forces.of_side[side]}
        supplied = {name: self.supplied(state, side, name) for name in classes}
        before = state.marks.get(OUT_OF_SUPPLY, 0)
        barred = self._states.barred(state, "trace") if self._states else 0
        without = sum(
            1 << unit
            for unit in forces.of_side[side]
            if (cell := state.cells[unit])
            and (barred >> unit & 1 or not supplied[forces.movement_class[unit]] >> cell & 1)
        )
        state.mark(OUT_OF_SUPPLY, before & ~forces.mask_of_side[side] | without)
        self._tell(state, without & ~before, before & forces.mask_of_side[side] & ~without)
        self._wear_down(state, side, without)

    def _tell(self, state: State, lost: int, regained: int) -> None:
        if state.events is None:
            return
        names = self._movement.forces.named
        rule = self.cite.get("trace", "")
        if lost:
            text = f"Out of supply: {', '.join(names(lost))}."
            state.tell("out_of_supply", rule, text, units=names(lost))
        if regained:
            text = f"In supply again: {', '.join(names(regained))}."
            state.tell("in_supply", rule, text, units=names(regained))

    def _wear_down(self, state: State, side: int, without: int) -> None:
        """Count supply phases without supply; from a certain one on, steps are lost."""
        attrition = self._attrition
        if attrition is None:
            return
        mine = self._movement.forces.mask_of_side[side]
        worn, phases = without, []
        for earlier in state.memory[WORN_DOWN].phases or (0,) * attrition.after:
            phases.append(earlier & ~mine | worn)
            worn &= earlier
        state.remember(WORN_DOWN, WornDown(tuple(phases)))
        suffering = phases[-1] & without
        for unit in bits(suffering):
            for _ in range(attrition.steps):
                if state.cells[unit]:
                    self._steps.take_step(state, unit)


def _rings(fresh: int, entered_from: list[int], closed: int) -> Iterator[int]:
    """Masks of the hexes 0, 1, 2 ... steps away from some that nothing cuts off."""
    reached = fresh
    while fresh:
        yield fresh
        grown = 0
        for cell in bits(fresh):
            grown |= entered_from[cell]
        fresh = grown & ~closed & ~reached
        reached |= fresh


def _backwards(movement: MovementRules) -> dict[str, list[int]]:
    """By movement class and cell: mask of the neighbours from which the cell can be entered."""
    board = movement.board
    found = {}
    for name in set(movement.forces.movement_class):
        steps = movement.terrain.steps_from(name)
        entered_from = [0] * len(board.number)
        for cell, mask in enumerate(steps):
            for to in bits(mask):
                entered_from[to] |= board.bit[cell]
        found[name] = entered_from
    return found
