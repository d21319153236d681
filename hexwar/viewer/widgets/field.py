"""A line of text that the player types."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from hexwar.viewer.drawing.theme import PALETTE, Theme, lettering
from hexwar.viewer.widgets.base import Look, Widget

_LONGEST = 60


class TextField(Widget):
    """One line; typing adds at its end. ``edit`` takes the new text.

    ``label`` says what it is for, ``hint`` stands in it while it is empty.
    """

    role = "textbox"

    def __init__(
        self,
        key: str,
        rect: pygame.Rect,
        label: str,
        text: str,
        edit: Callable[[str], None],
        hint: str = "",
    ) -> None:
        super().__init__(key, rect, label, activate=_nothing)
        self.text, self.edit, self.hint = text, edit, hint

    @staticmethod
    def height(theme: Theme) -> int:
        """The height it needs, in pixels."""
        return theme.px(32)

    def takes(self, event: pygame.event.Event) -> bool:
        """Whether a key edits this line; what keys type comes by :meth:`add`."""
        if event.key != pygame.K_BACKSPACE:
            return False
        self.edit(self.text[:-1])
        return True

    def add(self, text: str) -> None:
        """Take what was typed, or what an input method has committed."""
        self.edit((self.text + "".join(filter(str.isprintable, text)))[:_LONGEST])

    def paint(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the box and the end of the text, which is where one types."""
        theme, p = look.theme, PALETTE
        focused = look.focused == self.key
        pygame.draw.rect(surface, p.white, self.rect, 0, theme.px(5))
        edge = p.accent if focused else p.ink_faint
        pygame.draw.rect(surface, edge, self.rect, theme.px(1), theme.px(5))
        inner = self.rect.inflate(-theme.px(16), 0)
        composed = look.composed if focused else ""
        line = self.text + composed
        text = lettering(line or self.hint, theme.body, p.ink if line else p.ink_soft)
        box = text.get_rect(midleft=inner.midleft)
        if not line:
            box.left += theme.px(4)  # the caret stands before it
        elif box.width > inner.width:
            box.right = inner.right
        before = surface.get_clip()
        surface.set_clip(inner.clip(before))
        surface.blit(text, box)
        if composed:
            start, low = box.right - theme.width(composed, theme.body), box.bottom - theme.px(1)
            pygame.draw.line(surface, p.accent, (start, low), (box.right, low), theme.px(1))
        surface.set_clip(before)
        if focused:
            x = min(inner.right, box.right if line else inner.left) + theme.px(1)
            top, bottom = inner.centery - theme.px(9), inner.centery + theme.px(9)
            pygame.draw.line(surface, p.ink, (x, top), (x, bottom), theme.px(1))


def _nothing() -> None:
    """Pushing a field only gives it the focus."""
