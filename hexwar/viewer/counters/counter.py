"""Counters: the printed, die-cut playing pieces, with their symbols, pictures and fronts.

The card with its shadow is drawn once for each colour and size, three times as large and smoothed
down. On it stand the symbol in its box, above it designation and size, below it the values, or in
place of all that the game's own picture; last come the marks of the moment, for which the symbol
moves aside: none covers it. Drawings are kept by what they show (:class:`Face`, :class:`Marks`), so
that a map draws few counters twice.

A counter shows its side twice over: by colour, and by the box of its symbol, which is light with
dark lines for the first side, dark with light lines for the second and so on, and round at its
corners from the third side on, so that the sides differ in greyscale too. Detail drops as a counter
shrinks.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

import pygame

from hexwar.definition.model import ResolvedGame
from hexwar.rules.language.wording import number
from hexwar.rules.movement.section import WhoMoves
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.sides.section import Sides
from hexwar.rules.units.section import Unit, Units
from hexwar.rules.values import strengths_count, strengths_that_count
from hexwar.viewer.counters.shown_pictures import FacePicture, face_picture, lay_picture
from hexwar.viewer.counters.unit_symbols import draw_words, lettered, size_mark, symbol
from hexwar.viewer.drawing.theme import (
    PALETTE,
    Color,
    contrast,
    font,
    ink_on,
    mix,
    parse_color,
)

_FINE = 3  # drawn this much larger, then smoothed down
_COUNTERS_KEPT, _BACKS_KEPT = 1500, 100
_ROUND = 0.36  # of a box's height: how round it is from the third side on
_LEAST_LETTERS = 8  # pixels
_TAGS_FROM, _LEAST_TAG, _TAG = 24, 9, 0.3
"""Zoom from which plates have tags; pixels of their letters at least, units of them usually."""
_WIDEST_TAG = 2.1  # units: hexes of the same row are farther apart
_FIGURES_FROM, _BOTH_FROM = 26, 30  # sides in pixels
_SIGNS_FROM, _BESIDE = 0.28, 0.36  # of a side: where signs begin, and how far down they go
_ASIDE, _SYMBOL = 0.045, 0.6  # of a side: where the symbol begins beside signs, its widest there
SHADE: Color = (10, 8, 4)
"""What a colour is mixed with where no light falls: warmer than black, as card is."""

SIDE = 1.06
"""Side of a counter on a map, in units."""

STACK = 0.085
"""By which a counter in a stack stands off the one below, in units."""

LOWERED = 0.06
"""By which counters stand below the middle of a hex, in units: its number is printed above."""

SMALLEST = 14
"""Side in pixels below which a symbol could not be made out: no counter on a map is smaller."""


@dataclass(frozen=True, slots=True)
class Face:
    """What is printed on a counter. ``band`` is the side's place in the order of sides.

    ``values`` is the line of strengths and movement, such as ``4-3-6``, or empty; ``boxed`` puts
    it into a frame, as units that move a second time have it; ``reduced`` is the side that shows
    after a step is lost; ``left`` says how many it has left of how many, such as ``4/5``, where it
    has lost some of more than two. ``plain``: its title in words stands in place of the symbol.
    ``picture``: what is shown in place of all that is drawn.
    """

    designation: str
    symbol: str
    title: str
    size: str
    color: Color
    band: int
    values: str = ""
    boxed: bool = False
    reduced: bool = False
    left: str = ""
    plain: bool = False
    picture: FacePicture | None = None


@dataclass(frozen=True, slots=True)
class Marks:
    """How a counter stands on the map at the moment. ``cut_off``: it is out of supply.

    ``strength`` is what it is worth now, where no strengths are printed; ``signs`` are the letters
    of the states that it is in. ``bare``: it is drawn without a card, for a plate that lies below.
    """

    moved: bool = False
    dimmed: bool = False
    lit: bool = False
    cut_off: bool = False
    strength: str = ""
    signs: tuple[str, ...] = ()
    bare: bool = False


PLAIN = Marks()
_PILLS: tuple[Color, ...] = ((104, 58, 120), PALETTE.ink, PALETTE.accent)
"""Grounds of the signs of states, by their letter, which tells them apart; red is for losses."""


@lru_cache(maxsize=_COUNTERS_KEPT)
def counter(face: Face, side: int, marks: Marks = PLAIN) -> pygame.Surface:
    """A counter ``side`` pixels square, with its shadow on a surface a little larger.

    The counter's own square begins at (0, 0); the shadow falls to the right and below.
    """
    ground = mix(face.color, PALETTE.paper, 0.5) if marks.dimmed else face.color
    # A copy: the card is shared by all counters of its colour and size.
    picture = _blank(ground, side).copy()
    if marks.bare:
        picture.fill((0, 0, 0, 0))
    if face.picture is not None and not face.plain:
        lay_picture(picture, face.picture, side)
        _veil(picture, face, marks, side)
    else:
        # Where values are printed the lower ones tell of the step that is lost.
        if face.reduced and not face.values:
            # A pale diagonal across a counter without values: it has lost a step.
            wide = side * 0.22
            above, below = [(0, side - wide), (side - wide, 0)], [(side, wide), (wide, side)]
            band = [*above, (side, 0), *below, (0, side)]
            pygame.draw.polygon(picture, PALETTE.paper, band)
        # What it is worth now goes before what is printed: figures that are down do not fight.
        aside = bool(face.left or marks.cut_off or marks.signs) and side >= _FIGURES_FROM
        printed = replace(face, values=marks.strength or face.values)
        if marks.bare and side >= _FIGURES_FROM and not face.plain:
            _print_on_plate(picture, printed, side, ground)
        else:
            _print(picture, printed, side, ground, aside)
    if marks.moved:
        _moved_mark(picture, side)
    if side < _FIGURES_FROM:
        _dots(picture, marks, side)
    else:
        # On a plate the steps left stand on its tag.
        _beside(picture, "" if marks.bare and not face.plain else face.left, marks, side)
    if marks.lit and not marks.bare:
        rim = max(2, side // 16)
        pygame.draw.rect(picture, PALETTE.gold, (0, 0, side, side), rim, max(2, side // 9))
    return picture


@lru_cache(maxsize=_BACKS_KEPT)
def back(color: Color, side: int, text: str = "") -> pygame.Surface:
    """A counter that shows nothing but its colour, and a sign if one is given."""
    ground = mix(color, PALETTE.ink, 0.25)
    picture = _blank(ground, side).copy()
    if text:
        drawn = font(round(side * 0.6), bold=True).render(text, True, ink_on(ground))
        picture.blit(drawn, drawn.get_rect(center=(side // 2, side // 2)))
    return picture


def shadow_of(side: int) -> int:
    """Pixels by which the picture of a counter is larger than the counter."""
    return max(1, round(side * 0.07))


@lru_cache(maxsize=_BACKS_KEPT)
def _blank(color: Color, side: int) -> pygame.Surface:
    """The bare card with its shadow."""
    shade = shadow_of(side)
    fine = pygame.Surface(((side + shade) * _FINE, (side + shade) * _FINE), pygame.SRCALPHA)
    _cardboard(fine, pygame.Rect(0, 0, side * _FINE, side * _FINE), color, shade * _FINE)
    return pygame.transform.smoothscale(fine, (side + shade, side + shade))


def _cardboard(surface: pygame.Surface, square: pygame.Rect, color: Color, shade: int) -> None:
    """A piece of card with its shadow, lit from the upper left."""
    radius = max(2, square.width // 10)
    for step in range(4):
        shadow = square.move(shade * (4 - step) // 4, shade * (4 - step) // 4)
        pygame.draw.rect(surface, (12, 10, 6, 34 + 26 * step), shadow, 0, radius)
    edge = mix(color, SHADE, 0.62)
    bevel = max(2, square.width // 26)
    pygame.draw.rect(surface, edge, square, 0, radius)
    line = max(1, square.width // 60)
    inner = square.inflate(-2 * line, -2 * line)
    pygame.draw.rect(surface, mix(color, PALETTE.white, 0.42), inner, 0, radius)
    unlit = inner.move(bevel, bevel).clip(inner)
    pygame.draw.rect(surface, mix(color, SHADE, 0.34), unlit, 0, radius)
    face = inner.inflate(-2 * bevel, -2 * bevel)
    pygame.draw.rect(surface, color, face, 0, max(1, radius - bevel))
    # Card stock is a little lighter where the light comes from.
    sheen = pygame.Surface(face.size, pygame.SRCALPHA)
    for row in range(face.height // 2):
        strength = round(26 * (1 - row / (face.height / 2)))
        pygame.draw.line(sheen, (255, 255, 255, strength), (0, row), (face.width, row))
    surface.blit(sheen, face.topleft)


def _print(
    picture: pygame.Surface, face: Face, side: int, ground: Color, aside: bool = False
) -> None:
    """What is printed on a card. ``aside``: the symbol leaves room for signs to the right of it."""
    ink = ink_on(ground)
    values_too_wide = font(_LEAST_LETTERS, bold=True).size(face.values)[0] > side
    symbol_alone = side < _FIGURES_FROM or values_too_wide
    valued = bool(face.values) and not symbol_alone
    in_words = face.plain and not symbol_alone
    width = round(side * (0.84 if symbol_alone else 0.66))  # of the symbol with its margin
    wide = round(side * 0.88) if in_words else round(width * 150 / 166)
    if aside:
        wide = min(wide, int(side * _SYMBOL))
    box = pygame.Rect(0, 0, wide, round(width * 100 / 166))
    box.centerx = side // 2
    # The letter below is large where no strengths share the line with it.
    from_top = round(side * (0.255 if valued else 0.25))
    box.top = (side - box.height) // 2 if symbol_alone else from_top
    in_middle = box.copy()  # names and size stand as if the symbol had not moved aside
    if aside:
        box.left = round(side * _ASIDE)
    fill, line = _box_colors(face)
    rounding = round(box.height * _ROUND) if face.band > 1 else 0
    pygame.draw.rect(picture, fill, box, 0, rounding)
    if in_words:
        draw_words(picture, face.title, box.inflate(-2, -2), line)
    else:
        # As drawn, lines of the symbols would be hairs on a map, most of all on small counters.
        weight = 1.35 if side >= 40 else 1.9
        drawing = symbol(face.symbol, face.title, width, line, weight)
        picture.blit(drawing, drawing.get_rect(center=box.center))
    frame = ink if contrast(ink, fill) > 2 else line
    pygame.draw.rect(picture, frame, box, max(1, side // 44), rounding)
    if side >= _BOTH_FROM:
        _top_line(picture, face, in_middle, ink, valued)
    if not symbol_alone:
        _bottom_line(picture, face, side, ink, box.bottom, valued)


def _print_on_plate(picture: pygame.Surface, face: Face, side: int, ground: Color) -> None:
    """What is printed on a plate, however it is turned: in the circle that is inside it always. Its
    name stands beside it, see :func:`name_tag`.
    """
    drawn, letters = lettered(face.symbol, face.title)
    middle, ink = side // 2, ink_on(ground)
    upper = pygame.Rect(0, 0, round(side * 0.56), round(side * 0.34))
    upper.midbottom = middle, middle
    if letters:
        fill, line = _box_colors(face)
        pygame.draw.rect(picture, fill, upper, 0, max(2, side // 12))
        _fit(picture, letters, upper, line, upper.height * 0.9)
    else:
        sign = symbol(drawn, face.title, round(upper.height * 166 / 100), ink, 1.9)
        picture.blit(sign, sign.get_rect(center=upper.center))
    lower = upper.move(0, upper.height)
    if face.reduced and face.values:
        pygame.draw.rect(
            picture, mix(face.color, PALETTE.white, 0.82), lower, 0, max(2, side // 12)
        )
        ink = PALETTE.ink
    _fit(picture, face.values or face.designation, lower, ink, side * 0.34)


def _box_colors(face: Face) -> tuple[Color, Color]:
    """The ground of the box of a symbol and the lines on it, by the place of its side."""
    light, dark = PALETTE.white, (30, 24, 18)
    return (light, dark) if face.band % 2 == 0 else (dark, light)


@lru_cache(maxsize=400)
def name_tag(face: Face, name: str, steps: tuple[int, int], zoom: int) -> pygame.Surface | None:
    """What a plate has at its foot: the designation with the ``name``, where that can be read, and
    a row with a mark for each of its ``steps``, of which so many are left, those lost hollow.
    ``None`` where the map is too small for it.
    """
    if zoom < _TAGS_FROM:
        return None
    height, wide = max(_LEAST_TAG, round(zoom * _TAG)), round(zoom * _WIDEST_TAG)
    texts = (f"{face.designation} {name}".strip(), face.designation)
    labels = (_lettered(text, PALETTE.white, height, wide - 6, _LEAST_TAG) for text in texts)
    label = next(filter(None, labels), None)
    if label is None:
        return None
    left, many = steps
    mark = max(3, round(height * 0.36)) if many > 1 else 0
    row = many * (mark + 1) - 1 if mark else 0
    size = max(label.get_width(), row) + 6, label.get_height() + (mark + 2 if mark else 0)
    tag = pygame.Surface(size, pygame.SRCALPHA)
    pygame.draw.rect(tag, mix(face.color, SHADE, 0.6), tag.get_rect(), 0, 3)
    tag.blit(label, label.get_rect(midtop=(size[0] // 2, 0)))
    for place in range(many if mark else 0):
        spot = pygame.Rect((size[0] - row) // 2 + place * (mark + 1), 0, mark, mark)
        spot.bottom = size[1] - 2
        pygame.draw.rect(tag, PALETTE.white, spot, 0 if place < left else 1)
    return tag


def _top_line(
    picture: pygame.Surface, face: Face, box: pygame.Rect, ink: Color, named: bool
) -> None:
    """Above the symbol: the mark of the unit's size, and left of it the designation if ``named``;
    in the middle where there is no mark, as on ships, whose deck is no square.

    A designation that is too long for its corner moves the mark aside, and drives it off the
    counter where there is not enough room for both.
    """
    side = box.centerx * 2
    mark = size_mark(face.size, round(box.width * 1.11 * 200 / 166), ink, 1.5)
    shape = mark.get_bounding_rect() if mark is not None else pygame.Rect(0, 0, 0, 0)
    left = round(box.left * 0.55)
    corner, beside = round(box.width * 0.62), side - 2 - left - shape.width - 3
    free = 0
    if named:
        # First within its corner, then up to the mark moved aside, then without the mark.
        rooms = (min(corner, beside), beside, side - 2 - left)
        most = max(_LEAST_LETTERS, round(box.top * 0.86))
        sizes = max(_LEAST_LETTERS, round(most * 0.8)), _LEAST_LETTERS
        tries = ((room, least) for least in sizes for room in rooms)
        letters = (_lettered(face.designation, ink, most, *bounds) for bounds in tries)
        label = next(filter(None, letters), None)
        if label is not None:
            across = left if mark is not None else box.centerx - label.get_width() // 2
            picture.blit(label, label.get_rect(midleft=(across, round(box.top * 0.54))))
            free = left + label.get_width() + max(2, box.width // 12)
    if mark is not None and free + shape.width <= side - 2:
        seat = mark.get_rect(midbottom=(box.centerx, box.top))
        seat.left = min(max(seat.left, free - shape.left), side - 2 - shape.right)
        picture.blit(mark, seat)


def _lettered(text: str, ink: Color, most: int, room: int, least: int) -> pygame.Surface | None:
    """A text so wide at most, as large as it goes; None where that is too small."""
    pixels = most
    while pixels > least and font(pixels, bold=True).size(text)[0] > room:
        pixels -= 1
    label = font(pixels, bold=True).render(text, True, ink)
    return label if label.get_width() <= room else None


def _bottom_line(
    picture: pygame.Surface, face: Face, side: int, ink: Color, top: int, valued: bool
) -> None:
    """Below the symbol: the values, or the designation where none are printed."""
    room = pygame.Rect(0, top, side, round(side * 0.97) - top)
    if not valued:
        _fit(picture, face.designation, room, ink, side * 0.31)
        return
    if face.reduced:
        # A reduced side has its values on a pale band.
        band = pygame.Rect(max(1, side // 30), room.top + 1, side - 2 * max(1, side // 30), 0)
        band.height = round(side * 0.96) - band.top
        pale = mix(face.color, PALETTE.white, 0.82)
        pygame.draw.rect(picture, pale, band)
        pygame.draw.line(picture, PALETTE.ink, band.topleft, (band.right - 1, band.top), 1)
    framed = face.boxed and side >= _BOTH_FROM
    if framed:
        # The coloured box around the values of a unit that may move a second time.
        box = room.inflate(-max(4, side // 7), -max(2, round(room.height * 0.12)))
        pygame.draw.rect(picture, PALETTE.gold, box, 0, max(1, side // 24))
        pygame.draw.rect(picture, PALETTE.ink, box, max(1, side // 40), max(1, side // 24))
    elif face.boxed:  # no room for a frame: the strip alone
        pygame.draw.rect(picture, PALETTE.gold, room.inflate(-2, 0))
    # On a band or in a box the ink goes by these, and not by the counter.
    on_ground = PALETTE.ink if face.reduced or face.boxed else ink
    _fit(picture, face.values, room, on_ground, side * (0.26 if framed else 0.29))


def _veil(picture: pygame.Surface, face: Face, marks: Marks, side: int) -> None:
    """What a picture cannot show: that it is paler than it was, that its other side is meant, and
    what the unit is worth now.
    """
    if marks.dimmed:
        paper = pygame.Surface((side, side), pygame.SRCALPHA)
        paper.fill((*PALETTE.paper, 128))
        picture.blit(paper, (0, 0))
    if face.picture is not None and face.picture.stands_in:
        corner = pygame.Rect(0, 0, side, max(3, round(side * 0.26)))
        corner.bottom = side
        pygame.draw.rect(picture, PALETTE.paper, corner)
        pygame.draw.line(picture, PALETTE.ink, corner.topleft, (corner.right - 1, corner.top), 1)
        _fit(picture, face.values or "reduced", corner, PALETTE.ink, side * 0.24)
    elif marks.strength and side >= _FIGURES_FROM:
        corner = pygame.Rect(0, round(side * 0.76), side // 2, side // 4)
        _pill(picture, "A", corner, marks.strength)


def _beside(picture: pygame.Surface, left: str, marks: Marks, side: int) -> None:
    """To the right of the symbol, from above: a disc for no supply, a pill with a letter for each
    state, a plate with the steps left.
    """
    rows = len(marks.signs) + marks.cut_off + bool(left)
    if not rows:
        return
    top, room = round(side * _SIGNS_FROM) + 1, int(side * _BESIDE)
    left_edge = int(side * (0.79 if marks.bare else 0.67))  # a plate has its print in the middle
    height = max(2, min(round(side * 0.24), room // rows - 1))
    column = pygame.Rect(left_edge, top, side - 1 - left_edge, height)
    if marks.cut_off:
        _no_supply(picture, column)
        column.top += height + 1
    for sign in marks.signs:
        pill = pygame.Rect(0, 0, min(column.width, round(height * 1.25)), height)
        pill.midright = column.midright
        _pill(picture, sign, pill, sign if height > 3 else "")
        column.top += height + 1
    if left:
        pygame.draw.rect(picture, PALETTE.white, column.inflate(2, 2), 0, 3)
        pygame.draw.rect(picture, PALETTE.danger, column, 0, 3)
        _fit(picture, left, column, PALETTE.white, height * 0.9)


def _dots(picture: pygame.Surface, marks: Marks, side: int) -> None:
    """Dots below a symbol that fills its counter: struck out for no supply, plain for a state."""
    dot = pygame.Rect(1, 0, max(4, side // 4), max(2, side // 4 - 2))
    dot.bottom = side - 1
    if marks.cut_off:
        _no_supply(picture, dot)
    if marks.signs:
        dot.right = side - 1
        _pill(picture, marks.signs[0], dot, "")


def _no_supply(picture: pygame.Surface, room: pygame.Rect) -> None:
    """A dark disc with a struck-out S; a small one has no letter."""
    reach = min(room.width, room.height) // 2
    across, down = room.center
    pygame.draw.circle(picture, PALETTE.white, (across, down), reach + 1)
    pygame.draw.circle(picture, PALETTE.ink, (across, down), reach)
    if reach > 1:
        letter = font(max(6, round(reach * 1.5)), bold=True).render("S", True, PALETTE.white)
        picture.blit(letter, letter.get_rect(center=(across, down)))
    ends = (across - reach * 0.7, down + reach * 0.7), (across + reach * 0.7, down - reach * 0.7)
    pygame.draw.line(picture, PALETTE.gold, *ends, max(1, reach // 4))


def _pill(picture: pygame.Surface, sign: str, pill: pygame.Rect, text: str) -> None:
    """A text on a pill, the colour of which goes by the letter of the ``sign``: so a state has one
    colour on all counters.
    """
    ground = _PILLS[ord(sign[0]) % len(_PILLS)]
    pygame.draw.rect(picture, PALETTE.white, pill.inflate(2, 2), 0, pill.height // 2 + 1)
    pygame.draw.rect(picture, ground, pill, 0, pill.height // 2)
    if text:
        _fit(picture, text, pill, PALETTE.white, pill.height * 0.86)


def _fit(
    picture: pygame.Surface, text: str, room: pygame.Rect, ink: Color, height: float
) -> pygame.Rect:
    """Text in the middle of a strip, smaller when it would be too wide; where it stands."""
    pixels = max(7, round(height))
    while pixels > 7 and font(pixels, bold=True).size(text)[0] > room.width * 0.9:
        pixels -= 1
    drawn = font(pixels, bold=True).render(text, True, ink)
    return picture.blit(drawn, drawn.get_rect(center=room.center))


def _moved_mark(picture: pygame.Surface, side: int) -> None:
    """A turned-down corner with a tick: this unit has done its part of the phase."""
    reach = max(5, round(side * 0.30))
    corner = [(side - reach, 0), (side, 0), (side, reach)]
    pygame.draw.polygon(picture, PALETTE.paper, corner)
    pygame.draw.lines(picture, PALETTE.ink, False, [(side - reach, 0), (side, reach)], 1)
    if reach >= 8:
        across, down = side - reach * 0.36, reach * 0.30
        tick = [
            (across - reach * 0.16, down),
            (across - reach * 0.04, down + reach * 0.13),
            (across + reach * 0.2, down - reach * 0.17),
        ]
        pygame.draw.lines(picture, PALETTE.ink, False, tick, max(1, reach // 8))


def face_of(unit: Unit, game: ResolvedGame, lost: int = 0) -> Face:
    """What is printed on a unit's counter after ``lost`` steps."""
    sides = {side.id: side for side in game[Sides].all}
    values = values_of(unit, game, lost)
    # A unit that a trait lets move in a phase moves a second time, which wargames print as a box.
    again = {trait for phase in game[SequenceOfPlay].phases for trait in phase[WhoMoves].traits}
    return Face(
        designation=unit.id,
        symbol=unit.type.symbol,
        title=unit.type.title,
        size=unit.type.size or "",
        color=parse_color(unit.color or sides[unit.side].color, (120, 120, 120)),
        band=list(sides).index(unit.side),
        values=values,
        boxed=bool(values) and bool(again & unit.traits),
        reduced=lost > 0,
        left=steps_left(unit, lost),
        picture=face_picture(unit.picture, lost),
    )


