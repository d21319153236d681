"""The icon of the program: a hex with a counter in it."""

from __future__ import annotations

import math

import pygame

from hexwar.viewer.drawing.theme import PALETTE

_SIDE = 64


def program_icon() -> pygame.Surface:
    """A picture for the title bar and the task bar, 64 pixels wide."""
    icon = pygame.Surface((_SIDE, _SIDE), pygame.SRCALPHA)
    middle, radius = _SIDE / 2, _SIDE / 2 - 1
    angles = [math.radians(60 * corner) for corner in range(6)]
    corners = [(middle + radius * math.cos(a), middle + radius * math.sin(a)) for a in angles]
    pygame.draw.polygon(icon, PALETTE.gold, corners)
    pygame.draw.polygon(icon, PALETTE.ink, corners, 3)
    counter = pygame.Rect(0, 0, 34, 28)
    counter.center = (_SIDE // 2, _SIDE // 2)
    pygame.draw.rect(icon, PALETTE.accent, counter, 0, 4)
    symbol = counter.inflate(-12, -12)
    pygame.draw.rect(icon, PALETTE.white, symbol, 2)
    pygame.draw.line(icon, PALETTE.white, symbol.topleft, symbol.bottomright, 2)
    pygame.draw.line(icon, PALETTE.white, symbol.bottomleft, symbol.topright, 2)
    return icon
