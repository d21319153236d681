"""A window onto a column of widgets that is higher than there is room for.

The children are laid out as if there were room, and moved up; what is out of sight is not drawn and
not hit. An inner scroll draws within what the outer one leaves to be seen.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from hexwar.viewer.drawing.theme import PALETTE, Theme, mix
from hexwar.viewer.widgets.base import Look, Widget

_BAR = 7  # width of the bar at the right, in points
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
        return theme.px(_BAR + 7)

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
        before = surface.get_clip()
        # Within what a scroll around this one leaves to be seen.
        surface.set_clip(self.rect.clip(before))
        for child in self.children:
            if child.rect.colliderect(self.rect):
                child.draw(surface, look)
        surface.set_clip(before)
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
