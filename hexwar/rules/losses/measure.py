"""The measure ``lost``: what has been lost of some units, by a printed value."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from hexwar.definition.model import Condition
from hexwar.engine.frame import Frame
from hexwar.engine.position import bits
from hexwar.engine.state import State
from hexwar.rules.formations.rules import in_scenario
from hexwar.rules.language.conditions import Measure, how_many
from hexwar.rules.language.selectors import Selectors, selected
from hexwar.rules.language.wording import in_words, number
from hexwar.rules.units.rules import Forces


def lost(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    """What is lost of the units of the scenario that fit, in whole points, rounded down; with a
    share whether that much of what they began with is lost.
    """
    given, known = condition.arguments, in_scenario(frame)
    chosen, value = Selectors(frame, forces).anywhere(given["of"]), str(given["value"])
    printed = [[_of(step, value) for step in steps] for steps in forces.printed]
    share: Fraction | None = given.get("share")

    def measure(state: State) -> int:
        gone = began = Fraction(0)
        for unit in bits(chosen(state) & known):
            full = printed[unit][0]
            began += full
            left = 0 if state.eliminated >> unit & 1 else printed[unit][state.lost[unit]]
            gone += full - left
        return int(gone) if share is None else int(began > 0 and gone >= share * began)

    return measure


def _of(step: object, value: str) -> Fraction:
    return Fraction(getattr(step, value) or 0)


def lost_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    """``at least 1/2 of the attack of: red is lost``."""
    given = condition.arguments
    share = given.get("share")
    many = how_many(condition) if share is None else f"at least {number(share)}"
    return f"{many} of the {in_words(str(given['value']))} of ({selected(given['of'])}) is lost"
