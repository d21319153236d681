"""Sheets of cards, fronts and backs, which register when they are printed on both sides.

Each card comes as often as it is in its deck. The back of a sheet is laid out from right to left,
so that each back lies behind its front when the sheet is turned on its long edge.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from hexwar.definition.model import ResolvedGame
from hexwar.rules.decks.rules import text_of, values_of
from hexwar.rules.decks.section import Card, Deck, Decks, value_of
from hexwar.rules.sides.section import Sides
from hexwar.viewer.drawing.theme import Color, ink_on, mix, parse_color
from hexwar.viewer.printing.leaves import (
    BLACK,
    GREY,
    MARGIN,
    InkedBox,
    Item,
    Leaf,
    Letters,
    Paper,
    Stroke,
    printed,
    width_of,
    wrapped,
)
from hexwar.viewer.printing.sheets import Cell, SheetGrid

SIZE = 63.0, 88.0
"""Millimetres of a card, such as sleeves are sold for."""

_INNER = 4.5  # millimetres from the edge of a card to what is written on it
_HEADING, _TEXT, _SMALL = 5.0, 3.4, 2.6  # ems in millimetres
_LINE = 1.28  # from base line to base line, in ems
_LEAST = 2.2  # millimetres of an em of a text that needs much room
_BAND = 4.0  # millimetres of the stripe that tells whose a card is, or that it answers
_BACK: Color = (62, 74, 88)
_EDGE: Color = (150, 142, 128)
_ANSWERS: Color = (196, 150, 60)


def card_leaves(game: ResolvedGame, paper: Paper, *, saving: bool = False) -> list[Leaf]:
    """The cards of all decks, each as often as it is in its deck: for each sheet its front and then
    its back, turned on the long edge. None for a game without cards.
    """
    across = int((paper.width - 2 * MARGIN) // SIZE[0])
    down = int((paper.height - 2 * MARGIN) // SIZE[1])
    section = game.section(Decks)
    fronts: list[Cell] = []
    backs: list[Cell] = []
    for deck in section.by_id.values() if section else ():
        for card in deck.cards.values():
            fronts += [partial(_front, game=game, deck=deck, card=card, saving=saving)] * card.count
            backs += [partial(_back, game=game, deck=deck, saving=saving)] * card.count
    leaves: list[Leaf] = []
    sheets = range(0, len(fronts), across * down)
    for number, start in enumerate(sheets, 1):
        grid, some = SheetGrid(paper, SIZE, across, down), slice(start, start + across * down)
        of = f"{game.header.title}: cards, sheet {number} of {len(sheets)}"
        turned = "print at 100 %, both sides, turned on the long edge"
        leaves.append(grid.leaf(f"{of}, front; {turned}", fronts[some], behind=False))
        leaves.append(grid.leaf(f"{of}, back", backs[some], behind=True))
    return leaves


def _front(
    left: float, top: float, *, game: ResolvedGame, deck: Deck, card: Card, saving: bool
) -> Iterator[Item]:
    """A card: whose it is, its title, its values, its text, in which ways it is played."""
    wide, high = SIZE
    inner_left, room = left + _INNER, wide - 2 * _INNER
    yield InkedBox(left, top, wide, high, fill=(255, 255, 255), edge=_EDGE)
    # The colour of whose card it is, or of cards that answer.
    owner = next((side for side in game[Sides].all if side.id == card.side), None)
    band = _ANSWERS if card.answers is not None else None
    band = parse_color(owner.color, _BACK) if owner is not None else band
    if band is not None:
        yield InkedBox(left, top, wide, _BAND, fill=printed(band, saving))
    y = top + _INNER + _HEADING
    for line in wrapped(card.title, room, _HEADING, bold=True):
        yield Letters(line, inner_left, y, _HEADING, bold=True)
        y += _HEADING * 1.1
    yield Stroke((inner_left, y - 2.6), (inner_left + room, y - 2.6), 0.3, _EDGE)
    foot = list(_foot(game, deck, card))
    lowest = top + high - _INNER - len(foot) * _SMALL * _LINE
    values = values_of(card)
    sentences = [f"{values[:1].upper()}{values[1:]}."] if values else []
    yield from _set(" ".join([*sentences, text_of(card, game)]), inner_left, y + 2, room, lowest)
    for place, line in enumerate(foot, 1):
        yield Letters(line, inner_left, lowest + place * _SMALL * _LINE, _SMALL, color=GREY)


def _set(text: str, x: float, y: float, room: float, lowest: float) -> Iterator[Item]:
    """A text between two heights, in smaller letters where it is long; cut off at the last."""
    size = _TEXT
    # All of a text in smaller letters is better than a part of it; below the least nobody could
    # read it.
    while size > _LEAST and y + len(wrapped(text, room, size)) * size * _LINE > lowest:
        size -= 0.1
    for line in wrapped(text, room, size):
        y += size * _LINE
        if y > lowest:
            return
        yield Letters(line, x, y, size, color=BLACK)


def _foot(game: ResolvedGame, deck: Deck, card: Card) -> Iterator[str]:
    """The ways in which it is played, its deck, and its rule."""
    for manner in deck.ways.values():
        points = f" {value_of(card, manner)}" if manner.gain else ""
        if points != " 0":
            yield f"{manner.title}{points}"
    rule = f", rule {card.cite}" if card.cite else ""
    # One line, as far as there is room.
    yield wrapped(f"{deck.title}{rule}", SIZE[0] - 2 * _INNER, _SMALL)[0]


def _back(
    left: float, top: float, *, game: ResolvedGame, deck: Deck, saving: bool
) -> Iterator[Item]:
    """The back of every card of a deck."""
    wide, high = SIZE
    owner = next((side for side in game[Sides].all if side.id == deck.side), None)
    color = printed(_BACK if owner is None else parse_color(owner.color, _BACK), saving)
    ink = ink_on(color)
    yield InkedBox(left, top, wide, high, fill=color, edge=mix(color, BLACK, 0.35))
    yield InkedBox(left + 4, top + 4, wide - 8, high - 8, edge=ink)
    lines = [
        *((line, _HEADING, True) for line in wrapped(deck.title, wide - 14, _HEADING, bold=True)),
        *((line, _SMALL, False) for line in wrapped(game.header.title, wide - 14, _SMALL)),
    ]
    y = top + high / 2 - sum(size * _LINE for _, size, _ in lines) / 2
    for line, size, bold in lines:
        y += size * _LINE
        start = left + (wide - width_of(line, size, bold)) / 2
        yield Letters(line, start, y, size, bold, ink)
