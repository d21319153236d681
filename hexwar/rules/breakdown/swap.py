"""The verb ``swap``: one counter in the place of another."""

from __future__ import annotations

from typing import cast

from hexwar.definition.model import Effect
from hexwar.engine.state import OFF_MAP, Position
from hexwar.rules.breakdown.rules import put_in_place
from hexwar.rules.breakdown.section import Swap
from hexwar.rules.language.programs import Parties
from hexwar.rules.language.wording import Names
from hexwar.rules.melee.section import Melee
from hexwar.rules.stacking.rules import StackingRules


def swap(state: Position, parties: Parties, effect: Effect) -> None:
    """Turn a unit on the map into one off it, if there is room for that."""
    said, index = cast(Swap, effect.said), state.frame.unit_index
    unit, other = index[said.unit], index[said.other]
    if state.cells[unit] == OFF_MAP or state.cells[other] != OFF_MAP:
        return
    if state.eliminated >> other & 1 or state.secret >> unit & 1:
        return
    number = state.frame.board.number[state.cells[unit]]
    why_not = _no_room(state, unit, other)
    if why_not:
        text = f"{said.unit} does not become {said.other} in {number}: {why_not}."
        state.tell("not_regrouped", "", text, unit=said.unit, unseen="")
        return
    put_in_place(state, (unit,), (other,))
    if state.events is not None:
        text = f"{said.unit} in {number} becomes {said.other}."
        unseen = f"Units in {number} are regrouped."
        state.tell("regrouped", "", text, unit=said.other, unseen=unseen)


def _no_room(state: Position, unit: int, other: int) -> str:
    """Why a unit cannot stand where another does; empty if it can. Who hides is not told of."""
    cell, sides = state.cells[unit], state.frame.unit_side
    there = [mate for mate in state.standing(cell) if mate != unit]
    strangers = [mate for mate in there if sides[mate] != sides[other]]
    if state.resolved.section(Melee) is not None:
        there = [mate for mate in there if mate not in strangers]
        strangers = []
    if any(not state.secret >> mate & 1 for mate in strangers):
        return "units of another side are there"
    if strangers or not state.rules[StackingRules].fit(state, cell, [*there, other]):
        return "there is no room for it"
    return ""


def in_words(effect: Effect, names: Names) -> str:
    """What it does, in words."""
    said = cast(Swap, effect.said)
    return f"{said.unit} becomes {said.other}"
