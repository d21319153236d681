"""A combat phase: attacks one by one, each resolved before the next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from hexwar.engine.action import Action
from hexwar.engine.decision import Decision
from hexwar.engine.notation import ATTACKING, NUMBERED, Verb
from hexwar.engine.registry import Previewing
from hexwar.engine.state import State
from hexwar.engine.task import PhaseTask
from hexwar.engine.violation import Violation
from hexwar.rules.combat import choosing
from hexwar.rules.combat.battle import Battle, BattleRules
from hexwar.rules.combat.obligations import OWED, MandatoryRules
from hexwar.rules.combat.preview import preview_attack, preview_seen
from hexwar.rules.combat.rules import FOUGHT, CombatRules, Target

DONE = Action("done")


@dataclass(slots=True)
class CombatPhase(PhaseTask):
    """The choice of a side in its combat phase: ``attack`` or ``done``."""

    kind = "combat"

    def begin(self, state: State) -> None:
        """See who must attack, and who must be attacked."""
        state.rules[MandatoryRules].begin(state)

    def settle(self, state: State) -> bool:
        """End the phase by itself when no attack is left."""
        if state.rules[CombatRules].target_cells(state, state.phase_side):
            return True
        state.rules[MandatoryRules].close(state)
        state.end_phase(nothing_to_do=True)
        return False

    def decision(self, state: State) -> Decision:
        """Combat: the units that can still attack, the hexes they can attack."""
        targets = state.rules[CombatRules].targets(state, state.phase_side)
        able = {unit for target in targets.values() for group in target.groups for unit in group}
        mandatory = state.rules[MandatoryRules]
        owed = mandatory.can_be_met(state)
        prompt = "Attack adjacent enemy units, or end the phase."
        if any(owed):
            prompt = f"Attack adjacent enemy units: {mandatory.in_words(owed)}."
        return Decision(
            side=state.frame.side_ids[state.phase_side],
            kind=self.kind,
            prompt=prompt,
            units=tuple(state.frame.unit_ids[unit] for unit in sorted(able)),
            hexes=tuple(state.frame.board.number[cell] for cell in targets),
            may_decline=not any(owed),
        )

    def actions(self, state: State) -> Iterator[Action]:
        """Attacks target by target, smaller forces first; then ``done``."""
        rules, mandatory = state.rules[CombatRules], state.rules[MandatoryRules]
        for target in rules.targets(state, state.phase_side).values():
            for force in rules.forces_for(state, target):
                if not mandatory.spoils(state, force, target.cell):
                    yield _attack(state, target, force)
        if not any(mandatory.can_be_met(state)):
            yield DONE

    def explain(self, state: State, action: Action) -> Violation | None:
        """Why an action is illegal in this phase."""
        if action.verb == "attack":
            return self._explain_attack(state, action)
        if action.verb == "done":
            return state.rules[MandatoryRules].why_not_done(state)
        return state.out_of_turn(action)

    def _explain_attack(self, state: State, action: Action) -> Violation | None:
        rules, frame = state.rules[CombatRules], state.frame
        number = action.hexes[0]
        refused = rules.explain_attack(state, state.phase_side, action.units, number)
        if refused is not None:
            return refused
        force = tuple(frame.unit_index[name] for name in action.units)
        return state.rules[MandatoryRules].why_not_this(state, force, frame.board.cell[number])

    def sample(self, state: State, random: Random) -> Action:
        """A target drawn first, then a force: a listed one if the one drawn is not allowed.

        While there are obligations one of the listed actions, each as likely.
        """
        rules = state.rules[CombatRules]
        if rules.section.mandatory and any(state.rules[MandatoryRules].owed(state)):
            listed = list(self.actions(state))
            return listed[int(random.random() * len(listed))]
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
            state.rules[MandatoryRules].close(state)
            state.end_phase()
            return
        index = state.frame.unit_index
        attackers = tuple(sorted(index[name] for name in action.units))
        state.rules[BattleRules].fight(state, state.frame.board.cell[action.hexes[0]], attackers)


def _attack(state: State, target: Target, force: tuple[int, ...]) -> Action:
    ids = state.frame.unit_ids
    number = state.frame.board.number[target.cell]
    return Action("attack", tuple([ids[unit] for unit in force]), (number,))


VERBS = {
    "attack": Verb(ATTACKING, "target", commits=True),
    "choose": Verb(NUMBERED, label=choosing.chosen_line, does="choose how a result goes on"),
}
PHASES = {"combat": CombatPhase}
TASKS = {"battle": Battle, "result_choice": choosing.PendingChoice}
MEANINGS = {"choose": choosing.choosing_in_words, "if_": choosing.branching_in_words}
FORECASTS = {"result_choice": choosing.forecast}
PREVIEWS = {"attack": Previewing(preview_attack, preview_seen)}
SLOTS = (FOUGHT, OWED)
