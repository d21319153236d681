"""Orders that are written and not carried out yet, drawn for the side that wrote them."""

from __future__ import annotations

from hexwar.viewer.counters.front import bearing, draw_front
from hexwar.viewer.drawing.overlays import Overlay
from hexwar.viewer.drawing.theme import PALETTE
from hexwar.viewer.match.match import Match

_WIDE = 1.1  # of a hex's side: how wide the counter is thought that looks there


def draw_orders(overlay: Overlay, match: Match) -> None:
    """The way of each unit for which one is written, with the moment at which it enters each hex;
    a frame around those that are to stay; and a mark at the end where the unit will look. Of others
    nothing is known, so nothing is drawn.
    """
    if match.state.is_over or not match.visibility.views:
        return
    orientation = match.resolved.map.board.orientation
    for order in match.visibility.state.written_orders():
        if len(order.path) > 1:
            overlay.path(order.path, [str(step) for step in range(len(order.path))], stopped=False)
        elif order.path:
            overlay.frame(order.path[0], PALETTE.ink, dashed=True)
        if order.facing:
            middle, turned = overlay.center(order.path[-1]), bearing(order.facing, orientation)
            draw_front(overlay.surface, middle, overlay.zoom * _WIDE, turned)
