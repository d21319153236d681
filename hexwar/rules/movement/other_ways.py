"""Refusals that help: in which other ways a move that is refused could be made."""

from __future__ import annotations

from hexwar.engine import Action
from hexwar.engine.notation import verbs
from hexwar.engine.state import Position
from hexwar.rules.movement.section import Movement


def other_ways(state: Position, action: Action) -> tuple[Action, ...]:
    """The same units to the same hex, in every other way of moving in which that is legal."""
    verb = verbs().get(action.verb)
    if verb is None or verb.points_at != "goal" or not action.hexes:
        return ()
    names = ("", *state.resolved[Movement].modes)
    tried = (
        Action(action.verb, action.units, action.hexes[-1:], name)
        for name in names
        if name != action.name
    )
    return tuple(way for way in tried if state.explain(way) is None)
