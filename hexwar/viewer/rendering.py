"""Pictures of a game for a file: map, counters or charts, by pixels or as SVG.

For the command line, where no window is open. The map is drawn by the code of the window, or as SVG
by that of the replay page; charts and counters are leaves as they are printed.
"""

from __future__ import annotations

from collections import Counter
from io import BytesIO
from math import ceil

import pygame

from hexwar.definition.model import ResolvedGame
from hexwar.definition.svg import SVG
from hexwar.rules.sheet import Sheet
from hexwar.viewer.counters.counter import LOWERED, STACK
from hexwar.viewer.counters.fronts import at_first
from hexwar.viewer.drawing.geometry import Camera
from hexwar.viewer.page.drawing import definitions, map_svg, place_names, sheet_of, shown_by
from hexwar.viewer.page.page import resource
from hexwar.viewer.page.pieces import counter_svg, pictures, symbols, wind
from hexwar.viewer.page.svg import element, size
from hexwar.viewer.printed_map.map_sheet import MapSheet
from hexwar.viewer.printed_map.pictured_map import painter_of
from hexwar.viewer.printed_map.tiles import finished, whole_sheet
from hexwar.viewer.printing.booklet import chart_leaf
from hexwar.viewer.printing.leaves import PAPERS, Leaf, drawn, svg
from hexwar.viewer.printing.sheets import USUAL, picture_leaf
from hexwar.viewer.screens.map_picture import place_counters
from hexwar.viewer.screens.small_pictures import opening, set_up
from hexwar.viewer.table.pieces import Around, PlaceNames
from hexwar.viewer.table.views import draw_wind

NARROWEST, WIDEST = 100, 8000
"""Pixels across a picture."""

_TALLEST = 16_000  # pixels: a long chart is drawn narrower
_COARSEST = 4  # pixels to a unit of length on the map's sheet
_WIND = 36  # pixels to the unit at which the sign of the wind is as large as in the window


def picture_of(subject: str, game: ResolvedGame, wide: int, *, units: bool = False) -> bytes:
    """A PNG of ``subject`` (map, counters or charts), ``wide`` pixels across, or less if it would
    be too high. ``units``: the counters stand on the map where they set up.
    """
    if subject == "map":
        surface = _map(game, wide, units=units)
    else:
        leaf = _leaf(subject, game)
        surface = drawn(leaf, min(wide / leaf.width, _TALLEST / leaf.height))
    written = BytesIO()
    pygame.image.save(surface, written, "picture.png")
    return written.getvalue()


def svg_of(subject: str, game: ResolvedGame, *, units: bool = False) -> str:
    """``subject`` as SVG; as for :func:`picture_of`."""
    if subject == "map":
        return _map_svg(game, units=units)
    return svg(_leaf(subject, game))


def _leaf(subject: str, game: ResolvedGame) -> Leaf:
    """The leaf of charts or of counters."""
    return chart_leaf(game, PAPERS["a4"]) if subject == "charts" else picture_leaf(game, USUAL)


def _map(game: ResolvedGame, wide: int, *, units: bool) -> pygame.Surface:
    """The map ``wide`` pixels across or less, with the counters that set up on it if asked for."""
    # Counters would cover the names of places: with them these come last, where there is room.
    painter = painter_of(game, places=not units)
    sheet = painter.sheet
    # Zooms are whole: drawn a little larger and smoothed down it is as wide as was asked for.
    zoom = max(_COARSEST, ceil(wide / sheet.width))
    while zoom > _COARSEST and sheet.height * zoom > _TALLEST:
        zoom -= 1
    surface = finished(whole_sheet(painter, zoom))
    if units:
        standing = set_up(game, zoom)
        place_counters(surface, painter, zoom, standing)
        stacks = {number: len(units_there) for number, units_there in standing.items()}
        around = Around(stacks, tags={}, flags=())  # markers and flags are not drawn here
        PlaceNames(painter).draw(surface, Camera.over(sheet, zoom, surface.get_size()), around)
    printed = game.section(Sheet)
    if printed is not None and printed.wind_bearing is not None:
        draw_wind(surface, printed.wind_bearing, zoom / _WIND)
    if surface.get_width() > wide:
        high = max(1, round(surface.get_height() * wide / surface.get_width()))
        surface = pygame.transform.smoothscale(surface, (wide, high))
    return surface


def _map_svg(game: ResolvedGame, *, units: bool) -> str:
    """The map as SVG, with the counters that set up on it if asked for."""
    painter = shown_by(game)
    sheet = sheet_of(painter)
    parts = [
        element("style", resource("drawing.css")),
        element("defs", definitions(painter) + symbols(game) + (pictures(game) if units else "")),
    ]
    parts += [map_svg(painter), _standing(game, painter) if units else "", place_names(painter)]
    parts.append(wind(game, sheet.left + sheet.width, sheet.top))
    return element(
        "svg",
        "".join(parts),
        xmlns=SVG,
        viewBox=" ".join(map(size, (sheet.left, sheet.top, sheet.width, sheet.height))),
        width=size(sheet.width),
        height=size(sheet.height),
        text_anchor="middle",
    )


def _standing(game: ResolvedGame, painter: MapSheet) -> str:
    """The counters, those of a hex one above the other."""
    drawings: list[str] = []
    stacked: Counter[str] = Counter()
    bearings = at_first(game)
    for unit, number in opening(game):
        across, down = painter.center(number)
        offset = stacked[number] * STACK
        stacked[number] += 1
        transform = f"translate({size(across + offset)} {size(down + LOWERED - offset)})"
        picture = counter_svg(unit, game, bearings.get(unit.id))
        drawings.append(element("g", picture, transform=transform))
    return "".join(drawings)
