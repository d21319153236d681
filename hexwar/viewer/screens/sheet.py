"""A sheet of paper on the table: title, a body that scrolls if it must, buttons.

The body is laid out first, in a column without an end; then it is known how high it is, and the
sheet becomes as high as that, at most as the window. Only what is left over scrolls. In a window
so low, or with lettering so large, that next to nothing would be left of the body, title and
buttons scroll with it.

:class:`SheetScreen` is what screens derive from: hooks to fill first, then the layout, scrolling
and input. Functions at the end put columns side by side. Parts are laid out from (0, 0) and moved
into place when their heights are known, as nothing else tells how high text becomes in a width.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from hexwar.viewer.drawing.theme import PALETTE, mix
from hexwar.viewer.program.commands import WindowCommand
from hexwar.viewer.screens.base import Host, Screen
from hexwar.viewer.widgets import Button, Flow, Look, Panel, Picture, Widget
from hexwar.viewer.widgets.flow import ENDLESS, Scroll, shift

_LEAST_BODY = 84  # points of body below which title and buttons scroll with it
_RING = 5  # points around the body and the buttons, for the ring of what has the focus
_WHEEL = 56  # points that a notch of the wheel scrolls
_PAGE = 0.85  # of what is seen: so much a page goes on, that the last lines are seen again
_LOW = 420  # points of height below which the title is smaller
_EDGE, _LEAST = 24, 40  # around the sheet, in points; pixels that it is wide and high at least
_PAD, _LEAST_PAD = 30, 15  # points between its edge and what is on it
_RULE = 96  # points, how long the line below the title is
_BUTTON, _GAP, _MAIN = 34, 8, 120  # points: high; between two; how wide the main one is at least
_SHADOWS = ((6, 5), (2, 3))  # the wide and the narrow one: points wider than the paper, and lower
_FRAME = ((7, 2), (11, 1))  # points within the edge, and wide: two lines, as on a printed map
_FRAME_INK = mix(PALETTE.map_ink, PALETTE.paper, 0.15)
_DIMMED = (90, 90, 90)  # of 255: so much of its light is left to what lies behind a sheet


@dataclass(frozen=True, slots=True)
class SheetButton:
    """A button under the sheet. ``kind`` as for :class:`Button`; ``hint`` is the name of a key."""

    key: str
    label: str
    activate: Callable[[], None]
    kind: str = "plain"
    hint: str = ""
    enabled: bool = True


class PaperSheet(Panel):
    """Paper with a shadow and the frame of a printed map."""

    def paint(self, surface: pygame.Surface, look: Look) -> None:
        """Draw shadow, paper and the double frame."""
        theme, rect = look.theme, self.rect
        shadow = mix(PALETTE.table, (0, 0, 0), 0.45)
        for grown, down in _SHADOWS:
            side = theme.px(grown)
            pygame.draw.rect(surface, shadow, rect.inflate(side, side).move(0, theme.px(down)))
            shadow = mix(shadow, (0, 0, 0), 0.35)
        pygame.draw.rect(surface, PALETTE.paper, rect)
        for inset, width in _FRAME:
            frame = rect.inflate(-2 * theme.px(inset), -2 * theme.px(inset))
            pygame.draw.rect(surface, _FRAME_INK, frame, theme.px(width))


class SheetScreen(Screen):
    """The base of the screens that are not the board.

    Subclasses fill the body in :meth:`fill` and name the buttons in :meth:`acts`. ``widest`` is
    the greatest width of the sheet in points; ``tall`` sheets use the whole height. What was in
    the window before is seen dimly behind those that lie ``over`` something.
    """

    widest = 680
    tall = False
    over = True
    arrows_scroll = False

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.offsets: dict[str, int] = {}
        self._grabbed = ""  # the part whose bar is held
        self._pointer = (0, 0)
        self._seen: pygame.Surface | None = None
        """The screen below, as it was drawn last."""
        self._behind: pygame.Surface | None = None
        """What is seen of it around the sheet: dimmed."""

    @property
    def takes_text(self) -> bool:
        """Whether a field has the focus."""
        return self.field is not None

    # -- for subclasses ------------------------------------------------------------------------

    def heading(self) -> str:
        """The title on the sheet."""
        return self.title

    def fill(self, flow: Flow) -> None:
        """Put the body's widgets into a column."""

    def head(self, flow: Flow) -> None:
        """Put widgets between the title and the body; they do not scroll."""

    def acts(self) -> Sequence[SheetButton]:
        """The buttons below, the main one last."""
        return ()

    def cancel(self) -> None:
        """Escape was pressed."""
        self.host.pop()

    def middle(self, rect: pygame.Rect) -> list[Widget]:
        """The body of a ``tall`` sheet."""
        return [self.scroll("body", rect, self.laid(rect.width, rect.height))]

    def first_focus(self, keys: list[str]) -> str:
        """The main button has the focus at first."""
        main = [act.key for act in self.acts() if act.kind == "primary" and act.key in keys]
        return main[0] if main else super().first_focus(keys)

    # -- layout --------------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        """Sheet, title, body and buttons."""
        theme = self.theme
        window = pygame.Rect((0, 0), self.size)
        # On a small window, or with large letters, the edges give way first.
        edge = min(theme.px(_EDGE), window.height // 40)
        room = window.inflate(-2 * edge, -2 * edge)
        width = max(_LEAST, min(room.width, theme.px(self.widest)))
        pad = min(theme.px(_PAD), max(theme.px(_LEAST_PAD), width // 28))
        inner = pygame.Rect(0, 0, width - 2 * pad, max(_LEAST, room.height - 2 * pad))
        inner.centerx = room.centerx
        head, foot = self._head(inner), self._foot(inner)
        for_body = inner.height - head.y - foot.y
        if for_body < theme.px(_LEAST_BODY):
            return self._all_in_one(room, inner, pad)
        if self.tall:
            height = for_body
            inner.top = room.top + pad
            body = self.middle(pygame.Rect(inner.left, inner.top + head.y, inner.width, height))
        else:
            laid = self.laid(inner.width, for_body)
            height = min(for_body, laid.y)
            inner.top = room.top + pad + (for_body - height) // 2
            place = pygame.Rect(inner.left, inner.top + head.y, inner.width, height)
            body = [self.scroll("body", place, laid)]
        shift(head.widgets, 0, inner.top)
        shift(foot.widgets, 0, inner.top + head.y + height)
        inner.height = head.y + height + foot.y
        sheet = PaperSheet("sheet", inner.inflate(2 * pad, 2 * pad), self.heading())
        sheet.children = [*head.widgets, *body, *foot.widgets]
        return [sheet]

    def laid(self, width: int, height: int) -> Flow:
        """The body laid out from (0, 0), with room for focus rings, and for a bar if it is high."""
        # Twice where it is too high: the bar takes width, so that lines break elsewhere.
        flow = self.filled(width)
        return flow if flow.y <= height else self.filled(width - Scroll.room(self.theme))

    def filled(self, width: int) -> Flow:
        """The body laid out from (0, 0), however high it becomes."""
        ring = self.theme.px(_RING)
        flow = Flow(self.theme, pygame.Rect(ring, ring, max(30, width - 2 * ring), ENDLESS))
        self.fill(flow)
        flow.y += ring
        return flow

    def scroll(self, key: str, rect: pygame.Rect, laid: Flow, label: str = "") -> Scroll:
        """A window onto what was laid out from (0, 0), scrolled to where it was last time."""
        shift(laid.widgets, rect.left, rect.top)
        scrolled = Scroll(key, rect, laid.widgets, laid.y, self.offsets.get(key, 0), label)
        self.offsets[key] = scrolled.offset
        return scrolled

    def _head(self, inner: pygame.Rect) -> Flow:
        theme = self.theme
        flow = self._column(inner)
        if self.heading():
            small = inner.height < theme.px(_LOW)
            size = theme.title if small else theme.display
            flow.text("title", self.heading().upper(), size, PALETTE.heading, bold=True)
            flow.gap(2 if small else 5)
            rule = flow.take(theme.px(2))
            rule.width = min(rule.width, theme.px(_RULE))
            flow.place(Picture("rule", rule, "", _rule))
            flow.gap(6 if small else 12)
        self.head(flow)
        return flow

    def _foot(self, inner: pygame.Rect) -> Flow:
        """The buttons in rows from the right, the main one last."""
        theme = self.theme
        flow = self._column(inner)
        acts = list(self.acts())
        if not acts:
            return flow
        gap, high = theme.px(_GAP), theme.px(_BUTTON)
        rows: list[list[tuple[SheetButton, int]]] = [[]]  # buttons, each with its width
        for act in acts:
            least = theme.px(_MAIN) if act.kind == "primary" else 0
            needed = max(Button.wanted(theme, act.label, hint=act.hint) + gap, least)
            needed = min(needed, flow.rect.width)
            row_width = sum(width + gap for _, width in rows[-1])
            if rows[-1] and row_width + needed > flow.rect.width:
                rows.append([])
            rows[-1].append((act, needed))
        for row in rows:
            flow.gap(10)
            line = flow.take(high)
            x = line.right - sum(width for _, width in row) - gap * (len(row) - 1)
            for act, width in row:
                box, on = pygame.Rect(x, line.top, width, high), act.enabled
                flow.place(
                    Button(act.key, box, act.label, act.activate, act.kind, on, hint=act.hint)
                )
                x += width + gap
        return flow

    def _column(self, inner: pygame.Rect) -> Flow:
        """A column over the body's width, so that all edges are one line."""
        ring = self.theme.px(_RING)
        place = pygame.Rect(inner.left + ring, 0, inner.width - 2 * ring, ENDLESS)
        return Flow(self.theme, place)

    def _all_in_one(self, room: pygame.Rect, inner: pygame.Rect, pad: int) -> list[Widget]:
        """So little room, or such large lettering, that title and buttons scroll too."""
        narrow = inner.copy()
        narrow.width -= Scroll.room(self.theme)
        narrow.left = 0
        head, foot = self._head(narrow), self._foot(narrow)
        flow = self.filled(narrow.width)
        shift(flow.widgets, 0, head.y)
        shift(foot.widgets, 0, head.y + flow.y)
        flow.widgets = [*head.widgets, *flow.widgets, *foot.widgets]
        flow.y += head.y + foot.y + self.theme.px(_RING)
        inner.top = room.top + pad
        sheet = PaperSheet("sheet", inner.inflate(2 * pad, 2 * pad), self.heading())
        sheet.children = [self.scroll("body", inner, flow)]
        return [sheet]

    def background(self, surface: pygame.Surface) -> None:
        """What was drawn last, dimmed; a bare table once the window's size has changed."""
        if self.over and self._behind is None:
            self._seen = surface.copy()
            self._behind = _dimmed(self._seen)
        surface.fill(PALETTE.table)
        if self._behind is not None and self._behind.get_size() == surface.get_size():
            surface.blit(self._behind, (0, 0))

    def look_behind(self, below: Screen, surface: pygame.Surface) -> bool:
        """A map is drawn piece by piece: what it lacked when it was covered comes in here."""
        if not (self.over and below.dirty and below.size == surface.get_size()):
            return False
        if self._seen is None or self._seen.get_size() != below.size:  # then all of it is drawn
            self._seen = surface.copy()
        below.draw(self._seen)
        self._behind = _dimmed(self._seen)
        self.dirty = True
        return True

    # -- scrolling -----------------------------------------------------------------------------

    def scrolls(self) -> list[Scroll]:
        """The parts that scroll."""
        return [widget for widget in self.walk() if isinstance(widget, Scroll)]

    def scroll_of(self, key: str) -> Scroll | None:
        """The part that a widget scrolls with."""
        for scroll in self.scrolls():
            if any(part.key == key for part in scroll.walk() if part is not scroll):
                return scroll
        return None

    def scroll_to(self, scroll: Scroll, offset: int) -> None:
        """Scroll a part; out of range is as far as it goes."""
        offset = min(max(0, offset), scroll.furthest)
        if offset != scroll.offset:
            self.offsets[scroll.key] = offset
            self.rebuild()

    def reveal(self, key: str) -> None:
        """Scroll so that a widget is seen."""
        scroll, widget = self.scroll_of(key), self.find(key)
        if scroll is not None and widget is not None:
            self.scroll_to(scroll, scroll.offset_for(widget.rect, self.theme.px(8)))

    def activate(self, key: str) -> bool:
        """Push a widget; what has the focus afterwards is seen."""
        is_done = super().activate(key)
        if is_done:
            self.reveal(self.focus)
        return is_done

    def focus_moved(self) -> None:
        """Bring what has the focus into view."""
        self.reveal(self.focus)

    def _scroll_by(self, points: float, position: tuple[int, int] | None = None) -> None:
        parts = self.scrolls()
        under = [part for part in parts if position and part.shows(position)]
        main = [part for part in parts if part.key == "body"]
        for part in (under or main)[:1]:
            self.scroll_to(part, part.offset + round(points * self.theme.scale))

    # -- input ---------------------------------------------------------------------------------

    def at(self, position: tuple[int, int]) -> Widget | None:
        """The innermost widget under a pixel; what is scrolled out of view is not there."""
        hidden = {
            id(part)
            for scroll in self.scrolls()
            if not scroll.shows(position)
            for part in scroll.walk()
        }
        innermost = None
        for widget in self.walk():
            live = widget.activate or widget.tooltip
            if live and widget.rect.collidepoint(position) and id(widget) not in hidden:
                innermost = widget
        return innermost

    def handle(self, event: pygame.event.Event) -> None:
        """Take an input event: the wheel and the bar, then what all screens take."""
        if event.type == pygame.MOUSEMOTION:
            self._pointer = event.pos
        if event.type == pygame.MOUSEWHEEL:
            self._scroll_by(-event.y * _WHEEL, self._pointer)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._grabbed = ""
        elif self._drags(event):
            for scroll in self.scrolls():
                if scroll.key == self._grabbed:
                    self.scroll_to(scroll, scroll.offset_at(event.pos[1], self.theme))
                    break
        else:
            super().handle(event)

    def _drags(self, event: pygame.event.Event) -> bool:
        """Whether an event takes hold of a bar, or moves one that is held."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            position = event.pos
            for scroll in self.scrolls():
                bar = scroll.bar(self.theme)
                if bar and scroll.shows(position) and position[0] >= bar.left - self.theme.px(3):
                    self._grabbed = scroll.key
            return bool(self._grabbed)
        return event.type == pygame.MOUSEMOTION and bool(self._grabbed)

    def key(self, event: pygame.event.Event) -> None:
        """A key: text for a field, then scrolling, then what all screens know."""
        if self.edits(event):
            self.rebuild()
            return
        main = next((part for part in self.scrolls() if part.key == "body"), None)
        page = 0 if main is None else round(main.rect.height / self.theme.scale * _PAGE)
        steps = {
            pygame.K_PAGEUP: -page,
            pygame.K_PAGEDOWN: page,
            pygame.K_HOME: -ENDLESS,
            pygame.K_END: ENDLESS,
        }
        if self.arrows_scroll:
            steps |= {pygame.K_UP: -_WHEEL // 2, pygame.K_DOWN: _WHEEL // 2}
        if event.key in steps:
            self._scroll_by(steps[event.key])
            return
        super().key(event)

    def command(self, command: WindowCommand) -> bool:
        """Escape closes; the window's own commands hold while one types, too."""
        if command.id == "cancel":
            self.cancel()
            return True
        return self.takes_text and command.where == "everywhere" and self.host.command(command)


def _dimmed(picture: pygame.Surface) -> pygame.Surface:
    """A darker copy of what lies behind a sheet."""
    dim = picture.copy()
    dim.fill(_DIMMED, special_flags=pygame.BLEND_RGB_MULT)
    return dim


def columns(flow: Flow, *shares: float, gap: float = 24) -> list[Flow]:
    """Columns beside each other, as wide as their shares say; :func:`join` goes on below them."""
    theme = flow.theme
    space = theme.px(gap)
    room = flow.rect.width - space * (len(shares) - 1)
    flows: list[Flow] = []
    x = flow.rect.left
    for share in shares:
        width = int(room * share / sum(shares))
        flows.append(Flow(theme, pygame.Rect(x, flow.y, width, ENDLESS)))
        x += width + space
    return flows


def join(flow: Flow, parts: Sequence[Flow]) -> None:
    """Take what columns hold, and go on below the longest."""
    for part in parts:
        flow.widgets.extend(part.widgets)
    flow.y = max([flow.y, *(part.y for part in parts)])


def _rule(surface: pygame.Surface, rect: pygame.Rect) -> None:
    pygame.draw.rect(surface, _FRAME_INK, rect)
