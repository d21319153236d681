"""Stacking where units do not all count alike: by steps or a value, by place, for some apart.

A hex has room if what its units count together, and who comes, is within the least of their limits
there, if no limit for some units alone is exceeded, and if groups that stay apart do. Hexes with
the same limits are looked at once, what stands in a hex is summed up once (a *pile*), and units for
which the same hexes are full share an answer (``kind``).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import NamedTuple

from hexwar.engine.frame import Frame
from hexwar.engine.state import NOBODY, Position
from hexwar.rules.language.cases import Case, Cases
from hexwar.rules.language.selector import Selector
from hexwar.rules.language.selectors import Selectors, is_at, value_shown
from hexwar.rules.language.wording import several
from hexwar.rules.stacking.apart import are_of_one, groups_apart
from hexwar.rules.stacking.section import Stacking
from hexwar.rules.units.rules import Forces, mask_of, plain
from hexwar.rules.units.section import Unit, Units

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

    __slots__ = (
        "_alike",
        "_also",
        "_apart",
        "_bit",
        "_by_cell",
        "_cell",
        "_counting",
        "_forces",
        "_kind",
        "_known",
        "_of",
        "_same",
        "_settled",
        "_steps",
        "_weights",
        "heaviest",
        "narrow",
    )

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
        self._same = _same_limits(self._by_cell, frame.board.bit)
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
            what = "formation" if section.apart == "formations" else "group that stays apart"
            self._also.append(f"units of one {what}")

    def told(self, unit: int, number: str) -> str:
        """The limits for a unit in a hex, in words."""
        limit = self._by_cell[self._cell[number]][unit]
        plain_limit = [] if limit is None else [f"{several(limit, self._kind)}{self._of}"]
        return " and ".join([*plain_limit, *self._also])

    def _weight(self, state: Position, unit: int) -> int | Fraction:
        return self._forces.steps_left(state, unit) if self._steps else self._weights[unit]

    def kind(self, state: Position, unit: int) -> Hashable:
        """What a unit shares with all for whom the same hexes are full."""
        fixed = self._alike[unit]
        if self._settled:
            return fixed
        now = self._now(state)
        counted = (now.free >> unit & 1, *[mask >> unit & 1 for mask, _ in now.some])
        group = tuple([fits(state) >> unit & 1 for fits in self._apart])
        return fixed, counted, group, self._weight(state, unit)

    def _fixed_kind(self) -> list[tuple[str, int]]:
        """By unit: a number for what never changes of its kind."""
        now, numbers = self._counting, dict[Hashable, int]()
        kinds = []
        for unit, side in enumerate(self._forces.side):
            alike: list[Hashable] = [side, self._weights[unit]]
            alike += [limits[unit] for limits, _ in self._same]
            if isinstance(now, _Now):
                alike += [mask >> unit & 1 for mask in (now.free, *[mask for mask, _ in now.some])]
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
        now, mask = self._now(state), 0
        for limits, area in self._same:
            if not self._within(state, limits, (unit,), now):
                mask |= area
        kind = self._alike[unit]
        for pile in self._piles(state, self._forces.side[unit], now):
            full = pile.full_for.get(kind)
            if full is None:
                full = self._is_full(state, pile, (unit,), now)
                # Else room hangs on more than on who stands there: on steps lost, groups or who
                # counts now.
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
        return (
            (least is not None and pile.total + weight > least)
            or not _has_room(pile.mask, mask_of(units), now)
            or not self._of_one_group(state, [*pile.units, *units])
        )

    def _piles(self, state: Position, side: int, now: _Now) -> list[_Pile]:
        """What the hexes of a side hold: the same for all its units that might come."""
        piles: list[_Pile] | None = state.near.get(("piles", side))
        if piles is None:
            stacks = _stacks(state, self._forces.of_side[side])
            piles = [self._pile(state, cell, units, now) for cell, units in stacks.items()]
            state.near["piles", side] = piles
        return piles

    def _pile(self, state: Position, cell: int, units: list[int], now: _Now) -> _Pile:
        """What units in a hex come to; kept, but where that hangs on the steps that they have."""
        if self._steps:
            return self._piled(state, cell, units, now)
        # Who counts is part of it, as that may change with the state.
        key = (cell, now.free, *units)
        pile = self._known.get(key)
        if pile is None:
            if len(self._known) > MOST_KEPT:
                self._known.clear()
            pile = self._known[key] = self._piled(state, cell, units, now)
        return pile

    def _piled(self, state: Position, cell: int, units: list[int], now: _Now) -> _Pile:
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
        mask, now = 0, self._now(state)
        for limits, area in self._same:
            if not self._within(state, limits, units, now):
                mask |= area
        for cell, mates in _stacks(state, others).items():
            if self._is_full(state, self._pile(state, cell, mates, now), units, now):
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
        """Who counts, and whom limits of their own are for: kept until anything changes."""
        counting = self._counting
        if isinstance(counting, _Now):
            return counting
        now: _Now | None = state.near.get("counting")
        if now is None:
            now = state.near["counting"] = counting(state)
        return now

    def _within(self, state: Position, limits: Limits, units: Sequence[int], now: _Now) -> bool:
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
        return _few(units, now) and self._of_one_group(state, units)

    def _of_one_group(self, state: Position, units: Sequence[int]) -> bool:
        """Whether no two of some units belong to groups that stay apart."""
        return not self._apart or are_of_one(state, self._apart, units)

    def overstacked(self, state: Position, units: Sequence[int]) -> int:
        """Mask of the hexes that hold more of these units than they may."""
        mask, now = 0, self._now(state)
        for cell, mates in _stacks(state, units).items():
            if not self._within(state, self._by_cell[cell], mates, now):
                mask |= self._bit[cell]
        return mask


def _counting(section: Stacking, selectors: Selectors) -> _Now | Callable[[Position], _Now]:
    """Who counts, and whom limits of their own are for: always the same, or in a state."""
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


def _few(units: Sequence[int], now: _Now) -> bool:
    """Whether no limit of its own is exceeded by some units."""
    for mask, most in now.some:
        count = sum([mask >> unit & 1 for unit in units])
        if count > most:
            return False
    return True


def _has_room(units: int, more: int, now: _Now) -> bool:
    """Whether no limit of its own is exceeded by more units, which count even where they stand,
    beside some units (masks of both).
    """
    for mask, most in now.some:
        count = (mask & units).bit_count() + (mask & more).bit_count()
        if count > most:
            return False
    return True


def _stacks(state: Position, units: Sequence[int]) -> dict[int, list[int]]:
    """The units on the map, by the cell where they stand."""
    there: dict[int, list[int]] = {}
    cells = state.cells
    for unit in units:
        cell = cells[unit]
        if cell in there:
            there[cell].append(unit)
        elif cell:
            there[cell] = [unit]
    return there


def heaviest(section: Stacking, units: Units) -> int:
    """The most that a unit counts for, rounded up."""
    counters = units.counters.values()
    if section.measure == "units":
        return 1
    if section.measure == "steps":
        return max((len(unit.steps) for unit in counters), default=1)
    return max((-int(-_printed(unit, section.measure) // 1) for unit in counters), default=1)


def _printed(unit: Unit, name: str) -> Fraction | int:
    """A value of a counter at full strength."""
    if name in ("attack", "defense"):
        return unit.steps[0].attack if name == "attack" else unit.steps[0].defense
    return unit.values.get(name, 0)


def _by_cell(frame: Frame, section: Stacking, selectors: Selectors) -> dict[int, Limits]:
    """The limit of each unit in each hex; hexes that are alike share theirs."""
    limit = section.limit
    cases: Cases[int | None] = limit if isinstance(limit, Cases) else Cases((), limit)
    known: dict[tuple[int, ...], Limits] = {}
    limits = {}
    for number, cell in frame.board.cell.items():
        masks = tuple(_fitting_at(case, selectors, number) for case in cases.of)
        if masks not in known:
            known[masks] = tuple(
                next(
                    (c.value for mask, c in zip(masks, cases.of, strict=True) if mask >> unit & 1),
                    cases.rest,
                )
                for unit in range(len(frame.unit_ids))
            )
        limits[cell] = known[masks]
    return limits


def _same_limits(by_cell: dict[int, Limits], bit: list[int]) -> list[tuple[Limits, int]]:
    """The hexes that have the same limits, as a mask."""
    areas: dict[Limits, int] = {}
    for cell, limits in by_cell.items():
        areas[limits] = areas.get(limits, 0) | bit[cell]
    return list(areas.items())


def _fitting_at(case: Case[int | None], selectors: Selectors, number: str) -> int:
    """The units that a case is about, if they stood in a hex."""
    return selectors.everybody if case.only is None else _fitting(case.only, selectors, number)


def _fitting(selector: Selector, selectors: Selectors, number: str) -> int:
    everybody, mask = selectors.everybody, selectors.everybody
    for name, value in selector.said():
        if name == "at":
            mask &= everybody if is_at(value, selectors.frame.map, number) else 0
        elif name == "not":
            mask &= everybody & ~_fitting(value, selectors, number)
        elif name in ("all", "any"):
            parts = [_fitting(part, selectors, number) for part in value]
            mask &= _all(parts, everybody) if name == "all" else _any(parts)
        else:
            fitting = selectors.frame.registry.selects[name].fitting(value, selectors, NOBODY)
            mask &= fitting if isinstance(fitting, int) else 0
    return mask


def _all(masks: Sequence[int], mask: int) -> int:
    for part in masks:
        mask &= part
    return mask


def _any(masks: Sequence[int]) -> int:
    mask = 0
    for part in masks:
        mask |= part
    return mask
