"""The measure ``lost``: what has been lost of some units, by a printed value.

What a unit has lost is what it showed when the scenario began, less what it shows now; who is
eliminated has lost all of it. The share is of what these units began with.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import lcm

from hexwar.definition.model import Condition
from hexwar.engine.frame import Frame
from hexwar.engine.position import bits
from hexwar.engine.state import Position
from hexwar.rules.language.conditions import Measure, Reached, how_many
from hexwar.rules.language.foresight import Foresight, Prospect
from hexwar.rules.language.selectors import Selectors, selected, value_shown
from hexwar.rules.language.wording import in_words
from hexwar.rules.units.rules import Forces, in_scenario, steps_missing


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


def prospect(asked: Condition, foresight: Foresight) -> Prospect:
    """What will have been lost of them, if they are all of one side."""
    frame, forces = foresight.frame, foresight.forces
    selectors, value = Selectors(frame, forces), str(asked.arguments["value"])
    known, missing = in_scenario(frame), steps_missing(frame)
    chosen = selectors.anywhere(asked.arguments["of"])
    meant = selectors.perhaps(asked.arguments["of"]) & known
    printed = [
        [float(value_shown(selectors, unit, step, value)) for step in range(steps)]
        for unit, steps in enumerate(forces.steps)
    ]
    begins = [steps[gone] for steps, gone in zip(printed, missing, strict=True)]

    def gone(state: Position) -> float:
        out, lost = state.eliminated, state.lost
        return sum(
            [
                max(0.0, begins[unit] - (0.0 if out >> unit & 1 else printed[unit][lost[unit]]))
                for unit in bits(chosen(state) & known)
            ]
        )

    # Of units of several sides, it is taken for the losses of the first.
    side = min((forces.side[unit] for unit in bits(meant)), default=0)
    return foresight.lost(side, gone, sum(begins[u] for u in bits(meant)), meant.bit_count())


def _losses(
    condition: Condition, frame: Frame, forces: Forces
) -> Callable[[Position], tuple[Fraction, Fraction]]:
    """What is lost of some units, and what they began with."""
    given, known = condition.arguments, in_scenario(frame)
    selectors = Selectors(frame, forces)
    chosen, value = selectors.anywhere(given["of"]), str(given["value"])
    shown = [
        [Fraction(value_shown(selectors, unit, step, value)) for step in range(steps)]
        for unit, steps in enumerate(forces.steps)
    ]
    # Whole numbers add up many times as fast as fractions; most values are whole.
    parts = lcm(*(value.denominator for steps in shown for value in steps))
    printed = [[int(value * parts) for value in steps] for steps in shown]
    begins = [steps[gone] for steps, gone in zip(printed, steps_missing(frame), strict=True)]

    def measure(state: Position) -> tuple[Fraction, Fraction]:
        gone = began = 0
        out, lost = state.eliminated, state.lost
        for unit in bits(chosen(state) & known):
            begun = begins[unit]
            left = 0 if out >> unit & 1 else printed[unit][lost[unit]]
            began += begun
            gone += max(0, begun - left)
        return Fraction(gone, parts), Fraction(began, parts)

    return measure


def lost_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    """``at least 1/2 of the attack of (foot, red) is lost``, or ``of Red``."""
    return f"{how_many(condition, names)} of the {one_lost(condition, names)} is lost"


def one_lost(condition: Condition, names: Mapping[str, str]) -> str:
    """What is lost: ``attack of (foot, red)``, or ``of Red``."""
    given = condition.arguments
    keys = dict(given["of"].said())
    sides = [names[side] for side in keys.get("side", ()) if side in names]
    whose = sides[0] if len(keys) == len(sides) == 1 else f"({selected(given['of'], names)})"
    return f"{in_words(str(given['value']))} of {whose}"
