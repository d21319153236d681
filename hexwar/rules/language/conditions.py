"""Conditions: every declarative "if" of a game, compiled to a test of a state."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hexwar.definition.model import Condition
from hexwar.engine.frame import Frame
from hexwar.engine.position import bits
from hexwar.engine.state import State
from hexwar.rules.language.selectors import Selectors, selected
from hexwar.rules.language.wording import in_words
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.units.rules import Forces

Test = Callable[[State], bool]
Measure = Callable[[State], int]

ANY = 1_000_000
"""More than anything that is counted."""


class Conditions:
    """Compiles conditions with the measures that the sections of the format bring."""

    __slots__ = ("_forces", "_frame")

    def __init__(self, frame: Frame, forces: Forces) -> None:
        self._frame = frame
        self._forces = forces

    def test(self, condition: Condition | None) -> Test:
        """A function of the state; no condition always holds."""
        if condition is None:
            return lambda state: True
        if condition.kind in ("all", "any", "not"):
            parts = [self.test(part) for part in condition.of]
            if condition.kind == "all":
                return lambda state: all(part(state) for part in parts)
            if condition.kind == "any":
                return lambda state: any(part(state) for part in parts)
            return lambda state: not parts[0](state)
        measure = self.measure(condition)
        low, high = bounds(condition)
        return lambda state: low <= measure(state) <= high

    def measure(self, condition: Condition) -> Measure:
        """What a condition counts, without its bounds."""
        make = self._frame.registry.measures[condition.kind]
        measure: Measure = make(condition, self._frame, self._forces)
        return measure


def bounds(condition: Condition) -> tuple[int, int]:
    """The least and the most that a condition asks for."""
    low, high = condition.arguments.get("at_least"), condition.arguments.get("at_most")
    if low is None and high is None:
        return 1, ANY  # "occupied: {region: towns, side: us}" means: any of it
    return -ANY if low is None else int(low), ANY if high is None else int(high)


def region_of(condition: Condition, frame: Frame) -> int:
    """Mask of the region that a condition is about."""
    return frame.board.mask(frame.map.region(str(condition.arguments["region"])))


def side_of(condition: Condition, frame: Frame, key: str = "side") -> int:
    """Index of the side that a condition is about."""
    return frame.side_ids.index(str(condition.arguments[key]))


def _turn(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    if "called" not in condition.arguments:
        return lambda state: state.turn
    turns = frame.resolved[SequenceOfPlay].called(str(condition.arguments["called"]))
    return lambda state: int(state.turn in turns)


def _occupied(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    region, side = region_of(condition, frame), side_of(condition, frame)
    return lambda state: (state.held(side) & region).bit_count()


def _eliminated(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    units = _units(condition, frame, forces)
    return lambda state: (state.eliminated & units).bit_count()


def _steps_lost(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    chosen = bits(_units(condition, frame, forces))
    units = [(unit, 1 << unit, forces.steps[unit]) for unit in chosen]

    def lost(state: State) -> int:
        gone, lost = state.eliminated, state.lost
        return sum(steps if gone & bit else lost[unit] for unit, bit, steps in units)

    return lost


def _units_of(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    chosen = Selectors(frame, forces).mask(condition.arguments["of"])
    # What is counted is known to everybody: those that hide are not.
    return lambda state: (chosen(state) & ~state.secret).bit_count()


def _units(condition: Condition, frame: Frame, forces: Forces) -> int:
    side = side_of(condition, frame)
    return forces.mask_of_side[side] & forces.having(str(condition.arguments.get("trait", "")))


def how_many(condition: Condition) -> str:
    """The bounds of a condition in words."""
    given = condition.arguments
    said = [f"at least {given['at_least']}"] if "at_least" in given else []
    said += [f"at most {given['at_most']}"] if "at_most" in given else []
    if said and given.get("at_least") == given.get("at_most"):
        return str(given["at_least"])
    return " and ".join(said) or "at least 1"


def who(condition: Condition, names: Mapping[str, str]) -> str:
    """The name of the side that a condition is about."""
    given = condition.arguments
    return names.get(str(given.get("side", "")), "a side")


def _turn_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    called = condition.arguments.get("called")
    return f"the turn is {in_words(str(called)) if called else how_many(condition)}"


def _occupied_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    region = in_words(str(condition.arguments["region"]))
    return f"{who(condition, names)} occupies {how_many(condition)} of {region}"


def _lost_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    given, many = condition.arguments, how_many(condition)
    what = "unit" if condition.kind == "eliminated" else "step"
    plural = "" if many.endswith(" 1") or many == "1" else "s"
    of = f" of {given['trait']} units" if "trait" in given else ""
    return f"{who(condition, names)} has lost {many} {what}{plural}{of}"


def _units_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    which = selected(condition.arguments["of"])
    return f"there are {how_many(condition)} units: {which}"


WORDINGS = {
    "turn": _turn_in_words,
    "occupied": _occupied_in_words,
    "eliminated": _lost_in_words,
    "steps_lost": _lost_in_words,
    "units": _units_in_words,
}
MEASURES = {
    "turn": _turn,
    "occupied": _occupied,
    "eliminated": _eliminated,
    "steps_lost": _steps_lost,
    "units": _units_of,
}
