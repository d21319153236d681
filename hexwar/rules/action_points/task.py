"""What is kept of action points, and how many a unit has left."""

from __future__ import annotations

from collections.abc import Iterator

from hexwar.engine.queries import Status
from hexwar.engine.state import Position
from hexwar.rules.action_points.rules import POINTS, ActionPointRules


def _status(state: Position, unit: int) -> Iterator[Status]:
    """How many points a unit has spent in this turn."""
    rules, spent = state.rules.find(ActionPointRules), state.memory[POINTS].of(unit)
    if rules is not None and spent:
        yield Status(f"has spent {rules.written(spent)}")


SLOTS = (POINTS,)
STATUS = (_status,)
HOOKS = {"did": (ActionPointRules, ActionPointRules.did)}
