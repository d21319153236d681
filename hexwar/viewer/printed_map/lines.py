"""How rivers, walls and bridges on hexsides are drawn, and roads and railways.

Lengths are in pixels; ``size`` is the pixels from a hex's centre to its corner, of which everything
is a share. :mod:`hexwar.viewer.printed_map.looks` says which style a kind has. Where water and ways
run over the whole map is worked out by :mod:`~hexwar.viewer.printed_map.courses` and
:mod:`~hexwar.viewer.printed_map.roads`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

import pygame

from hexwar.rules.terrain.section import HexsideTerrain, PathTerrain
from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.geometry import Point, midpoint, towards
from hexwar.viewer.drawing.theme import PALETTE, Color, mix, parse_color
from hexwar.viewer.printed_map.looks import WATER, path_look, side_look

_EARTH = (92, 70, 48)


def draw_hexside(
    surface: pygame.Surface, a: Point, b: Point, size: int, style: HexsideTerrain
) -> None:
    """One hexside between the corners ``a`` and ``b``."""
    look = side_look(style)
    if look in WATER:
        draw_water(surface, [a, b], size, style, True)
        draw_water(surface, [a, b], size, style, False)
    elif look == "bridge":
        _bridge(surface, a, b, size)
    elif look == "ford":
        _ford(surface, a, b, size)
    elif look == "cliff":
        draw_scarp(surface, [a, b], size, style)
    elif look == "wall":
        _wall(surface, a, b, size, parse_color(style.color, (120, 104, 92)))
    else:
        ink.stroke(surface, [a, b], size * 0.1, parse_color(style.color, _EARTH))


def draw_water(
    surface: pygame.Surface, line: list[Point], size: int, style: HexsideTerrain, casing: bool
) -> None:
    """A river's line: all banks (``casing``) are drawn before any water, so that rivers join."""
    color = parse_color(style.color, (86, 140, 178))
    width = size * (0.08 if side_look(style) == "stream" else 0.15)
    if casing:
        bank = width + max(2.0, size * 0.04)
        ink.stroke(surface, line, bank, mix(color, PALETTE.map_ink, 0.5))
    else:
        ink.stroke(surface, line, width, color)


def _wall(surface: pygame.Surface, a: Point, b: Point, size: int, color: Color) -> None:
    """Masonry: stones of different length and tone in two courses, on their shadow."""
    rng = Random(f"{round(a[0] + b[0])} {round(a[1] + b[1])}")
    length = math.hypot(b[0] - a[0], b[1] - a[1]) or 1.0
    ux, uy = towards(a, b)
    off = size * 0.045
    low = [(x + off, y + off) for x, y in (a, b)]
    ink.stroke(surface, low, size * 0.17, mix(color, PALETTE.map_ink, 0.45))
    ink.stroke(surface, [a, b], size * 0.17, mix(color, PALETTE.map_ink, 0.75))
    for course in (-1, 1):
        covered = 0.0
        while covered < length:
            stone = min(size * rng.uniform(0.1, 0.19), length - covered)
            start, end = covered + size * 0.012, covered + stone - size * 0.012
            covered += stone
            if end <= start:
                continue
            tone = mix(color, PALETTE.white, rng.uniform(0.2, 0.5))
            x, y = a[0] - uy * course * size * 0.038, a[1] + ux * course * size * 0.038
            ends = (x + ux * start, y + uy * start), (x + ux * end, y + uy * end)
            ink.segment(surface, *ends, size * 0.062, tone)


def _ford(surface: pygame.Surface, a: Point, b: Point, size: int) -> None:
    """Stepping stones across the water, in two rows."""
    (x, y), dx, dy = midpoint(a, b), (b[0] - a[0]) / size, (b[1] - a[1]) / size
    for along in (-0.1, 0.1):
        for across in (-0.2, -0.07, 0.07, 0.2):
            spot = x + (dx * along - dy * across) * size, y + (dy * along + dx * across) * size
            ink.disc(surface, spot, size * 0.035, (44, 32, 24))


def _bridge(surface: pygame.Surface, a: Point, b: Point, size: int) -> None:
    """Two rails across the hexside from a to b, which turn outwards at their ends."""
    (x, y), dx, dy = midpoint(a, b), (b[0] - a[0]) / size, (b[1] - a[1]) / size
    for side in (-1, 1):
        rail = [
            (
                x + (dx * along * side - dy * across) * size,
                y + (dy * along * side + dx * across) * size,
            )
            for across, along in ((-0.33, 0.22), (-0.22, 0.13), (0.22, 0.13), (0.33, 0.22))
        ]
        ink.stroke(surface, rail, size * 0.055, (44, 32, 24))


