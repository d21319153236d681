"""What may lie below the top counters of stacks that a side does not see through.

Where a side sees the top counter of a stack only, somebody lies below. Each such stack gets one
unit at least of those that could lie there; whoever is on the map for certain and is left over goes
where there is room.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import NamedTuple

from hexwar.engine.moments import Guess
from hexwar.engine.position import bits
from hexwar.engine.state import NOBODY, OFF_MAP, Position
from hexwar.rules.stacking.rules import StackingRules
from hexwar.rules.stacking.visibility import ON_TOP, OnTop, VisibilityRules
from hexwar.rules.units.rules import Forces
from hexwar.rules.worlds.whereabouts import Whereabouts


class Concealing(NamedTuple):
    """A stack that hides somebody: its cell, who is seen there, who of them is on top, and who may
    lie below.
    """

    cell: int
    seen: tuple[int, ...]
    top: int
    below: tuple[int, ...]


class StackGuesses:
    """Puts units below top counters: one at least, where somebody lies hidden.

    Who is on the map for certain lies somewhere as long as there is room; of those who may wait
    off it in a phase of theirs, about half. They have lost as many steps as one of their side that
    is seen.
    """

    __slots__ = ("_forces", "_stacking", "_visibility", "_whereabouts")

    def __init__(
        self,
        forces: Forces,
        stacking: StackingRules,
        visibility: VisibilityRules,
        whereabouts: Whereabouts,
    ) -> None:
        self._forces, self._stacking = forces, stacking
        self._visibility, self._whereabouts = visibility, whereabouts

    @property
    def are_needed(self) -> bool:
        """Where all units of a stack are seen nothing is to be guessed."""
        return self._visibility.limited

    def guess(self, seen: Position, side: int) -> Guess | None:
        """How to fill the stacks of a copy of what a side sees; ``None`` if none hides anybody."""
        if not seen.concealed_at:
            return None
        where = {unit: self._whereabouts.of(seen, unit) for unit in bits(seen.unseen)}
        stacks = [
            self._concealing(seen, cell, stack, where)
            for owner in range(len(self._forces.of_side))
            if owner != side
            for cell in bits(seen.occupied[owner] & seen.concealed_at)
            if (
                stack := tuple(
                    unit for unit in self._forces.of_side[owner] if seen.cells[unit] == cell
                )
            )
        ]
        # Where few could lie is filled first, or others would have taken them.
        stacks.sort(key=lambda stack: len(stack.below))
        return partial(self._fill, stacks, self._perhaps(seen))

    def _concealing(
        self, seen: Position, cell: int, stack: tuple[int, ...], where: dict[int, int]
    ) -> Concealing:
        top = self._visibility.top(seen, stack)
        owner = self._forces.side[top]
        fitting = [
            unit
            for unit in where
            if self._forces.side[unit] == owner
            and self._visibility.may_lie_below(seen, top, unit)
            and self._stacking.fit(seen, cell, [*stack, unit])
        ]
        # Who came by no way that is known is thought of only where nobody else is left.
        likely = [unit for unit in fitting if where[unit] >> cell & 1]
        return Concealing(cell, stack, top, tuple(likely or fitting))

    def _perhaps(self, seen: Position) -> int:
        """Mask of the units that may lie in a stack or still wait to enter.

        Nobody leaves units off the map for long: outside the phases of their side they have come.
        """
        mask = 0
        for could_have_come in seen.rules.hooks.could_have_come:
            mask |= could_have_come(seen)
        side = seen.phase_side
        return mask if side == NOBODY else mask & self._forces.mask_of_side[side]

    def _fill(
        self, stacks: list[Concealing], perhaps: int, world: Position, random: Random
    ) -> None:
        lie: dict[int, list[int]] = {}
        taken: set[int] = set()
        for stack in stacks:
            free = [unit for unit in stack.below if unit not in taken]
            lie[stack.cell] = chosen = random.sample(free, min(1, len(free)))
            taken.update(chosen)
        left = sorted({unit for stack in stacks for unit in stack.below} - taken)
        random.shuffle(left)
        for unit in left:
            if perhaps >> unit & 1 and random.random() < 0.5:
                continue
            rooms = [stack for stack in stacks if self._has_room(world, stack, lie, unit)]
            if rooms:
                lie[random.choice(rooms).cell].append(unit)
        self._put(world, stacks, lie, random)

    def _has_room(
        self, world: Position, stack: Concealing, lie: dict[int, list[int]], unit: int
    ) -> bool:
        together = [*stack.seen, *lie[stack.cell], unit]
        return unit in stack.below and self._stacking.fit(world, stack.cell, together)

    def _put(
        self, world: Position, stacks: list[Concealing], lie: dict[int, list[int]], random: Random
    ) -> None:
        standing = {
            owner: [unit for unit in units if world.cells[unit] != OFF_MAP]
            for owner, units in enumerate(self._forces.of_side)
        }
        tops, bit = world.memory[ON_TOP].units, world.frame.board.bit
        for stack in stacks:
            if lie[stack.cell]:
                tops |= 1 << stack.top
                world.concealed_at &= ~bit[stack.cell]
            for unit in lie[stack.cell]:
                world.place(unit, stack.cell)
                like = random.choice(standing[self._forces.side[unit]])
                world.lose(unit, min(world.lost[like], self._forces.steps[unit] - 1))
        world.remember(ON_TOP, OnTop(tops))
