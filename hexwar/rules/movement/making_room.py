"""Room to stop in full hexes: friends there that can still move will make some.

A hex is cleared if what must stay there leaves room for who comes. Who must stay is found by
exclusion: whoever has moved, or reaches no hex but those that units which are done fill.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Protocol

from hexwar.engine.state import Position
from hexwar.hexmap import Board
from hexwar.rules.sequence.moved import MOVED
from hexwar.rules.stacking.rules import StackingRules
from hexwar.rules.units.rules import Forces, mask_of

FEW = 8  # hexes are looked at one by one where a side has more units than this for each of them


class Reaching(Protocol):
    """What is asked of the rules of movement."""

    board: Board
    forces: Forces
    stacking: StackingRules
    one_a_hex: bool
    stacks: bool

    def sure_steps(self, state: Position, unit: int) -> int:
        """Mask of hexes next door that a unit which has not moved can surely enter."""

    def layers_now(self, state: Position, unit: int) -> tuple[int, ...]:
        """The flood of a unit with the points that it has left."""


def makes_room(rules: Reaching, state: Position, unit: int, cell: int, full: int) -> bool:
    """Whether friends in a full hex can still make room for a unit to stop there.

    Most often one friend fills the hex, and whether it has moved tells all.
    """
    there = state.standing(cell)
    if rules.one_a_hex and not rules.stacking.every_stop and len(there) == 1:
        friend = there[0]
        if state.memory[MOVED].moved >> friend & 1:
            return False
        if rules.sure_steps(state, friend) & ~full:
            return True
    return bool(stops_that_can_clear(rules, state, unit, rules.board.bit[cell]))


def stops_that_can_clear(rules: Reaching, state: Position, mover: int, taken: int) -> int:
    """Those of the full hexes where friends that can still move will make room.

    A player may stop one unit on another that is to move on: only the end of the phase is
    checked. A friend can move on if it has not moved and reaches a hex that units which are
    done do not fill.
    """
    if not taken:
        return 0
    bit = 1 << mover
    moved = state.memory[MOVED].moved
    # Movers of one position share the answer, but one that goes on with its move is not done.
    together = _under_way(state, bit) if rules.stacks and moved & bit else ()
    done = moved & ~mask_of(mate for mate, _ in together) if together else moved & ~bit
    alike = rules.stacking.points and rules.stacking.points.kind(state, mover)
    key = (done, bool(moved & bit), together, alike)
    clearing: int | None = state.near.get(key)
    if clearing is None:
        if taken.bit_count() * FEW < len(rules.forces.of_side[rules.forces.side[mover]]):
            return hexes_that_can_clear(rules, state, done, (mover,), taken)
        # For all of its kind the same hexes are full: nobody asks of others.
        full = -1 if rules.one_a_hex else rules.stacking.full(state, mover)
        clearing = state.near[key] = hexes_that_can_clear(rules, state, done, (mover,), full)
    return taken & clearing


def room_can_be_made(
    rules: Reaching, state: Position, units: tuple[int, ...], hexes: int = -1
) -> int:
    """Mask of those of some hexes with friends of which enough can make room for these units."""
    going = mask_of(units)
    going |= mask_of(mate for mate, _ in _under_way(state, going))
    moved = state.memory[MOVED].moved & ~going
    return hexes_that_can_clear(rules, state, moved, units, hexes)


def _under_way(state: Position, units: int) -> tuple[tuple[int, int], ...]:
    """Who moves on together, and what each has left, if all of a mask do; else nobody."""
    stack = state.memory[MOVED].stack
    return () if units & ~mask_of(mate for mate, _ in stack) else stack


def hexes_that_can_clear(
    rules: Reaching, state: Position, moved: int, arriving: Sequence[int], hexes: int = -1
) -> int:
    """Mask of those of some hexes that enough friends can leave, ``moved`` being done."""
    if rules.stacking.every_stop:
        return 0
    stacking, side = rules.stacking, rules.forces.side[arriving[0]]
    # Only who stands in hexes that are asked about is looked at; but all that are done fill hexes.
    everybody = mine = rules.forces.of_side[side]
    if hexes >= 0:
        there = chain.from_iterable(map(state.standing, rules.board.cells(hexes)))
        mine = tuple([unit for unit in there if rules.forces.side[unit] == side])
    alike = stacking.points is None  # then the same hexes are full for everybody
    full = stacking.full(state, arriving[0]) if alike else 0
    perhaps, gone = stacking.perhaps_full(state, side), moved | state.memory[MOVED].moved
    filled = -1  # by units that are done: needed only where every hex in reach is full
    staying: list[int] = []
    for unit in mine:
        # Who surely has somewhere to go need not be flooded.
        if not gone >> unit & 1 and rules.sure_steps(state, unit) & ~perhaps:
            continue
        reach = 0 if moved >> unit & 1 else rules.layers_now(state, unit)[-1]
        if reach & ~(full if alike else stacking.full(state, unit)):
            continue
        if reach:
            if filled < 0 or not alike:
                done = [mate for mate in everybody if moved >> mate & 1]
                filled = stacking.filled(state, done, (unit,))
            if reach & ~filled:
                continue
        staying.append(unit)
    held = state.occupied[side] if hexes < 0 else hexes & state.occupied[side]
    return held & ~stacking.filled(state, staying, arriving)
