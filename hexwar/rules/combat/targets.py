"""Targets and battles as they are kept, and attacks on one unit of several (``combat.target``).

:class:`Target` is what could be attacked, :class:`Engagement` a battle that is: hexes, attackers,
defenders and what is committed to it. ``FOUGHT`` remembers which units have attacked and been
attacked in the phase.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from hexwar.definition.model import CombatEffect
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.rules.combat.in_force import NOTHING_COMMITTED, Committed
from hexwar.rules.combat.odds import Odds, OddsRules
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.by_unit import Line
from hexwar.rules.language.selectors import Fits, Selectors
from hexwar.rules.language.wording import every
from hexwar.rules.terrain.rules import TerrainRules
from hexwar.rules.units.rules import Forces, Strength

if TYPE_CHECKING:
    from hexwar.rules.bombardment import BombardmentRules
    from hexwar.rules.facing.rules import FacingRules
    from hexwar.rules.melee.rules import MeleeRules


# From where units attack which hexes: from beside, from a distance, or within a hex in melee.
#
# In most games a unit beside a hex attacks it. Guns at a distance, melee within a hex and the way
# that a unit looks each change that: they are asked here and nowhere else.


class AttackReach:
    """``close``: whether units of both sides may stand in one hex and fight there; ``singly``:
    whether what units attack may differ unit by unit, because of that or of where they look.
    """

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
        """Mask of the hexes, no matter who is there, that a unit attacks from where it stands."""
        hexes = self._attackable_from(state, unit)
        return self._facing.attacked(state, unit, hexes) if self._facing and hexes else hexes

    def _attackable_from(self, state: Position, unit: int) -> int:
        """Mask of the hexes that a unit would attack from where it stands, looking all around."""
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
        """Whether hexes and attackers are not connected as one battle."""
        mask = self._board.mask(self._board.number[cell] for cell in hexes)
        if self.close and self.within(state, mask):
            return True
        places = {state.cells[unit] for unit in force}
        if self._guns is not None:
            # A gun at a distance connects no two hexes, and need not be beside any.
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
        """Why a unit does not attack an enemy hex from where it stands, if a melee or where it
        looks is the reason.
        """
        if not self.singly or not state.cells[unit] or self.of(state, unit) >> cell & 1:
            return None
        why = self._melee.why_no_attack(state, unit, cell) if self._melee else None
        if why is None and self._facing and self._attackable_from(state, unit) >> cell & 1:
            return self._facing.why_not_into(state, unit, cell)
        return why


def barring(terrain: TerrainRules, selectors: Selectors) -> dict[CombatEffect, Fits]:
    """Which terrain forbids attacks, and to which units."""
    effects: Sequence[Sequence[CombatEffect]]
    effects = (*terrain.effects.values(), *terrain.hexside_effects.values())
    return {
        effect: selectors.fits(effect.only)
        for effects_there in effects
        for effect in effects_there
        if effect.operation == "prohibit"
    }


Group = tuple[int, ...]
"""Units of one hex that attack together, or a single unit."""


class Fought(NamedTuple):
    """Masks of the units that have attacked, and that have been attacked, in this phase.

    ``bombarded``: those of the latter whose attack met no obligation, as it came from a distance.
    """

    fought: int = 0
    attacked: int = 0
    bombarded: int = 0


FOUGHT = Slot("combat", Fought(), lasts="phase")


def still_open(here: tuple[int, ...], attacked: int, section: Combat) -> tuple[int, ...]:
    """The units in a hex that may still be attacked, when some (a mask) have been in this phase.

    Where they may be attacked again, one by one, those that have not been attacked come first.
    """
    left = tuple(unit for unit in here if not attacked >> unit & 1)
    if section.battle.again == "allowed":
        return left if left and section.target == "unit" else here
    return () if section.target == "hex" and len(left) < len(here) else left


class Target(NamedTuple):
    """A hex that can be attacked now: its defenders, and the groups that could attack it.

    ``also``: further hexes that are attacked in the same battle. ``kind``: the kind of battle,
    where that does not follow from the units that fight it.
    """

    cell: int
    defenders: tuple[int, ...]
    groups: tuple[Group, ...]
    also: tuple[int, ...] = ()
    kind: str = ""

    @property
    def hexes(self) -> tuple[int, ...]:
        """All hexes that are attacked."""
        return (self.cell, *self.also)


Plain = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""The hexes, attackers and defenders of a battle, as they are kept."""


