"""Counters as SVG, and the drawings that a page copies: arrows, stars, markers, works.

All counters are in the page from the beginning and out of sight; the script moves them and says
which values show. They are drawn as in the window: a symbol in the box of its side, or the game's
own pictures where it has both sides of the counter.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator
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
from hexwar.viewer.drawing.geometry import HexLayout, Point
from hexwar.viewer.drawing.ink import CLOTH_WIDE, CUTS, FOOT, GLYPHS, STAFF_HIGH, WIDE
from hexwar.viewer.drawing.theme import PALETTE, ink_on, mix, parse_color
from hexwar.viewer.page.drawing import UNIT, element, hexed, hexside, points, size, text
from hexwar.viewer.printed_map.looks import side_look
from hexwar.viewer.printed_map.lying_view import Tag, style_of

_COUNTER_PIXELS = 128  # of the side of a counter's picture
_DARK_LINE = (30, 24, 18)
_CORNER = f"translate({size(-0.48)} {size(-0.52)}) scale(.8)"


def symbols(game: ResolvedGame) -> str:
    """The unit symbols of a game, each once, in whatever ink they are used."""
    units = game[Units].counters.values()
    names = sorted({lettered(unit.type.symbol, unit.type.title)[0] for unit in units})
    return "".join(_symbol(name) for name in names)


def pictures(game: ResolvedGame) -> str:
    """The pictures of its counters, each once."""
    units = game[Units].counters.values()
    shown = dict.fromkeys(picture for unit in units for picture in _pictures(unit) if picture)
    return "".join(map(_image, shown))


def _pictures(unit: Unit) -> tuple[FacePicture | None, FacePicture | None]:
    """The pictures of a counter, front and back."""
    return face_picture(unit.picture, 0), face_picture(unit.picture, 1)


def _image(shown: FacePicture) -> str:
    data = b64encode(as_png(shown.folder, shown.name, _COUNTER_PIXELS)).decode()
    where = {"x": size(-SIDE / 2), "y": size(-SIDE / 2)}
    href = f"data:image/png;base64,{data}"
    return element(
        "image", id=picture_id(shown), width=size(SIDE), height=size(SIDE), href=href, **where
    )


def _symbol(name: str) -> str:
    source = drawing(name).replace("#000000", "currentColor")
    # Only what is inside: a page has one svg, and symbols in it.
    inner = source[source.index(">") + 1 : source.rindex("</svg>")]
    box = re.search(r'viewBox="([^"]+)"', source)
    return element("symbol", inner, id=f"s-{name}", viewBox=box[1] if box else None)


def counters(game: ResolvedGame) -> str:
    """Every counter of the game around (0, 0), in the order of the units file; none is seen yet."""
    return "".join(
        _counter(unit, face_of(unit, game), place, 0.0 if game.has("facing") else None)
        for place, unit in enumerate(game[Units].counters.values())
    )


def counter_svg(unit: Unit, game: ResolvedGame, looks: float | None = None) -> str:
    """One counter with all its steps around (0, 0); ``looks``: where, as a bearing, if anywhere."""
    return _counter(unit, face_of(unit, game), None, looks)


def _turned(drawn: str, looks: float) -> str:
    """What tells where a counter looks; of a page's counters the script turns it."""
    return element("g", drawn, class_="look", transform=f"rotate({looks:g})")


def _plate(color: str, rim: str) -> str:
    """The pointed plate of the window, with its bow up."""
    corners = hull((0, 0), SIDE, 0)
    return _cornered(corners, color, rim) + _cornered(
        [corners[0], corners[1], corners[-1]], "#f4ecd2", rim
    )


def _cornered(corners: list[Point], fill: str, stroke: str) -> str:
    return element("polygon", points=points(corners), fill=fill, stroke=stroke, stroke_width=1.5)


def _counter(unit: Unit, face: Face, place: int | None, looks: float | None) -> str:
    """A counter around (0, 0); ``place``: of its unit in the list that the script goes by;
    ``looks``: where, as a bearing, if it may look anywhere.
    """
    front, behind = _pictures(unit)
    if front is not None and behind is not None:
        mark = ""
        if looks is not None:
            bow = _cornered(pointed((0, 0), SIDE, 0, 0), "#26221c", "#fffdf6")
            mark = _turned(bow, looks)
        return _pictured(unit, front, behind, place, mark)
    half = SIDE / 2
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
    is_plated = place is None and looks is not None  # on a page the script says so
    kind = "u plated" if is_plated else "u"
    return element("g", "".join(parts), class_=kind, data_unit=place)


