"""A movement phase: one plan for all units, reinforcements first.

Reinforcements are brought on one by one, then a plan is made for all units at once
(``movement_plan``) and followed unit by unit as long as the position is the expected one. Units
that come back from among the eliminated are declared when as many are lost as may come back, or
when hardly another move of the side is to come; all others at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.engine import Action
from hexwar.engine.rules import Rules
from hexwar.players.battlefield import battlefield_of
from hexwar.players.decider import Briefing, Decider
from hexwar.players.facings import TURNS, looking, turns
from hexwar.players.horizon import horizon_of
from hexwar.players.patrol.movement_plan import MovementPlan
from hexwar.players.patrol.outlook import Outlook, PatrolPriorities, outlook_of
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.overrun.rules import OverrunRules
from hexwar.rules.reinforcements.rules import ReinforcementRules
from hexwar.rules.state import State
from hexwar.rules.units.rules import Forces


class PatrolMovement(Decider[PatrolPriorities]):
    """It remembers the plan of the phase that it is in."""

    reckons_with = (ReinforcementRules, OverrunRules, TURNS)

    def __init__(self, priorities: PatrolPriorities) -> None:
        super().__init__(priorities)
        self._expected: tuple[int, ...] = ()
        self._plan: dict[int, int] = {}

    def wanted(self, briefing: Briefing) -> Iterator[Action]:
        """The next reinforcement, the next move of the plan, or the end of the phase."""
        state, rules, outlook = (
            briefing.seen,
            briefing.rules,
            outlook_of(briefing, self._priorities),
        )
        arriving = _bring_on(state, rules, outlook)
        if arriving is not None:
            yield arriving
            return
        key = (state.turn, state.phase_index, *state.cells)
        if key != self._expected:
            field = battlefield_of(rules)
            plan = MovementPlan(
                field, outlook, state, outlook.side, briefing.random, briefing.effort
            )
            self._plan = plan.best()
        action = self._next_of_plan(state, rules)
        cells = state.cells[:]
        if action.verb == "move":
            unit = rules.frame.unit_index[action.units[0]]
            # Any other position than this one will be planned anew.
            cells[unit] = self._plan.pop(unit)
        self._expected = (state.turn, state.phase_index, *cells)
        yield action

    def _next_of_plan(self, state: State, rules: Rules) -> Action:
        """A move of the plan that can be made now: first of who is on its way already."""
        mover = rules[MovementRules].mover(state)
        for unit in sorted(self._plan, key=lambda unit: unit != mover):
            number = rules.frame.board.number[self._plan[unit]]
            move = Action("move", (rules.frame.unit_ids[unit],), (number,))
            for action in looking(rules, state, move):
                if state.explain(action) is None:
                    return action
        return next(turns(rules, state, state.phase_side), Action("done"))


def _bring_on(state: State, rules: Rules, outlook: Outlook) -> Action | None:
    """Reinforcements: declared when they are many or it is late, entered where best."""
    groups = rules.find(ReinforcementRules)
    if groups is None or not groups.of_phase(state):
        return None
    actions = list(groups.actions(state))
    for action in actions:
        if action.verb == "declare" and _is_time(state, rules, action.name):
            return action
    entries = [action for action in actions if action.verb == "enter"]
    best, highest = None, float("-inf")
    for action in entries:
        cells = state.cells[:]
        cells[rules.frame.unit_index[action.units[0]]] = rules.frame.board.cell[action.hexes[0]]
        value = outlook.value(cells)
        if value > highest:
            best, highest = action, value
    return best


def _is_time(state: State, rules: Rules, name: str) -> bool:
    """Whether waiting for more casualties to bring back would be waiting too long."""
    group = next(g for g in rules[ReinforcementRules].groups if g.section.id == name)
    lost = (state.eliminated & rules[Forces].mask_of_side[group.side]).bit_count()
    if not group.section.is_of_the_eliminated or lost >= (group.section.most or 1):
        return True
    return horizon_of(state, group.side).my_moves <= 1


MOVEMENT = {"movement": PatrolMovement}