def steps_left(unit: Unit, lost: int) -> str:
    """The steps left of all, such as ``4/5``, where that is not told by the side that shows."""
    many = len(unit.steps)
    return f"{many - lost}/{many}" if lost and many > 2 else ""


def values_of(unit: Unit, game: ResolvedGame, lost: int = 0) -> str:
    """The values of one step, such as ``4-3-6``; empty where the game does not count them."""
    return "-".join(value for _, value in values_by_name(unit, game, lost))


def values_by_name(unit: Unit, game: ResolvedGame, lost: int = 0) -> list[tuple[str, str]]:
    """The values of one step, each after what the game calls it: ``attack``, ``4``."""
    if not strengths_count(game):
        return []
    step, count, called = unit.steps[lost], strengths_that_count(game), game[Units].called
    alike = len(step.strengths) == 1
    names = (called.strength,) if alike else (called.attack, called.defense)
    values = [
        (name, number_text(strength))
        for place, (name, strength) in enumerate(zip(names, step.strengths, strict=True))
        if place in count
    ]
    if step.movement is not None:
        values.append((called.movement, number_text(step.movement)))
    return values


def number_text(value: Fraction) -> str:
    """A strength or allowance as printed.

    >>> number_text(Fraction(4)), number_text(Fraction(9, 2)), number_text(Fraction(1, 3))
    ('4', '4½', '1/3')
    """
    return number(value)
