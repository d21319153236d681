"""The pointer on the board: pick, drag a counter, a card or the view, zoom, drift at edges.

A button that goes down is remembered and means nothing yet. If the pointer leaves the spot before
the button comes up it is a drag: of the units that were below it, else of the view. If it does not
it is a click, by the left button to pick and to choose, by the right one to go or to let go. A
button can come up outside of the window, which brings no event; the next movement shows it.
"""

from __future__ import annotations

from typing import NamedTuple

import pygame

from hexwar.viewer.board.board_commands import BoardCommands
from hexwar.viewer.board.controlled import ControlledBoard
from hexwar.viewer.program.keyboard import with_control

SLACK = 6  # pixels that a click may wander before it is a drag
_PAN = 0.06  # of the view, for a notch of a wheel that pans
_LOG_STEP = 3  # events that a notch of the wheel scrolls the log
# Buttons of the mouse; 4 and 5 are the wheel, which has an event of its own.
LEFT, _MIDDLE, _RIGHT = pygame.BUTTON_LEFT, pygame.BUTTON_MIDDLE, pygame.BUTTON_RIGHT
_EDGE = 28  # points from the map's edge within which the pointer moves it
_DWELL = 0.25  # seconds there before it does: merely crossing the edge moves nothing
_DRIFT = 650  # points a second, at the very edge


class _Press(NamedTuple):
    """A button that is down over the map, and the pixel where it went down."""

    button: int
    at: tuple[int, int]