def draw_scarp(
    surface: pygame.Surface,
    line: list[Point],
    size: int,
    style: HexsideTerrain,
    *,
    banks: bool = False,
) -> None:
    """A cliff with its hachures; ``banks``: one on either side of the river along the line."""
    color = parse_color(style.color, _EARTH)
    for side in (-1, 1) if banks else (1,):
        foot = beside(line, size * 0.13 * side, 1) if banks else line
        ink.stroke(surface, foot, size * 0.05, color)
        for piece in ink.dashes(foot, size * 0.01, size * 0.11):
            (x, y), (ux, uy) = piece[0], towards(piece[0], piece[-1])
            tip = x - uy * size * 0.13 * side, y + ux * size * 0.13 * side
            ink.segment(surface, (x, y), tip, size * 0.03, color)


def beside(line: Sequence[Point], off: float, calm: int) -> list[Point]:
    """The line moved to its right by so much; ``calm``: over how many points before and after
    each its direction is taken, so that it does not follow every turn.
    """
    moved = []
    for index, (x, y) in enumerate(line):
        earlier, later = line[max(0, index - calm)], line[min(len(line) - 1, index + calm)]
        ux, uy = towards(earlier, later)
        moved.append((x - uy * off, y + ux * off))
    return moved


def draw_path(
    surface: pygame.Surface,
    center: Point,
    gates: list[Point],
    size: int,
    style: PathTerrain,
    casing: bool,
    joint: Point | None = None,
) -> None:
    """A road's or railway's part inside one hex.

    ``gates`` are the middles of the hexsides it leaves through: two make a curve, one or three
    and more meet at ``joint`` or else at the centre. A way through a place meets there too: its
    joint is the centre itself. Called first with ``casing`` for the dark edges, then without.
    """
    look = path_look(style)
    color = parse_color(style.color, (54, 48, 44) if look == "rail" else (250, 240, 214))
    if len(gates) != 2:
        lines = [[gate, joint or center] for gate in gates]
    elif joint == center:
        lines = [_through_place(gates[0], center, gates[1])]
    else:
        lines = [ink.curve(gates[0], center, gates[1])]
    for line in lines:
        if look == "road" and casing:
            ink.stroke(surface, line, size * 0.15, mix(color, PALETTE.map_ink, 0.75))
        elif look == "road":
            ink.stroke(surface, line, size * 0.09, color)
        elif casing:
            continue  # nothing else has edges
        elif look == "track":
            for piece in ink.dashes(line, size * 0.2, size * 0.11):
                ink.stroke(surface, piece, size * 0.075, color)
        else:
            ink.stroke(surface, line, size * 0.04, color)
            for sleeper in ink.dashes(line, size * 0.03, size * 0.16):
                (x, y), (ux, uy) = sleeper[0], towards(sleeper[0], sleeper[-1])
                dx, dy = -uy * size * 0.08, ux * size * 0.08
                ink.segment(surface, (x - dx, y - dy), (x + dx, y + dy), size * 0.035, color)


def bend(center: Point, gates: list[Point]) -> Point:
    """The middle of the curve that a way makes between two gates."""
    return ink.curve(gates[0], center, gates[1])[5]


def _through_place(a: Point, middle: Point, b: Point) -> list[Point]:
    """A curve through the middle that meets both hexsides squarely (cubic Hermite)."""

    def half(start: Point, leaving: Point, end: Point, coming: Point) -> list[Point]:
        """From a point to another, by the directions in which the curve leaves and comes."""
        curve = []
        for step in range(6):
            t = step / 5
            weighed = (
                (2 * t**3 - 3 * t**2 + 1, start),
                (t**3 - 2 * t**2 + t, leaving),
                (3 * t**2 - 2 * t**3, end),
                (t**3 - t**2, coming),
            )
            x = sum(weight * point[0] for weight, point in weighed)
            y = sum(weight * point[1] for weight, point in weighed)
            curve.append((x, y))
        return curve

    inward = (middle[0] - a[0], middle[1] - a[1])
    turn = ((b[0] - a[0]) / 2, (b[1] - a[1]) / 2)
    outward = (b[0] - middle[0], b[1] - middle[1])
    return [*half(a, inward, middle, turn), *half(middle, turn, b, outward)[1:]]
