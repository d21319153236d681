"""Action points: what units have left of them in a turn, and in the activation under way.

The points of a unit are its movement points of the turn. An activation may spend some of them at
most, and costs one at least; moves and fires report what they took (`did`), and movement asks what
is left (`bounded`).
"""

from __future__ import annotations

from typing import NamedTuple

from hexwar.engine.frame import Frame
from hexwar.engine.position import bits
from hexwar.engine.slot import Slot
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.violation import Violation
from hexwar.rules.action_points.section import ActionPoints, PointPhases
from hexwar.rules.sequence.moved import MOVED
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.terrain.rules import TerrainRules
from hexwar.rules.units.rules import Forces


class SpentPoints(NamedTuple):
    """Points spent in this turn, in scaled movement points: pairs of a unit and its points.

    ``unit``: who is activated; ``left``: what it may still spend this time; ``idle``: whether it
    has spent nothing of it.
    """

    spent: tuple[tuple[int, int], ...] = ()
    unit: int = NOBODY
    left: int = 0
    idle: bool = False

    def of(self, unit: int) -> int:
        """What a unit has spent."""
        return dict(self.spent).get(unit, 0)

    def without(self, units: int) -> SpentPoints:
        """The record without these units (a mask)."""
        spent = tuple(pair for pair in self.spent if not units >> pair[0] & 1)
        gone = self.unit >= 0 and units >> self.unit & 1
        return SpentPoints(spent) if gone else self._replace(spent=spent)

    def paid(self, unit: int, points: int, left: int) -> SpentPoints:
        """The record after a unit has spent points, with what it may still spend this time."""
        spent = dict(self.spent)
        spent[unit] = spent.get(unit, 0) + points
        now = self._replace(spent=tuple(sorted(spent.items())))
        # A unit that fires in answer pays as well, and is not the one that is activated.
        return now._replace(left=left, idle=False) if unit == self.unit else now


POINTS = Slot("action_points", SpentPoints(), lasts="turn")


class ActionPointRules:
    """What units may spend. False in a game without action points."""

    __slots__ = ("_by_phase", "_forces", "_terrain")

    def __init__(
        self, frame: Frame, sequence: SequenceOfPlay, forces: Forces, terrain: TerrainRules
    ) -> None:
        self._forces, self._terrain = forces, terrain
        points_of = {phase.id: phase[PointPhases].points for phase in sequence.phases}
        here = (points_of[phase.id] or points_of.get(phase.within) for phase in sequence.phases)
        self._by_phase = {index: points for index, points in enumerate(here) if points}

    def __bool__(self) -> bool:
        return bool(self._by_phase)

    def concerned_at(self, moment: str) -> bool:
        """Whether there are action points at all."""
        return bool(self)

    def counted_in(self, phase: int) -> bool:
        """Whether a phase is one of activations for action points."""
        return phase in self._by_phase

    def bounded(self, state: Position, unit: int, allowance: int) -> int:
        """What is left of a movement allowance: of the turn's, or for the activation under way."""
        now = state.memory[POINTS]
        left = max(0, allowance - now.of(unit))
        return min(left, now.left) if unit == now.unit else left

    def written(self, points: int) -> str:
        """So many scaled points for a sentence."""
        return self._terrain.written(points)

    # -- activations -----------------------------------------------------------------------------

    def begin(self, state: Position, phase: int, unit: int, left: int) -> None:
        """A unit is activated that has so much left in this turn."""
        most = self._by_phase[phase].most
        left = left if most is None else min(left, self._scaled(most))
        state.remember(POINTS, state.memory[POINTS]._replace(unit=unit, left=left, idle=True))

    def end(self, state: Position) -> None:
        """The activation under way is over: it has cost a point at least."""
        now = state.memory[POINTS]
        if now.unit == NOBODY:
            return
        if now.idle:
            now = now.paid(now.unit, self._scaled(1), 0)
        state.remember(POINTS, now._replace(unit=NOBODY, left=0, idle=False))

    # -- spending --------------------------------------------------------------------------------

    def did(self, state: Position, deed: str, units: int) -> None:
        """Units have moved, or fired: the points for it are gone."""
        now = before = state.memory[POINTS]
        if deed == "fired":
            price = self._price(state)
            for unit in bits(units):
                now = now.paid(unit, price, max(0, now.left - price))
        elif deed == "moved" and now.unit >= 0 and units >> now.unit & 1:
            moved = state.memory[MOVED]
            # What it spent is told by what movement has left it.
            left = min(now.left, moved.left) if moved.mover == now.unit else now.left
            now = now.paid(now.unit, now.left - left, left)
        if now != before:
            state.remember(POINTS, now)

    def why_not_fire(self, state: Position, unit: int, left: int) -> Violation | None:
        """Why a unit that has so much left does not fire; ``None`` if that suffices."""
        price = self._price(state)
        if price <= left:
            return None
        cost, had = self._terrain.written(price), self._terrain.written(left)
        text = f"A fire costs {self._forces.ids[unit]} {cost}, and it has {had} left."
        return Violation(self._now(state).cite.get("fire", ""), text, "action_points.fire")

    def _now(self, state: Position) -> ActionPoints:
        """What is said for the phase; for one of another kind, what is said first."""
        points = self._by_phase.get(state.phase_index)
        return points or next(iter(self._by_phase.values()))

    def _price(self, state: Position) -> int:
        return self._scaled(self._now(state).fire)

    def _scaled(self, points: int) -> int:
        return points * self._terrain.scale
