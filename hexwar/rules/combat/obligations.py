"""Mandatory combat: which units must attack in a combat phase, and which must be attacked.

Obligations are those of the moment when the phase begins. A phase can only be ended when no attack
is left that would meet one, and no attack may be made by which fewer could be met. How many can be
met together is a matching of attackers with targets, found by augmenting paths.

In the order of a phase: what is owed when it begins, what has been met since and still can be, what
an attack would spoil, and what becomes of those who have not attacked when it ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from itertools import compress, product
from operator import or_
from typing import TYPE_CHECKING, NamedTuple

from hexwar.definition.model import Effect
from hexwar.engine.position import bits
from hexwar.engine.slot import Slot
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.rules.combat.battle import Battle
from hexwar.rules.combat.forms import Obliged
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.combat.targets import FOUGHT, Group
from hexwar.rules.elimination import LossRules
from hexwar.rules.language.programs import pending
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.language.wording import either, every
from hexwar.rules.units.rules import Forces, mask_of

if TYPE_CHECKING:
    from hexwar.rules.bombardment import BombardmentRules


class Owed(NamedTuple):
    """Masks of the units that must attack, and that must be attacked, in this phase."""

    attack: int = 0
    targets: int = 0


class Stacks(NamedTuple):
    """Masks of units that stood in one hex when the phase began, of which one is enough."""

    masks: tuple[int, ...] = ()


OWED = Slot("mandatory", Owed(), lasts="phase")
STACKS = Slot("mandatory_stacks", Stacks(), lasts="phase")


class MandatoryRules:
    """Key ``combat.mandatory`` compiled."""

    def __init__(
        self,
        combat: CombatRules,
        forces: Forces,
        selectors: Selectors,
        losses: LossRules,
        guns: BombardmentRules | None,
    ) -> None:
        self._combat = combat
        self._guns = guns
        self._ids = forces.ids
        self._losses = losses
        self._section = combat.section.mandatory
        self._many = combat.section.battle.hexes == "many"
        # Where any units may attack together, it is known exactly which can meet their obligation.
        self._any_force = combat.whole_hex and combat.anybody_may_join
        section = self._section
        self._of_side = [
            (
                _those_obliged(section.attack, selectors, side, own),
                _those_obliged(section.targets, selectors, side, selectors.enemies(side)),
            )
            for side, own in enumerate(forces.mask_of_side)
            if section is not None
        ]
        obliged = (section.attack, section.targets) if section is not None else ()
        self._stacked = tuple(
            obligation is not None and obligation.each == "stack" for obligation in obliged
        )

    def begin(self, state: Position) -> None:
        """Remember which units must, as they stand when the phase begins."""
        if self._of_side:
            attack, targets = self._of_side[state.phase_side]
            owed = Owed(attack(state), targets(state))
            state.remember(OWED, owed)
            of_stacks = [
                units for units, by_stack in zip(owed, self._stacked, strict=True) if by_stack
            ]
            if of_stacks:
                # Which units stand together now is kept: they may be driven apart before they
                # attack.
                stacks: dict[int, int] = {}
                for unit in bits(reduce(or_, of_stacks)):
                    cell = state.cells[unit]
                    stacks[cell] = stacks.get(cell, 0) | 1 << unit
                state.remember(STACKS, Stacks(tuple(stacks.values())))

    def release(self, state: Position, attackers: int, targets: int) -> None:
        """Free units (masks) from their obligations, and those with whom they were obliged
        together.
        """
        owed = state.memory[OWED]
        attack = self._with_stacks(state, attackers)
        state.remember(OWED, Owed(owed.attack & ~attack, owed.targets & ~targets))

    def _with_stacks(self, state: Position, units: int) -> int:
        """Mask of some units, and of the rest of their stacks, which are settled along with
        them.
        """
        stacks = state.memory[STACKS].masks
        return reduce(or_, (stack for stack in stacks if stack & units), units)

    def together(self, state: Position, unit: int) -> int:
        """Mask of the units of which one must do what a unit must; the unit alone, if it has no
        stack.
        """
        return self._with_stacks(state, 1 << unit)

    def _count(self, state: Position, units: int) -> int:
        """How many obligations to attack some units (a mask) have: a stack has one."""
        stacks = state.memory[STACKS].masks
        of_stacks = sum([bool(stack & units) for stack in stacks])
        alone = units & ~reduce(or_, stacks, 0)
        return of_stacks + alone.bit_count()

    def owed(self, state: Position) -> Owed:
        """What has not been met yet, by units that are still on the map."""
        if not self._of_side:
            return Owed()
        attack, targets = state.memory[OWED]
        fought, attacked, bombarded = state.memory[FOUGHT]
        # Attacked only by guns at a distance, it has not been attacked as its obligation wants.
        met = attacked & ~bombarded
        if any(self._stacked):
            fought, met = self._with_stacks(state, fought), self._with_stacks(state, met)
        on_map = mask_of([unit for unit, cell in enumerate(state.cells) if cell])
        return Owed(attack & ~fought & on_map, targets & ~met & on_map)

    def can_be_met(self, state: Position) -> Owed:
        """Those obligations not yet met that an attack could meet now."""
        owed = self.owed(state)
        if not any(owed):
            return owed
        key = "mandatory"
        can: Owed | None = state.near.get(key)
        if can is None:
            able = attacked = 0
            for target in self._combat.targets(state, state.phase_side).values():
                forces = (
                    target.groups if self._any_force else self._combat.forces_for(state, target)
                )
                able |= mask_of({unit for force in forces for unit in force})
                attacked |= mask_of(target.defenders)
            can = state.near[key] = Owed(
                owed.attack & able, owed.targets & self._with_stacks(state, attacked)
            )
        return can

    def why_not_done(self, state: Position) -> Violation | None:
        """Why the phase may not be ended; ``None`` when it may."""
        left = self.can_be_met(state)
        if not any(left):
            return None
        return self._combat.refuse("mandatory", f"{self.in_words(state, left)}.")

    def in_words(self, state: Position, owed: Owed) -> str:
        """Which units must attack and be attacked."""
        parts = []
        if owed.attack:
            parts.append(f"{self._names(state, owed.attack)} must attack")
        if owed.targets:
            parts.append(f"{self._names(state, owed.targets)} must be attacked")
        return "; ".join(parts)

    def _names(self, state: Position, units: int) -> str:
        """``R1 and R2``; of stacks of which one is enough ``R1 or R2``."""
        names = []
        for unit in bits(units):
            of_stack = self.together(state, unit) & units
            names.append(either(self._ids[mate] for mate in bits(of_stack)))
        return every(dict.fromkeys(names))

    # -- attacks by which others could no longer do what they must --------------------------------

    def why_not_this(self, state: Position, force: Group, hexes: Sequence[int]) -> Violation | None:
        """Why an attack may not be made for the sake of other obligations; ``None`` if it may."""
        if not self.spoils(state, force, hexes):
            return None
        number = every(self._combat.board.number[cell] for cell in hexes)
        names = every(self._ids[unit] for unit in force)
        others = self.in_words(state, self.can_be_met(state))
        text = f"If {names} attacked {number}, fewer could do what they must: {others}."
        return self._combat.refuse("mandatory", text)

    def spoils(self, state: Position, force: Group, hexes: Sequence[int]) -> bool:
        """Whether fewer obligations could be met with this attack than without it."""
        if not self._of_side or not self._any_force:
            return False
        owed = self.owed(state)
        if not any(owed):
            return False
        targets = self._combat.targets(state, state.phase_side)
        near = {
            there: mask_of(unit for group in target.groups for unit in group)
            for there, target in targets.items()
        }
        must = {
            there for there, target in targets.items() if mask_of(target.defenders) & owed.targets
        }
        attacking = mask_of(force)
        meets = {
            cell for cell in must.intersection(hexes) if self._attackers_for(state, attacking, cell)
        }
        met = self._count(state, owed.attack & attacking) + len(meets)
        # Where no unit is attacked twice, these are no longer targets for the others.
        closed = hexes if self._combat.section.battle.again == "forbidden" else ()
        rest = {there: units & ~attacking for there, units in near.items() if there not in closed}
        others = owed.attack & ~self._with_stacks(state, attacking)
        after = met + self._most_met(state, rest, must - meets, others)
        return after < self._most_met(state, near, must, owed.attack)

    def _most_met(
        self, state: Position, near: Mapping[int, int], must: set[int], attack: int
    ) -> int:
        """The most obligations that can be met together: by target hex the mask of the units that
        can attack it. Each target needs a unit of its own, except where one battle may be against
        several.
        """
        able = 0
        for units in near.values():
            able |= units
        meeting = {
            cell: self._attackers_for(state, units, cell)
            for cell, units in near.items()
            if cell in must
        }
        return self._count(state, able & attack) + self._most_attacked(state, meeting)

    def _most_attacked(self, state: Position, meeting: Mapping[int, int]) -> int:
        """The most targets that can be attacked: by hex the mask of the units that attack as it
        wants.

        Where one battle may be against several hexes, a unit beside them attacks all of them; a gun
        at a distance attacks one. A gun that could do either is tried as both.
        """
        if not self._many:
            taken: dict[int, int] = {}
            return sum(_finds_attacker(cell, meeting, taken, set()) for cell in meeting)
        if self._guns is None:
            return sum(map(bool, meeting.values()))
        around, cells = self._combat.board.adjacent, state.cells
        near = {
            cell: mask_of(unit for unit in bits(units) if around[cell] >> cells[unit] & 1)
            for cell, units in meeting.items()
        }
        beside = reduce(or_, near.values(), 0)
        far = {cell: units & ~near[cell] for cell, units in meeting.items()}
        could_do_either = tuple(bits(beside & reduce(or_, far.values(), 0)))
        best = 0
        for firing in product((0, 1), repeat=len(could_do_either)):
            away = mask_of(compress(could_do_either, firing))
            left = {
                cell: far[cell] & (away | ~beside)
                for cell, units in near.items()
                if not units & ~away
            }
            matched: dict[int, int] = {}
            fired_at = sum(_finds_attacker(cell, left, matched, set()) for cell in left)
            best = max(best, len(near) - len(left) + fired_at)
        return best

    def _attackers_for(self, state: Position, units: int, cell: int) -> int:
        """Those of a mask of units who attack a hex as its obligation wants."""
        if self._guns is None:
            return units
        return mask_of(self._guns.meeting(state, bits(units), cell))

    # -- the end of the phase -----------------------------------------------------------------

    def close(self, state: Position) -> bool:
        """Say which obligations could not be met, and what becomes of units that did not attack.

        Answers whether that puts a task on the agenda which the end of the phase waits for.
        """
        if not self._of_side:
            return False
        owed = self.owed(state)
        if not any(owed):
            return False
        state.remember(OWED, Owed())
        if state.events is not None:
            units = tuple(self._ids[unit] for unit in bits(owed.attack | owed.targets))
            rule = self._combat.cite.get("mandatory", "")
            text = f"{self.in_words(state, owed)}, and cannot."
            state.tell("unmet", rule, text, units=units)
        if self._section is not None and self._section.unmet == "eliminated":
            for unit in bits(owed.attack):
                self._losses.eliminate(state, unit)
        # Those who should have attacked retreat as if they had lost a battle.
        there = state.enemies_of(state.phase_side)
        enemies = tuple([unit for unit, cell in enumerate(state.cells) if there >> cell & 1])
        retreats = self._section is not None and self._section.unmet == "retreats"
        if not (retreats and owed.attack and enemies):
            return False
        beaten = Battle("", (), tuple(bits(owed.attack)), enemies)
        task = pending(state, beaten, Effect("retreat", "attacker", hexes=1))
        if task is not None:
            state.agenda.append(task)
        return task is not None


def _those_obliged(
    obliged: Obliged | None, selectors: Selectors, side: int, among: int
) -> Callable[[Position], int]:
    """The units of an obligation, as a function of a state."""
    if obliged is None:
        return lambda state: 0
    only = selectors.mask(obliged.only, side)
    if obliged.excused is None:
        return lambda state: only(state) & among
    excused = selectors.mask(obliged.excused, side)
    return lambda state: only(state) & among & ~excused(state)


def _finds_attacker(
    cell: int, near: Mapping[int, int], taken: dict[int, int], asked: set[int]
) -> bool:
    """Whether a target finds an attacker, if need be by moving others to other targets."""
    for unit in bits(near[cell]):
        if unit not in asked:
            asked.add(unit)
            # An augmenting path, as in bipartite matching: no unit is asked twice on the way, so it
            # ends.
            if unit not in taken or _finds_attacker(taken[unit], near, taken, asked):
                taken[unit] = cell
                return True
    return False
