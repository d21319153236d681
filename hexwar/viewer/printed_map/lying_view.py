"""What lies on the map apart from units: markers, works on hexsides; and its samples.

Works on hexsides are drawn on them, crossed out when they are wrecked, and a trench is a line
around its hex: they lie under the counters. Other markers are plates with a sign, letters or a
picture, at the lower edge of the hex over the counters. The same is drawn at the table, on pictures
of set-ups and on paper. :func:`samples` has a line of the key for each kind of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import pygame

from hexwar.definition.grammar import in_prose
from hexwar.definition.model import ResolvedGame
from hexwar.rules.markers.section import Markers
from hexwar.rules.questions import Questions
from hexwar.rules.sides.section import Sides
from hexwar.rules.terrain.section import HexsideTerrain, Terrain
from hexwar.rules.victory.rules import is_held
from hexwar.rules.works.section import HexsideWork, Works
from hexwar.viewer.counters.shown_pictures import FacePicture, marker_picture, scaled
from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.flags import CLOTH_WIDE, STAFF_HIGH, draw_flag
from hexwar.viewer.drawing.geometry import Point, between, midpoint
from hexwar.viewer.drawing.overlays import Overlay
from hexwar.viewer.drawing.signs import draw_wrecked, plate
from hexwar.viewer.drawing.theme import PALETTE, Color, parse_color
from hexwar.viewer.printed_map.lines import draw_hexside
from hexwar.viewer.printed_map.looks import marker_look

BRIDGE = HexsideTerrain(id="bridge")
"""A work that only carries a path is drawn as a bridge."""
_TRENCH = (0.93, 0.83)  # of a hex: how far out the crenels of a trench are, and how far in
_PICTURED = 1.7  # of a plate's height: how large a picture is
_CRENELS = 5  # to a hexside


class Tag(NamedTuple):
    """A marker in a hex: its sign, its letters, its side's colour and place among the sides; the
    picture that is shown in place of these.
    """

    look: str
    letters: str
    color: Color
    band: int
    picture: FacePicture | None = None

    @property
    def is_trench(self) -> bool:
        """Whether it is shown by a line around its hex as well."""
        return self.look == "trench" and self.picture is None

    def drawn(self, high: int) -> pygame.Surface:
        """Its plate, so many pixels high; its picture is larger than that."""
        if self.picture is not None:
            return scaled(self.picture, round(high * _PICTURED))
        return plate(self.look, self.letters, self.color, self.band, high)


class OnSide(NamedTuple):
    """A work that stands on a hexside, or stood there (``gone``)."""

    hexes: tuple[str, str]
    work: str
    gone: bool


class OnMap:
    """All of it at one moment. ``pictured``: markers that have pictures show them."""

    def __init__(self, state: Questions, game: ResolvedGame, *, pictured: bool = True) -> None:
        self._game = game
        self.tags: dict[str, list[Tag]] = {}
        """Markers by hex."""
        self.sides: list[OnSide] = []
        """What is on hexsides and not printed there."""
        bands = {side.id: (band, side.color) for band, side in enumerate(game[Sides].all)}
        markers = game.section(Markers)
        for item in state.on_map():
            if item.beside:
                # A thing on a hexside is listed in both its hexes, and is wanted once.
                if item.hex < item.beside:
                    self.sides.append(OnSide((item.hex, item.beside), item.kind, item.gone))
                continue
            marker = markers.by_id.get(item.kind) if markers is not None else None
            look = marker_look(marker) if marker is not None else "letters"
            file = marker.picture if marker is not None and pictured else None
            band, color = bands[item.side]
            paint = parse_color(color, PALETTE.ink)
            tag = Tag(look, item.title[:2], paint, band, marker_picture(file))
            self.tags.setdefault(item.hex, []).append(tag)
        # What stands at the start is told by the game, what has become of it by the position.
        changed = {(side.hexes, side.work) for side in self.sides}
        self.sides += [side for side in standing(game) if (side.hexes, side.work) not in changed]

    @property
    def many(self) -> dict[str, int]:
        """Hex to how many markers lie there."""
        return {number: len(tags) for number, tags in self.tags.items()}

    def draw_below(self, overlay: Overlay) -> None:
        """What stands on hexsides, and the trenches around hexes: under the counters."""
        for number, tags in self.tags.items():
            for tag in tags:
                if tag.is_trench:
                    _trench(overlay, number, tag.color)
        for hexes, work, gone in self.sides:
            a, b = overlay.side_of(*hexes)
            if gone:
                draw_wrecked(overlay.surface, midpoint(a, b), overlay.zoom)
            else:
                style = style_of(self._game[Works].by_id[work], self._game)
                draw_hexside(overlay.surface, a, b, overlay.zoom, style)

    def draw_above(self, overlay: Overlay) -> None:
        """The plates of markers, over the lower edges of counters."""
        for number, tags in self.tags.items():
            overlay.tags(number, [tag.drawn(overlay.tag_height) for tag in tags])


def standing(game: ResolvedGame) -> Iterator[OnSide]:
    """What stands on hexsides when the game begins and is not printed there."""
    works = game.section(Works)
    if not works:
        return
    for work in works.by_id.values():
        for pair in work.begins(game.map):
            if work.kind not in game.map.hexside(*pair):
                yield OnSide(pair, work.id, gone=False)


def style_of(work: HexsideWork, game: ResolvedGame) -> HexsideTerrain:
    """How a work is drawn while it stands."""
    return game[Terrain].hexsides.get(work.kind, BRIDGE)


def _trench(overlay: Overlay, number: str, color: Color) -> None:
    """A crenellated line around a hex."""
    rings = [overlay.corners(number, share) for share in _TRENCH]  # it goes to and fro between them
    line: list[Point] = []
    for side in range(6):
        for step in range(_CRENELS):
            ring = rings[step % 2]
            a, b = ring[side], ring[(side + 1) % 6]
            line += [between(a, b, step / _CRENELS), between(a, b, (step + 1) / _CRENELS)]
    zoom, surface = overlay.zoom, overlay.surface
    ink.stroke(surface, line, max(2.5, zoom * 0.09), PALETTE.white, closed=True)
    ink.stroke(surface, line, max(1.3, zoom * 0.05), color, closed=True)


# What the key of a map has beside terrain: what lies on the map in play.
#
# Terrain that is printed has its lines from the map itself; this adds the flags of the sides that
# hold places, the game's markers, and works that can be built or wrecked in play. Each sample is
# drawn as on the map.


_LARGER = 0.8  # of a sample hex to a hex of the map; what lies in it is drawn larger


class Sample(NamedTuple):
    """A line of the key. ``draw``: on a surface, in the middle of a hex, pixels to its corner."""

    title: str
    draw: Callable[[pygame.Surface, Point, float], None]


def samples(game: ResolvedGame, *, flags: bool = True) -> Iterator[Sample]:
    """The ``flags`` of sides that hold places; markers; what units build and wreck."""
    sides = game[Sides].all if flags and is_held(game) else ()
    for band, side in enumerate(sides):
        color = parse_color(side.color, PALETTE.ink)
        yield Sample(f"Held by {in_prose(side.name)}", partial(_flag, color=color, band=band))
    bands = {side.id: (band, side.color) for band, side in enumerate(game[Sides].all)}
    markers = game.section(Markers)
    if markers:
        for marker in markers.by_id.values():
            band, written = bands[marker.side]
            color = parse_color(written, PALETTE.ink)
            picture = marker_picture(marker.picture)
            tag = Tag(marker_look(marker), marker.title[:2], color, band, picture)
            yield Sample(marker.title, partial(_tag, tag=tag))
    # What is on hexsides in play and not printed there; a sample of it when it is wrecked.
    printed = {kind for kinds in game.map.hexsides.values() for kind in kinds}
    works = game.section(Works)
    if not works:
        return
    for work in works.by_id.values():
        begins = work.begins(game.map)
        # What is printed on the map has its line among the terrain already.
        if work.kind not in printed:
            yield Sample(work.title, partial(_built, style=style_of(work, game)))
        if begins and (work.wreck is not None or work.falls is not None):
            yield Sample(f"{work.title}: wrecked", _wrecked)


def _built(surface: pygame.Surface, middle: Point, size: float, style: HexsideTerrain) -> None:
    # Through the middle of the sample, where it can be made out.
    (x, y), radius = middle, size * 0.85
    draw_hexside(surface, (x - radius, y), (x + radius, y), round(size * 1.6), style)


def _wrecked(surface: pygame.Surface, middle: Point, size: float) -> None:
    draw_wrecked(surface, middle, size / _LARGER * 2)


def _tag(surface: pygame.Surface, middle: Point, size: float, tag: Tag) -> None:
    picture = tag.drawn(round(size * 0.8))
    surface.blit(picture, picture.get_rect(center=(round(middle[0]), round(middle[1]))))


def _flag(surface: pygame.Surface, middle: Point, size: float, color: Color, band: int) -> None:
    zoom = size / _LARGER * 2
    foot = middle[0] - CLOTH_WIDE * zoom / 2, middle[1] + STAFF_HIGH * zoom / 2
    draw_flag(surface, foot, zoom, color, band)
