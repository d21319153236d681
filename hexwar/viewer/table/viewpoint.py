"""The view with which a map opens, and the whole map in a corner while it is not in view.

Not the whole map, if counters could not be read on it. Places are weighed (those of the acting side
count twice, those near an enemy more), and of the boxes that fit into the view at a readable zoom
the heaviest is taken. If it holds both sides, the view comes as near as it can; if it holds one
alone, the room that it leaves is given to the way to the other. :func:`viewpoint` is asked when a
map opens, :func:`sparing` then too, lest the printed key is cut, :func:`gathered` when units are to
be seen together; :class:`Minimap` shows the rest.

Lengths are in units of the paper, zooms in pixels to the unit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import product
from typing import NamedTuple

import pygame

from hexwar.viewer.drawing.geometry import Camera, PaperRect, Point
from hexwar.viewer.drawing.theme import PALETTE, Color

_LEAST, _WANTED, _MOST = 32, 36, 50
"""Zooms of a map: counters can be read, are read at ease, need not be nearer."""

_ROUND = 12  # units that are seen at least, however small the window is
_EDGE, _WIDE_EDGE = 1.0, 2.0
"""Units between the middle of a counter and the edge of the view, at least and if there is room."""

_COUNTER = 0.7  # units from the middle of a counter within which all of it lies

_NEAR = 4.0  # units within which an enemy is near
_TRIED = 60  # places around which a view is tried, however many there are
_AROUND, _CLOSE_AROUND = 7.0, 3.0
"""Units around what is looked at, and those with which it does so that counters can be read."""


class Viewpoint(NamedTuple):
    """Where to look from how near: the middle of the view, and its zoom."""

    at: Point
    zoom: int


def readable(scale: float) -> int:
    """The least zoom at which a counter shows its designation and its figures in legible letters.

    What stands on the map grows half as fast as the lettering around it, since one wants to see
    much of the map as well; ``scale`` is that of the lettering (1.0 is 100 %).

    >>> readable(1.0), readable(1.5)
    (32, 40)
    """
    return round(_LEAST * (1 + scale) / 2)


def viewpoint(
    sheet: PaperRect,
    size: tuple[int, int],
    acting: Collection[Point],
    others: Collection[Point],
    scale: float = 1.0,
) -> Viewpoint | None:
    """The view of a sheet in ``size`` pixels; None where all of it can be read at once.

    ``acting`` are the places of the units that can act first, ``others`` those of their enemies.
    Where not all of them have room, those count most that are near an enemy.
    """
    width, height = size
    whole = min(width / max(sheet.width, 0.1), height / max(sheet.height, 0.1))
    if whole >= readable(scale):
        return None
    grown, small = (1 + scale) / 2, min(width, height) / _ROUND
    # Each place with its weight: more near an enemy, and twice as much for the acting side.
    points = []
    for friends, enemies, weight in ((acting, others, 2.0), (others, acting, 1.0)):
        for point in friends:
            nearest = min((math.dist(point, enemy) for enemy in enemies), default=0.0)
            points.append((point, weight / (1 + nearest / _NEAR)))
    for wanted_zoom in (_LEAST, _WANTED):
        least = math.floor(max(1, whole, min(wanted_zoom * grown, small)))
        if not points:
            return Viewpoint(_middle(sheet), least)
        box, inside = _fullest(points, width / least - 2 * _EDGE, height / least - 2 * _EDGE)
        if inside == len(points):
            break  # a little further away, but everybody is seen
    room = min(width / (box.width + 2 * _WIDE_EDGE), height / (box.height + 2 * _WIDE_EDGE))
    # All of the width, or of the height, is better than a little more of nearness.
    spans = (span for span in (width / sheet.width, height / sheet.height) if span >= least)
    shows_both = all(any(_is_in(box, point) for point in side) for side in (acting, others))
    if shows_both or inside == len(points):
        zoom = math.floor(max(least, min(room, _MOST * grown, small, *spans)))
        return Viewpoint(_middle(box), zoom)
    # Only one side is in it: what room it leaves is given to the way to the other.
    zoom = math.floor(max(least, min(room, _WANTED * grown, small, *spans)))
    (x, y), beyond = _middle(box), [point for point, _ in points if not _is_in(box, point)]
    to_x, to_y = (sum(part) / len(beyond) for part in zip(*beyond, strict=True))
    spare_x = max(0.0, (width / zoom - box.width) / 2 - _WIDE_EDGE)
    spare_y = max(0.0, (height / zoom - box.height) / 2 - _WIDE_EDGE)
    leaning = (
        x + min(spare_x, max(-spare_x, to_x - x)),
        y + min(spare_y, max(-spare_y, to_y - y)),
    )
    return Viewpoint(leaning, zoom)


def _is_in(box: PaperRect, point: Point) -> bool:
    """Whether a point lies in a box or on its edge."""
    across, down = point[0] - box.left, point[1] - box.top
    return 0 <= across <= box.width and 0 <= down <= box.height


def gathered(
    points: Collection[Point], size: tuple[int, int], zoom: int, scale: float = 1.0
) -> Viewpoint:
    """The view of so many pixels that contains all points: at ``zoom`` or nearer if it has the
    room, and near enough to read counters even where that leaves little around them.
    """
    box = _around(points)

    def room(around: float) -> float:
        return min(size[0] / (box.width + around), size[1] / (box.height + around))

    near = readable(scale)
    zoom_there = min(max(zoom, near), max(room(_AROUND), min(near, room(_CLOSE_AROUND))))
    return Viewpoint(_middle(box), max(1, int(zoom_there)))


def sparing(
    view: PaperRect, sheet: PaperRect, lines: Sequence[PaperRect], kept: Collection[Point]
) -> Point:
    """How far to shift a view of a sheet so that its edges go through no line of the printed key:
    as many as can be are seen whole, the others not at all. Counters at the places ``kept`` stay in
    view; where that is not possible, or no line is cut, nothing is shifted.
    """

    def cut_and_whole(seen: PaperRect) -> tuple[int, int]:
        shares = [_share_seen(line, seen) for line in lines]
        return sum(0.01 < share < 0.99 for share in shares), sum(share >= 0.99 for share in shares)

    def stays(point: Point, seen: PaperRect) -> bool:
        return _is_in(seen.grown(-_COUNTER, -_COUNTER, -_COUNTER, -_COUNTER), point)

    if not cut_and_whole(view)[0]:
        return 0.0, 0.0
    held = [point for point in kept if stays(point, view)]
    # An end of a line comes to an edge of the view, unless that leads over the edge of the paper.
    across, down = {0.0}, {0.0}
    for line in lines:
        across |= {x - edge for x in (line.left, line.right) for edge in (view.left, view.right)}
        down |= {y - edge for y in (line.top, line.bottom) for edge in (view.top, view.bottom)}
    least_x, most_x = sheet.left - view.left, sheet.right - view.right
    least_y, most_y = sheet.top - view.top, sheet.bottom - view.bottom
    ways: list[tuple[int, float, Point]] = []
    for dx, dy in product(across, down):
        if (dx and not least_x <= dx <= most_x) or (dy and not least_y <= dy <= most_y):
            continue
        seen = PaperRect(view.left + dx, view.top + dy, view.width, view.height)
        cut, whole = cut_and_whole(seen)
        if not cut and all(stays(point, seen) for point in held):
            ways.append((-whole, math.hypot(dx, dy), (dx, dy)))
    return min(ways)[2] if ways else (0.0, 0.0)


def _share_seen(box: PaperRect, view: PaperRect) -> float:
    """How much of a box is in view, between 0 and 1."""
    across = min(box.right, view.right) - max(box.left, view.left)
    down = min(box.bottom, view.bottom) - max(box.top, view.top)
    return max(0.0, across) * max(0.0, down) / (box.width * box.height)


def _fullest(
    points: Sequence[tuple[Point, float]], width: float, height: float
) -> tuple[PaperRect, int]:
    """Among boxes of this width and height the one with most weight in it, shrunk to its places,
    and how many of them it has. Among equals the one nearest to the middle of all.
    """
    everywhere = [point for point, _ in points]
    middle = _middle(_around(everywhere))
    heaviest = [point for point, _ in sorted(points, key=lambda pair: -pair[1])[:_TRIED]]
    # Only around the heaviest places, and between them and their neighbours or the middle: with all
    # places tried a huge map would not open at once.
    tried = {middle, *heaviest}
    for point in heaviest:
        neighbors = (neighbor for neighbor in everywhere if neighbor != point)
        nearest = min(neighbors, key=lambda neighbor: math.dist(point, neighbor), default=point)
        tried.add(((point[0] + nearest[0]) / 2, (point[1] + nearest[1]) / 2))
        tried.add((middle[0], point[1]))
        tried.add((point[0], middle[1]))

    def held(center: Point) -> list[tuple[Point, float]]:
        """The places in the box around a point, with their weights."""
        return [
            (point, weight)
            for point, weight in points
            if abs(point[0] - center[0]) <= width / 2 and abs(point[1] - center[1]) <= height / 2
        ]

    def worth(center: Point) -> tuple[float, float]:
        # Rounded: of boxes that weigh the same the distance decides, and not a float's last digit.
        return round(sum(weight for _, weight in held(center)), 6), -math.dist(center, middle)

    # Sorted, since a set has no order and the first of equals is taken.
    best = max(sorted(tried), key=worth)
    inside = [point for point, _ in held(best)] or [best]
    return _around(inside), len(inside)


def _around(points: Iterable[Point]) -> PaperRect:
    across, down = zip(*points, strict=True)
    return PaperRect(min(across), min(down), max(across) - min(across), max(down) - min(down))


def _middle(box: PaperRect) -> Point:
    return box.left + box.width / 2, box.top + box.height / 2


# The whole map in a corner, while only a part of it is in view.
#
# It stands in the corner where it and its button cover least of what is in play, and gets smaller
# where it would cover counters or hexes that count; where even that does not help only its button
# is there. Over hexes that can be chosen now it is not shown for so long. The paper is reduced
# once, and counters are set on it once a position; only the frame of what the camera sees is drawn
# each time.


_SHARES = (0.22, 0.16, 0.12)
"""Of the view's width and height that it takes at most, the first that covers nothing."""
ENOUGH = 0.7
"""With such a share of the map in view the small one would cover more than it shows."""
_MARGIN = 10  # pixels
_JOINT = 4  # pixels between the small map, with its frame, and its button: seen as one thing
_FRAME = 6  # pixels that its frame adds
_CORNERS = ("bottomleft", "bottomright", "topright", "topleft")


