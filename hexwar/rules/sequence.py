"""Section ``sequence``: the phases of a turn and the turns of a game, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexwar.definition.model import ResolvedGame
from hexwar.engine.action import Action
from hexwar.engine.state import State
from hexwar.engine.violation import Violation

if TYPE_CHECKING:
    from hexwar.engine.task import Task
    from hexwar.rules.reinforcements import ReinforcementRules
    from hexwar.rules.victory import VictoryRules


class SequenceRules:
    """Enters and leaves phases; ``tasks`` holds one task a phase."""

    __slots__ = ("_reinforcements", "_victory", "cite", "phases", "tasks", "turns")

    def __init__(
        self, resolved: ResolvedGame, reinforcements: ReinforcementRules, victory: VictoryRules
    ) -> None:
        section = resolved.sequence
        self.phases = section.phases
        self.turns = section.turns
        self.cite = section.cite
        self.tasks: tuple[Task, ...] = ()
        self._reinforcements = reinforcements
        self._victory = victory

    def begin(self, state: State, index: int) -> None:
        """Enter a phase of the current turn."""
        state.phase_index = index
        state.this_phase = {}
        state.cache = {}
        state.agenda.append(self.tasks[index])
        if state.events is not None:
            phase = self.phases[index]
            state.tell(
                "phase_begins",
                self.cite.get("order", ""),
                f"Turn {state.turn}: {phase.title}.",
                turn=state.turn,
                phase=phase.id,
                side=phase.side,
            )
        self.tasks[index].begin(state)
        self._reinforcements.phase_begins(state, index)

    def end(self, state: State, *, nothing_to_do: bool = False) -> None:
        """Leave the current phase for the next one, the next turn, or the end of the game."""
        index = state.phase_index
        state.agenda.pop()
        self._reinforcements.phase_ends(state, index)
        if state.events is not None:
            self._tell_end(state, index, nothing_to_do)
        if self._victory.check(state, "end_of_phase"):
            return
        if index + 1 < len(self.phases):
            self.begin(state, index + 1)
            return
        if self._victory.check(state, "end_of_turn"):
            return
        if state.turn < self.turns:
            state.turn += 1
            self.begin(state, 0)
        elif not self._victory.check(state, "end_of_game"):
            state.finish(None, "The last turn is over and no side has won.", "")

    def _tell_end(self, state: State, index: int, nothing_to_do: bool) -> None:
        phase = self.phases[index]
        if nothing_to_do:
            text = f"{phase.title} ends: there is nothing more to do."
            rule = self.cite.get("nothing_to_do", "")
        else:
            text, rule = f"{phase.title} ends.", self.cite.get("order", "")
        state.tell("phase_ends", rule, text, phase=phase.id, forced=nothing_to_do)

    def out_of_turn(self, state: State, action: Action) -> Violation:
        """Why an action does not belong to the choice that the game waits for."""
        decision = state.decision
        wanted = decision.prompt if decision else ""
        phase = self.phases[state.phase_index].title
        return Violation(
            self.cite.get("order", ""),
            f"'{action.verb}' is not possible now ({phase}). {wanted}".rstrip(),
            "sequence.order",
        )
