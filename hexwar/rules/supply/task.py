"""The phase in which a side's supply is checked, and the key ``supplied`` of selectors.

The mark that a unit was given when its supply was judged is what selectors ask, so that all ask the
same however things stand by now. Below are the questions that people ask: which hexes are in
supply, where sources are, how a line runs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hexwar.engine.action import Action
from hexwar.engine.notation import UNIT, Verb, where
from hexwar.engine.position import bits
from hexwar.engine.queries import Status
from hexwar.engine.state import Position
from hexwar.engine.task import OneUnit, PhaseTask
from hexwar.engine.violation import Violation
from hexwar.rules.language.selectors import Fitting, Key, Selectors
from hexwar.rules.states.rules import StateRules
from hexwar.rules.states.section import OUT_OF_SUPPLY
from hexwar.rules.supply.rules import FORGONE, WORN_DOWN, SupplyRules
from hexwar.rules.supply.section import Supply
from hexwar.rules.units.rules import Forces
from hexwar.rules.values.rules import UnitValues

FORGO = "forgo"
LEAST = 1
"""What a unit without any strength is worth."""


@dataclass(slots=True)
class SupplyPhase(OneUnit, PhaseTask):
    """A side's supply is checked. Where a source has not enough for all its owner chooses who goes
    without (``forgo UNIT``); else nobody has to choose anything.
    """

    kind = "supply"
    verb = FORGO

    def settle(self, state: Position) -> bool:
        """Check, and end the phase, unless there is a choice."""
        if state.rules[SupplyRules].may_forgo(state, state.phase_side):
            return True
        state.rules[SupplyRules].check(state, state.phase_side)
        state.end_phase()
        return False

    def _among(self, state: Position) -> list[int]:
        return list(bits(state.rules[SupplyRules].may_forgo(state, self.side(state))))

    def _prompt(self, state: Position, names: Sequence[str]) -> str:
        return f"There is not supply for all: choose who goes without ({', '.join(names)})."

    def _why_not(self, state: Position, unit: int) -> Violation:
        """Only those that draw from where there is too little can be chosen."""
        text = f"{state.frame.unit_ids[unit]} is not among those of whom one goes without."
        return Violation(state.rules[SupplyRules].cite.get("trace", ""), text, "supply.forgo")

    def perform(self, state: Position, action: Action) -> None:
        """The unit goes without."""
        state.rules[SupplyRules].forgo(state, state.frame.unit_index[action.units[0]])


def _supplied(wanted: bool, selectors: Selectors, side: int) -> Fitting:
    def now(state: Position) -> int:
        out = state.marks.get(OUT_OF_SUPPLY, 0)
        return selectors.everybody & ~out if wanted else out

    return now


def _in_words(wanted: bool, words: object) -> str:
    return "in supply" if wanted else "out of supply"


def _status(state: Position, unit: int) -> Iterator[Status]:
    """That a unit was found to be out of supply, where the game has no state that says so."""
    states = state.rules.find(StateRules)
    shown = states is not None and states.knows(OUT_OF_SUPPLY)
    if not shown and state.marks.get(OUT_OF_SUPPLY, 0) >> unit & 1:
        yield Status("out of supply")


def _label(action: Action, state: Position) -> str:
    return f"{action.units[0]} goes without supply"


def _worth(state: Position, side: int, action: Action) -> float:
    """Going without costs a unit what it is worth in battle, more the longer it has lasted."""
    unit = state.frame.unit_index[action.units[0]]
    attack, defense = state.rules[UnitValues].by_steps(unit)[state.lost[unit]]
    lasted = sum(units >> unit & 1 for units in state.memory[WORN_DOWN].phases)
    return -float(attack + defense + LEAST) * (1 + lasted)


# -- what can be asked ---------------------------------------------------------------------------


def _hexes_in_supply(state: Position, side: int) -> dict[str, tuple[str, ...]]:
    supplies, forces = state.rules.find(SupplyRules), state.rules[Forces]
    if supplies is None:
        return {}
    numbers = state.frame.board.numbers
    classes = dict.fromkeys(forces.movement_class[unit] for unit in forces.of_side[side])
    return {name: tuple(numbers(supplies.supplied(state, side, name))) for name in classes}


def _sources(state: Position, side: int) -> tuple[str, ...]:
    supplies = state.rules.find(SupplyRules)
    return tuple(state.frame.board.numbers(supplies.sources(state, side))) if supplies else ()


def _path(state: Position, unit: int) -> tuple[str, ...] | None:
    supplies = state.rules.find(SupplyRules)
    if supplies is None or not state.cells[unit]:
        return None
    cells = supplies.trace(state, unit)
    return tuple(state.frame.board.number[cell] for cell in cells) if cells else None


VERBS = {
    FORGO: Verb(
        UNIT,
        "unit",
        _label,
        does="let a unit go without supply",
        needs=where(Supply, lambda supply: supply.is_short),
    )
}
STATUS = (_status,)
SELECTS = {"supplied": Key(_supplied, _in_words)}
PHASES = {"supply": SupplyPhase}
WORTH = {"supply": _worth}
SLOTS = (WORN_DOWN, FORGONE)
HOOKS = {
    "phase_begins": (SupplyRules, SupplyRules.phase_begins),
    "battle_ends": (SupplyRules, SupplyRules.battle_ends),
}
ANSWERS = {"supply": _hexes_in_supply, "supply_sources": _sources, "supply_path": _path}
