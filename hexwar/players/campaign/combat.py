"""A combat phase: the attacks worth making, the best first.

Where attacking is mandatory the attacks are shared out so that all who must do (``obliged``); else
one force is looked for against each hex, and attacks on several hexes at once are added that
promise more than these one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from hexwar.engine import Action
from hexwar.players.battlefield import coming_to_nothing
from hexwar.players.campaign.assault import Assault, Assaults, joint_assaults
from hexwar.players.campaign.assessment import Assessment, CampaignPriorities, assessment_of
from hexwar.players.campaign.obliged import obliged
from hexwar.players.decider import Briefing, Decider
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


def _apart(joint: Assault, found: Sequence[Assault]) -> float:
    """What attacks on the same hexes promise one by one: all, or the best if units would be in
    several of them.
    """
    single = [assault for assault in found if assault.target in (joint.target, *joint.also)]
    units = [unit for assault in single for unit in assault.units]
    gains = [assault.gain for assault in single]
    # With no single attack there both lengths are 0, and the sum is nothing.
    best = sum(gains) if len(set(units)) == len(units) else max(gains)
    return max(WORTHWHILE, best)


COMBAT = {"combat": CampaignCombat}
