"""Moves in ways of their own, such as by rail, where they lead to better places than the others."""

from __future__ import annotations

from typing import NamedTuple

from hexwar.players.campaign.assessment import Assessment
from hexwar.players.campaign.march import March
from hexwar.rules.movement.modes import ORDINARY, ModeRules
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.state import State

WORTHWHILE = 1e-3
"""A way of its own is taken if it gains so much: few units may take it, and it ends their move."""


class ModeMove(NamedTuple):
    """A move in a way of its own: the unit and the hex by their names."""

    unit: str
    hex: str
    mode: str


def best_mode_move(assessment: Assessment, march: March, seen: State) -> ModeMove | None:
    """The one that gains most beside where its unit is thought to go; ``None`` if none does."""
    rules = assessment.tables.rules
    modes, movement = rules[ModeRules], rules[MovementRules]
    if not modes.in_phase(seen.phase_index):
        return None
    best, found = WORTHWHILE, None
    for unit in assessment.mine:
        if movement.has_moved(seen, unit) or unit in march.committed:
            continue
        goals = {way.mode: way.goals for way in modes.ways(seen, unit) if way.mode != ORDINARY}
        if not assessment.effort.is_full:
            goals = {mode: march.drawing(unit, mask) for mode, mask in goals.items()}
        if not goals:
            continue
        planned = assessment.cells[unit]
        assessment.take(unit)
        at_best = assessment.place(unit, planned)
        for mode, mask in goals.items():
            for cell in rules.frame.board.cells(mask):
                gain = assessment.place(unit, cell) - at_best
                if gain > best and march.has_room(cell):
                    number = rules.frame.board.number[cell]
                    best, found = gain, ModeMove(rules.frame.unit_ids[unit], number, mode)
        assessment.put(unit, planned)
    return found
