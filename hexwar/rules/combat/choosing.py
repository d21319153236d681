"""The choice that a result of a battle leaves to a side: how it goes on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, cast

from hexwar.definition.model import Effect
from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.state import State
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation
from hexwar.rules.combat.branches import Choosing
from hexwar.rules.combat.layout import CHOOSE, Ways
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.language.forecast import Forecast
from hexwar.rules.language.programs import Parties, program_in_words
from hexwar.rules.language.wording import either


@dataclass(slots=True)
class PendingChoice(Task):
    """A side chooses how the result goes on: ``starts`` are the steps where the ways begin.

    The battle below it on the agenda goes on there. ``code`` and ``step`` say where the choice
    stands in the results.
    """

    kind = "result_choice"
    code: str
    step: int
    chooser: int
    starts: tuple[int, ...]

    def settle(self, state: State) -> bool:
        """There is always something to choose, unless there is one way only."""
        if len(self.starts) > 1:
            return True
        self._go(state, self.starts[0])
        return False

    def _go(self, state: State, step: int) -> None:
        state.agenda.pop()
        battle: Any = state.agenda[-1]
        state.agenda[-1] = battle.going_on_at(step)

    def side(self, state: State) -> int:
        """The side that chooses."""
        return self.chooser

    def decision(self, state: State) -> Decision:
        """How the result goes on."""
        ways = either(self.ways(state))
        return Decision(
            side=state.frame.side_ids[self.chooser],
            kind=self.kind,
            prompt=f"Choose: {ways}.",
        )

    def ways(self, state: State) -> list[str]:
        """The ways in words."""
        effect = state.rules[CombatRules].programs[self.code][self.step]
        return list(map(program_in_words, cast(Ways, effect.said).choosing.ways))

    def actions(self, state: State) -> Iterator[Action]:
        """``choose 1``, ``choose 2`` ... in the order in which they are written."""
        return (Action(CHOOSE, name=str(way + 1)) for way in range(len(self.starts)))

    def explain(self, state: State, action: Action) -> Violation | None:
        """Only one of those."""
        if action.verb != CHOOSE:
            return state.out_of_turn(action)
        if action.name.isdecimal() and 1 <= int(action.name) <= len(self.starts):
            return None
        return Violation("", f"Choose 1 to {len(self.starts)}.", "combat.choice")

    def sample(self, state: State, random: Random) -> Action:
        """One of them, each as likely."""
        return Action(CHOOSE, name=str(int(random.random() * len(self.starts)) + 1))

    def perform(self, state: State, action: Action) -> None:
        """Let the battle go on there."""
        self._go(state, self.starts[int(action.name) - 1])


def chosen_line(action: Action, state: State) -> str:
    """A way of going on, as a line in a list."""
    task = state.agenda[-1]
    if not isinstance(task, PendingChoice) or not action.name.isdecimal():
        return str(action)
    said = task.ways(state)[int(action.name) - 1]
    return said[:1].upper() + said[1:]


def forecast(telling: Forecast, state: State, task: PendingChoice) -> None:
    """Who chooses among what."""
    side = state.frame.side_ids[task.chooser]
    telling.sentences.append(f"{side.capitalize()} chooses: {either(task.ways(state))}.")


def choosing_in_words(effect: Effect) -> str:
    """The step, as charts print it."""
    said = cast(Choosing, effect.said)
    return f"the {said.by} chooses: {either(map(program_in_words, said.ways))}"


def choosing(state: State, code: str, step: int, parties: Parties, ways: Ways) -> PendingChoice:
    """The choice that a step of a battle owes."""
    sides = state.frame.unit_side
    units = parties.attackers if ways.choosing.by == "attacker" else parties.defenders
    return PendingChoice(code, step, sides[units[0]], ways.starts)
