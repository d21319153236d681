"""Modifiers of battles that the game itself gives: when they are in force, and what they do.

A modifier counts if its side attacks, its condition holds, and units of each kind that it names are
among attackers and defenders, near enough or attacking from the hexes that it says. Then its
effects become lines, as those of terrain, with the values of units reckoned and what was paid for
more than once multiplied.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import chain, combinations
from math import prod
from typing import TYPE_CHECKING, Literal, NamedTuple

from hexwar.definition.model import CombatEffect
from hexwar.engine.position import bits
from hexwar.engine.rules import Frame
from hexwar.engine.state import OFF_MAP, Position
from hexwar.rules.combat.modifiers import BattleModifier, FromHexes
from hexwar.rules.language.by_unit import Line, line_of
from hexwar.rules.language.conditions import Conditions
from hexwar.rules.language.effects import Aim, ByUnits, Distance
from hexwar.rules.language.programs import in_battle, names_roles
from hexwar.rules.language.section import ValueOf, Within
from hexwar.rules.language.selectors import Fits, Selectors
from hexwar.rules.language.wording import either, every
from hexwar.rules.terrain.rules import Step, TerrainRules
from hexwar.rules.units.rules import Forces, Strength, mask_of
from hexwar.rules.values import NamedValues

if TYPE_CHECKING:
    from hexwar.rules.markers.rules import MarkerRules


# Effects on battles: which of them count, what several come to, and what is printed of them.
#
# Terrain and the game's own modifiers say the same kinds of things: add to a strength or multiply
# it, shift the column, change the die. Here is what the reckoning in ``odds`` needs to know of
# several together: which hexsides are alike, which hex is hardest, which effect of terrain is the
# best, what multipliers come to.


ON_TABLE, ON_STRENGTH = ("shift", "roll"), ("add", "multiply")
"""What effects do to the result on the table, and to strengths."""

Moving = Literal["shift", "roll"]
"""What moves the result on the table: along its columns, or along its rows."""


def alike(crossed: Sequence[Sequence[Line]], heading: str = "") -> tuple[Line, ...]:
    """The effects of the first of several hexsides that all of them have, under all their names."""
    held = []
    if crossed:
        for line in crossed[0]:
            # By hexside, the titles of those of its effects that do the same.
            same = [
                [other.title for other in side if other.effect == line.effect] for side in crossed
            ]
            if all(same):
                titles = dict.fromkeys([line.title, *chain.from_iterable(same)])
                held.append(line._replace(title=f"{heading}{either(titles)}"))
    return tuple(held)


def of_defenders(line: Line) -> bool:
    """Whether an effect is on the strength of defenders."""
    return line.effect.who == "defender" and line.effect.operation in ("add", "multiply")


def within(cell: int, cells: list[int], line: Line) -> Fits:
    """A line for those units alone that stand in a hex; a unit off the map may be anywhere."""

    def fits(state: Position, unit: int) -> bool:
        return cells[unit] in (cell, OFF_MAP) and (line.fits is None or line.fits(state, unit))

    return fits


def with_markers(
    markers: MarkerRules | None,
    state: Position,
    hexes: Sequence[int],
    lines: list[tuple[Line, ...]],
) -> list[tuple[Line, ...]]:
    """What was found for some hexes, each with what the markers do that act there."""
    if markers is None:
        return lines
    return [(*own, *markers.lines(state, at)) for own, at in zip(lines, hexes, strict=True)]


def ease(lines: Sequence[Line]) -> tuple[Fraction, Fraction, Fraction]:
    """How easy effects make it for the attacker: columns, the die, then its strength."""
    columns = sum((ln.effect.value for ln in lines if ln.effect.operation == "shift"), Fraction())
    die = sum((ln.effect.value for ln in lines if ln.effect.operation == "roll"), Fraction())
    strength = prod(ln.effect.value for ln in lines if ln.effect.operation == "multiply")
    return columns, die, Fraction(strength)


def lines_across(
    terrain: TerrainRules, selectors: Selectors
) -> dict[Step, tuple[tuple[Line, str], ...]]:
    """What hexsides do to battles across them, each with which attackers have to cross."""
    rule, lines = terrain.cite.get("combat", ""), {}
    for step, effects in terrain.hexside_effects.items():
        titles, counts = terrain.hexside_titles[step], terrain.hexside_counts[step]
        lines[step] = tuple(
            (line_of(title, rule, effect, selectors, of_terrain=True), who)
            for title, effect, who in zip(titles, effects, counts, strict=True)
        )
    return lines


def counted_together(
    lines: Mapping[Step, tuple[tuple[Line, str], ...]], counts: Collection[str]
) -> dict[Step, tuple[Line, ...]]:
    """By step, the lines of hexsides that count so (for ``all``, ``any`` or ``each`` attacker that
    crosses) and are not on single attackers.
    """
    return {
        step: tuple(line for line, who in across if who in counts and not on_each(line.effect))
        for step, across in lines.items()
    }


def on_each(effect: CombatEffect) -> bool:
    """Whether an effect is on the strength of single attackers."""
    return effect.who == "attacker" and effect.operation in ("add", "multiply")


def moving(operation: Moving, lines: Iterable[Line]) -> int:
    """How far effects together move the result along the columns, or along the rows."""
    return sum([int(ln.effect.value) for ln in lines if ln.effect.operation == operation])


def best_for_defender(lines: Iterable[Line], operations: Collection[str]) -> Iterator[Line]:
    """The lines, without those of terrain that are worse for the defender than others of it.

    Only lines of these operations are compared, each with those that do the same.
    """
    all_lines = tuple(lines)
    best: dict[tuple[str, str], Line] = {}
    for line in all_lines:
        if line.of_terrain and line.effect.operation in operations:
            kind = (line.effect.who, line.effect.operation)
            if kind not in best or _favour(line.effect) > _favour(best[kind].effect):
                best[kind] = line
    for line in all_lines:
        compared = line.of_terrain and line.effect.operation in operations
        if not compared or best[line.effect.who, line.effect.operation] is line:
            yield line


def _favour(effect: CombatEffect) -> Fraction:
    """How much an effect is in favour of the defender, among those that do the same."""
    return effect.value if effect.who == "defender" else -effect.value


def factor(factors: Sequence[Fraction], together: str, most: Fraction | None) -> Fraction:
    """What multipliers of one strength come to: those above 1 compounded or added up, no more
    than there may be, and then those below 1.

    >>> two = Fraction(2)
    >>> [int(factor([two, two], how, None)) for how in ("compound", "add")]
    [4, 3]
    >>> factor([two, two, Fraction(1, 2)], "compound", Fraction(3))
    Fraction(3, 2)
    """
    up = down = Fraction(1)
    for multiplier in factors:
        if multiplier <= 1:
            down *= multiplier
        else:
            up = up + multiplier - 1 if together == "add" else up * multiplier
    # The most is on what raises a strength: halving is not bounded by it.
    return (up if most is None else min(up, most)) * down


def printed(effect: CombatEffect) -> str:
    """What an effect does: ``x2``, ``1 column left``, ``die +1``."""
    if effect.operation == "multiply":
        return f"x{effect.value}"
    if effect.operation == "shift":
        columns = "column" if abs(effect.value) == 1 else "columns"
        way = " right" if effect.value > 0 else " left" if effect.value else ""
        return f"{abs(effect.value)} {columns}{way}"
    if effect.operation == "roll":
        return f"die {signed(effect.value)}"
    if effect.operation == "set":
        return f"{effect.by.value} counts"
    return signed(effect.value)


def signed(value: Strength) -> str:
    """A number with its sign, as on a printed chart: ``+2``, ``0``, ``-1/2``."""
    return f"+{value}" if value > 0 else str(value)


class Committed(NamedTuple):
    """What the sides have committed to a battle before its die.

    ``spent``: pairs of a modifier and how often it was paid for. ``support``: the units that lend
    the defender their strength.
    """

    spent: tuple[tuple[str, int], ...] = ()
    support: tuple[int, ...] = ()

    def times(self, modifier: str) -> int:
        """How often a modifier was paid for."""
        return next((times for name, times in self.spent if name == modifier), 0)

    def and_once(self, modifier: str) -> Committed:
        """What is committed once a modifier has been paid for one time more."""
        spent = {**dict(self.spent), modifier: self.times(modifier) + 1}
        return self._replace(spent=tuple(spent.items()))


NOTHING_COMMITTED = Committed()


class InForce:
    """A modifier that the game itself gives, and when it counts."""

    def __init__(
        self,
        modifier: BattleModifier,
        forces: Forces,
        conditions: Conditions,
        selectors: Selectors,
        values: NamedValues,
    ) -> None:
        self.id, self.title, self.rule = modifier.id, modifier.title, modifier.cite
        self._forces, self._values = forces, values
        # Whether it may ask where units stand relative to one another, or their roles in the
        # battle.
        self._in_roles = selectors.frame.resolved.has("facing") or names_roles(modifier)
        self.effects = modifier.effects
        self.spends = modifier.spends
        self._aims = Aims(modifier.effects, selectors, values)
        lines = [line_of(modifier.title, modifier.cite, e, selectors) for e in modifier.effects]
        self._lines = tuple(line for line in lines if line.effect.operation != "prohibit")
        self._bars = tuple(line for line in lines if line.effect.operation == "prohibit")
        self._by_units = {
            e: selectors.anywhere(e.by.of)
            for e in modifier.effects
            if e.by and e.operation != "set"
        }
        self._if = conditions.test(modifier.condition)
        # Whose attacks it counts in: those of a side, or all.
        side = forces.side_ids.index(modifier.side) if modifier.side else None
        self._by = -1 if side is None else forces.mask_of_side[side]
        self._attackers = tuple(map(selectors.anywhere, modifier.attackers))
        self._defenders = tuple(map(selectors.anywhere, modifier.defenders))
        self._within = _Near(modifier.within, selectors, values) if modifier.within else None
        comes_from = modifier.comes_from
        self._from = AttackedFrom(selectors.frame, comes_from) if comes_from is not None else None
        # The masks of units that make a difference to it among defenders.
        self.seen_of_defenders = tuple(_told_apart(modifier, selectors))

    def holds(
        self,
        state: Position,
        attackers: Sequence[int],
        defenders: Sequence[int],
        cell: int,
        times: int,
        cells: Sequence[int],
    ) -> bool:
        """Whether it counts in a battle of these units for a cell; there is none without two
        sides. ``times``: how often it was paid for; ``cells``: where the units stand, or are
        thought to.
        """
        if self.spends is not None and not times:
            return False
        return self.could(state, attackers, defenders, cell, cells)

    def could(
        self,
        state: Position,
        attackers: Sequence[int],
        defenders: Sequence[int],
        cell: int,
        cells: Sequence[int],
    ) -> bool:
        """Whether it would count, if it were paid for where it has to be."""
        if not attackers or not defenders or not self._by >> attackers[0] & 1:
            return False
        if not (
            _one_of_each(state, self._attackers, attackers)
            and _one_of_each(state, self._defenders, defenders)
            and self._if(state)
        ):
            return False
        if self._within is not None:
            # Near to units of the side that pays for it; to the attacker's, where neither does.
            defends = self.spends is not None and self.spends.by == "defender"
            side = self._forces.side[(defenders if defends else attackers)[0]]
            if not self._within.holds(state, side, cell):
                return False
        return self._from is None or self._from.holds(cell, (cells[u] for u in attackers))

    def could_in_roles(
        self, state: Position, attackers: Sequence[int], defenders: Sequence[int], cell: int
    ) -> bool:
        """Whether it would count, where the roles in the battle have not been assigned yet."""

        def could(state: Position) -> bool:
            return self.could(state, attackers, defenders, cell, state.cells)

        return in_battle(state, attackers, defenders, could) if self._in_roles else could(state)

    @property
    def bars(self) -> bool:
        """Whether it keeps any units out of battles."""
        return bool(self._bars)

    def keeps_out(
        self, state: Position, unit: int, defenders: Sequence[int], cell: int
    ) -> Line | None:
        """What keeps a unit out of an attack on these defenders, if it does."""
        if not self._bars:
            return None
        if self._in_roles:
            return in_battle(
                state, (unit,), defenders, lambda now: self._bar(now, unit, defenders, cell)
            )
        return self._bar(state, unit, defenders, cell)

    def _bar(self, state: Position, unit: int, defenders: Sequence[int], cell: int) -> Line | None:
        """What keeps a unit out, asked with the units in their roles."""
        if self.could(state, (unit,), defenders, cell, state.cells):
            for line in self._aimed(state, self._bars, defenders, cell, state.cells):
                if line.fits is None or line.fits(state, unit):
                    return line
        return None

    def _aimed(
        self,
        state: Position,
        lines: Sequence[Line],
        defenders: Sequence[int],
        cell: int,
        cells: Sequence[int],
    ) -> Sequence[Line]:
        """Those of some lines that count against these defenders, each for the units that it
        concerns.
        """
        if not self._aims:
            return lines
        aims = self._aims
        return [
            line._replace(fits=aims.fits(line.effect, line.fits, cell, cells))
            for line in lines
            if aims.against(state, line.effect, defenders)
        ]

    def lines(
        self,
        state: Position,
        attackers: Sequence[int],
        defenders: Sequence[int],
        cell: int,
        times: int,
        cells: Sequence[int],
    ) -> tuple[Line, ...]:
        """What it does in a battle of these units; what comes to nothing is left out."""
        lines = self._aimed(state, self._lines, defenders, cell, cells)
        if not self._by_units and times < 2:
            return tuple(lines)
        counting = []
        for printed_line in lines:
            line = printed_line
            if line.effect in self._by_units:
                line = self._with_values(state, line, attackers, defenders)
            # To add 0 is no effect; to multiply by 0, or to set to 0, is one.
            if line.effect.value or line.effect.operation in ("multiply", "set"):
                if times > 1:
                    effect, often = line.effect, "twice" if times == 2 else f"{times} times"
                    grows = effect.operation == "multiply"
                    value = effect.value**times if grows else effect.value * times
                    effect = replace(effect, value=value)
                    line = line._replace(title=f"{line.title} ({often})", effect=effect)
                counting.append(line)
        return tuple(counting)

    def _with_values(
        self, state: Position, line: Line, attackers: Sequence[int], defenders: Sequence[int]
    ) -> Line:
        """A line with what the values of units come to."""
        by: ByUnits = line.effect.by
        units = in_battle(state, attackers, defenders, self._by_units[line.effect])
        points = [
            # Negated, as the order is reversed: of equals the first in the units file is taken.
            (self._values.number(state, unit, by.value), -unit)
            for unit in bits(units)
            if state.cells[unit]
        ]
        points = sorted(points, reverse=True)[: by.most]
        value = Fraction(sum(point for point, _ in points)) * by.times
        named = every(self._forces.ids[-unit] for point, unit in points if point)
        effect = replace(line.effect, value=value, by=None)
        return line._replace(title=f"{line.title} ({named})", effect=effect)


class _Near:
    """Whether a cell is near to some units."""

    def __init__(self, near: Within, selectors: Selectors, values: NamedValues) -> None:
        self._selectors, self._values, self._hexes = selectors, values, near.hexes
        self._of = [selectors.mask(near.of, side) for side in range(len(selectors.forces.side_ids))]

    def holds(self, state: Position, side: int, cell: int) -> bool:
        """Whether a cell is near to some of the units, as seen from a side."""

        def reach(unit: int) -> int:
            if isinstance(self._hexes, ValueOf):
                return int(self._values.number(state, unit, self._hexes.value))
            return self._hexes

        return any(
            self._selectors.around(state.cells[unit], reach(unit)) >> cell & 1
            # Units that hide from the side that asks must not show in what its battles come to.
            for unit in bits(self._of[side](state) & ~state.hidden(side))
        )


def _told_apart(modifier: BattleModifier, selectors: Selectors) -> Iterator[int]:
    """Masks of the defenders that a modifier treats differently from others; perhaps each by
    itself.
    """
    concerned = [effect.only for effect in modifier.effects if effect.who == "defender"]
    aimed = [effect.aim.against for effect in modifier.effects if effect.aim is not None]
    for selector in (*modifier.defenders, *concerned, *aimed):
        fitting = selectors.fitting(selector) if selector else 0
        if isinstance(fitting, int):
            yield fitting
        else:
            # Which units a selector tells apart may change with the state: then no two are alike to
            # it.
            yield from (1 << unit for unit in bits(selectors.everybody))


def _one_of_each(
    state: Position, kinds: Iterable[Callable[[Position], int]], units: Iterable[int]
) -> bool:
    """Whether there is a unit of each kind."""
    present = mask_of(units)
    return all(kind(state) & present for kind in kinds)


class Aimed(NamedTuple):
    """An aim, compiled."""

    form: Aim
    against: Fits | None
    fits: Fits | None

    def holds(
        self,
        state: Position,
        unit: int,
        at: int,
        cell: int,
        selectors: Selectors,
        values: NamedValues,
    ) -> bool:
        """Whether a unit in a hex is concerned, and as far from another as it has to be."""
        if self.fits is not None and not self.fits(state, unit):
            return False
        aim = self.form

        def near(hexes: int | Distance) -> bool:
            reach = hexes
            if isinstance(reach, Distance):
                value = Fraction(values.number(state, unit, reach.value)) * reach.multiply
                reach = value.numerator // value.denominator
            return bool(selectors.around(cell, int(reach)) >> at & 1)

        return (aim.within is None or near(aim.within)) and not (
            aim.beyond is not None and near(aim.beyond)
        )


class Aims:
    """What the aims of a modifier's effects come to in a battle."""

    def __init__(
        self, effects: Sequence[CombatEffect], selectors: Selectors, values: NamedValues
    ) -> None:
        self._selectors, self._values = selectors, values
        self._aimed = {
            effect: Aimed(
                effect.aim,
                selectors.fits(effect.aim.against) if effect.aim.against else None,
                selectors.fits(effect.only) if effect.only else None,
            )
            for effect in effects
            if effect.aim is not None
        }

    def __bool__(self) -> bool:
        return bool(self._aimed)

    def against(self, state: Position, effect: CombatEffect, defenders: Sequence[int]) -> bool:
        """Whether an effect counts against these defenders, all of them."""
        aimed = self._aimed.get(effect)
        if aimed is None or aimed.against is None:
            return True
        return all(aimed.against(state, unit) for unit in defenders)

    def fits(
        self, effect: CombatEffect, fits: Fits | None, cell: int, cells: Sequence[int]
    ) -> Fits | None:
        """Which units an effect concerns in a battle for a hex, with the units in these cells."""
        aimed = self._aimed.get(effect)
        if aimed is None or (aimed.form.within is None and aimed.form.beyond is None):
            return fits
        selectors, values = self._selectors, self._values
        return lambda state, unit: aimed.holds(state, unit, cells[unit], cell, selectors, values)


