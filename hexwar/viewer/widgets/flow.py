"""Laying out widgets from the top of a rectangle downwards.

A :class:`Flow` is told what comes next and gives each widget as much height as it needs at the
column's width; ``y`` says how far it has come. It never runs out of room: whoever lays out looks at
``left`` and decides what to leave out, or lays the whole of it into a scroll.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pygame

from hexwar.viewer.drawing.theme import PALETTE, Color, Theme
from hexwar.viewer.widgets.base import Widget
from hexwar.viewer.widgets.controls import Button, Toggle
from hexwar.viewer.widgets.texts import Label, Picture

W = TypeVar("W", bound=Widget)


class Flow:
    """A column of widgets. ``y`` is where the next one goes, ``left`` what is left below it."""

    def __init__(self, theme: Theme, rect: pygame.Rect) -> None:
        self.theme = theme
        self.rect = rect
        self.y = rect.top
        self.widgets: list[Widget] = []

    @property
    def left(self) -> int:
        """Pixels left below."""
        return self.rect.bottom - self.y

    def gap(self, points: float) -> None:
        """Leave room, in points."""
        self.y += self.theme.px(points)

    def take(self, height: int) -> pygame.Rect:
        """A rectangle of the column's width for somebody to fill."""
        rect = pygame.Rect(self.rect.left, self.y, self.rect.width, height)
        self.y += height
        return rect

    def place(self, widget: W) -> W:
        """Keep a widget that was given a rectangle by :meth:`take`."""
        self.widgets.append(widget)
        return widget

    def text(
        self,
        key: str,
        text: str,
        size: int | None = None,
        color: Color = PALETTE.ink,
        bold: bool = False,
        align: str = "left",
    ) -> Label:
        """Wrapped text of the column's width."""
        pixels = size or self.theme.body
        height = self.text_height(text, pixels, bold)
        return self.place(Label(key, self.take(height), text, pixels, color, bold, align))

    def text_height(self, text: str, size: int, bold: bool = False) -> int:
        """How high :meth:`text` would be, in pixels."""
        lines = self.theme.wrap(text, size, self.rect.width, bold)
        return len(lines) * self.theme.line(size, bold)

    def heading(self, key: str, text: str) -> Label:
        """A small heading in capitals."""
        return self.text(key, text.upper(), self.theme.px(11.5), PALETTE.ink_soft, bold=True)

    def option(
        self,
        key: str,
        label: str,
        activate: Callable[[], None],
        selected: bool,
        role: str = "radio",
        enabled: bool = True,
        detail: str = "",
    ) -> Toggle:
        """An option of the column's width."""
        height = Toggle.needed(self.theme, self.rect.width, label, detail)
        rect = self.take(height)
        return self.place(Toggle(key, rect, label, activate, selected, role, enabled, detail))

    def button(
        self,
        key: str,
        label: str,
        activate: Callable[[], None],
        kind: str = "plain",
        enabled: bool = True,
        tooltip: str = "",
        hint: str = "",
        picture: str = "",
    ) -> Button:
        """A button of the column's width, as high as its label needs."""
        lines = Button.lines(self.theme, self.rect.width, label, picture, hint)
        more = (len(lines) - 1) * self.theme.line(self.theme.body, True)
        rect = self.take(self.theme.px(32) + more)
        return self.place(Button(key, rect, label, activate, kind, enabled, tooltip, picture, hint))

    def picture(
        self,
        key: str,
        label: str,
        height: int,
        painter: Callable[[pygame.Surface, pygame.Rect], None],
    ) -> Picture:
        """A picture of the column's width, ``height`` pixels high."""
        return self.place(Picture(key, self.take(height), label, painter))
