"""Sheets of counters, fronts and backs, which register when they are printed on both sides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

import pygame

from hexwar.definition.model import ResolvedGame
from hexwar.rules.control.section import Control
from hexwar.rules.markers.section import Marker, Markers
from hexwar.rules.sides.section import Side, Sides
from hexwar.rules.states.section import OUT_OF_SUPPLY, States
from hexwar.rules.supply.section import Supply
from hexwar.rules.units.section import Unit, Units
from hexwar.viewer.counters.counter import counter, face_of
from hexwar.viewer.counters.plain_words import draw_words
from hexwar.viewer.drawing.theme import Color, ink_on, mix, parse_color
from hexwar.viewer.printing.leaves import (
    GREY,
    MARGIN,
    Item,
    Leaf,
    Letters,
    Panel,
    Paper,
    Picture,
    Stroke,
    printed,
)

SMALLEST, LARGEST, USUAL = 12.0, 30.0, 16.0
"""Millimetres of a counter's side."""

_DOTS = 378  # pixels of a counter's side: 600 to the inch at the usual size
_HEAD = 12.0  # millimetres above and below the counters, for marks and a line of words
_OF_A_KIND, _MOST_OF_A_KIND = 6, 40  # markers where no number is said, and at most
_PLAIN: Color = (232, 226, 210)
_ACROSS, _GAP = 10, 2.0  # counters in a row of a picture, millimetres around them


_Drawing = Callable[[], pygame.Surface]


@dataclass(frozen=True, slots=True)
class _Printed:
    """One counter: its ground and picture in front and behind; ``None`` shows the ground alone."""

    color: Color
    front: _Drawing | None
    back: _Drawing | None


