"""Selectors compiled: which units fit, as masks of unit indices.

What never changes (traits, types, names) is a mask from the start; the rest is a function of the
state, kept in ``state.near`` until anything changes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from operator import and_, or_
from typing import Any, NamedTuple

from hexwar.definition.forms import Form
from hexwar.definition.grammar import SideName
from hexwar.definition.model import Condition
from hexwar.engine.notation import vocabulary
from hexwar.engine.position import bits
from hexwar.engine.rules import Frame
from hexwar.engine.state import NOBODY, Position
from hexwar.hexmap import HexMap
from hexwar.rules.language.section import (
    At,
    Near,
    Selector,
    ValueIs,
    ValueOf,
    is_within,
    value_on,
)
from hexwar.rules.language.wording import called, either, in_words, mid_sentence
from hexwar.rules.movement.section import Movement
from hexwar.rules.units.rules import Forces, mask_of
from hexwar.rules.units.section import Units


class ByStep:
    """The units that fit by the step that shows alone.

    ``masks``: those that fit when they have lost so many steps.
    """

    def __init__(self, masks: Sequence[int]) -> None:
        self.masks = tuple(masks)

    def __call__(self, state: Position) -> int:
        """The mask of those that fit now."""
        units: int | None = state.near.get(self)
        if units is None:
            masks = self.masks
            fitting = [unit for unit, lost in enumerate(state.lost) if masks[lost] >> unit & 1]
            units = state.near[self] = mask_of(fitting)
        return units


Fitting = int | ByStep | Callable[[Position], int]
"""The mask of the units that fit wherever they are: always the same, or in a state."""

Fits = Callable[[Position, int], bool]
"""Whether a unit fits, of a state and its index."""

NO_NAMES: Mapping[str, str] = {}
"""No titles: what is named is called by its id."""


class Words(NamedTuple):
    """Selectors in words, with the titles of what they name (see ``wording.called``)."""

    names: Mapping[str, str] = NO_NAMES

    def __call__(self, selector: Selector) -> str:
        keys: Mapping[str, Key] = vocabulary("selects")
        return ", ".join(keys[name].in_words(value, self) for name, value in selector.said())


class Key(NamedTuple):
    """A key of selectors, as a section's ``task`` says it in ``SELECTS``.

    ``fitting(value, selectors, side)``: the units that fit what is said in the key, seen from a
    side (its index, or ``NOBODY``). ``in_words(value, words)``: the same in words, with those of
    selectors inside it.
    """

    fitting: Callable[[Any, Selectors, int], Fitting]
    in_words: Callable[[Any, Words], str]


class Selectors:
    """Compiles selectors.

    Seen from a side, ``own`` and ``enemy`` are that side's; without one, each unit is asked from
    its own side, or all of them with the eyes that the forces have. No selector means every unit.
    """

    def __init__(self, frame: Frame, forces: Forces) -> None:
        self.frame = frame
        self.forces = forces
        self.everybody = (1 << len(forces.ids)) - 1
        self._around: dict[tuple[int, int], int] = {}

    def mask(self, selector: Selector | None, side: int | None = None) -> Callable[[Position], int]:
        """A function of a state: the mask of the units on the map that fit."""
        fitting = _now(self.fitting(selector, side))
        return lambda state: fitting(state) & self.standing(state)

    def anywhere(
        self, selector: Selector | None, side: int | None = None
    ) -> Callable[[Position], int]:
        """A function of a state: the mask of all units that fit, on the map or off it."""
        return _now(self.fitting(selector, side))

    def fits(self, selector: Selector | None, side: int | None = None) -> Fits:
        """A function of a state and a unit, on the map or off it: whether the unit fits."""
        fitting = self.fitting(selector, side)
        if isinstance(fitting, int):
            return lambda state, unit: bool(fitting >> unit & 1)
        # For one unit it is enough to know how its own side sees it.
        owner, sides = self.forces.side, range(len(self.forces.mask_of_side))
        eyes = self.forces.eyes if side is None else side
        views = [_now(self.fitting(selector, own if eyes is None else eyes)) for own in sides]
        return lambda state, unit: bool(views[owner[unit]](state) >> unit & 1)

    def fitting(self, selector: Selector | None, side: int | None = None) -> Fitting:
        """The units that fit, on the map or off it."""
        if selector is None:
            return self.everybody
        eyes = self.forces.eyes if side is None else side
        if eyes is not None:
            return _remembered(self.seen_from(selector, eyes))
        # No side looks: each side's units are asked with their own eyes.
        views = [
            _combined([mine, self.seen_from(selector, index)], and_)
            for index, mine in enumerate(self.forces.mask_of_side)
        ]
        return _remembered(_combined(views, or_))

    def seen_from(self, selector: Selector, side: int) -> Fitting:
        """The units that fit as a side sees it, worked out every time."""
        return _combined([self.everybody, *self._parts(selector, side)], and_)

    def perhaps(self, selector: Selector | None) -> int:
        """The units that may fit some time: what never changes does not rule them out."""
        if selector is None:
            return self.everybody
        fitting = 0
        for side, mine in enumerate(self.forces.mask_of_side):
            parts = self._parts(selector, side if self.forces.eyes is None else self.forces.eyes)
            fitting |= reduce(and_, [part for part in parts if isinstance(part, int)], mine)
        return fitting

    def _parts(self, selector: Selector, side: int) -> list[Fitting]:
        """What is said in each key, as a side sees it."""
        keys = self.frame.registry.selects
        return [keys[name].fitting(value, self, side) for name, value in selector.said()]

    def standing(self, state: Position) -> int:
        """The mask of the units on the map."""
        # A sum is a union here, as each unit has a bit of its own.
        return sum([1 << unit for unit, cell in enumerate(state.cells) if cell])

    def others(self, side: int) -> int:
        """The units of the other sides: a side does not know where the hidden ones are."""
        return self.everybody if side == NOBODY else ~self.forces.mask_of_side[side]

    def enemies(self, side: int) -> int:
        """The units of the enemies of a side."""
        return reduce(or_, [self.forces.mask_of_side[foe] for foe in self.frame.foes[side]], 0)

    def formations(self) -> list[int]:
        """The units of each formation, as masks."""
        masks: dict[str, int] = {}
        for index, unit in enumerate(self.frame.resolved[Units].counters.values()):
            if unit.formation:
                masks[unit.formation] = masks.get(unit.formation, 0) | 1 << index
        return [*masks.values()]

    def around(self, cell: int, hexes: int) -> int:
        """Mask of the hexes at most so far away from a cell."""
        area = self._around.get((cell, hexes))
        if area is None:
            board = self.frame.board
            near = self.frame.map.within(board.number[cell], hexes)
            area = self._around[cell, hexes] = board.mask(near)
        return area


def keys_said(*several: Selector | Condition | Form | None) -> Iterator[tuple[str, Any]]:
    """The keys of selectors, with what is said in each, of those inside a condition or a section
    too.
    """
    for each in several:
        for chosen in _selectors(each):
            for selector in chosen.everywhere():
                yield from selector.said()


def _selectors(asked: Selector | Condition | Form | None) -> Iterator[Selector]:
    """The selectors of a section or a condition, those inside its parts too."""
    if isinstance(asked, Selector):
        yield asked
    elif isinstance(asked, Form):
        yield from asked.parts(Selector)
    elif asked is not None:
        for part in asked.of:
            yield from _selectors(part)
        for given in asked.arguments.values():
            if isinstance(given, Selector | Condition):
                yield from _selectors(given)


def names_eyes(*several: Selector | Condition | Form | None) -> bool:
    """Whether it depends on the side from which units are seen: on `own` or `enemy`."""
    for key, names in keys_said(*several):
        if key in ("side", "controlled"):
            listed = (names,) if isinstance(names, str) else names
            if not {"own", "enemy"}.isdisjoint(listed):
                return True
    return False


def selected(selector: Selector, names: Mapping[str, str] = NO_NAMES) -> str:
    """The units that a selector is about, in words; ``names``: the titles of what it may name."""
    return Words(names)(selector)


ADJECTIVES = ("trait", "type", "side")
"""Keys whose words stand before the word for the units."""
_BEHIND = re.compile(
    "(?:not )?(?:in|at|on|of|with|within|beside|stacked|facing|struck|striking|able|carrying|"
    "escorting|seen|adjacent|outside) "
)
"""How words begin that stand right after the word for the units."""


def units_selected(
    selector: Selector | None, names: Mapping[str, str] = NO_NAMES, *, single: bool = False
) -> str:
    """The units that a selector is about, as the subject or object of a sentence: ``motor units``,
    ``units other than horse``, ``shot units that are on the march``; or ``single`` of them.
    """
    if selector is None:
        return "unit" if single else "all units"
    keys: Mapping[str, Key] = vocabulary("selects")
    words = Words(names)
    before: list[str] = []
    behind: list[str] = []
    relative: list[str] = []
    nouns = ["unit" if single else "units"]
    for name, value in selector.said():
        phrase = keys[name].in_words(value, words)
        if name in ADJECTIVES:
            before.append(phrase)
        elif name == "any":
            nouns = [units_selected(part, names, single=single) for part in value]
        elif name == "not" and {key for key, _ in value.said()} <= {*ADJECTIVES}:
            behind.append(f"other than {words(value)}")
        elif name == "not" and len([*value.said()]) > 1:
            behind.append(f"other than {units_selected(value, names)}")
        elif name == "value":
            behind.append(f"with {phrase}")
        else:
            (behind if _BEHIND.match(phrase) else relative).append(phrase)
    that_are = f"that {'is' if single else 'are'} {' and '.join(relative)}" if relative else ""
    return " ".join(filter(None, [*before, " or ".join(nouns), " and ".join(behind), that_are]))


def for_such_only(selector: Selector, names: Mapping[str, str] = NO_NAMES) -> str:
    """The only units that something concerns: ``horse only``, ``only units other than horse``."""
    if {key for key, _ in selector.said()} <= {*ADJECTIVES}:
        return f"{selected(selector, names)} only"
    return f"only {units_selected(selector, names)}"


# -- putting together ---------------------------------------------------------------------------


def _remembered(fitting: Fitting) -> Fitting:
    """The same units, found once for a position and kept until anything changes."""
    if isinstance(fitting, int | ByStep):
        return fitting

    def kept(state: Position) -> int:
        units: int | None = state.near.get(fitting)
        if units is None:
            units = state.near[fitting] = fitting(state)
        return units

    return kept


def _combined(parts: Sequence[Fitting], operator: Callable[[int, int], int]) -> Fitting:
    """Several together, at least one: ``and_`` or ``or_``; what is fixed is joined at once."""
    fixed = [part for part in parts if isinstance(part, int)]
    moving = [part for part in parts if not isinstance(part, int)]
    if not moving:
        return reduce(operator, fixed)
    start = [reduce(operator, fixed)] if fixed else []
    steps = [part.masks for part in moving if isinstance(part, ByStep)]
    if len(steps) == len(moving):
        # Where several depend on the steps lost alone, so does what they come to.
        return ByStep([reduce(operator, [*start, *masks]) for masks in zip(*steps, strict=True)])
    if operator is and_:
        begin = reduce(and_, start, -1)

        def all_of(state: Position) -> int:
            selected = begin
            for part in moving:
                selected &= part(state)
                if not selected:  # no unit is left to ask about
                    break
            return selected

        return all_of
    return lambda state: reduce(operator, [*start, *[part(state) for part in moving]])


def those_or_others(
    wanted: bool, selectors: Selectors, those: Callable[[Position], int]
) -> Callable[[Position], int]:
    """The units of a mask that is asked of the state, or, if not ``wanted``, all others."""
    everybody = selectors.everybody
    return those if wanted else lambda state: everybody & ~those(state)


def _all(parts: tuple[Selector, ...], selectors: Selectors, side: int) -> Fitting:
    return _combined([selectors.seen_from(part, side) for part in parts], and_)


def _any(parts: tuple[Selector, ...], selectors: Selectors, side: int) -> Fitting:
    return _combined([selectors.seen_from(part, side) for part in parts], or_)


def _not(part: Selector, selectors: Selectors, side: int) -> Fitting:
    """All units but those that fit a selector."""
    inner, everybody = selectors.seen_from(part, side), selectors.everybody
    if isinstance(inner, int):
        return everybody & ~inner
    if isinstance(inner, ByStep):
        return ByStep([everybody & ~mask for mask in inner.masks])
    return lambda state: everybody & ~inner(state)


# -- what never changes ---------------------------------------------------------------------------


def _trait(traits: tuple[str, ...], selectors: Selectors, side: int) -> Fitting:
    return reduce(or_, map(selectors.forces.having, traits))


def _type(types: tuple[str, ...], selectors: Selectors, side: int) -> Fitting:
    counters = selectors.frame.resolved[Units].counters.values()
    return mask_of(index for index, unit in enumerate(counters) if unit.type.id in types)


def _side(sides: tuple[str, ...], selectors: Selectors, side: int) -> Fitting:
    forces = selectors.forces
    own_units = 0 if side == NOBODY else forces.mask_of_side[side]
    enemy = 0 if side == NOBODY else selectors.enemies(side)
    masks = dict(zip(forces.side_ids, forces.mask_of_side, strict=True))
    return reduce(or_, map({**masks, "own": own_units, "enemy": enemy}.__getitem__, sides))


def _unit(names: tuple[str, ...], selectors: Selectors, side: int) -> Fitting:
    return mask_of(selectors.forces.index[name] for name in set(names))


# -- what the counter shows -----------------------------------------------------------------------


def _by_step(shows: Callable[[int, int], bool], forces: Forces) -> Fitting:
    """The units of which the step that shows fits: asked with the unit and its steps lost."""
    table = [[shows(unit, lost) for lost in range(n)] for unit, n in enumerate(forces.steps)]
    if all(len(set(row)) == 1 for row in table):
        return mask_of(unit for unit, row in enumerate(table) if row[0])
    return ByStep(
        [
            # A slice, as some units have fewer steps than others and cannot have lost so many.
            mask_of(unit for unit, row in enumerate(table) if row[lost : lost + 1] == [True])
            for lost in range(max(forces.steps))
        ]
    )


def _step(steps: tuple[int | str, ...], selectors: Selectors, side: int) -> Fitting:
    """The units that show one of some steps, counted from 1, or their ``last``."""
    steps_of = selectors.forces.steps

    def shows(unit: int, lost: int) -> bool:
        return lost + 1 in steps or ("last" in steps and lost + 1 == steps_of[unit])

    return _by_step(shows, selectors.forces)


def _value(values: Mapping[str, int | ValueIs], selectors: Selectors, side: int) -> Fitting:
    """The units that show values, by name, between bounds."""

    def shows(unit: int, lost: int) -> bool:
        return all(
            is_within(bound, value_shown(selectors, unit, lost, name))
            for name, bound in values.items()
        )

    return _by_step(shows, selectors.forces)


def value_shown(selectors: Selectors, unit: int, lost: int, name: str) -> Fraction | int:
    """A value on one step of a counter; of a die its faces."""
    forces, step = selectors.forces, selectors.forces.printed[unit][lost]
    if name == "movement":
        allowance = selectors.frame.resolved[Movement].allowance
        return allowance if allowance is not None else step.movement or 0
    return value_on(step, forces.values[unit], name)


# -- where it stands ------------------------------------------------------------------------------


def _at(at: At, selectors: Selectors, side: int) -> Fitting:
    frame = selectors.frame
    area = frame.board.mask(number for number in frame.map if is_at(at, frame.map, number))
    others = selectors.others(side)
    return lambda state: units_in(area, state) & ~(state.secret & others)


def is_at(at: At, hexmap: HexMap, number: str) -> bool:
    """Whether a hex is one of those that are meant."""
    features = hexmap.features(number)
    return (
        (not at.hex or number in at.hex)
        and (not at.terrain or hexmap.terrain(number) in at.terrain)
        and (not at.feature or any(feature in features for feature in at.feature))
        and (not at.region or any(number in hexmap.region(name) for name in at.region))
        and (not at.hexside or _leads_between(hexmap, number, hexmap.hexside, at.hexside))
        and (not at.path or _leads_between(hexmap, number, hexmap.path, at.path))
    )


def _leads_between(
    hexmap: HexMap,
    number: str,
    between: Callable[[str, str], frozenset[str]],
    kinds: tuple[str, ...],
) -> bool:
    """Whether one of these lies between a hex and one of its neighbours."""
    return any(
        not between(number, neighbour).isdisjoint(kinds) for neighbour in hexmap.neighbors(number)
    )


def units_in(area: int, state: Position) -> int:
    """The units in an area (a mask of hexes)."""
    return mask_of([unit for unit, cell in enumerate(state.cells) if area >> cell & 1])


def _within(within: Near, selectors: Selectors, side: int) -> Fitting:
    """The units that are near to one of some, or to so many others of them."""
    of, hexes, least = _now(selectors.seen_from(within.of, side)), within.hexes, within.others
    # For each group by itself: all units, or those of each formation.
    others, groups = selectors.others(side), [selectors.everybody]
    if within.formation == "same":
        groups = selectors.formations()

    def reach(state: Position, unit: int) -> int:
        if isinstance(hexes, ValueOf):
            return int(value_shown(selectors, unit, state.lost[unit], hexes.value))
        return hexes

    def enough(state: Position, unit: int, areas: Mapping[int, int]) -> bool:
        of_others = [area for other, area in areas.items() if other != unit]
        return sum(area >> state.cells[unit] & 1 for area in of_others) >= (least or 0)

    def near(state: Position) -> int:
        # A unit hidden from a side is near to none, nor is any near to it: either would give its
        # place away.
        seen_units, fitting = of(state) & ~(state.secret & others), 0
        for units in groups:
            areas = {
                unit: selectors.around(cell, reach(state, unit))
                for unit in bits(seen_units & units)
                if (cell := state.cells[unit])
            }
            units_here = units_in(reduce(or_, areas.values(), 0), state) & units
            fitting |= (
                mask_of(u for u in bits(units_here) if enough(state, u, areas))
                if least
                else units_here
            )
        return fitting & ~(state.secret & others)

    return near


def _stacked_with(inner: Selector, selectors: Selectors, side: int) -> Fitting:
    """The units that share a hex with another of some, as far as a side knows."""
    of, others = _now(selectors.seen_from(inner, side)), selectors.others(side)

    def stacked(state: Position) -> int:
        cells, unknown = state.cells, state.secret & others
        mates = [unit for unit in bits(of(state) & ~unknown) if cells[unit]]
        with_mates = mask_of(
            unit
            for unit, cell in enumerate(cells)
            if any(cells[mate] == cell and mate != unit for mate in mates)
        )
        return with_mates & ~unknown

    return stacked


def _now(fitting: Fitting) -> Callable[[Position], int]:
    """The units that fit, as a function of a state even where they are always the same."""
    return (lambda state: fitting) if isinstance(fitting, int) else fitting


# -- in words -------------------------------------------------------------------------------------


def _named(names: tuple[str, ...], words: Words) -> str:
    return either(map(in_words, names))


def titled(kind: str) -> Callable[[tuple[str, ...], Words], str]:
    """What a key names, by its titles: of states, of types of units, of kinds of ground."""

    def in_words_of(names: tuple[str, ...], words: Words) -> str:
        sides = tuple(f"{name} " for name in words.names.values() if isinstance(name, SideName))
        named = [called(words.names, kind, name) for name in names]
        return either(title if title.startswith(sides) else mid_sentence(title) for title in named)

    return in_words_of


def _sides_in_words(sides: tuple[str, ...], words: Words) -> str:
    return either(words.names.get(side, in_words(side)) for side in sides)


def _each_in_words(parts: tuple[Selector, ...], words: Words) -> str:
    return " and ".join(map(_in_brackets(words), parts))


def _one_in_words(parts: tuple[Selector, ...], words: Words) -> str:
    return " or ".join(map(_in_brackets(words), parts))


def _in_brackets(words: Words) -> Callable[[Selector], str]:
    """In words; with brackets where there are several keys."""
    return lambda part: f"({words(part)})" if len([*part.said()]) > 1 else words(part)


def _step_in_words(steps: tuple[int | str, ...], words: Words) -> str:
    names = {1: "full strength", "last": "its last step"}
    return f"at {either(names.get(step, f'step {step}') for step in steps)}"


def values_in_words(values: Mapping[str, int | ValueIs]) -> str:
    """Bounds of values in words: ``attack at least 1 and range 2``."""
    clauses = []
    for name, bound in values.items():
        bounds = str(bound)
        if not isinstance(bound, int):
            low = [] if bound.at_least is None else [f"at least {bound.at_least}"]
            high = [] if bound.at_most is None else [f"at most {bound.at_most}"]
            bounds = " and ".join([*low, *high])
        clauses.append(f"{in_words(name)} {bounds}")
    return " and ".join(clauses)


def at_in_words(at: At, words: Words) -> str:
    """Where units stand, in words: ``in towns and on rail``."""
    regions = either(called(words.names, "region", name) for name in at.region)
    kinds = (
        ("in", either(at.hex)),
        ("in", titled("terrain")(at.terrain, words)),
        ("in", titled("feature")(at.feature, words)),
        ("in", regions),
        ("beside", titled("hexside")(at.hexside, words)),
        ("on", titled("path")(at.path, words)),
    )
    return " and ".join(f"{where} {named}" for where, named in kinds if named)


def _within_in_words(within: Near, words: Words) -> str:
    """The key ``within``: ``within 2 hexes of (leader)``."""
    hexes = within.hexes
    how_far = in_words(hexes.value) if isinstance(hexes, ValueOf) else str(hexes)
    units = _in_brackets(words)(within.of)
    of_formation = " of its formation" if within.formation == "same" else ""
    many = f"{within.others} others that are " if within.others else ""
    return f"within {how_far} hex{'' if hexes == 1 else 'es'} of {many}{units}{of_formation}"


SELECTS = {
    "all": Key(_all, _each_in_words),
    "any": Key(_any, _one_in_words),
    "not": Key(_not, lambda part, words: f"not {_in_brackets(words)(part)}"),
    "trait": Key(_trait, _named),
    "type": Key(_type, titled("type")),
    "side": Key(_side, _sides_in_words),
    "unit": Key(_unit, _named),
    "step": Key(_step, _step_in_words),
    "value": Key(_value, lambda values, words: values_in_words(values)),
    "at": Key(_at, at_in_words),
    "within": Key(_within, _within_in_words),
    "stacked_with": Key(
        _stacked_with, lambda part, words: f"stacked with {_in_brackets(words)(part)}"
    ),
}
