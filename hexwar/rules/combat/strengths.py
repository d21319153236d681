"""What the strengths of both sides of a battle come to, with all that terrain and modifiers do.

Each unit begins with its value. Whatever replaces it comes first, then what is done to this unit
alone, as by the river that it crosses, then what is done to its whole side; what is added for all
is added once, to the sum. Fractions become whole numbers last, as the game says. Where nothing
distinguishes units, all of that is done once, to the sum of each side: most games need no more, and
computer players ask a hundred thousand times.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from types import MappingProxyType
from typing import TYPE_CHECKING

from hexwar.definition.model import CombatEffect
from hexwar.engine.state import Position
from hexwar.rules.combat.in_force import ON_STRENGTH, best_for_defender, factor
from hexwar.rules.combat.modifiers import Direction, Whole
from hexwar.rules.combat.section import Combat
from hexwar.rules.language.by_unit import Line
from hexwar.rules.terrain.rules import TerrainRules
from hexwar.rules.units.rules import Strength, plain
from hexwar.rules.values import NamedValues, UnitValues

if TYPE_CHECKING:
    from hexwar.rules.bombardment import BombardmentRules

Crossed = Mapping[int, tuple[Line, ...]]
"""By attacker the effects on it alone, of hexsides that it crosses."""

NOTHING_CROSSED: Crossed = MappingProxyType({})
"""No attacker crosses anything."""

_HALF = Fraction(1, 2)


def whole(value: Strength, direction: Direction | None) -> Strength:
    """A strength as a whole number, or as it is where the game gives no direction.

    >>> whole(Fraction(5, 2), "up"), whole(Fraction(5, 2), "down"), whole(Fraction(5, 2), "nearest")
    (3, 2, 3)
    >>> whole(Fraction(-5, 2), "up"), whole(Fraction(-5, 2), "down"), whole(Fraction(5, 2), None)
    (-2, -3, Fraction(5, 2))
    """
    if isinstance(value, int):
        return value
    if direction is None:
        return plain(value)
    if direction == "nearest":
        return floor(value + _HALF)
    return floor(value) if direction == "down" else ceil(value)


class SideStrengths:
    """Adds up the strengths of a side, each unit with the effects that concern it.

    ``units_alike``: whether no effect tells units of a side apart, so that a sum may be affected
    in place of each of them.
    """

    def __init__(
        self,
        section: Combat,
        terrain: TerrainRules,
        values: UnitValues,
        named: NamedValues,
        guns: BombardmentRules | None,
        effects: Collection[CombatEffect],
    ) -> None:
        self._values, self._named, self._guns = values, named, guns
        self._beside = terrain.board.adjacent
        self._multiply, self._round = section.multiply, section.round
        self._most = section.limits.multiply if section.limits else None
        self._best_only = terrain.together == "best"
        self._sets = any(effect.operation == "set" for effect in effects)
        # Whether effects on a strength are not simply applied one after the other.
        self._adds_up = self._best_only or section.multiply == "add" or self._most is not None
        self.units_alike = (
            not terrain.hexside_effects
            and not any(e.only or e.aim or e.operation == "set" for e in effects)
            and (guns is None or not guns.has_strength_of_its_own)
            and not (self._adds_up or section.round != Whole())
        )

    def of_sums(
        self,
        state: Position,
        attackers: Sequence[int],
        defenders: Sequence[int],
        lines: Iterable[Line],
    ) -> tuple[Strength, Strength]:
        """The strengths of attackers and defenders, where no effect tells units apart."""
        attack: Strength = self._values.total_attack(state, attackers)
        defense: Strength = self._values.total_defense(state, defenders)
        for line in lines:
            if line.effect.who == "defender":
                defense = _after_effect(defense, line.effect)
            else:
                attack = _after_effect(attack, line.effect)
        return attack, defense

    def attack(
        self,
        state: Position,
        attackers: Sequence[int],
        target: int,
        lines: Iterable[Line],
        crossed: Crossed,
        cells: Sequence[int],
    ) -> Strength:
        """The strength of attackers that stand in ``cells``, or are thought to, against a hex."""
        strengths = self.attack_values(state, attackers, target, cells)
        on_all = [line for line in lines if line.effect.who == "attacker"]
        return self._sum_of(state, attackers, strengths, on_all, crossed)

    def defense(self, state: Position, defenders: Sequence[int], lines: Iterable[Line]) -> Strength:
        """The strength of defenders."""
        strengths = self.defense_values(state, defenders)
        on_all = [line for line in lines if line.effect.who == "defender"]
        return self._sum_of(state, defenders, strengths, on_all, NOTHING_CROSSED)

    def attack_values(
        self, state: Position, attackers: Sequence[int], target: int, cells: Sequence[int]
    ) -> list[Strength]:
        """The strength of each attacker before anything changes it; of guns that attack ``target``
        from a distance what they have there.
        """
        beside = self._beside[target] | 1 << target
        strengths = []
        for unit in attackers:
            strength = self._values.attack(state, unit)
            # Without a target, as when computer players ask about a unit by itself, no unit fires
            # from afar.
            if self._guns is not None and target and not beside >> cells[unit] & 1:
                strength = self._guns.strength(state, unit, strength)
            strengths.append(strength)
        return strengths

    def defense_values(self, state: Position, defenders: Sequence[int]) -> list[Strength]:
        """The strength of each defender before anything changes it."""
        return [self._values.defense(state, unit) for unit in defenders]

    def _sum_of(
        self,
        state: Position,
        units: Sequence[int],
        strengths: Sequence[Strength],
        on_all: Sequence[Line],
        crossed: Crossed,
    ) -> Strength:
        """The sum of strengths, each after the effects on its unit, with what is added once."""
        total: Strength = 0
        added: dict[Line, None] = {}
        for unit, unaffected in zip(units, strengths, strict=True):
            strength, alone = unaffected, crossed.get(unit, ())
            if self._sets:
                for line in concerning(state, unit, on_all):
                    if line.effect.operation == "set":
                        strength = self._named.number(state, unit, line.effect.by.value)
            if self._adds_up:
                strength = self._with_multipliers(state, unit, strength, alone, on_all, added)
                total += whole(strength, self._round.unit)
                continue
            for line in concerning(state, unit, alone):
                strength = _after_effect(strength, line.effect)
            for line in concerning(state, unit, on_all):
                if line.effect.operation == "add":
                    added[line] = None
                else:
                    strength = _after_effect(strength, line.effect)
            total += whole(strength, self._round.unit)
        for line in added:
            total = _after_effect(total, line.effect)
        return whole(total, self._round.side)

    def _with_multipliers(
        self,
        state: Position,
        unit: int,
        strength: Strength,
        alone: Sequence[Line],
        on_all: Sequence[Line],
        added: dict[Line, None],
    ) -> Strength:
        """The strength of a unit where multipliers are added up, bounded, or only the best of
        terrain counts: then all effects must be known before the first is applied.

        What is added once for all is put into ``added``.
        """
        counting = self.counting(state, unit, (*alone, *on_all))
        increased = strength
        for line in counting:
            if line.effect.operation == "add" and line in on_all:
                added[line] = None
            elif line.effect.operation == "add":
                increased = _after_effect(increased, line.effect)
        factors = [e.effect.value for e in counting if e.effect.operation == "multiply"]
        return plain(increased * factor(factors, self._multiply, self._most))

    def counting(self, state: Position, unit: int, lines: Iterable[Line]) -> list[Line]:
        """The lines that count for a unit: that concern it, and of terrain perhaps the best."""
        concerning_unit = list(concerning(state, unit, lines))
        return (
            list(best_for_defender(concerning_unit, ON_STRENGTH))
            if self._best_only
            else concerning_unit
        )


def concerning(state: Position, unit: int, lines: Iterable[Line]) -> Iterator[Line]:
    """Of some lines those that concern a unit."""
    return (line for line in lines if line.fits is None or line.fits(state, unit))


def _after_effect(strength: Strength, effect: CombatEffect) -> Strength:
    """A strength once something is added to it or it is multiplied."""
    if effect.operation == "add":
        return plain(Fraction(strength + effect.value))
    if effect.operation == "multiply":
        return plain(Fraction(strength * effect.value))
    return strength
