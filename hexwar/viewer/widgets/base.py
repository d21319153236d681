"""The base of all widgets, the tree of what is on the screen, and those that only show.

A screen makes its widgets again whenever something has changed, as rectangles with what they show
and what a push does. The same widgets give a tree of nodes, for screen readers and tests. Below
stand pictograms, which are drawn, and last labels, panels and pictures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import pygame

from hexwar.viewer.drawing import ink
from hexwar.viewer.drawing.geometry import Point
from hexwar.viewer.drawing.theme import PALETTE, Color, Theme, lettering


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
            outer = self.rect.inflate(theme.px(4), theme.px(4))
            pygame.draw.rect(surface, PALETTE.ink, outer, theme.px(3), theme.px(5))
            pygame.draw.rect(surface, PALETTE.gold, outer, theme.px(2), theme.px(5))

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


def icon(surface: pygame.Surface, name: str, box: pygame.Rect, color: Color) -> None:
    """A small pictogram, drawn: fonts lack most of these. Unknown names draw nothing."""
    painter = _ICONS.get(name)
    if painter is not None:
        painter(surface, box, color)


def _bent_arrow(
    surface: pygame.Surface, box: pygame.Rect, color: Color, *, back: bool = False
) -> None:
    flip = 1 if back else -1
    x = [box.centerx + flip * round(box.width * share) for share in (-0.36, 0.36)]
    y = [box.top + round(box.height * share) for share in (0.34, 0.74)]
    width = max(2, box.width // 9)
    path: list[Point] = [(x[0], y[0]), (box.centerx, y[0])]
    path += ink.curve((box.centerx, y[0]), (x[1] + flip * 2, y[0]), (x[1], sum(y) / 2), 6)
    path += ink.curve((x[1], sum(y) / 2), (x[1], y[1]), (box.centerx, y[1]), 6)
    ink.stroke(surface, path, width, color)
    head = ink.arrow_head((x[0] - flip * 2, y[0]), (box.centerx, y[0]), box.width * 0.34)
    ink.shape(surface, head, color)


def _lock(surface: pygame.Surface, box: pygame.Rect, color: Color) -> None:
    body = pygame.Rect(0, 0, round(box.width * 0.62), round(box.height * 0.46))
    body.midbottom = (box.centerx, box.bottom - box.height // 10)
    pygame.draw.rect(surface, color, body, 0, max(1, box.width // 12))
    width = max(2, box.width // 9)
    arch = pygame.Rect(0, 0, round(box.width * 0.42), round(box.height * 0.7))
    arch.midtop = (box.centerx, box.top + box.height // 12)
    pygame.draw.rect(surface, color, arch, width, box.width // 4)


def _tick(surface: pygame.Surface, box: pygame.Rect, color: Color) -> None:
    x, y, w, h = box
    points = [
        (x + w * 0.16, y + h * 0.52),
        (x + w * 0.42, y + h * 0.78),
        (x + w * 0.86, y + h * 0.24),
    ]
    ink.stroke(surface, points, max(2, w // 7), color)


def _warning(surface: pygame.Surface, box: pygame.Rect, color: Color) -> None:
    x, y, w, h = box
    corners = [(x + w / 2, y + h * 0.08), (x + w * 0.96, y + h * 0.9), (x + w * 0.04, y + h * 0.9)]
    ink.shape(surface, corners, color)
    bar = max(2, w // 9)
    ink.segment(surface, (x + w / 2, y + h * 0.36), (x + w / 2, y + h * 0.64), bar, PALETTE.white)
    ink.disc(surface, (x + w / 2, y + h * 0.77), bar / 2 + 0.5, PALETTE.white)


def _next(surface: pygame.Surface, box: pygame.Rect, color: Color) -> None:
    x, y, w, h = box
    for shift in (0.0, 0.36):
        points = [
            (x + w * (0.16 + shift), y + h * 0.2),
            (x + w * (0.48 + shift), y + h * 0.5),
            (x + w * (0.16 + shift), y + h * 0.8),
        ]
        ink.stroke(surface, points, max(2, w // 8), color)


def _towards(
    surface: pygame.Surface,
    box: pygame.Rect,
    color: Color,
    *,
    back: bool = False,
    bar: bool = False,
) -> None:
    """A triangle, with a bar before it that it runs against."""
    x, y, w, h = box
    shape = [(0.22, 0.14), (0.22, 0.86), (0.8, 0.5)]
    points = [(x + w * (1 - at if back else at), y + h * down) for at, down in shape]
    ink.shape(surface, points, color)
    if bar:
        at = x + w * (0.14 if back else 0.86)
        ink.segment(surface, (at, y + h * 0.14), (at, y + h * 0.86), max(2, w // 7), color)


def _pause(surface: pygame.Surface, box: pygame.Rect, color: Color) -> None:
    x, y, w, h = box
    for at in (0.32, 0.68):
        ends = (x + w * at, y + h * 0.16), (x + w * at, y + h * 0.84)
        ink.segment(surface, *ends, max(3, w // 4), color)


def _ribbon(surface: pygame.Surface, box: pygame.Rect, color: Color) -> None:
    x, y, w, h = box
    shape = [(0.26, 0.1), (0.74, 0.1), (0.74, 0.9), (0.5, 0.66), (0.26, 0.9)]
    ink.shape(surface, [(x + w * at, y + h * down) for at, down in shape], color)


def _menu(surface: pygame.Surface, box: pygame.Rect, color: Color) -> None:
    x, y, w, h = box
    for down in (0.24, 0.5, 0.76):
        ink.segment(
            surface, (x + w * 0.1, y + h * down), (x + w * 0.9, y + h * down), max(2, w // 8), color
        )


_ICONS: dict[str, Callable[[pygame.Surface, pygame.Rect, Color], None]] = {
    "menu": _menu,
    "play": _towards,
    "on": partial(_towards, bar=True),
    "back": partial(_towards, back=True, bar=True),
    "pause": _pause,
    "bookmark": _ribbon,
    "undo": partial(_bent_arrow, back=True),
    "redo": _bent_arrow,
    "lock": _lock,
    "tick": _tick,
    "warning": _warning,
    "next": _next,
}


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
        is_too_low = len(lines) * theme.line(self.size, self.bold) > self.rect.height + 2
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
        tooltip: str = "",
    ) -> None:
        super().__init__(key, rect, label, tooltip=tooltip)
        self.painter = painter

    def paint(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the picture."""
        self.painter(surface, self.rect)
