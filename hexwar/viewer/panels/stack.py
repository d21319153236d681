"""The counters to choose among, laid out over a corner of the map at a size that can be read.

A stack that moves together, or the candidates of a choice, unless each of these stands alone in a
hex and can be told there. :func:`add_stack` measures the strip, seats it where it covers least of
what may be clicked, and fills it: a title, the counters with their numbers, and, where only the top
counter of a stack is seen by the enemy, a button that changes the order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame

from hexwar.rules.units.section import Units
from hexwar.viewer.counters.counter import counter, shadow_of, values_of
from hexwar.viewer.decisions.setup import BUTTONS, put_on_top
from hexwar.viewer.drawing.theme import PALETTE, Theme, lettering
from hexwar.viewer.panels import Desk
from hexwar.viewer.widgets import Button, Label, Look, Panel, Widget

_SIDE, _GAP = 58, 7  # of a counter, and between two, in points
_BUTTON = 30  # points, its height
_CLEAR = 8  # points between the strip and the edges of the map
_MOST = 9  # counters, as many as have a key
_WEIGHT_OF_STACK, _WEIGHT_OF_LESSON, _WEIGHT_OF_WIDGETS = 20, 40, 60  # each beats the one before
(_ON_TOP,) = BUTTONS.values()


def add_stack(
    desk: Desk, theme: Theme, view: pygame.Rect, beside: Sequence[Widget] = ()
) -> list[Widget]:
    """The strip, clear of the hex that it is about and of what lies over the map already
    (``beside``); empty when there is no choice.
    """
    chosen = desk.selection
    units = chosen.members()[:_MOST]
    if not units or chosen.target is not None or desk.match.playback.busy:
        return []
    gap, line_height = theme.px(_GAP), theme.line(theme.small, True)
    title = chosen.presentation.stack_title(chosen, f"Stack in {chosen.here or 'play'}")
    together = chosen.presentation.own_turn and chosen.available.go_together
    hint = f"{desk.keys.shown('stack')}: all or one" if together else ""
    text = f"{title}. {hint}".rstrip(" .")
    # On a narrow map counters are smaller, so that all of them are in the strip.
    pitch = min(theme.px(_SIDE) + gap, (view.width - 2 * gap) // len(units))
    side = pitch - gap
    # Below each counter stands its key, and what it is after a loss where one of them changes.
    reduces = any(_other_side(desk, unit) for unit in units)
    hexes = {desk.match.state.position(unit) for unit in units}
    if not (chosen.presentation.own_turn or reduces) and len(hexes) == len(units):
        return []  # each can be clicked where it stands, and is listed in the panel
    below = line_height + (theme.line(theme.small) if reduces else 0)
    width = max(len(units) * pitch + gap, theme.width(text, theme.small, True) + 2 * gap)
    height = 2 * gap + line_height + side + below
    has_button = _order_matters(desk)
    if has_button:
        needed = Button.wanted(theme, _ON_TOP, hint=desk.keys.shown("on_top"))
        width = max(width, needed + 2 * gap)
        height += theme.px(_BUTTON) + gap
    rect = pygame.Rect(0, 0, min(width, view.width), height)
    room = view.inflate(-2 * theme.px(_CLEAR), -2 * theme.px(_CLEAR))
    rect = _out_of_the_way(desk, rect, room, [widget.rect for widget in beside])
    rect.clamp_ip(view)
    panel = Panel("stack", rect, title, PALETTE.chrome, PALETTE.gold)
    line = pygame.Rect(rect.left + gap, rect.top + gap // 2, rect.width - 2 * gap, line_height)
    panel.children.append(
        Label("stack-title", line, text, theme.small, PALETTE.chrome_ink, bold=True)
    )
    top = line.bottom + gap // 2
    for index, unit in enumerate(units):
        box = pygame.Rect(rect.left + gap + index * pitch, top, side, side + below)
        panel.children.append(LaidOutCounter(desk, unit, box, index + 1))
    if has_button:
        button_top = top + side + below + gap
        button = pygame.Rect(line.left, button_top, line.width, theme.px(_BUTTON))
        panel.children.append(_top_button(desk, button))
    return [panel]


def _out_of_the_way(
    desk: Desk, rect: pygame.Rect, view: pygame.Rect, lying_over: Sequence[pygame.Rect]
) -> pygame.Rect:
    """The rectangle in the corner of a view where it covers least of what one may want to click.

    Hexes that may be clicked count one each, the hex of the units that are laid out more than all
    of them usually do, what a lesson points at more than that, and other widgets most of all.
    """
    chosen, board = desk.selection, desk.view
    hexes = [*chosen.destinations(), *chosen.fights(), *chosen.targets]
    hexes += [chosen.here] * _WEIGHT_OF_STACK if chosen.here else []
    hexes += [*board.marked] * _WEIGHT_OF_LESSON
    pixels = [board.pixel_of(number) for number in hexes]
    small_map = board.minimap.seat(*board.rect.size).move(board.rect.topleft)
    seats = []
    for corner in ("bottomright", "topright", "topleft", "bottomleft"):
        seat = rect.copy()
        setattr(seat, corner, getattr(view, corner))
        covered = sum(seat.collidepoint(pixel) for pixel in pixels)
        covered += _WEIGHT_OF_WIDGETS * (seat.collidelist([small_map, *lying_over]) >= 0)
        seats.append((covered, seat))
    return min(seats, key=lambda rated: rated[0])[1]


class LaidOutCounter(Widget):
    """One counter of the stack: a switch, with its number in the corner."""

    role = "checkbox"

    def __init__(self, desk: Desk, unit: str, rect: pygame.Rect, place: int) -> None:
        card = desk.match.resolved[Units].counters[unit]
        lost = desk.match.state.steps_lost(unit)
        printed = values_of(card, desk.match.resolved, lost)
        label = ", ".join(part for part in (unit, card.type.title, printed) if part)
        key = desk.keys.shown(f"member_{place}")
        tooltip = f"{card.name}. A click takes it alone, with Shift along with others ({key})."
        choice = desk.selection.available.naming(unit)
        if choice is not None:
            becomes = desk.selection.presentation.becoming(choice.label)
            tooltip = f"{card.name}: {becomes} ({key})."
        super().__init__(f"stack-{unit}", rect, label, self._take, tooltip=tooltip)
        self.desk, self.unit, self.place = desk, unit, place
        self.reduced = _other_side(desk, unit)
        self.selected = unit in desk.selection.units

    def _take(self) -> None:
        also = bool(pygame.key.get_mods() & pygame.KMOD_SHIFT)
        self.desk.commands.take_member(self.unit, also)

    def paint(self, surface: pygame.Surface, look: Look) -> None:
        """The counter, bright when it is taken, the number of its key, its reduced side."""
        marks = self.desk.view.pieces.marks(self.unit)
        side = self.rect.width - shadow_of(self.rect.width)
        left_out = bool(self.desk.selection.units) and not self.selected
        is_top = _order_matters(self.desk) and self.desk.selection.on_top(self.unit)
        marks = replace(marks, dimmed=left_out, lit=self.selected)
        surface.blit(counter(self.desk.view.pieces.face(self.unit), side, marks), self.rect.topleft)
        color = PALETTE.gold if is_top else PALETTE.chrome_ink
        label = f"{self.place} top" if is_top else str(self.place)
        text = lettering(label, look.theme.small, color, bold=True)
        below = self.rect.top + side + 2
        surface.blit(text, text.get_rect(midtop=(self.rect.centerx, below)))
        if self.reduced:
            below += look.theme.line(look.theme.small, True)
            text = lettering(self.reduced, look.theme.small, PALETTE.chrome_ink)
            surface.blit(text, text.get_rect(midtop=(self.rect.centerx, below)))


def _other_side(desk: Desk, unit: str) -> str:
    """The values that the counter has after its next loss, where they differ."""
    card = desk.match.resolved[Units].counters[unit]
    steps = len(card.steps)
    lost = desk.match.state.steps_lost(unit) + 1
    if lost >= steps:
        return ""  # the loss eliminates it
    printed = values_of(card, desk.match.resolved, lost)
    return f"({printed})" if printed else ""


def _order_matters(desk: Desk) -> bool:
    """Whether the enemy sees only the top counter of a stack, which the side may change."""
    return desk.match.visibility.stacks and desk.selection.presentation.own_turn


def _top_button(desk: Desk, rect: pygame.Rect) -> Button:
    """Puts the one counter that is picked up on top."""
    chosen = desk.selection
    able = len(chosen.units) == 1 and desk.match.state.explain(put_on_top(chosen.units[0])) is None
    tooltip = "The enemy sees the top counter of a stack only. Pick one counter first."
    run, key = desk.commands.put_on_top, desk.keys.shown("on_top")
    return Button("stack-top", rect, _ON_TOP, run, "chrome", able, tooltip, hint=key)
