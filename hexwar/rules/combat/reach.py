"""From where units attack which hexes: from beside, from a distance, or within a hex in melee.

In most games whoever is beside a hex attacks it. Guns at a distance, melee within a hex and the way
that a unit looks each change that: they are asked here and nowhere else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hexwar.definition.model import CombatEffect
from hexwar.engine.frame import Frame
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.rules.language.selectors import Fits, Selectors
from hexwar.rules.terrain.rules import TerrainRules
from hexwar.rules.units.rules import Forces

if TYPE_CHECKING:
    from hexwar.rules.bombardment.rules import BombardmentRules
    from hexwar.rules.facing.rules import FacingRules
    from hexwar.rules.melee.rules import MeleeRules


class AttackReach:
    """``close``: whether units of both sides may stand in one hex and fight there; ``singly``:
    whether units beside one another may differ in what they attack, for that or for where they
    look.
    """

    __slots__ = ("_board", "_facing", "_forces", "_guns", "_melee", "close", "singly")

    def __init__(
        self,
        frame: Frame,
        forces: Forces,
        guns: BombardmentRules | None,
        melee: MeleeRules | None,
        facing: FacingRules | None,
    ) -> None:
        self._board, self._forces = frame.board, forces
        self._guns, self._melee = guns, melee
        self.close = melee is not None
        self._facing = facing if facing and facing.bounds_attacks else None
        self.singly = self.close or self._facing is not None

    def of(self, state: Position, unit: int) -> int:
        """Mask of the hexes, whoever is there, that a unit attacks from where it stands."""
        hexes = self._anywhere(state, unit)
        return self._facing.attacked(state, unit, hexes) if self._facing and hexes else hexes

    def _anywhere(self, state: Position, unit: int) -> int:
        """The same wherever it looks."""
        origin = state.cells[unit]
        if not origin:
            return 0
        far = self._guns.reach(state, unit) if self._guns else 0
        if self._melee is None:
            return far | self._board.adjacent[origin]
        side = self._forces.side[unit]
        far &= ~self._melee.out_of_fire(state, side, origin) if far else 0
        return self._melee.attacks_from(state, side, origin) | far

    def units(self, state: Position, side: int, cell: int, done: int) -> list[int]:
        """The units of a side that attack an enemy hex; ``done``: a mask of those that do not."""
        cells, around = state.cells, self._board.adjacent[cell]
        if self._melee is not None:
            around = self._melee.attacked_from(state, side, cell)
        mine = self._forces.of_side[side]
        near = [unit for unit in mine if around >> cells[unit] & 1 and not done >> unit & 1]
        if self._facing is not None:
            bit, looking = self._board.bit[cell], self._facing.attacked
            near = [unit for unit in near if looking(state, unit, bit)]
        if self._guns is None:
            return near
        far = self._guns.units(state, side, cell, done)
        if self.singly:
            far = [unit for unit in far if self.of(state, unit) >> cell & 1]
        return sorted(near + far)

    def everybody(self, state: Position, cell: int) -> tuple[int, ...]:
        """The enemies in a hex of the side whose phase it is."""
        if self._melee is None:
            return state.standing(cell)
        return self._melee.enemies_in(state, state.phase_side, cell)

    def is_near(self, state: Position, unit: int, cell: int) -> bool:
        """Whether a unit stands beside a hex, or in it."""
        near = self._board.adjacent[cell] | self._board.bit[cell]
        return bool(near >> state.cells[unit] & 1)

    def within(self, state: Position, hexes: int) -> bool:
        """Whether the side whose phase it is is in melee in one of some hexes (a mask)."""
        return self._melee is not None and bool(self._melee.shared(state, state.phase_side) & hexes)

    def apart(self, state: Position, force: Sequence[int], hexes: Sequence[int]) -> bool:
        """Whether hexes and attackers do not hang together as one battle."""
        mask = self._board.mask(self._board.number[cell] for cell in hexes)
        if self.close and self.within(state, mask):
            return True
        places = {state.cells[unit] for unit in force}
        if self._guns is not None:
            # A gun at a distance holds no two hexes together, and need not be beside any.
            places = {at for at in places if self._board.adjacent[at] & mask}
        # From the first hex to all that attackers stand beside as well, as far as that leads.
        met, fresh = 0, self._board.bit[hexes[0]]
        while fresh:
            met |= fresh
            beside = [self._board.adjacent[at] for at in places if self._board.adjacent[at] & fresh]
            fresh = 0
            for around in beside:
                fresh |= around & mask & ~met
        return met != mask or any(not self._board.adjacent[at] & met for at in places)

    def why_not(self, state: Position, unit: int, cell: int) -> Violation | None:
        """Why a unit does not attack an enemy hex from where it stands, if a melee is why or where
        it looks.
        """
        if not self.singly or not state.cells[unit] or self.of(state, unit) >> cell & 1:
            return None
        why = self._melee.why_no_attack(state, unit, cell) if self._melee else None
        if why is None and self._facing and self._anywhere(state, unit) >> cell & 1:
            return self._facing.why_not_into(state, unit, cell)
        return why


def barring(terrain: TerrainRules, selectors: Selectors) -> dict[CombatEffect, Fits]:
    """What of terrain forbids attacks, and to whom."""
    effects: Sequence[Sequence[CombatEffect]]
    effects = (*terrain.effects.values(), *terrain.hexside_effects.values())
    return {
        effect: selectors.fits(effect.only)
        for effects_there in effects
        for effect in effects_there
        if effect.operation == "prohibit"
    }