class AttackedFrom:
    """Whether attackers come from as many hexes, or from such hexes, as is asked for."""

    def __init__(self, frame: Frame, comes_from: FromHexes | str) -> None:
        self._frame, self._comes_from = frame, comes_from
        self._adjacent, self._bit = frame.board.adjacent, frame.board.bit
        self._most = comes_from.hexes if isinstance(comes_from, FromHexes) else 0
        self._enough: dict[int, tuple[int, ...]] = {}

    def holds(self, cell: int, cells: Iterable[int]) -> bool:
        """Whether it is so of attackers in these cells; those not beside the hex do not count."""
        here = 0
        for at in cells:
            here |= self._bit[at]
        here &= self._adjacent[cell]
        if self._most:
            return here.bit_count() >= self._most
        enough = self._enough.get(cell)
        if enough is None:
            enough = self._enough[cell] = tuple(self._masks(cell))
        return any(here & mask == mask for mask in enough)

    def _masks(self, cell: int) -> Iterable[int]:
        """The hexes from which an attack on a hex counts: those of any one of these masks."""
        bit, number, at = self._bit, self._frame.board.number, self._frame.map.axial
        q, r = at(number[cell])
        beside = list(bits(self._adjacent[cell]))
        for a, b in combinations(beside, 2):
            # Opposite are two whose middle is the hex itself, in axial coordinates.
            (a_q, a_r), (b_q, b_r) = at(number[a]), at(number[b])
            if (a_q + b_q, a_r + b_r) == (2 * q, 2 * r):
                yield bit[a] | bit[b]
        if self._comes_from != "around":
            return
        for three in combinations(beside, 3):
            # Every other of the six: no two of them touch.
            if not any(self._adjacent[a] & bit[b] for a, b in combinations(three, 2)):
                yield bit[three[0]] | bit[three[1]] | bit[three[2]]
