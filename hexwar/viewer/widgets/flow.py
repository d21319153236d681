"""Laying out widgets from the top of a rectangle downwards, scrolled if they must be.

A :class:`Flow` is told what comes next and gives each widget as much height as it needs at the
column's width; ``y`` says how far it has come. It never runs out of room: the code that lays out
looks at ``left`` and decides what to leave out, or lays the whole of it into a :class:`Scroll`,
which shows a part of a column that is higher than its room.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import pygame

from hexwar.viewer.drawing.theme import PALETTE, Color, Theme, mix
from hexwar.viewer.widgets.base import Label, Look, Picture, Widget
from hexwar.viewer.widgets.controls import Button, Toggle

W = TypeVar("W", bound=Widget)

ENDLESS = 1_000_000
"""Pixels of a column that is filled before it is known how high it becomes."""

_BUTTON = 32  # points, the height of a button with one line


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
    ) -> Label:
        """Wrapped text of the column's width."""
        pixels = size or self.theme.body
        height = self.text_height(text, pixels, bold)
        return self.place(Label(key, self.take(height), text, pixels, color, bold))

    def text_height(self, text: str, size: int, bold: bool = False) -> int:
        """How high :meth:`text` would be, in pixels."""
        lines = self.theme.wrap(text, size, self.rect.width, bold)
        return len(lines) * self.theme.line(size, bold)

    def heading(self, key: str, text: str) -> Label:
        """A small heading in capitals."""
        return self.text(key, text.upper(), self.theme.fine, PALETTE.ink_soft, bold=True)

    def option(
        self,
        key: str,
        label: str,
        activate: Callable[[], None],
        selected: bool,
        role: str = "radio",
        detail: str = "",
    ) -> Toggle:
        """An option of the column's width."""
        height = Toggle.needed(self.theme, self.rect.width, label, detail)
        rect = self.take(height)
        return self.place(Toggle(key, rect, label, activate, selected, role, detail=detail))

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
        extra = (len(lines) - 1) * self.theme.line(self.theme.body, True)
        rect = self.take(self.theme.px(_BUTTON) + extra)
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


# A window onto a column of widgets that is higher than there is room for.
#
# The children are laid out as if there were room, and moved up; what is out of sight is not drawn
# and not hit. An inner scroll draws within what the outer one leaves to be seen.


_BAR, _BESIDE_BAR = 7, 7  # points: the bar at the right, and what is left free beside it
_SHORTEST = 24  # length of its handle, in points


class Scroll(Widget):
    """Shows a part of its children. ``offset``: how many pixels of them are above the top.

    The children come laid out from the top of ``rect`` downwards, ``content`` pixels high; they
    are moved up by the offset, which is kept within what there is to see.
    """

    role = "scroll"

    def __init__(
        self,
        key: str,
        rect: pygame.Rect,
        children: Sequence[Widget],
        content: int,
        offset: int = 0,
        label: str = "",
    ) -> None:
        super().__init__(key, rect, label, children=children)
        self.content = content
        self.furthest = max(0, content - rect.height)
        self.offset = min(max(0, offset), self.furthest)
        shift(self.children, 0, -self.offset)

    @staticmethod
    def room(theme: Theme) -> int:
        """Pixels at the right that the bar takes."""
        return theme.px(_BAR + _BESIDE_BAR)

    def shows(self, position: tuple[int, int]) -> bool:
        """Whether what lies under a pixel is seen."""
        return bool(self.rect.collidepoint(position))

    def bar(self, theme: Theme) -> pygame.Rect | None:
        """The handle of the bar; ``None`` when everything is seen."""
        if not self.furthest:
            return None
        height = max(theme.px(_SHORTEST), self.rect.height * self.rect.height // self.content)
        height = min(height, self.rect.height)
        top = self.rect.top + (self.rect.height - height) * self.offset // self.furthest
        return pygame.Rect(self.rect.right - theme.px(_BAR), top, theme.px(_BAR), height)

    def offset_at(self, y: int, theme: Theme) -> int:
        """The offset that brings the middle of the handle to a height of the window."""
        bar = self.bar(theme)
        if bar is None or self.rect.height <= bar.height:
            return 0
        share = (y - self.rect.top - bar.height / 2) / (self.rect.height - bar.height)
        return round(min(1.0, max(0.0, share)) * self.furthest)

    def offset_for(self, rect: pygame.Rect, margin: int) -> int:
        """The offset nearest to the present one at which a rectangle of the content is seen."""
        above = self.rect.top + margin - rect.top
        below = rect.bottom - (self.rect.bottom - margin)
        # Of what is higher than the view its beginning is shown.
        if above > 0 or rect.height > self.rect.height:
            return self.offset - above
        return self.offset + below if below > 0 else self.offset

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the children that are seen, and the bar when some are not."""
        clip = surface.get_clip()
        # Within what a scroll around this one leaves to be seen.
        surface.set_clip(self.rect.clip(clip))
        for child in self.children:
            if child.rect.colliderect(self.rect):
                child.draw(surface, look)
        surface.set_clip(clip)
        bar = self.bar(look.theme)
        if bar is None:
            return
        groove = pygame.Rect(bar.left, self.rect.top, bar.width, self.rect.height)
        radius = bar.width // 2
        pygame.draw.rect(surface, PALETTE.paper_dim, groove, 0, radius)
        pygame.draw.rect(surface, mix(PALETTE.map_ink, PALETTE.paper, 0.35), bar, 0, radius)


def shift(widgets: Sequence[Widget], across: int, down: int) -> None:
    """Move widgets, and all that they hold, by pixels."""
    for widget in widgets:
        for part in widget.walk():
            part.rect.move_ip(across, down)
