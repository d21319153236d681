"""Where moves and attacks are paid from one pool: what is kept for the attacks.

A move that gains a little would else take the point with which an attack is paid that promises much
more, as movement comes first.
"""

from __future__ import annotations

from typing import NamedTuple

from hexwar.players.campaign.assault import Assaults
from hexwar.players.campaign.assessment import Assessment
from hexwar.players.campaign.combat import WORTHWHILE
from hexwar.rules.combat.task import CombatPhase
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.spending import SpendingRules


class Reserve(NamedTuple):
    """What a move has to gain to be paid for, in parts of a victory, and the units that had better
    stay where they are to attack.
    """

    least: float
    attackers: frozenset[int]


NOTHING_KEPT = Reserve(0.0, frozenset())


def reserve(assessment: Assessment) -> Reserve:
    """What is kept in a phase of movement for the side's next attacks, from where its units stand
    now.
    """
    state, rules = assessment.state, assessment.tables.rules
    spending, later = rules.find(SpendingRules), _next_combat(assessment)
    if spending is None or later is None:
        return NOTHING_KEPT
    points = spending.times_left_for(state, state.phase_index, later, assessment.side)
    if not points:
        return NOTHING_KEPT
    assaults, board = Assaults(assessment), rules.frame.board
    promised = []
    for target in board.cells(assessment.foe_hexes):
        near = [
            (unit, state.cells[unit], 0.0)
            for unit in assessment.mine
            if assessment.attack[unit] and assaults.may_attack(unit, state.cells[unit], target)
        ]
        assault = assaults.best_force(target, near) if near else None
        if assault is not None and assault.gain > WORTHWHILE:
            promised.append(assault)
    promised.sort(key=lambda assault: -assault.gain)
    # Each hex from which units attack is taken to cost a point, as most games have it.
    attackers: set[int] = set()
    for assault in promised:
        points -= len({cell for _, cell in assault.force})
        attackers.update(assault.units)
        if points <= 0:
            return Reserve(assault.gain, frozenset(attackers))
    return Reserve(0.0, frozenset(attackers))


def _next_combat(assessment: Assessment) -> int | None:
    """The place of the side's next phase of combat, if no enemy acts before it."""
    frame, phase_now = assessment.state.frame, assessment.state.phase_index
    mine = frame.side_ids[assessment.side]
    phases = frame.resolved[SequenceOfPlay].phases
    for place in range(phase_now + 1, len(phases)):
        if phases[place].side not in ("", mine):
            return None
        if phases[place].kind == CombatPhase.kind:
            return place
    return None