class Minimap:
    """A small picture of the sheet with a frame around what the camera sees."""

    def __init__(self, sheet: PaperRect, camera: Callable[[], Camera]) -> None:
        self.sheet, self._camera = sheet, camera
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.corner = _CORNERS[0]
        """The corner of the view where it stands."""
        self.button = (0, 0)
        """Pixels that the button takes that stands with it."""
        self._beside = True
        """Whether the button stands beside it, and not above or below."""
        self._share = _SHARES[0]
        """Of the view's width and height that it takes at most; 0 where it would be in the way."""
        self._placed = False
        """Whether a place was taken already."""
        self._put_aside = False
        """Whether it is not shown for now, as it would lie on what can be chosen."""
        self._paper: tuple[pygame.Surface, pygame.Surface] | None = None
        """The overview that it was made from, and the picture without counters."""
        self._picture: pygame.Surface | None = None
        """The picture with counters; None where they have moved since."""

    @property
    def folded(self) -> bool:
        """Whether only its button is there: nearly all of the map is in view, or wherever it stood
        it would cover what is in play.
        """
        return not self._share or self._camera().share >= ENOUGH

    def seat(self, width: int, height: int) -> pygame.Rect:
        """Where it is shown in a view of that size; of no size where it is not."""
        seat = self._seat(width, height)
        return pygame.Rect(seat.topleft, (0, 0)) if self._put_aside else seat

    def _seat(self, width: int, height: int) -> pygame.Rect:
        """Where it has its place, whether it is shown or not."""
        share = self._share
        scale = min(width * share / self.sheet.width, height * share / self.sheet.height)
        size = round(self.sheet.width * scale), round(self.sheet.height * scale)
        rect = pygame.Rect((0, 0), (0, 0) if self.folded else size)
        room = pygame.Rect(0, 0, width, height).inflate(-2 * _MARGIN, -2 * _MARGIN)
        setattr(rect, self.corner, getattr(room, self.corner))
        return rect

    def seat_button(self, width: int, height: int) -> pygame.Rect:
        """Where its button stands in a view of that size: beside it, above or below."""
        seat = self._seat(width, height)
        rect = pygame.Rect((0, 0), self.button)
        left, low = "left" in self.corner, "bottom" in self.corner
        if self._beside:
            rect.bottom = seat.bottom
            rect.left = seat.right + _JOINT if left else seat.left - _JOINT - rect.w
        else:
            rect.left = seat.left if left else seat.right - rect.w
            rect.top = seat.top - _JOINT - rect.h if low else seat.bottom + _JOINT
        # Alone, it stands where the small map would: a seat of no size lies on the very margin.
        return rect.clamp(pygame.Rect(0, 0, width, height).inflate(-2 * _MARGIN, -2 * _MARGIN))

    def make_way(
        self,
        width: int,
        height: int,
        in_play: Sequence[pygame.Rect],
        ground: pygame.Rect,
        choices: Sequence[pygame.Rect] = (),
        key: Sequence[pygame.Rect] = (),
    ) -> None:
        """Take the corner of such a view where it and its button cover nothing that is ``in_play``,
        as few lines of the printed ``key`` and as little of the ``ground`` with hexes as possible.
        It stays where it is as long as nothing in play comes there, and is not shown while it would
        cover ``choices``: one that wandered about would have to be looked for.
        """

        def framed() -> list[pygame.Rect]:
            """The map, if it has a place, and its button: both with their frames."""
            seats = [self.seat_button(width, height), self._seat(width, height)]
            return [seat.inflate(_FRAME, _FRAME) for seat in seats if seat.width]

        def covered(obstacles: Sequence[pygame.Rect]) -> int:
            return sum(len(seat.collidelistall(list(obstacles))) for seat in framed())

        def find_place(obstacles: Sequence[pygame.Rect]) -> None:
            for share in (*_SHARES, 0.0):
                self._share = share
                seats = []
                for rank, (beside, corner) in enumerate(product((True, False), _CORNERS)):
                    # The seats depend on both, so each place is taken on trial.
                    self._beside, self.corner = beside, corner
                    parts = [seat.clip(ground) for seat in framed()]
                    bare = sum(part.width * part.height for part in parts)
                    seats.append((covered(obstacles), covered(key), bare, rank, beside, corner))
                # Of equal places the first is taken: low on the left, with the button beside it.
                hidden, *_, self._beside, self.corner = min(seats)
                if not hidden:
                    return

        if self._share != _SHARES[0] or not self._placed or covered(in_play):
            find_place(in_play)
        if self.seat_button(width, height).collidelist(list(choices)) >= 0:
            find_place([*in_play, *choices])
        self._placed = True
        self._put_aside = self._seat(width, height).collidelist(list(choices)) >= 0

    def draw(
        self,
        surface: pygame.Surface,
        camera: Camera,
        overview: pygame.Surface,
        counters: Iterable[tuple[Point, Color, int]],
    ) -> None:
        """Draw it into a view of the map.

        ``counters``: where each stands on the paper, its colour, and the place of its side;
        they stay as they are until :meth:`look_again`.
        """
        self.rect = self.seat(*surface.get_size())
        scale = self.rect.width / self.sheet.width
        size, paper = self.rect.size, self._paper
        if paper is None or paper[0] is not overview or paper[1].get_size() != size:
            paper = self._paper = overview, pygame.transform.smoothscale(overview, size)
            self._picture = None
        if self._picture is None:
            self._picture = paper[1].copy()
            for (across, down), color, band in counters:
                spot = pygame.Rect(0, 0, 5, 5)
                spot.center = self._offset(across, down, scale)
                pygame.draw.rect(self._picture, color, spot)
                # Sides are told apart by the shape and shade of the core too, for players who
                # cannot do so by colour.
                core = spot.inflate(-2, -2 if band < 2 else -4)
                self._picture.fill(PALETTE.ink if band % 2 else PALETTE.white, core)
        pygame.draw.rect(surface, PALETTE.chrome, self.rect.inflate(6, 6), 0, 3)
        surface.blit(self._picture, self.rect)
        left, top = self._offset(camera.left, camera.top, scale)
        frame = pygame.Rect(
            (self.rect.left + left, self.rect.top + top),
            (round(camera.width / camera.zoom * scale), round(camera.height / camera.zoom * scale)),
        ).clip(self.rect)
        pygame.draw.rect(surface, PALETTE.ink, frame.inflate(2, 2), 3)
        pygame.draw.rect(surface, PALETTE.gold, frame, 1)

    def look_again(self) -> None:
        """Counters have moved: the picture is to be made again."""
        self._picture = None

    def _offset(self, x: float, y: float, scale: float) -> tuple[int, int]:
        """Pixels of the small picture for a point of the paper."""
        return round((x - self.sheet.left) * scale), round((y - self.sheet.top) * scale)

    def paper_at(self, position: tuple[int, int]) -> Point | None:
        """The point on the paper under a pixel of the view, None beside the small picture."""
        if not self.rect.collidepoint(position):
            return None
        scale = self.rect.width / self.sheet.width
        return (
            self.sheet.left + (position[0] - self.rect.left) / scale,
            self.sheet.top + (position[1] - self.rect.top) / scale,
        )
