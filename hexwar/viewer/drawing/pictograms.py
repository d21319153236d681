"""Pictograms on buttons: drawn, as fonts lack most of these signs.

:func:`icon` draws one by its name into a box. The numbers of each drawing are shares of that box,
from its upper left corner.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.geometry import Point
from hexwar.viewer.drawing.theme import PALETTE, Color

_BENDS = 6  # strokes of which a quarter of a circle is made


def icon(surface: pygame.Surface, name: str, box: pygame.Rect, color: Color) -> None:
    """A small pictogram; unknown names draw nothing."""
    painter = _ICONS.get(name)
    if painter is not None:
        painter(surface, box, color)


def _within(box: pygame.Rect, *shares: Point) -> list[Point]:
    """Points of a box, from shares of its width and of its height."""
    x, y, wide, high = box
    return [(x + wide * across, y + high * down) for across, down in shares]


def _thick(box: pygame.Rect, part: int, least: int = 2) -> int:
    """How thick a stroke is: a part of the width, and no thinner than can be seen."""
    return max(least, box.width // part)


def _bent_arrow(
    surface: pygame.Surface, box: pygame.Rect, color: Color, *, back: bool = False
) -> None:
    """From below round a bend; its head is at the right, or at the left if it goes ``back``."""
    flip = 1 if back else -1
    tip, bend = (box.centerx + flip * round(box.width * share) for share in (-0.36, 0.36))
    above, below = (box.top + round(box.height * share) for share in (0.34, 0.74))
    half = (above + below) / 2
    path: list[Point] = [(tip, above), (box.centerx, above)]
    path += ink.curve((box.centerx, above), (bend + flip * 2, above), (bend, half), _BENDS)
    path += ink.curve((bend, half), (bend, below), (box.centerx, below), _BENDS)
    ink.stroke(surface, path, _thick(box, 9), color)
    head = ink.arrow_head((tip - flip * 2, above), (box.centerx, above), box.width * 0.34)
    ink.shape(surface, head, color)


def _lock(surface: pygame.Surface, box: pygame.Rect, color: Color) -> None:
    body = pygame.Rect(0, 0, round(box.width * 0.62), round(box.height * 0.46))
    body.midbottom = (box.centerx, box.bottom - box.height // 10)
    pygame.draw.rect(surface, color, body, 0, max(1, box.width // 12))
    arch = pygame.Rect(0, 0, round(box.width * 0.42), round(box.height * 0.7))
    arch.midtop = (box.centerx, box.top + box.height // 12)
    pygame.draw.rect(surface, color, arch, _thick(box, 9), box.width // 4)


def _tick(surface: pygame.Surface, box: pygame.Rect, color: Color) -> None:
    points = _within(box, (0.16, 0.52), (0.42, 0.78), (0.86, 0.24))
    ink.stroke(surface, points, _thick(box, 7), color)


def _warning(surface: pygame.Surface, box: pygame.Rect, color: Color) -> None:
    """A triangle with the stroke and the dot of an exclamation mark."""
    ink.shape(surface, _within(box, (0.5, 0.08), (0.96, 0.9), (0.04, 0.9)), color)
    top, low, dot = _within(box, (0.5, 0.36), (0.5, 0.64), (0.5, 0.77))
    bar = _thick(box, 9)
    ink.segment(surface, top, low, bar, PALETTE.white)
    ink.disc(surface, dot, bar / 2 + 0.5, PALETTE.white)


def _next(surface: pygame.Surface, box: pygame.Rect, color: Color) -> None:
    """Two angles, one behind the other."""
    for left in (0.16, 0.52):
        points = _within(box, (left, 0.2), (left + 0.32, 0.5), (left, 0.8))
        ink.stroke(surface, points, _thick(box, 8), color)


def _towards(
    surface: pygame.Surface,
    box: pygame.Rect,
    color: Color,
    *,
    back: bool = False,
    bar: bool = False,
) -> None:
    """A triangle, with a bar before it that it runs against."""
    shape = [(0.22, 0.14), (0.22, 0.86), (0.8, 0.5)]
    ink.shape(surface, _within(box, *((1 - x if back else x, y) for x, y in shape)), color)
    if bar:
        at = 0.14 if back else 0.86
        top, low = _within(box, (at, 0.14), (at, 0.86))
        ink.segment(surface, top, low, _thick(box, 7), color)


def _pause(surface: pygame.Surface, box: pygame.Rect, color: Color) -> None:
    for at in (0.32, 0.68):
        top, low = _within(box, (at, 0.16), (at, 0.84))
        ink.segment(surface, top, low, _thick(box, 4, least=3), color)


def _ribbon(surface: pygame.Surface, box: pygame.Rect, color: Color) -> None:
    shape = [(0.26, 0.1), (0.74, 0.1), (0.74, 0.9), (0.5, 0.66), (0.26, 0.9)]
    ink.shape(surface, _within(box, *shape), color)


def _menu(surface: pygame.Surface, box: pygame.Rect, color: Color) -> None:
    for down in (0.24, 0.5, 0.76):
        left, right = _within(box, (0.1, down), (0.9, down))
        ink.segment(surface, left, right, _thick(box, 8), color)


_ICONS: dict[str, Callable[[pygame.Surface, pygame.Rect, Color], None]] = {
    "menu": _menu,
    "play": _towards,
    "on": partial(_towards, bar=True),
    "back": partial(_towards, back=True, bar=True),
    "pause": _pause,
    "bookmark": _ribbon,
    "undo": partial(_bent_arrow, back=True),
    "redo": _bent_arrow,
    "lock": _lock,
    "tick": _tick,
    "warning": _warning,
    "next": _next,
}
