"""The printed map as SVG: of the same geometry, colours, rivers and names as in the window.

What is used many times (a hex, the pattern of a kind of ground in a few variants) is defined once
and copied: a page has a hundred hexes of woods, and a few drawings of them. Layers follow from the
ground upwards as they are printed (:func:`map_svg`). A map that is a picture is put underneath as
one, with the hexes and numbers that it lacks.
"""

from __future__ import annotations

import math
from base64 import b64encode
from collections.abc import Iterator
from html import escape
from io import BytesIO
from itertools import pairwise
from random import Random

import pygame

from hexwar.definition.model import ResolvedGame
from hexwar.rules.terrain.section import HexsideTerrain, PathTerrain
from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.geometry import PaperRect, Point
from hexwar.viewer.drawing.theme import PALETTE, mix, parse_color
from hexwar.viewer.page.patterns import VARIANTS, glyph, houses
from hexwar.viewer.page.svg import element, hexed, points, size, text
from hexwar.viewer.printed_map.looks import CROSSINGS, WATER, feature_look, path_look
from hexwar.viewer.printed_map.map_sheet import MapSheet
from hexwar.viewer.printed_map.names import lengthened
from hexwar.viewer.printed_map.pictured_map import PicturedMap, painter_of
from hexwar.viewer.printed_map.terrain import MapPainter

_EARTH = (92, 70, 48)
_MARGIN = 0.6  # units of paper around the map
_WIDEST = 2400  # pixels of the picture of a map


def sheet_of(painter: MapSheet) -> PaperRect:
    """The part of the paper that the page shows, in units."""
    if isinstance(painter, PicturedMap):
        return painter.sheet
    return painter.hex_box.grown(_MARGIN, _MARGIN, _MARGIN, _MARGIN)


def definitions(painter: MapSheet) -> str:
    """The shapes that the map uses many times."""
    shapes = [element("polygon", id="h", points=points(painter.layout.corner_offsets))]
    if isinstance(painter, MapPainter):
        for kind in painter.terrain.hexes.values():
            look = painter.grounds[kind.id]
            for variant in range(VARIANTS if look else 0):
                shape = glyph(look, variant, painter.colors[kind.id])
                shapes.append(element("g", shape, id=f"p-{kind.id}-{variant}"))
    return "".join(shapes)


def shown_by(game: ResolvedGame) -> MapSheet:
    """What shows the map of a game in a page: a picture that cannot be decoded does not count."""
    pygame.font.init()  # names are measured in the window's font, though nothing is shown
    painter = painter_of(game)
    # A page cannot wait and draw something else later, as the window does.
    if isinstance(painter, PicturedMap) and painter.whole(_WIDEST) is None:
        return painter.drawn
    return painter


def map_svg(painter: MapSheet) -> str:
    """The layers of the map, from the ground upwards."""
    sheet = sheet_of(painter)
    paper = element(
        "rect",
        x=size(sheet.left),
        y=size(sheet.top),
        width=size(sheet.width),
        height=size(sheet.height),
        fill=hexed(PALETTE.map_paper),
    )
    if isinstance(painter, PicturedMap):
        return paper + "".join(_pictured(painter))
    if not isinstance(painter, MapPainter):
        raise TypeError(f"{type(painter).__name__} has no drawing")
    layers = (_hexes, _rivers, _hexsides, _paths, _features, _numbers, _names)
    return paper + "".join(element("g", "".join(layer(painter))) for layer in layers)


def _pictured(painter: PicturedMap) -> Iterator[str]:
    """The picture of the map, and what lies beside it or is drawn over it."""
    picture, grid = painter.whole(_WIDEST), painter.picture.grid
    if picture is not None:
        written = BytesIO()
        # As JPEG: a scan as PNG would make the page many times larger.
        pygame.image.save(picture, written, "map.jpg")
        paper = painter.paper
        yield element(
            "image",
            x=size(paper.left),
            y=size(paper.top),
            width=size(paper.width),
            height=size(paper.height),
            preserveAspectRatio="none",
            href=f"data:image/jpeg;base64,{b64encode(written.getvalue()).decode()}",
        )
    edge = hexed(mix(PALETTE.map_ink, PALETTE.map_paper, 0.3))
    for number in painter.map.numbers:
        is_box = number in painter.map.boxes
        fill = hexed(painter.tint(number)) if is_box else "none"
        if is_box or grid.lines:
            yield element("use", href="#h", fill=fill, stroke=edge, **_at(painter, number))
        if is_box or grid.numbers:
            yield _number(painter, number)


