"""What conditions count that belongs to no section: units, steps, values and hexes.

Each word of a condition has a measure, made once and asked of positions; most have a share as well,
which is of what there was when the scenario began. Of units on the map those that hide are not
counted: what conditions come to is known to everybody. Measures first, then shares, sentences (`it
is turn 3`), what one of the things counted is called, and the tables by which all are found.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import reduce
from operator import or_

from hexwar.definition.grammar import does
from hexwar.definition.model import Condition
from hexwar.engine.position import bits
from hexwar.engine.rules import Frame
from hexwar.engine.state import Position
from hexwar.rules.language.conditions import (
    Measure,
    Reached,
    hexes_of_region,
    how_many,
    one_of_region,
    region_of,
    share_of,
    side_of,
    so_many,
    so_many_units,
    there_are,
    who,
)
from hexwar.rules.language.selectors import Selectors, selected, value_shown
from hexwar.rules.language.wording import called, in_words, plural
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.units.rules import Forces, in_scenario, steps_missing


def _turn(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    """The number of the turn, or 1 in turns that are called so."""
    if "called" not in condition.arguments:
        return lambda state: state.turn
    turns = frame.resolved[SequenceOfPlay].called(str(condition.arguments["called"]))
    return lambda state: int(state.turn in turns)


def _occupied(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    """How many hexes of a region a side holds for all to see."""
    region, side = region_of(condition, frame), side_of(condition, frame)
    return lambda state: (state.held(side) & region).bit_count()


def _eliminated(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    """How many units of a side are out of play."""
    units = _units(condition, frame, forces)
    return lambda state: (state.eliminated & units(state)).bit_count()


def _steps_lost(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    """How many steps units have lost since the scenario began."""
    units, missing, steps = _units(condition, frame, forces), steps_missing(frame), forces.steps

    def steps_lost(state: Position) -> int:
        counted = units(state)
        gone = counted & state.eliminated
        hurt = [unit for unit, lost in enumerate(state.lost) if lost and counted >> unit & 1]
        # Steps that a unit lacked when the scenario began are no losses of this game.
        losses = [state.lost[unit] - missing[unit] for unit in hurt if not gone >> unit & 1]
        losses += [steps[unit] - missing[unit] for unit in bits(gone)]
        # A unit that was given steps back may have more than it began with, but makes up for no
        # other.
        return sum([loss for loss in losses if loss > 0])

    return steps_lost


def _units_known(condition: Condition, frame: Frame, forces: Forces) -> Callable[[Position], int]:
    """The units on the map that are counted, known to everybody: those that hide are not."""
    chosen = Selectors(frame, forces).mask(condition.arguments["of"])
    return lambda state: chosen(state) & ~state.secret


def _units_of(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    """How many such units are on the map."""
    chosen = _units_known(condition, frame, forces)
    return lambda state: chosen(state).bit_count()


def _steps_of(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    """How many steps such units on the map have left."""
    chosen, steps = _units_known(condition, frame, forces), forces.steps
    return lambda state: sum([steps[unit] - state.lost[unit] for unit in bits(chosen(state))])


def _sum_of(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    """What a value of units comes to together, rounded down."""
    chosen, name = _units_known(condition, frame, forces), str(condition.arguments["value"])
    selectors = Selectors(frame, forces)

    def values(state: Position) -> int:
        units = bits(chosen(state))
        shown = [value_shown(selectors, unit, state.lost[unit], name) for unit in units]
        return int(sum(shown, Fraction(0)))

    return values


def _hexes_of(condition: Condition, frame: Frame, forces: Forces) -> Measure:
    """How many hexes, of a region or of the map, hold such units."""
    chosen, area = _units_known(condition, frame, forces), _area(condition, frame)

    def hexes(state: Position) -> int:
        cells = (1 << state.cells[unit] for unit in bits(chosen(state)))
        return (reduce(or_, cells, 0) & area).bit_count()

    return hexes


def _area(condition: Condition, frame: Frame) -> int:
    """Mask of the region that a condition is about, or of the whole map."""
    return region_of(condition, frame) if "region" in condition.arguments else frame.board.on_map


# -- shares -------------------------------------------------------------------------------------


def share_of_hexes(make: Callable[[Condition, Frame, Forces], Measure]) -> Callable[..., Reached]:
    """What makes the share for a measure of hexes: of those of the condition's region."""

    def reached(condition: Condition, frame: Frame, forces: Forces) -> Reached:
        return share_of(make(condition, frame, forces), _area(condition, frame).bit_count())

    return reached


