"""The steps that a battle costs on average, with the rolls on tables that its result asks for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import cast

from hexwar.engine.state import State
from hexwar.engine.task import Task
from hexwar.rules.combat.battle import Battle, BattleRules
from hexwar.rules.losses.rules import StepLossRules

MOST_BRANCHES = 200
"""So many courses of one result are followed; dice beyond them are taken to do nothing."""


def begun(twin: State, battle: Battle) -> int:
    """Put a battle on the agenda of a copy of the state; how long the agenda was before."""
    twin.rules[StepLossRules].begin_battle(twin)
    floor = len(twin.agenda)
    twin.agenda.append(battle)
    return floor


def choices_of(twin: State, floor: int) -> Iterator[Task]:
    """Settle what lies above the floor of the agenda; each task in it that asks a player, or that
    the dice decide, for the caller to perform, to replace or to drop.
    """
    while len(twin.agenda) > floor:
        task = cast(Task, twin.agenda[-1])
        if task.rolls or task.settle(twin):
            yield task


def steps_expected(rules: BattleRules, state: State, battle: Battle) -> Mapping[int, Fraction]:
    """Steps that units lose on average by a result that rolls on tables, by unit: those who fight,
    and whoever else is rolled for.

    Of each choice that is left to a player the first is taken.
    """
    twin = state.clone()
    twin.events = None
    units = [unit for unit, cell in enumerate(state.cells) if cell]
    steps = rules.combat.forces.steps_left
    found: Counter[int] = Counter()
    for chance, end in _courses(twin, begun(twin, battle), MOST_BRANCHES):
        for unit in units:
            left = steps(end, unit) if end.cells[unit] else 0
            found[unit] += chance * (steps(state, unit) - left)  # type: ignore[assignment]
    return cast(Mapping[int, Fraction], found)


def _courses(twin: State, floor: int, room: int) -> Iterator[tuple[Fraction, State]]:
    """Every course that the dice may give to what lies above the floor, each with its chance."""
    for task in choices_of(twin, floor):
        falls = list(task.falls(twin)) if task.rolls else []
        if falls and len(falls) <= room:
            for chance, instead in falls:
                branch = twin.clone()
                branch.agenda[-1:] = instead
                for rest, end in _courses(branch, floor, room // len(falls)):
                    yield chance * rest, end
            return
        if task.is_offer or task.rolls:
            twin.agenda.pop()
        else:
            task.perform(twin, next(iter(task.actions(twin))))
    yield Fraction(1), twin
