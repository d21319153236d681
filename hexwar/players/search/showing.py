"""What a plan gives away: units that hid and are seen after it, though nothing came of it.

In worlds that are played out the policy knows where everybody is, so rollouts see no price in being
seen. A plan in which a hidden unit is shown must therefore bring something at once: the chance of
winning rises, a fire is likely to hit, or it comes to a battle. How the best of several plans is
asked for that, and what it was worth in games, is told in docs/explanation/search.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from hexwar.engine import Action
from hexwar.engine.queries import FirePreview
from hexwar.players.search.plans import decides, moment
from hexwar.rules.hidden.rules import HiddenRules
from hexwar.rules.state import State
from hexwar.rules.units.rules import Forces

_LEAST_RISE = 0.001
"""Being seen has brought nothing if the chance of winning has risen by no more than this."""

LEAST_HIT = 0.1
"""A fire that hits more seldom brings nothing either."""


def discreet(thought: State, side: int, actions: Iterable[Action]) -> tuple[Action, ...]:
    """Some actions of a side (an index), one after the other, without those that show units which
    hid and bring nothing at once; battles, and fires that may well hit, are worth it.

    In worlds that are played out nobody hides, so what it is worth to hide does not show there.
    """
    given = tuple(actions)
    if thought.rules.find(HiddenRules) is None or not _hidden(thought, side):
        return given
    begun, thrown, twin, kept = moment(thought), thought.rolled, thought.clone(), list[Action]()
    for action in given:
        # What follows on an action that was left out may not be possible without it.
        if twin.explain(action) is not None:
            continue
        after = twin.clone()
        after.apply(action, events=False)
        if _is_for_nothing(twin, after, side, action):
            continue
        kept.append(action)
        twin = after
        if twin.rolled != thrown or moment(twin) != begun or not decides(twin, side):
            break
    # Where all of it would show somebody the plan must still be one; callers ask for another then.
    return tuple(kept) or given


def hiding(thought: State, side: int) -> frozenset[str]:
    """The units of a side (an index) that hide from all others."""
    if thought.rules.find(HiddenRules) is None:
        return frozenset()
    return frozenset(thought.rules[Forces].named(_hidden(thought, side)))


def gives_away(thought: State, side: int, action: Action) -> bool:
    """Whether an action of a side (an index) shows units that hide, and brings nothing at once."""
    if thought.rules.find(HiddenRules) is None or not _hidden(thought, side):
        return False
    after = thought.clone()
    if after.explain(action) is not None:
        return False
    after.apply(action, events=False)
    return _is_for_nothing(thought, after, side, action)


def begins_by_showing(thought: State, side: int, actions: Sequence[Action]) -> bool:
    """Whether some actions begin with one that shows units that hide, and brings nothing."""
    return bool(actions) and gives_away(thought, side, actions[0])


def _is_for_nothing(before: State, after: State, side: int, action: Action) -> bool:
    """Whether units that hid are seen after an action, and nothing came of it."""
    if not _hidden(before, side) & ~_hidden(after, side):
        return False
    if action.verb not in before.frame.registry.previews:
        name = before.frame.side_ids[side]
        return after.evaluate(name) <= before.evaluate(name) + _LEAST_RISE
    with suppress(ValueError):
        foreseen = before.preview(action)
        # All but the chance that nobody is hit.
        return isinstance(foreseen, FirePreview) and 1 - foreseen.casualties.get(0, 0) < LEAST_HIT
    return False


def _hidden(state: State, side: int) -> int:
    """Mask of the units of a side that none of the others sees."""
    hidden: int = state.rules[Forces].mask_of_side[side]
    for foe in state.frame.foes[side]:
        hidden &= state.hidden(foe)
    return hidden
