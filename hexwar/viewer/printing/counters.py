"""Sheets of counters, fronts and backs, which register when they are printed on both sides.

Units have on their back what they are after a step; then come markers, chits, states and who holds
places, as many as a game may need, and blanks. The fronts alone, on one leaf, are a picture of all
counters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

import pygame

from hexwar.definition.model import ResolvedGame
from hexwar.rules.control.section import Control
from hexwar.rules.cup.section import Cup
from hexwar.rules.markers.section import Marker, Markers
from hexwar.rules.sides.section import Side, Sides
from hexwar.rules.states.section import OUT_OF_SUPPLY, States
from hexwar.rules.supply.section import Supply
from hexwar.rules.units.section import Unit, Units
from hexwar.viewer.counters.counter import counter, face_of
from hexwar.viewer.counters.pictured import FacePicture, face_picture, lay_picture, marker_picture
from hexwar.viewer.counters.plain_words import draw_words
from hexwar.viewer.drawing.theme import Color, ink_on, mix, parse_color
from hexwar.viewer.printing.grid import Grid
from hexwar.viewer.printing.leaves import (
    MARGIN,
    Item,
    Leaf,
    Panel,
    Paper,
    Picture,
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
        grid = Grid(paper, (side, side), across, down)
        fronts, backs = (
            [partial(_at, side=side, one=piece, behind=behind) for piece in some]
            for behind in (False, True)
        )
        of = f"{game.header.title}: counters, sheet {number} of {len(sheets)}"
        turned = "print at 100 %, both sides, turned on the long edge"
        leaves.append(grid.leaf(f"{of}, front; {turned}", fronts, behind=False))
        leaves.append(grid.leaf(f"{of}, back", backs, behind=True))
    return leaves


def picture_leaf(game: ResolvedGame, side: float) -> Leaf:
    """The fronts of all counters on one leaf as high as they need, for a picture."""
    todo = list(_units(game, saving=False))
    across = min(_ACROSS, len(todo))
    rows = -(-len(todo) // _ACROSS)
    leaf = Leaf(across * side + 2 * _GAP, rows * side + 2 * _GAP)
    for place, piece in enumerate(todo):
        row, column = divmod(place, _ACROSS)
        leaf.items += _at(_GAP + column * side, _GAP + row * side, side, piece, behind=False)
    return leaf


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
        # A counter has two sides: a unit of more steps has a second counter for the next two.
        for first in range(0, len(unit.steps), 2):
            color = printed(face_of(unit, game, first).color, saving)
            front, behind = (
                partial(_face, unit, game, lost, saving) for lost in (first, first + 1)
            )
            there = first + 1 < len(unit.steps) or (unit.picture and unit.picture.back)
            yield _Printed(color, front, behind if there else None)


def _face(unit: Unit, game: ResolvedGame, lost: int, saving: bool) -> pygame.Surface:
    face = face_of(unit, game, min(lost, len(unit.steps) - 1))
    face = replace(face, picture=face_picture(unit.picture, lost % 2))
    drawn = counter(replace(face, color=printed(face.color, saving)), _DOTS)
    return drawn.subsurface((0, 0, _DOTS, _DOTS))


def _markers(game: ResolvedGame, saving: bool) -> Iterator[_Printed]:
    """What else lies on the map in play: the game's markers, states of units, who holds places."""
    sides = {side.id: side for side in game[Sides].all}
    markers = game.section(Markers)
    for marker in markers.by_id.values() if markers else ():
        color, shown = _color(sides[marker.side], saving), marker_picture(marker.picture)
        front = partial(_pictured, shown) if shown else partial(_worded, marker.title, color)
        for _ in range(_number(marker)):
            yield _Printed(color, front, None)
    yield from _chits(game, sides, saving)
    states = game.section(States)
    titles = [state.title for state in states.by_id.values()] if states else []
    if game.section(Supply) is not None and not (states and OUT_OF_SUPPLY in states.by_id):
        titles.append("Out of supply")
    for title in titles:
        yield from [_Printed(_PLAIN, partial(_worded, title, _PLAIN), None)] * _OF_A_KIND
    if game[Control].begins:
        # Turned over, the marker of one side is that of the next.
        held = [_held(side, saving) for side in game[Sides].all]
        for own, other in zip(held, held[1:] + held[:1], strict=True):
            yield from [replace(own, back=other.front)] * _OF_A_KIND
    yield _Printed(_PLAIN, partial(_worded, "Turn", _PLAIN), None)


def _chits(game: ResolvedGame, sides: Mapping[str, Side], saving: bool) -> Iterator[_Printed]:
    """What is drawn out of the cup, in the colour of whom it lets act; alike behind."""
    cup = game.section(Cup)
    for chit in cup.chits.values() if cup else ():
        color = _color(sides[chit.side], saving) if chit.side in sides else _PLAIN
        many = chit.count if isinstance(chit.count, int) else _OF_A_KIND
        front, behind = (
            partial(_worded, words, ground)
            for words, ground in ((chit.title, color), ("Chit", _PLAIN))
        )
        piece = _Printed(_PLAIN, front, behind)
        yield from [piece] * min(many, _MOST_OF_A_KIND)


def _number(marker: Marker) -> int:
    most = marker.most if isinstance(marker.most, int) else _OF_A_KIND
    return min(max(most, len(marker.begins)), _MOST_OF_A_KIND)


def _held(side: Side, saving: bool) -> _Printed:
    color = _color(side, saving)
    return _Printed(color, partial(_worded, f"Held by {side.name}", color), None)


def _color(side: Side, saving: bool) -> Color:
    return printed(parse_color(side.color, _PLAIN), saving)


def _pictured(shown: FacePicture) -> pygame.Surface:
    """A counter that is a picture alone."""
    drawn = pygame.Surface((_DOTS, _DOTS))
    drawn.fill(_PLAIN)
    lay_picture(drawn, shown, _DOTS)
    return drawn


def _worded(words: str, color: Color) -> pygame.Surface:
    """A counter of words alone."""
    drawn = pygame.Surface((_DOTS, _DOTS))
    drawn.fill(color)
    edge = _DOTS // 12
    draw_words(drawn, words, drawn.get_rect().inflate(-2 * edge, -2 * edge), ink_on(color))
    return drawn