class Pointing:
    """Turns pointer events over the map into clicks, drags and zooms."""

    def __init__(self, board: ControlledBoard, commands: BoardCommands) -> None:
        self.board = board
        self.commands = commands
        self.position: tuple[int, int] | None = None
        """The pointer's pixel; None while it is not in the window."""
        self._pressed: _Press | None = None
        self._dragging = False
        self._lifted: tuple[str, ...] = ()
        """The units that a drag takes along from where the button went down."""
        self._jumping = False
        """Whether the button went down on the small map and is still down."""
        self._at_edge = 0.0
        """Seconds that the pointer has rested at an edge of the map."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Take a pointer event; answers whether the map has dealt with it."""
        if event.type == pygame.MOUSEMOTION:
            return self._move(event)
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self._press(event)
        if event.type == pygame.MOUSEBUTTONUP:
            return self._release(event)
        if event.type == pygame.MOUSEWHEEL:
            self._wheel(event.x, event.y)
            return True
        if event.type == pygame.WINDOWLEAVE:
            self.position = None
            if self.board.selection.pointer:
                self.board.look_at(None, cursor=self.board.selection.cursor_shown)
        return False

    def taken_beside(self, event: pygame.event.Event) -> None:
        """A press beside the map may have picked up units: they can be dragged onto it."""
        if event.type != pygame.MOUSEBUTTONDOWN or event.button != LEFT:
            return
        chosen, widget = self.board.selection, self.board.at(event.pos)
        keys = {f"{listed}-{unit}" for unit in chosen.units for listed in ("waiting", "stack")}
        if widget is not None and widget.key in keys and chosen.can_be_dragged:
            self._pressed, self._dragging = _Press(event.button, event.pos), False
            self._lifted = chosen.units

    def _over_map(self, position: tuple[int, int] | None) -> bool:
        """Whether a pixel shows the map, and nothing that lies over it."""
        if position is None:
            return False
        on_strip = any(widget.rect.collidepoint(position) for widget in self.board.strip)
        return bool(self.board.view.rect.collidepoint(position)) and not on_strip

    # -- buttons -------------------------------------------------------------------------------

    def _press(self, event: pygame.event.Event) -> bool:
        """Remember the button, and the units that a drag would take along from there."""
        self.position = event.pos
        wheel: bool = event.button > _RIGHT
        if self._pressed is not None and self.board.view.carried is not None:
            self.board.view.carried = None  # a second button puts the counter back
            self.board.rebuild()
            return True
        if wheel or not self._over_map(event.pos):
            return wheel
        if event.button == LEFT and self.board.view.jump(event.pos):
            self._jumping = True
            self.board.redraw_map()
            return True
        self._pressed, self._dragging = _Press(event.button, event.pos), False
        number = self.board.view.number_at(event.pos)
        lifts = event.button == LEFT and number is not None and not self.board.match.playback.busy
        self._lifted = self.board.selection.liftable(number or "") if lifts else ()
        return True

    def _move(self, event: pygame.event.Event) -> bool:
        """Go on with what is dragged, be it the small map, counters or the view; else look at the
        hex below.
        """
        last_position, self.position = self.position or event.pos, event.pos
        if self._jumping:
            self.board.view.jump(event.pos)
            self.board.redraw_map()
            return True
        if self._pressed is not None and not any(event.buttons):
            self._pressed, self._dragging = None, False  # it came up outside of the window
            self.board.view.carried = None
        if self._pressed is not None:
            start = self._pressed.at
            is_dragged = max(abs(event.pos[0] - start[0]), abs(event.pos[1] - start[1])) > SLACK
            if is_dragged and not self._dragging:
                self._dragging, last_position = True, start
                if self._lifted:
                    if self._lifted != self.board.selection.units:
                        self.board.selection.pick(*self._lifted)
                    self.board.view.carried = start
                    self.board.rebuild()
            if self._dragging and self._lifted:
                self._carry(event.pos)
                return True
            if self._dragging:
                (x, y), (was_x, was_y) = event.pos, last_position
                self.board.view.pan(was_x - x, was_y - y)
                self.board.redraw_map()
                return True
        chosen = self.board.selection
        number = self.board.view.number_at(event.pos) if self._over_map(event.pos) else None
        if number != chosen.pointer or (chosen.cursor_shown and event.pos != last_position):
            self.board.look_at(number, cursor=False)
        return False

    def _release(self, event: pygame.event.Event) -> bool:
        """A click if the pointer has not wandered, else the end of what is dragged."""
        if self._jumping and event.button == LEFT:
            self._jumping = False
            return True
        pressed, was_dragged = self._pressed, self._dragging
        if pressed is None or pressed.button != event.button:
            return False
        self._pressed, self._dragging = None, False
        if was_dragged and self._lifted:
            self._drop(event.pos)
        elif not was_dragged and self._over_map(pressed.at):
            self._click(event)
        return True

    def _click(self, event: pygame.event.Event) -> None:
        """The left button picks and chooses; the right one goes there, or lets go."""
        number = self.board.view.number_at(event.pos)
        chosen = self.board.selection
        go = event.button == _RIGHT
        lets_go = number is None or number == chosen.here or not chosen.units
        if go and (lets_go or chosen.available.target_first):
            self.board.run("cancel")
        elif go and number is not None and number not in chosen.destinations():
            chosen.refuse_going(number)
            self.board.after_action()
        elif number is not None and event.button != _MIDDLE:
            chosen.cursor_shown = False
            chosen.pointer = number
            self.commands.click(number, act=go)

    # -- a counter on its way ------------------------------------------------------------------

    def _carry(self, position: tuple[int, int]) -> None:
        """The counters go with the pointer, unless they were put back meanwhile."""
        view, chosen = self.board.view, self.board.selection
        if view.carried is None:
            return
        view.carried = position
        number = view.number_at(position) if self._over_map(position) else None
        chosen.take_way_to(number)
        if number != chosen.pointer or chosen.cursor_shown:
            self.board.look_at(number, cursor=False)
        else:
            self.board.redraw_map()

    def _drop(self, position: tuple[int, int]) -> None:
        """The button goes up: go there, show the battle there, or say why not."""
        view, chosen, self._lifted = self.board.view, self.board.selection, ()
        carried, view.carried = view.carried, None
        number = view.number_at(position) if self._over_map(position) else None
        if carried is None or number is None or not chosen.units or number == chosen.here:
            self.board.rebuild()
        elif number in chosen.destinations() or number in chosen.fights():
            self.commands.click(number, act=True)
        else:
            chosen.refuse_going(number)
            self.board.after_action()

    # -- wheel and edges -----------------------------------------------------------------------

    def _wheel(self, across: int, notches: int) -> None:
        """Zoom to the pointer or move the map, as the settings say; with Shift sideways. Beside the
        map it scrolls the log.
        """
        if not self._over_map(self.position) or self.position is None:
            self.commands.scroll_log(notches * _LOG_STEP)
            return
        view, mods = self.board.view, pygame.key.get_mods()
        pans = self.board.host.settings.wheel == "pan" and not with_control(mods)
        is_sideways = bool(mods & pygame.KMOD_SHIFT)
        sideways = across - notches if is_sideways else across
        if sideways:
            view.pan(sideways * view.rect.width * _PAN, 0)
        if notches and not is_sideways:
            if pans:
                view.pan(0, -notches * view.rect.height * _PAN)
            else:
                view.zoom(self.position, notches)
        self.board.redraw_map()

    def drift(self, seconds: float) -> bool:
        """Move the view while the pointer rests at an edge of the map, if the settings say so or a
        counter is on its way. Returns whether it may go on.
        """
        drifts = self.board.host.settings.edge_pan or self.board.view.carried is not None
        pull = self._pull() if drifts else (0.0, 0.0)
        self._at_edge = self._at_edge + seconds if any(pull) else 0.0
        if not any(pull):
            return False
        if self._at_edge < _DWELL:
            return True
        view, camera = self.board.view, self.board.view.camera
        corner = camera.left, camera.top
        view.pan(*(share * _DRIFT * self.board.host.theme.scale * seconds for share in pull))
        if corner == (camera.left, camera.top):
            return seconds == 0.0
        # Another hex is under the pointer now, although that has not moved.
        number = view.number_at(self.position) if self.position else None
        chosen = self.board.selection
        if number != chosen.pointer and not chosen.cursor_shown:
            self.board.look_at(number, cursor=False)
        else:
            self.board.redraw_map()
        return True

    def _pull(self) -> tuple[float, float]:
        """How strongly the edges draw the view right and down, each -1 to 1."""
        rect, at = self.board.view.rect, self.position
        if at is None or not self._over_map(at):
            return 0.0, 0.0
        edge = self.board.host.theme.px(_EDGE)

        def near(gap: int) -> float:
            return max(0.0, 1 - gap / edge)

        right, down = near(rect.right - 1 - at[0]), near(rect.bottom - 1 - at[1])
        return right - near(at[0] - rect.left), down - near(at[1] - rect.top)
