"""The arithmetic of section ``combat``: from which units fight where to a column of the table.

The preview of a battle and its resolution both come from :meth:`OddsRules.reckon`, so one can never
disagree with the other. It goes in this order: the kind of the battle, whose rules then hold
(:class:`KindRules`); what terrain, hexsides and markers do (:class:`GroundOfBattles`); the game's
own modifiers and what was committed; the limits on what all of that moves together; the strengths
of both sides, each with what affects it (``strengths``); last the column (:class:`ColumnRules`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from hexwar.definition.model import CombatEffect, ResolvedGame
from hexwar.definition.tree import MappingNode
from hexwar.engine.rules import Frame, Rules
from hexwar.engine.state import Position
from hexwar.rules.combat.forms import BattleKind
from hexwar.rules.combat.in_force import (
    NOTHING_COMMITTED,
    ON_TABLE,
    Committed,
    InForce,
    alike,
    best_for_defender,
    counted_together,
    ease,
    lines_across,
    moving,
    of_defenders,
    on_each,
    signed,
    with_markers,
    within,
)
from hexwar.rules.combat.modifiers import Direction, limited
from hexwar.rules.combat.section import Combat
from hexwar.rules.combat.strengths import NOTHING_CROSSED, Crossed, SideStrengths, whole
from hexwar.rules.language.by_unit import Line, line_of, settled
from hexwar.rules.language.conditions import Conditions, Test
from hexwar.rules.language.programs import elsewhere, in_battle, names_roles
from hexwar.rules.language.selectors import Fits, Selectors
from hexwar.rules.language.wording import number
from hexwar.rules.terrain.rules import Step, TerrainRules
from hexwar.rules.units.rules import Forces, Strength, plain
from hexwar.rules.values import NamedValues, UnitValues

if TYPE_CHECKING:
    from hexwar.rules.bombardment import BombardmentRules
    from hexwar.rules.facing.rules import FacingRules
    from hexwar.rules.markers.rules import MarkerRules
    from hexwar.rules.melee.rules import MeleeRules
    from hexwar.rules.overrun.section import Overrun


# Which kind a battle is of, and the rules that are in force while it is fought.
#
# A battle of a kind is fought under a patch of its own, laid over those of the effects and the
# phase. It is among the effects in force while the battle lasts, under a name that no effect has.
# What its sides choose, and the cards that answer it, also lie over it, in addition to the kind
# that it is by itself.


S = TypeVar("S", bound=Position)
PREFIX = "combat."
"""How the names begin under which kinds of battle are in force among the effects."""
OVERRUN = f"{PREFIX}overrun."
"""The name under which the patch of overruns is in force."""


class Kind(NamedTuple):
    """One kind of battle, compiled: the name under which it is in force, which attackers and
    defenders it asks for (all in a battle must fit), whether its condition holds.
    """

    name: str
    form: BattleKind
    attackers: Fits
    defenders: Fits
    holds: Test
    names_roles: bool


class KindRules:
    """The kinds of battle of a game, in their order; the first that fits counts.

    ``chosen`` are those that a side of the battle chooses; no battle is of such a kind unless it is
    chosen. ``bounding``: the names of those that affect which units may attack which.
    """

    def __init__(
        self,
        frame: Frame,
        section: Combat,
        overrun: Overrun | None,
        selectors: Selectors,
        conditions: Conditions,
    ) -> None:
        self._adjacent = frame.board.adjacent
        self._overrun = overrun is not None and overrun.patch is not None
        kinds = [
            Kind(
                PREFIX + kind.id,
                kind,
                selectors.fits(kind.attackers),
                selectors.fits(kind.defenders),
                conditions.test(kind.condition),
                names_roles(kind),
            )
            for kind in section.kinds.values()
        ]
        self._kinds = tuple(kind for kind in kinds if kind.form.chosen is None)
        self.chosen = tuple(kind for kind in kinds if kind.form.chosen is not None)
        patches = {kind.name: kind.form.patch for kind in self._kinds}
        if overrun is not None and overrun.patch is not None:
            patches[OVERRUN] = overrun.patch
        self.bounding = tuple(name for name, patch in patches.items() if _bounds_attacks(patch))

    def __bool__(self) -> bool:
        return bool(self._kinds) or bool(self.chosen) or self._overrun

    def open(
        self,
        state: Position,
        hexes: Sequence[int],
        attackers: Sequence[int],
        defenders: Sequence[int],
        by: str,
    ) -> list[Kind]:
        """The kinds that one side may choose for a battle; it chooses once."""
        mine = [kind for kind in self.chosen if kind.form.chosen == by]
        if any(kind.name in state.effects for kind in mine):
            return []
        return [k for k in mine if self._is_of_kind(k, state, attackers, defenders, hexes[0])]

    def of(
        self, state: Position, attackers: Sequence[int], defenders: Sequence[int], cell: int
    ) -> str:
        """The name of the kind that a battle is by itself, or of the kind that lies over the one
        being fought; empty if there is none.
        """
        lying = [name for name in state.effects if name.startswith(PREFIX)]
        if lying and (
            # An overrun is fought under its own patch, no matter which units fight it.
            OVERRUN in lying
            or any(kind.name in lying for kind in self._kinds)
            # A battle under way keeps its kind, even if the units that are left in it would be of
            # another; before the die, what was chosen or played removes no other kind.
            or is_under_way(state)
        ):
            return lying[0]
        if attackers and defenders:
            for kind in self._kinds:
                if self._is_of_kind(kind, state, attackers, defenders, cell):
                    return kind.name
        return lying[0] if lying else ""

    def _is_of_kind(
        self,
        kind: Kind,
        state: Position,
        attackers: Sequence[int],
        defenders: Sequence[int],
        cell: int,
    ) -> bool:
        """Whether a battle of these units for a cell is of a kind."""
        if kind.form.distance is not None:
            wanted, near = kind.form.distance == "adjacent", self._adjacent[cell]
            if any(bool(near >> state.cells[unit] & 1) != wanted for unit in attackers):
                return False

        def fits(state: Position) -> bool:
            return (
                all(kind.attackers(state, unit) for unit in attackers)
                and all(kind.defenders(state, unit) for unit in defenders)
                and kind.holds(state)
            )

        return in_battle(state, attackers, defenders, fits) if kind.names_roles else fits(state)

    def of_overrun(self) -> str:
        """The name under which an overrun is fought; empty if it is no kind of its own."""
        return OVERRUN if self._overrun else ""


def _bounds_attacks(patch: MappingNode) -> bool:
    """Whether a patch may affect which units attack which."""
    return (
        "states" in patch
        or "attackers" in patch.mapping("combat")
        or any(
            "prohibited" in part or part.text("combat") == "prohibited" for part in patch.inside()
        )
    )


def rules_of(state: Position, kind: str) -> Rules:
    """The rules in force in a battle of a kind."""
    if not kind or kind in state.effects:
        return state.rules
    return state.scopes.rules(state.phase_index, (*state.effects, kind))


def begin_kind(state: Position, kind: str) -> None:
    """Let the rules be those of a battle of a kind, until it is over."""
    if kind and kind not in state.effects:
        state.under((*state.effects, kind))


def fought_under(state: S, kind: str) -> S:
    """The state as it is while a battle of a kind is fought: a copy, if that makes a difference."""
    if not kind or kind in state.effects:
        return state
    twin = state.clone()
    begin_kind(twin, kind)
    return twin


def is_under_way(state: Position) -> bool:
    """Whether the result of a battle is being carried out."""
    return any(task.kind == "battle" for task in state.agenda)


def both_in_force(game: ResolvedGame, first: str, other: str) -> bool:
    """Whether a battle may be of two kinds at once: one that each side of it has chosen, or what a
    side has chosen and what it is by itself.
    """
    combat = game.section(Combat)
    choosers = {PREFIX + kind.id: kind.chosen for kind in combat.kinds.values()} if combat else {}
    return first in choosers and other in choosers and choosers[first] != choosers[other]


def patches_of_battles(game: ResolvedGame) -> dict[str, MappingNode]:
    """The patches of kinds of battle, by the names under which they are in force."""
    combat = game.section(Combat)
    return {PREFIX + kind.id: kind.patch for kind in combat.kinds.values()} if combat else {}


# Odds as whole numbers, and the column that they find.


_ROUNDED: dict[Direction, str] = {
    "down": "rounded for the defender",
    "up": "rounded for the attacker",
    "nearest": "rounded to the nearest",
}
"""How odds are made whole, in words."""

_FOR_THE_OTHER: dict[Direction, Direction] = {"down": "up", "up": "down", "nearest": "nearest"}
"""How odds are rounded when they are stated the other way round."""


def rounded_ratio(ratio: Fraction, rounding: Direction) -> Fraction:
    """An odds ratio as N:1 or 1:N with N whole.

    ``down`` favours the defender, ``up`` the attacker; ``nearest`` rounds a half up.

    >>> rounded_ratio(Fraction(5, 2), "nearest"), rounded_ratio(Fraction(5, 2), "down")
    (Fraction(3, 1), Fraction(2, 1))
    >>> rounded_ratio(Fraction(2, 5), "down"), rounded_ratio(Fraction(2, 5), "up")
    (Fraction(1, 3), Fraction(1, 2))
    >>> rounded_ratio(Fraction(3, 4), "nearest"), rounded_ratio(Fraction(2, 5), "nearest")
    (Fraction(1, 1), Fraction(1, 3))
    """
    if ratio <= 0:
        return ratio
    if ratio >= 1:
        return Fraction(whole(ratio, rounding))
    # Below 1:1 it is the defender's odds that are made whole, the other way round.
    return 1 / Fraction(whole(1 / ratio, _FOR_THE_OTHER[rounding]))


class Odds(NamedTuple):
    """The arithmetic of a battle; ``column`` is ``None`` when the attack is not allowed.

    ``column`` is :data:`BELOW` when there is no roll because the odds are too low for one.
    ``crossed`` are the effects on single attackers, applied first, ``lines`` those on all.
    ``roll`` is what is added to the die.
    """

    attacker: Strength
    defender: Strength
    shifts: int
    column: int | None
    lines: tuple[Line, ...]
    crossed: Crossed
    roll: int = 0


Answer = TypeVar("Answer")

BELOW = -1
"""The column of an attack at odds below the table whose result the game gives without a roll."""


class ColumnRules:
    """From strengths to a column of the table."""

    def __init__(self, section: Combat) -> None:
        self._section = section
        self._columns: tuple[Strength, ...] = tuple(map(plain, section.columns))
        self._known = lru_cache(maxsize=4_000)(self._column_reached)  # fractions take long

    def reached(self, attack: Strength, defense: Strength, shifts: int) -> int | None:
        """Index of the column, ``None`` when the attack is beyond what the table allows.

        The odds are limited to the printed table before they are shifted, at both of its ends.
        """
        return self._known(attack, defense, shifts)

    def _column_reached(self, attack: Strength, defense: Strength, shifts: int) -> int | None:
        """The column, found from the strengths: the printed table first, then the shifts."""
        value = self.compared(attack, defense)
        columns = self._columns
        if value is None or value > columns[-1]:
            if self._section.above == "forbidden":
                return None
            column = len(columns) - 1
        elif value < columns[0]:
            if self._section.below != "first_column":
                return BELOW if self._section.below == "result" else None
            column = 0
        elif self._section.rounding == "up":
            column = bisect_left(columns, value)
        else:
            column = bisect_right(columns, value) - 1
        # Shifts off the left end lead below the table too, where the game has a result for that.
        if column + shifts < 0 and self._section.below == "result":
            return BELOW
        return min(max(column + shifts, 0), len(columns) - 1)

    def compared(self, attack: Strength, defense: Strength) -> Strength | None:
        """What finds the column; ``None`` where the defender has no strength at all."""
        if self._section.column == "attackers":
            return attack
        if self._section.column == "differential":
            return attack - defense
        if defense <= 0:
            return None
        # A ratio as whole odds, or as those of a printed column on the way there (such as 3:2).
        ratio = Fraction(attack) / Fraction(defense)
        rounding, columns = self._section.rounding, self._columns
        value = rounded_ratio(ratio, rounding)
        if rounding == "down" and ratio >= columns[0]:
            return max(value, columns[bisect_right(columns, ratio) - 1])
        if rounding == "up" and ratio <= columns[-1]:
            return min(value, columns[bisect_left(columns, ratio)])
        return value

    def is_above(self, odds: Odds) -> bool:
        """Whether odds are better than those of the last column, before any shift."""
        value = self.compared(odds.attacker, odds.defender)
        return value is None or value > self._columns[-1]

    def fought(self, odds: Odds) -> Odds:
        """Odds at which a battle is fought: no attack is made where the table has no column, but
        what its sides choose afterwards may lead there. Then it is the nearest one.
        """
        if odds.column is not None:
            return odds
        last = len(self._columns) - 1
        end = last if self.is_above(odds) else 0
        return odds._replace(column=min(max(end + odds.shifts, 0), last))

    def describe(self, odds: Odds) -> str:
        """The comparison as a player would say it."""
        if self._section.faces is not None:
            dice = 0 if odds.column is None else int(self._section.columns[odds.column])
            return f"{dice or 'no'} {'die' if dice == 1 else 'dice'}"
        if self._section.column == "attackers":
            return f"{number(odds.attacker)} attacking"
        if self._section.column == "differential":
            return f"a differential of {signed(odds.attacker - odds.defender)}"
        return f"{number(odds.attacker)} to {number(odds.defender)}"

    def ratio(self, odds: Odds) -> str:
        """Odds of one strength to the other that are not whole, and how they are made so; empty for
        whole ones.
        """
        section = self._section
        if section.column != "ratio" or not (odds.attacker > 0 and odds.defender > 0):
            return ""
        larger, smaller = max(odds.attacker, odds.defender), min(odds.attacker, odds.defender)
        if larger % smaller == 0:
            return ""
        many = f"{float(Fraction(larger) / Fraction(smaller)):.1f}"
        ratio = f"{many}:1" if odds.attacker > odds.defender else f"1:{many}"
        return f"{ratio}, {_ROUNDED[section.rounding]}"


class GroundOfBattles:
    """What terrain, hexsides and markers do in battles."""

    def __init__(
        self,
        terrain: TerrainRules,
        selectors: Selectors,
        frame: Frame,
        guns: BombardmentRules | None,
        markers: MarkerRules | None,
        melee: MeleeRules | None,
    ) -> None:
        self._terrain, self._markers, self._has_guns = terrain, markers, guns is not None
        self._beside, self._melee = frame.board.adjacent, melee is not None and melee.bare
        lines, rule = lines_across(terrain, selectors), terrain.cite.get("combat", "")
        self._by_hex = {
            cell: tuple(
                line_of(title, rule, effect, selectors, of_terrain=True)
                for title, effect in zip(terrain.effect_titles[cell], effects_there, strict=True)
            )
            for cell, effects_there in terrain.effects.items()
        }
        self._all_across = counted_together(lines, ("all", "each"))
        self._any_across = counted_together(lines, ("any",))
        self._each_across = {
            step: tuple(line for line, _ in across if on_each(line.effect))
            for step, across in lines.items()
        }

    def lines(
        self,
        state: Position,
        attackers: Sequence[int],
        cell: int,
        also: Sequence[int],
        cells: list[int],
    ) -> tuple[tuple[Line, ...], Crossed]:
        """What is done in a battle for a hex, and ``also`` for other hexes: to all, and to single
        attackers.
        """
        if also:
            return self._of_several(state, attackers, (cell, *also), cells)
        lines = self._by_hex.get(cell, ())
        lines = (*lines, *self._markers.lines(state, cell)) if self._markers else lines
        # Within one hex both sides have the same ground, and the game lets it count for neither.
        if self._melee and any(cells[unit] == cell for unit in attackers):
            lines = ()
        if not self._terrain.hexside_effects:
            return lines, NOTHING_CROSSED
        # A unit that attacks from a distance crosses no hexside: if it were asked, the rest would
        # never count as all crossing one.
        near = self._beside[cell] if self._has_guns else -1
        steps = [(cells[unit], cell) for unit in attackers if near >> cells[unit] & 1]
        crossed = {
            unit: own for unit in attackers if (own := self._each_across.get((cells[unit], cell)))
        }
        return (*lines, *self._crossed_together(steps)), crossed

    def _of_several(
        self, state: Position, attackers: Sequence[int], hexes: Sequence[int], cells: list[int]
    ) -> tuple[tuple[Line, ...], Crossed]:
        """What is done in a battle against several hexes: to all, and to single attackers.

        To the strength of defenders what their own hex does; to the attackers, the column and the
        die what the hardest of the hexes does. A hexside counts if it is alike on all sides that
        are crossed, from a unit into each of the hexes next to it.
        """
        by_hex = [self._by_hex.get(cell, ()) for cell in hexes]
        by_hex = with_markers(self._markers, state, hexes, by_hex)
        board = self._terrain.board
        on_defenders: list[Line] = []
        on_all: list[list[Line]] = []
        for cell, lines in zip(hexes, by_hex, strict=True):
            for line in filter(of_defenders, lines):
                title = f"{line.title} in {board.number[cell]}"
                on_defenders.append(line._replace(title=title, fits=within(cell, cells, line)))
            on_all.append([line for line in lines if not of_defenders(line)])
        crossed: dict[int, tuple[Line, ...]] = {}
        steps: list[Step] = []
        for unit in attackers:
            beside = board.adjacent[cells[unit]]
            of_unit = [(cells[unit], cell) for cell in hexes if beside >> cell & 1]
            crossed[unit] = alike([self._each_across.get(step, ()) for step in of_unit])
            steps += of_unit
        hardest = min(on_all, key=ease)
        return (*on_defenders, *hardest, *self._crossed_together(steps)), crossed

    def _crossed_together(self, steps: Sequence[Step]) -> tuple[Line, ...]:
        """Hexside effects on the defender and on the column: they hold if all attackers cross, or
        if any does, as the kind of hexside says.

        What they cross need not be alike if its effect is. Units that attack from a distance cross
        nothing, and are not asked.
        """
        by_all = alike([self._all_across.get(step, ()) for step in steps], "All across ")
        # Each once, however many cross it.
        by_any = dict.fromkeys(line for step in steps for line in self._any_across.get(step, ()))
        return (*by_all, *(line._replace(title=f"Across {line.title}") for line in by_any))


class OddsRules:
    """What a battle comes to: strengths, the column, what is added to the die."""

    def __init__(
        self,
        section: Combat,
        forces: Forces,
        terrain: TerrainRules,
        values: UnitValues,
        conditions: Conditions,
        selectors: Selectors,
        frame: Frame,
        named: NamedValues,
        guns: BombardmentRules | None,
        markers: MarkerRules | None,
        kinds: KindRules,
        facing: FacingRules | None,
        columns: ColumnRules,
        ground: GroundOfBattles,
    ) -> None:
        self.section, self.forces, self.values = section, forces, values
        self.kinds, self._kinds, self.columns, self._ground = kinds, kinds or None, columns, ground
        self._guns, self._markers, self._facing = guns, markers, facing
        # A modifier may ask where units stand relative to one another, or their roles in the
        # battle.
        self._in_roles = facing is not None or names_roles(*frame.resolved.sections.values())
        self._limits, self._best_only = section.limits, terrain.together == "best"
        modifiers = section.modifiers.values()
        self.in_force = tuple(InForce(m, forces, conditions, selectors, named) for m in modifiers)
        effects = [effect for there in terrain.effects.values() for effect in there]
        effects += [effect for modifier in self.in_force for effect in modifier.effects]
        effects += markers.effects if markers else ()
        # What would be asked in every battle is found out here once: most games have none of it.
        self.strengths = SideStrengths(section, terrain, values, named, guns, effects)
        crossing = [e for across in terrain.hexside_effects.values() for e in across]
        self._rolls = any(e.operation == "roll" for e in (*effects, *crossing))
        self._varied = any(e.cases for e in (*effects, *crossing))
        self._seen_of_defenders = [mask for m in self.in_force for mask in m.seen_of_defenders]

    @property
    def follow_from_strengths(self) -> bool:
        """Whether the odds of an attack on a hex follow from the strengths of both sides alone."""
        unmoved = not (self._kinds or self._markers or self.in_force or self._varied)
        return self.strengths.units_alike and unmoved

    def reckon(
        self,
        state: Position,
        attackers: Sequence[int],
        defenders: Sequence[int],
        cell: int,
        cells: list[int] | None = None,
        committed: Committed = NOTHING_COMMITTED,
        also: Sequence[int] = (),
        kind: str = "",
    ) -> Odds:
        """Strengths, column shifts and the column reached by an attack on ``cell``.

        ``cells``: where the units are thought to stand, if not where they do. ``committed``: what
        the sides have committed to the battle. ``also``: further hexes that are attacked in it.
        ``kind``: the kind of battle, where that does not follow from the units that fight it.
        """
        rules = self
        if self._kinds is not None:
            fought_as = kind or self._kinds.of(state, attackers, defenders, cell)
            rules = rules_of(state, fought_as)[OddsRules] if fought_as else self
        if rules._in_roles:
            places = elsewhere(state, cells, (*attackers, *defenders))

            def reckoned(state: Position) -> Odds:
                return rules._reckon(state, attackers, defenders, cell, cells, committed, also)

            return in_battle(state, attackers, defenders, reckoned, places=places)
        return rules._reckon(state, attackers, defenders, cell, cells, committed, also)

    def begins(self, state: Position, attackers: Sequence[int], defenders: Sequence[int]) -> None:
        """A battle is carried out: the arc in which each unit is struck counts for all that comes
        of it.
        """
        if self._facing is not None:
            self._facing.note_struck(state, attackers, defenders)

    def asked(
        self,
        state: Position,
        attackers: Sequence[int],
        defenders: Sequence[int],
        question: Callable[[Position], Answer],
    ) -> Answer:
        """The answer to a question about units of a battle, in their roles if these matter."""
        if not self._in_roles:
            return question(state)
        return in_battle(state, attackers, defenders, question)

    def _reckon(
        self,
        state: Position,
        attackers: Sequence[int],
        defenders: Sequence[int],
        cell: int,
        cells: list[int] | None,
        committed: Committed,
        also: Sequence[int],
    ) -> Odds:
        """What :meth:`reckon` answers with, by these rules, for a battle of any kind."""
        where = state.cells if cells is None else cells
        lines, crossed = self._ground.lines(state, attackers, cell, also, where)
        if self._best_only:
            lines = tuple(best_for_defender(lines, ON_TABLE))
        for modifier in self.in_force:
            times = committed.times(modifier.id)
            if modifier.holds(state, attackers, defenders, cell, times, where):
                lines = (*lines, *modifier.lines(state, attackers, defenders, cell, times, where))
        if self._guns is not None:
            # What guns lend to the defender; terrain does nothing to it.
            for unit in committed.support:
                lent = self._guns.lent(state, unit, self.values.attack(state, unit))
                effect = CombatEffect("defender", "add", Fraction(lent))
                lines = (*lines, Line(f"Support of {self.forces.ids[unit]}", "", effect))
        if self._varied:
            lines = tuple(settled(state, lines, defenders))
        shifts = moving("shift", lines)
        roll = moving("roll", lines) if self._rolls else 0
        if self._limits is not None:
            # Limits apply to what all shifts come to together, not to each.
            shifts = limited(shifts, self._limits.shift)
            roll = limited(roll, self._limits.roll)
        # Each of several hexes has its own effects on the units there.
        if self.strengths.units_alike and not also:
            attack, defense = self.strengths.of_sums(state, attackers, defenders, lines)
        else:
            attack = self.strengths.attack(state, attackers, cell, lines, crossed, where)
            defense = self.strengths.defense(state, defenders, lines)
        column = self.columns.reached(attack, defense, shifts)
        return Odds(attack, defense, shifts, column, lines, crossed, roll)

    def kind(self, unit: int) -> tuple[int, ...]:
        """What the game's own modifiers see of a defender: units for which it is the same are alike
        to them, which lets players look up what they have reckoned.
        """
        return tuple(mask >> unit & 1 for mask in self._seen_of_defenders)

    def column(self, attack: Strength, defense: Strength, shifts: int) -> int | None:
        """The column of strengths and shifts, as :meth:`ColumnRules.reached` has it."""
        return self.columns.reached(attack, defense, shifts)
