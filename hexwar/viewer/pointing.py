"""The pointer on the map: pick, drag the view, zoom to the pointer."""

from __future__ import annotations

import pygame

from hexwar.viewer.board_commands import BoardCommands
from hexwar.viewer.controlled import Controlled

_SLACK = 6  # pixels that a click may wander before it is a drag
_PAN = 0.06  # of the view, for a notch of a wheel that goes sideways
_LOG_STEP = 3  # events that a notch of the wheel scrolls the log


class Pointing:
    """Turns pointer events over the map into clicks, drags and zooms."""

    def __init__(self, board: Controlled, board_commands: BoardCommands) -> None:
        self.board = board
        self.board_commands = board_commands
        self.position = (0, 0)
        self._pressed: tuple[int, tuple[int, int]] | None = None
        self._dragging = False
        self._jumping = False
        """Whether the button went down on the small map and is still down."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Take a pointer event; answers whether the map has dealt with it."""
        if event.type == pygame.MOUSEMOTION:
            return self._move(event)
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.position = event.pos
            # Buttons 4 and 5 are the wheel, which has an event of its own.
            wheel: bool = event.button > 3
            if wheel or not self._over_map(event.pos):
                return wheel
            if event.button == 1 and self.board.view.jump(event.pos):
                self._jumping = True
                self.board.redraw_map()
                return True
            self._pressed, self._dragging = (event.button, event.pos), False
            return True
        if event.type == pygame.MOUSEBUTTONUP:
            return self._release(event)
        if event.type == pygame.MOUSEWHEEL:
            self._wheel(event.x, event.y)
            return True
        if event.type == pygame.WINDOWLEAVE and self.board.selection.pointer:
            self.board.look_at(None, cursor=self.board.selection.cursor_shown)
        return False

    def _over_map(self, position: tuple[int, int]) -> bool:
        on_strip = any(widget.rect.collidepoint(position) for widget in self.board.strip)
        return bool(self.board.view.rect.collidepoint(position)) and not on_strip

    def _move(self, event: pygame.event.Event) -> bool:
        before, self.position = self.position, event.pos
        if self._jumping:
            self.board.view.jump(event.pos)
            self.board.redraw_map()
            return True
        if self._pressed is not None:
            start = self._pressed[1]
            far = max(abs(event.pos[0] - start[0]), abs(event.pos[1] - start[1])) > _SLACK
            if far and not self._dragging:
                self._dragging, before = True, start
            if self._dragging:
                self.board.view.pan(before[0] - event.pos[0], before[1] - event.pos[1])
                self.board.redraw_map()
                return True
        number = self.board.view.number_at(event.pos) if self._over_map(event.pos) else None
        chosen = self.board.selection
        if number != chosen.pointer or (chosen.cursor_shown and event.pos != before):
            self.board.look_at(number, cursor=False)
        return False

    def _release(self, event: pygame.event.Event) -> bool:
        if self._jumping and event.button == 1:
            self._jumping = False
            return True
        pressed, dragged = self._pressed, self._dragging
        self._pressed, self._dragging = None, False
        if pressed is None or pressed[0] != event.button:
            return False
        if dragged:
            return True
        number = self.board.view.number_at(event.pos)
        chosen = self.board.selection
        go = event.button == 3
        lets_go = number is None or number == chosen.here or not chosen.units
        if go and (lets_go or chosen.available.target_first):
            self.board.run("cancel")
        elif go and number is not None and number not in chosen.destinations():
            chosen.refuse_going(number)
            self.board.after_action()
        elif number is not None and event.button != 2:
            chosen.cursor_shown = False
            chosen.pointer = number
            self.board_commands.click(number, act=go)
        return True

    def _wheel(self, across: int, notches: int) -> None:
        if self._over_map(self.position):
            if across:
                self.board.view.pan(across * self.board.view.rect.width * _PAN, 0)
            if notches:
                self.board.view.zoom(self.position, notches)
            self.board.redraw_map()
        else:
            self.board_commands.scroll_log(notches * _LOG_STEP)