def _share_eliminated(condition: Condition, frame: Frame, forces: Forces) -> Reached:
    """The share of a side's units that are out of play."""
    known = _units_that_may_count(condition, frame, forces) & in_scenario(frame)
    return share_of(_eliminated(condition, frame, forces), known.bit_count())


def _share_of_steps(condition: Condition, frame: Frame, forces: Forces) -> Reached:
    """The share of its steps that a side has lost."""
    known, missing = (
        _units_that_may_count(condition, frame, forces) & in_scenario(frame),
        steps_missing(frame),
    )
    began = sum(forces.steps[unit] - missing[unit] for unit in bits(known))
    return share_of(_steps_lost(condition, frame, forces), began)


def _known_at_first(condition: Condition, frame: Frame, forces: Forces) -> int:
    """The units that are counted, or may be, of those with which the scenario is played."""
    return Selectors(frame, forces).perhaps(condition.arguments["of"]) & in_scenario(frame)


def _share_of_units(condition: Condition, frame: Frame, forces: Forces) -> Reached:
    """The share of such units that is on the map."""
    whole = _known_at_first(condition, frame, forces).bit_count()
    return share_of(_units_of(condition, frame, forces), whole)


def _share_of_steps_left(condition: Condition, frame: Frame, forces: Forces) -> Reached:
    """The share of their steps that such units on the map have left."""
    known, missing = bits(_known_at_first(condition, frame, forces)), steps_missing(frame)
    began = sum(forces.steps[unit] - missing[unit] for unit in known)
    return share_of(_steps_of(condition, frame, forces), began)


def _share_of_sum(condition: Condition, frame: Frame, forces: Forces) -> Reached:
    """What a value of such units comes to, as a share of what it was at first."""
    name, missing = str(condition.arguments["value"]), steps_missing(frame)
    selectors, known = Selectors(frame, forces), bits(_known_at_first(condition, frame, forces))
    began = sum(Fraction(value_shown(selectors, unit, missing[unit], name)) for unit in known)
    return share_of(_sum_of(condition, frame, forces), began)


def _units(condition: Condition, frame: Frame, forces: Forces) -> Callable[[Position], int]:
    """The units of a side, on the map or lost, whose losses are counted."""
    mine = forces.mask_of_side[side_of(condition, frame)]
    chosen = Selectors(frame, forces).anywhere(condition.arguments.get("only"))
    return lambda state: chosen(state) & mine


def _units_that_may_count(condition: Condition, frame: Frame, forces: Forces) -> int:
    """The units of a side whose losses could ever be counted, at any step and place."""
    mine = forces.mask_of_side[side_of(condition, frame)]
    return Selectors(frame, forces).perhaps(condition.arguments.get("only")) & mine


# -- sentences, and what is counted of each --------------------------------------------------------


def _turn_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    """Which turn it is: ``it is turn 3 or later``."""
    given = condition.arguments
    low, high = given.get("at_least"), given.get("at_most")
    if "called" in given:
        return f"the turn is {in_words(str(given['called']))}"
    if low == high:
        return f"it is turn {low}"
    if low is None or high is None:
        return f"it is turn {high} or earlier" if low is None else f"it is turn {low} or later"
    return f"it is turn {low} to {high}"


def _occupied_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    return f"{does(who(condition, names), 'occupies')} {hexes_of_region(condition, names)}"


