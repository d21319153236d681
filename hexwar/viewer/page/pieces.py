"""Counters as SVG, and the drawings that a page copies: arrows, stars, markers, works.

All counters are in the page from the beginning and out of sight; the script moves them and says
which values show. They are drawn as in the window: a symbol in the box of its side, or the game's
own pictures where it has both sides of the counter.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from html import escape

from hexwar.definition.model import ResolvedGame
from hexwar.hexmap import Hex, HexMap
from hexwar.rules.markers.section import Markers
from hexwar.rules.sheet import Sheet
from hexwar.rules.sides.section import Sides
from hexwar.rules.units.section import Unit, Units
from hexwar.rules.works.section import Works
from hexwar.viewer.counters.counter import SIDE, Face, face_of
from hexwar.viewer.counters.fronts import hull, pointed
from hexwar.viewer.counters.shown_pictures import FacePicture, as_png, face_picture, marker_picture
from hexwar.viewer.counters.unit_symbols import drawing, lettered
from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.flags import CLOTH_WIDE, CUTS, FOOT, STAFF_HIGH
from hexwar.viewer.drawing.geometry import HexLayout, Point
from hexwar.viewer.drawing.signs import GLYPHS, WIDE
from hexwar.viewer.drawing.theme import PALETTE, ink_on, mix, parse_color
from hexwar.viewer.page.drawing import hexside
from hexwar.viewer.page.svg import UNIT, element, hexed, points, size, text
from hexwar.viewer.printed_map.looks import side_look
from hexwar.viewer.printed_map.lying_view import Tag, style_of

_COUNTER_PIXELS, _MARKER_PIXELS = 128, 96  # of the side of a picture
_DARK, _PALE, _RED = "#26221c", "#fffdf6", "#b3261e"
_DARK_LINE = (30, 24, 18)  # of a symbol on a pale box, and the box of one drawn in white
_CORNER = f"translate({size(-0.48)} {size(-0.52)}) scale(.8)"


def symbols(game: ResolvedGame) -> str:
    """The unit symbols of a game, each once, in whatever ink they are used."""
    units = game[Units].counters.values()
    written = []
    for name in sorted({lettered(unit.type.symbol, unit.type.title)[0] for unit in units}):
        source = drawing(name).replace("#000000", "currentColor")
        # Only what is inside: a page has one svg, and symbols in it.
        inner = source[source.index(">") + 1 : source.rindex("</svg>")]
        box = re.search(r'viewBox="([^"]+)"', source)
        written.append(element("symbol", inner, id=f"s-{name}", viewBox=box[1] if box else None))
    return "".join(written)


def pictures(game: ResolvedGame) -> str:
    """The pictures of its counters, each once."""
    units = game[Units].counters.values()
    shown = dict.fromkeys(picture for unit in units for picture in _pictures(unit) if picture)
    return "".join(
        _image(picture, SIDE, -SIDE / 2, _COUNTER_PIXELS, id=picture_id(picture))
        for picture in shown
    )


def _pictures(unit: Unit) -> tuple[FacePicture | None, FacePicture | None]:
    """The pictures of a counter, front and back."""
    return face_picture(unit.picture, 0), face_picture(unit.picture, 1)


def _image(shown: FacePicture, side: float, top: float, pixels: int, **attributes: str) -> str:
    """A picture around x = 0, its side and its upper edge in units, with so many pixels a side."""
    data = b64encode(as_png(shown.folder, shown.name, pixels)).decode()
    return element(
        "image",
        **attributes,
        width=size(side),
        height=size(side),
        href=f"data:image/png;base64,{data}",
        x=size(-side / 2),
        y=size(top),
    )


def counters(game: ResolvedGame) -> str:
    """Every counter of the game around (0, 0), in the order of the units file; none is seen yet."""
    return "".join(
        _counter(unit, face_of(unit, game), index, 0.0 if game.has("facing") else None)
        for index, unit in enumerate(game[Units].counters.values())
    )


def counter_svg(unit: Unit, game: ResolvedGame, looks: float | None = None) -> str:
    """One counter with all its steps around (0, 0); ``looks``: where, as a bearing, if anywhere."""
    return _counter(unit, face_of(unit, game), None, looks)


def _turned(drawn: str, looks: float) -> str:
    """What tells where a counter looks; of a page's counters the script turns it."""
    return element("g", drawn, class_="look", transform=f"rotate({looks:g})")


