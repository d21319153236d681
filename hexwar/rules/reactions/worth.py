"""What reactions are worth to who chooses, for computer players to compare."""

from __future__ import annotations

from hexwar.engine.action import Action
from hexwar.engine.state import Position
from hexwar.rules.fire.rules import FireRules
from hexwar.rules.reactions.rules import ReactionRules
from hexwar.rules.reactions.windows import Joining, Window

LITTLE = 0.01
"""To give up what the unit could still do in its own time costs more than nothing."""


def taking_part(state: Position, side: int, action: Action) -> float:
    """The best fire that taking part may lead to; letting it go on is worth nothing."""
    task = state.agenda[-1]
    if not action.units:
        return -LITTLE / 10 if action.verb == "decline" else 0.0
    foes: tuple[int, ...] = ()
    if isinstance(task, Window):
        foes = (task.actor,)
    elif isinstance(task, Joining):
        foes = task.reactors
    unit = state.frame.unit_index[action.units[0]]
    cells = state.rules[ReactionRules].cells(state, unit, foes)
    fire = state.rules.find(FireRules)
    if fire is None:
        return -LITTLE
    return max((fire.worth(state, unit, cell) for cell in cells), default=-LITTLE)


def acting(state: Position, side: int, action: Action) -> float:
    """A fire by what it takes; a move in reaction gives up the move in the unit's own time."""
    fire = state.rules.find(FireRules)
    if action.verb != "fire" or fire is None:
        return 0.0 if action.verb == "pass" else -LITTLE
    units = tuple([state.frame.unit_index[name] for name in action.units])
    return fire.worth_together(state, units, state.frame.board.cell[action.hexes[0]])
