"""The map with its counters: drawing it and finding what is under the pointer."""

from __future__ import annotations

import math

import pygame

from hexwar.engine import Event
from hexwar.viewer.counters import Face, Marks, counter, face_of, number_text
from hexwar.viewer.geometry import Camera
from hexwar.viewer.match import Match
from hexwar.viewer.minimap import Minimap
from hexwar.viewer.overlays import Overlay, die
from hexwar.viewer.selection import Selection
from hexwar.viewer.terrain import MapPainter
from hexwar.viewer.theme import PALETTE, font

_SIDE = 1.06  # of a counter, in units
_STACK = 0.085  # by which a counter in a stack stands off the one below, in units
_FAN_SIDE = 52  # smallest side of a fanned-out counter, in pixels


class BoardView:
    """Draws the map into ``rect`` (pixels of the window).

    ``show_threats`` and ``hide_counters`` are on while their keys are held.
    """

    def __init__(self, match: Match, selection: Selection, painter: MapPainter) -> None:
        self.match = match
        self.selection = selection
        self.painter = painter
        self.rect = pygame.Rect(0, 0, 100, 100)
        self.camera = Camera(painter.sheet, 100, 100)
        self.minimap = Minimap(painter.sheet)
        self.show_threats = False
        self.hide_counters = False
        self.complete = True
        self._fitted = False
        self._threats: tuple[int, str, dict[str, tuple[str, ...]]] = (-1, "", {})
        self._ready: tuple[int, frozenset[str]] = (-1, frozenset())
        self._faces = {u.id: face_of(u, match.resolved) for u in match.resolved.units.values()}

    def place(self, rect: pygame.Rect) -> None:
        """Take a rectangle of the window; the whole map is shown until the player zooms."""
        self.rect = rect
        if self._fitted:
            self.camera.resize(rect.width, rect.height)
        else:
            self.camera = Camera(self.painter.sheet, rect.width, rect.height)

    def fit(self) -> None:
        """Show the whole map, and keep showing it when the window's size changes."""
        self.camera.fit()
        self._fitted = False

    def zoom(self, at: tuple[int, int], steps: float) -> None:
        """Zoom towards a pixel of the window."""
        self.camera.zoom_at(at[0] - self.rect.left, at[1] - self.rect.top, steps)
        self._fitted = True

    def pan(self, dx: float, dy: float) -> None:
        """Move the view by pixels."""
        self.camera.pan(dx, dy)
        self._fitted = True

    def reveal(self, number: str) -> None:
        """Bring a hex into view if it is not."""
        x, y = self.painter.center(number)
        if not self.camera.shows(x, y):
            self.camera.center_on(x, y)

    def number_at(self, position: tuple[int, int]) -> str | None:
        """The hex under a pixel of the window."""
        if not self.rect.collidepoint(position):
            return None
        x, y = self.camera.to_paper(position[0] - self.rect.left, position[1] - self.rect.top)
        return self.match.resolved.map.number_at(self.painter.layout.hex_at(x, y))

    def pixel_of(self, number: str) -> tuple[int, int]:
        """The middle of a hex in pixels of the window."""
        x, y = self.painter.center(number)
        across, down = self.camera.to_screen(x, y)
        return across + self.rect.left, down + self.rect.top

    def neighbour(self, number: str, dx: int, dy: int) -> str | None:
        """The adjacent hex that lies most nearly that way on the screen, if one does at all.

        Where two lie equally near (left and right on a map of flat-topped hexes), the one in the
        lower half is taken from an even column and the upper from an odd one, so that a row of
        presses goes straight.
        """
        hexmap, layout = self.match.resolved.map, self.painter.layout
        here = hexmap.axial(number)
        x, y = layout.center(here)
        best, best_share = None, 0.3
        for other in hexmap.neighbors(number):
            ox, oy = layout.center(hexmap.axial(other))
            share = ((ox - x) * dx + (oy - y) * dy) / math.hypot(ox - x, oy - y)
            lean = (oy - y if dx else ox - x) * (1 if (here.q if dx else here.r) % 2 else -1)
            share -= 0.001 * (lean > 0)
            if share > best_share:
                best, best_share = other, share
        return best

    # -- drawing -------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draw everything; ``complete`` says afterwards whether the map itself was all there."""
        view = surface.subsurface(self.rect)
        self.complete = self.painter.draw(view, self.camera)
        overlay = Overlay(view, self.camera, self.painter.layout, self.match.resolved.map)
        quiet = self.match.playback.busy
        if not quiet:
            self._below(overlay)
        if not self.hide_counters:
            self._counters(view)
        if not quiet:
            self._above(overlay)
            if not self.hide_counters:
                self._fan(view)
        battle = self.match.playback.battle
        if battle is not None:
            self._die(overlay, battle)
        self._minimap(view)

    def _minimap(self, view: pygame.Surface) -> None:
        self.minimap.rect.size = (0, 0)
        if not self.minimap.wanted(self.camera):
            return
        counters = (
            (self.painter.center(number), self._faces[unit].color, self._faces[unit].band % 2 == 0)
            for unit, number in self.match.playback.positions.items()
            if number is not None
        )
        self.minimap.draw(view, self.camera, self.painter.overview(), counters)

    def jump(self, position: tuple[int, int]) -> bool:
        """Look at the place under a pixel of the small map; False beside it."""
        spot = self.minimap.paper_at((position[0] - self.rect.left, position[1] - self.rect.top))
        if spot is not None:
            self.camera.center_on(*spot)
            self._fitted = True
        return spot is not None

    def _below(self, overlay: Overlay) -> None:
        chosen = self.selection
        if self.show_threats:
            overlay.hatch(self.threats())
        if chosen.kind == "movement" and chosen.unit:
            reach = chosen.destinations(chosen.unit)
            here = self.match.state.position(chosen.unit)
            if reach:
                overlay.region({*reach, here} if here else set(reach))
        elif chosen.kind in ("retreat", "advance") and chosen.unit:
            for number in chosen.destinations(chosen.unit):
                overlay.frame(number, PALETTE.accent, dashed=True)
        elif chosen.kind in ("retreat", "advance", "loss"):
            for unit in chosen.ready():
                here = self.match.state.position(unit)
                if here is not None:
                    overlay.frame(here, PALETTE.gold, dashed=True)
        elif chosen.kind == "combat":
            aimed = self._targets_in_question()
            for number in aimed:
                overlay.crosshair(number, chosen=number == chosen.target)

    def _targets_in_question(self) -> tuple[str, ...]:
        chosen = self.selection
        if chosen.unit is None or chosen.target is not None:
            return tuple(chosen.targets)
        return tuple(
            number
            for number, groups in chosen.targets.items()
            if any(chosen.unit in group for group in groups)
        )

    def _above(self, overlay: Overlay) -> None:
        chosen, state = self.selection, self.match.state
        if chosen.target is not None:
            for unit in chosen.attackers:
                here = state.position(unit)
                if here:
                    overlay.arrow(here, chosen.target, PALETTE.danger, reach=0.42)
        if chosen.kind in ("retreat", "advance") and chosen.unit:
            here = state.position(chosen.unit)
            for number in chosen.destinations(chosen.unit):
                if here:
                    overlay.arrow(here, number, PALETTE.accent, reach=0.8)
        self._path(overlay)
        if self.match.human_to_act and chosen.focus_hex and (self.show_threats or chosen.unit):
            for unit in self.threats().get(chosen.focus_hex, ()):
                here = state.position(unit)
                if here:
                    overlay.threat_mark(here)
        if chosen.cursor_shown:
            overlay.cursor(chosen.cursor)
        elif chosen.pointer:
            overlay.frame(chosen.pointer, PALETTE.ink, shrink=0.97)

    def _path(self, overlay: Overlay) -> None:
        chosen = self.selection
        number = chosen.focus_hex
        if chosen.kind != "movement" or chosen.unit is None or number is None:
            return
        reach = chosen.reach(chosen.unit)
        goal = reach.get(number)
        if goal is None:
            return
        costs = [number_text(reach[step].cost) if step in reach else "" for step in goal.path]
        overlay.path(goal.path, costs, stopped=goal.stops is not None)

    def threats(self) -> dict[str, tuple[str, ...]]:
        """What the enemies of the side at the window can reach, and with which units."""
        side = self.match.state.side_to_act or ""
        if self._threats[:2] != (self.match.version, side):
            found: dict[str, tuple[str, ...]] = {}
            for enemy in self.match.sides:
                if enemy != side:
                    for number, units in self.match.state.threats(enemy).items():
                        found[number] = found.get(number, ()) + units
            self._threats = (self.match.version, side, found)
        return self._threats[2]

    # -- counters ------------------------------------------------------------------------------

    def face(self, unit: str) -> Face:
        """What is printed on a unit's counter."""
        return self._faces[unit]

    def marks(self, unit: str) -> Marks:
        """How a counter is marked now."""
        chosen = self.selection
        lit = unit == chosen.unit or unit in chosen.attackers
        mine = self.match.resolved.units[unit].side == self.match.state.side_to_act
        spent = mine and chosen.kind in ("movement", "combat") and unit not in self._ready_units()
        return Marks(moved=spent, lit=lit)

    def _ready_units(self) -> frozenset[str]:
        if self._ready[0] != self.match.version:
            self._ready = (self.match.version, frozenset(self.selection.ready()))
        return self._ready[1]

    def _counters(self, view: pygame.Surface) -> None:
        playback = self.match.playback
        slide, leaving = playback.slide, playback.leaving
        height: dict[str, int] = {}
        last: tuple[str, tuple[int, int]] | None = None
        side = max(6, round(self.camera.zoom * _SIDE))
        for unit, number in playback.positions.items():
            if slide is not None and slide.unit == unit:
                last = (unit, self._between(slide.start, slide.end, slide.share))
                continue
            if number is None or (leaving and leaving[0] == unit and leaving[1] > 0.95):
                continue
            level = height.get(number, 0)
            height[number] = level + 1
            spot = self._spot(number, level)
            if (
                -side < spot[0] < self.rect.width + side
                and -side < spot[1] < self.rect.height + side
            ):
                picture = counter(self._faces[unit], side, self.marks(unit))
                if leaving and leaving[0] == unit:
                    picture = picture.copy()
                    picture.set_alpha(round(255 * (1 - leaving[1])))
                view.blit(picture, (spot[0] - side // 2, spot[1] - side // 2))
        if last is not None:
            picture = counter(self._faces[last[0]], side, Marks(lit=True))
            view.blit(picture, (last[1][0] - side // 2, last[1][1] - side // 2))

    def _spot(self, number: str, level: int) -> tuple[int, int]:
        x, y = self.painter.center(number)
        return self.camera.to_screen(x + level * _STACK, y + 0.06 - level * _STACK)

    def _between(self, start: str, end: str, share: float) -> tuple[int, int]:
        (ax, ay), (bx, by) = self._spot(start, 0), self._spot(end, 0)
        return round(ax + (bx - ax) * share), round(ay + (by - ay) * share)

    def _fan(self, view: pygame.Surface) -> None:
        """Spread the stack under the pointer at a size that can be read."""
        number = self.selection.focus_hex
        units = self.match.state.units_at(number) if number else ()
        side = max(_FAN_SIDE, round(self.camera.zoom * _SIDE))
        if number is None or len(units) < 2 or self.selection.target is not None:
            return  # the panel names everybody in a battle, and the map beside it is wanted
        gap = side // 10
        width = len(units) * (side + gap) + gap
        x, y = self._spot(number, 0)
        plate = pygame.Rect(0, 0, width, side + 2 * gap)
        plate.midbottom = (x, y - round(self.camera.zoom * 0.75))
        plate.clamp_ip(view.get_rect())
        pygame.draw.rect(view, PALETTE.chrome, plate.inflate(4, 4), 0, 8)
        pygame.draw.rect(view, PALETTE.chrome_raised, plate, 0, 7)
        for index, unit in enumerate(units):
            picture = counter(self._faces[unit], side, self.marks(unit))
            view.blit(picture, (plate.left + gap + index * (side + gap), plate.top + gap))

    def _die(self, overlay: Overlay, battle: Event) -> None:
        """The die and its result beside the hex that was attacked."""
        for unit in battle.attackers:
            here = self.match.playback.positions.get(unit)
            if here and here != battle.target:
                overlay.arrow(here, battle.target, PALETTE.danger, reach=0.42)
        x, y = overlay.center(battle.target)
        combat = self.match.resolved.combat
        code = str(battle.result)
        title = combat.results[code].title if combat and code in combat.results else code
        text = font(20, bold=True).render(title, True, PALETTE.ink)
        plate = pygame.Rect(0, 0, text.get_width() + 78, 60)
        plate.midbottom = (round(x), round(y - self.camera.zoom * 0.7))
        plate.clamp_ip(overlay.surface.get_rect())
        pygame.draw.rect(overlay.surface, PALETTE.ink, plate.inflate(4, 4), 0, 9)
        pygame.draw.rect(overlay.surface, PALETTE.paper, plate, 0, 8)
        die(overlay.surface, pygame.Rect(plate.left + 10, plate.top + 10, 40, 40), battle.die)
        overlay.surface.blit(text, text.get_rect(midleft=(plate.left + 62, plate.centery)))
