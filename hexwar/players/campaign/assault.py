"""What an attack promises, and which units should make it; on several hexes too.

A battle is worth what its results take from the enemy, with the hex if he is lost or driven out of
it, less what they cost: both by the chances of the column that strengths reach. Forces are put
together unit by unit, the strongest for its price first, and thinned again. Results are not carried
out on copies, as in ``patrol``: what they take is read in the tables of the game. A unit's *price*
is what it gives up by coming to where it attacks from.

First what a given attack promises (:meth:`Assaults.gain`), then how a force is put together
(:meth:`Assaults.best_force`), then attacks on several hexes at once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from hexwar.players.campaign.assessment import Assessment
from hexwar.players.campaign.tables import ALL, ExpectedResult, GameTables
from hexwar.rules.bombardment import BombardmentRules
from hexwar.rules.combat.attacks import SeveralRules
from hexwar.rules.combat.commitments import CommitmentRules
from hexwar.rules.combat.in_force import NOTHING_COMMITTED, Committed
from hexwar.rules.combat.rules import CombatRules
from hexwar.rules.combat.task import CombatPhase
from hexwar.rules.melee.rules import MeleeRules
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.retreat.rules import RetreatRules
from hexwar.rules.stacking.rules import StackingRules
from hexwar.rules.state import State
from hexwar.rules.units.rules import Forces

RETREATING = 0.1
"""The part of a unit's worth that one hex of retreat costs it."""

SPARED = 5e-4
"""What it is worth that one attacker less is needed: it is free for something else."""

WORTH_OF_STRENGTH = 0.01
"""What a point of strength is taken to be worth, in parts of a victory, where it has a price."""

MOST_FORCE = 9
"""More attackers than this are not looked for."""


@dataclass(frozen=True, slots=True)
class Assault:
    """An attack on a hex by units, each from a cell, and what it promises; ``also``: further hexes
    that are attacked in the same battle.
    """

    target: int
    force: tuple[tuple[int, int], ...]
    gain: float
    also: tuple[int, ...] = ()

    @property
    def units(self) -> tuple[int, ...]:
        """The attackers."""
        return tuple(sorted(unit for unit, _ in self.force))


class Candidate(NamedTuple):
    """A unit that could join an attack from a cell, how strong it would be there (``power``) and
    what coming there would cost, in parts of a victory (``price``).
    """

    power: float
    unit: int
    cell: int
    price: float


class Defence(NamedTuple):
    """The defenders of a hex, their strength and steps, and what it is worth to have the hex."""

    units: list[int]
    strength: float
    steps: int
    prize: float

    def with_another(self, other: Defence) -> Defence:
        """That of two hexes together."""
        return Defence(
            [*self.units, *other.units],
            self.strength,
            self.steps + other.steps,
            self.prize + other.prize,
        )


class Reckoning(NamedTuple):
    """Which column of whose table an attack is resolved on (None where the rules forbid it), what
    is added to the die, and the state as it is while battles of this kind are fought.
    """

    tables: GameTables
    state: State
    column: int | None
    roll: int


