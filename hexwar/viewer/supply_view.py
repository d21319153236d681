"""Supply on the map: where a side can trace from, and where its supply comes from."""

from __future__ import annotations

from hexwar.rules.supply.section import Supply
from hexwar.rules.units.section import Units
from hexwar.viewer.match import Match
from hexwar.viewer.overlays import Overlay
from hexwar.viewer.theme import PALETTE, parse_color


def side_of_supply(match: Match) -> str:
    """The side whose supply is shown: the one at the window, else the one to act."""
    return match.visibility.side or match.state.side_to_act or next(iter(match.sides))


def supplied(match: Match) -> dict[str, frozenset[str]]:
    """Movement class to the hexes from which that side's units of the class trace, as known."""
    found = match.visibility.state.supply(side_of_supply(match))
    return {name: frozenset(numbers) for name, numbers in found.items()}


def draw_supply(overlay: Overlay, match: Match) -> None:
    """Veil what no class of units traces from, outline the rest, mark the sources.

    Hexes that only some classes trace from are hatched.
    """
    areas = supplied(match)
    if not areas:
        return
    somebody: set[str] = set().union(*areas.values())
    everybody = set.intersection(*(set(area) for area in areas.values()))
    overlay.shade([number for number in match.resolved.map.numbers if number not in somebody])
    if somebody - everybody:
        overlay.hatch(somebody - everybody, PALETTE.ink_soft, falling=True)
    overlay.beaded(somebody, PALETTE.gold)
    game = match.resolved
    supply = game.section(Supply)
    for side in supply.sources if supply else ():
        color = parse_color(match.sides[side].color, PALETTE.ink)
        for number in match.visibility.state.supply_sources(side):
            overlay.source(number, color, list(match.sides).index(side))


def supply_lines(match: Match) -> dict[str, tuple[str, ...] | None]:
    """Unit to its line to a source, for the units on the map of the side that is shown.

    As known, and by units in the order of the units file; ``None`` for one that has no line.
    """
    side, visibility = side_of_supply(match), match.visibility
    return {
        unit.id: visibility.state.supply_path(unit.id)
        for unit in match.resolved[Units].counters.values()
        if unit.side == side and match.state.position(unit.id) and visibility.sees(unit.id)
    }
