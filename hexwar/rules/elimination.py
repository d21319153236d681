"""Units and steps that are lost, no matter how: which may be chosen, and by which side.

A result asks for whole units (``eliminate``, ``remove``) or for steps one by one (``lose_steps``).
First units, then steps: for each the rules and, below them, the task on the agenda that lets a side
choose as long as there is a choice; last, how both are previewed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from hexwar.definition.model import Effect
from hexwar.engine.action import Action
from hexwar.engine.event import Event
from hexwar.engine.rules import Frame
from hexwar.engine.slot import Slot
from hexwar.engine.state import NOBODY, OFF_MAP, Position
from hexwar.engine.task import OneUnit, SomeUnits
from hexwar.engine.violation import SectionRefusals, Violation
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.choosing import Forecast
from hexwar.rules.language.wording import either
from hexwar.rules.losses.section import Boxes, Losses
from hexwar.rules.stacking.rules import StackingRules
from hexwar.rules.units.rules import Forces, eliminate, eliminated_told
from hexwar.rules.values import UnitValues

# -- units that are lost: which, chosen by the side that the rules name ----------------------------


class LossRules:
    """Eliminations that a combat result calls for, and removals in their place."""

    def __init__(
        self, frame: Frame, forces: Forces, combat: Combat | None, stacking: StackingRules
    ) -> None:
        self._number, self._stacking = frame.board.number, stacking
        self.forces = forces
        self.rule = combat.cite.get("result", "") if combat else ""

    def pending(self, units: tuple[int, ...], effect: Effect, enemy: int) -> PendingLoss:
        """The loss that a step (``eliminate``, ``remove``) asks of these units, which ``enemy``
        fought.
        """
        count = effect.number(len(units))
        owner = self.forces.side[units[0]]
        chooser = owner if effect.chooser == "owner" else enemy
        box = ""
        if isinstance(effect.said, Boxes):
            box = effect.said.of(self.forces.side_ids[owner])
        return PendingLoss(units, count, chooser, box)

    def take(self, state: Position, unit: int, box: str) -> None:
        """Eliminate a unit, or put it into a box if there is one with room for it."""
        cell = state.frame.board.cell[box] if box else OFF_MAP
        side = self.forces.side[unit]
        closed = state.enemies_of(side) | self._stacking.full(state, unit)
        # Without a box, or room in it, it is lost; a unit already in that box needs no room.
        if not cell or (closed >> cell & 1 and state.cells[unit] != cell):
            self.eliminate(state, unit)
            return
        number = self._number[state.cells[unit]]
        state.place(unit, cell)
        if state.events is not None:
            name, title = self.forces.ids[unit], state.frame.map.boxes[box]
            text = f"{name} is removed from {number} to {title}."
            state.tell("removed", self.rule, text, unit=name, hex=number, box=box)

    def eliminate(self, state: Position, unit: int, why: str = "", steps: int = 0) -> None:
        """Remove a casualty and say so, and ``why``: the ``steps`` that it lost with its end."""
        eliminate(state, unit, self.rule, why, steps)


@dataclass(slots=True)
class PendingLoss(SomeUnits):
    """``count`` of these units must be eliminated, or removed to a ``box`` if there is one;
    ``chooser`` (a side) picks them.
    """

    kind = "loss"
    verb = "lose"
    units: tuple[int, ...]
    count: int
    chooser: int
    box: str = ""

    def side(self, state: Position) -> int:
        """The side that the rules let choose."""
        return self.chooser

    def _take(self, state: Position, units: tuple[int, ...]) -> None:
        for unit in units:
            state.rules[LossRules].take(state, unit, self.box)

    def _prompt(self, state: Position, names: Sequence[str]) -> str:
        return f"Choose a unit to lose: {', '.join(names)}."

    def _why_not(self, state: Position, unit: int) -> Violation:
        message = f"{state.frame.unit_ids[unit]} is not among the units to choose from."
        return Violation(state.rules[LossRules].rule, message, "losses.choice")


# -- steps that are lost: the strongest first, no unit twice before all have lost one --------------


ANYBODY = ""
"""In place of attacker or defender: losses on a retreat, which any of the units may take."""

ANY_BUT_TWICE = "evenly"
"""Steps paid in place of hexes: no result asks for them from the strongest, but they are shared
out.
"""


class StepsTaken(NamedTuple):
    """Steps lost in the battle that is being settled, or was last: pairs of unit and steps."""

    steps: tuple[tuple[int, int], ...] = ()


TAKEN = Slot("losses", StepsTaken(), lasts="phase")


def _loss_told(unit: str, number: str, steps: int, left: int) -> str:
    """That a unit loses steps and has some left, in a sentence."""
    lost = "a step" if steps == 1 else f"{steps} steps"
    return f"{unit} loses {lost} in {number}: {'one step' if left == 1 else f'{left} steps'} left."


def losses_joined(events: Iterable[Event]) -> list[Event]:
    """The events with one for all steps that a unit loses at once, also if it loses its last."""
    joined: list[Event] = []
    for event in events:
        before = joined[-1] if joined else None
        given = event.fields
        if (
            not given.get("steps")
            or before is None
            or before.kind != "step_lost"
            or before.fields.get("unit") != given.get("unit")
        ):
            joined.append(event)
            continue
        steps = before.steps + event.steps
        if event.kind == "step_lost":
            text = _loss_told(event.unit, event.hex, steps, event.left)
        else:
            text = eliminated_told(event.unit, event.hex, f"loses {steps} steps and")
        joined[-1] = Event(event.kind, event.rule, text, **{**given, "steps": steps})
    return joined


class StepLossRules:
    """Which units may lose the next step."""

    def __init__(
        self,
        frame: Frame,
        section: Losses | None,
        forces: Forces,
        values: UnitValues,
        losses: LossRules,
    ) -> None:
        self._number = frame.board.number
        self.section = section or Losses()
        self.cite = self.section.cite
        self.forces = forces
        self._values = values
        self._losses = losses
        self._refuse = SectionRefusals("losses", self.cite)
        self._stepped = any(steps > 1 for steps in forces.steps)

    def pending(self, units: tuple[int, ...], count: int, role: str) -> PendingStepLosses:
        """``count`` steps lost among these units of one side, chosen by their owner."""
        return PendingStepLosses(units, count, role)

    def begin_battle(self, state: Position) -> None:
        """In a new battle no unit has lost anything yet."""
        state.remember(TAKEN, TAKEN.empty)

    def candidates(self, state: Position, units: tuple[int, ...], role: str) -> tuple[int, ...]:
        """The units that may lose the next step; empty when none is left."""
        present = tuple(unit for unit in units if state.cells[unit])
        taken = dict(state.memory[TAKEN].steps)
        if present and self.section.first == "strongest" and role not in (ANYBODY, ANY_BUT_TWICE):
            side = self.forces.side[present[0]]
            # Only the first step of a side in a battle is asked of its strongest.
            if not any(self.forces.side[unit] == side for unit in taken):
                values = self._values
                raw = values.unmodified_attack if role == "attacker" else values.unmodified_defense
                most = max(raw(state, unit) for unit in present)
                return tuple(unit for unit in present if raw(state, unit) == most)
        # On a retreat (`ANYBODY`, which is empty) one unit may lose them all.
        if present and self.section.evenly and role:
            fewest = min(taken.get(unit, 0) for unit in present)
            return tuple(unit for unit in present if taken.get(unit, 0) == fewest)
        return present

    def why_not(self, state: Position, owed: PendingStepLosses, unit: int) -> Violation | None:
        """Why this unit may not lose the next step; ``None`` when it may."""
        candidates = self.candidates(state, owed.units, owed.role)
        if unit in candidates:
            return None
        name = self.forces.ids[unit]
        others = either(self.forces.ids[other] for other in candidates)
        if unit not in owed.units or not state.cells[unit]:
            return self._refuse("involved", f"{name} is not among the units to choose from.")
        if not dict(state.memory[TAKEN].steps).get(unit):
            return self._refuse("first", f"The first step comes from the strongest: {others}.")
        return self._refuse("evenly", f"{name} has lost a step already: choose {others}.")

    def lose(self, state: Position, unit: int) -> None:
        """Take one step from a unit; without another it is eliminated."""
        taken = dict(state.memory[TAKEN].steps)
        taken[unit] = taken.get(unit, 0) + 1
        state.remember(TAKEN, StepsTaken(tuple(taken.items())))
        self.take_step(state, unit)

    def take_step(self, state: Position, unit: int) -> None:
        """Take one step from a unit outside of any battle."""
        steps_left = self.forces.steps_left(state, unit) - 1
        if not steps_left:
            # Where nobody has more than one step, steps are not spoken of.
            why = f"loses its {'last' if state.lost[unit] else 'only'} step and"
            why_and_steps = (why, 1) if self._stepped else ("", 0)
            self._losses.eliminate(state, unit, *why_and_steps)
            return
        state.lose(unit, state.lost[unit] + 1)
        if state.events is not None:
            name, number = self.forces.ids[unit], self._number[state.cells[unit]]
            text = _loss_told(name, number, 1, steps_left)
            cited = self.cite.get("steps", "")
            state.tell("step_lost", cited, text, unit=name, hex=number, steps=1, left=steps_left)


@dataclass(slots=True)
class PendingStepLosses(OneUnit):
    """``count`` steps must be lost among ``units``; steps that no unit can lose are ignored.

    ``role`` is ``attacker`` or ``defender`` where the strongest must be first, else
    :data:`ANY_BUT_TWICE` or :data:`ANYBODY`. ``chooser``: the side that chooses, if not the owner.
    """

    kind = "step_loss"
    decided_as = "loss"
    verb = "lose"
    units: tuple[int, ...]
    count: int
    role: str
    chooser: int = NOBODY

    def side(self, state: Position) -> int:
        """The owner, or the enemy where the game lets it choose."""
        return self.chooser if self.chooser != NOBODY else state.frame.unit_side[self.units[0]]

    def settle(self, state: Position) -> bool:
        """No choice when one unit alone can take the step, or when all of them are lost."""
        rules = state.rules[StepLossRules]
        forces = rules.forces
        steps_left = sum(forces.steps_left(state, unit) for unit in self.units if state.cells[unit])
        candidates = rules.candidates(state, self.units, self.role)
        # Where they lose all that they have, the order makes no difference.
        if self.count < steps_left and len(candidates) > 1:
            return True
        state.agenda.pop()
        if candidates:
            self._lose(state, candidates[0])
        return False

    def _lose(self, state: Position, unit: int) -> None:
        if self.count > 1:
            state.agenda.append(replace(self, count=self.count - 1))
        state.rules[StepLossRules].lose(state, unit)

    def _among(self, state: Position) -> Sequence[int]:
        return state.rules[StepLossRules].candidates(state, self.units, self.role)

    def _prompt(self, state: Position, names: Sequence[str]) -> str:
        steps = "a step" if self.count == 1 else f"the first of {self.count} steps"
        return f"Choose a unit to lose {steps}: {', '.join(names)}."

    def _why_not(self, state: Position, unit: int) -> Violation | None:
        return state.rules[StepLossRules].why_not(state, self, unit)

    def perform(self, state: Position, action: Action) -> None:
        """Take the step; go on choosing while more are owed."""
        state.agenda.pop()
        self._lose(state, state.frame.unit_index[action.units[0]])


# -- losses that are owed, and how they are previewed ----------------------------------------------


def _forecast_loss(forecast: Forecast, state: Position, task: PendingLoss) -> None:
    for unit in task.units:
        forecast.losers.setdefault(unit, task.units)
    lot = f"goes to {state.frame.map.boxes[task.box]}" if task.box else "is lost"
    forecast.sentences.append(f"{either(forecast.names(task.units))} {lot}.")


def _forecast_steps(forecast: Forecast, state: Position, task: PendingStepLosses) -> None:
    candidates = (action.units[0] for action in task.actions(state))
    forecast.sentences.append(f"{either(candidates)} loses a step.")


TASKS = {"loss": PendingLoss, "step_loss": PendingStepLosses}
SLOTS = (TAKEN,)
FORECASTS = {"loss": _forecast_loss, "step_loss": _forecast_steps}
