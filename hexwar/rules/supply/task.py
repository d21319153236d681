"""The phase in which a side's supply is checked, and the key ``supplied`` of selectors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hexwar.engine.queries import Status
from hexwar.engine.state import State
from hexwar.engine.task import AutomaticTask, PhaseTask
from hexwar.rules.language.selectors import Fitting, Key, Selectors
from hexwar.rules.states.rules import StateRules
from hexwar.rules.supply.rules import WORN_DOWN, SupplyRules
from hexwar.rules.units.values import OUT_OF_SUPPLY


@dataclass(slots=True)
class SupplyPhase(AutomaticTask, PhaseTask):
    """A side's supply is checked; nobody has to choose anything."""

    kind = "supply"

    def settle(self, state: State) -> bool:
        """Check, and end the phase."""
        state.rules[SupplyRules].check(state, state.phase_side)
        state.end_phase()
        return False


def _supplied(wanted: bool, selectors: Selectors, side: int) -> Fitting:
    def now(state: State) -> int:
        out = state.marks.get(OUT_OF_SUPPLY, 0)
        return selectors.everybody & ~out if wanted else out

    return now


def _in_words(wanted: bool, words: object) -> str:
    return "in supply" if wanted else "out of supply"


def _status(state: State, unit: int) -> Iterator[Status]:
    """That a unit was found to be out of supply, where the game has no state that says so."""
    states = state.rules.find(StateRules)
    shown = states is not None and states.knows(OUT_OF_SUPPLY)
    if not shown and state.marks.get(OUT_OF_SUPPLY, 0) >> unit & 1:
        yield Status("out of supply")


STATUS = (_status,)
SELECTS = {"supplied": Key(_supplied, _in_words)}
PHASES = {"supply": SupplyPhase}
SLOTS = (WORN_DOWN,)
HOOKS = {
    "phase_begins": (SupplyRules, SupplyRules.phase_begins),
    "battle_ends": (SupplyRules, SupplyRules.battle_ends),
}
