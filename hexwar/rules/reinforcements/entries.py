"""Where a unit of a group may enter now, for how much, and why nowhere else."""

from __future__ import annotations

from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.violation import Violation
from hexwar.rules.language.wording import either, in_words
from hexwar.rules.movement.making_room import stops_that_can_clear
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.reinforcements.groups import ENTERING, CompiledGroup


class EntryRules:
    """The hexes of a group's area that are open to its units."""

    __slots__ = ("_movement",)

    def __init__(self, movement: MovementRules) -> None:
        self._movement = movement

    def hexes(self, state: Position, group: CompiledGroup, unit: int) -> int:
        """Mask of the hexes of the group's area that the unit may enter now."""
        key = "enter", group.index, unit  # asked for what is owed, and for what may be done
        found: int | None = state.near.get(key)
        if found is None:
            found = state.near[key] = self._hexes_now(state, group, unit)
        return found

    def _hexes_now(self, state: Position, group: CompiledGroup, unit: int) -> int:
        movement = self._movement
        passage = movement.passage(state, unit)
        hexes = self._area(state, group) & movement.costs[unit].passable & ~passage.taken
        if group.section.entry.into_zone == "forbidden":
            hexes &= ~passage.zone
        hexes &= ~self._without_room(state, group, unit, hexes)
        allowance = movement.values.allowance(state, unit)
        return sum(
            movement.board.bit[cell]
            for cell in movement.board.cells(hexes)
            if (cost := self.cost(state, group, unit, cell)) is not None and cost <= allowance
        )

    def _without_room(self, state: Position, group: CompiledGroup, unit: int, hexes: int) -> int:
        """Mask of those hexes that are too full to enter, and nobody there who makes room."""
        movement = self._movement
        full = hexes & movement.stacking.full(state, unit)
        if movement.has_moved(state, unit):  # it has been sent back before
            return full
        if group.section.entry.into_friends == "overstack":
            return 0
        return full & ~stops_that_can_clear(movement, state, unit, full)

    def _area(self, state: Position, group: CompiledGroup) -> int:
        """Mask of the entry hexes: the group's own, or others if the enemy holds all of those."""
        area = group.area & group.ground.mask(state, group.side)
        if area & ~state.enemies_of(group.side) or not group.section.entry.blocked:
            return area
        return group.fallback

    def cost(self, state: Position, group: CompiledGroup, unit: int, cell: int) -> int | None:
        """Scaled points for the entry hex: the group's flat cost, or that of the terrain; of who
        comes in column once more for each unit before it.

        ``None`` where the terrain is prohibited, even if a path leads in: it does from a hex only.
        """
        terrain = self._movement.costs[unit].cost(OFF_MAP, cell)
        cost = terrain if group.cost is None or terrain is None else group.cost
        if cost is not None and group.section.entry.in_column:
            cost += cost * state.memory[ENTERING].cells.count(cell)
        return cost

    def why_not(
        self, state: Position, group: CompiledGroup, unit: int, number: str
    ) -> Violation | None:
        """Why the unit may not enter in a hex; ``None`` when it may."""
        name, movement = self._movement.forces.ids[unit], self._movement
        where = state.frame.map.called(number)
        cell = movement.board.cell.get(number, OFF_MAP)
        if self.hexes(state, group, unit) >> cell & 1 and cell:
            return None
        if not self._area(state, group) >> cell & 1 or not cell:
            area = either(map(in_words, group.section.entry.region))
            return group.refuse("region", f"{name} enters at {area}, not in {where}.")
        passage = movement.passage(state, unit)
        if state.enemies_of(group.side) >> cell & 1:
            rule = movement.cite.get("enemy", "")
            message = f"{name} may not enter in {where}: an enemy unit is there."
            return Violation(rule, message, "movement.enemy")
        if passage.zone >> cell & 1 and group.section.entry.into_zone == "forbidden":
            return group.refuse(
                "zone", f"{name} may not enter in {where}: an enemy zone of control."
            )
        if self._without_room(state, group, unit, 1 << cell):
            return movement.stacking.refusal(unit, name, where)
        cost = self.cost(state, group, unit, cell)
        if cost is None:
            return movement.terrain.prohibited(name, cell)
        if passage.taken >> cell & 1:
            return group.refuse("entry", f"{name} may not enter in {where}: a friend is there.")
        price = movement.terrain.written(cost)
        return group.refuse("entry", f"{name} cannot pay {price} to enter in {where}.")
