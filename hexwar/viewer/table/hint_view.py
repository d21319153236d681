"""A hint on the map: where the units of the plan go, whom they strike, what is to be feared."""

from __future__ import annotations

from hexwar.engine.notation import verbs
from hexwar.rules.units.section import Units
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
        if verb.points_at == "goal":
            standing.update(dict.fromkeys(action.units, action.hexes[-1]))
