"""Counters on their way under the pointer, with a sign where they cannot be put down."""

from __future__ import annotations

from hexwar.viewer.counters.counter import Marks, counter
from hexwar.viewer.drawing.overlays import Overlay
from hexwar.viewer.table.pieces import SIDE, STACK, Pieces
from hexwar.viewer.table.selection import Selection

_SMALLEST = 34  # pixels of a counter in the hand, however small the map is drawn
_CLEAR = 215  # of 255: what lies below shines through


def draw_carried(overlay: Overlay, chosen: Selection, pieces: Pieces, at: tuple[int, int]) -> None:
    """Draw what is picked up with its middle at a pixel of the view."""
    side = max(_SMALLEST, round(overlay.zoom * SIDE))
    for level, unit in enumerate(chosen.units):
        picture = counter(pieces.face(unit), side, Marks(lit=True)).copy()
        picture.set_alpha(_CLEAR)
        off = round(level * STACK * side)
        overlay.surface.blit(picture, (at[0] - side // 2 + off, at[1] - side // 2 - off))
    number = chosen.focus_hex
    if number is not None and refused(chosen, number):
        overlay.no_entry((at[0] + side * 0.45, at[1] - side * 0.45), side * 0.3)


def refused(chosen: Selection, number: str) -> bool:
    """Whether what is picked up cannot be put down in a hex."""
    goals = chosen.units and (chosen.destinations(), chosen.fights())
    return bool(goals) and number != chosen.here and not any(number in goal for goal in goals)
