"""Widgets that do something: buttons, links, options, fields, lines of lists.

Each says how much room it needs for its words (``wanted``, ``needed``, ``lines``) before it is
made, and afterwards whether it got that (``clipped``): a test lays out every screen at every scale
and asks. First buttons, links and toggles; then the field that is typed into; then lines of lists.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame

from hexwar.viewer.drawing.ink import disc
from hexwar.viewer.drawing.pictograms import icon
from hexwar.viewer.drawing.theme import PALETTE, Color, Theme, lettering, mix
from hexwar.viewer.widgets.base import Look, Widget

# In points.
_ROUND, _EDGE = 5, 1  # the radius of corners, and how wide edges are drawn
_SIGN = 16  # the side of a pictogram, of the mark of an option, of a warning
_GAP = 6  # between a pictogram, a label and a key
_BESIDE = 24  # around the label of a button, both sides together ...
_SPARE = 14  # ... and what of that may be given to a long one
_TO_SIGN, _TO_TEXT, _ABOVE = 8, 32, 5  # of an option: to its mark, to its words, above them
_CARD, _CARD_ABOVE, _BAR = 12, 8, 6  # of a row: beside and above its words; its bar when chosen
_BESIDE_WARNING = 26  # of a row's words, where a warning stands before them
_ROUNDED = 2  # pixels by which heights may differ, as each line of them is rounded


class Button(Widget):
    """A push button with a label, a pictogram or both. ``kind``: plain, primary or chrome.

    ``hint`` is a key name shown small after the label.
    """

    role = "button"

    def __init__(
        self,
        key: str,
        rect: pygame.Rect,
        label: str,
        activate: Callable[[], None] | None,
        kind: str = "plain",
        enabled: bool = True,
        tooltip: str = "",
        picture: str = "",
        hint: str = "",
    ) -> None:
        super().__init__(key, rect, label, activate, enabled, tooltip)
        self.kind, self.picture, self.hint = kind, picture, hint

    @staticmethod
    def wanted(theme: Theme, label: str, picture: str = "", hint: str = "") -> int:
        """The width that a button with these needs, in pixels."""
        width = theme.width(label, theme.body, bold=True) + theme.px(_BESIDE)
        width += theme.px(_SIGN + 4) if picture else 0
        return width + (theme.width(hint, theme.small) + theme.px(8) if hint else 0)

    def clipped(self, theme: Theme) -> bool:
        """Whether label, pictogram and hint need more than there is."""
        lines = self.lines(theme, self.rect.width, self.label, self.picture, self.hint)
        if len(lines) * theme.line(theme.body, True) > self.rect.height:
            return True
        longest = max(lines, key=lambda line: theme.width(line, theme.body, True))
        return self.wanted(theme, longest, self.picture, self.hint) > self.rect.width + theme.px(
            _SPARE
        )

    @staticmethod
    def lines(theme: Theme, width: int, label: str, picture: str = "", hint: str = "") -> list[str]:
        """The lines of a label in a button of a width in pixels: one where it fits."""
        beside = Button.wanted(theme, "", picture, hint) - theme.px(_SPARE)
        if theme.width(label, theme.body, bold=True) <= width - beside:
            return [label]
        return list(theme.wrap(label, theme.body, width - beside, True))

    def colors(self, hovered: bool) -> tuple[Color, Color, Color]:
        """Ground, edge and ink."""
        p = PALETTE
        ground, edge, ink = {
            "primary": (p.accent, mix(p.accent, p.ink, 0.4), p.white),
            "chrome": (p.chrome_raised, mix(p.chrome_raised, p.white, 0.18), p.chrome_ink),
            "danger": (p.danger, mix(p.danger, p.ink, 0.4), p.white),
        }.get(self.kind, (p.white, mix(p.paper_edge, p.ink, 0.25), p.ink))
        if not self.enabled:
            # White letters would be lost on a pale ground.
            dim, letters = (p.chrome, ink) if self.kind == "chrome" else (p.paper, p.ink)
            pale = mix(ground, dim, 0.6)
            return pale, mix(edge, dim, 0.5), mix(letters, pale, 0.35)
        return (mix(ground, ink, 0.12) if hovered else ground), edge, ink

    def paint(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the button with its content in the middle."""
        theme = look.theme
        ground, edge, ink = self.colors(look.hovered == self.key)
        radius = theme.px(_ROUND)
        pygame.draw.rect(surface, ground, self.rect, 0, radius)
        pygame.draw.rect(surface, edge, self.rect, theme.px(_EDGE), radius)
        lines = self.lines(theme, self.rect.width, self.label, self.picture, self.hint)
        texts = [lettering(line, theme.body, ink, bold=True) for line in lines]
        hint = lettering(self.hint, theme.small, mix(ink, ground, 0.3)) if self.hint else None
        side, gap = theme.px(_SIGN), theme.px(_GAP)
        widest = max(text.get_width() for text in texts)
        width = widest + (side + (gap if self.label else 0) if self.picture else 0)
        width += hint.get_width() + gap if hint else 0
        left = self.rect.centerx - width // 2
        if self.picture:
            box = pygame.Rect(left, 0, side, side)
            box.centery = self.rect.centery
            icon(surface, self.picture, box, ink)
            left += side + gap
        high = theme.line(theme.body, True)
        top = self.rect.centery - high * (len(texts) - 1) // 2
        for place, text in enumerate(texts):
            surface.blit(text, text.get_rect(midleft=(left, top + place * high)))
        if hint:
            left += widest + gap
            surface.blit(hint, hint.get_rect(midleft=(left, self.rect.centery + theme.px(1))))


