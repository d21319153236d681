"""What a player thinks lies hidden: a state with guesses in the place of what it cannot see."""

from __future__ import annotations

from hexwar.engine import State


def guessed(state: State, side: int) -> State:
    """A copy of the state to think with, made of what a side sees and of nothing else.

    Where a stack hides something, one of the enemy's units that are not in sight is taken to be
    there, at full strength, whichever comes first in the order of battle. The state itself where
    nothing is hidden.
    """
    rules = state.rules
    name = rules.side_ids[side]
    seen = state.seen_by(name)
    if seen is state:
        return state
    view = state.view(name)
    hiding = [
        cell
        for other, stacked in enumerate(state.stacked)
        if other != side
        for cell in rules.board.cells(stacked)
        if view.hides(rules.board.number[cell])
    ]
    unseen = [
        unit
        for unit, owner in enumerate(rules.unit_side)
        if owner != side and not seen.cells[unit] and not seen.eliminated >> unit & 1
    ]
    for cell in hiding:
        owner = next(o for o, mask in enumerate(state.occupied) if mask >> cell & 1)
        there = [unit for unit in unseen if rules.unit_side[unit] == owner][:1]
        for unit in there:
            unseen.remove(unit)
            seen.place(unit, cell)
    return seen
