"""How few units that count alike are led: whole arrangements of them are compared.

In this order: what decides what (:func:`patrol`), with what a set-up or a battle leaves to choose,
choices that throw no dice, one by one; the movement phase; the march of all units; the attacks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from hexwar.engine import Action
from hexwar.engine.rules import Rules
from hexwar.players.battlefield import Battlefield, battlefield_of, coming_to_nothing, horizon_of
from hexwar.players.decider import Briefing, Decider, Effort
from hexwar.players.deciding import TURNS, Deciders, looking, turns
from hexwar.players.patrol.outlook import (
    Outlook,
    PatrolPriorities,
    best_choice,
    outlook_of,
    value_of,
)
from hexwar.players.plotting import plotting
from hexwar.rules.combat.battle import BattleRules
from hexwar.rules.combat.preview import after_results
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.overrun.rules import OverrunRules
from hexwar.rules.reinforcements.rules import ReinforcementRules
from hexwar.rules.stacking.rules import StackingRules
from hexwar.rules.state import State
from hexwar.rules.units.rules import Forces


def patrol(priorities: PatrolPriorities | None = None) -> Deciders[PatrolPriorities]:
    """The deciders of a side with few units that count alike."""
    tables = MOVEMENT, COMBAT, AFTERMATH, plotting(value_of)
    return Deciders(tables, priorities or PatrolPriorities(), value_of)


class PatrolAftermath(Decider[PatrolPriorities]):
    """Takes what leads to the best position at once."""

    def wanted(self, briefing: Briefing) -> Iterator[Action]:
        """The best choice."""
        actions = list(briefing.seen.legal_actions())
        if len(actions) == 1:
            yield from actions
            return
        outlook = outlook_of(briefing, self._priorities)
        yield best_choice(briefing.seen, outlook.value, outlook.side)


AFTERMATH = {
    "setup": PatrolAftermath,
    "loss": PatrolAftermath,
    "step_loss": PatrolAftermath,
    "exchange_loss": PatrolAftermath,
    "retreat": PatrolAftermath,
    "advance": PatrolAftermath,
    "through": PatrolAftermath,
}
"""By kind of decision, the deciders that compare choices that throw no dice."""


# -- a movement phase: one plan for all units, reinforcements first --------------------------------

# Reinforcements are brought on one by one, then a plan is made for all units at once
# and followed unit by unit as long as the position is the expected one. Units
# that come back from among the eliminated are declared when as many are lost as may come back, or
# when hardly another move of the side is to come; all others at once.


class PatrolMovement(Decider[PatrolPriorities]):
    """It remembers the plan of the phase that it is in."""

    reckons_with = (ReinforcementRules, OverrunRules, TURNS)

    def __init__(self, priorities: PatrolPriorities) -> None:
        super().__init__(priorities)
        self._expected: tuple[int, ...] = ()
        self._plan: dict[int, int] = {}

    def wanted(self, briefing: Briefing) -> Iterator[Action]:
        """The next reinforcement, the next move of the plan, or the end of the phase."""
        state, rules = briefing.seen, briefing.rules
        outlook = outlook_of(briefing, self._priorities)
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
            # Any other position than this one will be planned again.
            cells[unit] = self._plan.pop(unit)
        self._expected = (state.turn, state.phase_index, *cells)
        yield action

    def _next_of_plan(self, state: State, rules: Rules) -> Action:
        """A move of the plan that can be made now: first of the unit already on its way."""
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
        if action.verb != "declare":
            continue
        group = next(g for g in rules[ReinforcementRules].groups if g.section.id == action.name)
        lost = (state.eliminated & rules[Forces].mask_of_side[group.side]).bit_count()
        # A group of casualties is brought back when it is whole, or when nothing may be later.
        is_whole = not group.section.is_of_the_eliminated or lost >= (group.section.most or 1)
        if is_whole or horizon_of(state, group.side).my_moves <= 1:
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


MOVEMENT = {"movement": PatrolMovement}
"""By kind of decision, the deciders that move units."""


# -- where all the units of a side should go in one movement phase ---------------------------------

# Units are useful together: two beside an enemy are worth more than twice one. So whole
# arrangements are compared. Several beginnings (stay, rush to the objectives, gather round an
# enemy) are improved by letting one unit after the other choose the best place, given where the
# others go.


CHOICES = 18
"""So many places are compared for a unit; the others in its reach are left out."""

LEAST = 4
"""Never fewer than so many: with three a player loses two games of three against one with all."""

IMPROVED = 2
"""So many beginnings, the best, are improved."""

SWEEPS = 3
"""So many times all units may choose again, at most."""

NOISE = 1e-6
"""Less than any difference that matters: it decides between equals."""


class MovementPlan:
    """The search for an arrangement; :meth:`best` answers with cells, unit by unit."""

    def __init__(
        self,
        field: Battlefield,
        outlook: Outlook,
        state: State,
        side: int,
        random: Random,
        effort: Effort,
    ) -> None:
        self._field = field
        self._effort = effort
        self._outlook = outlook
        self._random = random
        self._side = side
        self._cells = state.cells[:]
        self._values: dict[tuple[int, ...], float] = {}
        movement = field.rules[MovementRules]
        self._reach = {
            unit: mask
            for unit in movement.forces.of_side[side]
            if state.cells[unit] and (mask := movement.reach_mask(state, unit))
        }
        self._enemies = [
            cell
            for unit, cell in enumerate(state.cells)
            if cell and movement.forces.side[unit] in state.frame.foes[side]
        ]
        self._choices = {unit: self._choices_of(unit) for unit in self._reach}

    def best(self) -> dict[int, int]:
        """The cell to move to, for every unit that should move."""
        if not self._choices:
            return {}
        # Arrangements to improve: all stay; all rush to the objectives; as many as possible gather
        # round an enemy, or at an objective.
        rushing = self._cells[:]
        for unit, choices in self._choices.items():
            for near in sorted(choices, key=lambda near: -self._pull(unit, near)):
                if self._has_room(rushing, unit, near):
                    rushing[unit] = near
                    break
        begun = [self._cells[:], rushing]
        begun += [self._gathered(cell) for cell in dict.fromkeys(self._enemies)]
        begun += [self._gathered(cell) for cell in self._field.objectives]
        begun.sort(key=self._value, reverse=True)
        begun = begun[: self._effort.of(IMPROVED)]
        arranged = max((self._improved(cells) for cells in begun), key=self._value)
        return {u: arranged[u] for u in self._choices if arranged[u] != self._cells[u]}

    def _value(self, cells: list[int]) -> float:
        """How good an arrangement is; equals are told apart by chance, always the same way."""
        key = tuple(cells)
        value = self._values.get(key)
        if value is None:
            value = self._values[key] = self._outlook.value(cells) + NOISE * self._random.random()
        return value

    # -- places -----------------------------------------------------------------------------

    def _choices_of(self, unit: int) -> list[int]:
        """The places worth comparing: objectives, hexes beside enemies, the nearest to a goal."""
        board, field = self._field.rules.frame.board, self._field
        reach = self._reach[unit]
        goal_mask = 0
        for cell in field.objectives:
            goal_mask |= board.bit[cell]
        beside = 0
        for cell in self._enemies:
            beside |= board.adjacent[cell]
        around = board.expand(goal_mask) | board.expand(beside)
        places = board.cells(reach)
        most = self._effort.of(CHOICES, LEAST)
        if len(places) > most:
            # What counts most first; by chance a little, so that no place is left out every time.
            ranks = {
                cell: (
                    4.0 * (goal_mask >> cell & 1)
                    + 2.0 * (beside >> cell & 1)
                    + 0.6 * (around >> cell & 1)
                    + self._pull(unit, cell)
                    + 0.3 * self._random.random()
                )
                for cell in places
            }
            places = sorted(places, key=ranks.__getitem__, reverse=True)[:most]
        return [self._cells[unit], *places]

    def _pull(self, unit: int, cell: int) -> float:
        """How much a unit counts from a cell at the objective where it counts most."""
        weights = self._field.weight.values()
        return max((weight[unit].get(cell, 0.0) for weight in weights), default=0.0)

    # -- beginnings ----------------------------------------------------------------------------

    def _gathered(self, goal: int) -> list[int]:
        """An arrangement with as many as possible in a hex or beside it."""
        board = self._field.rules.frame.board
        cells = self._cells[:]
        near = board.adjacent[goal] | board.bit[goal]
        for unit, choices in self._choices.items():
            if near >> cells[unit] & 1:
                continue
            open_ = [c for c in choices if near >> c & 1 and self._has_room(cells, unit, c)]
            if open_:
                cells[unit] = open_[int(self._random.random() * len(open_))]
        return cells

    def _has_room(self, cells: list[int], unit: int, cell: int) -> bool:
        """Whether a unit is in a cell of an arrangement, or fits into it."""
        rules = self._field.rules
        limit = rules[StackingRules].limits[rules.frame.unit_side[unit]]
        return cells[unit] == cell or cells.count(cell) < limit

    # -- improving ------------------------------------------------------------------------------

    def _improved(self, begun: list[int]) -> list[int]:
        """An arrangement in which one unit after the other has chosen, until nobody finds anything
        better, or all have chosen often enough.
        """
        cells = begun[:]
        value = self._value(cells)
        units = list(self._choices)
        settled = 0  # units in a row that found nothing better
        for _ in range(self._effort.of(SWEEPS)):
            self._random.shuffle(units)
            for unit in units:
                stood, best = cells[unit], cells[unit]
                for cell in self._choices[unit]:
                    if cell == stood or not self._has_room(cells, unit, cell):
                        continue
                    cells[unit] = cell
                    value_now = self._value(cells)
                    cells[unit] = stood
                    if value_now > value:
                        value, best = value_now, cell
                cells[unit] = best
                settled = 0 if best != stood else settled + 1
                if settled >= len(units):
                    return cells
        return cells


# -- which attacks a side should make in one combat phase, and which first -------------------------

# Every result of every attack is carried out on a copy of the state, by the code that would carry
# it out in play, and the positions that follow are weighed with their chances. No die is rolled: a
# player does not know the next one. Attacks that share no unit are then combined.


MOST_FORCES = 24
"""So many attacking forces are compared for one target."""

MOST_COMBINED = 8
"""So many attacks on a target, the best, are combined with those on others."""

LARGEST = 4
"""With less than full effort so many of them, the largest, and of these a share."""

WORTHWHILE = 0.004
"""An attack that promises less than this is not made."""


@dataclass(frozen=True, slots=True)
class WeighedAttack:
    """An attack and what it is expected to change, in the outlook's terms."""

    action: Action
    gain: float
    units: frozenset[str]


