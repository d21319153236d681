"""Ground that is seen from above: what does not stop at the sides of a hex.

Fields are ploughed in one direction as far as they go and have a hedge around them; the crowns of
trees reach over into the next hex; grass grows anywhere. All is drawn in the coordinates of the
map, so that it meets from tile to tile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random

import pygame

from hexwar.hexmap import HexMap
from hexwar.viewer import ink
from hexwar.viewer.geometry import HexLayout, Point
from hexwar.viewer.patterns import (
    FAINT,
    FIELDS,
    TREES,
    VARIANTS,
    WOODS,
    crowns,
    draw_crown,
    forest,
    furrows,
)
from hexwar.viewer.theme import Color, mix

_Placer = Callable[[Point], Point]  # paper to pixels

_CROPS: tuple[Color, ...] = ((150, 118, 70), (196, 174, 96), (140, 158, 88), (172, 146, 96))
"""Earth, ripe corn, young corn, stubble: one for each field, beside its kind's own colour."""


class Ground:
    """The hexes of one map whose patterns run on, and how they are drawn."""

    def __init__(
        self,
        hexmap: HexMap,
        layout: HexLayout,
        patterns: Mapping[str, str],
        colors: Mapping[str, Color],
    ) -> None:
        self.map = hexmap
        self.layout = layout
        self._patterns = patterns
        self._colors = colors
        self.is_aerial = not FAINT.isdisjoint(patterns.values())
        """Whether the map is one that is seen from above: the lines between its hexes are paler."""
        self._field_of: dict[str, str] = {}
        self._hedges: list[tuple[str, list[Point]]] = []
        for number in hexmap.numbers:
            if patterns[number] in FIELDS and number not in self._field_of:
                self._measure(number)

    def _measure(self, first: str) -> None:
        """Note the field that a hex belongs to: it is known by its first hex."""
        field, open_ = {first}, [first]
        while open_:
            for other in self.map.neighbors(open_.pop()):
                alike = self.map.terrain(other) == self.map.terrain(first)
                if alike and other not in field:
                    field.add(other)
                    open_.append(other)
        self._field_of.update(dict.fromkeys(field, first))
        outline = self.layout.outline([self.map.axial(number) for number in field])
        self._hedges += [(first, loop) for loop in outline]

    def draw(
        self, surface: pygame.Surface, numbers: Sequence[str], at: _Placer, size: int
    ) -> Iterator[None]:
        """Everything that runs on, in these hexes, in steps; fields first, crowns over them."""
        for number in numbers:
            if number in self._field_of:
                self._draw_field(surface, number, at, size)
                yield
        shown = {self._field_of[number] for number in numbers if number in self._field_of}
        for first, loop in self._hedges:
            if first in shown:
                self._draw_hedge(surface, first, [at(point) for point in loop], size)
                yield
        for number in numbers:
            if self._patterns[number] in WOODS:
                self._draw_woods(surface, number, at, size)
                yield
        yield from self._draw_trees(surface, numbers, at, size)

    def _draw_woods(self, surface: pygame.Surface, number: str, at: _Placer, size: int) -> None:
        here, color = self.map.axial(number), self._colors[self.map.terrain(number)]
        onward = set()
        for other in self.map.neighbors(number):
            if self._patterns[other] in WOODS:
                there = self.map.axial(other)
                step = type(here)(there.q - here.q, there.r - here.r)
                onward.add(self.layout.side_steps.index(step))
        variant = Random(f"pattern {number}").randrange(VARIANTS)
        corners = tuple(self.layout.corner_offsets)
        picture = forest(variant, size, color, corners, frozenset(onward))
        x, y = at(self.layout.center(here))
        surface.blit(picture, (round(x - 2 * size), round(y - 2 * size)))

    def _draw_field(self, surface: pygame.Surface, number: str, at: _Placer, size: int) -> None:
        first = self._field_of[number]
        rng = Random(f"field {first}")
        crop = mix(self._colors[self.map.terrain(first)], rng.choice(_CROPS), 0.45)
        angle = rng.choice((0.12, 0.5, 1.05, 1.6, 2.1, 2.7))
        corners = [at(corner) for corner in self.layout.corners(self.map.axial(number))]
        pygame.draw.polygon(surface, crop, corners)
        dark = mix(crop, (80, 58, 30), 0.36)
        for a, b in furrows(corners, at((0.0, 0.0)), angle, size * 0.15):
            ink.segment(surface, a, b, max(1.3, size * 0.035), dark)

    def _draw_hedge(
        self, surface: pygame.Surface, first: str, loop: list[Point], size: int
    ) -> None:
        """Bushes along the edge of a field; only those in sight of the surface."""
        box = surface.get_rect().inflate(size, size)
        bushes = ink.dashes(loop, size * 0.02, size * 0.16, closed=True)
        rng = Random(f"hedge {first}")
        for bush in bushes:
            radius, gap = size * rng.uniform(0.045, 0.075), rng.random() < 0.12
            if not gap and box.collidepoint(bush[0]):
                ink.disc(surface, bush[0], radius, (88, 104, 58))

    def _draw_trees(
        self, surface: pygame.Surface, numbers: Iterable[str], at: _Placer, size: int
    ) -> Iterator[None]:
        wooded = [number for number in numbers if self._patterns[number] in TREES]
        found = []
        for number in wooded:
            color = self._colors[self.map.terrain(number)]
            x, y = self.layout.center(self.map.axial(number))
            inside = {n for n in self.map.neighbors(number) if self._patterns[n] in TREES}
            for dx, dy, radius, shade in crowns(Random(f"trees {number}")):
                beyond = self.map.number_at(self.layout.hex_at(x + dx, y + dy))
                # At the wood's edge no tree stands beyond it, though a crown may reach over.
                if beyond == number or beyond in inside:
                    found.append((at((x + dx, y + dy)), radius * size, shade, color))
            yield
        for center, radius, _, color in found:
            shadow = mix(color, (24, 36, 20), 0.66)
            spot = (center[0] + radius * 0.24, center[1] + radius * 0.32)
            ink.disc(surface, spot, radius * 1.06, shadow)
        yield
        for center, radius, shade, color in sorted(found, key=lambda crown: crown[0][1]):
            draw_crown(surface, center, radius, shade, color)
            yield


def is_continuous(pattern: str) -> bool:
    """Whether a pattern is drawn here, and not hex by hex."""
    return pattern in FIELDS or pattern in TREES or pattern in WOODS