class Engagement(NamedTuple):
    """A battle: the hexes attacked, the units that fight it, what its sides have committed to it.

    An ``overrun`` is fought in movement: it does not count as any unit's attack of the combat
    phase, and its advance must be made. One that is fought ``back`` by the defenders of another
    does not count as an attack of the phase either, and nothing follows it.
    """

    hexes: tuple[int, ...]
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    committed: Committed = NOTHING_COMMITTED
    overrun: bool = False
    back: bool = False

    @property
    def plain(self) -> Plain:
        """What a task or a memory keeps of it."""
        return self[:3]

    def still_there(self, state: Position) -> Engagement:
        """The battle with the units that are still on the map."""
        cells = state.cells
        attackers = tuple(unit for unit in self.attackers if cells[unit])
        defenders = tuple(unit for unit in self.defenders if cells[unit])
        return self._replace(attackers=attackers, defenders=defenders)

    def in_words(self, frame: Frame) -> str:
        """Which units attack what: ``A and B attack 0503``."""
        attack = "attack" if len(self.attackers) > 1 else "attacks"
        by = every(frame.unit_ids[unit] for unit in self.attackers)
        return f"{by} {attack} {every(frame.board.number[cell] for cell in self.hexes)}"

    @property
    def target(self) -> Target:
        """What is attacked."""
        return Target(self.hexes[0], self.defenders, (), self.hexes[1:])


class TargetRules:
    """Modifiers that keep units out of attacks, and attacks on one unit of several.

    ``bar``: whether any modifier keeps units out.
    """

    def __init__(self, odds: OddsRules) -> None:
        self._odds = odds
        self._keeping_out = tuple(modifier for modifier in odds.in_force if modifier.bars)
        self.bar = bool(self._keeping_out)

    def kept_out(
        self, state: Position, unit: int, defenders: Sequence[int], cell: int
    ) -> Line | None:
        """The modifier that keeps a unit out of an attack on these defenders, if one does."""
        bars = (modifier.keeps_out(state, unit, defenders, cell) for modifier in self._keeping_out)
        return next(filter(None, bars), None)

    def aims(
        self, state: Position, force: Sequence[int], target: Target, *, any_odds: bool = False
    ) -> tuple[int, ...]:
        """Those of the defenders that a force may choose to attack, each by itself.

        ``any_odds``: at any odds, as the odds that matter are those against several.
        """
        return tuple(
            defender
            for defender in target.defenders
            if not any(self.kept_out(state, unit, (defender,), target.cell) for unit in force)
            and (any_odds or self.against(state, force, target, (defender,)).column is not None)
        )

    def best_aim(self, state: Position, force: Sequence[int], target: Target) -> tuple[int, ...]:
        """The defender that a force which may choose attacks at the best odds."""
        aims = self.aims(state, force, target) or target.defenders

        def column(unit: int) -> int:
            reached = self.against(state, force, target, (unit,)).column
            # Worse than below the table, which is a column as well.
            return -2 if reached is None else reached

        return (max(aims, key=column),) if aims else ()

    def against(
        self,
        state: Position,
        force: Sequence[int],
        target: Target,
        defenders: tuple[int, ...],
    ) -> Odds:
        """The odds against these defenders of a target."""
        cell, also, kind = target.cell, target.also, target.kind
        return self._odds.reckon(state, force, defenders, cell, also=also, kind=kind)


def few_forces(
    groups: Sequence[Group],
    cells: Sequence[int],
    strength: Callable[[Group], Strength],
    column: Callable[[Group], int | None] | None,
) -> set[Group]:
    """The whole force, each group and each stack alone; of the strongest two, three and so on the
    smallest force that reaches each column, or all of these where the column must stay unknown.
    """
    stacks: dict[int, list[Group]] = {}
    for group in groups:
        stacks.setdefault(cells[group[0]], []).append(group)
    strongest = sorted(groups, key=strength, reverse=True)
    growing = [force_of(strongest[:count]) for count in range(1, len(groups) + 1)]
    kept = {growing[-1], *groups, *(force_of(stack) for stack in stacks.values())}
    if column is None:
        return kept.union(growing)
    # A force that may not attack reaches no column, and is never the first to do so.
    seen: set[int | None] = {None}
    for force in growing:
        reached = column(force)
        if reached not in seen:
            kept.add(force)
        seen.add(reached)
    return kept


def force_of(groups: Iterable[Group]) -> Group:
    """The units of several groups."""
    return tuple(sorted(unit for group in groups for unit in group))
