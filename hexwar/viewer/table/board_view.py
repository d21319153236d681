"""The map with its counters: drawing it and finding what is under the pointer.

A :class:`BoardView` holds the camera and decides what is kept in view: the front with which a map
opens, the whole map, or what the player has turned to himself. It draws from the paper upwards: the
printed map, what lies on the ground below counters (reach, supply, goals, ghosts of what has
changed), the counters, the names of places, and above them what must never be covered: arrows,
paths, the dice of a battle, the small map and the key of what is laid over.

Its methods stand in this order: what is shown and where in the window; where the view looks; what
is under the pointer; drawing; the corners; last what needs the rules, which is asked once for each
position (``version``) and kept.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

import pygame

from hexwar.definition.grammar import in_prose
from hexwar.rules.exits import Exits
from hexwar.rules.language.wording import either
from hexwar.rules.sheet import Sheet
from hexwar.rules.units.section import Units
from hexwar.viewer.counters.counter import number_text
from hexwar.viewer.drawing.flags import Flag, coming_flags, flags
from hexwar.viewer.drawing.geometry import Camera, PaperRect, Point, leading
from hexwar.viewer.drawing.outlines import ENEMY_REACH
from hexwar.viewer.drawing.overlays import Overlay
from hexwar.viewer.drawing.theme import PALETTE, parse_color
from hexwar.viewer.match.hints import Hints
from hexwar.viewer.match.last_answer import LastAnswer
from hexwar.viewer.match.match import Match
from hexwar.viewer.match.meanwhile import Changes
from hexwar.viewer.match.objectives import objectives, sought
from hexwar.viewer.printed_map.lying_view import OnMap
from hexwar.viewer.printed_map.map_sheet import MapSheet
from hexwar.viewer.table.fights import FightsView
from hexwar.viewer.table.pieces import Around, Pieces, PlaceNames, draw_carried, side_at
from hexwar.viewer.table.selection import Selection
from hexwar.viewer.table.viewpoint import Minimap, gathered, readable, sparing, viewpoint
from hexwar.viewer.table.views import (
    KeySample,
    SightView,
    SupplyView,
    draw_above,
    draw_arcs,
    draw_below,
    draw_hint,
    draw_key,
    draw_last_seen,
    draw_orders,
    draw_wind,
    facings_before,
    last_seen,
    of_border,
    shown_changes,
)

_STILL_READABLE = 0.8
"""Of the zoom at which counters can be read: so far the view goes back to hold what is fought for
too.
"""

OTHER_WAY = (232, 128, 24)
"""The colour of what units reach in another way than the one that they would take."""

_MOST_POINTED_AT = 6
"""Of more hexes that a lesson points at only the outline of them all is drawn."""

_WIND_BOX = 90, 110  # points that the wind takes in its corner
_HEX_BOX = 1.5  # in sizes of a hex: a square in which one surely lies


class BoardView:
    """Draws the map into ``rect`` (pixels of the window).

    ``show_threats``, ``hide_counters`` and ``show_names`` are on while their keys are held,
    ``show_supply`` until it is switched off.
    """

    def __init__(self, match: Match, selection: Selection, painter: MapSheet) -> None:
        self.match = match
        self.selection = selection
        self.painter = painter
        self.rect = pygame.Rect(0, 0, 100, 100)
        self.camera = Camera(painter.sheet, 100, 100)
        self.minimap = Minimap(painter.sheet, lambda: self.camera)
        self.show_threats = False
        self.hide_counters = False
        self.show_names = False
        self.show_supply = False
        self.pieces = Pieces(match, selection, painter)
        self.fights = FightsView(match, selection, self.pieces)
        self.sight = SightView(match, selection)
        self.supply = SupplyView(match)
        self.names = PlaceNames(painter)
        self.hints: Hints | None = None
        """What the computer would do; drawn if there is a hint."""
        self.marked: tuple[str, ...] = ()
        """The hexes that a lesson points at."""
        self.carried: tuple[int, int] | None = None
        """The pixel of the window to which what is picked up is being dragged."""
        self.complete = True
        """Whether the printed map was all there when it was drawn last."""
        self.concerned: tuple[str, ...] = ()
        """The units that the card is about which the pointer is on in a panel."""
        self.meant: tuple[str, ...] = ()
        """The hexes of the choice that the pointer is on in a panel."""
        self._placed = False
        self._kept: Literal["front", "whole", "own"] = "front"
        """What is kept in view when the window's size changes: ``own`` is the player's view."""
        # What takes rules to find out, for the last position that it was asked for.
        self._known_flags = LastAnswer[list[Flag]]()
        self._lying_known = LastAnswer[OnMap]()
        self._reactors = LastAnswer[dict[str, tuple[str, ...]]]()  # by hex of a way
        self._last_seen = LastAnswer[dict[str, str]]()  # by unit, the hex
        self._threats = LastAnswer[dict[str, tuple[str, ...]]]()  # by hex, who could come there
        self._hexes_that_count = LastAnswer[frozenset[str]]()
        self._facings = LastAnswer[dict[str, str]]()  # before the changes shown, by unit

    def show_on(self, painter: MapSheet) -> None:
        """Show this map on another sheet, a scan or the drawn one; what is in the middle of the
        view stays there.
        """
        # The two may be stretched differently.
        (old_wide, old_high), (wide, high) = self.painter.layout.stretch, painter.layout.stretch
        self.painter = self.pieces.painter = painter
        self.names = PlaceNames(painter)
        self.minimap = Minimap(painter.sheet, lambda: self.camera)
        self.camera.change(painter.sheet, (wide / old_wide, high / old_high))
        self._keep_view()
        self.look_again()

    def look_as(self, view: BoardView) -> None:
        """Show the part of the map that another view shows, on the sheet of this one: a side that
        gets the window back finds what it was looking at.
        """
        self.rect, self._placed, self._kept = view.rect, view._placed, view._kept
        self.camera = view.camera
        self.camera.sheet = self.painter.sheet

    def place(self, rect: pygame.Rect) -> None:
        """Take a rectangle of the window.

        The view with which the map opened, or all of it, is worked out again for another size; what
        the player looks at stays in the middle.
        """
        same_size, self.rect = self._placed and rect.size == self.rect.size, rect
        if same_size:
            return
        self._placed = True
        self.camera.resize(rect.width, rect.height)
        self._keep_view()

    # -- where it looks ------------------------------------------------------------------------

    def fit(self) -> None:
        """Show the whole map, and keep showing it when the window's size changes."""
        self.camera.fit()
        self._kept = "whole"

    def look_at_front(self) -> None:
        """Look where the fight is, from near enough to read counters; the view that opens a map.

        A map that is legible as a whole is shown whole. What a lesson points at is in view.
        """
        self._kept = "front"
        self.camera.fit()
        size = self.camera.width, self.camera.height
        view = viewpoint(self.painter.sheet, size, *self._fighters(), self.pieces.scale)
        if view is not None:
            self.camera.zoom = view.zoom
            self.camera.center_on(*view.at)
        if self.match.state.turn <= 1 and self.match.lesson is None:
            # At first one wants to see the units that the game is about, too.
            self._take_in(sought(self.match))
        self._spare_key()
        # Last, since what a lesson points at has to be in view, wherever the fight is.
        self.look_at_all(self.marked)

    def _keep_view(self) -> None:
        """Look again at what is kept in view, as the view or the sheet has another size."""
        if self._kept == "front":
            self.look_at_front()
        elif self._kept == "whole" or self.camera.shows_all:
            self.camera.fit()

    def _take_in(self, numbers: Collection[str]) -> None:
        """Zoom out a little to see hexes as well as the units that can act, if that is all that it
        takes.
        """
        camera = self.camera
        points = [self.painter.center(number) for number in numbers]
        if all(camera.shows(*point) for point in points):
            return
        everybody = [*points, *self._fighters()[0]]
        size = camera.width, camera.height
        view = gathered(everybody, size, camera.zoom, self.pieces.scale)
        if view.zoom >= _STILL_READABLE * readable(self.pieces.scale):
            camera.zoom = view.zoom
            camera.center_on(*view.at)

    def _spare_key(self) -> None:
        """Shift the view where it cuts through the printed key, if that pushes no counter and no
        place that counts out of it.
        """
        camera, sheet = self.camera, self.painter.sheet
        wide, high = camera.width / camera.zoom, camera.height / camera.zoom
        view = PaperRect(camera.left, camera.top, wide, high)
        places = {*self.pieces.standing(), *(place.hex for place in objectives(self.match))}
        kept = [self.painter.center(number) for number in places]
        across, down = sparing(view, sheet, self.painter.key_lines, kept)
        camera.pan(across * camera.zoom, down * camera.zoom)

    def _fighters(self) -> tuple[list[Point], list[Point]]:
        """Where the units that can act stand, or else all units of the acting side; and where the
        enemies in sight stand.
        """
        match, acting = self.match, self.match.state.side_to_act
        if not match.human_to_act:
            # When the computer begins, the person at the window looks at his own units, not at the
            # computer's.
            acting = next(iter(match.visibility.people), acting)
        units = match.resolved[Units].counters
        ready = set(self.selection.ready()) if match.human_to_act else set()
        fighters: list[Point] = []
        able: list[Point] = []
        enemies: list[Point] = []
        for number, standing in self.pieces.standing().items():
            point, sides = self.painter.center(number), {units[unit].side for unit in standing}
            (fighters if acting in sides else enemies).append(point)
            if ready.intersection(standing):
                able.append(point)
        return able or fighters, enemies

    def look_at_ready(self, *, anew: bool) -> None:
        """Move the view if no unit that can act is in it.

        ``anew``: a turn of their own begins, and the view with which the map opened is worked out
        again if not all of them are in it. Else they are asked within another's turn, and see the
        hexes that the question is about, too.
        """
        positions = self.match.playback.positions
        standing = [number for number in map(positions.get, self.selection.ready()) if number]
        ready = [self.painter.center(number) for number in standing]
        visible = [self.camera.shows(*point, margin=0.0) for point in ready]
        decision, fight = self.match.state.decision, self.match.impending
        about = [*decision.hexes] if decision is not None else []
        if fight is not None:
            attackers = map(positions.get, fight.attackers)
            about += [*fight.hexes, *(number for number in attackers if number)]
        # Fired at from out of view, a player could not see which unit a reaction is about.
        if not anew and about:
            self.look_at_all([*standing, *about])
        elif all(visible) or (any(visible) and not (anew and self._kept == "front")):
            return
        elif anew and self._kept == "front":
            self.look_at_front()
        else:
            self.camera.center_on(*ready[0])

    def look_at_all(self, numbers: Collection[str]) -> None:
        """Bring hexes into view, all of them, and near enough to read counters if possible.

        A view of the whole map stays as it is.
        """
        camera, points = self.camera, [self.painter.center(number) for number in numbers]
        all_visible = all(camera.shows(*point) for point in points)
        if not points or self._kept == "whole" or (all_visible and self._kept == "own"):
            return
        gathering = gathered(points, (camera.width, camera.height), camera.zoom, self.pieces.scale)
        # If all are in view already, only to come nearer: a step of a lesson that showed much has
        # left the view far off.
        if not all_visible or gathering.zoom > camera.zoom:
            camera.zoom = gathering.zoom
            camera.center_on(*gathering.at)

    def reveal(self, number: str) -> None:
        """Bring a hex into view if it is not."""
        across, down = self.painter.center(number)
        if not self.camera.shows(across, down):
            self.camera.center_on(across, down)

    def zoom(self, at: tuple[int, int], steps: float) -> None:
        """Zoom towards a pixel of the window."""
        self.camera.zoom_at(at[0] - self.rect.left, at[1] - self.rect.top, steps)
        self._kept = "own"

    def pan(self, dx: float, dy: float) -> None:
        """Move the view by pixels."""
        self.camera.pan(dx, dy)
        self._kept = "own"

    @property
    def offer(self) -> str:
        """Where one can look instead: ``front``, where counters cannot be read, or ``whole``."""
        if not self.camera.shows_all:
            return "whole"
        return "front" if self.camera.zoom < readable(self.pieces.scale) else ""

    # -- under the pointer ---------------------------------------------------------------------

    def number_at(self, position: tuple[int, int]) -> str | None:
        """The hex under a pixel of the window."""
        if not self.rect.collidepoint(position):
            return None
        across, down = self.camera.to_paper(
            position[0] - self.rect.left, position[1] - self.rect.top
        )
        return self.match.resolved.map.number_at(self.painter.layout.hex_at(across, down))

    def pixel_of(self, number: str) -> tuple[int, int]:
        """The middle of a hex in pixels of the window."""
        across, down = self.camera.to_screen(*self.painter.center(number))
        return across + self.rect.left, down + self.rect.top

    def neighbour(self, number: str, dx: int, dy: int) -> str | None:
        """The adjacent hex that lies most nearly that way on the screen, if one does at all."""
        return leading(self.match.resolved.map, self.painter.layout, number, (dx, dy))

    def jump(self, position: tuple[int, int]) -> bool:
        """Look at the place under a pixel of the small map; False beside it."""
        spot = self.minimap.paper_at((position[0] - self.rect.left, position[1] - self.rect.top))
        if spot is not None:
            self.camera.center_on(*spot)
            self._kept = "own"
        return spot is not None

    # -- drawing, from the paper upwards -------------------------------------------------------

    def look_again(self) -> None:
        """More than the view has changed: where units stand is asked again."""
        self.pieces.look_again()
        self.minimap.look_again()

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything, from the paper upwards."""
        view = surface.subsurface(self.rect)
        self.complete = self.painter.tiles.draw(view, self.camera)
        overlay = Overlay(view, self.camera, self.painter.layout, self.match.resolved.map)
        quiet = self.match.playback.busy
        # While a result is to be looked at, that is drawn and nothing else that has changed.
        nothing_new = quiet or self.hide_counters or self.match.holds
        changes = Changes() if nothing_new else shown_changes(self.match, self.hints)
        if not quiet:
            self._below(overlay)
        # What a lesson points at: each hex, or many in one piece.
        few = len(self.marked) <= _MOST_POINTED_AT
        for numbers in [(number,) for number in self.marked] if few else [self.marked]:
            overlay.ringed(numbers)
        self._lying().draw_below(overlay)
        self.pieces.fanned.size = (0, 0)
        self.fights.begin(self._laid_over(view))
        if not quiet:
            draw_last_seen(overlay, self.pieces, self.last_seen())
        facings = self._facings.about(
            (self.match.version, tuple(changes.routes.items())),
            lambda: facings_before(self.match, changes),
        )
        draw_below(overlay, self.match, self.pieces, changes, facings)
        if not self.hide_counters:
            self.pieces.draw(view, self.camera)
            self._lying().draw_above(overlay)
        if not quiet:
            self._outlined(overlay)
        # Flags and names stand on the edges of hexes, where outlines would cover them.
        for flag in self._flags():
            overlay.pennant(*flag)
        self._name_all(view)
        draw_above(overlay, self.match, self.pieces, changes)
        if not quiet:
            self._above(overlay)
        # Last, as arcs and lines around the unit that is pointed at would cover what is told.
        self.fights.draw_changes(overlay, changes)
        if not (quiet or self.hide_counters):
            self.pieces.fan(view, self.camera, dict.fromkeys(self.selection.members()))
        if self.show_names:
            self._letter(view)
        self.fights.draw_fought(overlay)
        self._minimap(view)
        sheet = self.match.resolved.section(Sheet)
        if sheet is not None and sheet.wind_bearing is not None:
            draw_wind(view, sheet.wind_bearing, self.pieces.scale)
        if key := self.key():
            draw_key(view, self.pieces.scale, key)
        if self.carried is not None:
            pixel = self.carried[0] - self.rect.left, self.carried[1] - self.rect.top
            draw_carried(overlay, self.selection, self.pieces, pixel)
        # What was asked for on the way may still be drawn, piece by piece.
        self.complete = self.complete and self.painter.tiles.settled

    def _below(self, overlay: Overlay) -> None:
        """What counters may cover: areas, and outlines around them."""
        for exit_ in self.match.resolved[Exits].by_id.values():
            for number in self.match.resolved.map.region(exit_.region):
                overlay.way_out(
                    number, parse_color(self.match.sides[exit_.side].color, PALETTE.ink)
                )
        if self.show_threats:
            overlay.outline(self.threats(), ENEMY_REACH)
        inspection = self.selection.inspection
        if inspection.hex is not None:
            overlay.hatch(inspection.zones)
            overlay.border({*inspection.reach, inspection.hex}, PALETTE.danger)
            overlay.frame(inspection.hex, PALETTE.danger)
        if self.show_supply:
            self.supply.draw(overlay)
            overlay.network([line for line in self.supply.lines.values() if line])
        self._goals(overlay)
        self.pieces.targets(overlay)

    def _goals(self, overlay: Overlay) -> None:
        """Where the units picked up can go; which units can be picked up, when that is a
        question.
        """
        chosen, looks = self.selection, self.selection.presentation
        if looks.aims and chosen.target is not None:
            return  # a fire is being prepared: where else the unit could go does not matter
        goals, hex_now = chosen.destinations(), chosen.here
        wide = looks.own_turn or not looks.lists_ways
        for goals_otherwise in chosen.other_ways():
            overlay.tint(goals_otherwise.keys() - goals.keys() - {hex_now}, OTHER_WAY)
            overlay.border(
                {*goals_otherwise, hex_now} if hex_now else set(goals_otherwise), OTHER_WAY
            )
        if goals and wide:
            overlay.tint(goals)
            overlay.region({*goals, hex_now} if hex_now else set(goals))
        # In the middle of somebody's action there are few hexes to go to, and each is marked by
        # itself.
        if not wide:
            for number in goals:
                overlay.goal(number)
        unit_is_asked = chosen.unit is None or (chosen.available.candidates and not goals)
        if chosen.kind and unit_is_asked and looks.frames_ready(chosen):
            hexes_ready = {self.match.state.position(unit) for unit in chosen.ready()}
            for number in sorted(number for number in hexes_ready if number):
                overlay.frame(number, PALETTE.gold, dashed=True)

    def _name_all(self, view: pygame.Surface) -> None:
        """The names of places and of units that have tags."""
        if not self.painter.is_picture:
            # A picture of a map has its names on it, and would show them twice.
            self._letter(view)
        if not self.hide_counters:
            self.pieces.draw_tags(view, self.camera)

    def _letter(self, view: pygame.Surface) -> None:
        """The names of places, above the counters."""
        standing = {} if self.hide_counters else self.pieces.standing()
        stacks = {number: len(units) for number, units in standing.items()}
        flagged = [flag.hex for flag in self._flags()]
        self.names.draw(view, self.camera, Around(stacks, self._lying().many, flagged))

    def _outlined(self, overlay: Overlay) -> None:
        """Hexes that something is about: a fight that is chosen, a card or a choice pointed at; the
        hex under the pointer; arcs, and the ways that are written, which cover no name.
        """
        self.fights.outline_aim(overlay)
        standing = {self.match.state.position(unit) for unit in self.concerned}
        overlay.ringed([number for number in standing if number])
        overlay.ringed(self.meant)
        if self.selection.pointer and not self.selection.cursor_shown:
            overlay.frame(self.selection.pointer, PALETTE.ink, shrink=0.97)
        if self.fights.aimed() is None:  # arcs would lie over what is told of a fight
            draw_arcs(overlay, self.match, self.selection)
        draw_orders(overlay, self.match, self.pieces)

    def _above(self, overlay: Overlay) -> None:
        """What no counter may cover; the hex cursor comes last and lies on all else."""
        chosen, state, known_state = self.selection, self.match.state, self.match.visibility.state
        for attack in known_state.declared_attacks():
            for unit in attack.units:
                self.fights.arrows(overlay, known_state.position(unit), attack.hexes, PALETTE.gold)
        if self.hints is not None:
            draw_hint(overlay, self.match, self.hints)
        if chosen.here and not chosen.presentation.own_turn and chosen.presentation.lists_ways:
            hex_now = chosen.here
            for number in chosen.destinations():
                if number in self.match.resolved.map.neighbors(hex_now):
                    overlay.arrow(hex_now, number, PALETTE.accent, reach=0.8)
        self._under_way(overlay)
        aimed = self.fights.aimed()
        self._path(overlay)
        self.sight.draw(overlay, explained=aimed.hexes if aimed is not None else ())
        if self.show_supply:
            self.supply.draw_sources(overlay)
            self.supply.draw_lines(overlay, self.selection)
        # After the line of sight, which would run across the odds.
        self.fights.draw_aim(overlay)
        threatening = {state.position(unit) for unit in self.threatening()}
        self.pieces.threatening(overlay, [number for number in threatening if number])
        if chosen.cursor_shown:
            overlay.cursor(chosen.cursor)

    def _path(self, overlay: Overlay) -> None:
        """The way to the hex looked at, with what has been spent at each step.

        For a way without costs, how many hexes it has, and where on it enemies may react.
        """
        chosen = self.selection
        number = chosen.focus_hex
        if number is None:
            return
        reach = chosen.reach()
        goal = reach.get(number)
        if goal is not None:
            costs = [number_text(reach[step].cost) if step in reach else "" for step in goal.path]
            overlay.path(goal.path, costs, stopped=goal.stops is not None)
            return
        course = chosen.course(number)
        if course:
            overlay.path(course, [*("" for _ in course[1:]), str(len(course) - 1)], stopped=False)
            self._exposed(overlay, course)

    def _exposed(self, overlay: Overlay, course: tuple[str, ...]) -> None:
        """The hexes of a way where enemies may react, and who these are."""
        chosen = self.selection
        question = self.match.version, chosen.units, course
        reactors = self._reactors.about(question, lambda: chosen.reactors(course))
        for number in reactors:
            overlay.exposed(number)
        places = {chosen.state.position(unit) for units in reactors.values() for unit in units}
        self.pieces.threatening(overlay, [number for number in places if number])

    def _under_way(self, overlay: Overlay) -> None:
        """The action that may be interrupted: where the unit has come from, and its target."""
        visibility = self.match.visibility
        # Shown only where every view of this window knows of it: two people may share it.
        actions = [view.under_way() for view in visibility.views] or [self.match.state.under_way()]
        action = actions[0]
        if action is None or None in actions or not action.path:
            return
        overlay.footsteps(action.path)
        # Red is what threatens: one's own unit that acts has the frame of a unit that acts.
        own_side = visibility.people[0] if len(visibility.people) == 1 else visibility.side
        is_own = self.match.resolved[Units].counters[action.unit].side == own_side
        overlay.frame(action.path[-1], PALETTE.gold if is_own else PALETTE.danger, shrink=0.98)
        if action.target and self.fights.aimed() is None:
            overlay.arrow(action.path[-1], action.target, PALETTE.danger, reach=0.42)

    def key(self) -> list[KeySample]:
        """What is laid over the map by a key, each with its words."""
        samples = []
        if self.show_threats:
            names = [in_prose(self.match.side_name(side)) for side in self._enemies()]
            words = f"Inside: where {either(names)} could move"
            samples.append(KeySample(of_border(ENEMY_REACH), words))
        if self.show_supply:
            samples += self.supply.key()
        return samples

    # -- the corners: the small map, and the wind ----------------------------------------------

    def seat_minimap(self) -> None:
        """Let the small map stand where it covers no counter and no hex that counts; where it would
        cover one that can be chosen, it is not shown.
        """
        camera, chosen, zoom = self.camera, self.selection, self.camera.zoom

        def on_screen(box: PaperRect) -> pygame.Rect:
            left_top = camera.to_screen(box.left, box.top)
            return pygame.Rect(left_top, (round(box.width * zoom), round(box.height * zoom)))

        def around(numbers: Collection[str], wide: int) -> list[pygame.Rect]:
            seats = [pygame.Rect(0, 0, wide, wide) for _ in numbers]
            for seat, number in zip(seats, numbers, strict=True):
                seat.center = camera.to_screen(*self.painter.center(number))
            return seats

        counting = self._hexes_that_count.about(
            (self.match.version,), lambda: frozenset(place.hex for place in objectives(self.match))
        )
        wide = round(zoom * _HEX_BOX)
        self.minimap.make_way(
            camera.width,
            camera.height,
            [
                *self._wind_seat(),
                *around(self.pieces.standing(), side_at(zoom)),
                *around(counting.union(self.marked), wide),
            ],
            on_screen(self.painter.hex_box),
            around({*chosen.destinations(), *chosen.fights(), *chosen.targets}, wide),
            [on_screen(line) for line in self.painter.key_lines],
        )

    def _minimap(self, view: pygame.Surface) -> None:
        """The whole map in a corner, each stack as a spot in the colour of its uppermost unit."""
        self.minimap.rect.size = (0, 0)  # where nothing is drawn, nothing is clicked
        if self.minimap.folded:
            return
        tops = {number: self.pieces.face(on[-1]) for number, on in self.pieces.standing().items()}
        counters = [(self.painter.center(at), top.color, top.band) for at, top in tops.items()]
        self.minimap.draw(view, self.camera, self.painter.tiles.overview(), counters)

    def _laid_over(self, view: pygame.Surface) -> list[pygame.Rect]:
        """The corners of the view that something takes: the small map with its button, the wind."""
        size = view.get_size()
        taken = []
        if not self.camera.shows_all:
            taken = [self.minimap.seat(*size), self.minimap.seat_button(*size)]
        return [*taken, *self._wind_seat()]

    def _wind_seat(self) -> list[pygame.Rect]:
        """The corner of the view that the wind takes, where one blows."""
        scale, sheet = self.pieces.scale, self.match.resolved.section(Sheet)
        if sheet is None or sheet.wind_bearing is None:
            return []
        seat = pygame.Rect(0, 0, *(round(points * scale) for points in _WIND_BOX))
        seat.right = self.camera.width
        return [seat]

    # -- what takes rules to find out, asked once for each position ----------------------------

    def _flags(self) -> list[Flag]:
        """Who holds what; what others do is seen as it is played."""
        # A flag must not change before the move that takes the place has been shown.
        if self.match.playback.busy:
            return self._known_flags.latest([])
        state, game = self.match.visibility.state, self.match.resolved

        def drawn() -> list[Flag]:
            return [*flags(state, game), *coming_flags(state, game)]

        return self._known_flags.about((self.match.version,), drawn)

    def _lying(self) -> OnMap:
        """What lies on the map beside counters of units: markers, cards, weather."""
        match, pictured = self.match, self.pieces.pictured
        return self._lying_known.about(
            (match.version, pictured),
            lambda: OnMap(match.state, match.resolved, pictured=pictured),
        )

    def last_seen(self) -> dict[str, str]:
        """Units out of sight by the hex where they were seen last."""
        question = self.match.version, self.match.visibility.sides
        return self._last_seen.about(question, lambda: last_seen(self.match))

    def threatening(self) -> tuple[str, ...]:
        """The enemies that are marked as such: those that could come to the hex looked at, while
        their reach is asked for, or where what is picked up stands or could go. While a fight is
        chosen nobody moves, and which units could come there does not matter.
        """
        chosen = self.selection
        number = chosen.focus_hex
        if not self.match.human_to_act or number is None:
            return ()
        if not self.show_threats:
            goes = chosen.unit is not None and chosen.presentation.reaches_by
            if not goes or number not in {chosen.here, *chosen.destinations()}:
                return ()
        return self.threats().get(number, ())

    def threats(self) -> dict[str, tuple[str, ...]]:
        """What the enemies of the side at the window can reach, and with which units."""

        def reached() -> dict[str, tuple[str, ...]]:
            reachers: dict[str, tuple[str, ...]] = {}
            for enemy in self._enemies():
                for number, units in self.match.visibility.state.threats(enemy).items():
                    reachers[number] = reachers.get(number, ()) + units
            return reachers

        return self._threats.about((self.match.version, *self._enemies()), reached)

    def _enemies(self) -> list[str]:
        """The sides whose reach is looked at."""
        side = self.match.visibility.side or self.match.state.side_to_act or ""
        return [enemy for enemy in self.match.sides if enemy != side]
