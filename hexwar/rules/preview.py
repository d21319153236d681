"""The preview of a battle: every result with its chance and what it would do here.

Nothing is estimated. Each result is carried out on a copy of the state, by the code that would
carry it out in play; only choices left to players are described instead of made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from math import prod

from hexwar.definition.model import Dice
from hexwar.engine.action import Action
from hexwar.engine.queries import Outcome, Preview
from hexwar.engine.state import State
from hexwar.engine.task import Task
from hexwar.rules.advance import AdvanceOffered
from hexwar.rules.battle import Battle, BattleRules
from hexwar.rules.losses import LossOwed
from hexwar.rules.retreat import RetreatOwed


def preview_battle(
    rules: BattleRules, state: State, cell: int, attackers: tuple[int, ...]
) -> Preview:
    """What an attack on ``cell`` would be resolved as, now."""
    combat = rules.combat
    section, ids = combat.section, combat.forces.ids
    defenders = combat.defenders(state, cell)
    odds = combat.odds(attackers, defenders, cell, state.cells)
    column = odds.column or 0
    chances = chances_of_totals(section.dice)
    by_code: dict[str, list[int]] = {}
    for total in section.dice.totals:
        by_code.setdefault(combat.table[column, total], []).append(total)
    side_ids = combat.forces.side_ids
    losses = dict.fromkeys(side_ids, Fraction(0))
    outcomes = []
    for code, totals in by_code.items():
        chance = sum((chances[total] for total in totals), Fraction(0))
        effects, lost = carried_out(rules, state, code, cell, attackers, defenders)
        for unit in lost:
            losses[side_ids[combat.forces.side[unit]]] += chance
        title = section.results[code].title
        outcomes.append(Outcome(code, title, chance, tuple(totals), tuple(effects)))
    return Preview(
        target=combat.board.number[cell],
        attackers=tuple(ids[unit] for unit in attackers),
        defenders=tuple(ids[unit] for unit in defenders),
        attacker_strength=Fraction(odds.attacker),
        defender_strength=Fraction(odds.defender),
        modifiers=combat.modifiers(attackers, cell, state.cells),
        odds=combat.describe(odds),
        column=column,
        shifts=odds.shifts,
        headings=section.headings,
        outcomes=tuple(outcomes),
        expected_losses=losses,
    )


@cache
def chances_of_totals(dice: Dice) -> dict[int, Fraction]:
    """The probability of every total."""
    ways = {0: 1}
    for _ in range(dice.count):
        rolled: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, dice.sides + 1):
                rolled[total + face] = rolled.get(total + face, 0) + count
        ways = rolled
    everything = prod([dice.sides] * dice.count)
    return {total: Fraction(count, everything) for total, count in ways.items()}


def after_results(
    rules: BattleRules, state: State, attack: Action, choose: Callable[[State], Action]
) -> Iterator[tuple[Fraction, State]]:
    """Every result of a legal attack: its chance, and the position that it leads to.

    No die is rolled. ``choose`` makes the choices that a result leaves to players.
    """
    combat = rules.combat
    cell = combat.board.cell[attack.hexes[0]]
    attackers = tuple(sorted(combat.forces.index[name] for name in attack.units))
    defenders = combat.defenders(state, cell)
    column = combat.odds(attackers, defenders, cell, state.cells).column or 0
    by_code: dict[str, Fraction] = {}
    for total, chance in chances_of_totals(combat.section.dice).items():
        code = combat.table[column, total]
        by_code[code] = by_code.get(code, Fraction(0)) + chance
    for code, chance in by_code.items():
        twin = state.clone()
        twin.events = None
        twin.cache = {}
        floor = len(twin.agenda)
        twin.agenda.append(Battle(rules, code, cell, attackers, defenders, 0))
        while len(twin.agenda) > floor:
            task = twin.agenda[-1]
            if task.settle(twin):
                task.perform(twin, choose(twin))
        yield chance, twin


def carried_out(
    rules: BattleRules,
    state: State,
    code: str,
    cell: int,
    attackers: tuple[int, ...],
    defenders: tuple[int, ...],
) -> tuple[list[str], list[int]]:
    """A result on a copy of the state: what it does in sentences, and who is lost.

    Where a player would choose, the first option is taken to see how it goes on, and the
    sentence names them all.
    """
    twin = state.clone()
    twin.events = []
    twin.cache = {}
    floor = len(twin.agenda)
    before = twin.eliminated
    twin.agenda.append(Battle(rules, code, cell, attackers, defenders, 0))
    told: list[str] = []
    while len(twin.agenda) > floor:
        task = twin.agenda[-1]
        if not task.settle(twin):
            continue
        told.extend(str(event) for event in twin.events)
        twin.events = []
        told.append(_choice_in_words(rules, twin, task))
        if isinstance(task, AdvanceOffered):
            twin.agenda.pop()
        else:
            task.perform(twin, next(iter(task.actions(twin))))
            twin.events = []
    told.extend(str(event) for event in twin.events)
    lost = twin.eliminated & ~before
    return told, [unit for unit in (*attackers, *defenders) if lost >> unit & 1]


def _choice_in_words(rules: BattleRules, state: State, task: Task) -> str:
    ids = rules.combat.forces.ids
    if isinstance(task, LossOwed):
        return f"{_either(ids[unit] for unit in task.units)} is lost."
    if isinstance(task, RetreatOwed):
        hexes: dict[str, list[str]] = {}
        for action in task.actions(state):
            hexes.setdefault(action.units[0], []).append(action.hexes[0])
        return " ".join(f"{unit} retreats to {_either(to)}." for unit, to in hexes.items())
    if isinstance(task, AdvanceOffered):
        names = _either(ids[unit] for unit in task.units)
        return f"{names} may advance into {rules.combat.board.number[task.target]}."
    return ""


def _either(names: Iterable[str]) -> str:
    words = list(names)
    return " or ".join(words) if len(words) < 3 else f"{', '.join(words[:-1])} or {words[-1]}"