def _left() -> str:
    """The plate that says how many steps are left of all; it is seen once some are lost. It stands
    on the upper edge of the counter, above its name.
    """
    high = 0.26
    top = -SIDE / 2 - high
    where = {"x": size(0.14), "y": size(top), "width": size(0.46), "height": size(high)}
    plate = element("rect", **where, rx=3, fill=_RED, stroke=_PALE)
    return element("g", plate + text("", (0.37, top + 0.2), class_="k", fill=_PALE), class_="left")


def _title(unit: Unit) -> str:
    return element("title", escape(f"{unit.name} ({unit.id})"))


def _pictured(
    unit: Unit, front: FacePicture, behind: FacePicture, place: int | None, mark: str
) -> str:
    """A counter by its pictures; the script shows the other side, or the values on a strip."""
    half = size(-SIDE / 2)
    strip = element("rect", x=half, y=size(0.24), width=size(SIDE), height=size(0.29), fill="#fff")
    words = text("", (0, 0.46), class_="v", fill="#26221c")
    parts = (
        _title(unit),
        mark,
        element("use", href=f"#{picture_id(front)}", class_="front"),
        element("use", href=f"#{picture_id(behind)}", class_="back"),
        element("g", strip + words, class_="strip" if behind.stands_in else "unseen"),
        _left(),
    )
    return element("g", "".join(parts), class_="u", data_unit=place)


def wind(game: ResolvedGame, right: float, top: float) -> str:
    """An arrow the way that the wind blows, with its name, in the upper right corner of a sheet."""
    sheet = game.section(Sheet)
    if sheet is None or sheet.wind_bearing is None:
        return ""
    half = [(0.3, 0.1), (0.1, 0.16), (0.1, -0.6)]
    arrow = points([(0, 0.62), *half, *((-x, y) for x, y in reversed(half))])
    turn = f"rotate({sheet.wind_bearing:g})"
    drawn = (
        element("circle", r=size(0.8), fill="#f4ecd2", stroke="#26221c", stroke_width=2),
        element("polygon", points=arrow, fill="#26221c", transform=turn),
        text("Wind", (0, 1.15), class_="name"),
    )
    where = f"translate({size(right - 1.1)} {size(top + 1.1)})"
    return element("g", "".join(drawn), class_="wind", transform=where)


def _flag(place: int, color: str, name: str) -> str:
    """The flag of a side, cut as none of the other sides', beside the middle of a hex."""
    (x, y), dark = FOOT, "#26221c"
    cloth = [
        (x + CLOTH_WIDE * across, y - STAFF_HIGH * up) for across, up in CUTS[place % len(CUTS)]
    ]
    staff = points([(x, y), (x, y - STAFF_HIGH)])
    drawn = (
        element("title", escape(f"Held by {name}")),
        element("polyline", points=staff, class_="l", stroke="#fffdf6", stroke_width=4),
        element("polygon", points=points(cloth), fill="#fffdf6", stroke="#fffdf6", stroke_width=4),
        element("polygon", points=points(cloth), fill=color, stroke=dark),
        element("polyline", points=staff, class_="l", stroke=dark, stroke_width=2),
    )
    return element("g", "".join(drawn), id=f"t-flag-{place}")


def templates(game: ResolvedGame, layout: HexLayout) -> str:
    """What the script copies: one of each, out of sight."""
    heads = []
    for place, side in enumerate(game[Sides].all):
        color = hexed(parse_color(side.color, PALETTE.ink))
        tip = element("path", d="M0,0L10,5L0,10z", fill=color, stroke="#fffdf6")
        heads.append(
            element(
                "marker",
                tip,
                id=f"head-{place}",
                viewBox="-1 -1 12 12",
                refX=8,
                refY=5,
                markerWidth=4,
                markerHeight=4,
                orient="auto",
            )
        )
        way = element("polyline", points="", class_="l", stroke="#fffdf6", stroke_width=9)
        line = element(
            "polyline",
            points="",
            class_="l",
            stroke=color,
            stroke_width=5,
            marker_end=f"url(#head-{place})",
        )
        heads.append(element("g", way + line, id=f"t-route-{place}"))
        # An attack or a fire: broken, so that it is told from a move without its colour.
        aim = element(
            "polyline",
            points="",
            class_="l",
            stroke=color,
            stroke_width=4,
            stroke_dasharray="9 7",
            marker_end=f"url(#head-{place})",
        )
        heads.append(element("g", way + aim, id=f"t-aim-{place}"))
        heads += [_flag(place, color, side.name), *tags(place, color)]
    star = element("polygon", points=points(ink.star((0.55, 0.45), 0.36)), class_="star")
    heads.append(element("g", star + text("?", (0.55, 0.98), class_="r"), id="t-clash"))
    cross = element("path", d=f"M-{UNIT // 3},-{UNIT // 3}L{UNIT // 3},{UNIT // 3}", class_="x")
    other = element("path", d=f"M-{UNIT // 3},{UNIT // 3}L{UNIT // 3},-{UNIT // 3}", class_="x")
    # In a corner of the hex: whoever took it stands in its middle.
    gone = element("g", cross + other + text("?", (0, 0.1), class_="r"), transform=_CORNER)
    heads.append(element("g", gone, id="t-lost"))
    plus = element("circle", cx=size(0.5), cy=size(-0.5), r=9, fill="#26221c", stroke="#fffdf6")
    heads.append(element("g", plus + text("+", (0.5, -0.39), class_="h"), id="t-hidden"))
    return "".join([*heads, trench(layout), *marker_pictures(game), *works(game, layout)])


