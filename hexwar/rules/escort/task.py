"""Handing over, who is escorted, what is counted of it, and when escorts are lost.

Conditions count who is escorted now and who ever was (`contacted`); for the second the evaluation
foresees who will be reached in time.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from hexwar.definition.grammar import does
from hexwar.definition.model import Condition
from hexwar.engine.action import Action
from hexwar.engine.frame import Frame
from hexwar.engine.notation import PAIR, Verb
from hexwar.engine.position import bits
from hexwar.engine.queries import Status
from hexwar.engine.state import Position
from hexwar.engine.violation import Violation
from hexwar.rules.escort.rules import TOGETHER, EscortRules
from hexwar.rules.language.conditions import Measure, how_many, side_of, so_many, who
from hexwar.rules.language.foresight import Ahead, Foreseen, Foresight, Prospect
from hexwar.rules.language.selectors import Fitting, Key, Selectors, Words, those_or_others
from hexwar.rules.language.wording import every
from hexwar.rules.sequence.contribution import ActivationContribution, When
from hexwar.rules.units.rules import Forces
from hexwar.rules.units.section import Units

HAND = "hand"


class HandingOver(ActivationContribution):
    """``hand UNIT TO``: a unit that acts hands those whom it escorts over to another."""

    __slots__ = ("_frame", "_rules")
    verbs: ClassVar[frozenset[str]] = frozenset({HAND})
    when: ClassVar[When] = "free"

    def __init__(self, frame: Frame, rules: EscortRules) -> None:
        self._frame, self._rules = frame, rules

    def actions(self, state: Position, unit: int) -> Iterator[Action]:
        """To whom it may hand over, in the order of the units file."""
        names = self._frame.unit_ids
        if self._rules.with_unit(state, unit):
            for to in self._rules.takers(state, unit):
                yield Action(HAND, (names[unit], names[to]))

    def explain(self, state: Position, action: Action) -> Violation | None:
        """Why it may not."""
        if len(action.units) != 2:
            return Violation("", f"Write: {HAND} UNIT UNIT.", "notation")
        unit, to = (self._frame.unit_index[name] for name in action.units)
        return self._rules.why_not_hand_over(state, unit, to)

    def perform(self, state: Position, action: Action) -> None:
        """Hand over."""
        unit, to = (self._frame.unit_index[name] for name in action.units)
        self._rules.hand_over(state, unit, to)


def _label(action: Action, state: Position) -> str:
    unit, to = action.units
    index = state.frame.unit_index[unit]
    ids = state.frame.unit_ids
    with_it = [ids[escorted] for escorted in state.rules[EscortRules].with_unit(state, index)]
    return f"{unit} hands {every(with_it) or 'nobody'} over to {to}"


def _escorted(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    side = side_of(condition, frame)
    return lambda state: state.rules[EscortRules].now(state, side)


def _contacted(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    side = side_of(condition, frame)
    return lambda state: state.rules[EscortRules].ever(state, side)


def _contact(condition: Condition, foresight: Foresight) -> Prospect:
    """Who has been escorted, and who will probably be reached by somebody in the time left."""
    side = side_of(condition, foresight.frame)
    measure = _contacted(condition, foresight.frame, foresight.forces)

    def foresee(state: Position, ahead: Ahead) -> Foreseen:
        rules, met, variance = state.rules[EscortRules], float(measure(state)), 0.0
        for unit in bits(rules.waiting(state, side)):
            away = rules.moves_away(state, unit, foresight)
            chance = foresight.in_time(ahead.moves[side], away)
            met += chance
            variance += chance * (1 - chance)
        return met, variance

    return Prospect(foresee, float(max(1, foresight.forces.mask_of_side[side].bit_count())))


def _escorted_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    return f"{does(who(condition, names), 'escorts')} {so_many(how_many(condition, names), 'unit')}"


def _contacted_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    units = so_many(how_many(condition, names), "unit")
    return f"{does(who(condition, names), 'has')} made contact with {units}"


def _escorted_one(condition: Condition, names: Mapping[str, str]) -> str:
    return f"unit that {does(who(condition, names), 'escorts')}"


def _contacted_one(condition: Condition, names: Mapping[str, str]) -> str:
    return f"unit that {does(who(condition, names), 'has')} made contact with"


def _escorts(wanted: bool, selectors: Selectors, side: int) -> Fitting:
    return those_or_others(
        wanted, selectors, lambda state: state.rules[EscortRules].escorting(state)
    )


def _escorts_in_words(wanted: bool, words: Words) -> str:
    return "escorting somebody" if wanted else "escorting nobody"


def _status(state: Position, unit: int) -> Iterator[Status]:
    """Whom a unit escorts."""
    rules = state.rules.find(EscortRules)
    if rules is not None:
        for escorted in rules.with_unit(state, unit):
            name = state.frame.resolved[Units].counters[state.frame.unit_ids[escorted]].name
            yield Status(f"escorts {name}", name[:1])


VERBS = {HAND: Verb(PAIR, "unit", _label, does="hand those whom a unit escorts over to another")}
SLOTS = (TOGETHER,)
HOOKS = {
    "moved": (EscortRules, EscortRules.moved),
    "beaten": (EscortRules, EscortRules.beaten),
}
CONTRIBUTIONS = {"activation": (HandingOver,)}
STATUS = (_status,)
PROSPECTS = {"contacted": _contact}
MEASURES = {"escorted": _escorted, "contacted": _contacted}
WORDINGS = {"escorted": _escorted_in_words, "contacted": _contacted_in_words}
COUNTED = {"escorted": _escorted_one, "contacted": _contacted_one}
SELECTS = {"escorts": Key(_escorts, _escorts_in_words)}
