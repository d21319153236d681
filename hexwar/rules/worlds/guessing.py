"""How a side guesses at what it does not see, one thing after the other.

Computer players think about worlds that could be: copies of what their side sees, in which what it
does not see has been put somewhere. Stacks with concealed units are filled first, then the units
that wait are reckoned up, and last those that may hide are hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce
from operator import or_
from random import Random
from typing import NamedTuple

from hexwar.engine.position import bits
from hexwar.engine.registry import Guess
from hexwar.engine.rules import Frame
from hexwar.engine.state import NOBODY, OFF_MAP, Position
from hexwar.rules.activation.rules import ActivationPhase
from hexwar.rules.hidden.rules import HiddenRules
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.movement.task import MovementPhase
from hexwar.rules.reinforcements.entries import ARRIVALS, ArrivedGroups
from hexwar.rules.reinforcements.rules import ReinforcementRules
from hexwar.rules.scenarios.rules import SetupRules
from hexwar.rules.stacking.rules import StackingRules
from hexwar.rules.stacking.task import ON_TOP, OnTop, VisibilityRules
from hexwar.rules.units.rules import Forces, mask_of

# Where a unit out of sight could be by now, as far as everybody knows.
#
# Reckoned in favour of the unit, so that no place is left out that it could have come to: it begins
# anywhere it may, marches in every phase at full allowance over the cheapest ground, and is moved
# aside a little by retreats.


ASIDE = 2
"""So many hexes in a turn a unit may come further than it marches: retreats and advances."""


class Whereabouts:
    """Hexes by where units begin or enter, and by how far they march."""

    def __init__(
        self,
        frame: Frame,
        setup: SetupRules,
        movement: MovementRules,
        reinforcements: ReinforcementRules | None,
    ) -> None:
        self._frame, self._movement, self._reinforcements = frame, movement, reinforcements
        opening, board = frame.resolved.scenario.opening, frame.board
        self._begins = tuple(
            setup.areas.get(unit, 0)
            | board.bit[board.cell[opening[name]] if name in opening else OFF_MAP]
            for unit, name in enumerate(frame.unit_ids)
        )

    def begins(self, unit: int) -> int:
        """Mask of the hexes where the scenario lets a unit begin; 0 if it is not there yet."""
        return self._begins[unit]

    def of(self, state: Position, unit: int) -> int:
        """Mask of the hexes where a unit may be if it is on the map: 0 if it cannot have come.

        Nobody is in its way, and each hex costs it as little as the cheapest.
        """
        board, costs = self._frame.board, self._movement.costs[unit]
        reached = self._begins[unit] | self._hexes_entered(state, unit)
        # In how many phases units of a side may have moved until now, the present one included.
        frame, side = self._frame, self._frame.unit_side[unit]
        phases = [
            index
            for index, kind in enumerate(frame.phase_kinds)
            if kind in (MovementPhase.kind, ActivationPhase.kind)
            and frame.phase_sides[index] in (side, NOBODY)
        ]
        begun = sum(index <= state.phase_index for index in phases)
        marched = len(phases) * (state.turn - 1) + begun
        groups = [*costs.uniform, *((cost, mask) for cost, mask, _ in costs.sided)]
        least = min([cost for cost, _ in groups], default=1)
        # As if every hex cost the least there is, so that no way that it may have gone is left out.
        hexes = marched * self._movement.values.most_movement(unit) // least
        for _ in range(hexes + ASIDE * state.turn if marched else 0):
            more = reached | board.expand(reached) & costs.passable
            if more == reached:
                break
            reached = more
        return reached

    def _hexes_entered(self, state: Position, unit: int) -> int:
        """Mask of the hexes where a unit may have entered the map."""
        if self._reinforcements is None:
            return 0
        came = {index for index, _, _ in state.memory[ARRIVALS].groups}
        mask = 0
        for group in self._reinforcements.groups:
            returns = (
                group.section.is_of_the_eliminated and group.side == self._frame.unit_side[unit]
            )
            if group.index in came and (returns or group.units >> unit & 1):
                mask |= group.area | group.fallback
        return mask


# What may lie below the top counters of stacks that a side does not see through.
#
# Where a side sees the top counter of a stack only, some unit lies below. Each such stack gets one
# unit at least of those that could lie there; units that are on the map for certain and are left
# over go where there is room.


class Concealing(NamedTuple):
    """A stack that hides units: its cell, the units seen there, which of them is on top, and those
    that may lie below.
    """

    cell: int
    seen: tuple[int, ...]
    top: int
    below: tuple[int, ...]


class StackGuesses:
    """Puts units below top counters: one at least, where any lies hidden.

    Units that are on the map for certain lie somewhere as long as there is room; of those that may
    be waiting off it in a phase of theirs, about half do. They have lost as many steps as one of
    their side that is seen.
    """

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
        stacks = []
        for owner, theirs in enumerate(self._forces.of_side):
            hiding = seen.occupied[owner] & seen.concealed_at if owner != side else 0
            for cell in bits(hiding):
                stack = tuple(unit for unit in theirs if seen.cells[unit] == cell)
                if stack:
                    stacks.append(self._may_lie_below(seen, cell, stack, where))
        # Where few could lie is filled first, or others would have taken them.
        stacks.sort(key=lambda stack: len(stack.below))
        # Mask of the units that may lie in a stack or still wait to enter.
        mask = 0
        for could_have_come in seen.rules.hooks.could_have_come:
            mask |= could_have_come(seen)
        if seen.phase_side != NOBODY:
            mask &= self._forces.mask_of_side[seen.phase_side]
        return partial(self._fill, stacks, mask)

    def _may_lie_below(
        self, seen: Position, cell: int, stack: tuple[int, ...], where: dict[int, int]
    ) -> Concealing:
        """What may lie below the top counter of a stack that is seen."""
        top = self._visibility.top(seen, stack)
        owner = self._forces.side[top]
        fitting = [
            unit
            for unit in where
            if self._forces.side[unit] == owner
            and self._visibility.may_lie_below(seen, top, unit)
            and self._stacking.fit(seen, cell, [*stack, unit])
        ]
        # Units that could come there by no known way are considered only where no others are left.
        likely = [unit for unit in fitting if where[unit] >> cell & 1]
        return Concealing(cell, stack, top, tuple(likely or fitting))

    def _fill(
        self, stacks: list[Concealing], perhaps: int, world: Position, random: Random
    ) -> None:
        """Put units below stacks in a world: one below each, then others where there is room. Of
        those that ``perhaps`` are not on the map half are left out.
        """
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
            rooms = [
                stack
                for stack in stacks
                if unit in stack.below
                and self._stacking.fit(world, stack.cell, [*stack.seen, *lie[stack.cell], unit])
            ]
            if rooms:
                lie[random.choice(rooms).cell].append(unit)
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


def guess(seen: Position, side: int) -> Guess | None:
    """How to put what is guessed into a copy of what a side sees; ``None`` if nothing is.

    Stacks are filled first; units that are on the map then no longer wait to enter.
    """
    rules = seen.rules
    stacks, hiding = rules.find(StackGuesses), rules.find(HiddenGuesses)
    possible = [
        stacks.guess(seen, side) if stacks and stacks.are_needed else None,
        wait_no_more(seen) if rules.find(ReinforcementRules) else None,
        hiding.guess(seen, side) if hiding else None,
    ]
    guesses = [put for put in possible if put is not None]
    return partial(_all, guesses) if guesses else None


def _all(guesses: Sequence[Guess], world: Position, random: Random) -> None:
    for put in guesses:
        put(world, random)


class HiddenGuesses:
    """Lets units hide in hexes of theirs, where nobody is seen."""

    def __init__(
        self, forces: Forces, hidden: HiddenRules, stacking: StackingRules, whereabouts: Whereabouts
    ) -> None:
        self._forces, self._hidden = forces, hidden
        self._stacking, self._whereabouts = stacking, whereabouts

    def guess(self, seen: Position, side: int) -> Guess | None:
        """How to hide units in a copy of what a side sees; ``None`` if nobody may hide."""
        covert = self._hidden.places & ~reduce(or_, seen.occupied)
        hexes = {
            # A unit that could have come to no hex that hides units must have come in a way that
            # was not thought of.
            unit: self._hidden.where(unit) & self._whereabouts.of(seen, unit) & covert or covert
            for unit in bits(seen.unseen)
            if self._forces.side[unit] in self._hidden.sides and self._whereabouts.begins(unit)
        }
        return partial(self._hide, hexes) if hexes else None

    def _hide(self, hexes: dict[int, int], world: Position, random: Random) -> None:
        """Put units that hide somewhere in a world, each in one of its hexes."""
        units, hide = list(hexes), 0
        # In another order each time: room goes to units that come first.
        random.shuffle(units)
        for unit in units:
            room = 0 if world.cells[unit] else hexes[unit] & ~self._stacking.full(world, unit)
            if room:
                world.place(unit, world.frame.board.draw(room, random))
                hide |= 1 << unit
        world.conceal(world.secret | hide)


def wait_no_more(seen: Position) -> Guess | None:
    """Let units that are on the map in a guess wait no more."""
    return _wait_no_more if seen.memory[ARRIVALS].groups else None


def _wait_no_more(world: Position, random: Random) -> None:
    """Take units that were guessed to be on the map out of the groups that wait."""
    here = mask_of(unit for unit, cell in enumerate(world.cells) if cell != OFF_MAP)
    groups = []
    for index, units, may_enter in world.memory[ARRIVALS].groups:
        came = (units & here).bit_count()
        groups.append((index, units & ~here, max(0, may_enter - came)))
    world.remember(ARRIVALS, ArrivedGroups(tuple(groups)))
