"""The arithmetic of section ``combat``: strengths, what terrain does to them, the column.

The preview of a battle and its resolution both come from :meth:`OddsRules.reckon`, so one can
never disagree with the other.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple

from hexwar.definition.model import BattleModifier, Combat, CombatEffect, ResolvedGame
from hexwar.engine.queries import Modifier
from hexwar.engine.state import State
from hexwar.rules.language.conditions import compile_condition
from hexwar.rules.language.wording import number
from hexwar.rules.terrain.rules import TerrainRules
from hexwar.rules.units.rules import Forces, mask_of
from hexwar.rules.units.values import Strength, UnitValues, plain


class Odds(NamedTuple):
    """The arithmetic of a battle; ``column`` is ``None`` when the attack is not allowed.

    ``column`` is :data:`BELOW` when there is no roll because the odds are too low for one.
    """

    attacker: Strength
    defender: Strength
    shifts: int
    column: int | None


BELOW = -1
"""The column of an attack at odds below the table whose result the game gives without a roll."""


class OddsRules:
    """Strengths and columns."""

    __slots__ = (
        "_columns",
        "_modifiers",
        "_plain_terrain",
        "_terrain",
        "forces",
        "section",
        "values",
    )

    def __init__(
        self,
        section: Combat,
        resolved: ResolvedGame,
        forces: Forces,
        terrain: TerrainRules,
        values: UnitValues,
    ) -> None:
        self.section = section
        self.forces = forces
        self.values = values
        self._terrain = terrain
        # Terrain that treats all units alike can be reckoned once for the sum of their strengths.
        effects = [e for found in terrain.effects.values() for e in found]
        self._modifiers = tuple(_InForce(m, resolved, forces) for m in section.modifiers)
        effects += [e for modifier in self._modifiers for e in modifier.effects]
        self._plain_terrain = not terrain.hexside_effects and not any(e.trait for e in effects)
        self._columns: tuple[Strength, ...] = tuple(map(plain, section.columns))

    def reckon(
        self,
        state: State,
        attackers: Sequence[int],
        defenders: Sequence[int],
        cell: int,
        cells: list[int] | None = None,
    ) -> Odds:
        """Strengths, column shifts and the column reached by an attack on ``cell``.

        ``cells``: where the units are thought to stand, if not where they do.
        """
        cells = state.cells if cells is None else cells
        values, effects = self.values, self._terrain.effects.get(cell, ())
        if self._terrain.hexside_effects:
            effects = (*effects, *self._crossed_by_all(attackers, cell, cells))
        if self._modifiers:
            effects = (*effects, *self.beside_terrain(state, attackers, defenders))
        shifts = sum([int(effect.value) for effect in effects if effect.operation == "shift"])
        attack: Strength
        defense: Strength
        if self._plain_terrain:
            attack = values.total_attack(state, attackers)
            defense = values.total_defense(state, defenders)
            for effect in effects:
                if effect.who == "defender":
                    defense = _affected(defense, effect)
                else:
                    attack = _affected(attack, effect)
        else:
            attack = self._attack_through(state, attackers, cell, cells, effects)
            defense = self._strength(state, "defender", defenders, effects)
        return Odds(attack, defense, shifts, self.column(attack, defense, shifts))

    def beside_terrain(
        self, state: State, attackers: Sequence[int], defenders: Sequence[int]
    ) -> tuple[CombatEffect, ...]:
        """The effects of the game's own modifiers on a battle of these units."""
        return tuple(
            effect
            for modifier in self._modifiers
            if modifier.holds(state, attackers, defenders)
            for effect in modifier.effects
        )

    def _crossed_by_all(
        self, attackers: Sequence[int], cell: int, cells: list[int]
    ) -> tuple[CombatEffect, ...]:
        """Hexside effects on the defender and on the column: they hold if all attackers cross."""
        sides = self._terrain.hexside_effects
        crossed = [sides.get((cells[unit], cell), ()) for unit in attackers]
        return tuple(
            effect
            for effect in (crossed[0] if crossed else ())
            if not _changes_attacker(effect) and all(effect in others for others in crossed)
        )

    def _attack_through(
        self,
        state: State,
        attackers: Sequence[int],
        cell: int,
        cells: list[int],
        effects: Iterable[CombatEffect],
    ) -> Strength:
        """Attack strengths after the hexsides that each crosses and the hex that all attack."""
        crossed = {
            unit: tuple(filter(_changes_attacker, found))
            for unit in attackers
            if (found := self._terrain.hexside_effects.get((cells[unit], cell)))
        }
        return self._strength(state, "attacker", attackers, effects, crossed)

    def _strength(
        self,
        state: State,
        who: str,
        units: Sequence[int],
        effects: Iterable[CombatEffect],
        of_unit: Mapping[int, tuple[CombatEffect, ...]] = MappingProxyType({}),
    ) -> Strength:
        """Strengths of units, each after the effects on it alone and those on all of its side.

        What an effect on all adds, it adds once to the sum.
        """
        raw = self.values.attack if who == "attacker" else self.values.defense
        on_all = [effect for effect in effects if effect.who == who]
        total: Strength = 0
        added: dict[CombatEffect, None] = {}
        for unit in units:
            strength = raw(state, unit)
            for effect in self._on(unit, of_unit.get(unit, ())):
                strength = _affected(strength, effect)
            for effect in self._on(unit, on_all):
                if effect.operation == "add":
                    added[effect] = None
                else:
                    strength = _affected(strength, effect)
            total += strength
        for effect in added:
            total = _affected(total, effect)
        return plain(total)

    def _on(self, unit: int, effects: Iterable[CombatEffect]) -> Iterator[CombatEffect]:
        """Those effects that concern a unit: all, or only units with a trait."""
        return (e for e in effects if self.forces.having(e.trait) >> unit & 1)

    def column(self, attack: Strength, defense: Strength, shifts: int) -> int | None:
        """Index of the column, ``None`` when the attack is beyond what the table allows.

        The odds are limited to the printed table before they are shifted, at both of its ends.
        """
        value = self._compare(attack, defense)
        columns = self._columns
        if value is None or value > columns[-1]:
            if self.section.above == "prohibited":
                return None
            column = len(columns) - 1
        elif value < columns[0]:
            if self.section.below != "first_column":
                return BELOW if self.section.below == "result" else None
            column = 0
        elif self.section.rounding == "up":
            column = bisect_left(columns, value)
        else:
            column = bisect_right(columns, value) - 1
        if column + shifts < 0 and self.section.below == "result":
            return BELOW
        return min(max(column + shifts, 0), len(columns) - 1)

    def _compare(self, attack: Strength, defense: Strength) -> Strength | None:
        if self.section.odds == "attackers":
            return attack
        if self.section.odds == "differential":
            return attack - defense
        if defense <= 0:
            return None
        return self._rounded(Fraction(attack) / Fraction(defense))

    def _rounded(self, ratio: Fraction) -> Strength:
        """A ratio as whole odds, or as those of a printed column on the way there (such as 3:2)."""
        rounding, columns = self.section.rounding, self._columns
        value = rounded_ratio(ratio, rounding)
        if rounding == "down" and ratio >= columns[0]:
            return max(value, columns[bisect_right(columns, ratio) - 1])
        if rounding == "up" and ratio <= columns[-1]:
            return min(value, columns[bisect_left(columns, ratio)])
        return value

    def beyond(self, odds: Odds) -> str:
        """Whether odds without a column lie ``below`` or ``above`` the table."""
        value = self._compare(odds.attacker, odds.defender)
        return "below" if value is not None and value < self._columns[0] else "above"

    def describe(self, odds: Odds) -> str:
        """The comparison as a player would say it."""
        if self.section.odds == "attackers":
            return f"{number(odds.attacker)} attacking"
        if self.section.odds == "differential":
            return f"a differential of {signed(odds.attacker - odds.defender)}"
        return f"{number(odds.attacker)} to {number(odds.defender)}"

    def modifiers(
        self, state: State, attackers: Sequence[int], defenders: Sequence[int], cell: int
    ) -> tuple[Modifier, ...]:
        """What terrain does to this battle, line by line; what concerns nobody is left out."""
        units = {"attacker": attackers, "defender": defenders}
        rule = self._terrain.cite.get("combat", "")
        title, hexsides = self._terrain.titles[cell], self._terrain.hexside_effects
        lines = [
            Modifier(title, effect.who, _printed(effect), rule)
            for effect in self._terrain.effects.get(cell, ())
            if any(True for unit in units[effect.who] for _ in self._on(unit, (effect,)))
        ]
        lines += [
            Modifier(f"{self.forces.ids[unit]} across the hexside", "attacker", _printed(e), rule)
            for unit in attackers
            for e in self._on(unit, hexsides.get((state.cells[unit], cell), ()))
            if _changes_attacker(e)
        ]
        lines += [
            Modifier("All across hexsides", effect.who, _printed(effect), rule)
            for effect in self._crossed_by_all(attackers, cell, state.cells)
        ]
        lines += [
            Modifier(modifier.title, effect.who, _printed(effect), modifier.rule)
            for modifier in self._modifiers
            if modifier.holds(state, attackers, defenders)
            for effect in modifier.effects
            if any(True for unit in units[effect.who] for _ in self._on(unit, (effect,)))
        ]
        return tuple(lines)


