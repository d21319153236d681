"""Section ``stacking``: how much of a side a hex may hold, and when that is checked.

Most games count units, all alike: then the masks of occupied and of stacked hexes tell nearly
everything. Where units do not count alike, ``points`` (:class:`StackPoints`) is asked instead.
Allies share no hex: where there are any, theirs are added to the full ones.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from fractions import Fraction
from functools import reduce
from math import ceil
from operator import and_, or_
from typing import NamedTuple

from hexwar.definition.grammar import opening
from hexwar.engine.rules import Frame
from hexwar.engine.state import NOBODY, Position
from hexwar.engine.violation import SectionRefusals, Violation
from hexwar.rules.language.effects import Cases
from hexwar.rules.language.reading import Always, Speaker, Words
from hexwar.rules.language.section import Selector
from hexwar.rules.language.selectors import Selectors, is_at, value_shown
from hexwar.rules.language.wording import every, in_words, several
from hexwar.rules.stacking.section import KeptApart, Stacking
from hexwar.rules.units.rules import Forces, mask_of, plain
from hexwar.rules.units.section import Units

# Groups of units that stay apart: formations, or nations on one side that do nothing together.


Group = Callable[[Position], int]
"""The mask of the units of a group."""


def groups_apart(frame: Frame, kept_apart: KeptApart, selectors: Selectors) -> list[Group]:
    """The groups that stay apart."""
    if kept_apart != "formations":
        return [selectors.anywhere(group) for group in kept_apart or ()]
    members: dict[str, int] = {}
    for index, unit in enumerate(frame.resolved[Units].counters.values()):
        if unit.formation:
            members[unit.formation] = members.get(unit.formation, 0) | 1 << index

    def always(mask: int) -> Group:
        return lambda state: mask

    return list(map(always, members.values()))


def are_of_one(state: Position, groups: Sequence[Group], units: Sequence[int]) -> bool:
    """Whether no two of some units belong to different groups; those of none go with all."""
    # Not `mask_of`: a unit that is asked about where it stands is named twice.
    together = reduce(or_, (1 << unit for unit in units), 0)
    return sum(bool(fits(state) & together) for fits in groups) < 2


def of_each(
    state: Position, groups: Sequence[Group], forces: Sequence[tuple[int, ...]]
) -> list[tuple[tuple[int, ...], ...]]:
    """Of some forces those that go with a group, for each group; all of them if there are none."""
    masks = [fits(state) for fits in groups]
    by_group = []
    for mine in masks:
        # A unit of no group is foreign to none.
        foreign = reduce(or_, masks, 0) & ~mine
        by_group.append(tuple(force for force in forces if not mask_of(force) & foreign))
    return list(filter(None, by_group)) or [tuple(forces)]


# Stacking where units do not all count alike: by steps or a value, by place, for some apart.
#
# A hex has room if its units and those that come, counted together, are within the least of their
# limits there, if no limit for some units alone is exceeded, and if groups that stay apart do.
# Hexes with the same limits are looked at once, what stands in a hex is summed up once (a *pile*),
# and units for which the same hexes are full share an answer (``kind``).


Limits = tuple[int | None, ...]
"""The limit of each unit."""

UNCHANGING = frozenset({"all", "any", "not", "trait", "type", "side", "unit", "value", "formation"})
"""Keys of selectors, beside the place, that a limit may ask."""


MOST_KEPT = 4_000
"""So many piles are kept, so that a long series of games does not fill the memory."""


class _Now(NamedTuple):
    """Masks of the units that do not count, and of those that limits of their own are for."""

    free: int
    some: list[tuple[int, int]]


class _Pile(NamedTuple):
    """The units of a side in a hex: what they count together, and the least of their limits.

    ``full_for``: by kind, whether there is no room for one more unit, as far as that was asked.
    """

    cell: int
    units: list[int]
    mask: int
    total: int | Fraction
    least: int | None
    full_for: dict[Hashable, bool]


class StackPoints:
    """What hexes hold, unit by unit; slower than counting.

    ``heaviest`` is the most that a unit counts for; ``narrow``, by side, the mask of the hexes that
    may have no room for some unit of it even if none of it is there.
    """

    def __init__(
        self, frame: Frame, section: Stacking, forces: Forces, selectors: Selectors
    ) -> None:
        self._bit = frame.board.bit
        self._forces = forces
        self._counting = _counting(section, selectors)
        self._apart = groups_apart(frame, section.apart, selectors)
        self._steps = section.measure == "steps"
        self._known: dict[tuple[int, ...], _Pile] = {}
        self._weights: tuple[int | Fraction, ...] = tuple(
            1
            if section.measure in ("units", "steps")
            else plain(value_shown(selectors, unit, 0, section.measure))
            for unit in range(len(forces.ids))
        )
        self._by_cell = _by_cell(frame, section, selectors)
        # The hexes that have the same limits, as a mask.
        by_cell = self._by_cell
        bit = frame.board.bit
        areas: dict[Limits, int] = {}
        for cell, limits in by_cell.items():
            areas[limits] = areas.get(limits, 0) | bit[cell]
        self._same = list(areas.items())
        self._alike = self._fixed_kind()
        fixed = isinstance(self._counting, _Now)
        self._settled = fixed and not (self._steps or self._apart)
        self.heaviest = heaviest(section, frame.resolved[Units])
        none_of_some = any(limited.most == 0 for limited in section.limits.values())
        self.narrow = tuple(
            frame.board.on_map if none_of_some else self._too_small(units)
            for units in forces.of_side
        )
        self._cell = frame.board.cell
        kinds = {"units": "unit", "steps": "step"}
        self._kind = kinds.get(section.measure, "point")
        self._of = "" if section.measure in kinds else f" of {section.measure}"
        self._also = [f"{limited.most} of {limited.title}" for limited in section.limits.values()]
        if section.apart is not None:
            group = "formation" if section.apart == "formations" else "group that stays apart"
            self._also.append(f"units of one {group}")

    def told(self, unit: int, number: str) -> str:
        """The limits for a unit in a hex, in words."""
        limit = self._by_cell[self._cell[number]][unit]
        plain_limit = [] if limit is None else [f"{several(limit, self._kind)}{self._of}"]
        return " and ".join([*plain_limit, *self._also])

    def _weight(self, state: Position, unit: int) -> int | Fraction:
        return self._forces.steps_left(state, unit) if self._steps else self._weights[unit]

    def kind(self, state: Position, unit: int) -> Hashable:
        """What a unit shares with all units for which the same hexes are full."""
        fixed = self._alike[unit]
        if self._settled:
            return fixed
        counting = self._now(state)
        counted = (counting.free >> unit & 1, *[mask >> unit & 1 for mask, _ in counting.some])
        group = tuple([fits(state) >> unit & 1 for fits in self._apart])
        return fixed, counted, group, self._weight(state, unit)

    def _fixed_kind(self) -> list[tuple[str, int]]:
        """By unit: a number for what never changes of its kind."""
        counting, numbers = self._counting, dict[Hashable, int]()
        kinds = []
        for unit, side in enumerate(self._forces.side):
            alike: list[Hashable] = [side, self._weights[unit]]
            alike += [limits[unit] for limits, _ in self._same]
            if isinstance(counting, _Now):
                alike += [
                    mask >> unit & 1
                    for mask in (counting.free, *[mask for mask, _ in counting.some])
                ]
            kinds.append(("full", numbers.setdefault(tuple(alike), len(numbers))))
        return kinds

    def full(self, state: Position, unit: int) -> int:
        """Mask of the hexes with no room for one more unit such as this."""
        kind = self.kind(state, unit)
        full: int | None = state.near.get(kind)
        if full is None:
            full = state.near[kind] = self._full(state, unit)
        return full

    def _full(self, state: Position, unit: int) -> int:
        """What :meth:`full` answers with, found from scratch: by how much hexes hold alone, then by
        which units they hold.
        """
        counting, mask = self._now(state), 0
        for limits, area in self._same:
            if not self._within(state, limits, (unit,), counting):
                mask |= area
        kind = self._alike[unit]
        # What the hexes of a side hold: the same for all its units that might come.
        side = self._forces.side[unit]
        piles: list[_Pile] | None = state.near.get(("piles", side))
        if piles is None:
            stacks = _stacks(state, self._forces.of_side[side])
            piles = [self._pile(state, cell, units, counting) for cell, units in stacks.items()]
            state.near["piles", side] = piles
        for pile in piles:
            full = pile.full_for.get(kind)
            if full is None:
                full = self._is_full(state, pile, (unit,), counting)
                # Else room depends on more than the units there: on steps lost, on groups, or on
                # which units count now.
                if self._settled:
                    pile.full_for[kind] = full
            if full:
                mask |= self._bit[pile.cell]
        return mask

    def _is_full(self, state: Position, pile: _Pile, units: Sequence[int], now: _Now) -> bool:
        """Whether there is no room for some more units beside those of a hex."""
        counted = [unit for unit in units if not now.free >> unit & 1]
        limits = self._by_cell[pile.cell]
        bounds = [pile.least, *[limits[unit] for unit in counted]]
        least = min([bound for bound in bounds if bound is not None], default=None)
        weight = sum([self._weight(state, unit) for unit in counted])
        if least is not None and pile.total + weight > least:
            return True
        more = mask_of(units)
        for mask, most in now.some:
            # Some of them may stand there already: then they are counted twice.
            if (mask & pile.mask).bit_count() + (mask & more).bit_count() > most:
                return True
        return not self._of_one_group(state, [*pile.units, *units])

    def _pile(self, state: Position, cell: int, units: list[int], now: _Now) -> _Pile:
        """What units in a hex come to; kept, unless it depends on the steps that they have."""
        if self._steps:
            return self._piled(state, cell, units, now)
        # Which units count is part of the key, as that may change with the state.
        key = (cell, now.free, *units)
        pile = self._known.get(key)
        if pile is None:
            if len(self._known) > MOST_KEPT:
                self._known.clear()
            pile = self._known[key] = self._piled(state, cell, units, now)
        return pile

    def _piled(self, state: Position, cell: int, units: list[int], now: _Now) -> _Pile:
        """The units of a hex summed up."""
        limits, counted = self._by_cell[cell], units
        if now.free:
            counted = [unit for unit in units if not now.free >> unit & 1]
        total: int | Fraction
        if self._steps:
            total = sum([self._forces.steps_left(state, unit) for unit in counted])
        else:
            weights = self._weights
            total = sum([weights[unit] for unit in counted])
        bounds = [bound for unit in counted if (bound := limits[unit]) is not None]
        return _Pile(cell, units, mask_of(units), total, min(bounds, default=None), {})

    def filled(self, state: Position, others: Sequence[int], units: Sequence[int]) -> int:
        """Mask of the hexes with no room for some units of a side beside others of it."""
        mask, counting = 0, self._now(state)
        for limits, area in self._same:
            if not self._within(state, limits, units, counting):
                mask |= area
        for cell, mates in _stacks(state, others).items():
            if self._is_full(state, self._pile(state, cell, mates, counting), units, counting):
                mask |= self._bit[cell]
        return mask

    def fit(self, state: Position, cell: int, units: Sequence[int]) -> bool:
        """Whether a hex may hold all of these units of one side."""
        return self._within(state, self._by_cell[cell], units, self._now(state))

    def _too_small(self, units: Sequence[int]) -> int:
        """Mask of the hexes whose limit is less than what one of these units counts unharmed."""
        weights = {
            u: len(self._forces.printed[u]) if self._steps else self._weights[u] for u in units
        }
        mask = 0
        for limits, area in self._same:
            bounds = ((limits[unit], weight) for unit, weight in weights.items())
            if any(bound is not None and weight > bound for bound, weight in bounds):
                mask |= area
        return mask

    def _now(self, state: Position) -> _Now:
        """The units that count, and those with limits of their own: kept until anything changes."""
        counting = self._counting
        if isinstance(counting, _Now):
            return counting
        now: _Now | None = state.near.get("counting")
        if now is None:
            now = state.near["counting"] = counting(state)
        return now

    def _within(self, state: Position, limits: Limits, units: Sequence[int], now: _Now) -> bool:
        """Whether units keep to these limits, to those for some alone, and stay apart."""
        least: int | None = None
        total: int | Fraction = 0
        for unit in units:
            if not now.free >> unit & 1:
                total += self._weight(state, unit)
                bound = limits[unit]
                if bound is not None and (least is None or bound < least):
                    least = bound
        if least is not None and total > least:
            return False
        for mask, most in now.some:
            if sum([mask >> unit & 1 for unit in units]) > most:
                return False
        return self._of_one_group(state, units)

    def _of_one_group(self, state: Position, units: Sequence[int]) -> bool:
        """Whether no two of some units belong to groups that stay apart."""
        return not self._apart or are_of_one(state, self._apart, units)

    def overstacked(self, state: Position, units: Sequence[int]) -> int:
        """Mask of the hexes that hold more of these units than they may."""
        mask, counting = 0, self._now(state)
        for cell, mates in _stacks(state, units).items():
            if not self._within(state, self._by_cell[cell], mates, counting):
                mask |= self._bit[cell]
        return mask


def _counting(section: Stacking, selectors: Selectors) -> _Now | Callable[[Position], _Now]:
    """The units that count, and those with limits of their own: always the same, or in a state."""
    asked = [section.free, *[limited.only for limited in section.limits.values()]]
    most = [limited.most for limited in section.limits.values()]
    fitting = [0 if only is None else selectors.fitting(only) for only in asked]
    fixed = [masks for masks in fitting if isinstance(masks, int)]
    if len(fixed) == len(fitting):
        return _Now(fixed[0], list(zip(fixed[1:], most, strict=True)))
    fits = [(lambda _: 0) if only is None else selectors.anywhere(only) for only in asked]

    def now(state: Position) -> _Now:
        free, *some = [those(state) for those in fits]
        return _Now(free, list(zip(some, most, strict=True)))

    return now


def _stacks(state: Position, units: Sequence[int]) -> dict[int, list[int]]:
    """The units on the map, by the cell where they stand."""
    by_cell: dict[int, list[int]] = {}
    cells = state.cells
    for unit in units:
        cell = cells[unit]
        if cell in by_cell:
            by_cell[cell].append(unit)
        elif cell:
            by_cell[cell] = [unit]
    return by_cell


def heaviest(section: Stacking, units: Units) -> int:
    """The most that a unit counts for, rounded up."""
    counters = units.counters.values()
    if section.measure == "units":
        return 1
    if section.measure == "steps":
        return max((len(unit.steps) for unit in counters), default=1)
    printed: list[Fraction | int]
    if section.measure in ("attack", "defense"):
        printed = [
            unit.steps[0].attack if section.measure == "attack" else unit.steps[0].defense
            for unit in counters
        ]
    else:
        printed = [unit.values.get(section.measure, 0) for unit in counters]
    return max(map(ceil, printed), default=1)


def _by_cell(frame: Frame, section: Stacking, selectors: Selectors) -> dict[int, Limits]:
    """The limit of each unit in each hex; hexes that are alike share theirs."""
    limit = section.limit
    cases: Cases[int | None] = limit if isinstance(limit, Cases) else Cases((), limit)
    by_limits: dict[tuple[int, ...], Limits] = {}
    limits = {}
    for number, cell in frame.board.cell.items():
        masks = tuple(
            selectors.everybody
            if case.only is None
            else _units_limited(case.only, selectors, number)
            for case in cases.of
        )
        if masks not in by_limits:
            by_limits[masks] = tuple(
                next(
                    (c.value for mask, c in zip(masks, cases.of, strict=True) if mask >> unit & 1),
                    cases.rest,
                )
                for unit in range(len(frame.unit_ids))
            )
        limits[cell] = by_limits[masks]
    return limits


def _units_limited(selector: Selector, selectors: Selectors, number: str) -> int:
    """The units that a limit is for in a hex: what it says of places is settled here."""
    everybody, mask = selectors.everybody, selectors.everybody
    for name, value in selector.said():
        if name == "at":
            mask &= everybody if is_at(value, selectors.frame.map, number) else 0
        elif name == "not":
            mask &= everybody & ~_units_limited(value, selectors, number)
        elif name in ("all", "any"):
            parts = [_units_limited(part, selectors, number) for part in value]
            mask &= reduce(and_, parts, everybody) if name == "all" else reduce(or_, parts, 0)
        else:
            fitting = selectors.frame.registry.selects[name].fitting(value, selectors, NOBODY)
            mask &= fitting if isinstance(fitting, int) else 0
    return mask


class StackingRules:
    """What hexes hold.

    Where units are counted, all alike, ``points`` is ``None`` and ``limits`` are in units, by
    side, huge where there is none; else so many units are never too many.
    ``allied``: whether some sides are allied, whose units share no hex; ``counted``: neither that
    nor points. ``every_stop``: nobody stops in a full hex, even if others there could still move
    on.
    """

    def __init__(
        self, frame: Frame, section: Stacking, forces: Forces, selectors: Selectors
    ) -> None:
        points = None if section.by_side else StackPoints(frame, section, forces, selectors)
        most = (section.surely(side, points.heaviest if points else 1) for side in frame.side_ids)
        self.points = points
        everybody = set(range(len(frame.side_ids)))
        self._allies = [everybody - {side, *foes} for side, foes in enumerate(frame.foes)]
        self.allied = any(self._allies)
        self.counted = points is None and not self.allied
        self.limits = tuple(len(frame.unit_ids) if n is None else n for n in most)
        self.every_stop = "every_stop" in section.checked
        self.cite = section.cite
        self.bit = frame.board.bit
        self.on_map = frame.board.on_map
        self.units_of = forces.of_side
        self._side = forces.side
        self._refuse = SectionRefusals("stacking", self.cite)

    def full(self, state: Position, unit: int) -> int:
        """Mask of the hexes with no room for one more unit such as this."""
        side = self._side[unit]
        if self.points is not None:
            full = self.points.full(state, unit)
            return full | self._of_allies(state, side) if self.allied else full
        limit = self.limits[side]
        if self.allied:
            full = self.holding(state.cells, self.units_of[side], limit)
            return full | self._of_allies(state, side)
        if limit == 1:
            return state.occupied[side]
        # A stack is two units or more: where nowhere are two, nowhere are three.
        if limit == 2 or not state.stacked[side]:
            return state.stacked[side]
        return self.holding(state.cells, self.units_of[side], limit)

    def perhaps_full(self, state: Position, side: int) -> int:
        """Mask that holds all hexes that are full for any unit of a side, and perhaps more: what
        can be told without looking at what stands there.
        """
        if self.points is not None:
            perhaps = state.occupied[side] | self.points.narrow[side]
        elif self.limits[side] == 1:
            perhaps = state.occupied[side]
        else:
            perhaps = state.stacked[side]
        return perhaps | self._of_allies(state, side) if self.allied else perhaps

    def _of_allies(self, state: Position, side: int) -> int:
        """Mask of the hexes of allies, which share none."""
        return reduce(or_, [state.held(ally) for ally in self._allies[side]], 0)

    def has_room(self, state: Position, unit: int, cell: int) -> bool:
        """Whether another hex has room for one more unit such as this: it is not ``full``."""
        side = self._side[unit]
        if self.allied and self._of_allies(state, side) >> cell & 1:
            return False
        friends = [mate for mate in state.standing(cell) if self._side[mate] == side]
        return self.fit(state, cell, [*friends, unit])

    def without_room(self, state: Position, units: Sequence[int], hexes: int = -1) -> int:
        """Mask of the hexes with no room for these units of one side together, all there are of
        those of a mask.
        """
        side, cells = self._side[units[0]], state.cells
        mine = [unit for unit in self.units_of[side] if hexes >> cells[unit] & 1]
        others = [unit for unit in mine if unit not in units]
        return self.filled(state, others, units)

    def filled(self, state: Position, others: list[int], units: Sequence[int]) -> int:
        """Mask of the hexes with no room for some units of a side beside others of it."""
        side = self._side[units[0]]
        if self.points is not None:
            filled = self.points.filled(state, others, units)
        else:
            room = self.limits[side] - len(units)
            filled = self.on_map if room < 0 else self.holding(state.cells, others, room + 1)
        return filled | self._of_allies(state, side) if self.allied else filled

    def fit(self, state: Position, cell: int, units: Sequence[int]) -> bool:
        """Whether a hex may hold all of these units of one side."""
        if self.points is not None:
            return self.points.fit(state, cell, units)
        return not units or len(units) <= self.limits[self._side[units[0]]]

    def too_many(self, state: Position, unit: int) -> bool:
        """Whether the hex of a unit holds more of its side than it may."""
        side, cell = self._side[unit], state.cells[unit]
        friends = [unit for unit in state.standing(cell) if self._side[unit] == side]
        return len(friends) > self.limits[side] and not self.fit(state, cell, friends)

    def holding(self, cells: list[int], units: Iterable[int], count: int) -> int:
        """Mask of the hexes that hold ``count`` or more of these units."""
        bit = self.bit
        levels = [0] * count
        for unit in units:
            cell_bit = bit[cells[unit]]
            # A unit is noted on the first level where its hex is not yet: level 0 has the hexes
            # with one unit or more, level 1 with two or more, and so on.
            for level, mask in enumerate(levels):
                levels[level] = mask | cell_bit
                cell_bit &= mask
                if not cell_bit:
                    break
        return levels[-1]

    def overstacked(self, state: Position, side: int) -> int:
        """Mask of the hexes that hold more of ``side`` than its limit."""
        if self.points is not None:
            return self.points.overstacked(state, self.units_of[side])
        if self.limits[side] == 1 or not state.stacked[side]:
            return state.stacked[side]
        return self.holding(state.cells, self.units_of[side], self.limits[side] + 1)

    def misplaced(self, state: Position) -> str:
        """Why units cannot stand as they do, or nothing."""
        numbers = state.frame.board.numbers
        for side, name in enumerate(state.frame.side_names):
            others = [hexes for at, hexes in enumerate(state.occupied) if at != side]
            shared = state.occupied[side] & reduce(or_, others, 0) & ~state.secret_at
            if shared and not state.resolved.has("melee"):
                return f"units of two sides stand in {', '.join(numbers(shared))}"
            over = self.overstacked(state, side)
            if over:
                return f"{opening(name, 'has')} too many units in {', '.join(numbers(over))}"
        return ""

    def refusal(self, unit: int, who: str, number: str) -> Violation:
        """Why a unit, or it and others, may not stop in a hex; ``who``: their names."""
        limit = self.limits[self._side[unit]]
        limit_told = "one unit" if limit == 1 else f"{limit} units"
        if self.points is not None:
            limit_told = self.points.told(unit, number)
        return self._refuse(
            "limit", f"{who} may not stop in {number}: the stacking limit is {limit_told} a hex."
        )

    def tell_sent_back(self, state: Position, unit: int, here: int, origin: int) -> None:
        """Tell that a unit has gone back from a hex that it could not stay in."""
        name, number = state.frame.unit_ids[unit], state.frame.board.number
        back = number[origin] or "off the map"
        text = f"{name} cannot stay in {number[here]} and goes back to {back}."
        rule = self.cite.get("sent_back", "")
        path = (number[here], number[origin])
        state.tell("sent_back", rule, text, unit=name, path=path)

    def overstacked_refusal(self, numbers: list[str]) -> Violation:
        """Why a phase cannot end: too many units in these hexes."""
        return self._refuse(
            "limit", f"Too many units in {', '.join(numbers)}: move on before the phase ends."
        )


# What the section ``stacking`` says, in sentences that players read.


_COUNTED = {"units": "unit", "steps": "step"}


def _limit(stacking: Stacking, speaker: Speaker) -> str:
    """How much may stand in a hex."""
    counted = _COUNTED.get(stacking.measure, f"point of {in_words(stacking.measure)}")

    def most(limit: int | None) -> str:
        return "any number" if limit is None else f"{several(limit, counted)} at most"

    return f"In one hex stand, of a side: {speaker.amount(stacking.limit, most)}."


def _free(stacking: Stacking, speaker: Speaker) -> str:
    """Who stands in a hex besides."""
    return f"Not counted are {speaker.units(stacking.free)}."


def _limits(stacking: Stacking, speaker: Speaker) -> str:
    """How many of some units may stand in a hex."""
    limits = [f"{limit.most} of {speaker.units(limit.only)}" for limit in stacking.limits.values()]
    return f"At most stand there: {every(limits)}."


def _apart(stacking: Stacking, speaker: Speaker) -> str:
    """Who shares no hex with whom."""
    if stacking.apart == "formations":
        return "Units of different formations do not share a hex; those of none share any."
    groups = every(speaker.units(group) for group in stacking.apart or ())
    return f"No hex is shared by {groups}; all others share any."


def _measure(stacking: Stacking, speaker: Speaker) -> str:
    return f"What counts towards stacking: {in_words(stacking.measure)}."


def _checked(stacking: Stacking, speaker: Speaker) -> str:
    """When the limit is looked at."""
    moments = {
        "every_stop": "wherever they stop",
        "end_of_phase": "when their phase ends",
    }
    when = [words for moment, words in moments.items() if moment in stacking.checked]
    return f"Units that move keep to it {every(when) or 'at no moment'}."


def _visible(stacking: Stacking, speaker: Speaker) -> str:
    seen = "only the top counter" if stacking.visible == "top" else "every counter"
    return f"The enemy sees {seen} of a stack."


WORDS: Words = {
    Stacking: {
        "limit": Always(_limit),
        "free": _free,
        "limits": _limits,
        "apart": _apart,
        "measure": _measure,
        "checked": Always(_checked),
        "visible": _visible,
    },
}
