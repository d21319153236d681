"""How kinds of decision look in the window: a module for each kind, or for kinds that follow each
other; a kind without one gets the general look.

Only here does the window know kinds of decision and their verbs by name. All else works with
whatever ``State.choices`` answers, so that a decision can be played without being registered.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from hexwar.engine import Decision, Position
from hexwar.engine.position import NOBODY
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.sides.section import Sides
from hexwar.rules.state import State
from hexwar.rules.victory.telling import last_turns
from hexwar.viewer.decisions.activation import ACTIVATIONS, REACTIONS
from hexwar.viewer.decisions.combat import AFTERMATH, COMBAT, FIRE
from hexwar.viewer.decisions.movement import MOVEMENT, PLOTS
from hexwar.viewer.decisions.presentation import Presentation
from hexwar.viewer.decisions.setup import CARDS, SETUP

_PRESENTS: Mapping[str, type[Presentation]] = {
    **SETUP,
    **MOVEMENT,
    **COMBAT,
    **FIRE,
    **ACTIVATIONS,
    **REACTIONS,
    **AFTERMATH,
    **CARDS,
    **PLOTS,
}


def presentation_of(state: Position, decision: Decision | None) -> Presentation:
    """How a decision of a state looks; ``decision`` is None when the game is over."""
    kind = decision.kind if decision is not None else ""
    return _presentation(kind, kind in state.frame.registry.phases)


@cache
def _presentation(kind: str, is_phase: bool) -> Presentation:
    return _PRESENTS.get(kind, Presentation)(is_phase)


def situation(state: State, decision: Decision | None, *, of_all: bool = False) -> str:
    """Turn and phase, or what is decided outside of any turn; ``of_all``: of so many turns."""
    if state.is_over:
        return "The game is over"
    outside = presentation_of(state, decision).outside_turn
    if decision is not None and outside:
        return f"{outside}: {state.resolved[Sides].names[decision.side]}"
    sequence = state.resolved[SequenceOfPlay]
    phase = next(phase for phase in sequence.phases if phase.id == state.phase)
    title = phase.title
    # "The other side" is another one from turn to turn, and may be one's own.
    if phase.decided and state.phase_side != NOBODY:
        title += f" ({state.frame.side_names[state.phase_side]})"
    turns = f" of {last_turns(state)}" if of_all else ""
    return f"Turn {state.turn}{turns}: {title}"