class Assaults:
    """The attacks of one side in one assessment; of ``overruns`` each is on a whole hex."""

    def __init__(self, assessment: Assessment, *, overruns: bool = False) -> None:
        self._assessment, self._minded = assessment, assessment.priorities
        rules = assessment.tables.rules
        self._rules = rules
        self._zones = rules[MovementRules].zones
        combat = assessment.tables.combat
        self._combat = combat
        self._within_zone = combat is not None and combat.within_zone
        self._most = combat.most_attackers if combat else 0
        self._overruns = overruns
        # By a table of their own overruns may do something without any strength.
        kinds = combat.odds.kinds if combat is not None else None
        self.ram = overruns and kinds is not None and bool(kinds.of_overrun())
        self._aims = assessment.tables.aims and not overruns
        self._guns = rules.find(BombardmentRules)
        self._melee = rules.find(MeleeRules)
        self._limit = rules[StackingRules].limits[assessment.side]
        self._convertible = rules[RetreatRules].convertible
        self._committed = self._to_be_committed()
        self._columns: dict[Hashable, Reckoning] = {}
        # Masks, each with ``changes`` of the assessment when it was made.
        self._shut: tuple[int, int] = (-1, 0)
        self._ours: tuple[int, int] = (-1, 0)
        self._defended: dict[int, Defence] = {}
        self._aimed_at: dict[int, list[Defence]] = {}

    def _to_be_committed(self) -> Committed:
        """What will probably be paid for in the next battle: what both sides can afford.

        Nothing while units move: the points would be counted for every attack that is prepared.
        """
        rules, state = self._rules.find(CommitmentRules), self._assessment.state
        if rules is None or state.frame.phase_kinds[state.phase_index] != CombatPhase.kind:
            return NOTHING_COMMITTED
        return rules.affordable(state, self._assessment.side)

    # -- what a battle is worth -------------------------------------------------------------------

    def _defence(self, target: int) -> Defence:
        """The defenders of a hex and what there is to be won; looked up once in an assessment."""
        defence = self._defended.get(target)
        if defence is None:
            assessment, tables = self._assessment, self._assessment.tables
            units = [u for u in assessment.foes if assessment.state.cells[u] == target]
            strength = sum(
                assessment.defense[u] * tables.cover(assessment.state, u, target) for u in units
            )
            steps = sum(self._rules[Forces].steps_left(assessment.state, u) for u in units)
            prize = 0.0
            if target in tables.field.weight:
                # What it is worth that the unit that can best hold it stands there, not the enemy.
                strongest = sorted(assessment.mine, key=lambda u: -assessment.defense[u])[:1]
                prize = max(0.0, assessment.holding(target, strongest)) * self._minded.prize
            defence = self._defended[target] = Defence(units, strength, steps, prize)
        return defence

    def _single(self, target: int) -> list[Defence]:
        """Where an attack is on one unit of a hex, each of its defenders; of those that are alike
        one. The hex is won with the last of them.
        """
        single = self._aimed_at.get(target)
        if single is None:
            assessment, state = self._assessment, self._assessment.state
            tables, forces, whole = assessment.tables, self._rules[Forces], self._defence(target)
            alike: dict[Hashable, Defence] = {}
            for unit in whole.units:
                marks = tuple(name for name, units in state.marks.items() if units >> unit & 1)
                key = (tables.kind[unit], state.lost[unit], assessment.worth[unit], marks)
                strength = assessment.defense[unit] * tables.cover(state, unit, target)
                prize = whole.prize if len(whole.units) == 1 else 0.0
                alike[key] = Defence([unit], strength, forces.steps_left(state, unit), prize)
            single = self._aimed_at[target] = list(alike.values())
        return single

    def gain(
        self,
        target: int,
        strength: float,
        force: Sequence[tuple[int, int]],
        also: Sequence[int] = (),
    ) -> float:
        """Parts of a victory that an attack by units, each from a cell, promises; ``also``: further
        hexes that are attacked in the same battle.
        """
        if self._aims and not also:
            return max(
                (self._gain(target, strength, force, aim) for aim in self._single(target)),
                default=-1.0,
            )
        defence = self._defence(target)
        for cell in also:
            defence = defence.with_another(self._defence(cell))
        return self._gain(target, strength, force, defence, also)

    def _gain(
        self,
        target: int,
        strength: float,
        force: Sequence[tuple[int, int]],
        defence: Defence,
        also: Sequence[int] = (),
    ) -> float:
        """What an attack on these defenders promises."""
        assessment, (defenders, _, steps, prize) = self._assessment, defence
        tables, state, column, roll = self._reckoned(target, strength, force, defence, also)
        if column is None:  # the rules forbid it: worse than any attack that they allow
            return -1.0
        guns = self._guns
        units = [unit for unit, cell in force if not (guns and guns.spares(cell, target))]
        theirs = sum(assessment.worth[u] for u in defenders) * assessment.price
        ours = sum(assessment.worth[u] for u in units) * assessment.price
        own_steps = sum(self._rules[Forces].steps_left(assessment.state, u) for u in units)
        stuck = self._stuck(units, force)
        trapped = all(self._trapped(cell) for cell in (target, *also))
        expected = 0.0
        for result in tables.results_of(state, column, roll, units, defenders, target):
            expected += result.chance * (
                self._won(result, theirs, steps, prize, trapped=trapped)
                - self._minded.spared * self._paid(result, ours, own_steps, stuck)
            )
        return expected

    def driven_off(self, target: int, strength: float, force: Sequence[tuple[int, int]]) -> float:
        """The chance that the attackers, each from a cell, are thrown back or lost."""
        defence = self._defence(target)
        if self._aims:
            defence = max(
                self._single(target),
                key=lambda aim: self._gain(target, strength, force, aim),
                default=defence,
            )
        tables, state, column, roll = self._reckoned(target, strength, force, defence)
        if column is None:
            return 1.0
        units = [unit for unit, _ in force]
        results = tables.results_of(state, column, roll, units, defence.units, target)
        return sum(
            result.chance for result in results if result.own_hexes or result.own_lost == ALL
        )

    def _reckoned(
        self,
        target: int,
        strength: float,
        force: Sequence[tuple[int, int]],
        defence: Defence,
        also: Sequence[int] = (),
    ) -> Reckoning:
        """The column of an attack by units, each from a cell, and what is added to the die.

        Where the game has battle modifiers that depend on the units, or kinds of battle, and where
        several hexes are attacked, the rules reckon it.
        """
        assessment, tables, combat = self._assessment, self._assessment.tables, self._combat
        if combat is None or not (combat.section.modifiers or also or combat.odds.kinds):
            shift, roll = tables.moved(assessment.state, target)
            column = tables.column_against(
                assessment.state, strength, defence.units, defence.strength, shift
            )
            return Reckoning(tables, assessment.state, column, roll)
        # The rules are asked once for each force: nothing else in an assessment changes the answer.
        key = (target, *force, *also, *defence.units)
        reckoning = self._columns.get(key)
        if reckoning is None:
            reckoning = self._columns[key] = self._by_the_rules(
                combat, target, force, defence.units, also
            )
        return reckoning

    def _by_the_rules(
        self,
        combat: CombatRules,
        target: int,
        force: Sequence[tuple[int, int]],
        defenders: Sequence[int],
        also: Sequence[int],
    ) -> Reckoning:
        """What :meth:`_reckoned` answers with, reckoned by the rules with each unit in its cell."""
        assessment = self._assessment
        cells = assessment.state.cells[:]
        for unit, cell in force:
            cells[unit] = cell
        units = [unit for unit, _ in force]
        if self._aims and not also:
            aiming = combat.aiming
            if any(aiming.kept_out(assessment.state, unit, defenders, target) for unit in units):
                return Reckoning(assessment.tables, assessment.state, None, 0)
        kinds = combat.odds.kinds
        kind = kinds.of_overrun() if self._overruns else ""
        kind = kind or kinds.of(assessment.state, units, defenders, target)
        odds = combat.odds.reckon(
            assessment.state, units, defenders, target, cells, self._committed, also, kind
        )
        # A kind of battle is fought under a patch of its own, which may have another table.
        tables, state = assessment.fought_as(kind)
        phase = "movement" if self._overruns else "combat"
        column = tables.resolved(state, odds, defenders, phase)
        if column is not None and tables.combat is not None:
            column = min(column, len(tables.combat.section.columns) - 1)
        return Reckoning(tables, state, column, odds.roll)

    def _won(
        self, result: ExpectedResult, theirs: float, steps: int, prize: float, *, trapped: bool
    ) -> float:
        """What a result brings: units of the enemy, worth ``theirs`` in all and with so many
        ``steps``, and the ``prize`` of their hex; ``trapped``: a unit that has to retreat is lost.
        """
        lost = result.lost + (result.hexes if trapped else 0)
        if lost >= steps:
            return theirs + prize
        won = theirs * lost / steps
        if result.hexes and not trapped:
            by_retreat = RETREATING * result.hexes * theirs * (1 - lost / steps) + prize
            by_losses = theirs * min(1.0, result.hexes / steps)
            # Defenders that may take a retreat as losses instead will choose what costs less.
            won += min(by_retreat, by_losses) if self._convertible else by_retreat
        return won

    def _paid(self, result: ExpectedResult, ours: float, steps: int, stuck: float) -> float:
        """What a result costs of our units, worth ``ours`` in all and with so many ``steps``;
        ``stuck``: the part of them that could not retreat.
        """
        lost = ours * min(1.0, result.own_lost / steps) if steps else 0.0
        retreating = min(1.0, (RETREATING + stuck) * result.own_hexes)
        return lost + retreating * (ours - lost)

    def _stuck(self, units: list[int], force: Sequence[tuple[int, int]]) -> float:
        """The part of the units of a force, by worth, that would have nowhere to retreat to."""
        assessment, board = self._assessment, self._rules.frame.board
        if self._shut[0] != assessment.changes:
            # Kept until a unit is put elsewhere: every attack that is weighed asks for it.
            shut = assessment.foe_hexes | assessment.zone | ~board.on_map
            for cell, friends in assessment.stack.items():
                if len(friends) >= self._limit:
                    shut |= board.bit[cell]
            self._shut = assessment.changes, shut
        shut, cells = self._shut[1], dict(force)
        caught = [u for u in units if not board.adjacent[cells[u]] & ~shut]
        worth_of_all = sum(assessment.worth[u] for u in units)
        return sum(assessment.worth[u] for u in caught) / worth_of_all if worth_of_all else 0.0

    def _trapped(self, target: int) -> bool:
        """Whether the defenders have nowhere to retreat to but into our zones."""
        assessment = self._assessment
        board = self._rules.frame.board
        if self._ours[0] != assessment.changes:
            zones = 0
            for unit in assessment.mine:
                if assessment.cells[unit] and self._zones.exerts(assessment.state, unit):
                    zones |= self._zones.around(unit, assessment.cells[unit])
            for cell, units in assessment.stack.items():
                zones |= board.bit[cell] if units else 0
            self._ours = assessment.changes, zones
        return not board.adjacent[target] & ~self._ours[1]

    # -- forces -----------------------------------------------------------------------------------

    def strength(self, unit: int, origin: int, target: int) -> float:
        """A unit's strength in an attack from one hex into another."""
        assessment = self._assessment
        return assessment.attack[unit] * assessment.tables.hitting(
            assessment.state, unit, origin, target
        )

    def may_attack(self, unit: int, origin: int, target: int) -> bool:
        """Whether a unit could take part in an attack from one hex into another."""
        if self._melee is not None or not self._is_beside(origin, target):
            return bool(self.cells(unit, target) >> origin & 1)
        if self._combat is not None and not self._combat.takes_part(self._assessment.state, unit):
            return False
        return not self._within_zone or bool(self._zones.around(unit, origin) >> target & 1)

    def _is_beside(self, origin: int, target: int) -> bool:
        """Whether two hexes are neighbours: else a unit attacking one from the other is a gun."""
        return bool(self._rules.frame.board.adjacent[origin] >> target & 1)

    def cells(self, unit: int, target: int) -> int:
        """Mask of the hexes from which a unit could take part in an attack: those beside the
        target, where it has a range more, and in a game of melees the target itself.
        """
        around = self._rules.frame.board.adjacent[target]
        if self._melee is not None:
            state, side = self._assessment.state, self._assessment.side
            around = self._melee.attacked_from(state, side, target) | 1 << target
        if self._guns is None:
            return around
        return around | self._guns.places(self._assessment.state, unit, target)

    def best_force(
        self,
        target: int,
        candidates: Iterable[tuple[int, int, float]],
        room: Callable[[list[tuple[int, int]], int], bool] | None = None,
        floor: float = 0.0,
    ) -> Assault | None:
        """The force with the best promise among (unit, cell, price of going there).

        Attackers are added one by one, the strongest for its price first, while there are any;
        the best force on the way is the answer, without units that add next to nothing to it.
        ``room`` says whether one more fits into a cell beside a force. ``None`` when no force
        promises more than ``floor``, over which its gain is.
        """
        pool = [
            Candidate(self.strength(unit, cell, target), unit, cell, price)
            for unit, cell, price in candidates
        ]
        pool = [candidate for candidate in pool if candidate.power > 0 or self.ram]
        # Equal candidates by number.
        pool.sort(key=lambda each: (each.price - each.power * WORTH_OF_STRENGTH, each.unit))

        def may_lead(each: Candidate) -> bool:
            # From afar a gun, where guns may attack alone; from beside the target any unit or,
            # where that is required, one that exerts a zone of control.
            if self._guns is not None and not self._is_beside(each.cell, target):
                return self._guns.alone
            return not self._within_zone or self._zones.exerts(self._assessment.state, each.unit)

        leader = next(filter(may_lead, pool), None)
        if leader is None:
            return None
        # The unit that leads the attack comes first, and no second time from another hex.
        order = [leader, *(each for each in pool if each.unit != leader.unit)]
        force: list[tuple[int, int]] = []
        strength = paid = 0.0
        best: Assault | None = None
        # Where guns may not join others all attack from beside the target, or none: as the leader.
        joins, leader_is_beside = self._guns is None or self._guns.joins, False
        for power, unit, cell, price in order:
            if len(force) >= min(self._most, MOST_FORCE) or any(unit == u for u, _ in force):
                continue
            if room is not None and not room(force, cell):
                continue
            if not joins and force and self._is_beside(cell, target) != leader_is_beside:
                continue
            if not force:
                leader_is_beside = self._is_beside(cell, target)
            force.append((unit, cell))
            strength += power
            paid += price
            gain = self.gain(target, strength, force) - paid - floor
            if gain > 0 and (best is None or gain > best.gain):
                best = Assault(target, tuple(force), gain)
        prices = {(each.unit, each.cell): each.price for each in pool}
        return None if best is None else self._thinned(best, prices, floor)

    def _thinned(
        self, assault: Assault, prices: Mapping[tuple[int, int], float], floor: float
    ) -> Assault:
        """An attack without the units that add next to nothing to it, the weakest first; its leader
        stays.
        """
        target, thinned = assault.target, assault
        power = {(unit, at): self.strength(unit, at, target) for unit, at in assault.force}
        for attacker in sorted(assault.force[1:], key=power.__getitem__):
            force = tuple(entry for entry in thinned.force if entry != attacker)
            paid = floor + sum(prices[entry] for entry in force)
            gain = self.gain(target, sum(power[entry] for entry in force), force) - paid
            if gain > 0 and gain >= thinned.gain - SPARED:
                thinned = Assault(target, force, gain)
        return thinned


def joint_assaults(assessment: Assessment, assaults: Assaults) -> list[Assault]:
    """The attacks on several hexes at once that the rules list, the best first; of those on the
    same hexes the best alone.
    """
    rules, state = assessment.tables.rules.find(SeveralRules), assessment.state
    if rules is None:
        return []
    best: dict[tuple[int, ...], Assault] = {}
    for target, units in rules.listed(state, assessment.side):
        force = tuple((unit, state.cells[unit]) for unit in units)
        strength = sum(assaults.strength(unit, at, target.cell) for unit, at in force)
        gain = assaults.gain(target.cell, strength, force, target.also)
        if target.hexes not in best or gain > best[target.hexes].gain:
            best[target.hexes] = Assault(target.cell, force, gain, target.also)
    return sorted(best.values(), key=lambda assault: -assault.gain)
