"""Kinds of decision and verbs that nobody has heard of, as a new section would bring them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from inspect import unwrap
from random import Random
from types import ModuleType
from typing import ClassVar

import pytest

import hexwar
from hexwar.engine import Action, Decision, Violation
from hexwar.engine.notation import NAMED, UNIT, Verb, vocabulary
from hexwar.engine.registry import Registry
from hexwar.engine.state import Position
from hexwar.engine.task import Task
from hexwar.rules import SECTIONS, compiled
from hexwar.rules.sequence.contracts import MovementContribution


def _on_map(state: Position) -> Iterator[str]:
    return (state.frame.unit_ids[unit] for unit, cell in enumerate(state.cells) if cell)


@dataclass(slots=True)
class Storm(Task):
    """The side whose phase it is says which unit lightning strikes, if any; it loses a step."""

    kind = "storm"
    whose: int

    def side(self, state: Position) -> int:
        """Who names the unit."""
        return self.whose

    def settle(self, state: Position) -> bool:
        """Always asked."""
        return True

    def decision(self, state: Position) -> Decision:
        """Any unit on the map."""
        side = state.frame.side_ids[self.whose]
        return Decision(side, self.kind, "Name a unit for the storm.", may_decline=True)

    def actions(self, state: Position) -> Iterator[Action]:
        """One ``strike`` a unit on the map, ``omen``, ``pass``."""
        yield from (Action("strike", (unit,)) for unit in _on_map(state))
        yield Action("omen", name="Raven")
        yield Action("pass")

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Only who is on the map can be struck."""
        if action in list(self.actions(state)):
            return None
        return Violation(
            "3.1", f"The storm does not reach {' '.join(action.units)}.", "storm.reach"
        )

    def sample(self, state: Position, random: Random) -> Action:
        """Each as likely."""
        return random.choice(list(self.actions(state)))

    def perform(self, state: Position, action: Action) -> None:
        """The unit loses a step, and with its last step it is eliminated.

        An omen is read from a die, and nothing comes of it.
        """
        state.agenda.pop()
        if action.name:
            state.roll(6)
        for name in action.units:
            _struck(state, state.frame.unit_index[name])


def _struck(state: Position, unit: int) -> None:
    if state.lost[unit] + 1 < state.frame.steps[unit]:
        state.lose(unit, state.lost[unit] + 1)
    else:
        state.eliminate(unit)
    state.tell("struck", "3.1", f"Lightning strikes {state.frame.unit_ids[unit]}.")


class StormRules:
    """The storm comes with the first phase of the first turn."""

    def phase_begins(self, state: Position) -> None:
        """Ask whose phase it is."""
        if state.turn == 1 and state.phase_index == 0:
            state.agenda.append(Storm(state.phase_side))


class CurseRules(MovementContribution):
    """Whoever moves may curse units of either side, at any time in the phase."""

    verbs: ClassVar[frozenset[str]] = frozenset({"curse"})

    def concerns(self, phase: int) -> bool:
        """Every movement phase."""
        return True

    def actions(self, state: Position) -> Iterator[Action]:
        """One ``curse`` a unit on the map."""
        return (Action("curse", (unit,)) for unit in _on_map(state))

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Whoever is on the map."""
        return None if action in list(self.actions(state)) else state.out_of_turn(action)

    def perform(self, state: Position, action: Action) -> None:
        """The unit loses a step."""
        _struck(state, state.frame.unit_index[action.units[0]])


def storm(**tables: object) -> ModuleType:
    """The storm as a module ``task`` of a section, with more tables."""
    module = ModuleType("storm.task")
    strike = Verb(
        UNIT,
        "unit",
        lambda action, state: f"Lightning strikes {action.units[0]}",
        does="let lightning strike a unit",
        needs=lambda _: True,
    )
    omen = Verb(NAMED, needs=lambda _: True)
    module.VERBS = {"strike": strike, "omen": omen}  # type: ignore[attr-defined]
    module.TASKS = {"storm": Storm}  # type: ignore[attr-defined]
    module.HOOKS = {"phase_begins": (StormRules, StormRules.phase_begins)}  # type: ignore[attr-defined]
    vars(module).update(tables)
    return module


def curse() -> ModuleType:
    """The curse as a module ``task`` of a section."""
    module = ModuleType("curse.task")
    module.VERBS = {"curse": Verb(UNIT, "unit")}  # type: ignore[attr-defined]
    module.CONTRIBUTIONS = {"movement": (CurseRules,)}  # type: ignore[attr-defined]
    return module


def all_tables(patch: pytest.MonkeyPatch) -> Registry:
    """The tables of all packages, which games that are loaded from now on have whatever they use.

    For a test to change. Its rules are there in every game too.
    """
    registry = Registry([*compiled.modules(SECTIONS)])
    patch.setattr(compiled, "registry", lambda packages=SECTIONS: registry)
    return registry


@contextmanager
def brought(*modules: ModuleType) -> Iterator[None]:
    """Games that are loaded here have these sections beside all others."""
    registry = Registry([*compiled.modules(SECTIONS), *modules])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiled, "registry", lambda packages=SECTIONS: registry)
        patch.setattr(hexwar, "load_game", unwrap(hexwar.load_game))  # not one loaded before
        vocabulary.cache_clear()
        try:
            yield
        finally:
            vocabulary.cache_clear()
