"""A combat phase: the attacks worth making, the best first.

Where attacking is mandatory the attacks are shared out so that all units that must attack do; else
one force is looked for against each hex, and attacks on several hexes at once are added that
promise more than these one by one. One attack at a time is made, and all is planned again after its
dice: what was promised may be done, or out of reach.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hexwar.engine import Action
from hexwar.engine.position import bits
from hexwar.players.battlefield import coming_to_nothing
from hexwar.players.campaign.assault import Assault, Assaults, joint_assaults
from hexwar.players.campaign.assessment import Assessment, CampaignPriorities, assessment_of
from hexwar.players.decider import Briefing, Decider
from hexwar.rules.combat.obligations import MandatoryRules
from hexwar.rules.combat.targets import Target

WORTHWHILE = 0.001
"""An attack that promises less than this is not made."""


class CampaignCombat(Decider[CampaignPriorities]):
    """Attacks while one is worth it."""

    def __init__(self, priorities: CampaignPriorities) -> None:
        super().__init__(priorities)
        self._phase = (0, 0)
        self._planned: list[Action] = []

    def wanted(self, briefing: Briefing) -> Iterator[Action]:
        """The attacks, then the end of the phase; with less than full effort those that were found
        when the phase began, as long as any of them can be made.
        """
        phase = (briefing.seen.turn, briefing.seen.phase_index)
        if briefing.effort.is_full or phase != self._phase or not self._planned:
            self._phase = phase
            self._planned = list(_attacks(assessment_of(briefing, self._priorities)))
        while self._planned:
            yield self._planned.pop(0)
        yield Action("done")


def _attacks(assessment: Assessment) -> Iterator[Action]:
    """The attacks worth making, the best first."""
    tables, seen = assessment.tables, assessment.state
    combat = tables.combat
    if combat is None:
        return
    targets = combat.targets(seen, assessment.side)
    ids, number = tables.rules.frame.unit_ids, tables.rules.frame.board.number
    for assault in obliged(assessment, targets) or _worthwhile(assessment, targets):
        names = tuple(ids[unit] for unit in assault.units)
        hexes = tuple(number[cell] for cell in (assault.target, *assault.also))
        yield Action("attack", names, hexes)


def _worthwhile(assessment: Assessment, targets: dict[int, Target]) -> list[Assault]:
    """The attacks that promise something, the best first."""
    assaults, cells = Assaults(assessment), assessment.state.cells
    single: list[Assault] = []
    nothing = coming_to_nothing(assessment.state, assessment.side)
    for target in targets.values():
        units = [u for group in target.groups for u in group if not nothing >> u & 1]
        best = assaults.best_force(target.cell, [(u, cells[u], 0.0) for u in units])
        if best is not None and best.gain > WORTHWHILE:
            single.append(best)
    single += [
        joint
        for joint in joint_assaults(assessment, assaults)
        if joint.gain > _apart(joint, single)
    ]
    return sorted(single, key=lambda assault: -assault.gain)


def _apart(joint: Assault, assaults: Sequence[Assault]) -> float:
    """What attacks on the same hexes promise one by one: all, or the best if units would be in
    several of them.
    """
    single = [assault for assault in assaults if assault.target in (joint.target, *joint.also)]
    units = [unit for assault in single for unit in assault.units]
    gains = [assault.gain for assault in single]
    # With no single attack there both lengths are 0, and the sum is nothing.
    best = sum(gains) if len(set(units)) == len(units) else max(gains)
    return max(WORTHWHILE, best)


COMBAT = {"combat": CampaignCombat}
"""By kind of decision, the deciders that choose attacks."""


# -- where attacking is mandatory: which unit attacks what, so that all that must attack do --------

# Units that stand next to each other's targets share them out: from a first distribution one unit
# after the other is given to another target while that promises more.


UNMET = 2.0
"""What an obligation that is left unmet counts: more than any battle can cost."""

ROUNDS = 6
"""How often all units are gone through at most; they have settled long before."""


class Distribution:
    """Which unit attacks which hex, of those that can be attacked now."""

    def __init__(self, assessment: Assessment, targets: dict[int, Target]) -> None:
        self._assaults = Assaults(assessment)
        self._cells = assessment.state.cells
        self._targets = targets
        mandatory = assessment.tables.rules[MandatoryRules]
        owed = mandatory.can_be_met(assessment.state)
        self._must = {
            unit: mandatory.together(assessment.state, unit) for unit in bits(owed.attack)
        }
        self._must_be = {
            cell
            for cell, target in targets.items()
            if any(owed.targets >> u & 1 for u in target.defenders)
        }
        self._open: dict[int, list[int]] = {}
        for cell, target in targets.items():
            for unit in {unit for group in target.groups for unit in group}:
                self._open.setdefault(unit, []).append(cell)
        self._known: dict[tuple[int, frozenset[int]], float] = {}

    @property
    def is_owed(self) -> bool:
        """Whether anybody must attack or be attacked."""
        return bool(self._must or self._must_be)

    def best(self) -> list[Assault]:
        """The attacks of the best distribution found, the best first."""
        forces: dict[int, frozenset[int]] = dict.fromkeys(self._targets, frozenset())
        target_of: dict[int, int] = {}
        for _ in range(ROUNDS):
            changes = [self._improve(unit, forces, target_of) for unit in sorted(self._open)]
            if not any(changes):
                break
        assaults = []
        for cell, force in forces.items():
            if force:
                attackers = tuple((unit, self._cells[unit]) for unit in sorted(force))
                assaults.append(Assault(cell, attackers, self._gain(cell, force)))
        return sorted(assaults, key=lambda assault: -assault.gain)

    def missed(self, attacks: Sequence[Assault]) -> set[int]:
        """The hexes that must be attacked and are in none of these attacks."""
        return self._must_be - {attack.target for attack in attacks}

    def _improve(
        self, unit: int, forces: dict[int, frozenset[int]], target_of: dict[int, int]
    ) -> bool:
        """Give a unit to the target where it promises most; whether that changed anything."""
        stood = target_of.pop(unit, 0)
        if stood:
            forces[stood] -= {unit}
        excused = any(self._must.get(unit, 0) >> other & 1 for other in target_of)
        worth = {0: -UNMET if unit in self._must and not excused else 0.0}
        for cell in self._open[unit]:
            worth[cell] = self._value(cell, forces[cell] | {unit}) - self._value(cell, forces[cell])
        # 0 is no target at all. Of equals where it stood, so that the distribution settles.
        goal = max(worth, key=lambda cell: (worth[cell], cell == stood))
        if goal:
            forces[goal] |= {unit}
            target_of[unit] = goal
        return goal != stood

    def _value(self, cell: int, force: frozenset[int]) -> float:
        """What an attack promises; without attackers, the price of an obligation left unmet."""
        if not force:
            return -UNMET if cell in self._must_be else 0.0
        return self._gain(cell, force)

    def _gain(self, cell: int, force: frozenset[int]) -> float:
        """What an attack on a cell by units where they stand promises; looked up once."""
        gain = self._known.get((cell, force))
        if gain is None:
            standing = [(unit, self._cells[unit]) for unit in sorted(force)]
            strength = sum(self._assaults.strength(unit, at, cell) for unit, at in standing)
            gain = self._known[cell, force] = self._assaults.gain(cell, strength, standing)
        return gain


def obliged(assessment: Assessment, targets: dict[int, Target]) -> list[Assault]:
    """The attacks to make where some must be made, the best first; none where nobody must.

    Before them those on several hexes at once, where one by one not all can be attacked that must.
    """
    distribution = Distribution(assessment, targets)
    if not distribution.is_owed:
        return []
    single = distribution.best()
    missed = distribution.missed(single)
    if not missed:
        return single
    joint = joint_assaults(assessment, Assaults(assessment))
    joint.sort(key=lambda attack: -len(missed.intersection((attack.target, *attack.also))))
    return [
        *(attack for attack in joint if missed.intersection((attack.target, *attack.also))),
        *single,
    ]


class Contact:
    """What contact costs where every unit in an enemy zone must attack.

    ``binds``: whether this is such a game; in any other it costs nothing.
    """

    def __init__(self, assessment: Assessment, assaults: Assaults) -> None:
        combat = assessment.tables.combat
        mandatory = combat.section.mandatory if combat is not None else None
        self.binds = mandatory is not None and mandatory.attack is not None
        self._assessment = assessment
        self._assaults = assaults
        self._board = assessment.tables.rules.frame.board
        # Kept until a unit is put elsewhere (``changes`` of the assessment): by unit, cell and
        # target what the unit adds to an attack, and by target who stands at it, with what they
        # promise.
        self._changes = -1
        self._joined: dict[tuple[int, int, int], float] = {}
        self._standing: dict[int, tuple[list[tuple[int, int]], float]] = {}

    def price(self, unit: int, cell: int, gained: float = 0.0) -> float:
        """What the attack is worth that a unit, not counted where it is, would have to make or join
        from a hex, with those that stand there now; 0 where it is worth making, or none is owed.

        ``gained``: what the hex is worth to the unit. A unit thrown back by the attack loses it.
        """
        assessment = self._assessment
        if not (self.binds and assessment.attack[unit] and assessment.zone >> cell & 1):
            return 0.0
        if self._changes != assessment.changes:
            self._changes, self._joined, self._standing = assessment.changes, {}, {}
        targets = self._board.cells(self._board.adjacent[cell] & assessment.foe_hexes)
        worths = [self._adds(unit, cell, target, gained) for target in targets]
        return min(0.0, max(worths, default=0.0))

    def owed(self, target: int, bound: Iterable[int]) -> float:
        """What an attack is worth that units which stay where they are must make anyway."""
        near = [u for u in bound if self._board.adjacent[target] >> self._assessment.cells[u] & 1]
        return min(0.0, self._gain(target, self._placed(near))) if self.binds and near else 0.0

    def _adds(self, unit: int, cell: int, target: int, gained: float) -> float:
        """What the attack on a hex is worth more if a unit joins those beside it from a cell."""
        if target not in self._standing:
            around, cells = self._board.adjacent[target], self._assessment.cells
            other_attackers = self._placed(
                [u for u in self._assessment.mine if around >> cells[u] & 1]
            )
            self._standing[target] = (
                other_attackers,
                self._gain(target, other_attackers) if other_attackers else 0.0,
            )
        other_attackers, without = self._standing[target]
        key, force = (unit, cell, target), [*other_attackers, (unit, cell)]
        adds = self._joined.get(key)
        if adds is None:
            adds = self._joined[key] = self._gain(target, force) - without
        if gained <= 0:
            return adds
        driven = self._assaults.driven_off(target, self._strength(target, force), force)
        return adds - driven * gained

    def _placed(self, units: Iterable[int]) -> list[tuple[int, int]]:
        """Those of some units that can attack, each with where it is."""
        assessment = self._assessment
        return [(u, assessment.cells[u]) for u in units if assessment.attack[u]]

    def _gain(self, target: int, force: list[tuple[int, int]]) -> float:
        return self._assaults.gain(target, self._strength(target, force), force)

    def _strength(self, target: int, force: list[tuple[int, int]]) -> float:
        return sum(self._assaults.strength(u, at, target) for u, at in force)
