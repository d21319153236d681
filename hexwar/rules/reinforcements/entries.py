"""Where a unit of a group may enter now, for how much, and why nowhere else; which enters next if
all are brought on at once.

In this order: groups and what is remembered, entering, and which unit enters next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hexwar.engine.action import Action
from hexwar.engine.position import bits
from hexwar.engine.slot import Slot
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.violation import Violation
from hexwar.hexmap import HexMap
from hexwar.rules.language.conditions import Test
from hexwar.rules.language.wording import either, region_called
from hexwar.rules.movement.limits import stops_that_can_clear
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.reinforcements.section import Group
from hexwar.rules.stacking.rules import StackingRules
from hexwar.rules.terrain.rules import Area

# -- groups of reinforcements compiled, and what is remembered of them -----------------------------


def so_many(names: Sequence[str], most: int) -> str:
    """Units of which so many may enter.

    >>> so_many(("A", "B", "E"), 3), so_many(("A", "B", "E"), 2)
    ('A, B, E', '2 of A, B, E')
    """
    listed = ", ".join(names)
    return listed if most >= len(names) else f"{most} of {listed}"


class ArrivedGroups(NamedTuple):
    """By group that has happened: its index, the mask of the units that wait, how many may enter.

    A group that has happened once never happens again.
    """

    groups: tuple[tuple[int, int, int], ...] = ()

    @property
    def somebody_waits(self) -> bool:
        """Whether some group that has happened has units that may still enter."""
        return bool([index for index, units, may_enter in self.groups if units and may_enter])


class EntriesInPhase(NamedTuple):
    """Whether a unit that stood on the map has moved or overrun in this phase; and by which cells
    units have entered, one for each of them.
    """

    moves_begun: bool = False
    cells: tuple[int, ...] = ()


class Drawn(NamedTuple):
    """Mask of the units that came because dice drew them."""

    units: int = 0


# Written by ``ReinforcementRules``, when groups happen and units enter.
DRAWN = Slot("drawn_units", Drawn(), lasts="game")
ARRIVALS = Slot("reinforcements", ArrivedGroups(), lasts="game")
ENTERING = Slot("entering", EntriesInPhase(), lasts="phase")


@dataclass(frozen=True, slots=True)
class CompiledGroup:
    """A reinforcement group compiled: its phase and side as indices, its units and area as masks.

    ``index`` is its place in the section; ``ground`` are the hexes of its area that it enters at
    as control stands; ``fallback``: the hexes to enter at while the enemy holds all of the area.
    ``holds``: whether the group's condition does. ``cost``: scaled points for the entry hex, if the
    group says so and not the terrain.
    """

    index: int
    section: Group
    phase: int
    side: int
    units: int
    area: int
    fallback: int
    holds: Test
    cost: int | None
    ground: Area

    @property
    def at_start(self) -> bool:
        """Whether its units enter before the others of their side move."""
        return self.section.entry.when == "start_of_phase"

    @property
    def is_owed(self) -> bool:
        """Whether its units must enter when they can."""
        return self.section.entry.placing == "owed"

    def refuse(self, reason: str, message: str) -> Violation:
        """A violation of this group's rules."""
        return Violation(self.section.cite.get(reason, ""), message, f"reinforcements.{reason}")


def fallback_of(hexmap: HexMap, section: Group) -> int:
    """Mask of the hexes to enter at while the enemy holds all of a group's area.

    Along the edge of the map distances are counted from edge hex to edge hex.
    """
    board, blocked = hexmap.board, section.entry.blocked
    if blocked is None:
        return 0
    # Outward from the area, ring by ring: the area itself is held by the enemy.
    area = ring = board.mask(section.entry.hexes(hexmap))
    allowed = board.on_map
    if blocked.edge:
        at_the_edge = (n for n in hexmap.numbers if len(hexmap.neighbors(n)) < 6)
        allowed = board.mask(at_the_edge)
    for _ in range(blocked.within):
        ring = board.expand(ring) & allowed & ~area
        area |= ring
    return area


