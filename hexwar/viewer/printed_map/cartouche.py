"""The rest of the sheet: margins, the frame, the title with its ornaments, the key.

A map that is not much wider than high has a column beside it, a wide one a strip below. The
positions follow from the lettering: the title fills the width of the column, the key gets what is
left below it, and the small print is printed in the largest letters for which there is room, or not
at all where it would be illegible. Paper and samples are drawn in steps, as parts of tiles; the
letters come last, at the size at which they are seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pygame

from hexwar.definition.model import ResolvedGame
from hexwar.hexmap import HexMap
from hexwar.rules.sheet import Sheet
from hexwar.rules.sides.section import Sides
from hexwar.rules.terrain.section import Terrain
from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.geometry import SQRT3, HexLayout, PaperRect, Point
from hexwar.viewer.drawing.theme import PALETTE, Color, font, lettering, mix, parse_color
from hexwar.viewer.printed_map.lines import draw_hexside, draw_path
from hexwar.viewer.printed_map.looks import feature_look, ground_look
from hexwar.viewer.printed_map.lying_view import Sample, samples
from hexwar.viewer.printed_map.ornaments import compass, flag, rule_of_scale, vane
from hexwar.viewer.printed_map.patterns import blocks, draw_star, stamp

_MARGIN = 0.62
_WIDE = 1.45  # times as wide as high: from there on the key stands below the map
_LETTERED_FROM = 12  # pixels to the unit: below it no letters could be read
_COLUMN = 4.3  # width of the key beside a map that is not much wider than high
_CLOSEST = 2.2  # samples of the strip stand in two rows rather than nearer to one another
_STRIP = 2.0  # height of the key under a wide map
_NOTES = (0.36, 0.31, 0.27)  # heights of the small print: the first that has the room
_SUBTITLE = 0.36  # height of its letters
_LEGIBLE = 9  # pixels of letters below which the small print is left out
_SAMPLE = 0.42  # size of a sample hex in the key
_COMPASS, _VANE = 0.55, 0.4  # radius
_ABOVE_KEY = 4.2  # height of what stands between the title and the key in a column
_PAPER = PALETTE.map_paper


class Imprint(NamedTuple):
    """What is printed beside a map. ``note`` is small print, where the column has room for it;
    ``sheet`` says the scale and where north lies; ``sides`` are the colours of the sides,
    ``samples`` what the key has beside terrain.
    """

    title: str
    subtitle: str = ""
    note: str = ""
    sheet: Sheet | None = None
    sides: tuple[Color, ...] = ()
    samples: tuple[Sample, ...] = ()


class LegendEntry(NamedTuple):
    """A line of the key. ``parts`` of terrain, as (section, id), are drawn over one another."""

    title: str
    parts: tuple[tuple[str, str], ...] = ()
    sample: Sample | None = None


def imprint_of(game: ResolvedGame, note: str = "", *, flags: bool = True) -> Imprint:
    """What is printed beside a game's map: its title, and the scenario's where that is another;
    ``flags``: in the key those of sides that hold places.
    """
    title, scenario = game.header.title, game.scenario.title
    sides = tuple(parse_color(side.color, PALETTE.map_ink) for side in game[Sides].all)
    subtitle = "" if scenario == title else scenario
    key = tuple(samples(game, flags=flags))
    return Imprint(title, subtitle, note, game.section(Sheet), sides, key)


class Cartouche:
    """Frame, title and key. Lengths are in units; ``sheet`` is the whole paper.

    The key stands in a column beside the map, or in a strip under a map that is wide anyway.
    """

    def __init__(
        self,
        layout: HexLayout,
        hexes: PaperRect,
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
        self.beside = hexes.width < hexes.height * _WIDE
        if self.beside:
            self.sheet = hexes.grown(_MARGIN + _COLUMN, _MARGIN, _MARGIN, _MARGIN)
            self.panel = PaperRect(
                self.sheet.left + _MARGIN, hexes.top, _COLUMN - 0.35, hexes.height
            )
        else:
            self.sheet = hexes.grown(_MARGIN, _MARGIN, _MARGIN, _MARGIN + _STRIP)
            self.panel = PaperRect(hexes.left, hexes.bottom + 0.35, hexes.width, _STRIP - 0.35)
        self.entries = self._entries(hexmap)

    def _entries(self, hexmap: HexMap) -> list[LegendEntry]:
        """What the map uses, in the author's order, and what else lies on it in play.

        Ground and what stands on it may have one title, such as that of a town: one line.
        """
        terrain = self.terrain
        features_on: dict[str, set[str]] = {}
        """The features in hexes of each kind of ground that the map uses."""
        for number in hexmap.numbers:
            features_on.setdefault(hexmap.terrain(number), set()).update(hexmap.features(number))
        entries: list[LegendEntry] = []
        features: set[str] = set().union(*features_on.values())
        for kind in terrain.hexes.values():
            if kind.id in features_on:
                alike = [
                    feature.id
                    for feature in terrain.features.values()
                    if feature.title == kind.title and feature.id in features_on[kind.id]
                ]
                features.difference_update(alike)
                parts = (("hex", kind.id), *(("feature", name) for name in alike))
                entries.append(LegendEntry(kind.title, parts))
        sides, paths = (set().union(*of.values()) for of in (hexmap.hexsides, hexmap.paths))
        for section, kinds, present in (
            ("feature", terrain.features, features),
            ("side", terrain.hexsides, sides),
            ("path", terrain.paths, paths),
        ):
            kinds_present = (kind for kind in kinds.values() if kind.id in present)
            entries += [LegendEntry(kind.title, ((section, kind.id),)) for kind in kinds_present]
        return entries + [
            LegendEntry(sample.title, sample=sample) for sample in self.imprint.samples
        ]

    def _places(self) -> list[Point]:
        """Centre of each sample in the key."""
        pitch, many = self._pitch(), len(self.entries)
        if self.beside:
            top_line = self.panel.bottom - 0.6 - (many - 1) * pitch
            x = self.panel.left + 0.72
            return [(x, top_line + index * pitch) for index in range(many)]
        x = self.panel.left + self._key_from()
        y = self.panel.top + self.panel.height / 2
        across = self._across()
        if across == many:
            return [(x + index * pitch, y) for index in range(many)]
        return [
            (x + index % across * pitch, y + (0.48 if index >= across else -0.48))
            for index in range(many)
        ]

    def key_lines(self) -> tuple[PaperRect, ...]:
        """The room that each line of the key takes, sample and words."""
        wide = self.panel.width if self.beside else self._pitch()
        left = 0.72 if self.beside else 0.5
        return tuple(PaperRect(x - left, y - 0.4, wide, 0.8) for x, y in self._places())

    def _across(self) -> int:
        """How many lines of the key stand beside one another in a strip."""
        many = max(1, len(self.entries))
        return many if self._strip() / many >= _CLOSEST else -(-many // 2)

    def _pitch(self) -> float:
        """From a line of the key to the next: below it, in a strip beside it."""
        if not self.beside:
            return min(3.4, self._strip() / self._across())
        room = self.panel.height - self._title_height() - _ABOVE_KEY
        return min(0.98, max(0.5, room / max(1, len(self.entries))))

    def _strip(self) -> float:
        """The width of the key in a strip."""
        return self.panel.width - self._key_from()

    def _key_from(self) -> float:
        """How far from the left of a strip its key begins: after the title and the compass."""
        # The title takes the width of its widest line, and never more than its share.
        below = max(self._subtitle_lines(), key=len, default="")
        wide = max(
            font(100, bold=True).size(self._title_lines()[0])[0] * self._title_size() / 100,
            font(100).size(below)[0] * _SUBTITLE / 100,
        )
        most = max(6.5, self.panel.width * 0.42)
        return min(most, wide + (1.2 if self.imprint.sheet is None else 5.6))

    def draw(self, surface: pygame.Surface, view: PaperRect, size: int) -> Iterator[None]:
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
        for entry, (x, y) in zip(self.entries, self._places(), strict=True):
            # A tile draws only the samples that reach into it.
            if view.left - 2 < x < view.right + 2 and view.top - 2 < y < view.bottom + 2:
                self._sample(surface, entry, at(x, y), round(size * _SAMPLE))
                yield
        if self.beside:
            rule = self.panel.top + self._title_height() + 0.35
            ends = at(self.panel.left, rule), at(self.panel.left + self.panel.width * 0.45, rule)
            ink.segment(surface, *ends, max(1.5, size * 0.035), line)
            # The sides' flags at the end of the rule under the title, crossed where they are two.
            foot = at(self.panel.right - 0.64, rule + 0.62)
            sides = self.imprint.sides[:4]
            for index, color in enumerate(sides):
                lean = (index - (len(sides) - 1) / 2) * 0.75
                flag(surface, foot, size * 0.8, lean, color)
        if self.imprint.sheet is not None:
            x, y = self._scale_at()
            compass(surface, at(x, y), size * _COMPASS, self.imprint.sheet.north)
            if self.imprint.sheet.scale:
                rule_of_scale(surface, at(x + 0.85, y + 0.32), size, SQRT3)
            if self.imprint.sheet.wind_bearing is not None:
                vane(surface, at(x + 3.15, y), size * _VANE, self.imprint.sheet.wind_bearing)

    def _scale_at(self) -> Point:
        """The middle of the compass; the scale stands to the right of it."""
        x, y = self._places()[0] if self.entries else (self.panel.left, self.panel.bottom)
        if self.beside:
            return self.panel.left + _COMPASS + 0.1, y - 1.35
        return x - 4.1, self.panel.top + self.panel.height / 2

    def _sample(
        self, surface: pygame.Surface, entry: LegendEntry, center: Point, size: int
    ) -> None:
        """A hex of the key: ground, and on it what its line is about."""
        corners = [
            (center[0] + dx * size, center[1] + dy * size) for dx, dy in self.layout.corner_offsets
        ]
        terrain = dict(entry.parts).get("hex", "")
        ground = self.colors[terrain] if terrain else next(iter(self.colors.values()), _PAPER)
        ink.shape(surface, corners, ground)
        look = ground_look(self.terrain.hexes[terrain]) if terrain else ""
        if look:
            picture = stamp(look, 0, size, ground, self.layout.orientation)
            box = picture.get_rect(center=(round(center[0]), round(center[1])))
            surface.blit(picture, box)
        outline = mix(PALETTE.map_ink, PALETTE.map_paper, 0.4)
        ink.stroke(surface, corners, max(1.5, size * 0.04), outline, closed=True)
        for section, name in entry.parts:
            self._part(surface, section, name, center, size, corners)
        if entry.sample is not None:
            entry.sample.draw(surface, center, size)

    def _part(
        self,
        surface: pygame.Surface,
        section: str,
        name: str,
        center: Point,
        size: int,
        corners: list[Point],
    ) -> None:
        """What is drawn on a sample of ground, of a kind of the section ``terrain``."""
        x, y = center
        if section == "feature":
            feature = self.terrain.features[name]
            color, sign = parse_color(feature.color, (64, 42, 32)), feature_look(feature)
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
            ends = (x - size * 0.85, y), (x + size * 0.85, y)
            draw_hexside(surface, *ends, round(size * 1.6), self.terrain.hexsides[name])
        elif section == "path":
            gates = [(x - size * 0.8, y), (x + size * 0.8, y)]
            for casing in (True, False):
                draw_path(surface, center, gates, size, self.terrain.paths[name], casing)

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
        """All lines of the title, in units."""
        return len(self._title_lines()) * self._title_size() * 1.02

    def letter(self, surface: pygame.Surface, view: PaperRect, zoom: int) -> None:
        """Title, subtitle and the names in the key, at final size."""
        if zoom < _LETTERED_FROM:
            return
        size = self._title_size()
        x, y = self.panel.left, self.panel.top + (0 if self.beside else 0.1)
        dark, soft = PALETTE.heading, mix(PALETTE.map_ink, PALETTE.map_paper, 0.25)
        for line in self._title_lines():
            self._print(surface, view, zoom, line, (x, y), size, dark, True)
            y += size * 1.02
        y += 0.55 if self.beside else 0.12
        subtitle = self._subtitle_lines()
        for line in subtitle:
            self._print(surface, view, zoom, line, (x, y), _SUBTITLE, soft, False)
            y += 0.46
        if self.imprint.sides and not subtitle:
            y += 0.46  # the flags stand beside it
        self._letter_note(surface, view, zoom, (x, y + 0.3))
        if self.imprint.sheet is not None and self.imprint.sheet.scale:
            across, down = self._scale_at()
            text, over_bar = self.imprint.sheet.scale, (across + 0.9, down - 0.16)
            self._print(surface, view, zoom, text, over_bar, 0.34, soft, False)
        for entry, (across, down) in zip(self.entries, self._places(), strict=True):
            high = self._entry_size(entry)
            at = across + 0.62, down - 0.61 * high
            self._print(surface, view, zoom, entry.title, at, high, dark, False)

    def _entry_size(self, entry: LegendEntry) -> float:
        """Height of the letters of a line of the key, so that a long one ends where it may; the
        same for all that may lie on the map, since those lines differ by a word.
        """
        alike = [entry] if entry.sample is None else [e for e in self.entries if e.sample]
        widest = max(font(100).size(e.title)[0] for e in alike)
        room = self.hexes.left - self.panel.left - 1.5 if self.beside else self._pitch() - 1.15
        return min(0.38, room / max(1, widest) * 100)

    def _letter_note(self, surface: pygame.Surface, view: PaperRect, zoom: int, at: Point) -> None:
        """The small print, in the largest letters in which all of it ends above the scale; none in
        a strip, or where it has no room.
        """
        below = self._scale_at()[1] if self.imprint.sheet else self._places()[0][1]
        soft, (x, y) = mix(PALETTE.map_ink, PALETTE.map_paper, 0.3), at
        if not self.beside:
            return
        for size in _NOTES:
            lines, pitch = self._wrapped(self.imprint.note, size), size * 1.3
            if self.entries and y + len(lines) * pitch > below - 0.9:
                continue
            for index, line in enumerate(lines if size * zoom >= _LEGIBLE else ()):
                self._print(surface, view, zoom, line, (x, y + index * pitch), size, soft, False)
            return

    def _subtitle_lines(self) -> list[str]:
        """The subtitle, in lines that leave room for the flags beside it."""
        return self._wrapped(self.imprint.subtitle, _SUBTITLE, 1.2 if self.imprint.sides else 0.0)

    def _wrapped(self, text: str, size: float, indent: float = 0.0) -> list[str]:
        """A text in lines of the column's width less ``indent``, in letters ``size`` units high."""
        lines: list[str] = []
        room = self.panel.width - indent if self.beside else max(5.8, self.panel.width * 0.4)
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
        view: PaperRect,
        zoom: int,
        text: str,
        at: Point,
        size: float,
        color: Color,
        bold: bool,
    ) -> None:
        """A line of text with its upper left corner at a point of the paper."""
        height = round(size * zoom)
        if height < 6:  # nobody could read it
            return
        picture = lettering(text, height, color, bold)
        surface.blit(picture, ((at[0] - view.left) * zoom, (at[1] - view.top) * zoom))
