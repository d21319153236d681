"""Units that are lost: which one, chosen by the player whom the rules name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexwar.definition.model import Effect
from hexwar.engine.action import Action
from hexwar.engine.frame import Frame
from hexwar.engine.state import OFF_MAP, Position
from hexwar.engine.task import OneUnit
from hexwar.engine.violation import Violation
from hexwar.rules.combat.section import Combat
from hexwar.rules.losses.section import Boxes
from hexwar.rules.stacking.rules import StackingRules
from hexwar.rules.units.rules import Forces, eliminate


class LossRules:
    """Eliminations that a combat result calls for, and removals in their place."""

    __slots__ = ("_number", "_stacking", "forces", "rule")

    def __init__(
        self, frame: Frame, forces: Forces, combat: Combat | None, stacking: StackingRules
    ) -> None:
        self._number, self._stacking = frame.board.number, stacking
        self.forces = forces
        self.rule = combat.cite.get("result", "") if combat else ""

    def pending(self, units: tuple[int, ...], effect: Effect, enemy: int) -> PendingLoss:
        """The loss that a step (``eliminate``, ``remove``) asks of these units, whom ``enemy``
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
        if not cell or (closed >> cell & 1 and state.cells[unit] != cell):
            self.eliminate(state, unit)
            return
        number = self._number[state.cells[unit]]
        state.place(unit, cell)
        if state.events is not None:
            name, title = self.forces.ids[unit], state.frame.map.boxes[box]
            text = f"{name} is removed from {number} to {title}."
            state.tell("removed", self.rule, text, unit=name, hex=number, box=box)

    def eliminate(self, state: Position, unit: int) -> None:
        """Remove a casualty and say so."""
        eliminate(state, unit, self.rule)


@dataclass(slots=True)
class PendingLoss(OneUnit):
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
        """Whoever the rules let choose."""
        return self.chooser

    def settle(self, state: Position) -> bool:
        """No choice when everybody is lost."""
        if self.count < len(self.units):
            return True
        state.agenda.pop()
        for unit in self.units:
            state.rules[LossRules].take(state, unit, self.box)
        return False

    def _among(self, state: Position) -> tuple[int, ...]:
        return self.units

    def _prompt(self, state: Position, names: Sequence[str]) -> str:
        return f"Choose a unit to lose: {', '.join(names)}."

    def _why_not(self, state: Position, unit: int) -> Violation:
        message = f"{state.frame.unit_ids[unit]} is not among the units to choose from."
        return Violation(state.rules[LossRules].rule, message, "losses.choice")

    def perform(self, state: Position, action: Action) -> None:
        """Eliminate the unit chosen; go on choosing while more are owed."""
        state.agenda.pop()
        lost = state.frame.unit_index[action.units[0]]
        state.rules[LossRules].take(state, lost, self.box)
        if self.count > 1:
            rest = tuple(unit for unit in self.units if unit != lost)
            state.agenda.append(PendingLoss(rest, self.count - 1, self.chooser, self.box))
