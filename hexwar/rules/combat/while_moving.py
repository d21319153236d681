"""Attacks in a movement phase, at odds at which no die is rolled (``combat.automatic``)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from hexwar.engine.action import Action
from hexwar.engine.state import State
from hexwar.engine.violation import Violation
from hexwar.rules.combat.attacks import RefusalRules, SeveralRules, engagement
from hexwar.rules.combat.battle import CertainRules, rules_of_attack
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.combat.stages import BattleStages
from hexwar.rules.movement.moves import Moves
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.sequence.contribution import MovementContribution
from hexwar.rules.sequence.moved import SPENT


class AutomaticAttacks(MovementContribution):
    """Units that could attack at such odds do it at once; they move and attack no more in the turn.

    Who may is judged by the defenders that their side sees. Listed are attacks on one hex.
    """

    __slots__ = ("_certain", "_combat", "_moves")
    verbs: ClassVar[frozenset[str]] = frozenset({"attack"})
    is_move: ClassVar[bool] = True

    def __init__(self, certain: CertainRules, combat: CombatRules, movement: MovementRules) -> None:
        self._certain = certain
        self._combat = combat
        self._moves = Moves(movement)

    def concerns(self, phase: int) -> bool:
        """In all movement phases, if in any."""
        return self._certain.allowed("movement")

    def actions(self, state: State) -> Iterator[Action]:
        """Target by target, smaller forces first."""
        rules = rules_of_attack(state)
        combat, certain = rules[CombatRules], rules[CertainRules]
        ids, number = state.frame.unit_ids, state.frame.board.number
        for cell, target in combat.targets(state, state.phase_side).items():
            seen = target._replace(defenders=_seen(state, target.defenders))
            for force in combat.forces_for(state, seen):
                odds = combat.at_best(state, force, seen)
                if certain.reached(state, odds, seen.defenders):
                    yield Action("attack", tuple([ids[unit] for unit in force]), (number[cell],))

    def explain(self, state: State, action: Action) -> Violation | None:
        """Why an attack may not be made while units move; ``None`` when it may."""
        if not self.concerns(state.phase_index):
            return state.out_of_turn(action)
        rules, side = rules_of_attack(state), state.phase_side
        refused = (
            self.why_ended(state, action.units)
            or rules[SeveralRules].why_not(action.hexes)
            or rules[RefusalRules].explain_attack(state, side, action.units, action.hexes)
        )
        if refused is not None:
            return refused
        combat, certain = rules[CombatRules], rules[CertainRules]
        battle = engagement(state, action)
        battle = battle._replace(defenders=_seen(state, battle.defenders))
        odds = combat.reckon(state, battle.attackers, battle.target)
        if certain.reached(state, odds, battle.defenders):
            return None
        text = f"While units move, attacks need odds of {certain.in_words()}: "
        return combat.refuse("automatic", f"{text}{combat.odds.describe(odds)} is not enough.")

    def why_ended(self, state: State, units: Sequence[str]) -> Violation | None:
        """Units that have attacked while moving neither move nor attack any more in this turn."""
        for name in units:
            if state.memory[SPENT].units >> state.frame.unit_index[name] & 1:
                text = f"{name} has attacked while units moved: it is done for this turn."
                return self._combat.refuse("automatic", text)
        return None

    def perform(self, state: State, action: Action) -> None:
        """Fight the battle; a die is only rolled if more defenders come to light."""
        battle = engagement(state, action)
        self._moves.spend(state, battle.attackers)
        rules_of_attack(state)[BattleStages].fight_at_once(state, battle)


def _seen(state: State, defenders: tuple[int, ...]) -> tuple[int, ...]:
    hidden = state.hidden(state.phase_side)
    return tuple([unit for unit in defenders if not hidden >> unit & 1])
