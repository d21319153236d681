"""Which counters of others are nothing, for the worlds that a side thinks possible."""

from __future__ import annotations

from functools import partial
from random import Random

from hexwar.engine.frame import Frame
from hexwar.engine.moments import Guess
from hexwar.engine.position import bits
from hexwar.engine.state import Position
from hexwar.rules.dummies.memory import FACE_DOWN
from hexwar.rules.dummies.rules import CompiledDummies, DummyRules


class DummyGuesses:
    """Draws dummies for the others, each choice of as many as are left equally likely."""

    __slots__ = ("_dummies", "_frame")

    def __init__(self, frame: Frame, dummies: DummyRules) -> None:
        self._frame, self._dummies = frame, dummies

    def guess(self, seen: Position, side: int) -> Guess | None:
        """How to choose for the others in a copy of what a side sees; ``None`` where nothing is."""
        down = seen.memory[FACE_DOWN].units
        others = [
            (group, self._left(seen, group))
            for group in self._dummies.groups
            if group.side != side and group.units & down
        ]
        wanted = [(group, left) for group, left in others if left]
        return partial(_choose, wanted) if wanted else None

    def _left(self, seen: Position, group: CompiledDummies) -> int:
        """How many are still to be turned up."""
        gone = (seen.memory[FACE_DOWN].gone & group.units).bit_count()
        return min(group.said.count, group.units.bit_count()) - gone


def _choose(wanted: list[tuple[CompiledDummies, int]], world: Position, random: Random) -> None:
    record = world.memory[FACE_DOWN]
    nothing = record.nothing
    for group, left in wanted:
        down = list(bits(group.units & record.units))
        for unit in random.sample(down, min(left, len(down))):
            nothing |= 1 << unit
    world.remember(FACE_DOWN, record._replace(nothing=nothing))
