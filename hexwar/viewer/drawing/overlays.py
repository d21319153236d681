"""What is laid over the map: reach, path, targets, threats, the hex cursor, borders.

Every overlay has a shape of its own (solid, dashed, hatched, bracketed, an icon), so that none
needs its colour to be told from another, and most are drawn twice, first a little wider in white: a
line needs an edge on any ground. Positions are in pixels of the view; sizes are parts of the zoom
(pixels from the centre of a hex to its corner), never less than can be seen.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import pygame

from hexwar.hexmap import Hex, HexMap
from hexwar.hexmap.axial import AXIAL_DIRECTIONS
from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.flags import FOOT, STAFF_HIGH, draw_flag
from hexwar.viewer.drawing.geometry import Camera, HexLayout, Point, between, grid_point, towards
from hexwar.viewer.drawing.outlines import Border
from hexwar.viewer.drawing.signs import draw_network, draw_no_line, draw_source
from hexwar.viewer.drawing.theme import PALETTE, Color, font

_LETTERS_FROM = 24  # pixels to the unit: below it there is no room for letters in every hex
_INK = PALETTE.ink
BESIDE_COUNTER = 0.62
"""So far from the middle of its hex a line ends beside the counter there, in units."""
PASSING = 0.65
"""How far beside the middle of a hex on its way an arrow passes, in units: off its counter."""
TINT = 64
"""Of 255: how much of a colour lies over the ground of a hex that can be reached."""


class Pen(NamedTuple):
    """How wide a line is: a part of the zoom, and at the least so many pixels, to be seen."""

    least: float
    part: float


class EdgedLine(NamedTuple):
    """A line and the wider one under it, which sets it off from any ground."""

    rim: Pen
    core: Pen


REGION = EdgedLine(Pen(4.0, 0.15), Pen(2.0, 0.08))
FRAME = EdgedLine(Pen(4.0, 0.15), Pen(2.0, 0.085))
RING = EdgedLine(Pen(2.0, 0.15), Pen(2.0, 0.085))
EXPOSED = EdgedLine(Pen(2.0, 0.16), Pen(2.0, 0.08))
FOOTSTEPS = EdgedLine(Pen(4.0, 0.14), Pen(2.5, 0.08))
HATCHED = EdgedLine(Pen(4.0, 0.13), Pen(2.0, 0.07))
SIGHT = EdgedLine(Pen(2.0, 0.17), Pen(2.0, 0.09))
# The boldest say where to look, and what a click would do.
LOOK_HERE = EdgedLine(Pen(5.0, 0.16), Pen(3.0, 0.09))
CURSOR = EdgedLine(Pen(5.0, 0.18), Pen(3.0, 0.1))
PATH = EdgedLine(Pen(5.0, 0.17), Pen(3.0, 0.1))
# The thinnest say what could also be, and what a line merely passes through.
BORDER = EdgedLine(Pen(3.0, 0.1), Pen(1.6, 0.05))
CROSSED = EdgedLine(Pen(2.4, 0.07), Pen(1.2, 0.03))


class Overlay:
    """Draws on one view of the map."""

    def __init__(self, surface: pygame.Surface, camera: Camera, layout: HexLayout, hexmap: HexMap):
        self.surface = surface
        self.camera = camera
        self.layout = layout
        self.map = hexmap
        self.zoom = camera.zoom

    def center(self, number: str) -> Point:
        """The middle of a hex."""
        return self.camera.to_screen(*self.layout.center(self.map.axial(number)))

    def corners(self, number: str, shrink: float = 1.0) -> list[Point]:
        """The corners of a hex."""
        return [
            self.camera.to_screen(x, y)
            for x, y in self.layout.corners(self.map.axial(number), shrink)
        ]

    def sees(self, number: str) -> bool:
        """Whether a hex is in view, or nearly."""
        x, y = self.center(number)
        edge = 2 * self.zoom
        return -edge < x < self.camera.width + edge and -edge < y < self.camera.height + edge

    def _edged(
        self,
        points: Sequence[Point],
        line: EdgedLine,
        color: Color,
        rim: Color = PALETTE.white,
        closed: bool = False,
    ) -> None:
        """A line on its rim."""
        ink.stroke(self.surface, points, self._wide(line.rim), rim, closed=closed)
        ink.stroke(self.surface, points, self._wide(line.core), color, closed=closed)

    def _wide(self, pen: Pen) -> float:
        return max(pen.least, self.zoom * pen.part)

    def _loops(self, numbers: Collection[str]) -> list[list[Point]]:
        """The closed lines around a region and around the holes in it."""
        loops = self.layout.outline([self.map.axial(number) for number in numbers])
        return [[self.camera.to_screen(x, y) for x, y in loop] for loop in loops]

    def region(self, numbers: Collection[str]) -> None:
        """A solid outline around a region, light outside and dark inside."""
        for loop in self._loops(numbers):
            self._edged(loop, REGION, PALETTE.accent, closed=True)

    def tint(self, numbers: Collection[str], color: Color = PALETTE.accent) -> None:
        """A thin colour over hexes, through which the ground is seen: what it leaves out within a
        region is left out of it.
        """
        shapes = [self.corners(number) for number in numbers if self.sees(number)]
        if not shapes:
            return
        xs, ys = zip(*(point for shape in shapes for point in shape), strict=True)
        left, top = math.floor(min(xs)), math.floor(min(ys))
        box = pygame.Rect(left, top, math.ceil(max(xs)) - left + 1, math.ceil(max(ys)) - top + 1)
        box = box.clip(self.surface.get_rect())
        veil = pygame.Surface(box.size, pygame.SRCALPHA)
        for shape in shapes:
            moved = [(x - box.left, y - box.top) for x, y in shape]
            pygame.draw.polygon(veil, (*color, TINT), moved)
        self.surface.blit(veil, box)

    def outline(self, numbers: Collection[str], border: Border) -> None:
        """A thin line around a region, with its marks where the map goes on beyond."""
        edge = _edge_of(self.map, self.layout)
        # On paper and in pixels: the edge of the map is known by its corners on paper.
        for loop in self.layout.outline([self.map.axial(number) for number in numbers]):
            points = [self.camera.to_screen(x, y) for x, y in (*loop, loop[0])]
            border.draw(self.surface, points, self.zoom)
            # Marks by hexside, for where the map ends there are none: nothing lies beyond.
            for piece, ends in zip(pairwise(points), pairwise((*loop, loop[0])), strict=True):
                if (grid_point(ends[0]), grid_point(ends[1])) not in edge:
                    border.marks(self.surface, piece, self.zoom)

    def border(self, numbers: Collection[str], color: Color = PALETTE.accent) -> None:
        """A thin dashed outline around a region: what could be reached in another way."""
        for loop in self._loops(numbers):
            for piece in ink.dashes(loop, self.zoom * 0.3, self.zoom * 0.3, closed=True):
                self._edged(piece, BORDER, color)

    def footsteps(self, numbers: Sequence[str]) -> None:
        """The way that a unit has come: a dotted line with a disc in each hex."""
        points = [self.center(number) for number in numbers]
        for piece in ink.dashes(points, self.zoom * 0.12, self.zoom * 0.2):
            self._edged(piece, FOOTSTEPS, PALETTE.danger)
        for point in points[:-1]:
            ink.disc(self.surface, point, max(3.5, self.zoom * 0.16), PALETTE.white)
            ink.disc(self.surface, point, max(2.5, self.zoom * 0.12), PALETTE.danger)

    def frame(self, number: str, color: Color, dashed: bool = False, shrink: float = 0.9) -> None:
        """An outline inside one hex."""
        if not self.sees(number):
            return
        corners = self.corners(number, shrink)
        if not dashed:
            self._edged(corners, FRAME, color, closed=True)
            return
        for piece in ink.dashes(corners, self.zoom * 0.25, self.zoom * 0.15, closed=True):
            self._edged(piece, FRAME, color)

    def goal(self, number: str) -> None:
        """A dashed outline inside a hex, and a ring in its middle: one can go there."""
        self.frame(number, PALETTE.accent, dashed=True)
        if not self.sees(number):
            return
        ring = ink.polygon(self.center(number), max(4.0, self.zoom * 0.22))
        self._edged(ring, RING, PALETTE.accent, closed=True)

    def ringed(self, numbers: Collection[str]) -> None:
        """A gold line with dark rims along the outline of hexes, which says: look here.

        It follows the hexsides, so that it covers nothing printed or standing in a hex.
        """
        for loop in self._loops(numbers):
            self._edged(loop, LOOK_HERE, PALETTE.gold, _INK, closed=True)

    def hatch(self, numbers: Collection[str], color: Color = PALETTE.danger) -> None:
        """Diagonal lines over a region, dashes around it."""
        spacing = max(6.0, self.zoom * 0.22)
        for number in numbers:
            if self.sees(number):
                for a, b in _lines_across(self.corners(number), spacing):
                    ink.segment(self.surface, a, b, max(1.3, self.zoom * 0.03), color)
        for loop in self._loops(numbers):
            for piece in ink.dashes(loop, self.zoom * 0.3, self.zoom * 0.16, closed=True):
                self._edged(piece, HATCHED, color)

    def crosshair(self, number: str, chosen: bool = False) -> None:
        """A target: a dashed frame, solid once chosen, and a sight in its corner."""
        self.frame(number, PALETTE.danger, dashed=not chosen)
        if not self.sees(number):
            return
        # In the upper right corner of the hex, where no counter and no number is.
        middle = max(self.corners(number, 0.86), key=lambda corner: corner[0] - corner[1])
        radius = max(5.0, self.zoom * 0.18)
        ink.disc(self.surface, middle, radius + 2, PALETTE.white)
        ink.disc(self.surface, middle, radius, PALETTE.danger)
        ink.disc(self.surface, middle, radius * 0.66, PALETTE.white)
        thick, arm = max(2.0, radius * 0.26), radius * 1.15
        for dx, dy in ((arm, 0), (0, arm)):
            ends = (middle[0] - dx, middle[1] - dy), (middle[0] + dx, middle[1] + dy)
            ink.segment(self.surface, *ends, thick, PALETTE.danger)

    def arrow(
        self, start: str, end: str, color: Color, reach: float = 0.62, *, barred: bool = False
    ) -> None:
        """A thick arrow from one hex to another, with a bar across its tail if ``barred``.

        It begins and ends short of the two middles, where the counters stand, and passes beside
        those of hexes on its way; ``reach``: how many units it goes into the second hex.
        """
        (ax, ay), (bx, by) = self.center(start), self.center(end)
        ux, uy = towards((ax, ay), (bx, by))
        first, last = self.map.axial(start), self.map.axial(end)
        q, r = last.q - first.q, last.r - first.r
        # Along a row of hexes it would run over the counters of those between them.
        crosses = 0 in (q, r, q + r) and max(abs(q), abs(r)) > 1
        bow = 2 * PASSING * self.zoom if crosses else 0.0
        # The point towards which it sets out; twice as far aside as the bow is high.
        aside = (ax + bx) / 2 + uy * bow, (ay + by) / 2 - ux * bow
        (ux, uy), (vx, vy) = towards((ax, ay), aside), towards(aside, (bx, by))
        tail = self._beside_counter((ax, ay), aside)
        tip = (bx - vx * self.zoom * (1 - reach), by - vy * self.zoom * (1 - reach))
        for paint, extra in ((PALETTE.white, self.zoom * 0.08), (color, 0.0)):
            size = max(9.0, self.zoom * 0.38) + extra
            neck = (tip[0] - vx * size * 0.7, tip[1] - vy * size * 0.7)
            course = ink.curve(tail, aside, neck) if crosses else [tail, neck]
            ink.stroke(self.surface, course, max(3.0, self.zoom * 0.13) + extra, paint)
            behind = tip[0] - vx, tip[1] - vy
            head = ink.arrow_head((tip[0] + vx * extra / 2, tip[1] + vy * extra / 2), behind, size)
            ink.shape(self.surface, head, paint)
        if barred:
            across, down = -uy * self.zoom * 0.22, ux * self.zoom * 0.22
            bar = (tail[0] + across, tail[1] + down), (tail[0] - across, tail[1] - down)
            ink.segment(self.surface, *bar, max(3.0, self.zoom * 0.12), _INK)

    def way_out(self, number: str, color: Color) -> None:
        """An arrow out of a hex by which units leave: over the edge of the map if it lies there."""
        if not self.sees(number):
            return
        at = self.map.axial(number)
        neighbors = [Hex(at.q + step.q, at.r + step.r) for step in AXIAL_DIRECTIONS]
        beyond = [self.layout.center(to) for to in neighbors if self.map.number_at(to) is None]
        # Towards the middle of all that lies off the map; down, where the hex lies within it.
        (x, y), (paper_x, paper_y) = self.center(number), self.layout.center(at)
        dx, dy = sum(bx - paper_x for bx, _ in beyond), sum(by - paper_y for _, by in beyond)
        length = math.hypot(dx, dy)
        ux, uy = (dx / length, dy / length) if length > 0.1 else (0.0, 1.0)
        tail = (x + ux * self.zoom * 0.45, y + uy * self.zoom * 0.45)
        for paint, extra in ((PALETTE.white, self.zoom * 0.1), (color, 0.0)):
            tip = (x + ux * (self.zoom * 0.98 + extra), y + uy * (self.zoom * 0.98 + extra))
            ink.shape(self.surface, ink.arrow_head(tip, tail, self.zoom * 0.46 + extra * 2), paint)

    def path(self, numbers: Sequence[str], costs: Sequence[str], stopped: bool) -> None:
        """A path with the movement points spent at each step; a stop sign if it must end."""
        points = [self.center(number) for number in numbers]
        line = points
        if len(points) > 1:  # it begins at the edge of the counter, which is to be read
            line = [self._beside_counter(*points[:2]), *points[1:]]
        for piece in ink.dashes(line, max(5.0, self.zoom * 0.22), max(3.0, self.zoom * 0.12)):
            self._edged(piece, PATH, _INK)
        for step, (point, cost) in enumerate(zip(points[1:], costs[1:], strict=True), 1):
            is_goal = step == len(points) - 1
            # The cost of the goal is what the path is drawn for, so it is told at any zoom.
            if is_goal or self.zoom >= _LETTERS_FROM:
                self._cost(point, cost, is_goal, is_goal and stopped)
            else:
                ink.disc(self.surface, point, max(2.5, self.zoom * 0.14), _INK)

    def exposed(self, number: str) -> None:
        """A ring around a step of a path at which enemies may react."""
        ring = ink.polygon(self.center(number), max(6.0, self.zoom * 0.3), 24)
        self._edged(ring, EXPOSED, PALETTE.danger, closed=True)

    def _cost(self, at: Point, cost: str, is_goal: bool, stopped: bool) -> None:
        """Points spent so far, on a disc, or on a longer plate where the number is long. Where the
        unit must stop they stand on a stop sign, or on a plate in its red.
        """
        height = self._wide(Pen(13.0, 0.42) if is_goal else Pen(10.0, 0.28))
        text = font(round(height), bold=True).render(cost, True, PALETTE.white)
        radius, rim = height * 0.8, max(2.0, self.zoom * 0.04)
        middle = (round(at[0]), round(at[1]))
        if text.get_width() > radius * 1.5:
            box = pygame.Rect(0, 0, text.get_width() + round(radius), round(2 * radius))
            box.center = middle
            edge = box.inflate(round(2 * rim), round(2 * rim))
            ground = PALETTE.danger if stopped else _INK
            pygame.draw.rect(self.surface, PALETTE.white, edge, 0, edge.height // 2)
            pygame.draw.rect(self.surface, ground, box, 0, box.height // 2)
        elif stopped:
            for beyond, color in ((rim, PALETTE.white), (0.0, PALETTE.danger)):
                # Flat at the top, as a stop sign stands, and a little beyond the disc it replaces.
                reach = (radius * 1.3 + beyond) * 1.12
                ink.shape(self.surface, ink.polygon(at, reach, 8, 0.5), color)
        else:
            ink.disc(self.surface, at, radius + rim, PALETTE.white)
            ink.disc(self.surface, at, radius, _INK)
        self.surface.blit(text, text.get_rect(center=middle))

    def route(self, numbers: Sequence[str], color: Color) -> None:
        """The way that a unit has gone: an unbroken line with a head that ends at its counter."""
        points = [self.center(number) for number in numbers]
        if len(points) < 2:
            return
        ux, uy = towards(*points[-2:])
        tip = (points[-1][0] - ux * self.zoom * 0.45, points[-1][1] - uy * self.zoom * 0.45)
        for paint, extra in ((PALETTE.white, max(2.0, self.zoom * 0.08)), (color, 0.0)):
            size, wide = max(8.0, self.zoom * 0.42) + extra, max(3.0, self.zoom * 0.13) + extra
            neck = (tip[0] - ux * size * 0.7, tip[1] - uy * size * 0.7)
            ink.stroke(self.surface, [*points[:-1], neck], wide, paint)
            head = ink.arrow_head((tip[0] + ux * extra / 2, tip[1] + uy * extra / 2), neck, size)
            ink.shape(self.surface, head, paint)

    def clash(self, number: str, text: str) -> None:
        """A star on the lower edge of a hex where there was a fight, with its number beside it:
        below the counter, and small.
        """
        if not self.sees(number):
            return
        x, y = self.center(number)
        middle = (x - self.zoom * 0.34, y + self.zoom * 0.8)
        radius = max(5.0, self.zoom * 0.2)
        ink.shape(self.surface, ink.star(middle, radius * 1.35), PALETTE.white)
        ink.shape(self.surface, ink.star(middle, radius), PALETTE.danger)
        if not text:
            return
        drawn = font(max(10, round(self.zoom * 0.26)), bold=True).render(text, True, PALETTE.white)
        box = drawn.get_rect(midleft=(round(middle[0] + radius), round(middle[1])))
        pygame.draw.rect(self.surface, PALETTE.danger, box.inflate(6, 0), 0, 4)
        self.surface.blit(drawn, box)

    def struck(self, box: pygame.Rect) -> None:
        """A cross through a counter."""
        for ends in ((box.topleft, box.bottomright), (box.topright, box.bottomleft)):
            for width, color in ((0.13, PALETTE.white), (0.06, PALETTE.danger)):
                ink.segment(self.surface, *ends, max(2.0, box.width * width), color)

    def network(self, lines: Collection[Sequence[str]]) -> None:
        """Supply lines that run together: each step once, thin, however many units use it."""
        steps = {frozenset(step) for line in lines for step in pairwise(line)}
        ends = [[self.center(number) for number in sorted(step)] for step in steps]
        draw_network(self.surface, ends, self.zoom)

    def no_line(self, number: str) -> None:
        """A struck-through ring at a counter's corner: no supply line leads from here."""
        x, y = self.center(number)
        middle = (x - self.zoom * 0.5, y - self.zoom * 0.44)
        draw_no_line(self.surface, middle, self.zoom)

    def no_entry(self, at: Point, radius: float) -> None:
        """A disc with a bar across: what is dragged cannot be put down here."""
        x, y = at
        ink.disc(self.surface, (x, y), radius + 2, PALETTE.white)
        ink.disc(self.surface, (x, y), radius, PALETTE.danger)
        ends = (x - radius * 0.6, y), (x + radius * 0.6, y)
        ink.segment(self.surface, *ends, max(3.0, radius * 0.34), PALETTE.white)

    def trace(self, numbers: Sequence[str]) -> None:
        """A supply line: a double line, with a disc at the source it ends in."""
        points = [self.center(number) for number in numbers]
        for width, color in ((0.26, _INK), (0.2, PALETTE.gold), (0.07, _INK)):
            ink.stroke(self.surface, points, max(2.0, self.zoom * width), color)
        ink.disc(self.surface, points[-1], max(5.0, self.zoom * 0.26), _INK)
        ink.disc(self.surface, points[-1], max(3.0, self.zoom * 0.18), PALETTE.gold)

    def crossed(self, numbers: Collection[str]) -> None:
        """A thin outline in each hex that a line passes through."""
        for number in numbers:
            self._edged(self.corners(number, 0.88), CROSSED, _INK, closed=True)

    def sight(self, start: str, end: str, blocking: Collection[str], *, clear: bool) -> None:
        """A line of sight: unbroken as far as something is seen, dashed behind what blocks it. It
        joins the middles of hexes, and is drawn from counter to counter.
        """
        middles = self.center(start), self.center(end)
        ax, ay = self._beside_counter(*middles)
        bx, by = self._beside_counter(*reversed(middles))
        share = 1.0 if clear else 0.0
        for number in blocking:
            x, y = self.center(number)
            along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / len(blocking)
            # From the mean of what blocks it on, projected on the line.
            share += along / ((bx - ax) ** 2 + (by - ay) ** 2)
        stop = (ax + (bx - ax) * share, ay + (by - ay) * share)
        behind = ink.dashes([stop, (bx, by)], self.zoom * 0.3, self.zoom * 0.25)
        rim = self._wide(SIGHT.rim), PALETTE.white, PALETTE.white
        core = self._wide(SIGHT.core), _INK, PALETTE.danger
        for width, free, blocked in (rim, core):
            if share:
                ink.segment(self.surface, (ax, ay), stop, width, free)
            if share < 1:
                for piece in behind:
                    ink.stroke(self.surface, piece, width, blocked)

    def _beside_counter(self, middle: Point, to: Point) -> Point:
        """Where a line from the middle of a hex to another point leaves the counter there."""
        ux, uy = towards(middle, to)
        free = self.zoom * BESIDE_COUNTER
        return middle[0] + ux * free, middle[1] + uy * free

    def shade(self, numbers: Collection[str]) -> None:
        """A veil over hexes, in one piece."""
        # One surface for all: veils that overlap at their edges would be darker there.
        veil = pygame.Surface(self.surface.get_size(), pygame.SRCALPHA)
        for number in numbers:
            if self.sees(number):
                pygame.draw.polygon(veil, (24, 20, 16, 96), self.corners(number, 1.01))
        self.surface.blit(veil, (0, 0))

    def source(self, number: str, color: Color, band: int) -> None:
        """A star in a side's colour beside the counters: supply comes from here."""
        if self.sees(number):
            x, y = self.center(number)
            middle = (x - self.zoom * 0.74, y + self.zoom * 0.32)
            draw_source(self.surface, middle, self.zoom, color, band)

    def pennant(self, number: str, color: Color, band: int, coming: bool = False) -> None:
        """A small flag in a side's colour, cut as none of the other sides': it holds the hex; or
        takes it soon, with its flag above the one that still stands there.
        """
        if self.sees(number):
            x, y = self.center(number)
            foot = x + self.zoom * FOOT[0], y + self.zoom * (FOOT[1] - STAFF_HIGH * coming)
            draw_flag(self.surface, foot, self.zoom, color, band)

    @property
    def tag_height(self) -> int:
        """Pixels of the height of a plate in a hex."""
        return max(11, round(self.zoom * 0.36))

    def tags(self, number: str, plates: Sequence[pygame.Surface]) -> None:
        """Counters that are no units, side by side at the lower edge of a hex."""
        if not plates or not self.sees(number):
            return
        x, y = self.center(number)
        plate_left = round(x - sum(plate.get_width() + 2 for plate in plates) / 2)
        for plate in plates:
            self.surface.blit(plate, (plate_left, round(y + self.zoom * 0.86) - plate.get_height()))
            plate_left += plate.get_width() + 2

    def side_of(self, a: str, b: str) -> tuple[Point, Point]:
        """The ends of the hexside between two hexes."""
        start, end = self.layout.hexside(self.map.axial(a), self.map.axial(b))
        return self.camera.to_screen(*start), self.camera.to_screen(*end)

    def lettered(self, number: str, beside: str, text: str) -> None:
        """A word on a plate in the middle of the second of two neighbours: there it covers neither
        the counter nor the name of the first.
        """
        if not self.sees(number) or self.zoom < _LETTERS_FROM:
            return
        drawn = font(max(9, round(self.zoom * 0.22)), bold=True).render(text, True, _INK)
        x, y = self.center(beside)
        box = drawn.get_rect(center=(round(x), round(y))).inflate(6, 0)
        pygame.draw.rect(self.surface, PALETTE.white, box, 0, 4)
        pygame.draw.rect(self.surface, _INK, box, 1, 4)
        self.surface.blit(drawn, drawn.get_rect(center=box.center))

    def cursor(self, number: str) -> None:
        """Brackets at the corners of a hex: where the keyboard points."""
        outer = self.corners(number, 0.97)
        for pen, color in ((CURSOR.rim, _INK), (CURSOR.core, PALETTE.gold)):
            for index, corner in enumerate(outer):
                before, after = outer[index - 1], outer[(index + 1) % 6]
                arm = [between(corner, before, 0.26), corner, between(corner, after, 0.26)]
                ink.stroke(self.surface, arm, self._wide(pen), color)

    def flag(self, number: str, text: str) -> None:
        """A small sign above a hex, and beside it where the map on show ends."""
        x, y = self.center(number)
        picture = font(max(11, round(self.zoom * 0.3)), bold=True).render(text, True, PALETTE.white)
        box = picture.get_rect(center=(round(x), round(y - self.zoom * 0.95))).inflate(12, 4)
        box.clamp_ip(self.surface.get_rect().inflate(-4, -4))
        pygame.draw.rect(self.surface, PALETTE.white, box.inflate(3, 3), 0, 6)
        pygame.draw.rect(self.surface, _INK, box, 0, 5)
        self.surface.blit(picture, picture.get_rect(center=box.center))

    def threat_mark(self, foot: Point) -> None:
        """A triangle that stands on a point: the upper edge of a unit that could come here."""
        size = max(5.0, self.zoom * 0.22)
        x, top = foot[0], foot[1] - size * 1.75
        corners = [(x, top), (x + size, top + size * 1.7), (x - size, top + size * 1.7)]
        ink.shape(self.surface, corners, PALETTE.danger)
        ink.stroke(self.surface, corners, max(1.5, self.zoom * 0.04), PALETTE.white, closed=True)
        # The stroke and the dot of an exclamation mark.
        ends = (x, top + size * 0.5), (x, top + size * 1.05)
        ink.segment(self.surface, *ends, size * 0.22, PALETTE.white)
        ink.disc(self.surface, (x, top + size * 1.35), size * 0.13, PALETTE.white)


