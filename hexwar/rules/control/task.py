"""When control is reviewed, and the measure ``controlled``.

Control is reviewed when the game begins and when a phase closes; where it changes in passing, also
on the way of every move.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_

from hexwar.definition.grammar import does
from hexwar.definition.model import Condition
from hexwar.engine.frame import Frame
from hexwar.engine.state import Position
from hexwar.rules.control.rules import CONTROL, ControlRules
from hexwar.rules.language.conditions import Measure, hexes_of_region, region_of, side_of, who
from hexwar.rules.language.foresight import Foresight, Prospect
from hexwar.rules.language.measures import held_hex, share_of_hexes
from hexwar.rules.language.selectors import Fitting, Key, Selectors, Words, units_in
from hexwar.rules.language.wording import in_words
from hexwar.rules.units.rules import Forces


def _controlled(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    region, side = region_of(condition, frame), side_of(condition, frame)
    return lambda state: (state.rules[ControlRules].held(state, side) & region).bit_count()


def _prospect(asked: Condition, foresight: Foresight) -> Prospect:
    region, side = region_of(asked, foresight.frame), side_of(asked, foresight.frame)
    foes = foresight.frame.foes[side]

    def theirs(state: Position) -> int:
        held = state.rules[ControlRules].held
        return reduce(or_, [held(state, foe) for foe in foes], 0)

    return foresight.held(
        side, region, lambda state: state.rules[ControlRules].held(state, side), theirs
    )


def _in_words(condition: Condition, names: Mapping[str, str]) -> str:
    return f"{does(who(condition, names), 'controls')} {hexes_of_region(condition, names)}"


def _standing(name: str, selectors: Selectors, side: int) -> Fitting:
    """The units in hexes that a side controls, as far as it is known where they are."""
    others = selectors.others(side)

    def standing(state: Position) -> int:
        area = state.rules[ControlRules].held_by(state, name, side)
        return units_in(area, state) & ~(state.secret & others)

    return standing


def _standing_in_words(name: str, words: Words) -> str:
    whose = "its own side" if name == "own" else "the enemy" if name == "enemy" else in_words(name)
    return f"in a hex that {whose} controls"


_REVIEW = (ControlRules, ControlRules.review)

SLOTS = (CONTROL,)
HOOKS = {
    "turns_begin": _REVIEW,
    "phase_closed": _REVIEW,
    "passes": (ControlRules, ControlRules.passes),
    "moved": (ControlRules, ControlRules.moved),
}
MEASURES = {"controlled": _controlled}
PROSPECTS = {"controlled": _prospect}
SHARES = {"controlled": share_of_hexes(_controlled)}
SELECTS = {"controlled": Key(_standing, _standing_in_words)}
WORDINGS = {"controlled": _in_words}
COUNTED = {"controlled": held_hex("controls")}
