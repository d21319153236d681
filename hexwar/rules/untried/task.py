"""When units draw their strengths, and what everybody reads of them."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.engine.queries import Status
from hexwar.engine.state import Position
from hexwar.rules.untried.rules import TRIED, UntriedRules


def _status(state: Position, unit: int) -> Iterator[Status]:
    rules = state.rules.find(UntriedRules)
    if rules is None:
        return
    drawn = rules.strengths(state).get(unit)
    if drawn is not None:
        worth = f"{drawn[0]}-{drawn[1]}"
        yield Status(f"tried: {worth}", worth, strength=True)
    elif rules.is_untried(state, unit):
        yield Status("untried", "?", strength=True)


STATUS = (_status,)
SLOTS = (TRIED,)
BATTLE_STAGES = {"reveal": (UntriedRules, UntriedRules.engages)}