def _lost_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    """What a side has lost: ``Red has lost at least 1/2 of its units``."""
    many, only = how_many(condition, names), condition.arguments.get("only")
    share = condition.arguments.get("share")
    lost = so_many_units(many, only, names)
    if condition.kind == "steps_lost" or share:
        counted = "step" if condition.kind == "steps_lost" else "unit"
        parts = f"{many} of its {plural(counted)}" if share else so_many(many, counted)
        lost = parts + (f" ({selected(only, names)})" if only else "")
    return f"{does(who(condition, names), 'has')} lost {lost}"


def _units_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    many = how_many(condition, names)
    return f"{there_are(many)} {so_many_units(many, condition.arguments['of'], names)}"


def _steps_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    units, many = selected(condition.arguments["of"], names), how_many(condition, names)
    return f"units ({units}) have {so_many(many, 'step')} left"


def _sum_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    units = selected(condition.arguments["of"], names)
    value = in_words(str(condition.arguments["value"]))
    return f"the {value} of all units ({units}) is {how_many(condition, names)}"


def _hexes_in_words(condition: Condition, names: Mapping[str, str]) -> str:
    given = condition.arguments
    of = f" of {called(names, 'region', str(given['region']))}" if "region" in given else ""
    many, units = so_many(how_many(condition, names), "hex"), selected(given["of"], names)
    return f"there are units ({units}) in {many}{of or ' of the map'}"


def held_hex(verb: str) -> Callable[[Condition, Mapping[str, str]], str]:
    """One of the hexes of a region that a side holds, by this verb."""

    def one(condition: Condition, names: Mapping[str, str]) -> str:
        hex_ = one_of_region(str(condition.arguments["region"]), names)
        return f"{hex_} that {does(who(condition, names), verb)}"

    return one


def _one_lost(condition: Condition, names: Mapping[str, str]) -> str:
    counted, only = _LOST[condition.kind], condition.arguments.get("only")
    such = f" ({selected(only, names)})" if only else ""
    return f"{counted}{such} that {does(who(condition, names), 'has')} lost"


def _one_standing(what: str) -> Callable[[Condition, Mapping[str, str]], str]:
    """One of what is counted of units on the map: by this word, or a value by its name."""

    def one(condition: Condition, names: Mapping[str, str]) -> str:
        given = condition.arguments
        counted = in_words(str(given["value"])) + " of units" if "value" in given else what
        return f"{counted} ({selected(given['of'], names)})"

    return one


def _one_hex(condition: Condition, names: Mapping[str, str]) -> str:
    given = condition.arguments
    region = f" of {called(names, 'region', str(given['region']))}" if "region" in given else ""
    return f"hex{region} with units ({selected(given['of'], names)})"


_LOST = {"eliminated": "unit", "steps_lost": "step"}
COUNTED = {
    "turn": lambda condition, names: "turn",
    "occupied": held_hex("occupies"),
    "eliminated": _one_lost,
    "steps_lost": _one_lost,
    "units": _one_standing("unit"),
    "steps": _one_standing("step of units"),
    "sum": _one_standing("value"),
    "hexes": _one_hex,
}
WORDINGS = {
    "turn": _turn_in_words,
    "occupied": _occupied_in_words,
    "eliminated": _lost_in_words,
    "steps_lost": _lost_in_words,
    "units": _units_in_words,
    "steps": _steps_in_words,
    "sum": _sum_in_words,
    "hexes": _hexes_in_words,
}
MEASURES = {
    "turn": _turn,
    "occupied": _occupied,
    "eliminated": _eliminated,
    "steps_lost": _steps_lost,
    "units": _units_of,
    "steps": _steps_of,
    "sum": _sum_of,
    "hexes": _hexes_of,
}
SHARES = {
    "units": _share_of_units,
    "steps": _share_of_steps_left,
    "sum": _share_of_sum,
    "occupied": share_of_hexes(_occupied),
    "hexes": share_of_hexes(_hexes_of),
    "eliminated": _share_eliminated,
    "steps_lost": _share_of_steps,
}