def _plate(color: str, rim: str) -> str:
    """The pointed plate of the window, with its bow up."""
    corners, bow = hull((0, 0), SIDE, 0)
    return _cornered(corners, color, rim) + _cornered(bow, "#f4ecd2", rim)


def _cornered(corners: list[Point], fill: str, stroke: str) -> str:
    return element("polygon", points=points(corners), fill=fill, stroke=stroke, stroke_width=1.5)


def _counter(unit: Unit, face: Face, index: int | None, looks: float | None) -> str:
    """A counter around (0, 0); ``index``: of its unit in the list that the script goes by;
    ``looks``: where, as a bearing, if it may look anywhere.
    """
    front, behind = _pictures(unit)
    if front is not None and behind is not None:
        mark = ""
        if looks is not None:
            bow = _cornered(pointed((0, 0), SIDE, 0, 0), _DARK, _PALE)
            mark = _turned(bow, looks)
        return _pictured(unit, front, behind, index, mark)
    half = SIDE / 2
    # Sides are told apart by their boxes too, for readers who cannot do so by colour: pale or dark,
    # and of more than two sides round.
    light = face.band % 2 == 0
    fill, line = (PALETTE.white, _DARK_LINE) if light else (_DARK_LINE, PALETTE.white)
    corners = {"rx": size(0.15)} if face.band > 1 else {}
    symbol, letters = lettered(face.symbol, face.title)
    box = {"x": size(-0.32), "y": size(-0.27), "width": size(0.64), "height": size(0.43)}
    sign = {"x": size(-0.355), "y": size(-0.305), "width": size(0.71), "height": size(0.5)}
    rim = hexed(mix(face.color, (10, 8, 4), 0.62))
    parts = [
        _title(unit),
        _turned(_plate(hexed(face.color), rim), looks) if looks is not None else "",
        element(
            "rect",
            class_="card",
            x=size(-half),
            y=size(-half),
            width=size(SIDE),
            height=size(SIDE),
            rx=4,
            fill=hexed(face.color),
            stroke=rim,
            stroke_width=1.5,
        ),
        element("rect", **box, **corners, fill=hexed(fill)),
        element("use", href=f"#s-{symbol}", **sign, style=f"color:{hexed(line)}"),
        text(letters, (0, 0.04), class_="k", fill=hexed(line)) if letters else "",
        text(face.designation, (0, -0.34), class_="d", fill=hexed(ink_on(face.color))),
        text(face.values, (0, 0.42), class_="v", fill=hexed(ink_on(face.color))),
        _left(),
    ]
    is_plated = index is None and looks is not None  # on a page the script says so
    kind = "u plated" if is_plated else "u"
    return element("g", "".join(parts), class_=kind, data_unit=index)


def _left() -> str:
    """The plate that says how many of all steps are left; it shows once some are lost. It stands on
    the upper edge of the counter, above its name.
    """
    high = 0.26
    top = -SIDE / 2 - high
    where = {"x": size(0.14), "y": size(top), "width": size(0.46), "height": size(high)}
    plate = element("rect", **where, rx=3, fill=_RED, stroke=_PALE)
    return element("g", plate + text("", (0.37, top + 0.2), class_="k", fill=_PALE), class_="left")


def _title(unit: Unit) -> str:
    """What a browser says while the pointer is on a counter."""
    return element("title", escape(f"{unit.name} ({unit.id})"))


def _pictured(
    unit: Unit, front: FacePicture, behind: FacePicture, index: int | None, mark: str
) -> str:
    """A counter by its pictures; the script shows the other side, or the values on a strip."""
    half = size(-SIDE / 2)
    strip = element("rect", x=half, y=size(0.24), width=size(SIDE), height=size(0.29), fill="#fff")
    words = text("", (0, 0.46), class_="v", fill=_DARK)
    parts = (
        _title(unit),
        mark,
        element("use", href=f"#{picture_id(front)}", class_="front"),
        element("use", href=f"#{picture_id(behind)}", class_="back"),
        element("g", strip + words, class_="strip" if behind.stands_in else "unseen"),
        _left(),
    )
    return element("g", "".join(parts), class_="u", data_unit=index)


