"""Sheets of counters, fronts and backs, which are cut out.

They lie edge to edge in a grid, which cards share (:class:`SheetGrid`), the backs behind their
fronts when paper is printed on both sides. Units have on their back what they are after a step;
then come markers, chits, states and flags for places held, as many as a game may need, and blanks.
The fronts alone, on one leaf, are a picture of all counters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise

import pygame

from hexwar.definition.model import ResolvedGame
from hexwar.rules.activation.section import Activation
from hexwar.rules.control.section import Control
from hexwar.rules.cup.section import Cup
from hexwar.rules.facing.section import Facing
from hexwar.rules.fire.section import Fire
from hexwar.rules.initiative import Initiative
from hexwar.rules.language.section import could_fit
from hexwar.rules.markers.section import Markers
from hexwar.rules.points import Points
from hexwar.rules.pools.section import Pools
from hexwar.rules.sides.section import Side, Sides
from hexwar.rules.states.section import OUT_OF_SUPPLY, States
from hexwar.rules.supply.section import Supply
from hexwar.rules.tracks import Tracks
from hexwar.rules.units.section import Unit, Units
from hexwar.viewer.counters.counter import counter, face_of
from hexwar.viewer.counters.shown_pictures import (
    FacePicture,
    face_picture,
    lay_picture,
    marker_picture,
)
from hexwar.viewer.counters.unit_symbols import draw_words, fitted_words
from hexwar.viewer.drawing.theme import Color, ink_on, mix, parse_color
from hexwar.viewer.printing.booklet import steps_counted
from hexwar.viewer.printing.leaves import (
    BLACK,
    GREY,
    MARGIN,
    InkedBox,
    InkedPicture,
    Item,
    Leaf,
    Letters,
    Paper,
    Stroke,
    printed,
)

Cell = Callable[[float, float], Iterable[Item]]
"""What lies in a cell whose upper left corner is there, in millimetres."""


class SheetGrid:
    """Cells of one size (millimetres) in the middle of a leaf, with marks to cut by around them."""

    def __init__(self, paper: Paper, size: tuple[float, float], across: int, down: int) -> None:
        self._paper, (self._wide, self._high) = paper, size
        self._across, self._down = across, down
        self._left = (paper.width - across * self._wide) / 2
        self._top = (paper.height - down * self._high) / 2

    def leaf(self, words: str, cells: Sequence[Cell], *, behind: bool) -> Leaf:
        """One side of the sheet; ``behind``: the back, on which left is right."""
        leaf = Leaf(self._paper.width, self._paper.height)
        leaf.items.append(Letters(words, self._left, self._top - 6, 2.8, color=GREY))
        for index, cell in enumerate(cells):
            row, column = divmod(index, self._across)
            # Turned on the long edge, so that each back lies behind its front.
            column = self._across - 1 - column if behind else column
            leaf.items += cell(self._left + column * self._wide, self._top + row * self._high)
        leaf.items += self._marks()
        if not behind:
            leaf.items += self._scale()
        return leaf

    def _marks(self) -> Iterator[Item]:
        """Short lines beyond the cells where a ruler is laid."""
        right = self._left + self._across * self._wide
        foot = self._top + self._down * self._high
        for column in range(self._across + 1):
            left = self._left + column * self._wide
            yield Stroke((left, self._top - 4.5), (left, self._top - 1))
            yield Stroke((left, foot + 1), (left, foot + 4.5))
        for row in range(self._down + 1):
            y = self._top + row * self._high
            yield Stroke((self._left - 4.5, y), (self._left - 1, y))
            yield Stroke((right + 1, y), (right + 4.5, y))

    def _scale(self) -> Iterator[Item]:
        """A length to measure: whether the printer made the sheet smaller."""
        y = min(self._top + self._down * self._high + 8, self._paper.height - _UNPRINTED)
        yield Stroke((self._left, y), (self._left + 50, y), 0.3)
        for end in (self._left, self._left + 50):
            yield Stroke((end, y - 1), (end, y + 1), 0.3)
        words = "this line is 50 mm long"
        yield Letters(words, self._left + 52, y + 1, 2.8, color=GREY)


_UNPRINTED = 6.0  # millimetres at the edge of a leaf that printers may leave out
SMALLEST, LARGEST, USUAL = 12.0, 30.0, 16.0
"""Millimetres of a counter's side."""