# What lies on the map, as drawings that a page copies: markers, trenches, works on hexsides.
#
# Drawings have names, and the course of the game says which name lies where at every step; the
# page's script copies them. So each drawing is in the page once, however often it lies there.


TAG_WIDE = 34
"""Pixels of the drawing from a marker to the next one in its hex."""

_HIGH = 13 / UNIT  # of a plate, in units
_TOP = 0.65  # of a plate, below the middle of its hex
_LARGE, _LOW = 0.62, 0.86  # of a picture: its side, and how far below the middle its foot lies
_MARKER_PIXELS = 96  # of its side
_DARK, _PALE, _RED = "#26221c", "#fffdf6", "#b3261e"


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
    """The drawing of a work between two hexes, by the way from the one to the other."""
    if gone:
        return "t-gone"
    (aq, ar), (bq, br) = board.axial(a), board.axial(b)
    return f"t-work-{work}-{_way(Hex(bq - aq, br - ar))}"


def _way(step: Hex) -> str:
    """One name for a way and the opposite one."""
    # A hexside is the same from both of its hexes.
    step = max(step, Hex(-step.q, -step.r))
    return f"{step.q}_{step.r}"


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

        drawn = [
            element(
                "polyline", points=points(map(at, line)), class_="l", stroke=_DARK, stroke_width=1.6
            )
            for line in glyph.lines
        ]
        for middle, radius in glyph.discs:
            x, y = at(middle)
            spot = {"cx": size(x), "cy": size(y), "r": size(radius * _HIGH)}
            drawn.append(element("circle", **spot, fill=_DARK))
        yield element("g", plate + "".join(drawn), id=f"t-sign-{look}-{band}")


def marker_pictures(game: ResolvedGame) -> Iterator[str]:
    """The pictures of markers, each once, at the lower edge of their hex."""
    markers = game.section(Markers)
    pictures = (
        marker_picture(marker.picture) for marker in (markers.by_id.values() if markers else ())
    )
    for shown in dict.fromkeys(picture for picture in pictures if picture is not None):
        data = b64encode(as_png(shown.folder, shown.name, _MARKER_PIXELS)).decode()
        href = f"data:image/png;base64,{data}"
        where = {"x": size(-_LARGE / 2), "y": size(_LOW - _LARGE)}
        image = element("image", width=size(_LARGE), height=size(_LARGE), href=href, **where)
        yield element("g", image, id=f"t-{picture_id(shown)}")


def trench(layout: HexLayout) -> str:
    """The line around an entrenched hex."""
    ring = [(x * 0.88, y * 0.88) for x, y in layout.corner_offsets]
    look = {"fill": "none", "stroke": _DARK}
    thick = element("polygon", points=points(ring), **look, stroke_width=6, stroke_dasharray="6 5")
    thin = element("polygon", points=points(ring), **look, stroke_width=1.5)
    return element("g", element("title", "Trench") + thick + thin, id="t-trench")


def works(game: ResolvedGame, layout: HexLayout) -> Iterator[str]:
    """Each work in every way that a hexside lies, around the middle of the hexside; a wreck."""
    section = game.section(Works)
    for work in section.by_id.values() if section else ():
        style = style_of(work, game)
        for step in layout.side_steps[:3]:
            (x, y), ends = layout.center(step), layout.hexside(Hex(0, 0), step)
            a, b = ((end[0] - x / 2, end[1] - y / 2) for end in ends)
            drawn = "".join(hexside(side_look(style), style, a, b))
            yield element("g", drawn, id=f"t-work-{work.id}-{_way(step)}")
    words = element("title", "Wrecked")
    disc = element("circle", r=9, fill=_PALE, stroke=_DARK, stroke_width=1.5)
    cross = element("path", d="M-5,-5L5,5M-5,5L5,-5", stroke=_RED, stroke_width=3)
    yield element("g", words + disc + cross, id="t-gone")
