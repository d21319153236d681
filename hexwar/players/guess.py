"""What a player thinks lies hidden: a state with guesses in the place of what it cannot see."""

from __future__ import annotations

from hexwar.rules.state import State


def guessed(state: State, side: int) -> State:
    """A state to think with, made of what a side sees and of nothing else.

    Where a stack hides something, one of the enemy's units that are not in sight is taken to be
    there, at full strength, whichever comes first in the order of battle.
    """
    rules = state.rules
    seen = state.seen_by(rules.frame.side_ids[side])
    hiding = seen.hiding(side)
    unseen = [
        unit
        for unit, owner in enumerate(rules.frame.unit_side)
        if owner != side and not seen.cells[unit] and not seen.eliminated >> unit & 1
    ]
    for owner, occupied in enumerate(seen.occupied):
        for cell in rules.frame.board.cells(occupied & hiding if owner != side else 0):
            there = [unit for unit in unseen if rules.frame.unit_side[unit] == owner][:1]
            for unit in there:
                unseen.remove(unit)
                seen.place(unit, cell)
    return seen
