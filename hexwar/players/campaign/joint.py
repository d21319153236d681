"""Attacks on several hexes in one battle, where the game has them."""

from __future__ import annotations

from hexwar.players.campaign.assault import Assault, Assaults
from hexwar.players.campaign.assessment import Assessment
from hexwar.rules.combat.attacks import SeveralRules


def joint_assaults(assessment: Assessment, assaults: Assaults) -> list[Assault]:
    """What each of those that the rules list promises, the best of the same hexes alone."""
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
