"""What has changed, on the map: routes, where units stood, who is gone, where battles were.

Routes and ghosts lie under the counters, losses and battles over them: the one says how the present
position came about, the other must not be hidden by it.
"""

from __future__ import annotations

import pygame

from hexwar.rules.units.section import Units
from hexwar.viewer.counters.counter import counter
from hexwar.viewer.drawing.overlays import Overlay
from hexwar.viewer.drawing.theme import PALETTE, parse_color
from hexwar.viewer.match.changes import Changes
from hexwar.viewer.match.hints import Hints
from hexwar.viewer.match.match import Match
from hexwar.viewer.table.pieces import Pieces

_GHOST = 105  # of 255: how much is seen of a counter that stands there no more
_SIDE = 0.92  # of a ghost, in units
_GONE = 0.76  # of the counter of a unit that was lost, in units


def drawn(match: Match, hints: Hints | None) -> Changes:
    """What has changed, as far as it is to be seen: nothing of it while a hint is on the map, whose
    arrows nobody could tell from those of the other side.
    """
    return Changes() if hints is not None and hints.plan else match.changes


def draw_below(overlay: Overlay, match: Match, pieces: Pieces, changes: Changes) -> None:
    """Routes and ghosts, under the counters."""
    for unit, path in changes.routes.items():
        # Who came from off the map stood in no hex before.
        if path[0]:
            _ghost(overlay, pieces, unit, path[0])
    ways: dict[tuple[str, ...], str] = {}
    for unit, path in changes.routes.items():  # a stack has one arrow
        ways.setdefault(tuple(number for number in path if number), unit)
    for path, unit in ways.items():
        side = match.sides[match.resolved[Units].counters[unit].side]
        overlay.route(path, parse_color(side.color, PALETTE.ink))


def draw_above(overlay: Overlay, match: Match, pieces: Pieces, changes: Changes) -> None:
    """Who was lost and where there were battles, over the counters."""
    in_hex: dict[str, int] = {}
    for unit, number in changes.lost.items():
        place = in_hex[number] = in_hex.get(number, -1) + 1
        _gone(overlay, pieces, unit, number, place)
    for number in changes.fought:
        overlay.clash(number, changes.came_to(number))


def _ghost(overlay: Overlay, pieces: Pieces, unit: str, number: str) -> None:
    side = max(6, round(overlay.zoom * _SIDE))
    picture = counter(pieces.face(unit), side).copy()
    picture.set_alpha(_GHOST)
    across, down = overlay.center(number)
    overlay.surface.blit(picture, (round(across) - side // 2, round(down) - side // 2))


def _gone(overlay: Overlay, pieces: Pieces, unit: str, number: str, place: int) -> None:
    """A small pale counter struck through, beside others that were lost in the hex."""
    side = max(10, round(overlay.zoom * _GONE))
    across, down = overlay.center(number)
    box = pygame.Rect(0, 0, side, side)
    box.center = round(across - overlay.zoom * 0.45), round(down - overlay.zoom * 0.5)
    box.move_ip(place * side * 2 // 3, 0)
    picture = counter(pieces.face(unit), side).copy()
    picture.set_alpha(190)
    overlay.surface.blit(picture, box.topleft)
    overlay.struck(box)
