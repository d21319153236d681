"""Positions of the tiny games of fire, and what is read of them."""

from __future__ import annotations

from hexwar.engine.queries import FirePreview
from hexwar.rules.state import State
from tests.rules.tiny import place

LINE = {"R1": "0302", "R2": "0303", "R3": "0202", "B1": "0402", "B2": "0404", "B3": "0503"}


def line(dice: tuple[int, ...] = (), **setup: str) -> State:
    """Red's phase of fire in the musket line; units as set up, or as given."""
    return place("musket_line", {**LINE, **setup}, "red_fire", dice=dice)


def duel(dice: tuple[int, ...] = (), **setup: str) -> State:
    """Red's phase of fire in the tank duel."""
    return place("tank_duel", setup, "red_fire", dice=dice)


def refused(state: State, line: str) -> tuple[str, str]:
    """The reason and the words of a refusal."""
    violation = state.explain(line)
    assert violation is not None, f"{line} is legal"
    return violation.reason.removeprefix("fire."), violation.message


def foreseen(state: State, line: str) -> FirePreview:
    preview = state.preview(line)
    assert isinstance(preview, FirePreview)
    return preview


def lines(preview: FirePreview) -> list[str]:
    return [f"{line.side} {line.label} {line.value}" for line in preview.modifiers]
