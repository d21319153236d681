"""A sheet of paper on the table: title, a body that scrolls if it must, buttons.

How high text becomes in a given width is known only once it is laid out. So title, body and buttons
are first laid out from (0, 0) in columns without an end, and moved into place when their heights
are known. The sheet becomes as high as they need, at most as high as the window; a body that is
higher scrolls. Where the window is so low, or the lettering so large, that next to nothing would be
left for the body, title and buttons scroll with it.

:class:`SheetScreen` is what screens derive from: first the hooks for subclasses, then the layout,
scrolling and input. The functions at the end put columns side by side.
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

# In points, as far as nothing else is said.
_EDGE = 24  # between the sheet and the edge of the window
_PADDING, _LEAST_PADDING = 30, 15  # between the edge of the sheet and what is on it
_LEAST_PIXELS = 40  # pixels that the sheet is wide and high at least
_LEAST_BODY = 84  # height of the body below which title and buttons scroll with it
_LOW = 420  # height below which the title is smaller
_RULE = 96  # length of the line below the title
_RING = 5  # around the body and the buttons, for the ring of what has the focus
_BUTTON_HEIGHT, _BUTTON_GAP, _MAIN_WIDTH = 34, 8, 120  # the main button is so wide at least
_WHEEL = 56  # what a notch of the wheel scrolls
_PAGE = 0.85  # share of the view that a page scrolls, so that its last lines are seen again
_SHADOWS = ((6, 5), (2, 3))  # the wide and the narrow one: how much wider than the paper, and lower
_FRAME = ((7, 2), (11, 1))  # distance from the edge, and width: two lines, as on a printed map
_FRAME_INK = mix(PALETTE.map_ink, PALETTE.paper, 0.15)
_DIMMED = (90, 90, 90)  # of 255: so much of its light is left to what lies behind a sheet


@dataclass(frozen=True, slots=True)
class SheetButton:
    """A button at the foot of the sheet; ``kind`` as for :class:`Button`, ``hint`` names a key."""

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
        for wider, lower in _SHADOWS:
            more = theme.px(wider)
            pygame.draw.rect(surface, shadow, rect.inflate(more, more).move(0, theme.px(lower)))
            shadow = mix(shadow, (0, 0, 0), 0.35)
        pygame.draw.rect(surface, PALETTE.paper, rect)
        for inset, width in _FRAME:
            frame = rect.inflate(-2 * theme.px(inset), -2 * theme.px(inset))
            pygame.draw.rect(surface, _FRAME_INK, frame, theme.px(width))


class SheetScreen(Screen):
    """The base of the screens that are not the board.

    Subclasses fill the body in :meth:`fill` and name the buttons in :meth:`acts`. ``widest`` is
    the greatest width of the sheet in points; ``tall`` sheets use the whole height. What was in
    the window before is seen dimly behind those that lie ``over`` something. With
    ``arrows_scroll`` the arrow keys scroll the body instead of moving the focus.
    """

    widest = 680
    tall = False
    over = True
    arrows_scroll = False

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.offsets: dict[str, int] = {}  # by part that scrolls: how far, in pixels
        self._grabbed = ""  # the part whose bar is held
        self._pointer = (0, 0)  # events of the wheel do not say where the pointer is
        self._screen_below: pygame.Surface | None = None  # as it was drawn last
        self._dimmed_below: pygame.Surface | None = None  # what is seen of it around the sheet

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
        """The sheet with title, body and buttons."""
        theme = self.theme
        window = pygame.Rect((0, 0), self.size)
        # In a small window, or with large letters, the edges give way first.
        edge = min(theme.px(_EDGE), window.height // 40)
        room = window.inflate(-2 * edge, -2 * edge)
        width = max(_LEAST_PIXELS, min(room.width, theme.px(self.widest)))
        padding = min(theme.px(_PADDING), max(theme.px(_LEAST_PADDING), width // 28))
        height = max(_LEAST_PIXELS, room.height - 2 * padding)
        inner = pygame.Rect(0, 0, width - 2 * padding, height)
        inner.centerx = room.centerx
        # Laid out from the top of the window: where a column ends (``y``) is how high it is.
        head, foot = self._head(inner), self._foot(inner)
        for_body = inner.height - head.y - foot.y
        if for_body < theme.px(_LEAST_BODY):
            return self._all_in_one(room, inner, padding)
        if self.tall:
            height = for_body
            inner.top = room.top + padding
            body = self.middle(pygame.Rect(inner.left, inner.top + head.y, inner.width, height))
        else:
            laid = self.laid(inner.width, for_body)
            height = min(for_body, laid.y)
            inner.top = room.top + padding + (for_body - height) // 2
            place = pygame.Rect(inner.left, inner.top + head.y, inner.width, height)
            body = [self.scroll("body", place, laid)]
        shift(head.widgets, 0, inner.top)
        shift(foot.widgets, 0, inner.top + head.y + height)
        inner.height = head.y + height + foot.y
        sheet = PaperSheet("sheet", inner.inflate(2 * padding, 2 * padding), self.heading())
        sheet.children = [*head.widgets, *body, *foot.widgets]
        return [sheet]

    def laid(self, width: int, height: int) -> Flow:
        """The body laid out from (0, 0), with room for the bar if it is higher than ``height``."""
        # Then it is laid out again, as lines break elsewhere in the width that the bar leaves.
        flow = self.filled(width)
        return flow if flow.y <= height else self.filled(width - Scroll.room(self.theme))

    def filled(self, width: int) -> Flow:
        """The body laid out from (0, 0), however high it becomes, with room for focus rings."""
        ring = self.theme.px(_RING)
        flow = Flow(self.theme, pygame.Rect(ring, ring, max(30, width - 2 * ring), ENDLESS))
        self.fill(flow)
        flow.y += ring
        return flow

    def scroll(self, key: str, rect: pygame.Rect, laid: Flow, label: str = "") -> Scroll:
        """A view of what was laid out from (0, 0), scrolled to where it was last time."""
        shift(laid.widgets, rect.left, rect.top)
        scrolled = Scroll(key, rect, laid.widgets, laid.y, self.offsets.get(key, 0), label)
        self.offsets[key] = scrolled.offset
        return scrolled

    def _head(self, inner: pygame.Rect) -> Flow:
        """The title, a line below it, and what a subclass adds."""
        theme = self.theme
        flow = self._column(inner)
        if self.heading():
            small = inner.height < theme.px(_LOW)
            size = theme.title if small else theme.display
            flow.text("title", self.heading().upper(), size, PALETTE.heading, bold=True)
            flow.gap(2 if small else 5)
            rule = flow.take(theme.px(2))
            rule.width = min(rule.width, theme.px(_RULE))
            flow.place(Picture("rule", rule, "", _draw_rule))
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
        gap, height = theme.px(_BUTTON_GAP), theme.px(_BUTTON_HEIGHT)
        rows: list[list[tuple[SheetButton, int]]] = [[]]  # buttons, each with its width
        for act in acts:
            least = theme.px(_MAIN_WIDTH) if act.kind == "primary" else 0
            wanted = max(Button.wanted(theme, act.label, hint=act.hint) + gap, least)
            width = min(wanted, flow.rect.width)
            row_width = sum(width + gap for _, width in rows[-1])
            if rows[-1] and row_width + width > flow.rect.width:
                rows.append([])
            rows[-1].append((act, width))
        for row in rows:
            flow.gap(10)
            line = flow.take(height)
            x = line.right - sum(width for _, width in row) - gap * (len(row) - 1)
            for act, width in row:
                box, on = pygame.Rect(x, line.top, width, height), act.enabled
                flow.place(
                    Button(act.key, box, act.label, act.activate, act.kind, on, hint=act.hint)
                )
                x += width + gap
        return flow

    def _column(self, inner: pygame.Rect) -> Flow:
        """A column as wide as the body without its focus rings, so that the edges of both align."""
        ring = self.theme.px(_RING)
        place = pygame.Rect(inner.left + ring, 0, inner.width - 2 * ring, ENDLESS)
        return Flow(self.theme, place)

    def _all_in_one(self, room: pygame.Rect, inner: pygame.Rect, padding: int) -> list[Widget]:
        """The sheet where so little room is left for the body that title and buttons scroll too."""
        narrow = pygame.Rect(0, inner.top, inner.width - Scroll.room(self.theme), inner.height)
        head, foot, flow = self._head(narrow), self._foot(narrow), self.filled(narrow.width)
        shift(flow.widgets, 0, head.y)
        shift(foot.widgets, 0, head.y + flow.y)
        flow.widgets = [*head.widgets, *flow.widgets, *foot.widgets]
        flow.y += head.y + foot.y + self.theme.px(_RING)
        inner.top = room.top + padding
        sheet = PaperSheet("sheet", inner.inflate(2 * padding, 2 * padding), self.heading())
        sheet.children = [self.scroll("body", inner, flow)]
        return [sheet]

    # -- what is seen behind the sheet ---------------------------------------------------------

    def background(self, surface: pygame.Surface) -> None:
        """Draw the screen below, dimmed; a bare table once the window's size has changed."""
        if self.over and self._dimmed_below is None:
            self._screen_below = surface.copy()
            self._dimmed_below = _dimmed(self._screen_below)
        surface.fill(PALETTE.table)
        if self._dimmed_below is not None and self._dimmed_below.get_size() == surface.get_size():
            surface.blit(self._dimmed_below, (0, 0))

    def look_behind(self, below: Screen, surface: pygame.Surface) -> bool:
        """Draw what has changed on the screen below; whether there was anything.

        A map is drawn piece by piece, and may have been covered before it was complete.
        """
        if not (self.over and below.dirty and below.size == surface.get_size()):
            return False
        if self._screen_below is None or self._screen_below.get_size() != below.size:
            self._screen_below = surface.copy()
        below.draw(self._screen_below)
        self._dimmed_below = _dimmed(self._screen_below)
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
        """Scroll a part to an offset, or as far towards it as it goes."""
        offset = min(max(0, offset), scroll.furthest)
        if offset != scroll.offset:
            self.offsets[scroll.key] = offset
            self.rebuild()

    def reveal(self, key: str) -> None:
        """Scroll so that a widget is seen."""
        scroll, widget = self.scroll_of(key), self.find(key)
        if scroll is not None and widget is not None:
            margin = self.theme.px(8)  # in which the ring of what has the focus is seen
            self.scroll_to(scroll, scroll.offset_for(widget.rect, margin))

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
        """Scroll the part under a pixel, or else the body."""
        body = self._body()
        under = (part for part in self.scrolls() if position and part.shows(position))
        part = next(under, body)
        if part is not None:
            self.scroll_to(part, part.offset + round(points * self.theme.scale))

    def _body(self) -> Scroll | None:
        """The part that keys scroll, if the sheet has it."""
        return next((part for part in self.scrolls() if part.key == "body"), None)

    # -- input ---------------------------------------------------------------------------------

    def at(self, position: tuple[int, int]) -> Widget | None:
        """The innermost widget under a pixel; what is scrolled out of view is not there."""
        out_of_view = {
            id(part)
            for scroll in self.scrolls()
            if not scroll.shows(position)
            for part in scroll.walk()
        }
        innermost = None
        for widget in self.walk():  # from the outside in
            answers = widget.activate or widget.tooltip
            if answers and widget.rect.collidepoint(position) and id(widget) not in out_of_view:
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
            for scroll in self.scrolls():
                bar = scroll.bar(self.theme)
                # A little beside the bar is near enough, as it is narrow.
                reach = self.theme.px(3)
                if bar and scroll.shows(event.pos) and event.pos[0] >= bar.left - reach:
                    self._grabbed = scroll.key
            return bool(self._grabbed)
        return event.type == pygame.MOUSEMOTION and bool(self._grabbed)

    def key(self, event: pygame.event.Event) -> None:
        """A key: text for a field, then scrolling, then what all screens know."""
        if self.edits(event):
            self.rebuild()
            return
        body = self._body()
        page = 0 if body is None else round(body.rect.height / self.theme.scale * _PAGE)
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
        """Escape closes the sheet; the window's own commands hold while text is typed, too."""
        if command.id == "cancel":
            self.cancel()
            return True
        return self.takes_text and command.where == "everywhere" and self.host.command(command)


def _draw_rule(surface: pygame.Surface, rect: pygame.Rect) -> None:
    """The line below the title."""
    pygame.draw.rect(surface, _FRAME_INK, rect)


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
    """Put what columns side by side hold into the one around them, and go on below the longest."""
    for part in parts:
        flow.widgets.extend(part.widgets)
    flow.y = max([flow.y, *(part.y for part in parts)])
