"""Where units look that have a facing: at the end of a move, and turned before the phase ends."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.engine import Action
from hexwar.engine.notation import FACING
from hexwar.engine.rules import Rules
from hexwar.rules.facing.rules import FacingRules
from hexwar.rules.state import State
from hexwar.rules.turning.rules import FACE, TurningRules, best_looks, looks_well
from hexwar.rules.turning.task import TurnsWhileMoving

FEW_FACINGS = 3
"""So many facings are tried at the end of a move, the best ones."""

LEAST_BETTER = 0.05
"""A turn that betters what a unit sees by less than this is not made."""


def looking(rules: Rules, seen: State, action: Action) -> Iterator[Action]:
    """A move of one unit to a hex: looking well in the end, if it can; then however it looks."""
    facing, unit = rules.find(FacingRules), rules.frame.unit_index[action.units[0]]
    if facing is not None and facing.has(seen, unit):
        cell = rules.frame.board.cell[action.hexes[-1]]
        for look in best_looks(seen, unit, cell)[:FEW_FACINGS]:
            yield action._replace(name=f"{FACING} {facing.names[look]}")
    yield action


def turns(rules: Rules, seen: State, side: int) -> Iterator[Action]:
    """Turns of units that stay where they are, each to where it looks best."""
    facing = rules.find(FacingRules)
    if facing is None:
        return
    turning = rules[TurningRules]
    for unit in turning.movement.forces.of_side[side]:
        cell = seen.cells[unit]
        if not cell or not facing.has(seen, unit):
            continue
        now = looks_well(seen, unit, cell, facing.of(seen, unit))
        for look in best_looks(seen, unit, cell)[:FEW_FACINGS]:
            better = looks_well(seen, unit, cell, look) > now + LEAST_BETTER
            if better and turning.why_not(seen, unit, look) is None:
                yield Action(FACE, (rules.frame.unit_ids[unit],), (), facing.names[look])
                break


TURNS = TurnsWhileMoving
"""What section ``turning`` contributes to phases of movement, for deciders that reckon with it."""
