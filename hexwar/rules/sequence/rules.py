"""Section ``sequence``: the phases of a turn and the turns of a game, in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexwar.definition.model import ResolvedGame
from hexwar.engine.action import Action
from hexwar.engine.state import State
from hexwar.engine.violation import Violation
from hexwar.rules.control.rules import ControlRules
from hexwar.rules.language.conditions import compile_condition

if TYPE_CHECKING:
    from hexwar.engine.task import Task
    from hexwar.rules.reinforcements.rules import ReinforcementRules
    from hexwar.rules.units.rules import Forces
    from hexwar.rules.victory.rules import VictoryRules


class SequenceRules:
    """Enters and leaves phases; ``tasks`` holds one task a phase."""

    __slots__ = (
        "_reinforcements",
        "_takes_place",
        "_victory",
        "cite",
        "control",
        "phases",
        "tasks",
        "turns",
    )

    def __init__(
        self,
        resolved: ResolvedGame,
        forces: Forces,
        reinforcements: ReinforcementRules,
        victory: VictoryRules,
    ) -> None:
        section = resolved.sequence
        self.phases = section.phases
        self.turns = section.turns
        self.cite = section.cite
        self.tasks: tuple[Task, ...] = ()
        self._reinforcements = reinforcements
        self._victory = victory
        self.control = ControlRules(resolved)
        self._takes_place = tuple(
            compile_condition(phase.condition, resolved, forces) for phase in self.phases
        )

    def begin(self, state: State, index: int) -> None:
        """Begin the game, once everybody is set up, with a phase of the current turn."""
        self.control.review(state)
        self._go_on(state, index)

    def _go_on(self, state: State, index: int) -> None:
        """Enter a phase of the current turn, or the next one that takes place."""
        at: int | None = index
        while at is not None and not self._takes_place[at](state):
            at = self._after(state, at)
        if at is not None:
            self._enter(state, at)

    def _enter(self, state: State, index: int) -> None:
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
        self.control.review(state)
        if self._victory.check(state, "end_of_phase"):
            return
        following = self._after(state, index)
        if following is not None:
            self._go_on(state, following)

    def _after(self, state: State, index: int) -> int | None:
        """The phase after a phase, perhaps in the next turn; ``None`` when the game is over."""
        if index + 1 < len(self.phases):
            return index + 1
        self._victory.points.turn_ends(state)
        if self._victory.check(state, "end_of_turn"):
            return None
        if state.turn < self.turns:
            state.turn += 1
            return 0
        if not self._victory.check(state, "end_of_game"):
            self._victory.undecided(state)
        return None

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
