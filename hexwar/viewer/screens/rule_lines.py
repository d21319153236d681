"""The two kinds of line that the rulebook's screen draws itself: headings, and the contents.

A heading is marked while it is the rule that was opened; a line of the contents, which leads to a
rule, stands further in the deeper its number is, and may be broken into several.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from hexwar.rules.language.wording import unmarked
from hexwar.viewer.drawing.theme import PALETTE, Theme, lettering, mix
from hexwar.viewer.widgets import Label, Look, Widget

# In points.
_ROUND, _BAR = 3, 3  # the corners of a marked line, and the bar before a heading
_CHAPTER, _PART, _MOST_PARTS = 8, 9, 3  # before a number; for each part of it, up to so many
_RIGHT, _BELOW = 6, 5  # of a line of the contents


class RuleHeading(Label):
    """The number and heading of a rule; the ``current`` one, which was opened, is marked."""

    role = "heading"

    def __init__(
        self, current: Callable[[], str], number: str, rect: pygame.Rect, label: str, size: int
    ) -> None:
        super().__init__(f"rule-{number}", rect, label, size, PALETTE.heading, True)
        self.current, self.number = current, number

    def paint(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the text, with a ground and a bar at the left if it is the current rule."""
        theme = look.theme
        if self.current() == self.number:
            ground = self.rect.inflate(theme.px(10), 0)
            pygame.draw.rect(surface, PALETTE.accent_pale, ground, 0, theme.px(_ROUND))
            bar = pygame.Rect(ground.left, ground.top, theme.px(_BAR), ground.height)
            pygame.draw.rect(surface, PALETTE.accent, bar)
        super().paint(surface, look)


class ContentsLine(Widget):
    """A line of the contents."""

    role = "link"

    def __init__(
        self, number: str, rect: pygame.Rect, heading: str, activate: Callable[[], None]
    ) -> None:
        super().__init__(f"entry-{number}", rect, f"{number} {heading}", activate)
        self.number, self.heading = number, unmarked(heading)

    @staticmethod
    def _indent(theme: Theme, number: str) -> tuple[int, bool]:
        """Pixels before the number, and whether it is a chapter; parts stand further in."""
        _, _, below = number.partition(".")
        is_chapter = below in ("", "0")
        indent = _CHAPTER if is_chapter else _CHAPTER + _PART * min(_MOST_PARTS, len(below))
        return theme.px(indent), is_chapter

    @classmethod
    def _lines(cls, theme: Theme, width: int, number: str, heading: str) -> tuple[str, ...]:
        indent, bold = cls._indent(theme, number)
        gap = theme.width(f"{number}  ", theme.small, True)
        return theme.wrap(
            heading, theme.small, max(20, width - indent - gap - theme.px(_RIGHT)), bold
        )

    @classmethod
    def needed(cls, theme: Theme, width: int, number: str, heading: str) -> int:
        """The height for a width, in pixels."""
        lines = cls._lines(theme, width, number, unmarked(heading))
        return len(lines) * theme.line(theme.small, True) + theme.px(_BELOW)

    def paint(self, surface: pygame.Surface, look: Look) -> None:
        """Draw number and heading; the ground says where the pointer and the reader are."""
        theme = look.theme
        if self.selected or look.hovered == self.key:
            ground = PALETTE.accent_pale if self.selected else PALETTE.paper_dim
            pygame.draw.rect(surface, ground, self.rect, 0, theme.px(_ROUND))
        indent, bold = self._indent(theme, self.number)
        left, top = self.rect.left + indent, self.rect.top + theme.px(2)
        ink = PALETTE.ink if bold or self.selected else mix(PALETTE.ink, PALETTE.paper, 0.12)
        surface.blit(lettering(self.number, theme.small, PALETTE.accent, True), (left, top))
        left += theme.width(f"{self.number}  ", theme.small, True)
        for line in self._lines(theme, self.rect.width, self.number, self.heading):
            surface.blit(lettering(line, theme.small, ink, bold), (left, top))
            top += theme.line(theme.small, True)
