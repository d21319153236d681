"""The counters on the map, how stacks lie and move, and the names of places above them.

A counter's face is worked out once for each number of lost steps, its marks (moved, cut off,
states) once until the position changes. Stacks climb by a small step up and to the right; sides
that share a hex stand abreast. Whatever the player does not see is left out here, in one place, and
replaced by the back of a counter that says only that something lies below. The names of places
come last: they are drawn over the counters, where they cover least of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import pygame

from hexwar.rules.units.section import Units
from hexwar.viewer.counters.counter import (
    LOWERED,
    SIDE,
    SMALLEST,
    STACK,
    Face,
    Marks,
    back,
    counter,
    face_of,
    name_tag,
)
from hexwar.viewer.counters.fronts import bearing, draw_front, draw_plate
from hexwar.viewer.drawing.flags import CLOTH_WIDE, FOOT, STAFF_HIGH
from hexwar.viewer.drawing.geometry import Camera, PaperRect, Point, between
from hexwar.viewer.drawing.overlays import Overlay
from hexwar.viewer.drawing.theme import PALETTE, lettering, mix
from hexwar.viewer.match.last_answer import LastAnswer
from hexwar.viewer.match.match import Match
from hexwar.viewer.printed_map.map_sheet import MapSheet
from hexwar.viewer.printed_map.names import PlaceName, plate
from hexwar.viewer.printed_map.terrain import NAMES_FROM_ZOOM
from hexwar.viewer.table.selection import Selection

ABREAST = 0.42  # by which two stacks of a hex stand off its middle to both sides, in units
ABREAST_SIDE = 0.74  # of their counters, beside those of other hexes
_TAG_BELOW = 0.42  # from the middle of a plate to the top of its tag, in units
_FAN_WAYS = (("midbottom", 0, -1), ("midtop", 0, 1), ("midleft", 1, 0), ("midright", -1, 0))
"""Sides of a hex on which its stack is fanned out: which edge of the plate lies there."""
_FAN_SIDE = 52  # smallest side of a fanned-out counter, in points, and in pixels


def side_at(zoom: int) -> int:
    """Side of the counters on a map, in pixels: from afar they are larger than their hexes."""
    return max(SMALLEST, round(zoom * SIDE))


class Pieces:
    """Draws the counters of one match; what the player does not see is not drawn."""

    def __init__(self, match: Match, selection: Selection, painter: MapSheet) -> None:
        self.match = match
        self.selection = selection
        self.painter = painter
        self.plain = False
        """Whether counters have words in place of symbols."""
        self.pictured = True
        """Whether counters are as the pictures of the game show them."""
        self.scale = 1.0
        """Pixels to the point: how large the player wants what is to be read."""
        self.fanned = pygame.Rect(0, 0, 0, 0)
        """Where in the view a stack is fanned out; of no size when none is."""
        self._faces: dict[tuple[str, int, bool, bool], Face] = {}
        """By unit, lost steps, and whether in words and as pictured."""
        self._ready = LastAnswer[frozenset[str]]()
        self._standing = LastAnswer[dict[str, list[str]]]()
        self._marks: dict[str, Marks] = {}

    def face(self, unit: str) -> Face:
        """What is printed on the side of a unit's counter that shows."""
        game, lost = self.match.resolved, self.match.state.steps_lost(unit)
        looks = unit, lost, self.plain, self.pictured
        if looks not in self._faces:
            face = face_of(game[Units].counters[unit], game, lost)
            picture = face.picture if self.pictured else None
            self._faces[looks] = replace(face, plain=self.plain, picture=picture)
        return self._faces[looks]

    def look_again(self) -> None:
        """Forget where units stood and how they were marked: something has changed."""
        self._standing.forget()
        self._marks.clear()

    def marks(self, unit: str) -> Marks:
        """How a counter is marked now."""
        if unit not in self._marks:
            chosen, match = self.selection, self.match
            ready = self._ready.about((match.version,), lambda: frozenset(chosen.ready()))
            # Only one's own units are greyed as spent: an enemy has nothing to do in this decision.
            is_own = match.resolved[Units].counters[unit].side == match.state.side_to_act
            states = match.visibility.state.status(unit)
            self._marks[unit] = Marks(
                moved=is_own and chosen.presentation.is_phase and unit not in ready,
                dimmed=any(state.done for state in states),
                lit=unit in chosen.units or unit in chosen.attackers,
                cut_off=not match.state.in_supply(unit),
                strength="".join(state.mark for state in states if state.strength),
                signs=tuple(state.mark for state in states if state.mark and not state.strength),
            )
        return self._marks[unit]

    def standing(self) -> dict[str, list[str]]:
        """Hex to the counters seen in it, the lowest first, as they are shown at the moment."""
        visibility, playback = self.match.visibility, self.match.playback
        moving = playback.slide.units if playback.slide else ()

        def stacks() -> dict[str, list[str]]:
            tops = visibility.tops() if visibility.limited else frozenset()
            standing: dict[str, list[str]] = {}
            for unit, number in playback.positions.items():
                if number is not None and unit not in moving and visibility.sees(unit):
                    standing.setdefault(number, []).append(unit)
            for units in standing.values():
                # A stable sort: the top counter, which everybody sees, is drawn last and so above
                # the others.
                units.sort(key=lambda unit: unit in tops)
            return standing

        return self._standing.about((self.match.version, moving), stacks)

    # -- on the map ------------------------------------------------------------------------------

    def draw(self, view: pygame.Surface, camera: Camera) -> None:
        """All counters that are in view, the one that is on its way last."""
        playback = self.match.playback
        side = side_at(camera.zoom)
        # The lowest counter's middle may lie outside while the rest of a stack reaches into view.
        room = view.get_rect().inflate(2 * side, 2 * side)
        for number, units in self.standing().items():
            foot = self.spot(camera, number, 0)
            if not room.collidepoint(foot):
                continue
            parties = self._by_side(units)
            if len(parties) > 1:
                # Stacks of several sides beside one another, so that each is read.
                side = max(SMALLEST, round(side_at(camera.zoom) * ABREAST_SIDE))
                for party, at in zip(parties, self.abreast(camera, number, parties), strict=True):
                    for unit, spot in zip(party, at, strict=True):
                        self._lay(view, unit, spot, side)
                    if len(party) > 1:
                        _stack_mark(view, at[-1], side, str(len(party)), left=True)
                continue
            hidden = self.match.visibility.hides(number)
            if hidden:
                _put(view, back(self.face(units[0]).color, side), foot, side)
            # The back of what is hidden takes the lowest place, so that those seen stand one
            # higher.
            for level, unit in enumerate(units, int(hidden)):
                self._lay(view, unit, self.spot(camera, number, level), side)
            if hidden:
                _stack_mark(view, self.spot(camera, number, 1), side, "+")
            elif len(units) > 1:
                top = self.spot(camera, number, len(units) - 1)
                _stack_mark(view, top, side, str(len(units)), left=True)
        slide = playback.slide
        if slide is None:
            return
        start, end = (self.spot(camera, number, 0) for number in (slide.start, slide.end))
        across, down = map(round, between(start, end, slide.share))
        for level, unit in enumerate(reversed(slide.units)):
            if self.match.visibility.sees(unit):
                off = round(level * STACK * camera.zoom)
                middle = across + off, down - off
                plated = self._plate(view, unit, middle, side, Marks(lit=True))
                _put(view, counter(self.face(unit), side, plated), middle, side)

    def draw_tags(self, view: pygame.Surface, camera: Camera) -> None:
        """The names of those that look somewhere, of a stack that of the uppermost, at the foot of
        their plates and above all counters.
        """
        facings, counters = self.match.playback.facings, self.match.resolved[Units].counters
        for number, units in self.standing().items():
            unit, face = counters[units[-1]], self.face(units[-1])
            pictured = face.picture is not None and not face.plain
            if not facings.get(unit.id) or pictured or len(self._by_side(units)) > 1:
                continue
            many = len(unit.steps)
            steps = many - self.match.state.steps_lost(unit.id), many
            tag = name_tag(face, unit.name if unit.name != unit.id else "", steps, camera.zoom)
            if tag is not None:
                x, y = self.spot(camera, number, 0)
                view.blit(tag, tag.get_rect(midtop=(x, y + round(camera.zoom * _TAG_BELOW))))

    def _lay(self, view: pygame.Surface, unit: str, at: tuple[int, int], side: int) -> None:
        """A counter; one that looks somewhere on a plate that is turned there."""
        plated = self._plate(view, unit, at, side, self.marks(unit))
        picture = counter(self.face(unit), side, plated)
        leaving = self.match.playback.leaving
        if leaving and leaving[0] == unit:  # it fades
            picture = picture.copy()
            picture.set_alpha(round(255 * (1 - min(1.0, leaving[1]))))
        _put(view, picture, at, side)

    def _plate(
        self, view: pygame.Surface, unit: str, at: tuple[int, int], side: int, marks: Marks
    ) -> Marks:
        """Draw the plate of a counter that looks somewhere; answers how the counter on it is
        marked.
        """
        facing, face = self.match.playback.facings.get(unit), self.face(unit)
        if not facing:
            return marks
        degrees = bearing(facing, self.match.resolved.map.board.orientation)
        if face.picture is not None and not face.plain:
            draw_front(view, at, side, degrees)  # a picture has a card of its own
            return marks
        color = mix(face.color, PALETTE.paper, 0.5) if marks.dimmed else face.color
        draw_plate(view, at, side, degrees, color, lit=marks.lit)
        return replace(marks, bare=True)

    def ghost(self, overlay: Overlay, unit: str, number: str, facing: str = "") -> None:
        """A pale counter where a unit no longer stands, or not yet; on its plate if it will have a
        facing, and then less pale, as its front must be recognizable.
        """
        side = max(6, round(overlay.zoom * _GHOST_SIDE))
        marks, face = Marks(), self.face(unit)
        pale = pygame.Surface((side * 2, side * 2), pygame.SRCALPHA)
        if facing:
            degrees = bearing(facing, self.match.resolved.map.board.orientation)
            draw_plate(pale, (side, side), side, degrees, face.color)
            marks = replace(marks, bare=True)
        _put(pale, counter(face, side, marks), (side, side), side)
        pale.set_alpha(_GHOST_TO_COME if facing else _GHOST)
        across, down = overlay.center(number)
        overlay.surface.blit(pale, (round(across) - side, round(down) - side))

    def _by_side(self, units: list[str]) -> list[list[str]]:
        """The counters of a hex, those of each side by themselves, in the order of the sides."""
        counters = self.match.resolved[Units].counters
        sides = dict.fromkeys(counters[unit].side for unit in units)
        if len(sides) == 1:
            return [units]
        order = [side for side in self.match.state.frame.side_ids if side in sides]
        return [[unit for unit in units if counters[unit].side == side] for side in order]

    def abreast(
        self, camera: Camera, number: str, parties: list[list[str]]
    ) -> list[list[tuple[int, int]]]:
        """The middles of the counters of several sides in one hex, side by side."""
        across, down = self.painter.center(number)
        middles = []
        for index, units in enumerate(parties):
            off = (2 * index / (len(parties) - 1) - 1) * ABREAST
            lifts = [level * STACK for level in range(len(units))]
            middles.append(
                [camera.to_screen(across + off + lift, down + LOWERED - lift) for lift in lifts]
            )
        return middles

    def spot(self, camera: Camera, number: str, level: int) -> tuple[int, int]:
        """The middle of a counter in the view, by how many lie below it."""
        across, down = self.painter.center(number)
        return camera.to_screen(across + level * STACK, down + LOWERED - level * STACK)

    # -- fanned out ------------------------------------------------------------------------------

    def fan(self, view: pygame.Surface, camera: Camera, laid_out: Mapping[str, object]) -> None:
        """Spread the stack under the pointer at a size that can be read, on the side of its hex
        where it covers the fewest counters: the units that attack it stand around it.

        Not the one that is laid out already (``laid_out``), and not while a battle is prepared or
        impending: the panel names everybody then, and the map beside it is wanted.
        """
        number = self.selection.focus_hex
        units = self.standing().get(number or "", [])
        hidden = self.match.visibility.hides(number)
        aimed = self.selection.target is not None or self.match.impending is not None
        if number is None or len(units) + hidden < 2 or aimed:
            return
        if laid_out and set(units) & set(laid_out):
            return
        # They grow with the lettering, where the view has the room.
        room = int(view.get_width() / (1.1 * (len(units) + hidden) + 0.1))
        scaled = min(round(_FAN_SIDE * self.scale), room)
        side = max(_FAN_SIDE, scaled, round(camera.zoom * SIDE))
        pictures = [counter(self.face(unit), side, self.marks(unit)) for unit in reversed(units)]
        pictures += [back(self.face(units[0]).color, side, "?")] if hidden else []
        gap = side // 10
        size = len(pictures) * (side + gap) + gap, side + 2 * gap
        across, down = self.spot(camera, number, 0)
        away = round(camera.zoom * 0.75)
        neighbors = [
            self.spot(camera, number_near, 0)
            for number_near in self.standing()
            if number_near != number
        ]
        seats = []
        for edge, right, below in _FAN_WAYS:
            seat = pygame.Rect((0, 0), size)
            setattr(seat, edge, (across + right * away, down + below * away))
            seat.clamp_ip(view.get_rect())
            near = seat.inflate(side // 2, side // 2)
            hides = 100 * seat.collidepoint(across, down)  # clamped onto its own stack
            seats.append((hides + sum(map(near.collidepoint, neighbors)), seat))
        self.fanned = box = min(seats, key=lambda pair: pair[0])[1]  # of equals the first
        pygame.draw.rect(view, PALETTE.chrome, box.inflate(4, 4), 0, 8)
        pygame.draw.rect(view, PALETTE.chrome_raised, box, 0, 7)
        for index, picture in enumerate(pictures):
            view.blit(picture, (box.left + gap + index * (side + gap), box.top + gap))

    def threatening(self, overlay: Overlay, numbers: Iterable[str]) -> None:
        """Marks above the counters of these hexes: a text names the units, so their designations
        stay to be read.
        """
        standing = self.standing()
        for number in numbers:
            across, down = self.spot(
                overlay.camera, number, max(0, len(standing.get(number, ())) - 1)
            )
            overlay.threat_mark((across, down - side_at(overlay.zoom) / 2))

    def targets(self, overlay: Overlay) -> None:
        """Marks on what can be fought by what is picked up, or by anybody as long as nothing is."""
        chosen = self.selection
        if not chosen.available.target_first:
            numbers = [*(chosen.fights() if chosen.units else chosen.available.within_aim())]
        elif chosen.target is not None or chosen.unit is None:
            numbers = [*chosen.targets]
        else:
            numbers = [
                number
                for number, groups in chosen.targets.items()
                if any(chosen.unit in group for group in groups)
            ]
        for number in numbers:
            overlay.crosshair(number, chosen=number in chosen.aimed_at)


def _put(view: pygame.Surface, picture: pygame.Surface, at: tuple[int, int], side: int) -> None:
    view.blit(picture, (at[0] - side // 2, at[1] - side // 2))


def _stack_mark(
    view: pygame.Surface, at: tuple[int, int], side: int, text: str, *, left: bool = False
) -> None:
    """At the edge of the top counter, clear of what is printed on it: how many lie there, or that
    more do than are shown.
    """
    if side < 16:
        return
    box = pygame.Rect(0, 0, max(9, side // 3), max(9, side // 3))
    reach = side // 2 - box.width // 4
    box.center = (at[0] + reach, at[1] - reach)
    if left:  # beside the symbol; the designation stands above it
        box.center = (at[0] - side // 2 - box.width // 4, at[1] - side // 12)
    pygame.draw.rect(view, PALETTE.white, box.inflate(2, 2), 0, 3)
    pygame.draw.rect(view, PALETTE.ink, box, 0, 3)
    sign = lettering(text, round(box.height * (1.1 if text == "+" else 0.8)), PALETTE.white, True)
    view.blit(sign, sign.get_rect(center=box.center))


_GHOST = 105  # of 255: how much is seen of a counter that stands there no more
_GHOST_TO_COME = 175
_GHOST_SIDE = 0.92  # of a ghost, in units
_SMALLEST = 34  # pixels of a counter in the hand, however small the map is drawn
_CLEAR = 215  # of 255: what lies below shows through


def draw_carried(overlay: Overlay, chosen: Selection, pieces: Pieces, at: tuple[int, int]) -> None:
    """Draw what is picked up with its middle at a pixel of the view."""
    side = max(_SMALLEST, round(overlay.zoom * SIDE))
    for level, unit in enumerate(chosen.units):
        picture = counter(pieces.face(unit), side, Marks(lit=True)).copy()
        picture.set_alpha(_CLEAR)
        off = round(level * STACK * side)
        overlay.surface.blit(picture, (at[0] - side // 2 + off, at[1] - side // 2 - off))
    number = chosen.focus_hex
    if number is not None and refused(chosen, number):
        overlay.no_entry((at[0] + side * 0.45, at[1] - side * 0.45), side * 0.3)


def refused(chosen: Selection, number: str) -> bool:
    """Whether what is picked up cannot be put down in a hex."""
    if not chosen.units or number == chosen.here:
        return False
    return number not in chosen.destinations() and number not in chosen.fights()


# The names of places on a map with counters: above them, and where they cover least of them.
#
# A name keeps its place at the foot of its hex as long as no counter lies there; else it stands
# where it is least in the way. Lengths are in units of the paper unless pixels are named.


_NUMBER = PaperRect(-0.35, -0.82, 0.7, 0.28)
"""Where the number of a hex is printed, from the middle of the hex."""
_LETTERS = 0.6  # of the height of a line: the letters without what is free above and below them
_NEAR = (4.0, 2.5)  # across and down: what is farther from a hex is not in the way of its name
_ON_COUNTER, _ON_NAME, _ON_NUMBER = 1.0, 2.0, 0.4
"""What it costs a name to cover a square unit of these."""
_OFF_SHEET = 9.0  # what it costs to reach beyond the sheet
_TASTE = 0.012  # what it costs to be one place later among those to choose from


class Around(NamedTuple):
    """What stands in the way: hex to how many counters, and how many markers, lie there; the hexes
    with flags.
    """

    stacks: Mapping[str, int]
    tags: Mapping[str, int]
    flags: Sequence[str]


class PlaceNames:
    """Names of one map, seated once for all that stands in their way."""

    def __init__(self, painter: MapSheet) -> None:
        self._painter = painter
        self._known = LastAnswer[list[tuple[str, Point]]]()
        self._seats = defaultdict[PlaceName, LastAnswer[tuple[Point, PaperRect]]](LastAnswer)

    def draw(self, surface: pygame.Surface, camera: Camera, around: Around) -> None:
        """Letter them; where they stand is thought of again when something else is in the way."""
        zoom = camera.zoom
        if zoom < NAMES_FROM_ZOOM:
            return
        for name, at in self._known.about((around, zoom), lambda: self.seated(zoom, around)):
            picture = plate(name, zoom)
            surface.blit(picture, picture.get_rect(center=camera.to_screen(*at)))

    def seated(self, zoom: int, around: Around) -> list[tuple[str, Point]]:
        """Each name with the middle of its letters."""
        painter = self._painter
        pieces = list(_taken(painter, around, zoom))
        names: list[PaperRect] = []
        seats: list[tuple[str, Point]] = []
        for place in painter.names.places:
            across, down = painter.center(place.hex)
            # Only what is near is weighed: not each name against all that is on the map. And of all
            # names only those are seated anew near which something has changed.
            near = tuple(
                (weight, box)
                for weight, boxes in ((_ON_COUNTER, pieces), (_ON_NAME, names))
                for box in boxes
                if abs(box.left + box.width / 2 - across) < _NEAR[0]
                and abs(box.top + box.height / 2 - down) < _NEAR[1]
            )
            seat = partial(self._seat, place, zoom, near)
            at, letters = self._seats[place].about((zoom, near), seat)
            names.append(letters)
            seats.append((place.text, at))
        return seats

    def _seat(
        self, place: PlaceName, zoom: int, near: Iterable[tuple[float, PaperRect]]
    ) -> tuple[Point, PaperRect]:
        """Where the letters of a name cover least of what is near."""
        painter, sheet = self._painter, self._painter.sheet
        wide, line = (pixels / zoom for pixels in plate(place.text, zoom).get_size())
        high = line * _LETTERS
        in_the_way = list(near)
        for number in (place.hex, *painter.map.neighbors(place.hex)):
            x, y = painter.center(number)
            printed = PaperRect(x + _NUMBER.left, y + _NUMBER.top, _NUMBER.width, _NUMBER.height)
            in_the_way.append((_ON_NUMBER, printed))
        best, best_box, least = place.at, sheet, float("inf")
        for rank, at in enumerate(_seats(place, painter.center(place.hex), wide)):
            box = PaperRect(at[0] - wide / 2, at[1] - high / 2, wide, high)
            # Among seats that cover equally much the earlier one wins by its taste; the foot of the
            # hex is first.
            cost = rank * _TASTE + sum(weight * _shared(box, by) for weight, by in in_the_way)
            across_fits = sheet.left <= box.left and box.right <= sheet.right
            down_fits = sheet.top <= box.top and box.bottom <= sheet.bottom
            cost += 0.0 if across_fits and down_fits else _OFF_SHEET
            if cost < least:
                best, best_box, least = at, box, cost
        return best, best_box


def _taken(painter: MapSheet, around: Around, zoom: int) -> Iterator[PaperRect]:
    """The room that stacks, flags and markers take."""
    side = side_at(zoom) / zoom
    for number, many in around.stacks.items():
        across, down = painter.center(number)
        grown = (many - 1) * STACK
        yield PaperRect(
            across - side / 2, down + LOWERED - side / 2 - grown, side + grown, side + grown
        )
    for number in around.flags:
        across, down = painter.center(number)
        yield PaperRect(across + FOOT[0], down + FOOT[1] - STAFF_HIGH, CLOTH_WIDE, STAFF_HIGH)
    for number, many in around.tags.items():
        across, down = painter.center(number)
        yield PaperRect(across - 0.28 * many, down + 0.5, 0.56 * many, 0.36)


def _seats(place: PlaceName, middle: Point, wide: float) -> Iterator[Point]:
    """Where a name may stand: below, above and beside the counters of its hex."""
    (across, height), (_, foot) = middle, place.at
    yield place.at
    for off in (0.3, -0.3, 0.6, -0.6):
        yield across + off, foot
    for down in (0.14, -1.48):  # a little lower, and above
        yield across, foot + down
    beside = wide / 2 + 0.6
    for down in (0.5, -0.3):
        yield across + beside, height + down
        yield across - beside, height + down
    for off in (0.5, -0.5):
        yield across + off, foot - 1.48


def _shared(a: PaperRect, b: PaperRect) -> float:
    """The area that two boxes have in common."""
    across = min(a.right, b.right) - max(a.left, b.left)
    down = min(a.bottom, b.bottom) - max(a.top, b.top)
    return across * down if across > 0 and down > 0 else 0.0
