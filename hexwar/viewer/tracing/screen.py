"""The window on a map that is traced: three clicks for the grid, then the brush.

First the grid is measured: three hexes are clicked, a grid is laid over the picture, and the person
who traces compares its numbers with those that are printed. Then the map is painted, and each
stroke is written into the game's file at once. Both have the same window: the map, a column at its
right with what can be chosen, and a line below that says what is pointed at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pygame

from hexwar.definition.map_editing import MapEditingError, MapText
from hexwar.definition.pictures import PictureError
from hexwar.hexmap import HexMap
from hexwar.viewer.drawing.geometry import LARGEST_ZOOM, SMALLEST_ZOOM, Camera
from hexwar.viewer.drawing.theme import PALETTE
from hexwar.viewer.printed_map.map_sheet import MapSheet
from hexwar.viewer.printed_map.pictured_map import PicturedMap, PictureScale
from hexwar.viewer.program.commands import COMMANDS, WindowCommand
from hexwar.viewer.screens.base import Host, Screen
from hexwar.viewer.screens.help import HelpScreen, row, shown
from hexwar.viewer.tracing.sheets import BareSheet, Traced, draw_cross, over, pictured, uncalibrated
from hexwar.viewer.tracing.traced_map import (
    Brush,
    Calibration,
    TracedMap,
    TracedSpot,
    begin,
    painted,
    passed,
    put,
    spot_at,
)
from hexwar.viewer.widgets import Flow, Widget
from hexwar.viewer.widgets.base import Panel
from hexwar.viewer.widgets.controls import TextField
from hexwar.viewer.widgets.flow import Scroll

# -- what hands do, and the keys for it ------------------------------------------------------------

_MEASURING = (
    ("Click", "The middle of the hex that the line below the map asks for: three times"),
    ("Arrows", "More or fewer columns (Left, Right) and rows (Up, Down)"),
    ("Enter", "The numbers agree: begin to paint"),
)
_PAINTING = (
    ("1 to 9", "Paint with that kind of the list"),
    ("Click", "Paint: terrain and features in the hex, hexsides on the nearest one"),
    ("Drag", "Paint all that the pointer passes over; paths lead from hex to hex"),
    ("Right button", "The same, to take away"),
    ("Middle button", "Drag: move the map"),
    ("Wheel", "Zoom to the pointer; scroll the list"),
)
_KEYS = ("undo", "redo", "zoom_in", "zoom_out", "zoom_fit", "help")


class TracingHelp(HelpScreen):
    """The gestures and keys of tracing. Any of the keys that opened it closes it."""

    title = "Tracing a map"
    listed = True

    def fill(self, flow: Flow) -> None:
        """First measuring, then painting, then the keys that may be changed."""
        for heading, gestures in (("Measuring", _MEASURING), ("Painting", _PAINTING)):
            flow.heading(f"group-{heading}", heading)
            flow.gap(4)
            for gesture, meaning in gestures:
                row(flow, f"{heading}-{gesture}", (gesture,), meaning)
            flow.gap(12)
        flow.heading("group-keys", "Keys")
        flow.gap(4)
        for command in COMMANDS:
            if command.id in _KEYS:
                keys, title = shown(command, self.host.keys)
                row(flow, command.id, keys, title)


# -- the window ------------------------------------------------------------------------------------

_SIDE, _LINE = 270, 34  # points: width of the column, height of the line below
_COLUMN_EDGE, _LINE_EDGE = (12, 10), (10, 6)  # points beside and above what is in them
_TITLE = 18  # points
_MOST_NUMBERED = 9  # kinds in the list that have a digit as their key
_WHEEL = 56  # points that a notch of the wheel scrolls
_PAN = 60  # pixels by which a key moves the view
_CALLED = {"hexes": "Terrain", "hexsides": "Hexsides", "paths": "Paths", "features": "In hexes"}
_VOID = Brush("hexes", "void", "No hex of the map")
_WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
# Commands of the board, and what they mean here: which way, and which line of the list.
_PANS = {f"pan_{way}": direction for way, direction in _WAYS.items()}
_ARROWS = {f"cursor_{way}": direction for way, direction in _WAYS.items()}
_CHOICES = {f"choose_{number}": number for number in range(1, _MOST_NUMBERED + 1)}


class TraceScreen(Screen):
    """Traces a map. Without ``folder`` it begins with measuring the grid of ``image``, and makes
    the folder ``wanted`` once that is confirmed.
    """

    context = "board"
    help_sheet = TracingHelp

    def __init__(
        self,
        host: Host,
        folder: Path | None = None,
        image: Path | None = None,
        file: Path | None = None,
        calibration: Calibration | None = None,
    ) -> None:
        """:class:`MapEditingError` or OSError if it cannot be traced."""
        super().__init__(host)
        self.image, self.wanted = image, file
        self.calibration = calibration or Calibration()
        self.traced: TracedMap | None = None
        self.kind = _VOID
        self.name = ""
        self.notice = ""
        self.spot: TracedSpot | None = None
        self._offset = 0  # of the column, in pixels
        self._held = 0  # the button that is down over the map
        self._last: TracedSpot | None = None
        self._from = (0, 0)  # where the pointer was when the drag went on last
        self.adding = self._added = ""  # the part to which a kind is being added, its name
        self.map_rect = pygame.Rect(0, 0, 0, 0)
        if folder is not None:
            self._open(folder)
        elif image is not None:
            self._show(uncalibrated(image))
        self.title = "Tracing a map"

    def _open(self, folder: Path) -> None:
        """Paint the map of a game's folder, on its picture if it has one."""
        self.traced = TracedMap(folder)
        self.kind = next(iter(self.traced.kinds), _VOID)
        board, terrain, picture = self.traced.text.board, self.traced.terrain, self.traced.picture
        if picture is None:
            self._show(BareSheet(board, terrain))
        else:
            try:
                self._show(pictured(board, terrain, picture))
            except PictureError as problem:
                raise MapEditingError(f"{picture.file} {problem}") from None

    def _show(self, sheet: MapSheet) -> None:
        self.sheet, self.spot = sheet, None
        self.camera = Camera(sheet.sheet, self.map_rect.width, self.map_rect.height)

    # -- what stands beside the map --------------------------------------------------------------

    @property
    def board(self) -> HexMap:
        """The map as it is now."""
        return self.traced.text.board if self.traced else self.sheet.map

    @property
    def takes_text(self) -> bool:
        """Whether keys go into a name."""
        return self.focus in ("name", "new")

    def first_focus(self, keys: list[str]) -> str:
        """Keys are commands until the name is asked for."""
        return ""

    def build(self) -> list[Widget]:
        """The column at the right with what can be painted, and the line below the map."""
        theme, (width, height) = self.theme, self.size
        side, low = theme.px(_SIDE), theme.px(_LINE)
        map_rect = pygame.Rect(0, 0, width - side, height - low)
        if map_rect != self.map_rect:
            fits = self.camera.shows_all or not self.map_rect.width
            self.map_rect = map_rect
            self.camera.resize(*map_rect.size)
            if fits:
                self.camera.fit()
        column = pygame.Rect(width - side, 0, side, height)
        inner = column.inflate(*(-theme.px(2 * edge) for edge in _COLUMN_EDGE))
        beside_bar = pygame.Rect(inner.topleft, (inner.width - Scroll.room(theme), inner.height))
        flow = Flow(theme, beside_bar)
        if self.traced is None:
            self._measuring(flow)
        else:
            self._palette(flow, self.traced)
        line = pygame.Rect(0, height - low, width - side, low)
        below = Flow(theme, line.inflate(*(-theme.px(2 * edge) for edge in _LINE_EDGE)))
        below.text("line", self.line, theme.body)
        body = Scroll("body", inner, flow.widgets, flow.y - inner.top, self._offset)
        self._offset = body.offset
        return [Panel("column", column), body, Panel("line-panel", line), *below.widgets]

    @property
    def line(self) -> str:
        """What the line below the map says."""
        if self.notice:
            return self.notice
        if self.traced is None:
            if self._measured is None:
                return self.calibration.prompt
            spot = self.spot.hex if self.spot else self.board.numbering.numbers()[0]
            return f"This is {spot}. Do the numbers agree with those that are printed? Enter: yes."
        number = self.spot.hex if self.spot else ""
        if not number:
            return "Point at a hex: the left button paints, the right one takes away."
        board = self.board
        if number not in board:
            return f"{number}: no hex of the map"
        features = [f"{kind} {name}".strip() for kind, name in board.features(number).items()]
        return ", ".join([f"{number}: {board.terrain(number)}", *features])

    @property
    def _measured(self) -> object:
        """The grid, once it has its three clicks and can be."""
        return self.calibration.grid() if self.calibration.is_complete else None

    def _measuring(self, flow: Flow) -> None:
        """The column while the grid is measured."""
        grid = self.calibration
        flow.text("title", "Where the hexes lie", flow.theme.px(_TITLE), bold=True)
        flow.gap(8)
        if not grid.is_complete:
            prompt = grid.prompt
        elif self._measured is None:
            prompt = "No grid can be so narrow or so wide: click again."
        else:
            prompt = "The grid lies over the picture. Point at hexes and compare the numbers."
        flow.text("prompt", prompt)
        flow.gap(10)
        size = f"{grid.columns} columns (Left, Right), {grid.rows} rows (Up, Down)"
        flow.text("size", size, flow.theme.body)
        flow.gap(10)
        flat = grid.orientation == "flat"
        flow.option("pointy", "Hexes have a pointed top", self._turn, not flat, "checkbox")
        shoved = "columns stand lower" if flat else "rows stand further right"
        flow.option("other", f"Odd {shoved}", self._other, grid.other, "checkbox")
        flow.gap(12)
        flow.button("anew", "Click again", self._anew, enabled=bool(grid.clicks))
        if self._measured is not None:
            flow.gap(6)
            flow.button("confirm", "The numbers agree", self._confirm, "primary", hint="Enter")
        self._help_button(flow)

    def _palette(self, flow: Flow, traced: TracedMap) -> None:
        """The column while the map is painted: what can be painted, a name, undo and redo."""
        number = 0
        for part, title in _CALLED.items():
            kinds = [kind for kind in traced.kinds if kind.part == part]
            flow.heading(f"part-{part}", title)
            for kind in [*kinds, *([_VOID] if part == "hexes" else [])]:
                number += 1
                hint = f"{number}  " if number <= _MOST_NUMBERED else ""
                key, choose = f"kind-{part}-{kind.id}", partial(self.choose, kind)
                flow.option(key, f"{hint}{kind.title}", choose, kind == self.kind)
            if self.adding == part:  # a kind that the terrain lacks is named
                field, hint = flow.take(TextField.height(flow.theme)), "its name, Enter"
                flow.place(TextField("new", field, "New kind", self._added, self._edit_kind, hint))
            else:
                flow.button(f"new-{part}", "New kind", partial(self._begin_kind, part))
            flow.gap(6)
        if self.kind.part == "features":
            flow.text("name-label", "Name (click here, type, then click hexes)", flow.theme.small)
            field = flow.take(TextField.height(flow.theme))
            flow.place(TextField("name", field, "Name", self.name, self._edit_name, "no name"))
            flow.gap(6)
        back = partial(self._step, traced.undo, "Nothing to take back.")
        again = partial(self._step, traced.redo, "Nothing was taken back.")
        flow.button("undo", "Undo", back, hint=self.host.keys.shown("undo"))
        flow.gap(4)
        flow.button("redo", "Redo", again, hint=self.host.keys.shown("redo"))
        flow.gap(4)
        self._help_button(flow)
        flow.gap(4)
        flow.text("file", f"Written as you go: {traced.path}", flow.theme.small, PALETTE.ink_soft)

    def _help_button(self, flow: Flow) -> None:
        flow.gap(4)
        key, show = self.host.keys.shown("help"), lambda: self.host.push(TracingHelp(self.host))
        flow.button("help", "Keys and help", show, hint=key)

    # -- measuring -------------------------------------------------------------------------------

    def _turn(self) -> None:
        flat = self.calibration.orientation == "flat"
        self.calibration.orientation = "pointy" if flat else "flat"
        self._measure()

    def _other(self) -> None:
        self.calibration.other = not self.calibration.other
        self._measure()

    def _anew(self) -> None:
        self.calibration.clicks.clear()
        self._measure()

    def _measure(self) -> None:
        """Lay the grid over the picture as it is said now; what is looked at stays in view."""
        if self.image is None:
            return
        grid = self.calibration.grid()
        scale, camera_before = self._scale, self.camera
        x, y = self._pixel((camera_before.width / 2, camera_before.height / 2))
        zoom = 1.0 if scale is None else camera_before.zoom / scale.pixels
        if grid is None:
            sheet = uncalibrated(self.image)
        else:
            sheet = over(self.image, self.calibration, grid)
        self._show(sheet)  # with a camera of its own, that shows all
        if not camera_before.shows_all:
            zoom_pixels = round(zoom * sheet.scale.pixels)
            self.camera.zoom = max(SMALLEST_ZOOM, min(LARGEST_ZOOM, zoom_pixels))
            left, top = sheet.scale.corner
            self.camera.center_on(left + x / sheet.scale.pixels, top + y / sheet.scale.pixels)
        self.rebuild()

    def _pixel(self, at: tuple[float, float]) -> tuple[float, float]:
        """The pixel of the picture under a pixel of the view."""
        x, y = self.camera.to_paper(*at)
        scale = self._scale
        if scale is None:
            return x, y
        return (x - scale.corner[0]) * scale.pixels, (y - scale.corner[1]) * scale.pixels

    @property
    def _scale(self) -> PictureScale | None:
        """How the picture lies on the sheet, if there is one."""
        return self.sheet.scale if isinstance(self.sheet, PicturedMap) else None

    def _confirm(self) -> None:
        grid = self.calibration.grid()
        if grid is None or self.image is None or self.wanted is None:
            return
        try:
            begin(self.image, self.wanted, self.calibration, grid)
            self._open(self.wanted)
        except (OSError, MapEditingError) as problem:
            self.say(f"{self.wanted} cannot be written: {problem}")
            return
        self.say(f"Begun: {self.wanted}. Choose what to paint, and paint.")

    # -- painting --------------------------------------------------------------------------------

    def choose(self, kind: Brush) -> None:
        """Paint with something else."""
        self.kind, self.notice, self.focus = kind, "", ""
        self.rebuild()

    def _begin_kind(self, part: str) -> None:
        self.adding, self._added, self.focus = part, "", "new"
        self.rebuild()

    def _edit_kind(self, text: str) -> None:
        self._added = text
        self.rebuild()

    def _add_kind(self) -> None:
        """Write the kind that was named, and paint with it."""
        part, title = self.adding, self._added.strip()
        self.adding = ""
        if self.traced is not None and title:
            try:
                self.kind = self.traced.add(part, title)
                self.notice = f"Written: {self.kind.title}. What it costs is for you to say."
            except (OSError, MapEditingError) as problem:
                self.notice = f"It cannot be added: {problem}"

    def _edit_name(self, text: str) -> None:
        self.name = text
        self.rebuild()

    def _step(self, do: Callable[[], bool], nothing: str) -> None:
        """Take a stroke back, or do it again; say so where there is none."""
        try:
            self.notice = "" if do() else nothing
        except OSError as problem:
            self.notice = f"The map cannot be written: {problem}"
        self.rebuild()

    def _paint(self, spots: Sequence[TracedSpot], *, goes_on: bool) -> None:
        """Paint at some spots one after the other, or take away with the right button."""
        traced, last = self.traced, self._last
        spots = painted(self.kind, last, spots) if goes_on else spots
        if traced is None or not spots:
            return

        def stroke(text: MapText) -> None:
            last_spot = last if goes_on else None
            for spot in spots:
                put(
                    text,
                    self.kind,
                    self.name,
                    spot,
                    last_spot,
                    away=self._held == pygame.BUTTON_RIGHT,
                )
                last_spot = spot

        try:
            traced.change(stroke, goes_on=goes_on)
            self.notice = ""
        except (OSError, MapEditingError) as problem:
            self.notice = f"The map cannot be changed: {problem}"
        self._last = spots[-1]
        self.rebuild()

    # -- pointer and keys ------------------------------------------------------------------------

    def _spot(self, position: tuple[int, int]) -> TracedSpot | None:
        if not self.map_rect.collidepoint(position):
            return None
        return spot_at(self.sheet.layout, self.board, self.camera.to_paper(*position))

    def handle(self, event: pygame.event.Event) -> None:
        """The pointer over the map paints, pans and zooms; all else is for the widgets."""
        if event.type == pygame.MOUSEWHEEL:
            at = pygame.mouse.get_pos()
            if self.map_rect.collidepoint(at):
                self.camera.zoom_at(*at, event.y)
                self.dirty = True
            else:
                self._offset = max(0, self._offset - event.y * self.theme.px(_WHEEL))
                self.rebuild()
        elif event.type == pygame.MOUSEMOTION and self._held:
            self._drag(event)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._held, self._last = 0, None
        elif event.type == pygame.MOUSEBUTTONDOWN and self.map_rect.collidepoint(event.pos):
            self._press(event)
        else:
            super().handle(event)

    def _press(self, event: pygame.event.Event) -> None:
        if event.button > pygame.BUTTON_RIGHT:
            return
        self.focus, self._held = "", event.button
        spot = self._spot(event.pos)
        if self.traced is None:
            if event.button == pygame.BUTTON_LEFT and not self.calibration.is_complete:
                self.calibration.take(self._pixel(event.pos))
                self._measure()
        elif spot is not None and event.button != pygame.BUTTON_MIDDLE:
            self._from = event.pos
            self._paint([spot], goes_on=False)

    def _drag(self, event: pygame.event.Event) -> None:
        """Move the map, or paint all that lies between here and where the pointer was before: it
        may have come past several hexes since.
        """
        pans = pygame.BUTTON_MIDDLE, *([pygame.BUTTON_RIGHT] if self.traced is None else [])
        if self._held in pans:
            self.camera.pan(-event.rel[0], -event.rel[1])
            self.dirty = True
            return
        self.spot = self._spot(event.pos)
        if self._last is not None and self.traced is not None:
            start, end = (self.camera.to_paper(*at) for at in (self._from, event.pos))
            self._from = event.pos
            crossed = passed(self.sheet.layout, self.board, start, end)
            self._paint([*crossed], goes_on=True)
        self.dirty = True

    def point_at(self, position: tuple[int, int]) -> None:
        """The line below tells of the hex under the pointer."""
        super().point_at(position)
        spot = self._spot(position)
        if spot != self.spot:
            self.spot, self.notice = spot, ""
            self.rebuild()

    def key(self, event: pygame.event.Event) -> None:
        """A letter of the name, else a command."""
        if self.field is not None:
            if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_ESCAPE):
                if self.focus == "new" and event.key != pygame.K_ESCAPE:
                    self._add_kind()
                self.focus = self.adding = ""
                self.rebuild()
            elif not self.edits(event):
                super().key(event)
            return
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER) and self.traced is None:
            self._confirm()
            return
        command = self.host.keys.find(event)
        if command is None or not self.command(command):
            super().key(event)

    def command(self, command: WindowCommand) -> bool:
        """Undo, zoom and pan as on the board; numbers choose what is painted. While the grid is
        measured the arrows change it.
        """
        if command.id in _ARROWS and self.traced is None:
            self.calibration.change(*_ARROWS[command.id])
            self._measure()
        elif direction := _PANS.get(command.id) or _ARROWS.get(command.id):
            self.camera.pan(direction[0] * _PAN, direction[1] * _PAN)
        elif command.id in ("zoom_in", "zoom_out"):
            steps = 1 if command.id == "zoom_in" else -1
            self.camera.zoom_at(self.map_rect.width / 2, self.map_rect.height / 2, steps)
        elif command.id == "zoom_fit":
            self.camera.fit()
        elif command.id in ("undo", "redo") and self.traced is not None:
            self.activate(command.id)
        elif command.id in _CHOICES and self.traced is not None:
            keys = [widget.key for widget in self.walk() if widget.key.startswith("kind-")]
            if _CHOICES[command.id] <= len(keys):
                self.activate(keys[_CHOICES[command.id] - 1])
        else:
            return False
        self.dirty = True
        return True

    def say(self, text: str) -> None:
        """Tell something in the line below the map."""
        self.notice = text
        self.rebuild()

    # -- drawing ---------------------------------------------------------------------------------

    def background(self, surface: pygame.Surface) -> None:
        """The map with what was traced, under the widgets."""
        view = surface.subsurface(self.map_rect.clip(surface.get_rect()))
        self._whole = self.sheet.tiles.draw(view, self.camera)
        if self.traced is None and self._measured is None:
            for x, y in self.calibration.clicks:
                if (scale := self._scale) is not None:
                    left, top = scale.corner
                    place = left + x / scale.pixels, top + y / scale.pixels
                    draw_cross(view, *self.camera.to_screen(*place))
            return
        traced = Traced(view, self.camera, self.sheet, self.board)
        plain = self.traced.text.default if self.traced and self.traced.picture else ""
        traced.draw("clear" if self.traced is None else plain)
        if self.spot is not None:
            if self.kind.part == "hexsides" and self.traced is not None and self.spot.beyond:
                traced.highlight(traced.hexside(self.spot.hex, self.spot.beyond), PALETTE.gold)
            else:
                traced.highlight(traced.corners(self.spot.hex), PALETTE.gold)

    def draw(self, surface: pygame.Surface) -> None:
        """Draw all; parts of the picture that are missing come with the next ones."""
        super().draw(surface)
        self.dirty = not self._whole
