"""What lies on the map that is no unit: markers, and what was built and wrecked on hexsides.

Works on hexsides are drawn on them, crossed out when they are wrecked, and a trench is a line
around its hex: they lie under the counters. Other markers are plates with a sign, letters or a
picture, at the lower edge of the hex over the counters. The same is drawn at the table, on pictures
of set-ups and on paper.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pygame

from hexwar.definition.model import ResolvedGame
from hexwar.rules.markers.section import Markers
from hexwar.rules.questions import Questions
from hexwar.rules.sides.section import Sides
from hexwar.rules.terrain.section import HexsideTerrain, Terrain
from hexwar.rules.works.section import HexsideWork, Works
from hexwar.viewer.counters.pictured import FacePicture, marker_picture, scaled
from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.geometry import Point
from hexwar.viewer.drawing.overlays import Overlay
from hexwar.viewer.drawing.signs import draw_wrecked, plate
from hexwar.viewer.drawing.theme import PALETTE, Color, parse_color
from hexwar.viewer.printed_map.lines import draw_hexside
from hexwar.viewer.printed_map.looks import marker_look

BRIDGE = HexsideTerrain(id="bridge")
"""What only carries a path is drawn as a bridge."""
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
    """All of it at one moment: ``tags`` by hex, and what is on hexsides and not printed there.

    ``pictured``: markers that have pictures show them.
    """

    def __init__(self, state: Questions, game: ResolvedGame, *, pictured: bool = True) -> None:
        self._game, self.tags = game, dict[str, list[Tag]]()
        # A thing on a hexside is told of in both its hexes, and is wanted once.
        changed = [thing for thing in state.on_map() if thing.beside and thing.hex < thing.beside]
        self.sides = [
            OnSide((thing.hex, thing.beside), thing.kind, thing.gone) for thing in changed
        ]
        # What stands at the start is told by the game, what has become of it by the position.
        wrecked = {(side.hexes, side.work) for side in self.sides}
        self.sides += [side for side in standing(game) if (side.hexes, side.work) not in wrecked]
        bands = {side.id: (band, side.color) for band, side in enumerate(game[Sides].all)}
        markers = game.section(Markers)
        for thing in state.on_map():
            if thing.beside:
                continue
            marker = markers.by_id.get(thing.kind) if markers is not None else None
            look = marker_look(marker) if marker is not None else "letters"
            file = marker.picture if marker is not None and pictured else None
            band, color = bands[thing.side]
            paint = parse_color(color, PALETTE.ink)
            tag = Tag(look, thing.title[:2], paint, band, marker_picture(file))
            self.tags.setdefault(thing.hex, []).append(tag)

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
            middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
            if gone:
                draw_wrecked(overlay.surface, middle, overlay.zoom)
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
    for work in works.by_id.values() if works else ():
        for pair in work.begins(game.map):
            if work.kind not in game.map.hexside(*pair):
                yield OnSide(pair, work.id, gone=False)


def style_of(said: HexsideWork, game: ResolvedGame) -> HexsideTerrain:
    """How a work is drawn while it stands."""
    return game[Terrain].hexsides.get(said.kind, BRIDGE)


def _trench(overlay: Overlay, number: str, color: Color) -> None:
    """A crenellated line around a hex."""
    outer, inner = (overlay.corners(number, share) for share in _TRENCH)
    line: list[Point] = []
    for at in range(6):
        for step in range(_CRENELS):
            ring = (outer, inner)[step % 2]
            (ax, ay), (bx, by) = ring[at], ring[(at + 1) % 6]
            line += [
                (ax + (bx - ax) * share, ay + (by - ay) * share)
                for share in (step / _CRENELS, (step + 1) / _CRENELS)
            ]
    zoom, surface = overlay.zoom, overlay.surface
    ink.stroke(surface, line, max(2.5, zoom * 0.09), PALETTE.white, closed=True)
    ink.stroke(surface, line, max(1.3, zoom * 0.05), color, closed=True)