def wind(game: ResolvedGame, right: float, top: float) -> str:
    """An arrow the way that the wind blows, with its name, in the upper right corner of a sheet."""
    sheet = game.section(Sheet)
    if sheet is None or sheet.wind_bearing is None:
        return ""
    half = [(0.3, 0.1), (0.1, 0.16), (0.1, -0.6)]
    arrow = points([(0, 0.62), *half, *((-x, y) for x, y in reversed(half))])
    turn = f"rotate({sheet.wind_bearing:g})"
    shapes = (
        element("circle", r=size(0.8), fill="#f4ecd2", stroke=_DARK, stroke_width=2),
        element("polygon", points=arrow, fill=_DARK, transform=turn),
        text("Wind", (0, 1.15), class_="name"),
    )
    transform = f"translate({size(right - 1.1)} {size(top + 1.1)})"
    return element("g", "".join(shapes), class_="wind", transform=transform)


def beside_map(game: ResolvedGame) -> float:
    """How much wider a page's drawing is than the map, so that the wind covers no hex of it."""
    sheet = game.section(Sheet)
    return 1.6 if sheet is not None and sheet.wind is not None else 0.0


def _flag(band: int, color: str, name: str) -> str:
    """The flag of a side, with a shape of its own, beside the middle of a hex; ``band`` is the
    place of the side among the sides.
    """
    x, y = FOOT
    cloth = [
        (x + CLOTH_WIDE * across, y - STAFF_HIGH * up) for across, up in CUTS[band % len(CUTS)]
    ]
    drawn = (
        element("title", escape(f"Held by {name}")),
        _line([FOOT, (x, y - STAFF_HIGH)], _PALE, 4),
        element("polygon", points=points(cloth), fill=_PALE, stroke=_PALE, stroke_width=4),
        element("polygon", points=points(cloth), fill=color, stroke=_DARK),
        _line([FOOT, (x, y - STAFF_HIGH)], _DARK, 2),
    )
    return element("g", "".join(drawn), id=f"t-flag-{band}")


def _line(line: Iterable[Point], color: str, wide: float, **attributes: str) -> str:
    """A line, its width in pixels; of no points where the script gives it some."""
    return element(
        "polyline",
        points=points(line),
        class_="l",
        stroke=color,
        stroke_width=wide,
        **attributes,
    )


def templates(game: ResolvedGame, layout: HexLayout) -> str:
    """What the script copies: one of each, out of sight."""
    drawn = []
    for band, side in enumerate(game[Sides].all):
        color = hexed(parse_color(side.color, PALETTE.ink))
        tip = element("path", d="M0,0L10,5L0,10z", fill=color, stroke=_PALE)
        box = {"viewBox": "-1 -1 12 12", "refX": 8, "refY": 5, "markerWidth": 4, "markerHeight": 4}
        drawn.append(element("marker", tip, id=f"head-{band}", **box, orient="auto"))
        head, casing = f"url(#head-{band})", _line((), _PALE, 9)
        route = _line((), color, 5, marker_end=head)
        drawn.append(element("g", casing + route, id=f"t-route-{band}"))
        # An attack or a fire: broken, so that it is told from a move without its colour.
        aim = _line((), color, 4, stroke_dasharray="9 7", marker_end=head)
        drawn.append(element("g", casing + aim, id=f"t-aim-{band}"))
        drawn += [_flag(band, color, side.name), *tags(band, color)]
    star = element("polygon", points=points(ink.star((0.55, 0.45), 0.36)), class_="star")
    drawn.append(element("g", star + text("?", (0.55, 0.98), class_="r"), id="t-clash"))
    third = UNIT // 3
    cross = element("path", d=f"M-{third},-{third}L{third},{third}", class_="x")
    cross += element("path", d=f"M-{third},{third}L{third},-{third}", class_="x")
    # In a corner of the hex: the unit that took it stands in its middle.
    lost = element("g", cross + text("?", (0, 0.1), class_="r"), transform=_CORNER)
    drawn.append(element("g", lost, id="t-lost"))
    disc = element("circle", cx=size(0.5), cy=size(-0.5), r=9, fill=_DARK, stroke=_PALE)
    drawn.append(element("g", disc + text("+", (0.5, -0.39), class_="h"), id="t-hidden"))
    # On a corner of the uppermost counter; its title names who lies there.
    named = element("title", "") + disc + text("2", (0.5, -0.39), class_="h")
    drawn.append(element("g", named, id="t-stack"))
    return "".join([*drawn, trench(layout), *marker_pictures(game), *works(game, layout)])


# What lies on the map, as drawings that a page copies: markers, trenches, works on hexsides.
#
# Drawings have names, and the course of the game says which name lies where at every step; the
# page's script copies them. So each drawing is in the page once, however often it lies there.


