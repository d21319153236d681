"""Sheets of cards, fronts and backs, which register when they are printed on both sides.

Each card comes as often as it is in its deck. The back of a sheet is laid out from right to left,
so that each back lies behind its front when the sheet is turned on its long edge. The cards of a
game are the smallest that sleeves are sold for on which all their texts are read with ease.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

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

SIZES = (44.0, 68.0), (63.0, 88.0)
"""Millimetres of a card, such as sleeves are sold for: the smallest first."""

_INNER = 4.0  # millimetres from the edge of a card to what is written on it
_HEADING, _SMALL = 4.6, 2.5  # ems in millimetres
_LARGEST, _TEXT, _LEAST = 4.2, 3.4, 2.2  # of a text: at most, as wished, with much to say
_LINE = 1.28  # from base line to base line, in ems
_DESCENT = 0.3  # of a line, in ems: what lies below its base line
_BAND = 14.0  # millimetres of the band with the title, which tells whose a card is or if it answers
_GAP = 2.0  # between the band, the text and what stands at the foot
_BACK: Color = (62, 74, 88)
_EDGE: Color = (150, 142, 128)
_GROUND: Color = (251, 248, 240)
_ANSWERS: Color = (196, 150, 60)


class CardFormat(NamedTuple):
    """Width and height of the cards of a game, and an em of their texts, in millimetres."""

    wide: float
    high: float
    em: float


def card_format(game: ResolvedGame) -> CardFormat:
    """The smallest cards on which every text has room, in the largest letters that all can have."""
    section = game.section(Decks)
    decks = section.by_id.values() if section else ()
    cards = [(deck, card) for deck in decks for card in deck.cards.values()]
    for wide, high in SIZES:
        card_sized = CardFormat(wide, high, _LARGEST)
        em = min((_em(game, deck, card, card_sized) for deck, card in cards), default=_LARGEST)
        if em >= _TEXT:
            return CardFormat(wide, high, em)
    return CardFormat(*SIZES[-1], _TEXT)


def card_leaves(game: ResolvedGame, paper: Paper, *, saving: bool = False) -> list[Leaf]:
    """The cards of all decks, each as often as it is in its deck: for each sheet its front and then
    its back, turned on the long edge. None for a game without cards.
    """
    size = card_format(game)
    across = int((paper.width - 2 * MARGIN) // size.wide)
    down = int((paper.height - 2 * MARGIN) // size.high)
    section = game.section(Decks)
    fronts: list[Cell] = []
    backs: list[Cell] = []
    if section:
        for deck in section.by_id.values():
            for card in deck.cards.values():
                front = partial(_front, game=game, deck=deck, card=card, size=size, saving=saving)
                fronts += [front] * card.count
                backs += [
                    partial(_back, game=game, deck=deck, size=size, saving=saving)
                ] * card.count
    leaves: list[Leaf] = []
    sheets = range(0, len(fronts), across * down)
    for number, start in enumerate(sheets, 1):
        grid, some = SheetGrid(paper, size[:2], across, down), slice(start, start + across * down)
        of = f"{game.header.title}: cards, sheet {number} of {len(sheets)}"
        turned = "print at 100 %, both sides, turned on the long edge"
        leaves.append(grid.leaf(f"{of}, front; {turned}", fronts[some], behind=False))
        leaves.append(grid.leaf(f"{of}, back", backs[some], behind=True))
    return leaves


def _front(
    left: float,
    top: float,
    *,
    game: ResolvedGame,
    deck: Deck,
    card: Card,
    size: CardFormat,
    saving: bool,
) -> Iterator[Item]:
    """A card: its title on the colour of its owner, its values and text, how it is played."""
    room, lowest = size.wide - 2 * _INNER, top + size.high
    yield InkedBox(left, top, size.wide, size.high, fill=printed(_GROUND, saving), edge=_EDGE)
    owner = next((side for side in game[Sides].all if side.id == card.side), None)
    own = _BACK if card.answers is None else _ANSWERS
    band = printed(own if owner is None else parse_color(owner.color, own), saving)
    yield InkedBox(left, top, size.wide, _BAND, fill=band, edge=_EDGE)
    em = _fitting(card.title, room, _BAND - _GAP, _HEADING, bold=True)
    title = wrapped(card.title, room, em, bold=True)
    middle = left + size.wide / 2
    yield from _centred(title, middle, top + _BAND / 2, em, ink_on(band), bold=True)

    foot = list(_foot(game, deck, card, room))
    first = lowest - _INNER - len(foot) * _SMALL * _LINE
    yield Stroke((left + _INNER, first), (left + _INNER + room, first), 0.2, _EDGE)
    for place, line in enumerate(foot, 1):
        base = first + place * _SMALL * _LINE
        yield Letters(line, middle - width_of(line, _SMALL) / 2, base, _SMALL, color=GREY)

    # All of a text in smaller letters is better than a part of it; below the least nobody could
    # read it.
    em, text = _em(game, deck, card, size), _words(game, card)
    high = first - top - _BAND - 2 * _GAP
    lines = wrapped(text, room, em)[: int(high / (em * _LINE))]
    yield from _centred(lines, middle, (top + _BAND + first) / 2, em, BLACK)


def _words(game: ResolvedGame, card: Card) -> str:
    """The values of a card and what it does."""
    values = values_of(card)
    sentences = [f"{values[:1].upper()}{values[1:]}."] if values else []
    return " ".join([*sentences, text_of(card, game)])


def _em(game: ResolvedGame, deck: Deck, card: Card, size: CardFormat) -> float:
    """An em in which the text of a card has room on cards of a size."""
    room = size.wide - 2 * _INNER
    foot = len(list(_foot(game, deck, card, room))) * _SMALL * _LINE
    high = size.high - _BAND - 2 * _GAP - foot - _INNER
    return _fitting(_words(game, card), room, high, size.em)


def _fitting(text: str, wide: float, high: float, em: float, *, bold: bool = False) -> float:
    """The largest em, of at most ``em`` and not below the least, in which a text has room."""
    while em > _LEAST and len(wrapped(text, wide, em, bold)) * em * _LINE > high:
        em -= 0.1
    return em


def _centred(
    lines: Sequence[str], x: float, y: float, em: float, color: Color, *, bold: bool = False
) -> Iterator[Item]:
    """Lines below one another around a point."""
    base = y - len(lines) * em * _LINE / 2 - _DESCENT * em
    for line in lines:
        base += em * _LINE
        yield Letters(line, x - width_of(line, em, bold) / 2, base, em, bold, color)


def _foot(game: ResolvedGame, deck: Deck, card: Card, room: float) -> Iterator[str]:
    """The ways in which it is played, its deck, and its rule."""
    for manner in deck.ways.values():
        points = f" {value_of(card, manner)}" if manner.gain else ""
        if points != " 0":
            yield f"{manner.title}{points}"
    rule = f", rule {card.cite}" if card.cite else ""
    # One line, as far as there is room.
    yield wrapped(f"{deck.title}{rule}", room, _SMALL)[0]


def _back(
    left: float, top: float, *, game: ResolvedGame, deck: Deck, size: CardFormat, saving: bool
) -> Iterator[Item]:
    """The back of every card of a deck."""
    owner = next((side for side in game[Sides].all if side.id == deck.side), None)
    color = printed(_BACK if owner is None else parse_color(owner.color, _BACK), saving)
    ink, room = ink_on(color), size.wide - 14
    yield InkedBox(left, top, size.wide, size.high, fill=color, edge=mix(color, BLACK, 0.35))
    yield InkedBox(left + 4, top + 4, size.wide - 8, size.high - 8, edge=ink)
    title = wrapped(deck.title, room, _HEADING, bold=True)
    x, y = left + size.wide / 2, top + size.high / 2
    yield from _centred(title, x, y, _HEADING, ink, bold=True)
    below = wrapped(game.header.title, room, _SMALL)
    y += (len(title) * _HEADING + len(below) * _SMALL) * _LINE / 2 + _GAP
    yield from _centred(below, x, y, _SMALL, ink)
