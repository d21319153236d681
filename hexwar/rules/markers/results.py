"""The verbs ``place`` and ``clear`` of results: markers come and go in battles and by tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from hexwar.definition.model import Effect
from hexwar.engine.state import Position
from hexwar.rules.language.programs import Parties
from hexwar.rules.language.wording import Names, called, in_words, several
from hexwar.rules.markers.placing import PlacingRules
from hexwar.rules.markers.rules import MarkerRules
from hexwar.rules.markers.section import MarkerStep


def place_markers(state: Position, parties: Parties, effect: Effect) -> None:
    """Place markers where none of the kind lies."""
    marker_step, lying = _said(state, effect)
    cells = [cell for cell in _cells(state, parties, marker_step) if not lying >> cell & 1]
    state.rules[PlacingRules].place(state, marker_step.marker, _drawn(state, marker_step, cells))


def clear_markers(state: Position, parties: Parties, effect: Effect) -> None:
    """Take markers off the map where some of the kind lie."""
    marker_step, lying = _said(state, effect)
    cells = [cell for cell in _cells(state, parties, marker_step) if lying >> cell & 1]
    rules, board = state.rules[MarkerRules], state.frame.board
    hexes = sum(board.bit[cell] for cell in _drawn(state, marker_step, cells))
    if hexes:
        rules.take_off(state, rules.place_of(marker_step.marker), hexes)


def _said(state: Position, effect: Effect) -> tuple[MarkerStep, int]:
    """What the step says, and a mask of the hexes in which markers of its kind lie."""
    marker_step, rules = cast(MarkerStep, effect.said), state.rules[MarkerRules]
    return marker_step, rules.lying(state)[rules.place_of(marker_step.marker)]


def _cells(state: Position, parties: Parties, said: MarkerStep) -> Sequence[int]:
    """The cells that are meant, each once and in the order of the map."""
    board = state.frame.board
    if said.hexes:
        return board.cells(board.mask(state.frame.map.listed(said.hexes)))
    if said.at == "attackers":
        return sorted({*parties.origins})
    return sorted({*parties.hexes} or {state.cells[unit] for unit in parties.defenders} - {0})


def _drawn(state: Position, said: MarkerStep, cells: Sequence[int]) -> Sequence[int]:
    """All of them, or those that dice draw."""
    if said.drawn is None or said.drawn >= len(cells):
        return cells
    left = list(cells)
    return [left.pop(state.roll(len(left)) - 1) for _ in range(said.drawn)]


def _where(said: MarkerStep) -> str:
    if said.hexes:
        drawn = f"{several(said.drawn, 'hex')} of " if said.drawn else ""
        return f"in {drawn}{', '.join(map(in_words, said.hexes))}"
    return "where the attack came from" if said.at == "attackers" else "in the hex of the target"


def placed_in_words(effect: Effect, names: Names) -> str:
    """What it does, in words."""
    marker_step = cast(MarkerStep, effect.said)
    return f"{called(names, 'marker', marker_step.marker)} placed {_where(marker_step)}"


def cleared_in_words(effect: Effect, names: Names) -> str:
    """What it does, in words."""
    marker_step = cast(MarkerStep, effect.said)
    return f"{called(names, 'marker', marker_step.marker)} removed {_where(marker_step)}"
