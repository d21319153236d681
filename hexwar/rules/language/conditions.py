"""Conditions: every declarative "if" of a game, compiled to a test of a state.

A condition counts something (its *measure*, brought by the section that knows of it) and says
between which bounds that must be; or it puts others together. The second half of the module says in
words what is counted and how much.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import floor

from hexwar.definition.model import Condition
from hexwar.engine.frame import Frame
from hexwar.engine.notation import brought
from hexwar.engine.state import Position
from hexwar.rules.language.selector import Selector
from hexwar.rules.language.selectors import NO_NAMES, selected
from hexwar.rules.language.wording import called, in_text, in_words, number, plural
from hexwar.rules.units.rules import Forces

Test = Callable[[Position], bool]
Measure = Callable[[Position], int]
Reached = Callable[[Position], Fraction]
"""The share of all there are that a measure has come to."""

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
            if condition.kind == "not":
                return lambda state: not parts[0](state)
            return _of_several(parts, every=condition.kind == "all")
        measure, low, high = self.bounded(condition)
        return lambda state: low <= measure(state) <= high

    def bounded(self, condition: Condition) -> tuple[Measure, int, int]:
        """What a condition without parts counts, and between what it must be.

        A share is told in hundredths above the one that is asked for; of two measures how much
        greater the first is.
        """
        given = condition.arguments
        if "share" in given:
            reached = self._frame.registry.shares[condition.kind]
            share, least = reached(condition, self._frame, self._forces), given["share"]
            # Rounded down, so that a hair below the share that is asked for is below 0 already.
            return lambda state: floor(100 * (share(state) - least)), 0, ANY
        measure = self.measure(condition)
        if "more_than" in given:
            other = self.measure(given["more_than"])
            return lambda state: measure(state) - other(state), 1, ANY
        return measure, *bounds(condition)

    def measure(self, condition: Condition) -> Measure:
        """What a condition counts, without its bounds."""
        make = self._frame.registry.measures[condition.kind]
        measure: Measure = make(condition, self._frame, self._forces)
        return measure

    def percent(self, condition: Condition, state: Position) -> int:
        """The share that a condition has come to, in hundredths of all there are."""
        reached = self._frame.registry.shares[condition.kind]
        share: Reached = reached(condition, self._frame, self._forces)
        return floor(100 * share(state))


def _of_several(parts: list[Test], *, every: bool) -> Test:
    """Whether every one of some tests holds, or any of them does."""

    def test(state: Position) -> bool:
        # A plain loop: all() would make a generator every time, and be two more calls.
        for part in parts:
            if part(state) is not every:
                return not every
        return every

    return test


def bounds(condition: Condition) -> tuple[int, int]:
    """The least and the most that a condition asks for."""
    low, high = condition.arguments.get("at_least"), condition.arguments.get("at_most")
    if low is None and high is None:
        return 1, ANY  # "occupied: {region: towns, side: us}" means: any of it
    return -ANY if low is None else int(low), ANY if high is None else int(high)


def share_of(measure: Measure, whole: int | Fraction) -> Reached:
    """What share of a whole a measure comes to; none of nothing."""
    return lambda state: measure(state) / Fraction(whole) if whole else Fraction(0)


def region_of(condition: Condition, frame: Frame) -> int:
    """Mask of the region that a condition is about."""
    return frame.board.mask(frame.map.region(str(condition.arguments["region"])))


def side_of(condition: Condition, frame: Frame, key: str = "side") -> int:
    """Index of the side that a condition is about."""
    return frame.side_ids.index(str(condition.arguments[key]))


def counted(asked: Condition, names: Mapping[str, str]) -> str:
    """One of what a condition counts: ``hex of towns that Red occupies``."""
    say = brought().counted.get(asked.kind)
    return in_words(asked.kind) if say is None else str(say(asked, names))


def amount(asked: Condition, names: Mapping[str, str]) -> str:
    """What a condition counts, as a number: ``the number of hexes of towns that ...``."""
    counted_thing = counted(asked, names)
    if asked.kind in ("sum", "track") or "value" in asked.arguments:
        return f"the {counted_thing}"
    first, *rest = counted_thing.split(" ")
    return " ".join(["the number of", plural(first), *rest])


def so_many(many: str, what: str) -> str:
    """What is counted behind its bounds in words: ``at least 1 step``, ``no steps``."""
    if many in ("0", "at most 0"):
        return f"no {plural(what)}"
    if many == "all" or "/" in many:
        return f"{many} {plural(what)}" if many == "all" else f"{many} of the {plural(what)}"
    is_one = many.endswith(" 1") or many == "1"
    return f"{many} {what if is_one else plural(what)}"


def so_many_units(many: str, which: Selector | None, names: Mapping[str, str] = NO_NAMES) -> str:
    """Units behind their bounds in words: ``at least 2 wagon units``."""
    keys = dict(which.said()) if which is not None else {}
    kinds = [*keys.get("trait", ()), *keys.get("type", ())]
    if which is None or (len(kinds) == 1 and len(keys) == 1):
        return so_many(many, " ".join([*map(in_words, kinds), "unit"]))
    return f"{so_many(many, 'unit')} ({selected(which, names)})"


def how_many(condition: Condition, names: Mapping[str, str]) -> str:
    """The bounds of a condition in words."""
    given = condition.arguments
    if "share" in given:
        return "all" if given["share"] == 1 else f"at least {number(given['share'])}"
    bounds = [f"at least {given['at_least']}"] if "at_least" in given else []
    bounds += [f"at most {given['at_most']}"] if "at_most" in given else []
    if bounds and given.get("at_least") == given.get("at_most"):
        return str(given["at_least"])
    return " and ".join(bounds) or "at least 1"


def there_are(many: str) -> str:
    """There is one, or there are several, by the bounds in words."""
    return "there is" if many.endswith(" 1") or many == "1" else "there are"


def hexes_of_region(condition: Condition, names: Mapping[str, str]) -> str:
    """How many hexes of a region, in words."""
    given, many = condition.arguments, how_many(condition, names)
    name = str(given["region"])
    region, single = called(names, "region", name), names.get(f"only hex of {name}")
    if single is not None and many in ("at least 1", "all", "1"):
        return in_text(single)
    if many == "at least 1":
        return f"a hex of {region}"
    return f"{so_many(many, 'hex') if given.get('share', 1) == 1 else many} of {region}"


def who(condition: Condition, names: Mapping[str, str]) -> str:
    """The name of the side that a condition is about."""
    given = condition.arguments
    return names.get(str(given.get("side", "")), "a side")