class EntryRules:
    """The hexes of a group's area that are open to its units."""

    def __init__(self, movement: MovementRules) -> None:
        self._movement = movement

    def hexes(self, state: Position, group: CompiledGroup, unit: int) -> int:
        """Mask of the hexes of the group's area that the unit may enter now."""
        key = "enter", group.index, unit  # asked for what is owed, and for what may be done
        hexes: int | None = state.near.get(key)
        if hexes is None:
            movement = self._movement
            passage = movement.passage(state, unit)
            hexes = self._area(state, group) & movement.costs[unit].passable & ~passage.taken
            if group.section.entry.into_zone == "forbidden":
                hexes &= ~passage.zone
            hexes &= ~self._without_room(state, group, unit, hexes)
            # Costs depend on the hex (its terrain, the column before it), so they are asked one by
            # one.
            allowance = movement.values.allowance(state, unit)
            hexes = sum(
                movement.board.bit[cell]
                for cell in movement.board.cells(hexes)
                if (cost := self.cost(state, group, unit, cell)) is not None and cost <= allowance
            )
            state.near[key] = hexes
        return hexes

    def _without_room(self, state: Position, group: CompiledGroup, unit: int, hexes: int) -> int:
        """Mask of those hexes that are too full to enter, with no unit there to make room."""
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
        """Scaled points for the entry hex: the group's flat cost, or that of the terrain; for a
        unit in column once more for each unit before it.

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
        called = state.frame.map.called(number)
        cell = movement.board.cell.get(number, OFF_MAP)
        if self.hexes(state, group, unit) >> cell & 1 and cell:
            return None
        if not self._area(state, group) >> cell & 1 or not cell:
            regions = group.section.entry.region
            area = either(region_called(state.frame.map, region) for region in regions)
            return group.refuse("region", f"{name} enters at {area}, not in {called}.")
        passage = movement.passage(state, unit)
        if state.enemies_of(group.side) >> cell & 1:
            rule = movement.cite.get("enemy", "")
            message = f"{name} may not enter in {called}: an enemy unit is there."
            return Violation(rule, message, "movement.enemy")
        if passage.zone >> cell & 1 and group.section.entry.into_zone == "forbidden":
            return group.refuse(
                "zone", f"{name} may not enter in {called}: an enemy zone of control."
            )
        if self._without_room(state, group, unit, 1 << cell):
            return movement.stacking.refusal(unit, name, called)
        cost = self.cost(state, group, unit, cell)
        if cost is None:
            return movement.terrain.prohibited(name, cell)
        if passage.taken >> cell & 1:
            return group.refuse("entry", f"{name} may not enter in {called}: a friend is there.")
        price = movement.terrain.written(cost)
        return group.refuse("entry", f"{name} cannot pay {price} to enter in {called}.")


_NEXT_TO = 1  # hexes from an enemy: a unit that enters there often cannot go on


def next_entry(state: Position) -> Action | None:
    """An entry for the first of the units that can enter now; ``None`` when nobody can.

    Of its hexes one within the limit of stacking if there is one, then the one nearest to the
    enemy that is not beside him, then the emptiest. Whose eyes count is whose state it is: of
    units that ``state.seen_by(side)`` leaves out nothing is known.
    """
    entries = [action for action in state.legal_actions() if action.verb == "enter"]
    if not entries:
        return None
    mine = [action for action in entries if action.units == entries[0].units]
    return min(mine, key=_Merits(state, mine[0].units[0]).of)


class _Merits:
    """How good the hexes are in which a unit may enter; the least is the best."""

    def __init__(self, state: Position, unit: str) -> None:
        frame = state.frame
        self._state = state
        index = frame.unit_index[unit]
        self._full = state.rules[StackingRules].without_room(state, [index])
        self._cell = frame.board.cell
        self._distance = frame.map.distance
        enemies = state.enemies_of(frame.unit_side[index])
        self._enemies = [frame.board.number[cell] for cell in bits(enemies)]

    def of(self, action: Action) -> tuple[bool, bool, int, int]:
        """Whether its hex is too full and whether it is beside an enemy, how far it is from the
        nearest of them, how many stand there.
        """
        number = action.hexes[-1]
        # Without enemies in sight no hex is nearer than another.
        far = min((self._distance(number, enemy) for enemy in self._enemies), default=0)
        is_full = bool(self._full >> self._cell[number] & 1)
        is_beside = bool(self._enemies) and far <= _NEXT_TO
        return is_full, is_beside, far, len(self._state.units_at(number))
