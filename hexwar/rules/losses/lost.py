"""The condition ``lost``: what has been lost of some units, by a value printed on their counters.

What a unit has lost is what it showed when the scenario began, less what it shows now; a unit that
is eliminated has lost all of it. First, what the units show at each of their steps, reckoned once
(:class:`_Shown`). Then what is asked of it: the points that are lost, the share of what these units
began with, and what computer players expect of it; last its words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from hexwar.definition.grammar import in_prose
from hexwar.definition.model import Condition
from hexwar.engine.position import bits
from hexwar.engine.rules import Frame
from hexwar.engine.state import Position
from hexwar.rules.language.conditions import Foresight, Measure, Prospect, Reached, how_many
from hexwar.rules.language.selectors import Selectors, selected, value_shown
from hexwar.rules.language.wording import in_words
from hexwar.rules.units.rules import Forces, Strength, in_scenario, steps_missing


class _Shown(NamedTuple):
    """What units show of a value, by the steps that they have lost, and which units are asked
    about; ``missing``: the steps that each has lost already when the scenario begins.
    """

    values: Sequence[Sequence[Strength]]
    missing: Sequence[int]
    units: Callable[[Position], int]


def _shown(condition: Condition, frame: Frame, forces: Forces) -> _Shown:
    selectors, value = Selectors(frame, forces), str(condition.arguments["value"])
    chosen, known = selectors.anywhere(condition.arguments["of"]), in_scenario(frame)
    values = [
        [value_shown(selectors, unit, step, value) for step in range(steps)]
        for unit, steps in enumerate(forces.steps)
    ]
    return _Shown(values, steps_missing(frame), lambda state: chosen(state) & known)


def lost(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    """What is lost of the units of the scenario that fit, in whole points, rounded down."""
    losses = _losses(condition, frame, forces)
    return lambda state: int(losses(state)[0])


def share_lost(condition: Condition, frame: Frame, forces: Forces) -> Reached:
    """The share that is lost of what these units began with."""
    losses = _losses(condition, frame, forces)

    def reached(state: Position) -> Fraction:
        gone, began = losses(state)
        return gone / began if began else Fraction(0)

    return reached


def _losses(
    condition: Condition, frame: Frame, forces: Forces
) -> Callable[[Position], tuple[Fraction, Fraction]]:
    """A function of a state: what is lost of some units, and what they began with."""
    shown = _shown(condition, frame, forces)
    exact = [[Fraction(value) for value in steps] for steps in shown.values]
    # Whole numbers add up many times faster than fractions; most values are whole.
    parts = lcm(*(value.denominator for steps in exact for value in steps))
    printed = [[int(value * parts) for value in steps] for steps in exact]
    begins = [steps[gone] for steps, gone in zip(printed, shown.missing, strict=True)]

    def measure(state: Position) -> tuple[Fraction, Fraction]:
        gone = began = 0
        for unit in bits(shown.units(state)):
            is_out = state.eliminated >> unit & 1
            began += begins[unit]
            # A unit that has been built up shows more than at the beginning: it has lost nothing.
            gone += max(0, begins[unit] - (0 if is_out else printed[unit][state.lost[unit]]))
        return Fraction(gone, parts), Fraction(began, parts)

    return measure


def prospect(asked: Condition, foresight: Foresight) -> Prospect:
    """What will have been lost of them, if they are all of one side."""
    frame, forces = foresight.frame, foresight.forces
    shown = _shown(asked, frame, forces)
    printed = [[float(value) for value in steps] for steps in shown.values]
    begins = [steps[gone] for steps, gone in zip(printed, shown.missing, strict=True)]

    def worth_now(state: Position, unit: int) -> float:
        return 0.0 if state.eliminated >> unit & 1 else printed[unit][state.lost[unit]]

    def gone_so_far(state: Position) -> float:
        units = bits(shown.units(state))
        return sum([max(0.0, begins[unit] - worth_now(state, unit)) for unit in units])

    could_fit = Selectors(frame, forces).perhaps(asked.arguments["of"]) & in_scenario(frame)
    # For units of several sides, it is taken to be the losses of the first.
    side = min((forces.side[unit] for unit in bits(could_fit)), default=0)
    whole = sum(begins[unit] for unit in bits(could_fit))
    return foresight.lost(side, gone_so_far, whole, could_fit.bit_count())


def lost_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    """``at least 1/2 of the attack of (foot, red) is lost``, or ``of Red``."""
    return f"{how_many(condition, names)} of the {one_lost(condition, names)} is lost"


def one_lost(condition: Condition, names: Mapping[str, str]) -> str:
    """What is lost: ``attack of (foot, red)``, or ``of Red``."""
    arguments = condition.arguments
    keys = dict(arguments["of"].said())
    sides = [in_prose(names[side]) for side in keys.get("side", ()) if side in names]
    whose = sides[0] if len(keys) == len(sides) == 1 else f"({selected(arguments['of'], names)})"
    return f"{in_words(str(arguments['value']))} of {whose}"