def counter_leaves(
    game: ResolvedGame, paper: Paper, side: float, *, saving: bool = False
) -> list[Leaf]:
    """The counters of a game: for each sheet its front and then its back, turned on the long edge.

    Units have on their back the side that they show after a step is lost; those with more steps
    come again with the next two. Then come markers, and blank counters up to the end of a sheet.
    ``side``: millimetres of a counter.
    """
    across = int((paper.width - 2 * MARGIN) // side)
    down = int((paper.height - 2 * MARGIN - 2 * _HEAD) // side)
    todo = [*_units(game, saving), *_markers(game, saving)]
    sheets = range(0, max(1, len(todo)), across * down)
    leaves: list[Leaf] = []
    for number, start in enumerate(sheets, 1):
        some = todo[start : start + across * down]
        blanks = across * down - len(some)
        some += [_Printed((255, 255, 255), None, None)] * blanks
        grid = _Grid(paper, side, across, down)
        of = f"{game.header.title}: counters, sheet {number} of {len(sheets)}"
        turned = "print at 100 %, both sides, turned on the long edge"
        leaves.append(grid.leaf(f"{of}, front; {turned}", some, behind=False))
        leaves.append(grid.leaf(f"{of}, back", some, behind=True))
    return leaves


def picture_leaf(game: ResolvedGame, side: float) -> Leaf:
    """The fronts of all counters on one leaf as high as they need, for a picture."""
    todo = list(_units(game, saving=False))
    across = min(_ACROSS, len(todo))
    rows = -(-len(todo) // _ACROSS)
    leaf = Leaf(across * side + 2 * _GAP, rows * side + 2 * _GAP)
    for place, one in enumerate(todo):
        row, column = divmod(place, _ACROSS)
        leaf.items += _at(_GAP + column * side, _GAP + row * side, side, one, behind=False)
    return leaf


class _Grid:
    """Counters edge to edge in the middle of a leaf, with marks to cut by around them."""

    def __init__(self, paper: Paper, side: float, across: int, down: int) -> None:
        self._paper, self._side, self._across, self._down = paper, side, across, down
        self._left = (paper.width - across * side) / 2
        self._top = (paper.height - down * side) / 2

    def leaf(self, words: str, counters: list[_Printed], *, behind: bool) -> Leaf:
        """One side of the sheet; ``behind``: the back, on which left is right."""
        leaf = Leaf(self._paper.width, self._paper.height)
        leaf.items.append(Letters(words, self._left, self._top - 6, 2.8, color=GREY))
        for place, one in enumerate(counters):
            row, column = divmod(place, self._across)
            column = self._across - 1 - column if behind else column
            left, top = self._left + column * self._side, self._top + row * self._side
            leaf.items += _at(left, top, self._side, one, behind=behind)
        leaf.items += self._marks()
        if not behind:
            leaf.items += self._scale()
        return leaf

    def _marks(self) -> Iterator[Item]:
        """Short lines beyond the counters where a ruler is laid."""
        right = self._left + self._across * self._side
        foot = self._top + self._down * self._side
        for column in range(self._across + 1):
            x = self._left + column * self._side
            yield Stroke((x, self._top - 4.5), (x, self._top - 1))
            yield Stroke((x, foot + 1), (x, foot + 4.5))
        for row in range(self._down + 1):
            y = self._top + row * self._side
            yield Stroke((self._left - 4.5, y), (self._left - 1, y))
            yield Stroke((right + 1, y), (right + 4.5, y))

    def _scale(self) -> Iterator[Item]:
        """A length to measure: whether the printer made the sheet smaller."""
        y = self._top + self._down * self._side + 8
        yield Stroke((self._left, y), (self._left + 50, y), 0.3)
        for end in (self._left, self._left + 50):
            yield Stroke((end, y - 1), (end, y + 1), 0.3)
        told = "this line is 50 mm long"
        yield Letters(told, self._left + 52, y + 1, 2.8, color=GREY)


def _at(left: float, top: float, side: float, one: _Printed, *, behind: bool) -> Iterator[Item]:
    picture = one.back if behind else one.front
    blank = one.front is None and one.back is None
    edge = (200, 200, 200) if blank else mix(one.color, (20, 17, 13), 0.35)
    yield Panel(left, top, side, side, fill=one.color, edge=edge)
    if picture is not None:
        yield Picture(picture, left, top, side, side)


def _units(game: ResolvedGame, saving: bool) -> Iterator[_Printed]:
    order = {side.id: place for place, side in enumerate(game[Sides].all)}
    for unit in sorted(game[Units].counters.values(), key=lambda unit: order[unit.side]):
        for first in range(0, len(unit.steps), 2):
            color = printed(face_of(unit, game, first).color, saving)
            front, behind = (
                partial(_face, unit, game, lost, saving) for lost in (first, first + 1)
            )
            yield _Printed(color, front, behind if first + 1 < len(unit.steps) else None)


def _face(unit: Unit, game: ResolvedGame, lost: int, saving: bool) -> pygame.Surface:
    face = face_of(unit, game, lost)
    drawn = counter(replace(face, color=printed(face.color, saving)), _DOTS)
    return drawn.subsurface((0, 0, _DOTS, _DOTS))


def _markers(game: ResolvedGame, saving: bool) -> Iterator[_Printed]:
    """What else lies on the map in play: the game's markers, states of units, who holds places."""
    sides = {side.id: side for side in game[Sides].all}
    markers = game.section(Markers)
    for marker in markers.by_id.values() if markers else ():
        color = _color(sides[marker.side], saving)
        for _ in range(_number(marker)):
            yield _Printed(color, partial(_worded, marker.title, color), None)
    states = game.section(States)
    titles = [state.title for state in states.by_id.values()] if states else []
    if game.section(Supply) is not None and not (states and OUT_OF_SUPPLY in states.by_id):
        titles.append("Out of supply")
    for title in titles:
        yield from [_Printed(_PLAIN, partial(_worded, title, _PLAIN), None)] * _OF_A_KIND
    if game[Control].begins:
        held = [_held(side, saving) for side in game[Sides].all]
        for one, other in zip(held, held[1:] + held[:1], strict=True):
            yield from [replace(one, back=other.front)] * _OF_A_KIND
    yield _Printed(_PLAIN, partial(_worded, "Turn", _PLAIN), None)


def _number(marker: Marker) -> int:
    most = marker.most if isinstance(marker.most, int) else _OF_A_KIND
    return min(max(most, len(marker.begins)), _MOST_OF_A_KIND)


def _held(side: Side, saving: bool) -> _Printed:
    color = _color(side, saving)
    return _Printed(color, partial(_worded, f"Held by {side.name}", color), None)


def _color(side: Side, saving: bool) -> Color:
    return printed(parse_color(side.color, _PLAIN), saving)


def _worded(words: str, color: Color) -> pygame.Surface:
    """A counter of words alone."""
    drawn = pygame.Surface((_DOTS, _DOTS))
    drawn.fill(color)
    edge = _DOTS // 12
    draw_words(drawn, words, drawn.get_rect().inflate(-2 * edge, -2 * edge), ink_on(color))
    return drawn
