"""Section ``combat``: who may attack whom, at what strength, and on which column.

The preview of a battle and its resolution both come from :meth:`CombatRules.odds`, so one can
never disagree with the other.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import compress, product

from hexwar.definition.model import Combat, CombatEffect, ResolvedGame
from hexwar.engine.queries import Modifier
from hexwar.engine.state import State
from hexwar.engine.violation import Violation
from hexwar.rules.terrain import TerrainRules
from hexwar.rules.units import Forces

Group = tuple[int, ...]
"""Units of one hex that attack together, or a single unit."""

Strength = int | Fraction

LISTED_GROUPS = 6
"""Up to this many groups around a target, every combination of them is listed."""


@dataclass(frozen=True, slots=True)
class Target:
    """A hex that can be attacked now: who defends, and the groups that could attack it."""

    cell: int
    defenders: tuple[int, ...]
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Odds:
    """The arithmetic of a battle; ``column`` is ``None`` when the attack is not allowed."""

    attacker: Strength
    defender: Strength
    shifts: int
    column: int | None


class CombatRules:
    """The combat section compiled: strengths, odds columns and the table."""

    __slots__ = (
        "_attack",
        "_columns",
        "_defense",
        "_strongest_decides",
        "_table_takes_all",
        "_terrain",
        "board",
        "cite",
        "forces",
        "most_attackers",
        "section",
        "table",
        "together",
        "whole_hex",
    )

    def __init__(
        self, section: Combat, resolved: ResolvedGame, forces: Forces, terrain: TerrainRules
    ) -> None:
        self.section = section
        self.cite = section.cite
        self.board = resolved.map.board
        self.forces = forces
        self._terrain = terrain
        # Whole strengths stay ints: Fraction arithmetic costs ten times as much.
        self._attack: tuple[Strength, ...] = tuple(map(_plain, forces.attack))
        self._defense: tuple[Strength, ...] = tuple(map(_plain, forces.defense))
        self._columns: tuple[Strength, ...] = tuple(map(_plain, section.columns))
        self.table = {
            (column, total): codes[column]
            for total, codes in section.table.items()
            for column in range(len(codes))
        }
        self._table_takes_all = "prohibited" not in (section.below, section.above)
        # If the whole force may not attack, no part of it may: true but for a force too strong,
        # and for effects that count only when all attackers cross a hexside.
        self._strongest_decides = section.above != "prohibited" and not terrain.hexside_effects
        self.whole_hex = section.target == "hex"
        self.together = section.stacks == "together"
        self.most_attackers = section.most_attackers or len(forces.ids)

    # -- who may attack whom --------------------------------------------------------------------

    def targets(self, state: State, side: int) -> dict[int, Target]:
        """Every hex that ``side`` can attack now, in map order."""
        key = ("targets", side)
        found: dict[int, Target] | None = state.cache.get(key)
        if found is None:
            found = state.cache[key] = self._find_targets(state, side)
        return found

    def _find_targets(self, state: State, side: int) -> dict[int, Target]:
        board, cells, bit = self.board, state.cells, self.board.bit
        enemies = state.enemies_of(side)
        if not board.expand(state.occupied[side]) & enemies:
            return {}
        fought = state.this_phase.get("fought", 0)
        ready = [
            unit for unit in self.forces.of_side[side] if not fought >> unit & 1 and cells[unit]
        ]
        found: dict[int, Target] = {}
        if not ready:
            return found
        standing = 0
        for unit in ready:
            standing |= bit[cells[unit]]
        for cell in board.cells(board.expand(standing) & enemies):
            defenders = self.defenders(state, cell)
            if not defenders:
                continue
            around = board.adjacent[cell]
            near = [unit for unit in ready if bit[cells[unit]] & around]
            groups = self._groups(
                state, [u for u in near if self._may_attack_across(cells[u], cell)]
            )
            if groups and self._allowed_at_all(groups, defenders, cell, cells):
                found[cell] = Target(cell, defenders, groups)
        return found

    def defenders(self, state: State, cell: int) -> tuple[int, ...]:
        """The units that an attack on the hex would be against; none if it may not be attacked."""
        attacked = state.this_phase.get("attacked", 0)
        here = tuple(unit for unit, at in enumerate(state.cells) if at == cell)
        if self.whole_hex:
            return () if any(attacked >> unit & 1 for unit in here) else here
        return tuple(unit for unit in here if not attacked >> unit & 1)[:1]

    def _groups(self, state: State, units: list[int]) -> tuple[Group, ...]:
        """Units that attack as one: by hex when stacks attack together, else each for itself."""
        if not self.together:
            return tuple((unit,) for unit in units)
        by_hex: dict[int, list[int]] = {}
        for unit in units:
            by_hex.setdefault(state.cells[unit], []).append(unit)
        fought = state.this_phase.get("fought", 0)
        spent = {state.cells[unit] for unit in range(len(state.cells)) if fought >> unit & 1}
        return tuple(tuple(group) for cell, group in by_hex.items() if cell not in spent)

    def _allowed_at_all(
        self, groups: tuple[Group, ...], defenders: tuple[int, ...], cell: int, cells: list[int]
    ) -> bool:
        """Whether any force made of these groups may attack."""
        everyone = [unit for group in groups for unit in group]
        if self._strongest_decides and len(everyone) <= self.most_attackers:
            if self._table_takes_all:
                return True
            return self.odds(everyone, defenders, cell, cells).column is not None
        return bool(self.forces_for(Target(cell, defenders, groups), cells))

    def _may_attack_across(self, origin: int, cell: int) -> bool:
        """Whether terrain allows attacks from one hex into another at all."""
        terrain = self._terrain
        effects = (
            *terrain.effects.get(cell, ()),
            *terrain.hexside_effects.get((origin, cell), ()),
        )
        return all(effect.operation != "prohibit" for effect in effects)

    def forces_for(self, target: Target, cells: list[int]) -> list[Group]:
        """Legal attacking forces against a target, smaller ones first.

        Every combination of groups while there are at most 64; beyond that the whole force, each
        group alone, and for each column the smallest force that reaches it (any other force is
        legal as well, and ``explain_attack`` knows).
        """
        groups = target.groups
        if len(groups) <= LISTED_GROUPS:
            chosen = product((True, False), repeat=len(groups))
            candidates = [tuple(compress(groups, taken)) for taken in chosen]
        else:
            strongest = sorted(groups, key=lambda group: -self._strength_of(group))
            candidates = [(group,) for group in groups]
            candidates += [tuple(strongest[:count]) for count in range(2, len(groups) + 1)]
        found: dict[Group, int] = {}
        for candidate in candidates:
            force = tuple(sorted(unit for group in candidate for unit in group))
            column = self.column(force, target, cells) if force else None
            if column is not None:
                found[force] = column
        if len(groups) > LISTED_GROUPS:
            found = self._smallest_by_column(found, groups)
        return sorted(found, key=lambda force: (len(force), force))

    def column(self, force: Sequence[int], target: Target, cells: list[int]) -> int | None:
        """Index of the column that a force reaches; ``None`` when it may not attack at all."""
        if len(force) > self.most_attackers:
            return None
        return self.odds(force, target.defenders, target.cell, cells).column

    def _strength_of(self, group: Group) -> Strength:
        return sum(self._attack[unit] for unit in group)

    def _smallest_by_column(
        self, found: dict[Group, int], groups: tuple[Group, ...]
    ) -> dict[Group, int]:
        whole = max(found, key=len, default=())
        seen: set[int] = set()
        kept = {}
        for force, column in found.items():
            if force in groups or force == whole or column not in seen:
                kept[force] = column
            seen.add(column)
        return kept

    # -- strengths and columns --------------------------------------------------------------------

    def odds(
        self, attackers: Sequence[int], defenders: Sequence[int], cell: int, cells: list[int]
    ) -> Odds:
        """Strengths, column shifts and the column reached by an attack on ``cell``."""
        effects = self._terrain.effects.get(cell, ())
        attack: Strength = sum(self._attack[unit] for unit in attackers)
        if self._terrain.hexside_effects:
            attack = sum(self._crossing_strength(unit, cells[unit], cell) for unit in attackers)
            effects = (*effects, *self._crossed_by_all(attackers, cell, cells))
        defense: Strength = sum(self._defense[unit] for unit in defenders)
        shifts = 0
        for effect in effects:
            if effect.operation == "shift":
                shifts += int(effect.value)
            elif effect.who == "defender":
                defense = _affected(defense, effect)
            else:
                attack = _affected(attack, effect)
        return Odds(attack, defense, shifts, self._column(attack, defense, shifts))

    def _crossing_strength(self, unit: int, origin: int, cell: int) -> Strength:
        strength = self._attack[unit]
        for effect in self._terrain.hexside_effects.get((origin, cell), ()):
            if _changes_attacker(effect):
                strength = _affected(strength, effect)
        return strength

    def _crossed_by_all(
        self, attackers: Sequence[int], cell: int, cells: list[int]
    ) -> tuple[CombatEffect, ...]:
        """Hexside effects on the defender and on the column: they hold if all attackers cross."""
        crossed = [self._terrain.hexside_effects.get((cells[unit], cell), ()) for unit in attackers]
        return tuple(
            effect
            for effect in (crossed[0] if crossed else ())
            if not _changes_attacker(effect) and all(effect in others for others in crossed)
        )

    def _column(self, attack: Strength, defense: Strength, shifts: int) -> int | None:
        """Index of the column, ``None`` when the attack is beyond what the table allows."""
        value = self._compare(attack, defense)
        columns = self._columns
        if value is None or value > columns[-1]:
            if self.section.above == "prohibited":
                return None
            column = len(columns) - 1
        else:
            column = bisect_right(columns, value) - 1
            if column < 0:
                if self.section.below == "prohibited":
                    return None
                column = 0
        return min(max(column + shifts, 0), len(columns) - 1)

    def _compare(self, attack: Strength, defense: Strength) -> Strength | None:
        if self.section.odds == "attackers":
            return attack
        if self.section.odds == "differential":
            return attack - defense
        if defense <= 0:
            return None
        return rounded_ratio(Fraction(attack) / Fraction(defense), self.section.rounding)

    # -- refusals ----------------------------------------------------------------------------------

    def refuse(self, reason: str, message: str) -> Violation:
        """A violation of this section, with the number the game cites for it."""
        return Violation(self.cite.get(reason, ""), message, f"combat.{reason}")

    def explain_attack(
        self, state: State, side: int, units: tuple[str, ...], number: str
    ) -> Violation | None:
        """Why ``side`` may not attack this hex with these units; ``None`` when it may."""
        cell = self.board.cell.get(number)
        if cell is None or not state.enemies_of(side) >> cell & 1:
            return self.refuse("adjacent", f"There is no enemy unit in {number} to attack.")
        attackers = [self.forces.index[name] for name in units]
        fought = state.this_phase.get("fought", 0)
        for unit in attackers:
            refused = self._why_not_attacker(state, side, unit, cell, fought)
            if refused is not None:
                return refused
        defenders = self.defenders(state, cell)
        if not defenders:
            return self.refuse("once", f"The units in {number} have been attacked in this phase.")
        target = self.targets(state, side).get(cell) or Target(cell, defenders, ())
        return self._why_not_together(state, attackers) or self.refuse_strength(
            attackers, target, state.cells
        )

    def _why_not_attacker(
        self, state: State, side: int, unit: int, cell: int, fought: int
    ) -> Violation | None:
        name, number = self.forces.ids[unit], self.board.number[cell]
        if self.forces.side[unit] != side:
            return self.refuse("own_phase", f"{name} does not belong to the attacking side.")
        at = state.cells[unit]
        if not at or not self.board.adjacent[cell] >> at & 1:
            return self.refuse("adjacent", f"{name} is not adjacent to {number}.")
        if fought >> unit & 1:
            return self.refuse("once", f"{name} has already attacked in this phase.")
        if not self._may_attack_across(at, cell):
            rule, message = self._terrain.cite.get("combat", ""), f"{name} may not attack {number}"
            return Violation(rule, f"{message}: the terrain forbids it.", "terrain.combat")
        return None

    def _why_not_together(self, state: State, attackers: list[int]) -> Violation | None:
        if not self.together:
            return None
        fought = state.this_phase.get("fought", 0)
        for unit in attackers:
            at, side = state.cells[unit], self.forces.side[unit]
            for mate in self.forces.of_side[side]:
                if state.cells[mate] == at and mate not in attackers:
                    name, other = self.forces.ids[unit], self.forces.ids[mate]
                    done = ", which has attacked already" if fought >> mate & 1 else ""
                    message = f"{name} may only attack together with {other}{done}."
                    return self.refuse("together", message)
        return None

    def refuse_strength(
        self, attackers: Sequence[int], target: Target, cells: list[int]
    ) -> Violation | None:
        """Too many attackers, or odds that the table does not allow."""
        if len(attackers) > self.most_attackers:
            most = self.most_attackers
            return self.refuse("most_attackers", f"At most {most} units may attack together.")
        odds = self.odds(attackers, target.defenders, target.cell, cells)
        if odds.column is None:
            value = self._compare(odds.attacker, odds.defender)
            reason = "below" if value is not None and value < self._columns[0] else "above"
            return self.refuse(reason, f"The table has no column for {self.describe(odds)}.")
        return None

    # -- in words -----------------------------------------------------------------------------

    def describe(self, odds: Odds) -> str:
        """The comparison as a player would say it."""
        if self.section.odds == "attackers":
            return f"{odds.attacker} attacking"
        if self.section.odds == "differential":
            return f"a differential of {signed(odds.attacker - odds.defender)}"
        return f"{odds.attacker} to {odds.defender}"

    def modifiers(
        self, attackers: Sequence[int], cell: int, cells: list[int]
    ) -> tuple[Modifier, ...]:
        """What terrain does to this battle, line by line."""
        rule = self._terrain.cite.get("combat", "")
        title, hexsides = self._terrain.titles[cell], self._terrain.hexside_effects
        lines = [
            Modifier(title, effect.who, _printed(effect), rule)
            for effect in self._terrain.effects.get(cell, ())
        ]
        lines += [
            Modifier(f"{self.forces.ids[unit]} across the hexside", "attacker", _printed(e), rule)
            for unit in attackers
            for e in hexsides.get((cells[unit], cell), ())
            if _changes_attacker(e)
        ]
        lines += [
            Modifier("All across hexsides", effect.who, _printed(effect), rule)
            for effect in self._crossed_by_all(attackers, cell, cells)
        ]
        return tuple(lines)


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


def _plain(value: Fraction) -> Strength:
    return value.numerator if value.denominator == 1 else value


def _affected(strength: Strength, effect: CombatEffect) -> Strength:
    if effect.operation == "add":
        return _plain(Fraction(strength + effect.value))
    if effect.operation == "multiply":
        return _plain(strength * effect.value)
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
