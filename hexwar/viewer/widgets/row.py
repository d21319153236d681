"""A line of a list, to be picked.

The height goes by its text, which is broken into lines at the width that is given; a faulty one
keeps room for its mark.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from hexwar.viewer.drawing.theme import PALETTE, Theme, lettering
from hexwar.viewer.widgets.base import Look, Widget, icon


class Row(Widget):
    """A line of a list to pick: a bold title, and details below. ``faulty`` ones have a mark."""

    role = "button"

    def __init__(
        self,
        key: str,
        rect: pygame.Rect,
        title: str,
        detail: str,
        activate: Callable[[], None] | None,
        faulty: bool = False,
    ) -> None:
        label = f"{title}. {detail}" if detail else title
        super().__init__(key, rect, label, activate, enabled=activate is not None)
        self.title, self.detail, self.faulty = title, detail, faulty

    @staticmethod
    def _inner(theme: Theme, width: int, faulty: bool) -> int:
        return max(20, width - theme.px(24) - (theme.px(26) if faulty else 0))

    @classmethod
    def needed(cls, theme: Theme, width: int, title: str, detail: str, faulty: bool) -> int:
        """The height for a width, in pixels."""
        inner = cls._inner(theme, width, faulty)
        height = len(theme.wrap(title, theme.body, inner, True)) * theme.line(theme.body, True)
        if detail:
            height += len(theme.wrap(detail, theme.small, inner)) * theme.line(theme.small)
        return height + theme.px(16)

    def clipped(self, theme: Theme) -> bool:
        """Whether the text is higher than the rectangle."""
        needed = self.needed(theme, self.rect.width, self.title, self.detail, self.faulty)
        return needed > self.rect.height + 2

    def paint(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the card and its text."""
        theme, p = look.theme, PALETTE
        ground = p.white if self.enabled else p.paper_dim
        if self.selected or (look.hovered == self.key and self.enabled):
            ground = p.accent_pale
        pygame.draw.rect(surface, ground, self.rect, 0, theme.px(5))
        edge = p.accent if self.selected else p.paper_edge
        pygame.draw.rect(surface, edge, self.rect, theme.px(1), theme.px(5))
        if self.selected:
            bar = pygame.Rect(self.rect.left, self.rect.top, theme.px(6), self.rect.height)
            pygame.draw.rect(surface, p.accent, bar, 0, theme.px(3))
        left, top = self.rect.left + theme.px(12), self.rect.top + theme.px(8)
        if self.faulty:
            mark = pygame.Rect(left, top, theme.px(16), theme.px(16))
            icon(surface, "warning", mark, p.danger)
            left += theme.px(26)
        inner = self._inner(theme, self.rect.width, self.faulty)
        for line in theme.wrap(self.title, theme.body, inner, True):
            surface.blit(lettering(line, theme.body, p.ink, True), (left, top))
            top += theme.line(theme.body, True)
        for line in theme.wrap(self.detail, theme.small, inner) if self.detail else ():
            surface.blit(lettering(line, theme.small, p.ink_soft), (left, top))
            top += theme.line(theme.small)