class AttackPlan:
    """The comparison of the attacks that a state allows."""

    def __init__(
        self, battles: BattleRules, outlook: Outlook, state: State, effort: Effort
    ) -> None:
        self._battles = battles
        self._effort = effort
        self._outlook = outlook
        self._state = state
        self._before = outlook.value(state.cells)

    def best(self) -> list[Action]:
        """The attacks to make, the best first; none when no attack promises anything."""
        by_target: dict[str, list[Action]] = {}
        nothing = coming_to_nothing(self._state, self._outlook.side)
        names = set(self._state.names_of(nothing))
        for action in self._state.legal_actions():
            if action.verb == "attack" and names.isdisjoint(action.units):
                by_target.setdefault(action.hexes[0], []).append(action)
        lists: list[list[WeighedAttack]] = []
        for actions in by_target.values():
            worthwhile = [each for each in self._weighed(actions) if each.gain > WORTHWHILE]
            if worthwhile:
                worthwhile.sort(key=lambda attack: -attack.gain)
                lists.append(worthwhile[:MOST_FORCES])
        _, chosen = _combined(lists, frozenset())
        return [attack.action for attack in sorted(chosen, key=lambda attack: -attack.gain)]

    def _weighed(self, attacks: list[Action]) -> list[WeighedAttack]:
        """The attacks on one target; with less than full effort some of the largest forces."""
        if not self._effort.is_full:
            # The largest forces alone: as strong in 200 games, and a quarter quicker.
            attacks.sort(key=lambda action: -len(action.units))
            del attacks[self._effort.of(LARGEST) :]
        weighed = []
        for action in attacks:
            value = 0.0
            for chance, follows in after_results(self._battles, self._state, action, self._choose):
                value += float(chance) * self._outlook.value(follows.cells)
            gain = value - self._before
            weighed.append(WeighedAttack(action, gain, frozenset(action.units)))
        return weighed

    def _choose(self, state: State) -> Action:
        """The choice that a result leaves to a player, as that player would make it."""
        value = self._outlook.value if self._effort.is_full else self._outlook.glance
        return best_choice(state, value, self._outlook.side)