class Link(Widget):
    """A short underlined text that leads somewhere, such as the number of a rule."""

    role = "link"

    def __init__(
        self,
        key: str,
        rect: pygame.Rect,
        label: str,
        activate: Callable[[], None],
        size: int,
        color: Color = PALETTE.accent,
        tooltip: str = "",
    ) -> None:
        super().__init__(key, rect, label, activate, tooltip=tooltip)
        self.size, self.color = size, color

    def clipped(self, theme: Theme) -> bool:
        """Whether the text is too wide."""
        return theme.width(self.label, self.size, True) > self.rect.width + 1

    def paint(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the text and its line, thicker under the pointer."""
        text = lettering(self.label, self.size, self.color, bold=True)
        surface.blit(text, self.rect)
        y = self.rect.top + text.get_height() - look.theme.px(1)
        thick = look.theme.px(2 if look.hovered == self.key else 1)
        pygame.draw.line(surface, self.color, (self.rect.left, y), (self.rect.right - 1, y), thick)


class Toggle(Widget):
    """One of several to choose (``radio``), or one to switch on and off (``checkbox``)."""

    def __init__(
        self,
        key: str,
        rect: pygame.Rect,
        label: str,
        activate: Callable[[], None],
        selected: bool,
        role: str = "radio",
        enabled: bool = True,
        detail: str = "",
    ) -> None:
        super().__init__(key, rect, label, activate, enabled)
        self.selected, self.role, self.detail = selected, role, detail

    @staticmethod
    def needed(theme: Theme, width: int, label: str, detail: str = "") -> int:
        """The height for a width, in pixels."""
        return _height_of(theme, width - theme.px(_TO_TEXT + _GAP), label, detail) + theme.px(10)

    def clipped(self, theme: Theme) -> bool:
        """Whether label and detail are higher than the rectangle."""
        return (
            self.needed(theme, self.rect.width, self.label, self.detail)
            > self.rect.height + _ROUNDED
        )

    def paint(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the mark and the text."""
        theme, p = look.theme, PALETTE
        if self.selected or look.hovered == self.key:
            ground = p.accent_pale if self.selected else p.paper_dim
            pygame.draw.rect(surface, ground, self.rect, 0, theme.px(_ROUND))
        ink = p.ink if self.enabled else p.ink_faint
        side = theme.px(_SIGN)
        corner = self.rect.left + theme.px(_TO_SIGN), self.rect.top + theme.px(6)
        mark = pygame.Rect(corner, (side, side))
        if self.role == "radio":
            disc(surface, mark.center, side / 2, ink)
            disc(surface, mark.center, side / 2 - theme.px(1.5), p.white)
            if self.selected:
                disc(surface, mark.center, side / 4, p.accent)
        else:
            pygame.draw.rect(surface, p.white, mark, 0, theme.px(3))
            pygame.draw.rect(surface, ink, mark, theme.px(1.5), theme.px(3))
            if self.selected:
                icon(surface, "tick", mark, p.accent)
        left, top = self.rect.left + theme.px(_TO_TEXT), self.rect.top + theme.px(_ABOVE)
        room = pygame.Rect(left, top, self.rect.width - theme.px(_TO_TEXT + _GAP), 0)
        _write(surface, theme, room, self.label, self.detail, ink)


def _height_of(theme: Theme, width: int, title: str, detail: str) -> int:
    """The height of a bold text and a small one below it, each broken at a width in pixels."""
    height = len(theme.wrap(title, theme.body, width, True)) * theme.line(theme.body, True)
    if detail:
        height += len(theme.wrap(detail, theme.small, width)) * theme.line(theme.small)
    return height


def _write(
    surface: pygame.Surface, theme: Theme, room: pygame.Rect, title: str, detail: str, ink: Color
) -> None:
    """Draw what :func:`_height_of` measures, from the top of the room."""
    top = room.top
    for line in theme.wrap(title, theme.body, room.width, True):
        surface.blit(lettering(line, theme.body, ink, True), (room.left, top))
        top += theme.line(theme.body, True)
    if not detail:
        return
    for line in theme.wrap(detail, theme.small, room.width):
        surface.blit(lettering(line, theme.small, PALETTE.ink_soft), (room.left, top))
        top += theme.line(theme.small)


# A line of text that the player types.


_FIELD, _CARET = 32, 18  # points: how high a field is, and the caret in it
_MOST_SIGNS = 60
"""Of a text that is typed, if no more is said: about as many as a field shows."""


class TextField(Widget):
    """A field of one line; typing adds at its end. ``edit`` takes the new text.

    ``label`` says what it is for, ``hint`` stands in it while it is empty; a text of more than
    ``most`` signs is cut.
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
        most: int = _MOST_SIGNS,
    ) -> None:
        super().__init__(key, rect, label, activate=_nothing)
        self.text, self.edit, self.hint, self.most = text, edit, hint, most

    @staticmethod
    def height(theme: Theme) -> int:
        """The height it needs, in pixels."""
        return theme.px(_FIELD)

    def takes(self, event: pygame.event.Event) -> bool:
        """Whether a key edits this line; what keys type comes by :meth:`add`."""
        if event.key != pygame.K_BACKSPACE:
            return False
        self.edit(self.text[:-1])
        return True

    def add(self, text: str) -> None:
        """Take what was typed, or what an input method has committed."""
        self.edit((self.text + "".join(filter(str.isprintable, text)))[: self.most])

    def paint(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the box and the end of the text, which is where one types."""
        theme, p = look.theme, PALETTE
        focused = look.focused == self.key
        pygame.draw.rect(surface, p.white, self.rect, 0, theme.px(_ROUND))
        edge = p.accent if focused else p.ink_faint
        pygame.draw.rect(surface, edge, self.rect, theme.px(_EDGE), theme.px(_ROUND))
        inner = self.rect.inflate(-theme.px(16), 0)
        composed = look.composed if focused else ""
        line = self.text + composed
        text = lettering(line or self.hint, theme.body, p.ink if line else p.ink_soft)
        box = text.get_rect(midleft=inner.midleft)
        if not line:
            box.left += theme.px(4)  # the caret stands before it
        elif box.width > inner.width:
            box.right = inner.right
        clip = surface.get_clip()
        surface.set_clip(inner.clip(clip))
        surface.blit(text, box)
        if composed:
            start, low = box.right - theme.width(composed, theme.body), box.bottom - theme.px(1)
            pygame.draw.line(surface, p.accent, (start, low), (box.right, low), theme.px(1))
        surface.set_clip(clip)
        if focused:
            x = min(inner.right, box.right if line else inner.left) + theme.px(1)
            top, bottom = (
                inner.centery - theme.px(_CARET // 2),
                inner.centery + theme.px(_CARET // 2),
            )
            pygame.draw.line(surface, p.ink, (x, top), (x, bottom), theme.px(1))


def _nothing() -> None:
    """Pushing a field only gives it the focus."""


# A line of a list, to be picked.
#
# The height goes by its text, which is broken into lines at the width that is given; a line marked
# as faulty keeps room for its mark.


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
        return max(20, width - theme.px(2 * _CARD) - (theme.px(_BESIDE_WARNING) if faulty else 0))

    @classmethod
    def needed(cls, theme: Theme, width: int, title: str, detail: str, faulty: bool) -> int:
        """The height for a width, in pixels."""
        return _height_of(theme, cls._inner(theme, width, faulty), title, detail) + theme.px(
            2 * _CARD_ABOVE
        )

    def clipped(self, theme: Theme) -> bool:
        """Whether the text is higher than the rectangle."""
        needed = self.needed(theme, self.rect.width, self.title, self.detail, self.faulty)
        return needed > self.rect.height + _ROUNDED

    def paint(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the card and its text."""
        theme, p = look.theme, PALETTE
        ground = p.white if self.enabled else p.paper_dim
        if self.selected or (look.hovered == self.key and self.enabled):
            ground = p.accent_pale
        pygame.draw.rect(surface, ground, self.rect, 0, theme.px(_ROUND))
        edge = p.accent if self.selected else p.paper_edge
        pygame.draw.rect(surface, edge, self.rect, theme.px(_EDGE), theme.px(_ROUND))
        if self.selected:
            bar = pygame.Rect(self.rect.left, self.rect.top, theme.px(_BAR), self.rect.height)
            pygame.draw.rect(surface, p.accent, bar, 0, theme.px(3))
        left, top = self.rect.left + theme.px(_CARD), self.rect.top + theme.px(_CARD_ABOVE)
        if self.faulty:
            mark = pygame.Rect(left, top, theme.px(_SIGN), theme.px(_SIGN))
            icon(surface, "warning", mark, p.danger)
            left += theme.px(_BESIDE_WARNING)
        room = pygame.Rect(left, top, self._inner(theme, self.rect.width, self.faulty), 0)
        _write(surface, theme, room, self.title, self.detail, p.ink)