TAG_WIDE = 34
"""Pixels of the drawing from a marker to the next one in its hex."""

_HIGH = 13 / UNIT  # of a plate, in units
_TOP = 0.65  # of a plate, below the middle of its hex
_LARGE, _LOW = 0.62, 0.86  # of a picture: its side, and how far below the middle its foot lies


def picture_id(shown: FacePicture) -> str:
    """The name of a picture in the page."""
    named = blake2b(f"{shown.folder}\0{shown.name}".encode(), digest_size=6).hexdigest()
    return f"i-{named}{'-r' * shown.stands_in}"


def tag_id(tag: Tag) -> str:
    """The drawing of a marker."""
    if tag.picture is not None:
        return f"t-{picture_id(tag.picture)}"
    return f"t-sign-{tag.look}-{tag.band}" if tag.look in GLYPHS else f"t-tag-{tag.band}"


def work_id(work: str, a: str, b: str, board: HexMap, *, gone: bool) -> str:
    """The drawing of a work between two hexes, by the step from the one to the other."""
    if gone:
        return "t-gone"
    (aq, ar), (bq, br) = board.axial(a), board.axial(b)
    return _of_side(work, Hex(bq - aq, br - ar))


def _of_side(work: str, step: Hex) -> str:
    """The drawing of a work on the hexside that a step crosses, which the step back crosses too."""
    q, r = max(step, Hex(-step.q, -step.r))
    return f"t-work-{work}-{q}_{r}"


def tags(band: int, color: str) -> Iterator[str]:
    """The plates of a side's markers: one for letters, one for each sign."""
    corners = 0 if band % 2 else 6
    plate = element(
        "rect", x=-16, y=26, width=32, height=13, rx=corners, fill="#f3eddd", stroke=color
    )
    yield element("g", plate + text("?", (0, 0.91), class_="k"), id=f"t-tag-{band}")
    for look, glyph in GLYPHS.items():

        def at(point: Point) -> Point:
            return (point[0] - WIDE / 2) * _HIGH, _TOP + point[1] * _HIGH

        drawn = [_line(map(at, line), _DARK, 1.6) for line in glyph.lines]
        for middle, radius in glyph.discs:
            x, y = at(middle)
            spot = {"cx": size(x), "cy": size(y), "r": size(radius * _HIGH)}
            drawn.append(element("circle", **spot, fill=_DARK))
        yield element("g", plate + "".join(drawn), id=f"t-sign-{look}-{band}")


def marker_pictures(game: ResolvedGame) -> Iterator[str]:
    """The pictures of markers, each once, at the lower edge of their hex."""
    section = game.section(Markers)
    shown = (
        marker_picture(marker.picture) for marker in (section.by_id.values() if section else ())
    )
    for picture in dict.fromkeys(shown):
        if picture is not None:
            image = _image(picture, _LARGE, _LOW - _LARGE, _MARKER_PIXELS)
            yield element("g", image, id=f"t-{picture_id(picture)}")


def trench(layout: HexLayout) -> str:
    """The line around an entrenched hex."""
    ring = [(x * 0.88, y * 0.88) for x, y in layout.corner_offsets]
    look = {"fill": "none", "stroke": _DARK}
    thick = element("polygon", points=points(ring), **look, stroke_width=6, stroke_dasharray="6 5")
    thin = element("polygon", points=points(ring), **look, stroke_width=1.5)
    return element("g", element("title", "Trench") + thick + thin, id="t-trench")


def works(game: ResolvedGame, layout: HexLayout) -> Iterator[str]:
    """Each work in the three directions that a hexside can have, around the middle of the hexside;
    and a wreck, which stands for any of them.
    """
    section = game.section(Works)
    if section:
        for work in section.by_id.values():
            style = style_of(work, game)
            for step in layout.side_steps[:3]:
                (x, y), ends = layout.center(step), layout.hexside(Hex(0, 0), step)
                a, b = ((end[0] - x / 2, end[1] - y / 2) for end in ends)
                drawn = "".join(hexside(side_look(style), style, a, b))
                yield element("g", drawn, id=_of_side(work.id, step))
    words = element("title", "Wrecked")
    disc = element("circle", r=9, fill=_PALE, stroke=_DARK, stroke_width=1.5)
    cross = element("path", d="M-5,-5L5,5M-5,5L5,-5", stroke=_RED, stroke_width=3)
    yield element("g", words + disc + cross, id="t-gone")
