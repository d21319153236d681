"""The plate above a hex where dice have fallen: the dice, and beside them what they brought.

It stands there large while a result is looked at, and small while the player has to choose
something next: counters may lie below it that are to be clicked.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from hexwar.viewer.counters.dice import Shown, draw_thrown, width_of
from hexwar.viewer.drawing.theme import PALETTE, font

_LETTERS = 20  # points
_LINE = 24  # characters of a result in one line


def draw_plate(
    surface: pygame.Surface,
    at: tuple[int, int],
    faces: Sequence[Shown],
    result: str,
    scale: float = 1.0,
) -> pygame.Rect:
    """Dice and result as large as the eye is to fall on them; ``at`` is the foot's middle.

    ``scale``: that of all lettering. Answers where it lies, in pixels.
    """
    return _draw_plate(surface, at, faces, halved(result), scale, side=40, gap=10)


def draw_brief_plate(
    surface: pygame.Surface,
    at: tuple[int, int],
    faces: Sequence[Shown],
    result: str,
    scale: float = 1.0,
) -> pygame.Rect:
    """A plate that lies over nobody who has to be chosen next."""
    return _draw_plate(surface, at, faces, [result], scale, side=22, gap=6)


def _draw_plate(
    surface: pygame.Surface,
    at: tuple[int, int],
    faces: Sequence[Shown],
    lines: Sequence[str],
    scale: float,
    *,
    side: int,
    gap: int,
) -> pygame.Rect:
    side, gap, size = round(side * scale), round(gap * scale), round(_LETTERS * scale)
    words = [font(size, bold=True).render(line, True, PALETTE.ink) for line in lines]
    left = gap + (width_of(faces, side) + gap if faces else 0)
    high = sum(word.get_height() for word in words)
    wide = left + max(word.get_width() for word in words) + gap
    plate = pygame.Rect(0, 0, wide, max(side, high) + 2 * gap)
    plate.midbottom = at
    plate.clamp_ip(surface.get_rect())
    pygame.draw.rect(surface, PALETTE.ink, plate.inflate(4, 4), 0, 9)
    pygame.draw.rect(surface, PALETTE.paper, plate, 0, 8)
    thrown = pygame.Rect(plate.left + gap, 0, plate.width, side)
    thrown.centery = plate.centery
    draw_thrown(surface, thrown, faces)
    top = plate.centery - high // 2
    for word in words:
        surface.blit(word, (plate.left + left, top))
        top += word.get_height()
    return plate


def halved(text: str) -> list[str]:
    """A text in one line, or a long one in two of much the same length.

    >>> halved("Defender retreats"), halved("The defender loses a step and retreats two hexes")
    (['Defender retreats'], ['The defender loses a step', 'and retreats two hexes'])
    """
    if len(text) <= _LINE or " " not in text:
        return [text]
    gaps = (at for at, letter in enumerate(text) if letter == " ")
    cut = min(gaps, key=lambda at: abs(2 * at - len(text)))
    return [text[:cut], text[cut + 1 :]]