def _at(painter: MapSheet, number: str) -> dict[str, str]:
    """Attributes of what is drawn around the middle of a hex."""
    x, y = painter.center(number)
    return {"x": size(x), "y": size(y)}


def _hexes(painter: MapPainter) -> Iterator[str]:
    """The ground, one kind after the other, with a variant of its pattern in each hex."""
    edge = mix(PALETTE.map_ink, PALETTE.map_paper, 0.4)
    for kind, color in painter.colors.items():
        numbers = [number for number in painter.map.numbers if painter.map.terrain(number) == kind]
        shapes = [element("use", href="#h", **_at(painter, number)) for number in numbers]
        yield element("g", "".join(shapes), fill=hexed(color), stroke=hexed(edge))
        if painter.grounds[kind]:
            for number in numbers:
                variant = Random(f"stamp {number}").randrange(VARIANTS)
                yield element("use", href=f"#p-{kind}-{variant}", **_at(painter, number))


def _rivers(painter: MapPainter) -> Iterator[str]:
    # All banks lie under all water: where rivers meet no bank may cross one.
    for casing in (True, False):
        for kind, line in painter.rivers:
            color = parse_color(painter.terrain.hexsides[kind].color, (86, 140, 178))
            wide = 0.08 if painter.looks[kind] == "stream" else 0.15
            paint = mix(color, PALETTE.map_ink, 0.5) if casing else color
            yield _stroke(line, wide + 0.05 * casing, hexed(paint))


def _hexsides(painter: MapPainter) -> Iterator[str]:
    """What is no water; bridges and fords, which lie over it, come last."""
    hexmap, looks = painter.map, painter.looks
    shapes = [
        (looks[kind] in CROSSINGS, kind, pair)
        for pair, kinds in hexmap.hexsides.items()
        for kind in kinds
        if looks[kind] not in WATER
    ]
    for _, kind, (a, b) in sorted(shapes):
        start, end = painter.layout.hexside(hexmap.axial(a), hexmap.axial(b))
        yield from hexside(looks[kind], painter.terrain.hexsides[kind], start, end)


def hexside(look: str, style: HexsideTerrain, start: Point, end: Point) -> Iterator[str]:
    """What is on a hexside, of one look of the section ``terrain``."""
    color = hexed(parse_color(style.color, _EARTH))
    if look == "bridge":
        yield from _bridge(start, end)
    elif look == "ford":
        yield _stroke([start, end], 0.12, hexed((44, 32, 24)), dashes="3 5")
    elif look == "cliff":
        yield _stroke([start, end], 0.05, color)
        yield _stroke([start, end], 0.2, color, dashes="1.5 3")
    elif look == "wall":
        yield _stroke([start, end], 0.17, hexed((74, 66, 60)))
        yield _stroke([start, end], 0.1, hexed((176, 164, 150)), dashes="6 1.5")
    else:
        yield _stroke([start, end], 0.1, color)


def _bridge(a: Point, b: Point) -> Iterator[str]:
    """Two rails across a hexside, bent outwards at their ends."""
    x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    dx, dy = b[0] - a[0], b[1] - a[1]  # along the hexside; (-dy, dx) leads across it
    for side in (-1, 1):
        rail = [
            (x - dy * reach + dx * spread * side, y + dx * reach + dy * spread * side)
            for reach, spread in ((-0.33, 0.22), (-0.22, 0.13), (0.22, 0.13), (0.33, 0.22))
        ]
        yield _stroke(rail, 0.06, hexed((44, 32, 24)))


def _paths(painter: MapPainter) -> Iterator[str]:
    """Roads and railways, hex by hex from the hexsides that they cross. All casings lie under all
    roadways, so that no crossing shows an edge.
    """
    hexmap, layout = painter.map, painter.layout
    gates_of: dict[tuple[str, str], list[Point]] = {}
    """By kind and hex the middles of the hexsides that it crosses."""
    for (a, b), kinds in hexmap.paths.items():
        (ax, ay), (bx, by) = layout.hexside(hexmap.axial(a), hexmap.axial(b))
        for kind in sorted(kinds):  # a set has no order, and a page is always the same
            for number in (a, b):
                gates_of.setdefault((kind, number), []).append(((ax + bx) / 2, (ay + by) / 2))
    for casing in (True, False):
        for (kind, number), gates in gates_of.items():
            center = painter.center(number)
            # Through a hex it bends; where it ends or branches its arms meet in the middle.
            arms = [[gate, center] for gate in gates]
            lines = [ink.curve(gates[0], center, gates[1], 6)] if len(gates) == 2 else arms
            for line in lines:
                yield from _path(line, painter.terrain.paths[kind], casing)


