"""Ground as seen from above, where its pattern runs on from hex to hex: fields, woods, marshes.

Fields are ploughed in one direction as far as they go and have a hedge around them; the crowns of
trees reach over into the next hex; grass grows anywhere. All is drawn in the coordinates of the
map, so that it meets from tile to tile.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

import pygame

from hexwar.hexmap import Hex, HexMap
from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.geometry import (
    HexLayout,
    Nearby,
    PaperRect,
    Point,
    goes_round,
    grid_point,
    midpoint,
)
from hexwar.viewer.drawing.theme import Color, mix
from hexwar.viewer.printed_map.heights import CONTOURED
from hexwar.viewer.printed_map.patterns import (
    FAINT,
    FIELDS,
    MARSHES,
    TREES,
    VARIANTS,
    WOODS,
    crowns,
    draw_crown,
    draw_reeds,
    forest,
    furrows,
    scatter,
)

_Placer = Callable[[Point], Point]  # paper to pixels

_CROPS: tuple[Color, ...] = ((150, 118, 70), (196, 174, 96), (140, 158, 88), (172, 146, 96))
"""Earth, ripe corn, young corn, stubble: one for each field, beside its kind's own colour."""

_FURROWS = (0.12, 0.5, 1.05, 1.6, 2.1, 2.7)  # angles at which fields are ploughed, in radians
_BUSH: Color = (88, 104, 58)


class CropField(NamedTuple):
    """A field: the first of its hexes, its outlines and holes, its colour, and its furrows."""

    first: str
    loops: list[list[Point]]
    color: Color
    rows: Nearby[tuple[Point, Point]]


