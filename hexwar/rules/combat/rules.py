"""Section ``combat``: which units may attack which, and together with which.

A *target* is an enemy hex with its defenders and the *groups* that could attack it: single units,
or stacks where these attack together. A *force* is made of such groups. What is asked, in this
order: which hexes some unit is next to or reaches (``_exposed_hexes``), which of these can be
attacked at all (``target``), and which forces may do it (``forces_for``, ``may_attack``). Most
games let any units attack together at any odds; which questions that saves is found out once, at
the beginning, and then no odds are reckoned to know whether an attack is legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress, product
from typing import TYPE_CHECKING

from hexwar.definition.model import CombatResult, Effect
from hexwar.engine.position import bits
from hexwar.engine.rules import Frame
from hexwar.engine.state import Position
from hexwar.engine.violation import SectionRefusals, Violation
from hexwar.rules.combat.in_force import NOTHING_COMMITTED, Committed
from hexwar.rules.combat.odds import OVERRUN, Odds, OddsRules, rules_of
from hexwar.rules.combat.section import Combat
from hexwar.rules.combat.targets import (
    FOUGHT,
    AttackReach,
    Group,
    Target,
    TargetRules,
    barring,
    few_forces,
    force_of,
    still_open,
)
from hexwar.rules.combat.throws import BACK, FaceRules, programs_of, without_answers
from hexwar.rules.language.by_unit import Line
from hexwar.rules.language.conditions import Conditions
from hexwar.rules.language.programs import Layout, in_battle, names_roles
from hexwar.rules.language.selectors import Selectors
from hexwar.rules.movement.limits import UnitsOfPhase
from hexwar.rules.retreat.section import Retreat
from hexwar.rules.stacking.rules import are_of_one, groups_apart, of_each
from hexwar.rules.terrain.rules import TerrainRules
from hexwar.rules.units.rules import Forces, Strength
from hexwar.rules.values import UnitValues
from hexwar.rules.zones_of_control.rules import ZoneRules

if TYPE_CHECKING:
    from hexwar.rules.bombardment import BombardmentRules
    from hexwar.rules.markers.rules import MarkerRules
    from hexwar.rules.states.rules import StateRules

LISTED_GROUPS = 6
"""Up to this many groups around a target, every combination of them is listed."""


class CombatRules:
    """The combat section compiled: targets, attacking forces, refusals and the table."""

    def __init__(
        self,
        frame: Frame,
        section: Combat,
        forces: Forces,
        terrain: TerrainRules,
        zones: ZoneRules,
        values: UnitValues,
        odds: OddsRules,
        aiming: TargetRules,
        selectors: Selectors,
        conditions: Conditions,
        states: StateRules | None,
        guns: BombardmentRules | None,
        concerned: UnitsOfPhase,
        markers: MarkerRules | None,
        retreat: Retreat | None,
        faces: FaceRules,
        reach: AttackReach,
    ) -> None:
        self.section, self.cite = section, section.cite
        self.faces, self.reach = faces or None, reach
        self.board, self.forces = frame.board, forces
        self._states = states if states and states.bars("attack") else None
        self.guns, self.values, self.odds = guns, values, odds
        self._terrain, self._zones, self._concerned = terrain, zones, concerned
        self.within_zone = section.attackers.reach == "own_zone"
        rows = section.table.items()
        self.table = {(col, total): code for total, row in rows for col, code in enumerate(row)}
        self._rows = tuple(section.table)
        self.programs = programs_of(section, retreat, Layout(selectors, conditions))
        # In battles of some kinds the table may be another.
        ends = (section.below, section.above)
        self._table_takes_all = not section.kinds and "forbidden" not in ends
        # If the whole force may not attack, no part of it may: true except for a force too strong,
        # for effects that count only when all attackers cross a hexside, and for guns that may not
        # join others.
        self._strongest_decides = (
            not section.kinds
            and section.above != "forbidden"
            and not terrain.hexside_effects
            and (guns is None or guns.joins)
            and section.attackers.apart is None
        )
        self.nations = groups_apart(frame, section.attackers.apart, selectors)
        self._any_together = not (self.within_zone or self.nations or (guns and not guns.any_force))
        self._bars = barring(terrain, selectors)
        sections = frame.resolved.sections.values()
        self._bars_name_roles = bool(self._bars or markers) and names_roles(*sections)
        self._markers = markers if markers and markers.prohibit else None
        self.aiming = aiming
        self._open_ground = not (self.within_zone or self._bars or self._markers or aiming.bar)
        self.whole_hex, self.some = section.target == "hex", section.target == "some"
        self.chosen = self.some or section.target == "chosen"
        self.together = section.attackers.stacks == "required"
        self.most_attackers = section.attackers.most or len(forces.ids)
        if self.chosen and aiming.bar:
            self._any_together = False  # not against each of the units that may be chosen
        self._any_odds_may = self._table_takes_all and self._any_together
        # Then a single unit may always attack, where stacks need not do it together.
        self._anybody_may = self._any_odds_may and not self.together
        self.anybody_may_join = self._anybody_may and self.most_attackers >= len(forces.ids)
        self.refuse = SectionRefusals("combat", self.cite)

    def concerned_at(self, place: str) -> bool:
        """Whether attackers choose which units of a hex they attack."""
        return self.chosen

    @property
    def each_to_each(self) -> bool:
        """Whether each attacker of several hexes must be next to all of them."""
        return self.section.battle.adjacent == "each_to_each"

    def result(self, code: str) -> CombatResult:
        """What a code does: one of the table, or a throw of dice with symbols."""
        plain = code.removeprefix(BACK)
        return self.faces.result(plain) if self.faces else self.section.results[plain]

    def program(self, code: str) -> tuple[Effect, ...]:
        """What a code does as a program, laid out; of an attack whose target has left, what becomes
        of it.
        """
        plain = code.removeprefix(BACK)
        if self.faces is not None and plain not in self.programs:
            return self.faces.program(plain, back=plain != code)
        steps = self.programs[plain]
        return steps if plain == code else without_answers(steps)

    def dice(self, odds: Odds) -> int:
        """How many dice with symbols are thrown at these odds."""
        return int(self.section.columns[odds.column or 0])

    def code(self, column: int, total: int, roll: int = 0) -> str:
        """The result on the table; ``roll`` is what modifiers add to the total of the dice."""
        return self.table[column, self.row(total, roll)]

    def row(self, total: int, roll: int) -> int:
        """The total of the row that counts: so many rows further down, or the last one there is."""
        if not roll:
            return total
        rows = self._rows
        return rows[max(0, min(rows.index(total) + roll, len(rows) - 1))]

    # -- which units may attack which ------------------------------------------------------------

    def kind_asked(self, state: Position, attackers: Sequence[int], target: Target) -> str:
        """The kind of battle by whose rules it is asked whether units may attack a target, if that
        affects it; empty if these rules decide.
        """
        kinds = self.odds.kinds
        if not kinds.bounding:
            return ""
        kind = target.kind or kinds.of(state, attackers, target.defenders, target.cell)
        return kind if kind in kinds.bounding else ""

    def by_kind(self, state: Position, attackers: Sequence[int], target: Target) -> CombatRules:
        """The rules by which it is asked whether units may attack a target."""
        kind = self.kind_asked(state, attackers, target)
        return rules_of(state, kind)[CombatRules] if kind else self

    def _all_can_join(self, state: Position, force: Sequence[int], hexes: Sequence[int]) -> bool:
        """Whether all units of a force can attack hexes, with those that must come along."""
        if not all(self.can_join(state, unit, hexes) for unit in force):
            return False
        places = {state.cells[unit] for unit in force} if self.together else ()
        return not any(
            state.cells[mate] in places and mate not in force and self.can_join(state, mate, hexes)
            for mate in self.forces.of_side[self.forces.side[force[0]]]
        )

    def targets(self, state: Position, side: int) -> dict[int, Target]:
        """Every hex that ``side`` can attack now, in map order."""
        key = ("targets", side)
        targets_now: dict[int, Target] | None = state.near.get(key)
        if targets_now is None:
            hexes = self._exposed_hexes(state, side)
            targets = [(cell, self.target(state, side, cell)) for cell in hexes]
            targets_now = state.near[key] = {cell: target for cell, target in targets if target}
        return targets_now

    def target_cells(self, state: Position, side: int) -> list[int]:
        """The hexes of :meth:`targets`, without looking closer at any where that is not needed."""
        key = ("target_cells", side)
        cells: list[int] | None = state.near.get(key)
        if cells is None:
            # Then each enemy hex in front of a unit is a target, if any unit in it may still be
            # attacked.
            if self._anybody_may and self._open_ground:
                hexes = self._exposed_hexes(state, side)
                some = state.memory[FOUGHT].attacked
                cells = [c for c in hexes if self.defenders(state, c)] if some else hexes
            else:
                cells = list(self.targets(state, side))
            state.near[key] = cells
        return cells

    def any_target(self, state: Position, side: int) -> bool:
        """Whether ``side`` can attack any hex now: no more are looked at than it takes to know."""
        if self._anybody_may and self._open_ground:
            return bool(self.target_cells(state, side))
        return any(self.target(state, side, cell) for cell in self._exposed_hexes(state, side))

    def _exposed_hexes(self, state: Position, side: int) -> list[int]:
        """Enemy hexes that a unit which has not attacked is next to, or reaches; in map order."""
        board, guns = self.board, self.guns
        if self.reach.singly:
            done, exposed = self._units_done(state), 0
            for unit in self.forces.of_side[side]:
                if not done >> unit & 1:
                    exposed |= self.reach.of(state, unit)
            return board.in_map_order(exposed & state.enemies_of(side))
        front = state.beside_enemies(side) & state.occupied[side]
        if not front and guns is None:
            return []
        enemies = state.enemies_of(side)
        fought = self._units_done(state)
        # Masks of hexes do not say which of several units there has attacked: so ask unit by unit.
        within_zone = self.within_zone and not self.odds.kinds.bounding
        if fought or within_zone:
            front, bit, cells = 0, board.bit, state.cells
            for unit in self.forces.of_side[side]:
                if not fought >> unit & 1 and (not within_zone or self.takes_part(state, unit)):
                    front |= bit[cells[unit]]
        exposed = board.expand(front) & enemies
        return board.in_map_order(exposed | guns.hexes(state, side, fought) if guns else exposed)

    def _units_done(self, state: Position) -> int:
        """The mask of the units that do not attack in this phase, or not again."""
        done = state.memory[FOUGHT].fought | self._concerned.outside(state)
        return done | self._states.barred(state, "attack") if self._states else done

    def why_barred(self, state: Position, unit: int) -> Violation | None:
        """Whether the phase is not for a unit, or which of its states forbids it to attack."""
        if self._concerned.outside(state) >> unit & 1:
            why = self._concerned.why_outside(state, unit)
            text = f"{self.forces.ids[unit]} does not attack in this phase{why}"
            return self.refuse("own_phase", text)
        return self._states.why_not(state, unit, "attack") if self._states else None

    def target(self, state: Position, side: int, cell: int) -> Target | None:
        """An enemy hex as a target of ``side``; ``None`` when it cannot be attacked now."""
        key = ("target", side, cell)
        target: Target | None = state.near.get(key)
        if target is None:
            # An answer of ``None`` is not kept, as the question is rarely asked again.
            target = self._target_now(state, side, cell)
            if target is not None:
                state.near[key] = target
        return target

    def _target_now(self, state: Position, side: int, cell: int) -> Target | None:
        """What :meth:`target` answers with, worked out: the defenders, the units near enough, and
        whether any of them may attack.
        """
        defenders = self.defenders(state, cell)
        if not defenders:
            return None
        near = self.reach.units(state, side, cell, self._units_done(state))
        if self.odds.kinds.bounding:
            # Units that these rules keep out may attack in a battle of some kind: each force is
            # asked by the rules of its own kind.
            kinds = [kind for kind in self.odds.kinds.bounding if kind != OVERRUN]
            rules = [self, *(rules_of(state, kind)[CombatRules] for kind in kinds)]
            near = [unit for unit in near if any(r.lets_in(state, unit, cell) for r in rules)]
            together = all(each.together for each in rules)
        else:
            if self.within_zone or not self._open_ground:
                near = [unit for unit in near if self.lets_in(state, unit, cell)]
            together = self.together
        groups: tuple[Group, ...] = tuple([(unit,) for unit in near])
        if together:
            # Units of a stack that must attack together attack once: the rest of a stack of which
            # some have attacked cannot.
            fought, cells = state.memory[FOUGHT].fought, state.cells
            spent = {cells[unit] for unit in bits(fought)}
            by_hex: dict[int, list[int]] = {}
            for unit in near:
                by_hex.setdefault(cells[unit], []).append(unit)
            groups = tuple(tuple(mates) for at, mates in by_hex.items() if at not in spent)
        if not groups:
            return None
        if self._anybody_may or self._allowed_at_all(state, groups, defenders, cell):
            return Target(cell, defenders, groups)
        return None

    def lets_in(self, state: Position, unit: int, cell: int) -> bool:
        """Whether a unit in reach of an enemy hex takes part in attacks on it."""
        near = self.within_zone and self.reach.is_near(state, unit, cell)
        if near and not self.takes_part(state, unit):
            return False
        return self._open_ground or self._may_cross(state, unit, cell)

    def defenders(self, state: Position, cell: int) -> tuple[int, ...]:
        """The units that an attack on the hex would be against; none if it may not be attacked."""
        here, attacked = state.standing(cell), state.memory[FOUGHT].attacked
        if self.reach.close:
            here = self.reach.everybody(state, cell)
        if attacked:
            here = still_open(here, attacked, self.section)
        return here if self.whole_hex or self.chosen else here[:1]

    def _allowed_at_all(
        self, state: Position, groups: tuple[Group, ...], defenders: tuple[int, ...], cell: int
    ) -> bool:
        """Whether any force made of these groups may attack."""
        everyone = [unit for group in groups for unit in group]
        target = Target(cell, defenders, groups)
        if self._strongest_decides and len(everyone) <= self.most_attackers:
            if not self._any_together and not self._may_together(state, everyone, (cell,)):
                return False
            if self._table_takes_all:
                return True
            return self.at_best(state, everyone, target).column is not None
        forces = self._imaginable(state, target)
        return any(force and self.may_attack(state, force, target) for force in forces)

    def takes_part(self, state: Position, unit: int) -> bool:
        """Whether a unit attacks at all, by itself or with others.

        Where units attack into their own zones, one with a strength but no zone does not attack.
        """
        if not self.within_zone or self._zones.exerts(state, unit):
            return True
        return self.values.unmodified_attack(state, unit) == 0

    def _may_together(self, state: Position, units: Sequence[int], hexes: Sequence[int]) -> bool:
        """Whether units, each of which could take part in an attack on hexes, may make one
        together.
        """
        if self.nations and not are_of_one(state, self.nations, units):
            return False
        if self.guns is not None:
            for cell in hexes:
                able = self.those_at(state, units, cell)
                if not self.guns.may_attack_together(state, able, cell):
                    return False
        return not self.within_zone or self.led(state, units, hexes)

    def those_at(self, state: Position, units: Sequence[int], cell: int) -> Sequence[int]:
        """Those of some attackers that attack a hex, one of those that they attack together."""
        return [unit for unit in units if self.reached(state, unit, (cell,))]

    def led(self, state: Position, units: Sequence[int], hexes: Sequence[int]) -> bool:
        """Whether each hex that any of these units is beside is in the zone of control of at least
        one of them.
        """
        for cell in hexes:
            beside = self.board.adjacent[cell]
            near = [unit for unit in units if beside >> state.cells[unit] & 1]
            if near and not any(self._zones.zone_of(state, unit) >> cell & 1 for unit in near):
                return False
        return True

    def _may_cross(self, state: Position, unit: int, cell: int) -> bool:
        """Whether terrain lets a unit attack from where it stands into a hex."""
        origin = state.cells[unit]
        beside = self.board.adjacent[cell] >> origin & 1
        if self.within_zone and beside and not self._zones.around(unit, origin) >> cell & 1:
            return False
        if self.aiming.bar and self._kept_out(state, unit, cell) is not None:
            return False
        if not (self._bars or self._markers):
            return True

        def is_barred(state: Position) -> bool:
            if self._markers and self._markers.bar_attack(state, unit, cell):
                return True
            effects = (
                *self._terrain.hexside_effects.get((origin, cell), ()),
                *self._terrain.effects.get(cell, ()),
            )
            bars = [effect for effect in effects if effect.operation == "prohibit"]
            return any(self._bars[effect](state, unit) for effect in bars)

        if not self._bars_name_roles:
            return not is_barred(state)
        return not in_battle(state, (unit,), self.defenders(state, cell), is_barred)

    def _kept_out(self, state: Position, unit: int, cell: int) -> Line | None:
        """The modifier that keeps a unit out of any attack on a hex, if one does."""
        defenders = self.defenders(state, cell)
        if not self.chosen:
            return self.aiming.kept_out(state, unit, defenders, cell)
        bars = [self.aiming.kept_out(state, unit, (defender,), cell) for defender in defenders]
        return bars[0] if bars and all(bars) else None

    def forces_for(self, state: Position, target: Target) -> list[Group]:
        """Legal attacking forces against a target, smaller ones first.

        Every combination of groups while there are at most 64; beyond that the whole force, each
        group and each stack alone, and for each column the smallest force that reaches it, or
        against a stack that is not seen whole the strongest two, three and so on (any other force
        is legal as well, and ``explain`` knows).
        """
        forces = self._imaginable(state, target)
        allowed = [force for force in forces if force and self.may_attack(state, force, target)]
        return sorted(allowed, key=lambda force: (len(force), force))

    def _imaginable(self, state: Position, target: Target) -> Iterable[Group]:
        """The forces of which :meth:`forces_for` lists those that may attack: one may be empty.

        Where there are too many, those that matter, nation by nation.
        """
        groups = target.groups
        if len(groups) <= LISTED_GROUPS:
            chosen = product((True, False), repeat=len(groups))
            return (force_of(compress(groups, taken)) for taken in chosen)

        def strength(group: Group) -> Strength:
            return self.odds.reckon(state, group, target.defenders, target.cell).attacker

        def column(force: Group) -> int | None:
            return self.column(state, force, target)

        hidden = state.hidden(self.forces.side[groups[0][0]])
        # Which force is the first to reach a column would give away what the stack hides.
        hides = any(hidden >> unit & 1 for unit in target.defenders)
        reach = None if hides else column
        few: set[Group] = set()
        for of_nation in of_each(state, self.nations, groups):
            few |= few_forces(of_nation, state.cells, strength, reach)
        return few

    def may_attack(self, state: Position, force: Sequence[int], target: Target) -> bool:
        """Whether a force made of the target's groups may attack it: cheaper than the column."""
        if self._any_odds_may and not target.also:
            return len(force) <= self.most_attackers
        return self.column(state, force, target) is not None

    def column(self, state: Position, force: Sequence[int], target: Target) -> int | None:
        """Index of the column that a force reaches; ``None`` when it may not attack at all."""
        if self.odds.kinds.bounding:
            rules = self.by_kind(state, force, target)
            if not rules._all_can_join(state, force, target.hexes):
                return None
            if rules is not self:
                return rules.column(state, force, target)
        if len(force) > self.most_attackers:
            return None
        if not self._any_together and not self._may_together(state, force, target.hexes):
            return None
        if target.also and self.reach.apart(state, force, target.hexes):
            return None
        if self.chosen and self.aiming.bar and not self.aiming.aims(state, force, target):
            return None
        return self.at_best(state, force, target).column

    def at_best(self, state: Position, force: Sequence[int], target: Target) -> Odds:
        """The odds of a force against those units of a target that it would do best to attack."""
        odds = self.reckon(state, force, target)
        if not self.chosen or len(target.defenders) == 1 or target.kind:
            return odds
        # An attack that may be on some of them may be on all, if the table has a column for that.
        if self.some and odds.column is not None:
            return odds
        aim = self.aiming.best_aim(state, force, target)
        return self.aiming.against(state, force, target, aim)

    def reckon(
        self,
        state: Position,
        force: Sequence[int],
        target: Target,
        committed: Committed = NOTHING_COMMITTED,
    ) -> Odds:
        """The odds of a force against all defenders, with what is committed to the battle."""
        cell, defenders, _, also, kind = target
        return self.odds.reckon(
            state, force, defenders, cell, committed=committed, also=also, kind=kind
        )

    def can_join(self, state: Position, unit: int, hexes: Sequence[int]) -> bool:
        """Whether a unit stands where it may attack these hexes, and no state forbids it."""
        near = self.reached(state, unit, hexes)
        return (
            self.why_barred(state, unit) is None
            and len(near) >= (len(hexes) if self.each_to_each else 1)
            and all(self.why_not_into(state, unit, cell) is None for cell in near)
        )

    def reached(self, state: Position, unit: int, hexes: Sequence[int]) -> list[int]:
        """Of some hexes those that a unit attacks from where it stands."""
        around = self.reach.of(state, unit)
        return [cell for cell in hexes if around >> cell & 1]

    # -- refusals ----------------------------------------------------------------------------------

    def why_not_into(self, state: Position, unit: int, cell: int) -> Violation | None:
        """Why a unit may not attack a hex from where it stands; ``None`` if it may."""
        refused = self.reach.why_not(state, unit, cell)
        if refused is not None:
            return refused
        if self.guns is not None and not self.reach.is_near(state, unit, cell):
            refused = self.guns.why_not(state, unit, cell)
            if refused is not None:
                return refused
        elif self.within_zone and not self.takes_part(state, unit):
            text = f"{self.forces.ids[unit]} has no zone of control to attack into."
            return self.refuse("zone", text)
        if self._may_cross(state, unit, cell):
            return None
        line = self._kept_out(state, unit, cell)
        if line is not None:
            name, number = self.forces.ids[unit], self.board.number[cell]
            text = f"{name} may not attack {number}: {line.title}."
            return Violation(line.rule, text, "combat.prohibited")
        return self.forbidden(unit, cell)

    def forbidden(self, unit: int, cell: int) -> Violation:
        """Why a unit may not attack a hex: terrain there, or the hexside in between, forbids it."""
        rule = self._terrain.cite.get("combat", "")
        message = f"{self.forces.ids[unit]} may not attack {self.board.number[cell]}"
        return Violation(rule, f"{message}: the terrain forbids it.", "terrain.combat")
