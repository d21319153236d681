"""What a plan gives away: units that hid and are seen after it, though nothing came of it."""

from __future__ import annotations

from collections.abc import Iterable

from hexwar.engine import Action
from hexwar.players.search.plans import decides, moment
from hexwar.rules.hidden.rules import HiddenRules
from hexwar.rules.state import State
from hexwar.rules.units.rules import Forces

NOTHING = 0.001
"""Who is seen has brought nothing if the chance of winning has risen by no more than this."""


def discreet(thought: State, side: int, actions: Iterable[Action]) -> tuple[Action, ...]:
    """Some actions of a side (an index), one after the other, without those that show units which
    hid and bring nothing at once; battles and fires are worth it.

    In worlds that are played out nobody hides, so what it is worth to hide does not show there.
    """
    given = tuple(actions)
    if thought.rules.find(HiddenRules) is None or not _hidden(thought, side):
        return given
    name, battles = thought.frame.side_ids[side], thought.frame.registry.previews
    begun, thrown, twin, kept = moment(thought), thought.rolled, thought.clone(), list[Action]()
    for action in given:
        if twin.explain(action) is not None:
            continue
        after = twin.clone()
        after.apply(action, events=False)
        shown = _hidden(twin, side) & ~_hidden(after, side) and action.verb not in battles
        if shown and after.evaluate(name) <= twin.evaluate(name) + NOTHING:
            continue
        kept.append(action)
        twin = after
        if twin.rolled != thrown or moment(twin) != begun or not decides(twin, side):
            break
    return tuple(kept) or given


def _hidden(state: State, side: int) -> int:
    """Mask of the units of a side that none of the others sees."""
    found: int = state.rules[Forces].mask_of_side[side]
    for foe in state.frame.foes[side]:
        found &= state.hidden(foe)
    return found
