"""The phase in which units go on overwatch, or into whatever state the phase names.

To be on overwatch is a state like any other, which the section ``states`` ends. Said here is only
which units may go into it (:class:`OverwatchRules`), and how a player puts them there one by one
(:class:`PhaseOfOverwatch`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hexwar.engine.action import DONE, Action, Decision
from hexwar.engine.rules import Frame
from hexwar.engine.state import Position
from hexwar.engine.task import PhaseTask
from hexwar.engine.violation import Violation
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.movement.section import WhoMoves
from hexwar.rules.reactions.section import (
    OverwatchPhase,
)
from hexwar.rules.sequence.rules import is_activated
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.units.rules import Forces

if TYPE_CHECKING:
    from hexwar.rules.states.rules import StateRules


class OverwatchRules:
    """The units that may go on overwatch in each phase of that kind."""

    def __init__(
        self,
        frame: Frame,
        sequence: SequenceOfPlay,
        forces: Forces,
        selectors: Selectors,
        states: StateRules,
    ) -> None:
        self._frame, self._forces, self._states = frame, forces, states
        self._marks = tuple(phase[OverwatchPhase].mark for phase in sequence.phases)
        self._who = tuple(
            selectors.mask(phase[WhoMoves].only) if phase.kind == "overwatch" else None
            for phase in sequence.phases
        )

    def able(self, state: Position) -> list[int]:
        """The units that may go on overwatch now."""
        mine = self._forces.of_side[state.phase_side]
        return [unit for unit in mine if self.why_not(state, unit) is None]

    def why_not(self, state: Position, unit: int) -> Violation | None:
        """Why a unit may not."""
        name, who = self._forces.ids[unit], self._who[state.phase_index]
        if self._forces.side[unit] != state.phase_side:
            return self._refuse(f"{name} belongs to the other side.")
        if not state.cells[unit]:
            return self._refuse(f"{name} is not on the map.")
        if self._states.has(state, self._marks[state.phase_index]) >> unit & 1:
            return self._refuse(f"{name} is on overwatch already.")
        if not is_activated(state, unit) or (who is not None and not who(state) >> unit & 1):
            return self._refuse(f"{name} may not go on overwatch in this phase.")
        return state.forbidden(unit, "react")

    def put(self, state: Position, unit: int) -> None:
        """Put a unit on overwatch."""
        self._states.put(state, self._marks[state.phase_index], 1 << unit)

    def _refuse(self, message: str) -> Violation:
        return Violation(self._frame.cite.get("order", ""), message, "reactions.overwatch")


@dataclass(slots=True)
class PhaseOfOverwatch(PhaseTask):
    """Units go on overwatch, one by one: ``overwatch U`` or ``done``."""

    kind = "overwatch"

    def settle(self, state: Position) -> bool:
        """End the phase when nobody is left."""
        return bool(state.rules[OverwatchRules].able(state)) or self.nothing_to_do(state)

    def decision(self, state: Position) -> Decision:
        """The units that may go on overwatch."""
        ids = state.frame.unit_ids
        return self.asks(
            state,
            "Put units on overwatch, or end the phase.",
            units=tuple(ids[unit] for unit in state.rules[OverwatchRules].able(state)),
            may_decline=True,
        )

    def actions(self, state: Position) -> Iterator[Action]:
        """Unit by unit; then ``done``."""
        for unit in state.rules[OverwatchRules].able(state):
            yield Action("overwatch", (state.frame.unit_ids[unit],))
        yield DONE

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why a unit may not go on overwatch."""
        if action.verb == "done":
            return None
        if action.verb != "overwatch":
            return state.out_of_turn(action)
        unit = state.frame.unit_index[action.units[0]]
        return state.rules[OverwatchRules].why_not(state, unit)

    def perform(self, state: Position, action: Action) -> None:
        """Put a unit on overwatch, or end the phase."""
        if action.verb == "done":
            state.end_phase()
            return
        unit = state.frame.unit_index[action.units[0]]
        state.rules[OverwatchRules].put(state, unit)
