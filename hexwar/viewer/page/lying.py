"""What lies on the map, as drawings that a page copies: markers, trenches, works on hexsides.

Drawings have names, and the course of the game says which name lies where at every step; the page's
script copies them. So each drawing is in the page once, however often it lies there.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from hashlib import blake2b

from hexwar.definition.model import ResolvedGame
from hexwar.hexmap import Hex, HexMap
from hexwar.rules.markers.section import Markers
from hexwar.rules.works.section import Works
from hexwar.viewer.counters.pictured import FacePicture, as_png, marker_picture
from hexwar.viewer.drawing.geometry import HexLayout, Point
from hexwar.viewer.drawing.signs import GLYPHS, WIDE
from hexwar.viewer.page.drawing import hexside
from hexwar.viewer.page.svg import UNIT, element, points, size, text
from hexwar.viewer.printed_map.looks import side_look
from hexwar.viewer.printed_map.lying_view import Tag, style_of

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
