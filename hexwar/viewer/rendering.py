"""Pictures of a game for a file: map, counters or charts, by pixels or as SVG."""

from __future__ import annotations

from io import BytesIO

import pygame

from hexwar.definition.model import ResolvedGame
from hexwar.rules.units.section import Units
from hexwar.viewer.counters import counter, face_of
from hexwar.viewer.page.drawing import definitions, map_svg, place_names, sheet_of
from hexwar.viewer.page.pieces import counter_svg, symbols
from hexwar.viewer.page.svg import SVG, element, size
from hexwar.viewer.printing.booklet import chart_leaf
from hexwar.viewer.printing.counters import USUAL, picture_leaf
from hexwar.viewer.printing.leaves import PAPERS
from hexwar.viewer.printing.pictures import drawn, svg
from hexwar.viewer.screens.setup_picture import counter_side, place_counters
from hexwar.viewer.terrain import MapPainter, painter_of
from hexwar.viewer.tiles import finished, whole_sheet

NARROWEST, WIDEST = 100, 8000
"""Pixels across a picture."""

_TALLEST = 16_000  # pixels: a long chart is drawn narrower
_STYLE = """\
text { font-family: 'Fira Sans', system-ui, sans-serif; text-anchor: middle; }
.l { fill: none; stroke-linecap: round; stroke-linejoin: round; }
.n { font-size: 9px; fill: #5a4c3a; }
.name { font-size: 12px; font-weight: 700; fill: #26221c; stroke: #fffdf6; stroke-width: 3px;
  paint-order: stroke; }
.course { font-size: 12px; font-style: italic; }
.d { font-size: 8px; font-weight: 700; } .k { font-size: 9px; font-weight: 700; }
.v { font-size: 11px; font-weight: 700; }
"""


def picture_of(what: str, game: ResolvedGame, wide: int, *, units: bool = False) -> bytes:
    """A PNG of ``what`` (map, counters or charts), ``wide`` pixels across, or less if it would be
    too high. ``units``: the counters stand on the map where they set up.
    """
    if what == "map":
        surface = _map(game, wide, units=units)
    else:
        leaf = chart_leaf(game, PAPERS["a4"]) if what == "charts" else picture_leaf(game, USUAL)
        surface = drawn(leaf, min(wide / leaf.width, _TALLEST / leaf.height))
    written = BytesIO()
    pygame.image.save(surface, written, "picture.png")
    return written.getvalue()


def svg_of(what: str, game: ResolvedGame, *, units: bool = False) -> str:
    """The same as SVG."""
    if what == "map":
        return _map_svg(game, units=units)
    return svg(chart_leaf(game, PAPERS["a4"]) if what == "charts" else picture_leaf(game, USUAL))


def _map(game: ResolvedGame, wide: int, *, units: bool) -> pygame.Surface:
    painter = painter_of(game)
    sheet = painter.sheet
    zoom = max(4, -int(-max(wide / sheet.width, 1) // 1))
    while zoom > 4 and sheet.height * zoom > _TALLEST:
        zoom -= 1
    surface = finished(whole_sheet(painter, zoom))
    if units:
        side = counter_side(zoom)
        standing: dict[str, list[pygame.Surface]] = {}
        for unit, number in _set_up(game):
            drawn_unit = counter(face_of(game[Units].counters[unit], game), side)
            standing.setdefault(number, []).append(drawn_unit)
        place_counters(surface, painter, zoom, standing)
    if surface.get_width() > wide:
        high = max(1, round(surface.get_height() * wide / surface.get_width()))
        surface = pygame.transform.smoothscale(surface, (wide, high))
    return surface


def _set_up(game: ResolvedGame) -> list[tuple[str, str]]:
    """Units that begin on the map, with their hexes."""
    return [
        (unit, number)
        for unit, number in game.scenario.opening.items()
        if unit in game[Units].counters and number in game.map.numbers
    ]


def _map_svg(game: ResolvedGame, *, units: bool) -> str:
    painter = painter_of(game)
    sheet = sheet_of(painter)
    parts = [element("style", _STYLE), element("defs", definitions(painter) + symbols(game))]
    parts += [map_svg(painter), _standing(game, painter) if units else "", place_names(painter)]
    return element(
        "svg",
        "".join(parts),
        xmlns=SVG,
        viewBox=" ".join(map(size, (sheet.left, sheet.top, sheet.width, sheet.height))),
        width=size(sheet.width),
        height=size(sheet.height),
    )


def _standing(game: ResolvedGame, painter: MapPainter) -> str:
    """The counters, those of a hex one above the other."""
    found: list[str] = []
    level: dict[str, int] = {}
    for unit, number in _set_up(game):
        x, y = painter.center(number)
        off = level[number] = level.get(number, -1) + 1
        where = f"translate({size(x + off * 0.085)} {size(y + 0.06 - off * 0.085)})"
        counted = game[Units].counters[unit]
        found.append(element("g", counter_svg(counted, game), transform=where))
    return "".join(found)