class _InForce:
    """A modifier that the game itself gives, and when it counts."""

    __slots__ = ("_attackers", "_by", "_defenders", "_if", "effects", "rule", "title")

    def __init__(self, modifier: BattleModifier, resolved: ResolvedGame, forces: Forces) -> None:
        self.title = modifier.title
        self.effects = modifier.effects
        self.rule = modifier.cite
        self._if = compile_condition(modifier.condition, resolved, forces)
        self._by = forces.mask_of_side[forces.side_ids.index(modifier.by)] if modifier.by else -1
        self._attackers = tuple(forces.having(trait) for trait in modifier.attackers)
        self._defenders = tuple(forces.having(trait) for trait in modifier.defenders)

    def holds(self, state: State, attackers: Sequence[int], defenders: Sequence[int]) -> bool:
        """Whether it counts in a battle of these units; there is none without two sides."""
        if not attackers or not defenders or not self._by >> attackers[0] & 1:
            return False
        return (
            _each(self._attackers, attackers)
            and _each(self._defenders, defenders)
            and self._if(state)
        )


def _each(kinds: Iterable[int], units: Iterable[int]) -> bool:
    """Whether there is a unit of each kind (a mask of units)."""
    present = mask_of(units)
    return all(kind & present for kind in kinds)


def rounded_ratio(ratio: Fraction, rounding: str) -> Fraction:
    """An odds ratio as N:1 or 1:N with N whole.

    ``down`` favours the defender, ``up`` the attacker; ``nearest`` rounds a half up.

    >>> rounded_ratio(Fraction(5, 2), "nearest"), rounded_ratio(Fraction(5, 2), "down")
    (Fraction(3, 1), Fraction(2, 1))
    >>> rounded_ratio(Fraction(2, 5), "down"), rounded_ratio(Fraction(3, 4), "nearest")
    (Fraction(1, 3), Fraction(1, 1))
    """
    if ratio <= 0:
        return ratio
    half = Fraction(1, 2)
    if ratio >= 1:
        whole = {"down": ratio // 1, "up": -(-ratio // 1), "nearest": (ratio + half) // 1}
        return Fraction(whole[rounding])
    inverse = 1 / ratio
    whole = {"down": -(-inverse // 1), "up": inverse // 1, "nearest": (inverse + half) // 1}
    return Fraction(1, whole[rounding])


def _affected(strength: Strength, effect: CombatEffect) -> Strength:
    if effect.operation == "add":
        return plain(Fraction(strength + effect.value))
    if effect.operation == "multiply":
        return plain(Fraction(strength * effect.value))
    return strength


def _changes_attacker(effect: CombatEffect) -> bool:
    """Whether an effect is on the strength of single attackers."""
    return effect.who == "attacker" and effect.operation in ("add", "multiply")


def _printed(effect: CombatEffect) -> str:
    if effect.operation == "multiply":
        return f"x{effect.value}"
    if effect.operation == "shift":
        columns = "column" if abs(effect.value) == 1 else "columns"
        return f"{abs(effect.value)} {columns} {'right' if effect.value > 0 else 'left'}"
    return signed(effect.value) if effect.operation == "add" else "prohibited"


def signed(value: Strength) -> str:
    """A number with its sign, as on a printed chart: ``+2``, ``0``, ``-1/2``."""
    return f"+{value}" if value > 0 else str(value)