class GroundPatterns:
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
        self._fields: dict[str, CropField] = {}
        self._crowns: dict[str, list[tuple[float, float, float, float]]] = {}
        for number in hexmap.numbers:
            if patterns[number] in FIELDS and number not in self._field_of:
                self._measure(number)

    def _measure(self, seed_hex: str) -> None:
        """Note the field that a hex belongs to: it is known by its first hex."""
        field, to_visit = {seed_hex}, [seed_hex]
        edges: set[frozenset[tuple[int, int]]] = set()
        """Hexsides with something on them, by their corners: there the border stays."""
        while to_visit:
            number = to_visit.pop()
            for neighbor in self.map.neighbors(number):
                if self.map.hexside(number, neighbor):
                    ends = self.layout.hexside(self.map.axial(number), self.map.axial(neighbor))
                    edges.add(frozenset(map(grid_point, ends)))
                alike = self.map.terrain(neighbor) == self.map.terrain(seed_hex)
                if alike and neighbor not in field:
                    field.add(neighbor)
                    to_visit.append(neighbor)
        self._field_of.update(dict.fromkeys(field, seed_hex))
        outline = self.layout.outline([self.map.axial(number) for number in field])
        # Seeded by the hex, so that a field looks the same in every tile and on every machine.
        rng = Random(f"field {seed_hex}")
        color = mix(self._colors[self.map.terrain(seed_hex)], rng.choice(_CROPS), 0.45)
        angle = rng.choice(_FURROWS)
        loops = [_straightened(loop, edges) for loop in outline]
        rows = Nearby[tuple[Point, Point]]()
        for row in furrows(loops, (0.0, 0.0), angle, 0.15):
            rows.add(row, row)
        self._fields[seed_hex] = CropField(seed_hex, loops, color, rows)

    def draw(
        self,
        surface: pygame.Surface,
        view: PaperRect,
        numbers: Sequence[str],
        at: _Placer,
        size: int,
    ) -> Iterator[None]:
        """Everything that runs on, in these hexes, in steps; fields first, crowns over them."""
        fields = {self._field_of[number] for number in numbers if number in self._field_of}
        for field in sorted(fields):
            yield from self._draw_field(surface, self._fields[field], view, at, size)
        for number in numbers:
            if self._patterns[number] in MARSHES:
                self._draw_marsh(surface, number, at, size)
                yield
        for number in numbers:
            if self._patterns[number] in WOODS:
                self._draw_woods(surface, number, at, size)
                yield
        yield from self._draw_trees(surface, numbers, at, size)

    def _draw_woods(self, surface: pygame.Surface, number: str, at: _Placer, size: int) -> None:
        """Trees of a hex, from one of a few stamps: drawing each tree by itself would take too
        long.
        """
        center, color = self.map.axial(number), self._colors[self.map.terrain(number)]
        # Which sides it goes on over decides the stamp: at the others the trees stand back.
        onward = set()
        for neighbor in self.map.neighbors(number):
            if self._patterns[neighbor] in WOODS:
                beyond = self.map.axial(neighbor)
                step = Hex(beyond.q - center.q, beyond.r - center.r)
                onward.add(self.layout.side_steps.index(step))
        variant = Random(f"pattern {number}").randrange(VARIANTS)
        corners = tuple(self.layout.corner_offsets)
        picture = forest(variant, size, color, corners, frozenset(onward))
        x, y = at(self.layout.center(center))
        surface.blit(picture, (round(x - 2 * size), round(y - 2 * size)))

    def _draw_marsh(self, surface: pygame.Surface, number: str, at: _Placer, size: int) -> None:
        """Pools, and reeds between them; both reach into the marsh beside, and a little over its
        edge.
        """
        rng, color = Random(f"marsh {number}"), self._colors[self.map.terrain(number)]
        x, y = self.layout.center(self.map.axial(number))
        inside = {
            neighbor
            for neighbor in self.map.neighbors(number)
            if self._patterns[neighbor] in MARSHES
        }
        for index, (dx, dy) in enumerate(scatter(rng, 22, 0.3, 1.08)):
            stray = rng.uniform(0.86, 1.0)  # the edge is not where the hexside is
            below = self.map.number_at(self.layout.hex_at(x + dx * stray, y + dy * stray))
            if below == number or below in inside:
                draw_reeds(surface, at((x + dx, y + dy)), size, color, pool=index % 3 == 0)

    def _draw_field(
        self, surface: pygame.Surface, field: CropField, view: PaperRect, at: _Placer, size: int
    ) -> Iterator[None]:
        """A field: its ground, its furrows, its hedges."""
        whole = pygame.Surface(surface.get_size(), pygame.SRCALPHA)
        for loop in field.loops:  # what lies within a field is cut out again
            fill = (*field.color, 255) if goes_round(loop) else (0, 0, 0, 0)
            pygame.draw.polygon(whole, fill, [at(point) for point in loop])
        surface.blit(whole, (0, 0))
        yield
        dark = mix(field.color, (80, 58, 30), 0.36)
        for a, b in field.rows.within(view, 0.2):
            ink.segment(surface, at(a), at(b), max(1.3, size * 0.035), dark)
        yield
        in_sight = surface.get_rect().inflate(size, size)
        for loop in field.loops:
            edge = [at(point) for point in loop]
            rng = Random(f"hedge {field.first}")
            for bush in ink.dashes(edge, size * 0.02, size * 0.16, closed=True):
                radius, gap = size * rng.uniform(0.045, 0.075), rng.random() < 0.12
                if not gap and in_sight.collidepoint(bush[0]):
                    ink.disc(surface, bush[0], radius, _BUSH)
            yield

    def _draw_trees(
        self, surface: pygame.Surface, numbers: Iterable[str], at: _Placer, size: int
    ) -> Iterator[None]:
        """Trees one by one, their crowns over the hexsides; what stands lower is drawn later."""
        wooded = [number for number in numbers if self._patterns[number] in TREES]
        trees = []
        for number in wooded:
            color = self._colors[self.map.terrain(number)]
            x, y = self.layout.center(self.map.axial(number))
            inside = {
                neighbor
                for neighbor in self.map.neighbors(number)
                if self._patterns[neighbor] in TREES
            }
            if number not in self._crowns:
                self._crowns[number] = crowns(Random(f"trees {number}"))
            for dx, dy, radius, shade in self._crowns[number]:
                below = self.map.number_at(self.layout.hex_at(x + dx, y + dy))
                # At the wood's edge no tree stands beyond it, though a crown may reach over.
                if below == number or below in inside:
                    trees.append((at((x + dx, y + dy)), radius * size, shade, color))
            yield
        # All shadows before all crowns: a tree must not lie in the shadow of the one before it.
        for center, radius, _, color in trees:
            shadow = mix(color, (24, 36, 20), 0.66)
            spot = (center[0] + radius * 0.24, center[1] + radius * 0.32)
            ink.disc(surface, spot, radius * 1.06, shadow)
        yield
        for center, radius, shade, color in sorted(trees, key=lambda crown: crown[0][1]):
            draw_crown(surface, center, radius, shade, color)
            yield


def is_continuous(pattern: str) -> bool:
    """Whether a pattern is drawn here, and not hex by hex."""
    return any(pattern in kinds for kinds in (FIELDS, TREES, WOODS, MARSHES, CONTOURED))


def _straightened(loop: list[Point], edges: Collection[frozenset[tuple[int, int]]]) -> list[Point]:
    """An outline of hexes through the middles of its sides: a field's border does not zigzag.

    Sides that must be kept, as they have something on them, stay.
    """
    points: list[Point] = []
    for a, b in zip(loop, [*loop[1:], loop[0]], strict=True):
        if frozenset((grid_point(a), grid_point(b))) in edges:
            points += [a, b]
        else:
            points.append(midpoint(a, b))
    return points
