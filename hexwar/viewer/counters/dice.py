"""Dice as pictures: each kind has the outline of its solid, with what it shows inside.

Two kinds are drawn. A :class:`Die` belongs to a pool: its outline tells how many faces it has, and
it may be faded (it came to nothing) or marked. What a battle's dice show stands as pips, as a
number above six, or as a symbol where the game prints some on its dice; many dice are drawn as
their total, many symbols each once with its number. Both are first values (a :class:`Die`, what is
:data:`Shown`), which panels, the board and pages lay out, and only then pixels.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pygame

from hexwar.engine import Event
from hexwar.rules.language.wording import every
from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.geometry import Point
from hexwar.viewer.drawing.theme import PALETTE, Color, font, mix

_CORNERS = {4: 3, 8: 4, 10: 4, 12: 5, 20: 6}
"""Corners of the outline of a die by its faces; a die of other faces is a square."""


@dataclass(frozen=True, slots=True)
class Die:
    """A die: how many faces it has (0: nobody knows), and the one that it shows (0: none yet).

    ``faded`` for one that came to nothing, ``marked`` for one that matters: it has a ring.
    """

    sides: int
    face: int = 0
    faded: bool = False
    marked: bool = False


def draw(surface: pygame.Surface, box: pygame.Rect, die: Die, color: Color) -> None:
    """A die in a square, in a colour of its side."""
    ground = mix(color, PALETTE.white, 0.82)
    line, text = color, PALETTE.ink
    if die.faded:
        ground, line, text = PALETTE.paper_dim, PALETTE.paper_edge, PALETTE.ink_soft
    if die.marked:
        ground, line = PALETTE.danger_pale, PALETTE.danger
    if points := _outline(die.sides, box):
        ink.shape(surface, points, ground)
        ink.stroke(surface, points, max(1.6, box.width / 14), line, closed=True)
    else:
        radius = max(2, box.width // 6)
        pygame.draw.rect(surface, ground, box.inflate(-2, -2), 0, radius)
        pygame.draw.rect(surface, line, box.inflate(-2, -2), max(2, box.width // 14), radius)
    shown = str(die.face) if die.face else f"d{die.sides}"
    size = round(box.height * (0.56 if die.face else 0.38))
    letters = font(max(7, size), bold=True).render(shown, True, text)
    surface.blit(letters, letters.get_rect(center=box.center))


def _outline(sides: int, box: pygame.Rect) -> list[Point]:
    """The corners of a die; none for a square one."""
    corners = _CORNERS.get(sides, 0)
    radius = box.width / 2 - 1
    turns = [math.tau * corner / corners - math.pi / 2 for corner in range(corners)]
    # Told from the d8 by being narrower.
    wide = 0.86 if sides == 10 else 1.0
    # A triangle's middle lies below that of its box, where its number has to be.
    low = box.height * 0.1 if corners == 3 else 0
    return [
        (box.centerx + radius * wide * math.cos(turn), box.centery + low + radius * math.sin(turn))
        for turn in turns
    ]


def rows(number: int, side: int, width: int) -> int:
    """How many rows so many dice take in a width; ``side`` is that of a die with its gap."""
    return -(-number // max(1, width // side)) if number else 1


def draw_rows(
    surface: pygame.Surface, rect: pygame.Rect, dice: Sequence[Die], side: int, color: Color
) -> None:
    """Dice from left to right, row by row; ``side`` is that of a die with its gap."""
    across = max(1, rect.width // side)
    for index, die in enumerate(dice):
        row, column = divmod(index, across)
        corner = rect.left + column * side, rect.top + row * side
        draw(surface, pygame.Rect(corner, (side - 3, side - 3)), die, color)


_MOST_SHOWN = 4
"""More dice in a row would hide the map: then their total is shown."""

_MOST_SYMBOLS = 5
"""Of more dice with symbols those that show the same are one, with their number."""


class Symbol(NamedTuple):
    """A die that shows a symbol, or as many as show the same: its title, the shape that it is drawn
    in, empty for its first letter.
    """

    title: str
    sign: str
    times: int = 1


Shown = int | Symbol
"""What a die shows."""


def faces_of(battle: Event) -> tuple[Shown, ...]:
    """The faces to show of the dice of a battle, none if it needed none."""
    titles, signs = battle.fields.get("symbols", ()), battle.fields.get("signs", ())
    if titles:
        shown = [Symbol(str(title), str(sign)) for title, sign in zip(titles, signs, strict=True)]
        if len(shown) > _MOST_SYMBOLS:
            shown = [symbol._replace(times=shown.count(symbol)) for symbol in dict.fromkeys(shown)]
        return tuple(shown)
    dice = tuple(int(face) for face in battle.dice)
    return dice if len(dice) <= _MOST_SHOWN else (int(battle.die),)


def are_shown(event: Event) -> bool:
    """Whether the dice of an event are drawn in a line: for a battle always, otherwise as long as
    they are few and not split between attack and defence.
    """
    thrown = event.fields.get("dice") or ()
    if event.kind == "battle":
        return bool(thrown)
    return 0 < len(thrown) <= _MOST_SHOWN and "defense" not in event.fields


def said_of(faces: Sequence[Shown]) -> str:
    """Dice in words.

    >>> said_of([4]), said_of([2, 5]), said_of([Symbol("Flag", "flag"), Symbol("Star", "", 2)])
    ('Die 4', 'Dice 2 and 5', 'Dice Flag and 2 Star')
    """
    words = []
    for face in faces:
        if isinstance(face, int):
            words.append(str(face))
        else:
            words.append(f"{face.times} {face.title}" if face.times > 1 else face.title)
    return f"Die {words[0]}" if len(words) == 1 else f"Dice {every(words)}"


def width_of(faces: Sequence[Shown], side: int) -> int:
    """Pixels that dice take side by side, each ``side`` pixels square."""
    return len(faces) * side + max(0, len(faces) - 1) * (side // 8)


def idle_of(fire: Event) -> tuple[int, ...]:
    """The dice that came to nothing, by their places in what :func:`faces_of` shows: symbols that
    do nothing in this battle; of a fire those that missed or were blocked.
    """
    reasons: tuple[str, ...] = tuple(fire.fields.get("idle", ()))
    if reasons:
        titles = [str(title) for title in fire.fields["symbols"]]
        if len(titles) <= _MOST_SYMBOLS:
            return tuple(index for index, why in enumerate(reasons) if why)
        # Each is shown once, and is idle where none of its dice counts.
        counted = {title for title, why in zip(titles, reasons, strict=True) if not why}
        places = enumerate(dict.fromkeys(titles))
        return tuple(place for place, title in places if title not in counted)
    if "unblocked" not in fire.fields:
        return ()
    through = Counter(int(face) for face in fire.fields["unblocked"])
    idle = []
    for index, face in enumerate(map(int, fire.dice)):
        if through[face]:
            through[face] -= 1
        else:
            idle.append(index)
    return tuple(idle)


def why_idle(battle: Event) -> str:
    """Why symbols that were thrown did nothing, in a sentence; empty where all count.

    >>> fields = {"symbols": ("Flag", "Star", "Star"), "idle": ("", "ignored", "ignored")}
    >>> why_idle(Event("battle", "", "", **fields))
    '2 Star (ignored).'
    """
    reasons = zip(battle.fields.get("symbols", ()), battle.fields.get("idle", ()), strict=False)
    counted = Counter((str(title), why) for title, why in reasons if why)
    parts = [
        f"{f'{times} ' if times > 1 else ''}{title} ({why})"
        for (title, why), times in counted.items()
    ]
    return f"{every(parts)}." if parts else ""


def draw_thrown(
    surface: pygame.Surface, box: pygame.Rect, faces: Sequence[Shown], idle: Sequence[int] = ()
) -> None:
    """Dice side by side from the left of a box, each as high as the box; those at the places in
    ``idle`` came to nothing and are struck through.
    """
    for index, face in enumerate(faces):
        left = box.left + index * (box.height + box.height // 8)
        square = pygame.Rect(left, box.top, box.height, box.height)
        if isinstance(face, int):
            _pips(surface, square, face)
        else:
            draw_symbol(surface, square, face)
        if index in idle:
            ink.segment(surface, square.bottomleft, square.topright, 3, PALETTE.danger)


def draw_symbol(surface: pygame.Surface, box: pygame.Rect, symbol: Symbol) -> None:
    """A die that shows a symbol; where it stands for several their number is in its corner."""
    _blank(surface, box)
    inner = box.inflate(-round(box.width * 0.3), -round(box.height * 0.3))
    if not draw_sign(surface, inner, symbol.sign):
        letters = font(round(box.height * 0.6), bold=True)
        letter = letters.render(symbol.title[:1], True, PALETTE.ink)
        surface.blit(letter, letter.get_rect(center=box.center))
    if symbol.times > 1:
        number = font(max(8, round(box.height * 0.36)), bold=True)
        text = number.render(f"{symbol.times}x", True, PALETTE.white, PALETTE.ink)
        surface.blit(text, text.get_rect(bottomright=box.bottomright))


def _blank(surface: pygame.Surface, box: pygame.Rect) -> None:
    """A die on which nothing is."""
    pygame.draw.rect(surface, PALETTE.white, box, 0, max(2, box.width // 6))
    line = max(1, box.width // 18)
    pygame.draw.rect(surface, PALETTE.ink, box, line, max(2, box.width // 6))


def _pips(surface: pygame.Surface, box: pygame.Rect, face: int) -> None:
    """A die showing ``face``: pips up to six, a number above."""
    _blank(surface, box)
    if face > 6:
        text = font(round(box.height * 0.62), bold=True).render(str(face), True, PALETTE.ink)
        surface.blit(text, text.get_rect(center=box.center))
        return
    third = box.width * 0.27
    spots = {
        1: [(0, 0)],
        2: [(-1, -1), (1, 1)],
        3: [(-1, -1), (0, 0), (1, 1)],
        4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
        5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
        6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
    }
    for dx, dy in spots.get(face, []):
        middle = box.centerx + dx * third, box.centery + dy * third
        ink.disc(surface, middle, box.width * 0.095, PALETTE.ink)


# The shapes of symbols on dice: drawn in one colour, told apart by their outline alone.
#
# A game names the sign of a symbol; one that is not known here is drawn as its first letter by the
# code that draws the die. ``blank`` is known and nothing is drawn for it.


Corners = tuple[tuple[float, float], ...]
"""Corners in a square whose sides are 1, from its upper left corner."""

_OUTLINES: Mapping[str, tuple[Corners, ...]] = {
    "square": (((0.08, 0.08), (0.92, 0.08), (0.92, 0.92), (0.08, 0.92)),),
    "triangle": (((0.5, 0.02), (1, 0.95), (0, 0.95)),),
    "diamond": (((0.5, 0), (0.95, 0.5), (0.5, 1), (0.05, 0.5)),),
    "shield": (((0.1, 0.05), (0.9, 0.05), (0.9, 0.5), (0.5, 1), (0.1, 0.5)),),
    "flag": (
        ((0.1, 0), (0.2, 0), (0.2, 1), (0.1, 1)),
        ((0.2, 0.04), (0.98, 0.28), (0.2, 0.55)),
    ),
    "helmet": (
        ((0, 0.68), (1, 0.68), (1, 0.84), (0, 0.84)),
        ((0.12, 0.62), (0.18, 0.36), (0.34, 0.2), (0.66, 0.2), (0.82, 0.36), (0.88, 0.62)),
    ),
    "tank": (
        ((0, 0.56), (0.12, 0.46), (0.88, 0.46), (1, 0.56), (0.86, 0.86), (0.14, 0.86)),
        ((0.24, 0.4), (0.3, 0.18), (0.64, 0.18), (0.7, 0.4)),
        ((0.6, 0.22), (1, 0.16), (1, 0.25), (0.6, 0.31)),
    ),
}


def draw_sign(surface: pygame.Surface, box: pygame.Rect, sign: str) -> bool:
    """Draw the shape of a sign in a square; whether there is such a shape."""
    for corners in _OUTLINES.get(sign, ()):
        ink.shape(surface, [_at(box, corner) for corner in corners], PALETTE.ink)
    if sign in _DRAWN:
        _DRAWN[sign](surface, box)
    return sign in _OUTLINES or sign in _DRAWN or sign == "blank"


def _at(box: pygame.Rect, corner: tuple[float, float]) -> Point:
    return box.left + corner[0] * box.width, box.top + corner[1] * box.height


def _star(surface: pygame.Surface, box: pygame.Rect) -> None:
    ink.shape(surface, ink.star(box.center, box.width * 0.56), PALETTE.ink)


def _burst(surface: pygame.Surface, box: pygame.Rect) -> None:
    """Eight points of two lengths."""
    points = []
    for tip in range(16):
        reach = box.width * (0.22 if tip % 2 else 0.54 if tip % 4 == 0 else 0.42)
        across, down = math.cos(math.tau * tip / 16), math.sin(math.tau * tip / 16)
        points.append((box.centerx + reach * across, box.centery + reach * down))
    ink.shape(surface, points, PALETTE.ink)


def _circle(surface: pygame.Surface, box: pygame.Rect) -> None:
    ink.disc(surface, box.center, box.width * 0.46, PALETTE.ink)
    ink.disc(surface, box.center, box.width * 0.22, PALETTE.white)


def _cross(surface: pygame.Surface, box: pygame.Rect) -> None:
    width = max(2.0, box.width * 0.17)
    for a, b in (((0.06, 0.06), (0.94, 0.94)), ((0.94, 0.06), (0.06, 0.94))):
        ink.segment(surface, _at(box, a), _at(box, b), width, PALETTE.ink)


_DRAWN: Mapping[str, Callable[[pygame.Surface, pygame.Rect], None]] = {
    "star": _star,
    "burst": _burst,
    "circle": _circle,
    "cross": _cross,
}


_LINE = 24  # characters of a result in one line


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
