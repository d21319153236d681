"""Units that go out of play."""

from __future__ import annotations

from hexwar.engine.state import Position


def eliminate(state: Position, unit: int, rule: str) -> None:
    """Remove a casualty and say so, under the number of the rule that takes it."""
    frame = state.frame
    number = frame.board.number[state.cells[unit]]
    state.eliminate(unit)
    if state.events is not None:
        name = frame.unit_ids[unit]
        text = f"{name} is eliminated in {number}."
        state.tell("eliminated", rule, text, unit=name, hex=number)
