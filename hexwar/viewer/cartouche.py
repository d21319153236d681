"""The rest of the sheet: margins, the frame, the title and the key to the terrain."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pygame

from hexwar.definition.model import ResolvedGame
from hexwar.hexmap import HexMap
from hexwar.rules.sheet.section import Sheet
from hexwar.rules.sides.section import Sides
from hexwar.rules.terrain.section import Terrain
from hexwar.viewer import ink
from hexwar.viewer.geometry import SQRT3, Box, HexLayout, Point
from hexwar.viewer.lines import draw_hexside, draw_path
from hexwar.viewer.looks import feature_look, ground_look
from hexwar.viewer.ornaments import compass, flag, rule_of_scale
from hexwar.viewer.patterns import blocks, draw_star, stamp
from hexwar.viewer.theme import PALETTE, Color, font, lettering, mix, parse_color

_MARGIN = 0.62
_COLUMN = 4.3  # width of the key beside a map that is not much wider than high
_CLOSEST = 2.2  # samples of the strip stand in two rows rather than nearer to one another
_STRIP = 2.0  # height of the key under a wide map
_NOTES = (0.36, 0.31, 0.27)  # heights of the small print: the first that has the room
_LEGIBLE = 9  # pixels of letters below which the small print is left out
_SAMPLE = 0.42  # size of a sample hex in the key
_COMPASS = 0.55  # radius


class Imprint(NamedTuple):
    """What is printed beside a map. ``note`` is small print, where the column has room for it;
    ``sheet`` says the scale and where north lies; ``sides`` are the colours of the sides.
    """

    title: str
    subtitle: str = ""
    note: str = ""
    sheet: Sheet | None = None
    sides: tuple[Color, ...] = ()


def imprint_of(game: ResolvedGame, note: str = "") -> Imprint:
    """What is printed beside a game's map: its title, and the scenario's where that is another."""
    title, scenario = game.header.title, game.scenario.title
    sides = tuple(parse_color(side.color, PALETTE.map_ink) for side in game[Sides].all)
    return Imprint(title, "" if scenario == title else scenario, note, game.section(Sheet), sides)


class Cartouche:
    """Frame, title and key. Lengths are in units; ``sheet`` is the whole paper.

    The key stands in a column beside the map, or in a strip under a map that is wide anyway.
    """

    def __init__(
        self,
        layout: HexLayout,
        hexes: Box,
        hexmap: HexMap,
        terrain: Terrain,
        colors: dict[str, Color],
        imprint: Imprint,
    ) -> None:
        self.imprint = imprint
        self.layout = layout
        self.terrain = terrain
        self.colors = colors
        self.hexes = hexes
        self.beside = hexes.width < hexes.height * 1.45
        if self.beside:
            self.sheet = hexes.grown(_MARGIN + _COLUMN, _MARGIN, _MARGIN, _MARGIN)
            self.panel = Box(self.sheet.left + _MARGIN, hexes.top, _COLUMN - 0.35, hexes.height)
        else:
            self.sheet = hexes.grown(_MARGIN, _MARGIN, _MARGIN, _MARGIN + _STRIP)
            self.panel = Box(hexes.left, hexes.bottom + 0.35, hexes.width, _STRIP - 0.35)
        self.entries = self._entries(hexmap)

    def _entries(self, hexmap: HexMap) -> list[tuple[str, str, str]]:
        """What the map uses, as (section, id, title), in the author's order."""
        used = {hexmap.terrain(number) for number in hexmap.numbers}
        features = {feature for number in hexmap.numbers for feature in hexmap.features(number)}
        sides = {kind for kinds in hexmap.hexsides.values() for kind in kinds}
        ways = {kind for kinds in hexmap.paths.values() for kind in kinds}
        found = [("hex", k.id, k.title) for k in self.terrain.hexes.values() if k.id in used]
        found += [
            ("feature", k.id, k.title) for k in self.terrain.features.values() if k.id in features
        ]
        found += [("side", k.id, k.title) for k in self.terrain.hexsides.values() if k.id in sides]
        return found + [
            ("path", k.id, k.title) for k in self.terrain.paths.values() if k.id in ways
        ]

    def _places(self) -> list[Point]:
        """Centre of each sample in the key."""
        if self.beside:
            first = self.panel.bottom - 0.6 - (len(self.entries) - 1) * 0.98
            x = self.panel.left + 0.72
            return [(x, first + index * 0.98) for index in range(len(self.entries))]
        x = self.panel.left + max(6.5, self.panel.width * 0.42)
        y = self.panel.top + self.panel.height / 2
        room, many = self.panel.right - x, max(1, len(self.entries))
        if room / many >= _CLOSEST:
            pitch = min(3.4, room / many)
            return [(x + index * pitch, y) for index in range(many)]
        across = -(-many // 2)
        pitch = min(3.4, room / across)
        return [
            (x + index % across * pitch, y + (0.48 if index >= across else -0.48))
            for index in range(many)
        ]

    def draw(self, surface: pygame.Surface, view: Box, size: int) -> Iterator[None]:
        """Paper, frame and samples, in steps; ``size`` pixels to the unit, ``view`` the part."""
        surface.fill(PALETTE.map_paper)

        def at(x: float, y: float) -> Point:
            return (x - view.left) * size, (y - view.top) * size

        sheet, line = self.sheet, mix(PALETTE.map_ink, PALETTE.map_paper, 0.15)
        for inset, width in ((0.16, 0.06), (0.27, 0.02)):
            corners = [
                at(sheet.left + inset, sheet.top + inset),
                at(sheet.right - inset, sheet.top + inset),
                at(sheet.right - inset, sheet.bottom - inset),
                at(sheet.left + inset, sheet.bottom - inset),
            ]
            ink.stroke(surface, corners, max(1.5, width * size), line, closed=True)
        for (section, name, _), (x, y) in zip(self.entries, self._places(), strict=True):
            if view.left - 2 < x < view.right + 2 and view.top - 2 < y < view.bottom + 2:
                self._sample(surface, section, name, at(x, y), round(size * _SAMPLE))
                yield
        if self.beside:
            rule = self.panel.top + self._title_height() + 0.35
            ends = at(self.panel.left, rule), at(self.panel.left + self.panel.width * 0.45, rule)
            ink.segment(surface, *ends, max(1.5, size * 0.035), line)
            self._flags(surface, at(self.panel.right - 0.55, rule + 0.62), size)
        if self.imprint.sheet is not None:
            x, y = self._scale_at()
            compass(surface, at(x, y), size * _COMPASS, self.imprint.sheet.north)
            if self.imprint.sheet.scale:
                rule_of_scale(surface, at(x + 0.85, y + 0.32), size, SQRT3)

    def _scale_at(self) -> Point:
        """The middle of the compass; the scale stands to the right of it."""
        x, y = self._places()[0] if self.entries else (self.panel.left, self.panel.bottom)
        if self.beside:
            return self.panel.left + _COMPASS + 0.1, y - 1.35
        return x - 4.1, self.panel.top + self.panel.height / 2

    def _flags(self, surface: pygame.Surface, foot: Point, size: int) -> None:
        """The sides' flags at the end of the rule under the title, crossed where they are two."""
        sides = self.imprint.sides[:4]
        for place, color in enumerate(sides):
            lean = (place - (len(sides) - 1) / 2) * 0.75
            flag(surface, foot, size * 0.8, lean, color)

    def _sample(
        self, surface: pygame.Surface, section: str, name: str, center: Point, size: int
    ) -> None:
        corners = [
            (center[0] + dx * size, center[1] + dy * size) for dx, dy in self.layout.corner_offsets
        ]
        ground = next(iter(self.colors.values()), PALETTE.map_paper)
        if section == "hex":
            ground = self.colors[name]
        ink.shape(surface, corners, ground)
        look = ground_look(self.terrain.hexes[name]) if section == "hex" else ""
        if look:
            picture = stamp(look, 0, size, ground, self.layout.orientation)
            box = picture.get_rect(center=(round(center[0]), round(center[1])))
            surface.blit(picture, box)
        outline = mix(PALETTE.map_ink, PALETTE.map_paper, 0.4)
        ink.stroke(surface, corners, max(1.5, size * 0.04), outline, closed=True)
        if section == "feature":
            style = self.terrain.features[name]
            color, sign = parse_color(style.color, (64, 42, 32)), feature_look(style)
            if sign in ("border", "buildings"):
                blocks(surface, center, size, Random("key"))
            if sign == "border":
                ink.stroke(surface, corners, max(2.0, size * 0.09), color, closed=True)
            elif sign == "star":
                draw_star(surface, center, size * 0.8, color)
            elif sign == "dot":
                ink.disc(surface, center, size * 0.2, color)
        elif section == "side":
            # Through the middle, where it can be made out.
            left, right = (center[0] - size * 0.85, center[1]), (center[0] + size * 0.85, center[1])
            draw_hexside(surface, left, right, round(size * 1.6), self.terrain.hexsides[name])
        elif section == "path":
            style_ = self.terrain.paths[name]
            gates = [(center[0] - size * 0.8, center[1]), (center[0] + size * 0.8, center[1])]
            for casing in (True, False):
                draw_path(surface, center, gates, size, style_, casing)

    # -- lettering -----------------------------------------------------------------------------

    def _title_lines(self) -> list[str]:
        """The title, a word or two to a line, as a printed cartouche sets it."""
        lines: list[str] = []
        for word in self.imprint.title.upper().split():
            if lines and len(lines[-1]) + len(word) + 1 <= 9:
                lines[-1] += f" {word}"
            else:
                lines.append(word)
        return lines if self.beside else [self.imprint.title.upper()]

    def _title_size(self) -> float:
        """Height of the title's letters, so that its longest line fills the column."""
        lines = self._title_lines()
        widest = max((font(100, bold=True).size(line)[0] for line in lines), default=1)
        room = self.panel.width if self.beside else max(5.8, self.panel.width * 0.4)
        return min(0.82, room / widest * 100 * 0.96)

    def _title_height(self) -> float:
        return len(self._title_lines()) * self._title_size() * 1.02

    def letter(self, surface: pygame.Surface, view: Box, zoom: int) -> None:
        """Title, subtitle and the names in the key, at final size."""
        if zoom < 12:
            return
        size = self._title_size()
        x, y = self.panel.left, self.panel.top + (0 if self.beside else 0.1)
        dark, soft = (52, 38, 26), mix(PALETTE.map_ink, PALETTE.map_paper, 0.25)
        for line in self._title_lines():
            self._print(surface, view, zoom, line, (x, y), size, dark, True)
            y += size * 1.02
        y += 0.55 if self.beside else 0.12
        for line in self._subtitle_lines():
            self._print(surface, view, zoom, line, (x, y), 0.36, soft, False)
            y += 0.46
        self._letter_note(surface, view, zoom, (x, y + 0.3))
        if self.imprint.sheet is not None and self.imprint.sheet.scale:
            sx, sy = self._scale_at()
            text = self.imprint.sheet.scale
            self._print(surface, view, zoom, text, (sx + 0.9, sy - 0.16), 0.34, soft, False)
        for (_, _, title), (sx, sy) in zip(self.entries, self._places(), strict=True):
            self._print(surface, view, zoom, title, (sx + 0.62, sy - 0.23), 0.38, dark, False)

    def _letter_note(self, surface: pygame.Surface, view: Box, zoom: int, at: Point) -> None:
        below = self._scale_at()[1] if self.imprint.sheet else self._places()[0][1]
        for size in _NOTES if self.beside else ():
            lines, pitch = self._wrapped(self.imprint.note, size), size * 1.3
            if not self.entries or at[1] + len(lines) * pitch <= below - 0.9:
                break
        else:
            return
        if size * zoom < _LEGIBLE:
            return
        soft = mix(PALETTE.map_ink, PALETTE.map_paper, 0.3)
        for index, line in enumerate(lines):
            place = at[0], at[1] + index * pitch
            self._print(surface, view, zoom, line, place, size, soft, False)

    def _subtitle_lines(self) -> list[str]:
        return self._wrapped(self.imprint.subtitle, 0.36, 1.2 if self.imprint.sides else 0.0)

    def _wrapped(self, text: str, size: float, kept: float = 0.0) -> list[str]:
        """A text in lines of the column's width, in letters ``size`` units high."""
        lines: list[str] = []
        room = self.panel.width - kept if self.beside else max(5.8, self.panel.width * 0.4)
        for word in text.split():
            candidate = f"{lines[-1]} {word}" if lines else word
            if lines and font(100).size(candidate)[0] * size / 100 <= room:
                lines[-1] = candidate
            else:
                lines.append(word)
        return lines

    @staticmethod
    def _print(
        surface: pygame.Surface,
        view: Box,
        zoom: int,
        text: str,
        at: Point,
        size: float,
        color: Color,
        bold: bool,
    ) -> None:
        height = round(size * zoom)
        if height < 6:
            return
        picture = lettering(text, height, color, bold)
        surface.blit(picture, ((at[0] - view.left) * zoom, (at[1] - view.top) * zoom))
