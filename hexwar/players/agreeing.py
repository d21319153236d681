"""Whether a computer player agrees on a draw: when it does not believe in winning any more."""

from __future__ import annotations

from hexwar.engine import Action
from hexwar.rules.agreement.task import ACCEPT, PASS
from hexwar.rules.state import State

EARLY, LATE = 0.2, 0.05
"""By how much its chance has to be below one half, in the first turn and in the last."""


def answered(state: State) -> Action | None:
    """What is answered where nothing is planned; None where the decision is of another kind."""
    answer = _ANSWERS.get(state.agenda[-1].kind)
    return None if answer is None else answer(state)


def _to_a_draw(state: State) -> Action:
    """A draw is worth one half; early, when much can still turn, no less a chance is given up."""
    played = (state.turn - 1) / max(1, state.frame.turns - 1)
    short = EARLY + (LATE - EARLY) * played
    return ACCEPT if state.evaluate(state.side_to_act or "") < 0.5 - short else PASS


_ANSWERS = {"draw_offered": _to_a_draw}
