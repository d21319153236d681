"""Strokes with smooth edges, of which all lines, signs and flags are made.

All lengths are in pixels of the surface that is drawn on.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import pygame
from pygame import gfxdraw

from hexwar.viewer.drawing.geometry import Point, between
from hexwar.viewer.drawing.theme import Color

_THIN = 1.2  # pixels up to which a line is drawn as thin as there is one
_JOINED = 2.5  # pixels above which the gaps between the segments of a line are seen
_ROUNDING = 1e-9  # a length that is none
_WING = 0.5  # radians between an arrow and each edge of its head
_NOTCH = 0.42  # of the radius of a star, where its points meet

Ink = Color | tuple[int, int, int, int]


def disc(surface: pygame.Surface, center: Point, radius: float, color: Ink) -> None:
    """A filled circle."""
    x, y, r = round(center[0]), round(center[1]), max(1, round(radius))
    gfxdraw.filled_circle(surface, x, y, r, color)
    gfxdraw.aacircle(surface, x, y, r, color)


def shape(surface: pygame.Surface, points: Sequence[Point], color: Ink) -> None:
    """A filled polygon."""
    whole = [(round(x), round(y)) for x, y in points]
    gfxdraw.filled_polygon(surface, whole, color)
    gfxdraw.aapolygon(surface, whole, color)


def segment(surface: pygame.Surface, a: Point, b: Point, width: float, color: Ink) -> None:
    """A straight line ``width`` pixels thick, with square ends."""
    length = math.hypot(b[0] - a[0], b[1] - a[1])
    if length == 0:
        return
    if width <= _THIN:
        pygame.draw.aaline(surface, color, a, b)
        return
    nx = (a[1] - b[1]) / length * width / 2
    ny = (b[0] - a[0]) / length * width / 2
    quad = [(a[0] + nx, a[1] + ny), (b[0] + nx, b[1] + ny)]
    quad += [(b[0] - nx, b[1] - ny), (a[0] - nx, a[1] - ny)]
    gfxdraw.aapolygon(surface, quad, color)
    gfxdraw.filled_polygon(surface, quad, color)


def stroke(
    surface: pygame.Surface,
    points: Sequence[Point],
    width: float,
    color: Ink,
    closed: bool = False,
) -> None:
    """A line through points, with round joins."""
    ends = list(pairwise(points))
    if closed and len(points) > 2:
        ends.append((points[-1], points[0]))
    for a, b in ends:
        segment(surface, a, b, width, color)
    if width > _JOINED:
        for point in points:
            disc(surface, point, width / 2 - 0.5, color)


def dashes(
    points: Sequence[Point], on: float, off: float, closed: bool = False
) -> list[list[Point]]:
    """A line cut into dashes ``on`` long and ``off`` apart.

    >>> dashes([(0, 0), (10, 0)], 4, 2)
    [[(0.0, 0.0), (4.0, 0.0)], [(6.0, 0.0), (10.0, 0.0)]]
    """
    line = list(points) + ([points[0]] if closed else [])
    whole: list[list[Point]] = []  # dashes that have reached their length
    dash: list[Point] = []
    remaining, drawing = on, True  # how long the dash, or the gap, still is
    for a, b in pairwise(line):
        length = math.hypot(b[0] - a[0], b[1] - a[1])
        covered = 0.0
        # Compared with nought, rounding would leave dashes of no length at the corners.
        while length - covered > _ROUNDING:
            step = min(remaining, length - covered)
            start, end = between(a, b, covered / length), between(a, b, (covered + step) / length)
            if drawing:
                dash = [*dash, end] if dash else [start, end]
            covered, remaining = covered + step, remaining - step
            if remaining <= _ROUNDING:
                if drawing and dash:
                    whole.append(dash)
                dash, drawing = [], not drawing
                remaining = on if drawing else off
    return [*whole, dash] if dash else whole


def curve(a: Point, control: Point, b: Point, steps: int = 10) -> list[Point]:
    """Points along the quadratic curve from ``a`` to ``b`` bent towards ``control``."""
    points = []
    for step in range(steps + 1):
        share = step / steps
        points.append(between(between(a, control, share), between(control, b, share), share))
    return points


def hatch(box: pygame.Rect, spacing: float, slope: int = 1) -> list[tuple[Point, Point]]:
    """Parallel diagonal lines that fill a box; ``slope`` is 1 or -1."""
    lines: list[tuple[Point, Point]] = []
    offset = -float(box.height)
    while offset < box.width:
        start, end = box.left + offset, box.left + offset + box.height
        top, bottom = float(box.top), float(box.bottom)
        lines.append(((start, bottom), (end, top)) if slope > 0 else ((start, top), (end, bottom)))
        offset += spacing
    return lines


def arrow_head(tip: Point, towards: Point, size: float) -> list[Point]:
    """A triangle whose tip is at ``tip``, pointing the way from ``towards`` to ``tip``."""
    angle = math.atan2(tip[1] - towards[1], tip[0] - towards[0])
    wings = [
        (tip[0] - size * math.cos(angle + turn), tip[1] - size * math.sin(angle + turn))
        for turn in (_WING, -_WING)
    ]
    return [tip, *wings]


def polygon(center: Point, radius: float, corners: int = 32, turned: float = 0.0) -> list[Point]:
    """Corners of a regular polygon; with 32 of them it is seen as a circle.

    The first lies to the right, ``turned`` parts of the angle between two of them further down.
    """
    turns = [math.tau * (corner + turned) / corners for corner in range(corners)]
    return [
        (center[0] + radius * math.cos(turn), center[1] + radius * math.sin(turn)) for turn in turns
    ]


def star(center: Point, radius: float) -> list[Point]:
    """A star of five points, one of them up."""
    points = []
    for tip in range(10):
        angle, reach = math.pi * (tip / 5 - 0.5), radius * (1 if tip % 2 == 0 else _NOTCH)
        points.append((center[0] + reach * math.cos(angle), center[1] + reach * math.sin(angle)))
    return points
