"""The phase in which a side's supply is checked."""

from __future__ import annotations

from dataclasses import dataclass

from hexwar.engine.state import State
from hexwar.engine.task import AutomaticTask, PhaseTask
from hexwar.rules.supply.rules import WORN_DOWN, SupplyRules


@dataclass(slots=True)
class SupplyPhase(AutomaticTask, PhaseTask):
    """A side's supply is checked; nobody has to choose anything."""

    kind = "supply"

    def settle(self, state: State) -> bool:
        """Check, and end the phase."""
        state.rules[SupplyRules].check(state, state.phase_side)
        state.end_phase()
        return False


PHASES = {"supply": SupplyPhase}
SLOTS = (WORN_DOWN,)