def _combined(
    lists: list[list[WeighedAttack]], used: frozenset[str]
) -> tuple[float, tuple[WeighedAttack, ...]]:
    """The best set of attacks, at most one of each list and no unit twice."""
    if not lists:
        return 0.0, ()
    first, *later_lists = lists
    best = _combined(later_lists, used)
    # All sets of attacks are gone through: without a limit their number explodes with the targets.
    for attack in first[:MOST_COMBINED] if later_lists else first:
        if not used & attack.units:
            gain, later_attacks = _combined(later_lists, used | attack.units)
            if gain + attack.gain > best[0]:
                best = gain + attack.gain, (attack, *later_attacks)
    return best


class PatrolCombat(Decider[PatrolPriorities]):
    """A combat phase: attacks while one is worth it."""

    def __init__(self, priorities: PatrolPriorities) -> None:
        super().__init__(priorities)
        self._phase: tuple[int, int] | None = None
        self._planned: list[Action] = []

    def wanted(self, briefing: Briefing) -> Iterator[Action]:
        """The attacks to make now, or the end of the phase; with less than full effort those that
        were found when the phase began, as long as any of them can be made.
        """
        battles, seen = briefing.rules.find(BattleRules), briefing.seen
        phase = (seen.turn, seen.phase_index)
        if briefing.effort.is_full or phase != self._phase:
            self._phase, self._planned = phase, []
            if battles is not None:
                outlook = outlook_of(briefing, self._priorities)
                self._planned = AttackPlan(battles, outlook, seen, briefing.effort).best()
        while self._planned:
            yield self._planned.pop(0)
        # The same phase may come again in a turn, for other units that are activated in it.
        self._phase = None
        yield Action("done")


COMBAT = {"combat": PatrolCombat}
"""By kind of decision, the deciders that choose attacks."""
