"""Action points: what units spend a few at a time, in turn with the enemy.

The points of a unit are its movement points of the turn. In a phase that counts them its side
activates it again and again: each activation may spend some of them at most and costs one at
least. There is no action that pays them: moves and fires report that they were made
(:meth:`ActionPointRules.did`), and movement asks what is left (:meth:`ActionPointRules.bounded`).

In this order: what phases may say of them, what is remembered in a turn, the accounts themselves,
what ``check`` proves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, NamedTuple

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.forms import NO_RULES, Citations, Form, between, cites, says
from hexwar.engine.position import bits
from hexwar.engine.queries import Status
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.violation import Violation
from hexwar.rules.sequence.rules import MOVED
from hexwar.rules.sequence.section import ROUND, SequenceOfPlay
from hexwar.rules.terrain.rules import TerrainRules
from hexwar.rules.units.rules import Forces

# What phases of activations may say of action points.


class ActionPoints(Form, example={"most": 3, "fire": 2}):
    """Units are activated again and again, as long as their points of the turn last: these are
    their movement points. What is spent in the phases within is gone for the turn, one point at
    least each time; a unit that has to stop has spent all that it could spend this time. A unit
    fires in answer only with what it has left.
    """

    most: Annotated[
        int | None,
        between(1, 1000),
        says("How many points a unit spends at most each time; any number if left out.", 3),
    ] = None
    fire: Annotated[int, between(0, 1000), says("How many points a fire costs.", 2)] = 1
    cite: Annotated[Citations, cites("Rules about action points.", fire="What a fire costs.")] = (
        NO_RULES
    )


class PointPhases(Form):
    """What the package adds to phases."""

    points: Annotated[
        ActionPoints | None,
        says(
            "In a phase of kind activation that has `phases`, where units are activated each for "
            "itself: action points. In a phase within it: what a fire costs there.",
            {"most": 3, "fire": 2},
        ),
    ] = None


# What units have left of them in a turn, and in the activation under way.


class SpentPoints(NamedTuple):
    """Points spent in this turn, in scaled movement points: pairs of a unit and its points.

    ``unit``: the one that is activated; ``left``: what it may still spend this time; ``idle``:
    whether it has spent nothing of it.
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
        payment = self._replace(spent=tuple(sorted(spent.items())))
        # A unit that fires in answer pays as well, and is not the one that is activated.
        return payment._replace(left=left, idle=False) if unit == self.unit else payment


POINTS = Slot("action_points", SpentPoints(), lasts="turn")


class ActionPointRules:
    """What units may spend. False in a game without action points."""

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
        points = state.memory[POINTS]
        points_left = max(0, allowance - points.of(unit))
        return min(points_left, points.left) if unit == points.unit else points_left

    def written(self, points: int) -> str:
        """A number of scaled points for a sentence."""
        return self._terrain.written(points)

    # -- activations -----------------------------------------------------------------------------

    def begin(self, state: Position, phase: int, unit: int, left: int) -> None:
        """A unit is activated that has so much left in this turn."""
        most = self._by_phase[phase].most
        allowance = left if most is None else min(left, self._scaled(most))
        record = state.memory[POINTS]._replace(unit=unit, left=allowance, idle=True)
        state.remember(POINTS, record)

    def end(self, state: Position) -> None:
        """The activation under way is over: it has cost a point at least."""
        points = state.memory[POINTS]
        if points.unit == NOBODY:
            return
        if points.idle:
            # Else a side could pass for ever by activating units that do nothing.
            points = points.paid(points.unit, self._scaled(1), 0)
        state.remember(POINTS, points._replace(unit=NOBODY, left=0, idle=False))

    # -- spending --------------------------------------------------------------------------------

    def did(self, state: Position, deed: str, units: int) -> None:
        """Units have moved, or fired: the points for it are gone."""
        points = before = state.memory[POINTS]
        if deed == "fired":
            price = self._price(state)
            for unit in bits(units):
                points = points.paid(unit, price, max(0, points.left - price))
        elif deed == "moved" and points.unit >= 0 and units >> points.unit & 1:
            moved = state.memory[MOVED]
            # What it spent is seen from what movement has left it.
            points_left = (
                min(points.left, moved.left) if moved.mover == points.unit else points.left
            )
            points = points.paid(points.unit, points.left - points_left, points_left)
        if points != before:
            state.remember(POINTS, points)

    def why_not_fire(self, state: Position, unit: int, left: int) -> Violation | None:
        """Why a unit that has so much left does not fire; ``None`` if that suffices."""
        price = self._price(state)
        if price <= left:
            return None
        cost, points = self._terrain.written(price), self._terrain.written(left)
        text = f"A fire costs {self._forces.ids[unit]} {cost}, and it has {points} left."
        return Violation(self._now(state).cite.get("fire", ""), text, "action_points.fire")

    def _now(self, state: Position) -> ActionPoints:
        """What is said for the phase; for one of another kind, what is said first."""
        points = self._by_phase.get(state.phase_index)
        return points or next(iter(self._by_phase.values()))

    def _price(self, state: Position) -> int:
        return self._scaled(self._now(state).fire)

    def _scaled(self, points: int) -> int:
        return points * self._terrain.scale


# What is kept of action points, and how many a unit has left.


def _status(state: Position, unit: int) -> Iterator[Status]:
    """How many points a unit has spent in this turn."""
    rules, spent = state.rules.find(ActionPointRules), state.memory[POINTS].of(unit)
    if rules is not None and spent:
        yield Status(f"has spent {rules.written(spent)}")


SLOTS = (POINTS,)
STATUS = (_status,)
HOOKS = {"did": (ActionPointRules, ActionPointRules.did)}


# What is proved of action points: that units are activated one by one, and can spend them.


UNCOUNTED = "activation"
"""In phases of this kind units move without accounts of points."""


@of_each_game
def units_are_activated_one_by_one(subject: Subject, findings: Findings) -> None:
    """Action points belong to units that sides activate, in phases that keep accounts."""
    phases = subject.game[SequenceOfPlay].phases
    for phase in phases:
        points = phase[PointPhases].points
        if points is None:
            continue
        place = subject.node("sequence", "phases", *phase.at, "points").place()
        if phase.within:
            outer = next(other for other in phases if other.id == phase.within)
            if points.most is not None or outer[PointPhases].points is None:
                message = f"{phase.id} is run within {phase.within}, whose units have the points"
                help_ = f"say `points` of {phase.within}, and here at most what a fire costs"
                findings.add("HW493", place, message, help=help_)
            continue
        if phase.kind != ROUND or phase.order == "chits" or phase.each != "unit":
            message = f"in {phase.id} no units are activated each for itself"
            hint = "say it of a phase of kind activation with `phases`, `order` and `each: unit`"
            findings.add("HW453", place, message, help=hint)
            continue
        inner = [other for other in phases if other.within == phase.id]
        loose = next((other.id for other in inner if other.kind == UNCOUNTED), None)
        if loose is not None:
            message = f"what units do in {loose}, a phase of kind activation, costs them nothing"
            findings.add("HW453", place, message, help="write phases of movement and fire")
        if points.most is not None and points.fire > points.most:
            message = f"a fire costs {points.fire} points, and a unit spends {points.most} at most"
            findings.add("HW454", place, f"{message} each time: nobody ever fires")
