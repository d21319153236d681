"""A combat phase: attacks one by one, each resolved before the next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.notation import ATTACKING, Verb
from hexwar.engine.registry import Previewing
from hexwar.engine.state import State
from hexwar.engine.task import PhaseTask
from hexwar.engine.violation import Violation
from hexwar.rules.combat.battle import Battle, BattleRules
from hexwar.rules.combat.preview import preview_attack, preview_seen
from hexwar.rules.combat.rules import FOUGHT, CombatRules, Target

DONE = Action("done")


@dataclass(slots=True)
class CombatPhase(PhaseTask):
    """The choice of a side in its combat phase: ``attack`` or ``done``."""

    kind = "combat"

    def settle(self, state: State) -> bool:
        """End the phase by itself when no attack is left."""
        if state.rules[CombatRules].target_cells(state, state.phase_side):
            return True
        state.end_phase(nothing_to_do=True)
        return False

    def decision(self, state: State) -> Decision:
        """Combat: the units that can still attack, the hexes they can attack."""
        targets = state.rules[CombatRules].targets(state, state.phase_side)
        able = {unit for target in targets.values() for group in target.groups for unit in group}
        return Decision(
            side=state.frame.side_ids[state.phase_side],
            kind=self.kind,
            prompt="Attack adjacent enemy units, or end the phase.",
            units=tuple(state.frame.unit_ids[unit] for unit in sorted(able)),
            hexes=tuple(state.frame.board.number[cell] for cell in targets),
            may_decline=True,
        )

    def actions(self, state: State) -> Iterator[Action]:
        """Attacks target by target, smaller forces first; then ``done``."""
        rules = state.rules[CombatRules]
        for target in rules.targets(state, state.phase_side).values():
            for force in rules.forces_for(state, target):
                yield _attack(state, target, force)
        yield DONE

    def explain(self, state: State, action: Action) -> Violation | None:
        """Why an action is illegal in this phase."""
        if action.verb == "attack":
            rules = state.rules[CombatRules]
            return rules.explain_attack(state, state.phase_side, action.units, action.hexes[0])
        if action.verb == "done":
            return None
        return state.out_of_turn(action)

    def sample(self, state: State, random: Random) -> Action:
        """A target drawn first, then a force: a listed one if the one drawn is not allowed."""
        rules = state.rules[CombatRules]
        cells = rules.target_cells(state, state.phase_side)
        drawn = int(random.random() * (len(cells) + 1))
        target = None
        if drawn < len(cells):
            target = rules.target(state, state.phase_side, cells[drawn])
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
        if not rules.may_attack(state, force, target):
            legal = rules.forces_for(state, target)
            return _attack(state, target, legal[int(random.random() * len(legal))])
        return _attack(state, target, tuple(force))

    def perform(self, state: State, action: Action) -> None:
        """Carry out a legal action."""
        if action.verb == "done":
            state.end_phase()
            return
        index = state.frame.unit_index
        attackers = tuple(sorted(index[name] for name in action.units))
        state.rules[BattleRules].fight(state, state.frame.board.cell[action.hexes[0]], attackers)


def _attack(state: State, target: Target, force: tuple[int, ...]) -> Action:
    ids = state.frame.unit_ids
    number = state.frame.board.number[target.cell]
    return Action("attack", tuple([ids[unit] for unit in force]), (number,))


VERBS = {"attack": Verb(ATTACKING, "target", commits=True)}
PHASES = {"combat": CombatPhase}
TASKS = {"battle": Battle}
PREVIEWS = {"attack": Previewing(preview_attack, preview_seen)}
SLOTS = (FOUGHT,)
