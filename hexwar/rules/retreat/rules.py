"""Section ``retreat``: where beaten units may go, and what becomes of those that cannot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from hexwar.engine.frame import Frame
from hexwar.engine.position import bits
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.rules.combat.declared import under_attack
from hexwar.rules.elimination.steps import ANYBODY, StepLossRules
from hexwar.rules.elimination.units import LossRules
from hexwar.rules.movement.making_room import room_can_be_made
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.retreat.section import Retreat
from hexwar.rules.retreat.toward import TowardRules
from hexwar.rules.zones_of_control.bonds import NONE, BondRules

if TYPE_CHECKING:
    from hexwar.rules.states.rules import StateRules

MAKING_ROOM = ("extending", "displacing")
"""Retreats into friends that may end in a full hex."""


ANY_POINTS = -1


class Party(NamedTuple):
    """Units of one hex on their retreat from ``origin``, with ``left`` hexes still to go.

    ``way``: the hexes that they have entered so far. ``shut``: those that they do not enter, as
    the retreat that displaces them came from there. ``more``: how many hexes they may go behind
    those, ``points``: for how many movement points (scaled) at most, :data:`ANY_POINTS` if these do
    not count. ``free``: they have gone as far as they must.
    """

    units: tuple[int, ...]
    origin: int
    left: int
    way: tuple[int, ...] = ()
    shut: tuple[int, ...] = ()
    more: int = 0
    points: int = ANY_POINTS
    free: bool = False


class RetreatRules:
    """Retreats of one hex at a time; each hex lies farther from where the retreat began."""

    __slots__ = (
        "_bonds",
        "_losses",
        "_map",
        "_states",
        "_toward",
        "_vacant_first",
        "cite",
        "convertible",
        "friends",
        "movement",
        "section",
        "stacks",
        "steps",
        "zone_costs_step",
        "zone_open",
    )

    def __init__(
        self,
        frame: Frame,
        retreat: Retreat | None,
        movement: MovementRules,
        losses: LossRules,
        steps: StepLossRules,
        toward: TowardRules,
        bonds: BondRules,
        states: StateRules | None,
    ) -> None:
        section = self.section = retreat or Retreat()
        self.cite = section.cite
        self._map = frame.map
        self.stacks = section.stacks == "allowed"
        self._bonds = bonds if bonds.bars("retreat") else None
        self._toward = toward if toward.leads else None
        self.zone_open = section.into_zone != "forbidden"
        self.zone_costs_step = section.into_zone == "costs_step"
        self.friends = section.into_friends
        self._vacant_first = section.prefers == "vacant"
        self.convertible = section.convertible == "allowed"
        self.movement = movement
        self._losses = losses
        self._states = states if states and states.bars("retreat") else None
        self.steps = steps

    # -- where to --------------------------------------------------------------------------------

    def hexes(self, state: Position, unit: int, *, last: bool = True) -> int:
        """Mask of the hexes next to the unit that it could retreat to, whichever way they lead.

        ``last``: the retreat ends there.
        """
        movement = self.movement
        if self._states and self._states.barred(state, "retreat") >> unit & 1:
            return 0
        here, side = state.cells[unit], movement.forces.side[unit]
        mask = movement.steps[unit][here] & ~self._closed(state, unit)
        if self._bonds:
            mask &= ~self._bonds.against(state, side).shut(here)
        if last and self.friends == "passing":
            mask &= ~self._full(state, (unit,))
        return mask

    def _full(self, state: Position, units: Sequence[int]) -> int:
        """Mask of the hexes without room for units of one side to end their retreat together.

        In its own movement a side may stop units on friends who are to move on: only the end of
        the phase is checked.
        """
        movement, side = self.movement, self.movement.forces.side[units[0]]
        if len(units) == 1:
            full = movement.stacking.full(state, units[0])
        else:
            full = movement.stacking.without_room(state, units)
        if full and movement.is_phase_of(state, side):
            hopeless = movement.stacking.filled(state, [], units)
            full = full & ~room_can_be_made(movement, state, tuple(units)) | hopeless
        return full

    def _closed(self, state: Position, unit: int) -> int:
        """Mask of the hexes that no retreat of a unit leads through, whatever their terrain."""
        movement, side = self.movement, self.movement.forces.side[unit]
        mask = state.enemies_of(side) | under_attack(state)
        if not self.zone_open:
            mask |= movement.zones.met_in_retreat(state, side)
        if self.friends == "forbidden":
            mask |= state.occupied[side]
        elif self.friends == "within_stacking":
            mask |= self._full(state, (unit,))
        return mask

    def choices(self, state: Position, unit: int, party: Party) -> int:
        """Mask of the hexes that a unit of a party may retreat to now.

        Always farther from where it began, and no full hex that it could not leave again; no dead
        end while there is a hex from which the whole retreat can be made, whoever chooses; of those
        the ones nearer to where retreats lead, if any; of those the ones outside enemy zones, if
        any.
        """
        mask = self.hexes(state, unit, last=party.left == 1) & ~self._shut(party)
        if self._toward and not party.shut:
            mask = self._toward.only(state, unit, state.cells[unit], mask)
        if state.cells[unit] != party.origin:
            mask &= self._farther(state, state.cells[unit], party.origin)
        for to in bits(mask) if party.free else ():
            if not self._can_pay(state, unit, party, to):
                mask ^= 1 << to
        if self.friends in MAKING_ROOM:
            mask = self._ending(state, unit, mask, party)
        elif party.left > 1:
            if self.friends == "passing":
                mask &= self._with_room(state, (unit,), mask, party)
            mask = self._whole_way(state, unit, mask, party) or mask
        if self._vacant_first and party.left == 1:
            mask = mask & ~state.occupied[self.movement.forces.side[unit]] or mask
        return self._preferred(state, unit, mask)

    def cost(self, state: Position, unit: int, cell: int) -> int:
        """Scaled movement points for the step of a unit to a hex next to it that it may enter."""
        return self.movement.costs[unit].cost(state.cells[unit], cell) or 0

    def _can_pay(self, state: Position, unit: int, party: Party, cell: int) -> bool:
        """Whether a unit that need not go farther has the movement points to."""
        counts = party.free and party.points != ANY_POINTS
        return not counts or self.cost(state, unit, cell) <= party.points

    def can(self, state: Position, unit: int, hexes: int) -> bool:
        """Whether a unit could retreat so many hexes from where it stands."""
        party = Party((unit,), state.cells[unit], hexes)
        mask = self.choices(state, unit, party)
        if hexes > 1 and self.friends not in MAKING_ROOM:
            mask = self._whole_way(state, unit, mask, party)
        return bool(mask)

    def _ending(self, state: Position, unit: int, mask: int, party: Party) -> int:
        """Those hexes of a mask by which a retreat ends in a hex with room; if there are none,
        those by which it goes on behind its last hex, or friends in it make way.
        """
        found = self._whole_way(state, unit, mask, party)
        if not found and self.friends == "extending":
            found = self._with_room(state, (unit,), mask, party)
        elif not found:
            found = self._whole_way(state, unit, mask, party, displacing=True)
        return found or mask & ~self._full(state, (unit,))

    def _shut(self, party: Party) -> int:
        """Mask of the hexes that a displaced unit does not enter."""
        bit = self.movement.board.bit
        return reduce(or_, map(bit.__getitem__, party.shut), 0) if party.shut else 0

    def displaced(self, state: Position, cell: int, party: Party) -> tuple[Party, ...]:
        """The friends in a hex who may make way for a party that comes there, one or more."""
        side = self.movement.forces.side[party.units[0]]
        shut = (*party.shut, party.origin, cell)
        return tuple(
            Party((unit,), cell, 1, (), shut)
            for unit in self.movement.forces.of_side[side]
            if state.cells[unit] == cell
        )

    def _makes_way(self, state: Position, cell: int, party: Party) -> bool:
        """Whether somebody in a full hex could make way for a party that comes there."""
        for friend in self.displaced(state, cell, party):
            (unit,) = friend.units
            mask = self.hexes(state, unit) & ~self._shut(friend)
            full = self._full(state, (unit,))
            if mask & ~full or any(self._makes_way(state, to, friend) for to in bits(mask)):
                return True
        return False

    def _preferred(self, state: Position, unit: int, mask: int) -> int:
        """Those hexes of a mask that lead where retreats lead, if any; of those the ones outside
        enemy zones.
        """
        if self._toward:
            mask = self._toward.nearer(state, unit, mask) or mask
        if self.zone_costs_step:
            side = self.movement.forces.side[unit]
            mask = mask & ~self.movement.zones.met_in_retreat(state, side) or mask
        return mask

    def _whole_way(
        self, state: Position, unit: int, mask: int, party: Party, *, displacing: bool = False
    ) -> int:
        """Those hexes of a mask from which a unit can go all the hexes that it still owes.

        ``displacing``: and end where friends make way.
        """
        closed, found = self._closed(state, unit), 0
        full = self._full(state, (unit,))
        for cell in bits(mask):
            fresh = 1 << cell
            for _ in range(party.left - 1):
                fresh = self._onward(state, unit, fresh, party.origin) & ~closed
            if fresh & ~full or (displacing and self._any_makes_way(state, fresh, party)):
                found |= 1 << cell
        return found

    def _any_makes_way(self, state: Position, mask: int, party: Party) -> bool:
        return any(self._makes_way(state, cell, party) for cell in bits(mask))

    def room_for(self, state: Position, units: Sequence[int], party: Party, cell: int) -> bool:
        """Whether units that retreat to a hex together can end their retreat within the limit.

        Each of their movement classes must find room for all of them farther on.
        """
        here, kinds = self.movement.board.bit[cell], self.movement.kind_of
        first = {kinds[unit]: unit for unit in units}.values()
        return all(
            self._with_room(state, sorted(units, key=unit.__ne__), here, party) for unit in first
        )

    def _with_room(self, state: Position, units: Sequence[int], mask: int, party: Party) -> int:
        """Those hexes of a mask where units have room, or from where they find some."""
        closed, without = self._closed(state, units[0]), self._full(state, units)
        found = mask & ~without
        if self.friends not in ("passing", "extending"):
            return found
        # Who goes on behind his last hex does so as long as there are hexes farther away.
        onward = party.left - 1 if self.friends == "passing" else len(self.movement.board.bit)
        for cell in bits(mask & without):
            fresh = 1 << cell
            for _ in range(onward):
                fresh = self._onward(state, units[0], fresh, party.origin) & ~closed
                if fresh & ~without:
                    found |= 1 << cell
                if not fresh or fresh & ~without:
                    break
        return found

    def _onward(self, state: Position, unit: int, mask: int, origin: int) -> int:
        """The hexes one farther from where a retreat began than those of a mask."""
        steps, side = self.movement.steps[unit], self.movement.forces.side[unit]
        bonds = self._bonds.against(state, side) if self._bonds else NONE
        onward = 0
        for cell in bits(mask):
            found = steps[cell] & self._farther(state, cell, origin) & ~bonds.shut(cell)
            onward |= self._toward.only(state, unit, cell, found) if self._toward else found
        return onward

    def _farther(self, state: Position, cell: int, origin: int) -> int:
        """Hexes next to a cell that lie farther than it does from where a retreat began."""
        hexmap, board = self._map, self.movement.board
        begun, here = board.number[origin], board.number[cell]
        gone = hexmap.distance(begun, here)
        return board.mask(to for to in hexmap.neighbors(here) if hexmap.distance(begun, to) > gone)

    # -- going there, or not -----------------------------------------------------------------------

    def blocked(self, state: Position, party: Party) -> None:
        """What becomes of units with nowhere to go."""
        number = self.movement.board.number
        for unit in party.units:
            name, here = self.movement.forces.ids[unit], number[state.cells[unit]]
            if state.events is not None:
                stays = self.section.blocked != "eliminated"
                text = f"{name} has nowhere to retreat{f' and stays in {here}' if stays else ''}."
                rule = self.cite.get("blocked", "")
                state.tell("retreat_blocked", rule, text, unit=name, hex=here)
            if self.section.blocked == "eliminated":
                self._losses.eliminate(state, unit)
        if self.section.blocked == "loses_steps":
            steps = party.left * self.section.price
            state.agenda.append(self.steps.pending(party.units, steps, ANYBODY))

    def no_room(self, state: Position, units: Sequence[int], cell: int) -> bool:
        """Whether units that end their retreat in a hex have to make room there, or go on."""
        return self.friends in MAKING_ROOM and bool(self._full(state, units) >> cell & 1)

    def retreat(
        self, state: Position, units: tuple[int, ...], cell: int, *, forced: bool, deed: str
    ) -> bool:
        """Move beaten units one hex back, together; whether the hex asks a step of them.

        ``deed``: what they do, ``retreated``, or ``displaced`` by those who do.
        """
        board = self.movement.board
        side = self.movement.forces.side[units[0]]
        zone = self.movement.zones.met_in_retreat(state, side) if self.zone_costs_step else 0
        # Another hex may be full of friends that hide, which nobody else is told.
        forced = forced and not state.secret & self.movement.forces.mask_of_side[side]
        for unit in units:
            origin = state.cells[unit]
            state.place(unit, cell)
            if self.movement.stacking.too_many(state, unit):
                self._crowd(state, side)
            if state.events is not None:
                name = self.movement.forces.ids[unit]
                only = ", the only hex open" if forced else ""
                does = "retreats" if deed == "retreated" else "is displaced"
                state.tell(
                    "retreated",
                    self.cite.get("adjacent", ""),
                    f"{name} {does} from {board.number[origin]} to {board.number[cell]}{only}.",
                    unit=name,
                    path=(board.number[origin], board.number[cell]),
                    forced=forced,
                )
            state.did(deed, 1 << unit)
            for hook in state.rules.hooks.moved:
                hook(state, unit)
        return bool(zone >> cell & 1)

    def _crowd(self, state: Position, side: int) -> None:
        """Let a side that moves make room before its phase ends."""
        if self.movement.is_phase_of(state, side):
            self.movement.let_crowd(state)

    # -- refusals -------------------------------------------------------------------------------

    def explain(self, state: Position, unit: int, party: Party, number: str) -> Violation | None:
        """Why a unit may not retreat to a hex; ``None`` when it may."""
        movement = self.movement
        board = movement.board
        cell = board.cell.get(number)
        if cell is None:
            return self.refuse("map_edge", f"{number} is not a hex of the map.")
        if self.choices(state, unit, party) >> cell & 1:
            return None
        if self.hexes(state, unit, last=party.left == 1) >> cell & 1:
            return self._why_not_that_way(state, unit, party, cell)
        return self._why_not_there(state, unit, cell)

    def _why_not_there(self, state: Position, unit: int, cell: int) -> Violation:
        """The unit could not go to this hex, whichever way the retreat should lead."""
        movement = self.movement
        barred = self._states.why_not(state, unit, "retreat") if self._states else None
        if barred is not None:
            return barred
        name, number = movement.forces.ids[unit], movement.board.number[cell]
        side = movement.forces.side[unit]
        if not movement.board.adjacent[state.cells[unit]] >> cell & 1:
            return self.refuse("adjacent", f"{name} retreats one hex; {number} is not adjacent.")
        if state.enemies_of(side) >> cell & 1:
            return self.refuse("occupied", f"{number} is occupied by the enemy.")
        if under_attack(state) >> cell & 1:
            return self.refuse("attacked", f"{number} is still to be attacked.")
        if movement.zones.met_in_retreat(state, side) >> cell & 1 and not self.zone_open:
            return self.refuse("zone", f"{number} is in an enemy zone of control.")
        if state.occupied[side] >> cell & 1 and self.friends == "forbidden":
            return self.refuse("occupied", f"{number} is occupied by a friend.")
        if self._full(state, (unit,)) >> cell & 1:
            return self.refuse("stacking", f"{number} is full.")
        return self.refuse("terrain", f"{name} may not enter the terrain of {number}.")

    def _why_not_that_way(self, state: Position, unit: int, party: Party, cell: int) -> Violation:
        """The hex is open, but another must be preferred."""
        name, number = self.movement.forces.ids[unit], self.movement.board.number[cell]
        here = state.cells[unit]
        if self._toward and not self._toward.only(state, unit, here, 1 << cell):
            goal = self._toward.goal(unit)
            return self.refuse("toward", f"{name} must retreat towards {goal}, and nowhere else.")
        if state.cells[unit] != party.origin:
            farther = self._farther(state, state.cells[unit], party.origin)
            if not farther >> cell & 1:
                text = "A retreat leads away from where it began."
                return self.refuse("farther", text)
        if not self._can_pay(state, unit, party, cell):
            text = f"{name} has no movement points left to go on to {number}."
            return self.refuse("before_combat", text)
        if not self.room_for(state, (unit,), party, cell):
            return self.refuse("stacking", f"{number} is full, and {name} would have to end there.")
        side = self.movement.forces.side[unit]
        if self._vacant_first and state.occupied[side] >> cell & 1:
            text = f"Friends stand in {number}, and another hex is vacant."
            return self.refuse("occupied", text)
        if party.left > 1:
            whole = self._whole_way(state, unit, self.choices(state, unit, party), party)
            if whole and not self._whole_way(state, unit, 1 << cell, party):
                text = f"{name} could not go on from {number}, and another way is open."
                return self.refuse("blocked", text)
        if self._toward and not self._toward.nearer(state, unit, 1 << cell):
            better = self.choices(state, unit, party)
            if self._toward.nearer(state, unit, better):
                goal = self._toward.goal(unit)
                return self.refuse("toward", f"{name} must retreat towards {goal}.")
        return self.refuse(
            "zone", f"{number} is in an enemy zone of control, and another hex is not."
        )

    def refuse(self, reason: str, message: str) -> Violation:
        """A violation of this section, with the number the game cites for it."""
        return Violation(self.cite.get(reason, ""), message, f"retreat.{reason}")
