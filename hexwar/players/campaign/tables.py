"""What never changes while a game is played, as numbers that are quick to reckon with.

Strengths are floats here and effects of terrain are factors: good enough to compare plans. What
is played in the end is asked of the rules, which reckon exactly.

Everything is reckoned when it is first asked for, by the code that play uses, and kept: by unit and
hex what terrain makes of strengths, by hex the shift of columns, by column the results with their
chances. Units of one kind share what they have in common. Tables that depend on where the enemy
stands grow without end, and are emptied when they have become too large.

From the top: where units can be and how near that is to what; what terrain makes of strengths; what
the results of a column come to; last how a result of the combat table is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from hexwar.definition.model import Effect
from hexwar.engine.rules import Rules
from hexwar.engine.state import NOBODY
from hexwar.players.battlefield import MOST_KEPT, Battlefield, Floods, battlefield_of
from hexwar.players.campaign.sampling import BattleSamples
from hexwar.rules.combat.battle import CertainRules
from hexwar.rules.combat.odds import BELOW, Odds
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.combat.strengths import NOTHING_CROSSED
from hexwar.rules.combat.throws import Meaning
from hexwar.rules.language.dice import chances_of_totals
from hexwar.rules.language.section import Selector
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.state import State
from hexwar.rules.units.rules import Forces
from hexwar.rules.values import UnitValues

ALL = 99
"""Steps that a result takes from everybody."""

AUTOMATIC = -2
"""The column of an attack at odds at which no die is rolled."""

MOST_THREATS = 300
"""So many pictures of what the enemies threaten are kept."""

FADES = 0.85
"""How much of a pull is left one hex farther away."""

SUPPOSED = 2
"""So many attackers are supposed where a battle has to be fought out to see what it brings."""

GRAIN = 4
"""Strengths are told apart to this part of a point when columns are looked up."""


class PartialResult(NamedTuple):
    """What a result does to some units of a side alone."""

    who: str
    lost: int
    hexes: int
    only: Selector


@dataclass(frozen=True, slots=True)
class ExpectedResult:
    """One result of a column: its chance, steps lost and hexes retreated on both sides.

    ``parts`` concern some units alone: for a battle ask :meth:`GameTables.results_of`. ``code`` is
    that of the table.
    """

    chance: float
    lost: float
    hexes: int
    own_lost: float
    own_hexes: int
    parts: tuple[PartialResult, ...] = ()
    code: str = ""


class GameTables:
    """The tables of one game."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.field: Battlefield = battlefield_of(rules)
        forces, values = rules[Forces], rules[UnitValues]
        plain = [
            [float(attack + defense) / 2 + 0.5 for attack, defense in values.by_steps(unit)]
            for unit in range(len(forces.ids))
        ]
        mean = sum(steps[0] for steps in plain) / (len(plain) or 1)
        # By unit and steps lost, 0 once all are lost; 1 is an average unit at full strength.
        self.worth = [[*(step / mean for step in steps), 0.0] for steps in plain]
        sides = len(rules.frame.side_ids) or 1
        self.army = max(1.0, len(forces.ids) / sides)
        self.kind = [
            tuple(mask >> unit & 1 for mask in forces.with_trait.values())
            for unit in range(len(forces.ids))
        ]
        self._mover = [
            (name, rules[MovementRules].values.most_movement(unit))
            for unit, name in enumerate(forces.movement_class)
        ]
        # Caches, each filled by the method that reads it. By unit, then cell: the dictionary of a
        # unit is that of all units of its kind.
        near: dict[tuple[str, int], dict[int, tuple[float, ...]]] = {}
        self._near = [near.setdefault(mover, {}) for mover in self._mover]
        self._ways: dict[tuple[tuple[str, int], int], dict[int, float]] = {}
        cover: dict[tuple[int, ...], dict[int, float]] = {}
        self._cover = [cover.setdefault(kind, {}) for kind in self.kind]
        self._hitting: dict[tuple[tuple[int, ...], int, int], float] = {}
        self._moved: dict[int, tuple[int, int]] = {}
        self._floods = Floods()
        self._columns: dict[tuple[int, int, int], int | None] = {}
        self._results: dict[tuple[int, int], tuple[ExpectedResult, ...]] = {}
        self.combat = rules.find(CombatRules)
        section = self.combat.section if self.combat else None
        # Whether an attack is on one unit of a hex.
        self.aims = self.combat is not None and self.combat.chosen and not self.combat.some
        self._certain = rules.find(CertainRules) if section and section.automatic else None
        # Whether what results do to a side they do to all of its units.
        effects = [
            e for result in (section.results.values() if section else ()) for e in result.effects
        ]
        self.alike = all(effect.only is None for effect in effects)
        self._sampled: BattleSamples | None = None
        if self.combat is not None and self.combat.faces is not None:
            self.alike = False
        elif self.combat is not None:
            samples = BattleSamples(rules, self.combat)
            if samples.codes:
                self._sampled, self.alike = samples, False
        self._throws: dict[tuple[Meaning, int], list[ExpectedResult]] = {}
        self._beside: dict[int, list[int]] = {}
        self._threats: dict[tuple[tuple[float, int], ...], list[float]] = {}
        self._fading: dict[int, dict[int, float]] = {}

    def reach(self, state: State, unit: int) -> int:
        """Mask of the hexes that a unit could move to, were it its phase, its own not included."""
        movement, cell = self.rules[MovementRules], state.cells[unit]
        passage, points = movement.passage(state, unit), movement.values.allowance(state, unit)
        # Where zones do not stop all alike, units that move alike come to unlike hexes.
        mover = (
            (self._mover[unit], passage.effect)
            if movement.zones.effects.vary
            else self._mover[unit]
        )
        return self._floods.reach(
            mover, cell, points, passage.closed, passage.zone, lambda: passage
        )

    def threat(self, threats: tuple[tuple[float, int], ...]) -> list[float]:
        """By cell: the attack strength that can be brought against it by enemies, each with its
        strength and where it can be (a mask). It must not be changed.
        """
        strengths = self._threats.get(threats)
        if strengths is None:
            if len(self._threats) > MOST_THREATS:
                self._threats.clear()
            strengths = self._threats[threats] = [0.0] * self.rules.frame.board.size
            for strength, cells in threats:
                for cell in self._threatened(cells):
                    strengths[cell] += strength
        return strengths

    def _threatened(self, there: int) -> list[int]:
        """The cells beside some hexes (a mask)."""
        cells = self._beside.get(there)
        if cells is None:
            if len(self._beside) > MOST_KEPT:
                self._beside.clear()
            board = self.rules.frame.board
            cells = self._beside[there] = board.cells(board.expand(there))
        return cells

    def fading(self, hexes: int) -> dict[int, float]:
        """By cell a pull toward some hexes (a mask): 1 beside them, less farther away. It must not
        be changed.
        """
        pulls = self._fading.get(hexes)
        if pulls is None:
            if len(self._fading) > MOST_THREATS:
                self._fading.clear()
            pulls = self._fading[hexes] = {}
            board, reached, pull = self.rules.frame.board, hexes, 1.0
            while ring := board.expand(reached) & board.on_map & ~reached:
                pulls |= dict.fromkeys(board.cells(ring), pull)
                reached |= ring
                pull *= FADES
        return pulls

    def nearness(self, unit: int, cell: int) -> tuple[float, ...]:
        """How near a hex is to each objective for a unit: 1 where they are the same, then less."""
        nearness = self._near[unit].get(cell)
        if nearness is None:
            weight = self.field.weight
            nearness = tuple(weight[goal][unit].get(cell, 0.0) for goal in self.field.objectives)
            self._near[unit][cell] = nearness
        return nearness

    def ways(self, exits: int, unit: int) -> dict[int, float]:
        """Each cell to how near the nearest of the exits (a mask) is for a unit, 1 at an exit."""
        key = (self._mover[unit], exits)
        nearness = self._ways.get(key)
        if nearness is None:
            nearness = self._ways[key] = {}
            for goal in self.rules.frame.board.cells(exits):
                for cell, near in self.field.weights_to(goal, unit).items():
                    nearness[cell] = max(near, nearness.get(cell, 0.0))
        return nearness

    def hexes_a_move(self, unit: int) -> int:
        """How many hexes a unit goes in a move where each costs a point."""
        return self._mover[unit][1] // self.rules[MovementRules].terrain.scale

    def cover(self, state: State, unit: int, cell: int) -> float:
        """What the terrain of a hex makes of a unit's defence strength: a factor."""
        factor = self._cover[unit].get(cell)
        if factor is None:
            factor, combat = 1.0, self.combat
            raw = combat.values.defense(state, unit) if combat is not None else 0
            if combat is not None and raw:
                factor = float(combat.odds.reckon(state, (), (unit,), cell).defender / raw)
            self._cover[unit][cell] = factor
        return factor

    def hitting(self, state: State, unit: int, origin: int, cell: int) -> float:
        """What terrain makes of a unit's attack strength from one hex into another: a factor."""
        key = (self.kind[unit], origin, cell)
        factor = self._hitting.get(key)
        if factor is None:
            factor, combat = 1.0, self.combat
            raw = combat.values.attack(state, unit) if combat is not None else 0
            if combat is not None and raw:
                cells = state.cells[:]
                cells[unit] = origin
                odds = combat.odds.reckon(state, (unit,), (), cell, cells)
                factor = float(odds.attacker / raw)
            self._hitting[key] = factor
        return factor

    def moved(self, state: State, cell: int) -> tuple[int, int]:
        """The columns, and what is added to the die, that terrain brings an attack on a hex."""
        shift_and_roll = self._moved.get(cell)
        if shift_and_roll is None:
            odds = self.combat.odds.reckon(state, (), (), cell) if self.combat else None
            shift_and_roll = self._moved[cell] = (odds.shifts, odds.roll) if odds else (0, 0)
        return shift_and_roll

    def results(self, column: int, roll: int) -> tuple[ExpectedResult, ...]:
        """The results of a column with their chances, with what is added to the die."""
        results = self._results.get((column, roll))
        if results is None:
            combat = self.combat
            results = self._results[column, roll] = (
                _results(combat, column, roll)
                if combat is not None and combat.faces is None
                else ()
            )
        return results

    def results_of(
        self,
        state: State,
        column: int,
        roll: int,
        attackers: Sequence[int],
        defenders: Sequence[int],
        cell: int | None = None,
    ) -> Sequence[ExpectedResult]:
        """The results of a column for a battle of these units in a cell, where the defenders stand
        if it is left out; attackers may be unknown.
        """
        if self.combat is not None and self.combat.faces is not None:
            # What so many dice with symbols do to these defenders.
            meaning = self.combat.faces.meaning(state, attackers, defenders)
            expected = self._throws.get((meaning, column))
            if expected is None:
                if len(self._throws) > MOST_THREATS:
                    self._throws.clear()
                dice, combat = int(self.combat.section.columns[column]), self.combat
                chances = self.combat.faces.chances(meaning, dice).items()
                expected = [_result(combat, code, float(chance)) for code, chance in chances]
                self._throws[meaning, column] = expected
            return [
                self._concerning(state, result, attackers, defenders) if result.parts else result
                for result in expected or ()
            ]
        results = self.results(column, roll)
        if self.alike:
            return results
        concerning_all = [
            self._concerning(state, result, attackers, defenders) for result in results
        ]
        if self._sampled is None:
            return concerning_all
        return self._fought(state, concerning_all, attackers, defenders, cell)

    def _fought(
        self,
        state: State,
        results: Sequence[ExpectedResult],
        attackers: Sequence[int],
        defenders: Sequence[int],
        cell: int | None,
    ) -> list[ExpectedResult]:
        """Results, with what those come to that have to be fought out; ``cell``: where, or None
        for where the defenders stand.
        """
        target = state.cells[defenders[0]] if cell is None and defenders else cell
        if self._sampled is None or not target:
            return [*results]
        codes = [result.code for result in results if result.code in self._sampled.codes]
        if not codes:
            return [*results]
        supposed = attackers
        if not attackers and defenders:
            supposed = self.supposed(state, self.rules[Forces].side[defenders[0]])
        fought = self._sampled.of(state, codes, supposed, defenders, target)
        expected: list[ExpectedResult] = []
        for result in results:
            if result.code not in self._sampled.codes:
                expected.append(result)
                continue
            expected += [
                ExpectedResult(result.chance * chance, *loss)
                for loss, chance in fought.get(result.code, {}).items()
            ]
        return expected

    def supposed(self, state: State, side: int) -> Sequence[int]:
        """Who is taken to attack a side where that is unknown: the strongest of its enemies."""
        key = "supposed", side
        supposed: Sequence[int] | None = state.near.get(key)
        if supposed is None:
            foes, attack = self.rules.frame.foes[side], self.rules[UnitValues].attack
            coming = [
                unit
                for unit, owner in enumerate(self.rules[Forces].side)
                if owner in foes and state.cells[unit]
            ]
            supposed = sorted(coming, key=lambda unit: -attack(state, unit))[:SUPPOSED]
            state.near[key] = supposed
        return supposed

    def _concerning(
        self,
        state: State,
        result: ExpectedResult,
        attackers: Sequence[int],
        defenders: Sequence[int],
    ) -> ExpectedResult:
        """A result with what it does to the units that its parts are about.

        A part of a side that retreats does not leave the hex to the enemy.
        """
        lost: dict[str, float] = {"attacker": result.own_lost, "defender": result.lost}
        hexes = {"attacker": result.own_hexes, "defender": result.hexes}
        forces, side = self.rules[Forces], NOBODY
        if attackers:
            side = forces.side[attackers[0]]
        elif defenders:
            # Attackers may be unknown: selectors are read as for an enemy of the defenders.
            side = self.rules.frame.foes[forces.side[defenders[0]]][0]
        for part in result.parts:
            units = attackers if part.who == "attacker" else defenders
            units_meant = self.rules[Selectors].mask(part.only, side)(state)
            concerned = [unit for unit in units if units_meant >> unit & 1]
            concerns_all = len(concerned) == len(units)
            steps = sum(forces.steps_left(state, unit) for unit in concerned)
            # A part of a side loses no more than it has; for a whole side the caller sees to that.
            lost[part.who] += part.lost if concerns_all and concerned else min(part.lost, steps)
            hexes[part.who] += part.hexes if concerns_all and concerned else 0
        both = (lost["defender"], hexes["defender"], lost["attacker"], hexes["attacker"])
        return ExpectedResult(result.chance, *both, code=result.code)

    def column(self, attack: float, defense: float, shift: int) -> int | None:
        """The column that strengths reach; ``None`` where the rules forbid the attack."""
        # To the nearest grain, both: floats fall a hair short of what they stand for.
        key = (round(attack * GRAIN), round(defense * GRAIN), shift)
        if key in self._columns:
            return self._columns[key]
        combat = self.combat
        column = None
        if combat is not None and key[0]:
            column = combat.odds.column(
                Fraction(key[0], GRAIN), Fraction(max(key[1], 1), GRAIN), shift
            )
        self._columns[key] = column
        return column

    def resolved(
        self, state: State, odds: Odds, defenders: Sequence[int], phase: str = "combat"
    ) -> int | None:
        """The column on which an attack at these odds is resolved in a phase of some kind."""
        column, certain = odds.column, self._certain
        if certain is None or column is None or column == BELOW or not certain.allowed(phase):
            return column
        return AUTOMATIC if certain.reached(state, odds, defenders) else column

    def column_against(
        self, state: State, attack: float, defenders: Sequence[int], defense: float, shift: int
    ) -> int | None:
        """The column that a strength reaches against these defenders, who have so much of it."""
        column = self.column(attack, defense, shift)
        if self._certain is None or column is None:
            return column
        ours, theirs = round(attack * GRAIN), max(round(defense * GRAIN), 1)
        strengths = Fraction(ours, GRAIN), Fraction(theirs, GRAIN)
        odds = Odds(*strengths, shift, column, (), NOTHING_CROSSED)
        return self.resolved(state, odds, defenders)


