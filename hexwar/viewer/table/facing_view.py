"""Where counters look: the arcs of the one that is pointed at."""

from __future__ import annotations

from hexwar.rules.language.wording import in_words
from hexwar.viewer.drawing.overlays import Overlay
from hexwar.viewer.drawing.theme import PALETTE
from hexwar.viewer.match.match import Match
from hexwar.viewer.table.selection import Selection

_ARCS = 2  # hexes around a unit to which its arcs are drawn


def draw_arcs(overlay: Overlay, match: Match, chosen: Selection) -> None:
    """The arcs around the unit picked up, or the one pointed at, each with its name."""
    known, number = match.visibility.state, chosen.focus_hex
    unit = chosen.unit if chosen.unit and known.position(chosen.unit) == number else None
    if unit is None and number is not None:
        unit = next((u for u in reversed(known.units_at(number)) if known.facing(u)), None)
    if unit is None or number is None or not match.visibility.sees(unit):
        return
    beside = match.resolved.map.neighbors(number)
    for arc, numbers in known.arcs(unit, within=_ARCS).items():
        if numbers:
            overlay.border(set(numbers), PALETTE.ink)
        for near in numbers:
            if near in beside:
                overlay.lettered(number, near, in_words(arc))
