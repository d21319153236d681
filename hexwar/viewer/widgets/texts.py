"""Widgets that only show: text, panels, pictures.

A label breaks its text by the width that it has each time it is asked, and draws it so; the
breaking is kept by the theme.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from hexwar.viewer.drawing.theme import PALETTE, Color, Theme, lettering
from hexwar.viewer.widgets.base import Look, Widget


class Label(Widget):
    """Text, broken into lines that fit its rectangle's width; ``size`` in pixels."""

    role = "text"

    def __init__(
        self,
        key: str,
        rect: pygame.Rect,
        text: str,
        size: int,
        color: Color = PALETTE.ink,
        bold: bool = False,
        align: str = "left",
    ) -> None:
        super().__init__(key, rect, text)
        self.size, self.color, self.bold, self.align = size, color, bold, align

    def clipped(self, theme: Theme) -> bool:
        """Whether a line is too wide, or the last one too low."""
        lines = theme.wrap(self.label, self.size, self.rect.width, self.bold)
        high = len(lines) * theme.line(self.size, self.bold) > self.rect.height + 2
        return high or any(
            theme.width(line, self.size, self.bold) > self.rect.width + 1 for line in lines
        )

    def paint(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the lines from the top of the rectangle."""
        y = self.rect.top
        for line in look.theme.wrap(self.label, self.size, self.rect.width, self.bold):
            text = lettering(line, self.size, self.color, self.bold)
            box = text.get_rect(topleft=(self.rect.left, y))
            if self.align == "center":
                box.centerx = self.rect.centerx
            elif self.align == "right":
                box.right = self.rect.right
            surface.blit(text, box)
            y += look.theme.line(self.size, self.bold)


class Panel(Widget):
    """A sheet of paper or a dark bar that holds other widgets."""

    def __init__(
        self,
        key: str,
        rect: pygame.Rect,
        label: str = "",
        color: Color = PALETTE.paper,
        edge: Color | None = PALETTE.paper_edge,
        rounded: bool = True,
    ) -> None:
        super().__init__(key, rect, label)
        self.color, self.edge, self.rounded = color, edge, rounded

    def paint(self, surface: pygame.Surface, look: Look) -> None:
        """Fill the rectangle."""
        radius = look.theme.px(5) if self.rounded else 0
        pygame.draw.rect(surface, self.color, self.rect, 0, radius)
        if self.edge is not None:
            pygame.draw.rect(surface, self.edge, self.rect, look.theme.px(1), radius)


class Picture(Widget):
    """Whatever a function draws into a rectangle; ``label`` says in words what is seen."""

    role = "image"

    def __init__(
        self,
        key: str,
        rect: pygame.Rect,
        label: str,
        painter: Callable[[pygame.Surface, pygame.Rect], None],
        activate: Callable[[], None] | None = None,
        tooltip: str = "",
    ) -> None:
        super().__init__(key, rect, label, activate, tooltip=tooltip)
        self.painter = painter

    def paint(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the picture."""
        self.painter(surface, self.rect)
