"""Where attacking is mandatory: who should attack what, so that all who must do, at the best odds.

Units that stand next to each other's targets share them out: from a first distribution one unit
after the other is given to another target while that promises more.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from hexwar.engine.position import bits
from hexwar.players.campaign.assault import Assault, Assaults, joint_assaults
from hexwar.players.campaign.assessment import Assessment
from hexwar.rules.combat.obligations import MandatoryRules
from hexwar.rules.combat.targets import Target

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
        given: dict[int, int] = {}
        for _ in range(ROUNDS):
            changes = [self._improve(unit, forces, given) for unit in sorted(self._open)]
            if not any(changes):
                break
        assaults = [
            Assault(
                cell, tuple((u, self._cells[u]) for u in sorted(force)), self._gain(cell, force)
            )
            for cell, force in forces.items()
            if force
        ]
        return sorted(assaults, key=lambda assault: -assault.gain)

    def missed(self, attacks: Sequence[Assault]) -> set[int]:
        """The hexes that must be attacked and are in none of these attacks."""
        return self._must_be - {attack.target for attack in attacks}

    def _improve(self, unit: int, forces: dict[int, frozenset[int]], given: dict[int, int]) -> bool:
        """Give a unit to the target where it promises most; whether that changed anything."""
        stood = given.pop(unit, 0)
        if stood:
            forces[stood] -= {unit}
        excused = any(self._must.get(unit, 0) >> other & 1 for other in given)
        worth = {0: -UNMET if unit in self._must and not excused else 0.0}
        for cell in self._open[unit]:
            worth[cell] = self._value(cell, forces[cell] | {unit}) - self._value(cell, forces[cell])
        # Of equals where it stood, so that the distribution settles.
        goal = max(worth, key=lambda cell: (worth[cell], cell == stood))
        if goal:
            forces[goal] |= {unit}
            given[unit] = goal
        return goal != stood

    def _value(self, cell: int, force: frozenset[int]) -> float:
        if not force:
            return -UNMET if cell in self._must_be else 0.0
        return self._gain(cell, force)

    def _gain(self, cell: int, force: frozenset[int]) -> float:
        gain = self._known.get((cell, force))
        if gain is None:
            where = [(unit, self._cells[unit]) for unit in sorted(force)]
            strength = sum(self._assaults.strength(unit, at, cell) for unit, at in where)
            gain = self._known[cell, force] = self._assaults.gain(cell, strength, where)
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
    """What contact costs where whoever stands in an enemy zone must attack.

    ``binds``: whether this is such a game; in any other it costs nothing.
    """

    def __init__(self, assessment: Assessment, assaults: Assaults) -> None:
        combat = assessment.tables.combat
        mandatory = combat.section.mandatory if combat is not None else None
        self.binds = mandatory is not None and mandatory.attack is not None
        self._assessment = assessment
        self._assaults = assaults
        self._board = assessment.tables.rules.frame.board

    def price(self, unit: int, cell: int, gained: float = 0.0) -> float:
        """What the attack is worth that a unit, not counted where it is, would have to make or join
        from a hex, with those who stand there now; 0 where it is worth making, or none is owed.

        ``gained``: what the hex is worth to the unit. Who is thrown back by the attack loses it.
        """
        assessment = self._assessment
        if not (self.binds and assessment.attack[unit] and assessment.zone >> cell & 1):
            return 0.0
        targets = self._board.cells(self._board.adjacent[cell] & assessment.foe_hexes)
        return min(
            0.0, max([self._adds(unit, cell, target, gained) for target in targets], default=0.0)
        )

    def owed(self, target: int, bound: Iterable[int]) -> float:
        """What an attack is worth that units which stay where they are must make anyway."""
        near = [u for u in bound if self._board.adjacent[target] >> self._assessment.cells[u] & 1]
        return min(0.0, self._gain(target, self._placed(near))) if self.binds and near else 0.0

    def _adds(self, unit: int, cell: int, target: int, gained: float) -> float:
        around, cells = self._board.adjacent[target], self._assessment.cells
        others = self._placed([u for u in self._assessment.mine if around >> cells[u] & 1])
        alone, force = self._gain(target, others) if others else 0.0, [*others, (unit, cell)]
        driven = self._assaults.driven_off(target, self._strength(target, force), force)
        return self._gain(target, force) - alone - driven * max(0.0, gained)

    def _placed(self, units: Iterable[int]) -> list[tuple[int, int]]:
        assessment = self._assessment
        return [(u, assessment.cells[u]) for u in units if assessment.attack[u]]

    def _gain(self, target: int, force: list[tuple[int, int]]) -> float:
        return self._assaults.gain(target, self._strength(target, force), force)

    def _strength(self, target: int, force: list[tuple[int, int]]) -> float:
        return sum(self._assaults.strength(u, at, target) for u, at in force)
