"""A combat phase: attacks one by one, each resolved before the next."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any

from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.state import State
from hexwar.engine.task import Task
from hexwar.engine.violation import Violation

if TYPE_CHECKING:
    from hexwar.definition.model import Phase
    from hexwar.rules.combat.battle import BattleRules
    from hexwar.rules.combat.rules import CombatRules, Target
    from hexwar.rules.sequence.rules import SequenceRules

DONE = Action("done")


class CombatPhase(Task):
    """The choice of a side in its combat phase: ``attack`` or ``done``."""

    __slots__ = ("_battles", "_rules", "_sequence", "_side", "index", "phase")
    kind = "combat"

    def __init__(
        self,
        index: int,
        phase: Phase,
        rules: CombatRules,
        battles: BattleRules,
        sequence: SequenceRules,
    ) -> None:
        self.index = index
        self.phase = phase
        self._rules = rules
        self._battles = battles
        self._sequence = sequence
        self._side = rules.forces.side_ids.index(phase.side)

    def side(self, state: State) -> int:
        """The phase's side."""
        return self._side

    def settle(self, state: State) -> bool:
        """End the phase by itself when no attack is left."""
        if self._rules.target_cells(state, self._side):
            return True
        self._sequence.end(state, nothing_to_do=True)
        return False

    def decision(self, state: State) -> Decision:
        """Combat: the units that can still attack, the hexes they can attack."""
        targets = self._rules.targets(state, self._side)
        able = {unit for target in targets.values() for group in target.groups for unit in group}
        return Decision(
            side=self.phase.side,
            kind=self.kind,
            prompt="Attack adjacent enemy units, or end the phase.",
            units=tuple(self._rules.forces.ids[unit] for unit in sorted(able)),
            hexes=tuple(self._rules.board.number[cell] for cell in targets),
            may_decline=True,
        )

    def actions(self, state: State) -> Iterator[Action]:
        """Attacks target by target, smaller forces first; then ``done``."""
        for target in self._rules.targets(state, self._side).values():
            for force in self._rules.forces_for(state, target):
                yield self._attack(target, force)
        yield DONE

    def _attack(self, target: Target, force: tuple[int, ...]) -> Action:
        ids = self._rules.forces.ids
        number = self._rules.board.number[target.cell]
        return Action("attack", tuple([ids[unit] for unit in force]), (number,))

    def explain(self, state: State, action: Action) -> Violation | None:
        """Why an action is illegal in this phase."""
        if action.verb == "attack":
            return self._rules.explain_attack(state, self._side, action.units, action.hexes[0])
        if action.verb == "done":
            return None
        return self._sequence.out_of_turn(state, action)

    def sample(self, state: State, random: Random) -> Action:
        """A target drawn first, then a force: a listed one if the one drawn is not allowed."""
        cells = self._rules.target_cells(state, self._side)
        drawn = int(random.random() * (len(cells) + 1))
        target = None
        if drawn < len(cells):
            target = self._rules.target(state, self._side, cells[drawn])
        if target is None:
            return DONE
        chosen = 1 + int(random.random() * ((1 << len(target.groups)) - 1))
        force = [
            unit
            for index, group in enumerate(target.groups)
            if chosen >> index & 1
            for unit in group
        ]
        force.sort()
        if not self._rules.may_attack(state, force, target):
            legal = self._rules.forces_for(state, target)
            return self._attack(target, legal[int(random.random() * len(legal))])
        return self._attack(target, tuple(force))

    def perform(self, state: State, action: Action) -> None:
        """Carry out a legal action."""
        if action.verb == "done":
            self._sequence.end(state)
            return
        index = self._rules.forces.index
        attackers = tuple(sorted(index[name] for name in action.units))
        self._battles.fight(state, self._rules.board.cell[action.hexes[0]], attackers)

    def to_dict(self) -> dict[str, Any]:
        """The phase's index names the task."""
        return {"task": self.kind, "phase": self.index}
