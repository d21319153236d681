"""Rivers, walls and bridges on hexsides; roads and railways along hexes.

All lengths are in pixels; ``size`` is the pixels from a hex's centre to its corner. The style of
a line follows from words in its id (``river``, ``bridge``, ``rail`` ...); a kind with none of
them is drawn as a plain line with a casing.
"""

from __future__ import annotations

import math
from random import Random

import pygame

from hexwar.definition.model import HexsideTerrain, PathTerrain
from hexwar.viewer import ink
from hexwar.viewer.geometry import Point
from hexwar.viewer.theme import PALETTE, Color, mix, parse_color

_WATER = ("river", "stream", "brook", "canal", "creek", "wadi")
_SCARP = ("wall", "cliff", "ridge", "escarpment", "slope", "hedge")


def draw_hexside(
    surface: pygame.Surface,
    a: Point,
    b: Point,
    size: int,
    kind: str,
    style: HexsideTerrain | None,
    seed: str,
) -> None:
    """One hexside between the corners ``a`` and ``b``; ``seed`` settles how it meanders."""
    color = parse_color(style.color if style else "", (0, 0, 0)) if style and style.color else None
    if any(word in kind for word in _WATER):
        minor = any(word in kind for word in ("stream", "brook", "creek", "minor"))
        _river(surface, a, b, size * (0.07 if minor else 0.13), color or (86, 140, 178), seed, size)
    elif "bridge" in kind or "ford" in kind:
        _bridge(surface, a, b, size)
    elif any(word in kind for word in _SCARP):
        _scarp(surface, a, b, size, color or (92, 70, 48))
    else:
        ink.stroke(surface, [a, b], size * 0.1, color or (92, 70, 48))


def _river(
    surface: pygame.Surface,
    a: Point,
    b: Point,
    width: float,
    color: Color,
    seed: str,
    size: int,
) -> None:
    rng = Random(seed)
    # Corners are shared, so the line may leave the hexside only between them.
    points = [a]
    nx, ny = (a[1] - b[1]), (b[0] - a[0])
    bend = rng.choice((-1, 1)) * rng.uniform(0.05, 0.09)
    for step in range(1, 12):
        t = step / 12
        sway = bend * math.sin(t * math.tau) + rng.uniform(-0.008, 0.008)
        points.append((a[0] + (b[0] - a[0]) * t + nx * sway, a[1] + (b[1] - a[1]) * t + ny * sway))
    points.append(b)
    ink.stroke(surface, points, width + max(2.0, size * 0.035), mix(color, PALETTE.map_ink, 0.45))
    ink.stroke(surface, points, width, color)


def _bridge(surface: pygame.Surface, a: Point, b: Point, size: int) -> None:
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    along = ((b[0] - a[0]) / size, (b[1] - a[1]) / size)
    across = (-along[1], along[0])
    ink.segment(
        surface,
        (middle[0] - across[0] * size * 0.2, middle[1] - across[1] * size * 0.2),
        (middle[0] + across[0] * size * 0.2, middle[1] + across[1] * size * 0.2),
        size * 0.2,
        PALETTE.map_paper,
    )
    for side in (-1, 1):
        rail = []
        for reach, spread in ((-0.26, 0.18), (-0.18, 0.11), (0.18, 0.11), (0.26, 0.18)):
            rail.append(
                (
                    middle[0] + (across[0] * reach + along[0] * spread * side) * size,
                    middle[1] + (across[1] * reach + along[1] * spread * side) * size,
                )
            )
        ink.stroke(surface, rail, size * 0.04, (44, 32, 24))


def _scarp(surface: pygame.Surface, a: Point, b: Point, size: int, color: Color) -> None:
    ink.stroke(surface, [a, b], size * 0.06, color)
    nx, ny = (a[1] - b[1]) * 0.12, (b[0] - a[0]) * 0.12
    for step in range(1, 9):
        t = step / 9
        foot = (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t)
        ink.segment(surface, foot, (foot[0] + nx, foot[1] + ny), size * 0.03, color)


def draw_path(
    surface: pygame.Surface,
    center: Point,
    gates: list[Point],
    size: int,
    kind: str,
    style: PathTerrain | None,
    casing: bool,
) -> None:
    """A road's or railway's part inside one hex.

    ``gates`` are the middles of the hexsides it leaves through: two make a curve, one or three
    and more meet at the centre. Called first with ``casing`` for the dark edges, then without.
    """
    rail = "rail" in kind
    color = parse_color(style.color if style else "", (54, 48, 44) if rail else (250, 240, 214))
    edge = mix(color, PALETTE.map_ink, 0.75)
    for line in _courses(center, gates):
        if rail:
            if not casing:
                ink.stroke(surface, line, size * 0.04, color)
                _sleepers(surface, line, size, color)
        elif casing:
            ink.stroke(surface, line, size * 0.15, edge)
        else:
            ink.stroke(surface, line, size * 0.09, color)


def _courses(center: Point, gates: list[Point]) -> list[list[Point]]:
    if len(gates) == 2:
        return [ink.curve(gates[0], center, gates[1])]
    return [[gate, center] for gate in gates]


def _sleepers(surface: pygame.Surface, line: list[Point], size: int, color: Color) -> None:
    for piece in ink.dashes(line, size * 0.03, size * 0.16):
        (ax, ay), (bx, by) = piece[0], piece[-1]
        length = math.hypot(bx - ax, by - ay) or 1.0
        nx, ny = (ay - by) / length * size * 0.08, (bx - ax) / length * size * 0.08
        ink.segment(surface, (ax - nx, ay - ny), (ax + nx, ay + ny), size * 0.035, color)
