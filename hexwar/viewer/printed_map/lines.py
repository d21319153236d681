"""Rivers, walls and bridges on hexsides; roads and railways along hexes.

All lengths are in pixels; ``size`` is the pixels from a hex's centre to its corner. Which style a
kind has is said by :mod:`hexwar.viewer.printed_map.looks`.
"""

from __future__ import annotations

import math
from random import Random

import pygame

from hexwar.rules.terrain.section import HexsideTerrain, PathTerrain
from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.geometry import Point
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
    along = ((b[0] - a[0]) / length, (b[1] - a[1]) / length)
    across = (-along[1], along[0])
    off = size * 0.045
    low = [(x + off, y + off) for x, y in (a, b)]
    ink.stroke(surface, low, size * 0.17, mix(color, PALETTE.map_ink, 0.45))
    ink.stroke(surface, [a, b], size * 0.17, mix(color, PALETTE.map_ink, 0.75))
    for course in (-1, 1):
        done = 0.0
        while done < length:
            stone = min(size * rng.uniform(0.1, 0.19), length - done)
            start, end = done + size * 0.012, done + stone - size * 0.012
            done += stone
            if end <= start:
                continue
            tone = mix(color, PALETTE.white, rng.uniform(0.2, 0.5))
            x, y = (c + d * course * size * 0.038 for c, d in zip(a, across, strict=True))
            ends = [(x + along[0] * at, y + along[1] * at) for at in (start, end)]
            ink.segment(surface, ends[0], ends[1], size * 0.062, tone)


def _ford(surface: pygame.Surface, a: Point, b: Point, size: int) -> None:
    """Stepping stones across the water, in two rows."""
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    along = ((b[0] - a[0]) / size, (b[1] - a[1]) / size)
    for spread in (-0.1, 0.1):
        for reach in (-0.2, -0.07, 0.07, 0.2):
            spot = (
                middle[0] + (-along[1] * reach + along[0] * spread) * size,
                middle[1] + (along[0] * reach + along[1] * spread) * size,
            )
            ink.disc(surface, spot, size * 0.035, (44, 32, 24))


def _bridge(surface: pygame.Surface, a: Point, b: Point, size: int) -> None:
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    along = ((b[0] - a[0]) / size, (b[1] - a[1]) / size)
    across = (-along[1], along[0])
    for side in (-1, 1):
        rail = []
        for reach, spread in ((-0.33, 0.22), (-0.22, 0.13), (0.22, 0.13), (0.33, 0.22)):
            rail.append(
                (
                    middle[0] + (across[0] * reach + along[0] * spread * side) * size,
                    middle[1] + (across[1] * reach + along[1] * spread * side) * size,
                )
            )
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
    for way in (-1, 1) if banks else (1,):
        foot = _beside(line, size * 0.13 * way) if banks else line
        ink.stroke(surface, foot, size * 0.05, color)
        for piece in ink.dashes(foot, size * 0.01, size * 0.11):
            (ax, ay), (bx, by) = piece[0], piece[-1]
            length = math.hypot(bx - ax, by - ay) or 1.0
            nx, ny = (ay - by) / length * size * 0.13 * way, (bx - ax) / length * size * 0.13 * way
            ink.segment(surface, (ax, ay), (ax + nx, ay + ny), size * 0.03, color)


def _beside(line: list[Point], by: float) -> list[Point]:
    """The line moved to its side by so many pixels."""
    moved = []
    for index, (x, y) in enumerate(line):
        (ax, ay), (bx, by_) = line[max(0, index - 1)], line[min(len(line) - 1, index + 1)]
        length = math.hypot(bx - ax, by_ - ay) or 1.0
        moved.append((x + (ay - by_) / length * by, y + (bx - ax) / length * by))
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
    rail, track = look == "rail", look == "track"
    color = parse_color(style.color, (54, 48, 44) if rail else (250, 240, 214))
    edge = mix(color, PALETTE.map_ink, 0.75)
    for line in _courses(center, gates, joint):
        if rail:
            if not casing:
                ink.stroke(surface, line, size * 0.04, color)
                _sleepers(surface, line, size, color)
        elif track:
            if not casing:
                for piece in ink.dashes(line, size * 0.2, size * 0.11):
                    ink.stroke(surface, piece, size * 0.075, color)
        elif casing:
            ink.stroke(surface, line, size * 0.15, edge)
        else:
            ink.stroke(surface, line, size * 0.09, color)


def _courses(center: Point, gates: list[Point], joint: Point | None) -> list[list[Point]]:
    if len(gates) == 2 and joint == center:
        return [_through_place(gates[0], center, gates[1])]
    if len(gates) == 2:
        return [ink.curve(gates[0], center, gates[1])]
    return [[gate, joint or center] for gate in gates]


def bend(center: Point, gates: list[Point]) -> Point:
    """The middle of the curve that a way makes between two gates."""
    return ink.curve(gates[0], center, gates[1])[5]


def _through_place(a: Point, middle: Point, b: Point) -> list[Point]:
    """A curve through the middle that meets both hexsides squarely (cubic Hermite)."""
    turn = ((b[0] - a[0]) / 2, (b[1] - a[1]) / 2)

    def half(start: Point, slope: Point, end: Point, onward: Point) -> list[Point]:
        curve = []
        for step in range(6):
            t = step / 5
            parts = (2 * t**3 - 3 * t**2 + 1, t**3 - 2 * t**2 + t, 3 * t**2 - 2 * t**3, t**3 - t**2)
            points = (start, slope, end, onward)
            x, y = (
                sum(part * point[axis] for part, point in zip(parts, points, strict=True))
                for axis in (0, 1)
            )
            curve.append((x, y))
        return curve

    inward = (middle[0] - a[0], middle[1] - a[1])
    outward = (b[0] - middle[0], b[1] - middle[1])
    return [*half(a, inward, middle, turn), *half(middle, turn, b, outward)[1:]]


def _sleepers(surface: pygame.Surface, line: list[Point], size: int, color: Color) -> None:
    for piece in ink.dashes(line, size * 0.03, size * 0.16):
        (ax, ay), (bx, by) = piece[0], piece[-1]
        length = math.hypot(bx - ax, by - ay) or 1.0
        nx, ny = (ay - by) / length * size * 0.08, (bx - ax) / length * size * 0.08
        ink.segment(surface, (ax - nx, ay - ny), (ax + nx, ay + ny), size * 0.035, color)