@lru_cache(maxsize=8)
def _edge_of(hexmap: HexMap, layout: HexLayout) -> frozenset[tuple[tuple[int, int], ...]]:
    """The hexsides beyond which there is no map, each by its two corners."""
    loops = layout.outline([hexmap.axial(number) for number in hexmap.numbers])
    sides = (side for loop in loops for side in pairwise((*loop, loop[0])))
    return frozenset(tuple(map(grid_point, side)) for side in sides)


def _lines_across(corners: Sequence[Point], spacing: float) -> list[tuple[Point, Point]]:
    """Parallel diagonals cut to a convex outline; they line up from hex to hex."""
    # A diagonal is all points of one sum of x and y. Each sum is a multiple of the spacing,
    # whatever the hex, which is why they line up.
    sums = [x + y for x, y in corners]
    first = math.ceil(min(sums) / spacing)
    lines = []
    for step in range(first, math.floor(max(sums) / spacing) + 1):
        level = step * spacing
        cuts: list[Point] = []
        for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
            rise = (bx + by) - (ax + ay)
            if abs(rise) < 1e-9:  # a side along the diagonals cuts none of them
                continue
            share = (level - ax - ay) / rise
            if 0 <= share < 1:
                cuts.append((ax + (bx - ax) * share, ay + (by - ay) * share))
        if len(cuts) == 2:
            lines.append((cuts[0], cuts[1]))
    return lines
