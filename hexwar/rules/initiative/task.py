"""The phase that rolls for the initiative, and the phases of who has it and who has not."""

from __future__ import annotations

from dataclasses import dataclass

from hexwar.engine.registry import FoundSide
from hexwar.engine.state import State
from hexwar.engine.task import AutomaticTask, PhaseTask
from hexwar.rules.initiative.rules import HOLDER, InitiativeRules


@dataclass(slots=True)
class InitiativePhase(AutomaticTask, PhaseTask):
    """All sides roll; nobody has to choose anything."""

    kind = "initiative"

    def begin(self, state: State) -> None:
        """Roll for the initiative."""
        state.rules[InitiativeRules].roll(state)

    def settle(self, state: State) -> bool:
        """It has been rolled for: end the phase."""
        state.end_phase()
        return False


def _initiative(state: State) -> int:
    return state.rules[InitiativeRules].side(state)


def _others(state: State) -> int:
    return state.rules[InitiativeRules].other_side(state)


def _records(state: State) -> dict[str, str | int]:
    rules = state.rules.find(InitiativeRules)
    return {} if rules is None else {"initiative": state.frame.side_names[rules.side(state)]}


PHASES = {"initiative": InitiativePhase}
PHASE_SIDES = {
    "initiative": FoundSide(_initiative, "the side with the initiative"),
    "others": FoundSide(_others, "the side without the initiative"),
}
SLOTS = (HOLDER,)
RECORDS = (_records,)
