"""Losses: which unit is eliminated, chosen by the player whom the rules name."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from hexwar.definition.model import Effect
from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.state import State
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.units.rules import Forces

if TYPE_CHECKING:
    from hexwar.rules.sequence.rules import SequenceRules


class LossRules:
    """Eliminations that a combat result calls for."""

    __slots__ = ("forces", "rule", "sequence")

    def __init__(self, forces: Forces, rule: str, sequence: SequenceRules) -> None:
        self.forces = forces
        self.rule = rule
        self.sequence = sequence

    def owe(self, units: tuple[int, ...], effect: Effect, enemy: int) -> LossOwed:
        """The loss that an ``eliminate`` step asks of these units; ``enemy`` fought them."""
        count = len(units) if effect.count is None else min(effect.count, len(units))
        owner = self.forces.side[units[0]]
        chooser = owner if effect.chooser == "owner" else enemy
        return LossOwed(self, units, count, chooser)

    def eliminate(self, state: State, unit: int) -> None:
        """Remove a casualty and say so."""
        number = state.rules.board.number[state.cells[unit]]
        state.eliminate(unit)
        if state.events is not None:
            name = self.forces.ids[unit]
            text = f"{name} is eliminated in {number}."
            state.tell("eliminated", self.rule, text, unit=name, hex=number)


class LossOwed(Task):
    """``count`` of these units must be eliminated; ``chooser`` (a side) picks them."""

    __slots__ = ("_rules", "chooser", "count", "units")
    kind = "loss"

    def __init__(self, rules: LossRules, units: tuple[int, ...], count: int, chooser: int) -> None:
        self._rules = rules
        self.units = units
        self.count = count
        self.chooser = chooser

    def side(self, state: State) -> int:
        """Whoever the rules let choose."""
        return self.chooser

    def settle(self, state: State) -> bool:
        """No choice when everybody is lost."""
        if self.count < len(self.units):
            return True
        state.agenda.pop()
        for unit in self.units:
            self._rules.eliminate(state, unit)
        return False

    def decision(self, state: State) -> Decision:
        """Loss: the units among which to choose."""
        names = self._names()
        return Decision(
            side=self._rules.forces.side_ids[self.chooser],
            kind=self.kind,
            prompt=f"Choose a unit to lose: {', '.join(names)}.",
            units=names,
            hexes=tuple(dict.fromkeys(state.position(name) or "" for name in names)),
        )

    def _names(self) -> tuple[str, ...]:
        return tuple(self._rules.forces.ids[unit] for unit in self.units)

    def actions(self, state: State) -> Iterator[Action]:
        """One ``lose`` a unit, in the order of the units file."""
        return (Action("lose", (name,)) for name in self._names())

    def explain(self, state: State, action: Action) -> Violation | None:
        """Only the units concerned can be lost."""
        if action.verb != "lose":
            return self._rules.sequence.out_of_turn(state, action)
        if action.units[0] in self._names():
            return None
        message = f"{action.units[0]} is not among the units to choose from."
        return Violation(self._rules.rule, message, "losses.choice")

    def sample(self, state: State, random: Random) -> Action:
        """One of them, each as likely."""
        unit = self.units[int(random.random() * len(self.units))]
        return Action("lose", (self._rules.forces.ids[unit],))

    def perform(self, state: State, action: Action) -> None:
        """Eliminate the unit chosen; go on choosing while more are owed."""
        state.agenda.pop()
        lost = self._rules.forces.index[action.units[0]]
        self._rules.eliminate(state, lost)
        if self.count > 1:
            rest = tuple(unit for unit in self.units if unit != lost)
            state.agenda.append(LossOwed(self._rules, rest, self.count - 1, self.chooser))

    def to_dict(self) -> dict[str, Any]:
        """Indices; the rules are those of the state."""
        return {
            "task": self.kind,
            "units": list(self.units),
            "count": self.count,
            "chooser": self.chooser,
        }
