"""Thin lines around regions of the map, which leave their content legible.

Hatches over half the map and a veil over the rest hid what the player wanted to see there. Each
kind has a shape of its own. A line is a closed loop of pixels with the region to the right of
somebody who walks it (:meth:`~hexwar.viewer.drawing.geometry.HexLayout.outline`), or an open
piece. Where the region ends only because the map does, the line has no marks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import pygame

from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.geometry import Point, between, towards
from hexwar.viewer.drawing.theme import PALETTE, Color


class Border(NamedTuple):
    """A kind of line: its casing and colour, and the ``marks`` along a piece of it."""

    casing: Color
    color: Color
    marks: Callable[[pygame.Surface, Sequence[Point], float], None]
    unbroken: bool = True

    def draw(self, surface: pygame.Surface, line: Sequence[Point], zoom: float) -> None:
        """The line itself, ``zoom`` pixels to the unit."""
        if self.unbroken:
            ink.stroke(surface, line, max(3.0, zoom * 0.1), self.casing)
            ink.stroke(surface, line, max(1.5, zoom * 0.05), self.color)


def _teeth(surface: pygame.Surface, line: Sequence[Point], zoom: float) -> None:
    """They point out of the region."""
    size = max(3.0, zoom * 0.13)
    for (x, y), (dx, dy) in _along(line, max(9.0, zoom * 0.5)):
        for grown, color in ((1.5, PALETTE.white), (0.0, PALETTE.danger)):
            wide, high = size * 0.7 + grown, size * 1.3 + grown
            tooth = [
                (x - dx * wide, y - dy * wide),
                (x + dx * wide, y + dy * wide),
                (x + dy * high, y - dx * high),
            ]
            ink.shape(surface, tooth, color)


def _strokes(surface: pygame.Surface, line: Sequence[Point], zoom: float) -> None:
    """Short ones that point into the region."""
    reach = max(4.0, zoom * 0.2)
    for (x, y), (dx, dy) in _along(line, max(6.0, zoom * 0.29)):
        tip = (x - dy * reach, y + dx * reach)
        ink.segment(surface, (x, y), tip, max(2.0, zoom * 0.05), PALETTE.ink)


def _dots(surface: pygame.Surface, line: Sequence[Point], zoom: float) -> None:
    """In place of the line, not along it."""
    for (x, y), _ in _along(line, max(6.0, zoom * 0.25)):
        ink.disc(surface, (x, y), max(2.4, zoom * 0.08), PALETTE.ink)
        ink.disc(surface, (x, y), max(1.4, zoom * 0.05), PALETTE.gold)


def _along(line: Sequence[Point], step: float) -> Iterator[tuple[Point, tuple[float, float]]]:
    """Points on a line, about so many pixels apart, each with the way that the line goes there."""
    for a, b in pairwise(line):
        if length := math.dist(a, b):
            many = max(1, round(length / step))
            for index in range(many):
                yield between(a, b, (index + 0.5) / many), towards(a, b)


ENEMY_REACH = Border(PALETTE.white, PALETTE.danger, _teeth)
SUPPLIED = Border(PALETTE.ink, PALETTE.gold, _strokes)
SUPPLIED_ALL = Border(PALETTE.ink, PALETTE.gold, _dots, unbroken=False)
"""Around the hexes from which all classes of units trace, where some trace from others too."""