def _results(combat: CombatRules, column: int, roll: int) -> tuple[ExpectedResult, ...]:
    """The results of a column with their chances; ``roll`` is added to the die."""
    if column == BELOW:
        return (_result(combat, combat.section.below_result, 1.0),)
    if column == AUTOMATIC and combat.section.automatic is not None:
        return (_result(combat, combat.section.automatic.result, 1.0),)
    chances: dict[str, Fraction] = {}
    for total, chance in chances_of_totals(combat.section.dice).items():
        code = combat.code(column, total, roll)
        chances[code] = chances.get(code, Fraction(0)) + chance
    return tuple(_result(combat, code, float(chance)) for code, chance in chances.items())


def _result(combat: CombatRules, code: str, chance: float) -> ExpectedResult:
    """What a result of the table takes from both sides, effect by effect, with its chance."""
    lost = {"attacker": 0.0, "defender": 0.0}
    hexes = {"attacker": 0, "defender": 0}
    parts = []
    for effect in combat.result(code).effects:
        if effect.only is not None:  # it means some units of a side alone
            takes = effect.verb in ("eliminate", "lose_steps")
            goes = effect.hexes if effect.verb == "retreat" else 0
            steps = _steps(combat, effect) if takes else 0
            parts.append(PartialResult(effect.who, steps, goes, effect.only))
        elif effect.verb in ("lose_steps", "eliminate"):
            lost[effect.who] += _steps(combat, effect)
        elif effect.verb == "exchange":
            lost["defender"] += ALL
            lost["attacker"] += max(combat.forces.steps)
        elif effect.verb == "retreat":
            hexes[effect.who] += effect.hexes
    both = (lost["defender"], hexes["defender"], lost["attacker"], hexes["attacker"])
    return ExpectedResult(chance, *both, tuple(parts), code)


def _steps(combat: CombatRules, effect: Effect) -> int:
    """The steps that an effect of a result takes at most."""
    if effect.count is None:
        return ALL
    return effect.count * (max(combat.forces.steps) if effect.verb == "eliminate" else 1)


@lru_cache(maxsize=16)  # a game may have several scopes of rules, one for each kind of battle too
def tables_of(rules: Rules) -> GameTables:
    """The tables of a game."""
    return GameTables(rules)
