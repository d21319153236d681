"""The base of all widgets, the tree of what is on the screen, and those that only show.

A screen makes its widgets again whenever something has changed, as rectangles with what they show
and what a push does. The same widgets give a tree of nodes, for screen readers and tests. Below
stand those that only show: labels, panels and pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import pygame

from hexwar.viewer.drawing.theme import PALETTE, Color, Theme, lettering

_RING, _ROUND = 4, 5  # points: how far out the ring of the focus stands; the radius of corners
_ROUNDED = 2  # pixels by which heights may differ, as each line of them is rounded


@dataclass(frozen=True, slots=True)
class Node:
    """A widget as a screen reader or a test sees it; ``rect`` in pixels of the window.

    ``clipped``: some of its text does not fit.
    """

    key: str
    role: str
    label: str
    rect: pygame.Rect
    enabled: bool = True
    focused: bool = False
    selected: bool = False
    clipped: bool = False
    children: tuple[Node, ...] = ()

    def walk(self) -> Iterator[Node]:
        """This node and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()

    def find(self, role: str = "", label: str = "", key: str = "") -> Node:
        """The first node with this role, text in its label and key; LookupError for none."""
        for node in self.walk():
            if role in ("", node.role) and label in node.label and key in ("", node.key):
                return node
        raise LookupError(f"no {role or 'widget'} '{label}{key}' on the screen")


@dataclass(frozen=True, slots=True)
class Look:
    """How a widget is to be drawn right now."""

    theme: Theme
    focused: str = ""
    hovered: str = ""
    composed: str = ""  # by an input method, for the field that has the focus


class Widget:
    """Something on the screen. ``key`` names it for as long as it is there.

    Screens make their widgets again whenever something changes; only keys outlive that.
    """

    role = "group"

    def __init__(
        self,
        key: str,
        rect: pygame.Rect,
        label: str = "",
        activate: Callable[[], None] | None = None,
        enabled: bool = True,
        tooltip: str = "",
        children: Sequence[Widget] = (),
    ) -> None:
        self.key = key
        self.rect = rect
        self.label = label
        self.activate = activate
        self.enabled = enabled
        self.tooltip = tooltip
        self.children = list(children)
        self.selected = False

    @property
    def focusable(self) -> bool:
        """Whether the keyboard can reach it."""
        return self.activate is not None and self.enabled

    def clipped(self, theme: Theme) -> bool:
        """Whether some of its text does not fit."""
        return False

    def paint(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the widget itself, without what it holds."""

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the widget, what it holds, and the focus ring if it has the focus."""
        self.paint(surface, look)
        for child in self.children:
            child.draw(surface, look)
        if look.focused == self.key and self.focusable:
            theme = look.theme
            outer = self.rect.inflate(theme.px(_RING), theme.px(_RING))
            pygame.draw.rect(surface, PALETTE.ink, outer, theme.px(3), theme.px(_ROUND))
            pygame.draw.rect(surface, PALETTE.gold, outer, theme.px(2), theme.px(_ROUND))

    def walk(self) -> Iterator[Widget]:
        """This widget and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()

    def node(self, look: Look) -> Node:
        """The widget in the tree."""
        return Node(
            self.key,
            self.role,
            self.label,
            self.rect.copy(),
            self.enabled,
            look.focused == self.key,
            self.selected,
            self.clipped(look.theme),
            tuple(child.node(look) for child in self.children),
        )


# Widgets that only show: text, panels, pictures.
#
# A label breaks its text by the width that it has each time it is asked, and draws it so; the
# breaking is kept by the theme.


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
        is_too_low = len(lines) * theme.line(self.size, self.bold) > self.rect.height + _ROUNDED
        return is_too_low or any(
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
        radius = look.theme.px(_ROUND) if self.rounded else 0
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
        tooltip: str = "",
    ) -> None:
        super().__init__(key, rect, label, tooltip=tooltip)
        self.painter = painter

    def paint(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the picture."""
        self.painter(surface, self.rect)