def _path(line: list[Point], kind: PathTerrain, casing: bool) -> Iterator[str]:
    """A piece of a path: its casing, which only a road has, or what lies on it."""
    look = path_look(kind)
    color = parse_color(kind.color, (54, 48, 44) if look == "rail" else (250, 240, 214))
    if look == "road":
        paint = mix(color, PALETTE.map_ink, 0.75) if casing else color
        yield _stroke(line, 0.15 if casing else 0.09, hexed(paint))
    elif not casing and look == "track":
        yield _stroke(line, 0.075, hexed(color), dashes="8 4.5")
    elif not casing:
        yield _stroke(line, 0.04, hexed(color))
        yield _stroke(line, 0.16, hexed(color), dashes="1.4 6.4")


def _features(painter: MapPainter) -> Iterator[str]:
    """Towns, capitals and what else stands in hexes, with the signs of the window."""
    for number in painter.map.numbers:
        x, y = painter.center(number)
        for feature in painter.map.features(number):
            style = painter.terrain.features.get(feature)
            color = hexed(parse_color(style.color if style else "", (64, 42, 32)))
            sign = feature_look(style)
            if sign in ("border", "buildings"):
                transform = f"translate({size(x)} {size(y)})"
                yield element("g", houses(Random(f"town {number}")), transform=transform)
            if sign in ("border", "star"):
                inner = painter.layout.corners(painter.map.axial(number), 0.93)
                wide = size(0.085 if sign == "border" else 0.06)
                line = {"fill": "none", "stroke": color, "stroke_width": wide}
                yield element("polygon", points=points(inner), **line)
            if sign == "star":
                yield element(
                    "polygon", points=points(ink.star((x + 0.52, y + 0.5), 0.2)), fill=color
                )
            elif sign == "dot":
                yield element("circle", cx=size(x), cy=size(y), r=size(0.16), fill=color)


def _numbers(painter: MapPainter) -> Iterator[str]:
    yield from (_number(painter, number) for number in painter.map.numbers)


def _number(painter: MapSheet, number: str) -> str:
    """The number of a hex, near its upper edge."""
    up = (0.62 if painter.layout.flat else 0.58) * painter.layout.stretch[1]
    x, y = painter.center(number)
    return text(number, (x, y - up), class_="n")


_LETTER = 0.32  # as wide as a letter of a name along a course can be, with the room behind it


def _names(painter: MapPainter) -> Iterator[str]:
    """The names of rivers and country, along their course."""
    for index, course in enumerate(painter.names.courses):
        # A browser leaves away the letters that find no room on their line.
        wide = len(course.text) * _LETTER
        points_of = lengthened(course.line, wide)
        whole = sum(math.dist(a, b) for a, b in pairwise(points_of))
        middle = (wide / 2 + (whole - wide) * course.lean) / whole
        line = "M" + "L".join(f"{size(x)},{size(y)}" for x, y in points_of)
        yield element("path", d=line, id=f"course-{index}", fill="none")
        lettering = element(
            "textPath",
            escape(course.text),
            href=f"#course-{index}",
            startOffset=f"{middle:.0%}",
        )
        yield element("text", lettering, class_="course", fill=hexed(course.color))


def place_names(painter: MapSheet) -> str:
    """The names of places at the foot of their hexes, to stand above the counters; none over a
    picture, which has them.
    """
    if painter.is_picture:
        return ""
    return "".join(
        text(name, (x, y + 0.1), class_="name") for name, (x, y), _ in painter.names.places
    )


def _stroke(line: list[Point], wide: float, color: str, dashes: str | None = None) -> str:
    """A line without a fill: with round ends that join, or with dashes."""
    return element(
        "polyline",
        points=points(line),
        class_="l",
        stroke=color,
        stroke_width=size(wide),
        stroke_dasharray=dashes,
        style="stroke-linecap:butt" if dashes else None,
    )
