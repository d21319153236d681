"""Play with few units that count alike: whole arrangements of them are compared."""

from __future__ import annotations

from random import Random

from hexwar.engine import Action
from hexwar.engine.rules import Rules
from hexwar.players.attack_plan import AttackPlan, best_choice
from hexwar.players.battlefield import battlefield_of
from hexwar.players.horizon import horizon_of
from hexwar.players.movement_plan import MovementPlan
from hexwar.players.outlook import Outlook, Temper
from hexwar.rules.combat.battle import BattleRules
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.reinforcements.rules import ReinforcementRules
from hexwar.rules.state import State
from hexwar.rules.units.rules import Forces

DONE = Action("done")


class Patrol:
    """The decisions of a side with few units. It remembers the plan of the phase that it is in."""

    def __init__(self, temper: Temper | None = None) -> None:
        self._temper = temper or Temper()
        self._expected: tuple[int, ...] = ()
        self._plan: dict[int, int] = {}

    def wanted(self, state: State, rules: Rules, random: Random) -> Action | None:
        """The action to take in what a side knows of a state; ``None`` if none comes to mind."""
        kind = state.agenda[-1].kind
        outlook = self._outlook(state, rules)
        if kind == "movement":
            return self._move(state, rules, outlook, random)
        if kind == "combat":
            battles = rules.find(BattleRules)
            return (AttackPlan(battles, outlook, state).best() if battles else None) or DONE
        return best_choice(state, outlook, outlook.side)

    def _outlook(self, state: State, rules: Rules) -> Outlook:
        """Positions as they will be handed over by the side whose phase it is."""
        side = rules.frame.phase_sides[state.phase_index]
        field = battlefield_of(rules)
        return Outlook(field, state, side, horizon_of(state, side), self._temper)

    # -- movement ------------------------------------------------------------------------------

    def _move(self, state: State, rules: Rules, outlook: Outlook, random: Random) -> Action | None:
        arriving = self._bring_on(state, rules, outlook)
        if arriving is not None:
            return arriving
        key = (state.turn, state.phase_index, *state.cells)
        if key != self._expected:
            field = battlefield_of(rules)
            self._plan = MovementPlan(field, outlook, state, outlook.side, random).best()
        action = self._next_of_plan(state, rules)
        cells = state.cells[:]
        if action.verb == "move":
            unit = rules.frame.unit_index[action.units[0]]
            cells[unit] = self._plan.pop(unit)
        self._expected = (state.turn, state.phase_index, *cells)
        return action

    def _next_of_plan(self, state: State, rules: Rules) -> Action:
        """A move of the plan that can be made now: first of who is on its way already."""
        mover = rules[MovementRules].mover(state)
        for unit in sorted(self._plan, key=lambda unit: unit != mover):
            number = rules.frame.board.number[self._plan[unit]]
            action = Action("move", (rules.frame.unit_ids[unit],), (number,))
            if state.explain(action) is None:
                return action
        return DONE

    def _bring_on(self, state: State, rules: Rules, outlook: Outlook) -> Action | None:
        """Reinforcements: declared when they are many or it is late, entered where best."""
        groups = rules[ReinforcementRules].of_phase[state.phase_index]
        if not groups:
            return None
        actions = list(rules[ReinforcementRules].actions(state))
        for action in actions:
            if action.verb == "declare" and self._is_time(state, rules, action.name):
                return action
        entries = [action for action in actions if action.verb == "enter"]
        best, found = None, float("-inf")
        for action in entries:
            cells = state.cells[:]
            cells[rules.frame.unit_index[action.units[0]]] = rules.frame.board.cell[action.hexes[0]]
            value = outlook.value(cells)
            if value > found:
                best, found = action, value
        return best

    def _is_time(self, state: State, rules: Rules, name: str) -> bool:
        """Whether waiting for more casualties to bring back would be waiting too long."""
        group = next(g for g in rules[ReinforcementRules].groups if g.section.id == name)
        lost = (state.eliminated & rules[Forces].mask_of_side[group.side]).bit_count()
        if not group.section.eliminated or lost >= (group.section.most or 1):
            return True
        return horizon_of(state, group.side).my_moves <= 1
