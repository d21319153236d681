"""The preview of a battle: every result with its chance and what it would do here.

Nothing is estimated. Each result is carried out on a copy of the state, by the code that would
carry it out in play; only choices left to players are described instead of made.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import prod

from hexwar.definition.model import Dice
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
    chances = _chances(section.dice)
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


def _chances(dice: Dice) -> dict[int, Fraction]:
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
