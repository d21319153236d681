"""Plans on the map: a hint, with where its units go, whom they strike, what is to be feared; and
orders that are written and not carried out yet, for the side that wrote them.

A hint is drawn as what it would come to, routes for moves and arrows for attacks; an order as the
path that it writes.
"""

from __future__ import annotations

from hexwar.engine.notation import verbs
from hexwar.rules.units.section import Units
from hexwar.viewer.counters.front import bearing, draw_front
from hexwar.viewer.drawing.overlays import Overlay
from hexwar.viewer.drawing.theme import PALETTE, parse_color
from hexwar.viewer.match.hints import Hints
from hexwar.viewer.match.match import Match


def draw_hint(overlay: Overlay, match: Match, hints: Hints) -> None:
    """A way for each unit that goes somewhere, arrows for attacks, dashes around what the enemy
    probably strikes at.
    """
    advice = hints.advice
    if advice is None:
        return
    for number in advice.threats:
        overlay.frame(number, PALETTE.danger, dashed=True)
    known, units = match.visibility.state, match.resolved[Units].counters
    standing = {unit: known.position(unit) for unit in units}
    for action in hints.plan:
        if not action.hexes:
            continue
        verb = verbs()[action.verb]
        for unit in action.units:
            here = standing.get(unit)
            if here is None or here == action.hexes[-1]:
                overlay.frame(action.hexes[-1], PALETTE.gold)
            elif verb.points_at == "goal":
                way = action.hexes if action.hexes[0] == here else (here, action.hexes[-1])
                side = match.sides[units[unit].side]
                overlay.route(way, parse_color(side.color, PALETTE.ink))
            else:
                overlay.arrow(here, action.hexes[-1], PALETTE.danger, reach=0.42)
        # Later steps of the plan begin where this one leads, though nobody has moved yet.
        if verb.points_at == "goal":
            standing.update(dict.fromkeys(action.units, action.hexes[-1]))


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