_DOTS = 378  # pixels of a counter's side: 600 to the inch at the usual size
_HEAD = 12.0  # millimetres above and below the counters, for marks and a line of words
_OF_A_KIND, _MOST_OF_A_KIND = 6, 40  # markers where no number is said, and at most
_BESIDE = _DOTS // 20  # beside the words of a counter
_STRIP = 0.14  # of a counter with a front: the strip at its head
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
    todo = [*_units(game, saving), *_in_one_size([*_markers(game, saving)])]
    sheets = range(0, max(1, len(todo)), across * down)
    leaves: list[Leaf] = []
    for number, start in enumerate(sheets, 1):
        some = todo[start : start + across * down]
        blanks = across * down - len(some)
        some += [_Printed((255, 255, 255), None, None)] * blanks
        grid = SheetGrid(paper, (side, side), across, down)
        fronts, backs = (
            [partial(_at, side=side, piece=piece, behind=behind) for piece in some]
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


def _at(left: float, top: float, side: float, piece: _Printed, *, behind: bool) -> Iterator[Item]:
    picture = piece.back if behind else piece.front
    blank = piece.front is None and piece.back is None
    edge = (200, 200, 200) if blank else mix(piece.color, (20, 17, 13), 0.35)
    yield InkedBox(left, top, side, side, fill=piece.color, edge=edge)
    if picture is not None:
        yield InkedPicture(picture, left, top, side, side)


def _units(game: ResolvedGame, saving: bool) -> Iterator[_Printed]:
    """The counters of units, side by side."""
    order = {side.id: index for index, side in enumerate(game[Sides].all)}
    for unit in sorted(game[Units].counters.values(), key=lambda unit: order[unit.side]):
        # A counter has two sides: a unit of more steps has a second counter for the next two.
        for first in range(0, len(unit.steps), 2):
            color = printed(face_of(unit, game, first).color, saving)
            front, behind = (
                partial(_face, unit, game, lost, saving) for lost in (first, first + 1)
            )
            has_back = first + 1 < len(unit.steps) or (unit.picture and unit.picture.back)
            yield _Printed(color, front, behind if has_back else None)


def _face(unit: Unit, game: ResolvedGame, lost: int, saving: bool) -> pygame.Surface:
    """One side of a unit's counter, as it is after so many lost steps."""
    face = face_of(unit, game, min(lost, len(unit.steps) - 1))
    face = replace(face, picture=face_picture(unit.picture, lost % 2))
    if face.picture is None and face.left:
        # Beside the name, where it covers none of the values.
        face = replace(face, designation=f"{face.designation} {face.left}", left="")
    surface = counter(replace(face, color=printed(face.color, saving)), _DOTS)
    square = surface.subsurface((0, 0, _DOTS, _DOTS))
    if looks_somewhere(unit, game):
        # A counter below a strip whose point says where it looks, however it is turned.
        ground = printed(face.color, saving)
        picture = pygame.Surface((_DOTS, _DOTS))
        picture.fill(ground)
        strip = round(_DOTS * _STRIP)
        room = _DOTS - strip
        small = pygame.transform.smoothscale(square, (room, room))
        picture.blit(small, ((_DOTS - room) // 2, strip))
        pygame.draw.rect(picture, BLACK, (0, 0, _DOTS, strip))
        middle, wide = _DOTS / 2, _DOTS * 0.2
        point = [(middle, 2), (middle + wide, strip - 2), (middle - wide, strip - 2)]
        pygame.draw.polygon(picture, (255, 255, 255), point)
        return picture
    return square


def looks_somewhere(unit: Unit, game: ResolvedGame) -> bool:
    """Whether a counter is laid down with a front."""
    facing = game.section(Facing)
    return facing is not None and could_fit(facing.only, unit)


def _markers(game: ResolvedGame, saving: bool) -> Iterator[_Printed]:
    """What else lies on the map in play: the game's markers, states of units, flags for places
    held.
    """
    sides = {side.id: side for side in game[Sides].all}
    markers = game.section(Markers)
    if markers:
        for marker in markers.by_id.values():
            color, picture = _color(sides[marker.side], saving), marker_picture(marker.picture)
            front = partial(_pictured, picture) if picture else WordedCounter(marker.title, color)
            most = marker.most if isinstance(marker.most, int) else _OF_A_KIND
            number = min(max(most, len(marker.begins)), _MOST_OF_A_KIND)
            yield from [_Printed(color, front, None)] * number
    yield from _chits(game, sides, saving)
    states = game.section(States)
    # Where a unit is such by itself, as long as it stands somewhere, nobody needs to be told.
    put = [state for state in states.by_id.values() if state.while_ is None] if states else []
    titles = [state.title for state in put]
    without = next((state.title for state in put if state.id == OUT_OF_SUPPLY), "Out of supply")
    if game.section(Supply) is not None and without not in titles:
        titles.append(without)
    for title in titles:
        phases = range(2, _counted_without(game)) if title == without else ()
        again = (f"{title}: phase {phase}" for phase in phases)
        worded = [WordedCounter(words, _PLAIN) for words in (title, *again)]
        behind = dict(pairwise(worded))
        for front_side in worded[::2]:
            yield from [_Printed(_PLAIN, front_side, behind.get(front_side))] * _OF_A_KIND
    fire = game.section(Fire)
    # In a turn everybody acts, and some fire again and again.
    acting = min(max(_OF_A_KIND, len(game[Units].counters)), _MOST_OF_A_KIND)
    if game.section(Activation) is not None or fire is not None:
        yield from [_Printed(_PLAIN, WordedCounter("Has acted", _PLAIN), None)] * acting
    pool = fire.dice if fire is not None else None
    if pool is not None and any(extra.fired for extra in pool.plus):
        yield from [_Printed(_PLAIN, WordedCounter("Has fired", _PLAIN), None)] * acting
    if game[Control].begins:
        # Turned over, the marker of one side is that of the next.
        faces = []
        for holder in game[Sides].all:
            color = _color(holder, saving)
            faces.append(_Printed(color, WordedCounter(f"Held by {holder.name}", color), None))
        for face, other in zip(faces, faces[1:] + faces[:1], strict=True):
            yield from [replace(face, back=other.front)] * _OF_A_KIND
    for title, side in _on_tracks(game):
        ground = _PLAIN if side is None else _color(sides[side], saving)
        yield _Printed(ground, WordedCounter(title, ground), None)


def _counted_without(game: ResolvedGame) -> int:
    """From which supply phase in a row on units without supply lose something, or 0: nobody
    remembers of every unit how many there were.
    """
    supply = game.section(Supply)
    return supply.attrition.after if supply is not None and supply.attrition is not None else 0


def _on_tracks(game: ResolvedGame) -> Iterator[tuple[str, str | None]]:
    """What lies on the tracks of the player aid, with the side whose it is."""
    yield "Turn", None
    if game.section(Initiative) is not None:
        yield "Initiative", None
    for track in game[Tracks].tracks.values():
        yield track.title, None
    scoring = {award.side for award in game[Points].awards.values()}
    for side in game[Sides].all:
        if side.id in scoring:
            yield f"{side.name}: points", side.id
    pools = game.section(Pools)
    if pools:
        for pool in pools.by_id.values():
            yield pool.title, pool.side
    for counted in steps_counted(game):
        yield f"{game[Sides].names[counted]}: steps lost", counted


def _chits(game: ResolvedGame, sides: Mapping[str, Side], saving: bool) -> Iterator[_Printed]:
    """What is drawn out of the cup, in the colour of the side it lets act, with backs all alike."""
    cup = game.section(Cup)
    of_formation = {unit.formation: unit.side for unit in game[Units].counters.values()}
    if not cup:
        return
    for chit in cup.chits.values():
        whose = chit.side or of_formation.get(chit.formation or "", "")
        color = _color(sides[whose], saving) if whose in sides else _PLAIN
        many = chit.count if isinstance(chit.count, int) else _OF_A_KIND
        front, behind = WordedCounter(chit.title, color), WordedCounter("Chit", _PLAIN)
        piece = _Printed(_PLAIN, front, behind)
        yield from [piece] * min(many, _MOST_OF_A_KIND)


def _color(side: Side, saving: bool) -> Color:
    return printed(parse_color(side.color, _PLAIN), saving)


def _pictured(picture: FacePicture) -> pygame.Surface:
    """A counter that is a picture alone."""
    surface = pygame.Surface((_DOTS, _DOTS))
    surface.fill(_PLAIN)
    lay_picture(surface, picture, _DOTS)
    return surface


@dataclass(frozen=True, slots=True)
class WordedCounter:
    """A counter of words alone, drawn when it is called; ``pixels``: the most of its letters."""

    words: str
    color: Color
    pixels: int = _DOTS // 4

    @property
    def lettering(self) -> tuple[int, list[str]]:
        """The size of its letters in pixels, and its lines."""
        room = _DOTS - 2 * _BESIDE
        return fitted_words(self.words, room, room, self.pixels)

    def __call__(self) -> pygame.Surface:
        surface = pygame.Surface((_DOTS, _DOTS))
        surface.fill(self.color)
        room = surface.get_rect().inflate(-2 * _BESIDE, -2 * _BESIDE)
        draw_words(surface, self.words, room, ink_on(self.color), self.pixels)
        return surface


def _in_one_size(pieces: Sequence[_Printed]) -> Iterator[_Printed]:
    """Counters of words, all of them in letters of one size: as large as the longest words go."""
    of_pieces = [side for piece in pieces for side in (piece.front, piece.back)]
    worded = [side for side in of_pieces if isinstance(side, WordedCounter)]
    pixels = min((side.lettering[0] for side in worded), default=0)
    for piece in pieces:
        front, back = (
            replace(side, pixels=pixels) if isinstance(side, WordedCounter) else side
            for side in (piece.front, piece.back)
        )
        yield replace(piece, front=front, back=back)
