"""The verb ``swap``: one counter in the place of another."""

from __future__ import annotations

from typing import cast

from hexwar.definition.model import Effect
from hexwar.engine.state import OFF_MAP, State
from hexwar.rules.breakdown.rules import put_in_place
from hexwar.rules.breakdown.section import Swap
from hexwar.rules.language.programs import Parties
from hexwar.rules.stacking.rules import StackingRules
from hexwar.rules.units.rules import Forces


def swap(state: State, parties: Parties, effect: Effect) -> None:
    """Turn a unit on the map into one off it, if there is room for that."""
    said, index = cast(Swap, effect.said), state.frame.unit_index
    unit, other = index[said.unit], index[said.other]
    if not _may(state, unit, other):
        return
    number = state.frame.board.number[state.cells[unit]]
    put_in_place(state, (unit,), (other,))
    if state.events is not None:
        text = f"{said.unit} in {number} becomes {said.other}."
        unseen = f"Units in {number} are regrouped."
        state.tell("regrouped", "", text, unit=said.other, unseen=unseen)


def _may(state: State, unit: int, other: int) -> bool:
    cells, cell = state.cells, state.cells[unit]
    if cell == OFF_MAP or cells[other] != OFF_MAP:
        return False
    if state.eliminated >> other & 1 or state.secret >> unit & 1:
        return False
    mates = state.rules[Forces].of_side[state.frame.unit_side[unit]]
    there = [mate for mate in mates if cells[mate] == cell and mate != unit]
    return state.rules[StackingRules].fit(state, cell, [*there, other])


def in_words(effect: Effect) -> str:
    """What it does, in words."""
    said = cast(Swap, effect.said)
    return f"{said.unit} becomes {said.other}"
