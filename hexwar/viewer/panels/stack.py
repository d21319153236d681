"""The counters to choose among, laid out over a corner of the map at a size that can be read.

A stack that goes together, or the candidates of a choice. The strip takes the corner where it
covers least of what may be clicked. Where only the top counter of a stack is seen by the enemy, it
has a button that changes the order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pygame

from hexwar.rules.units.section import Units
from hexwar.viewer.counters.counter import counter, shadow_of, values_of
from hexwar.viewer.decisions.stack_order import BUTTONS, put_on_top
from hexwar.viewer.drawing.theme import PALETTE, Theme, lettering
from hexwar.viewer.panels import Desk
from hexwar.viewer.widgets import Button, Label, Look, Panel, Widget

_SIDE = 58  # points
_GAP = 7
_MOST = 9
(_ON_TOP,) = BUTTONS.values()


class Piece(Widget):
    """One counter of the stack: a switch, with its number in the corner."""

    role = "checkbox"

    def __init__(self, desk: Desk, unit: str, rect: pygame.Rect, place: int) -> None:
        card = desk.match.resolved[Units].counters[unit]
        lost = desk.match.state.steps_lost(unit)
        values = values_of(card, desk.match.resolved, lost)
        label = ", ".join(part for part in (unit, card.type.title, values) if part)
        key = desk.keys.shown(f"member_{place}")
        tooltip = f"{card.name}. A click takes it alone, with Shift along with others ({key})."
        named = desk.selection.available.naming(unit)
        if named is not None:
            what = desk.selection.presentation.named(named.label)
            tooltip = f"{card.name}: {what} ({key})."
        super().__init__(f"stack-{unit}", rect, label, self._take, tooltip=tooltip)
        self.desk, self.unit, self.place = desk, unit, place
        self.reduced = _other_side(desk, unit)
        self.selected = unit in desk.selection.units

    def _take(self) -> None:
        self.desk.take(self.unit, bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))

    def paint(self, surface: pygame.Surface, look: Look) -> None:
        """The counter, bright when it is taken, the number of its key, its reduced side."""
        marks = self.desk.view.pieces.marks(self.unit)
        side = self.rect.width - shadow_of(self.rect.width)
        left_out = bool(self.desk.selection.units) and not self.selected
        top = _ordered(self.desk) and self.desk.selection.on_top(self.unit)
        marks = replace(marks, dimmed=left_out, lit=self.selected)
        surface.blit(counter(self.desk.view.pieces.face(self.unit), side, marks), self.rect.topleft)
        color = PALETTE.gold if top else PALETTE.chrome_ink
        label = f"{self.place} top" if top else str(self.place)
        text = lettering(label, look.theme.small, color, bold=True)
        below = self.rect.top + side + 2
        surface.blit(text, text.get_rect(midtop=(self.rect.centerx, below)))
        if self.reduced:
            below += look.theme.line(look.theme.small, True)
            text = lettering(self.reduced, look.theme.small, PALETTE.chrome_ink)
            surface.blit(text, text.get_rect(midtop=(self.rect.centerx, below)))


def _other_side(desk: Desk, unit: str) -> str:
    """The values that the counter has after its next loss, where they differ."""
    steps = len(desk.match.resolved[Units].counters[unit].steps)
    lost = desk.match.state.steps_lost(unit) + 1
    values = values_of(desk.match.resolved[Units].counters[unit], desk.match.resolved, lost % steps)
    return f"({values})" if lost < steps and values else ""


def _ordered(desk: Desk) -> bool:
    """Whether the order of the stack matters, because the enemy sees its top counter only."""
    return desk.match.visibility.stacks and desk.selection.presentation.own_turn


def _top_button(desk: Desk, rect: pygame.Rect) -> Button:
    """Puts the one counter that is picked up on top."""
    chosen = desk.selection
    able = len(chosen.units) == 1 and desk.match.state.explain(put_on_top(chosen.units[0])) is None
    tooltip = "The enemy sees the top counter of a stack only. Pick one counter first."
    run, key = (lambda: desk.run("on_top")), desk.keys.shown("on_top")
    return Button("stack-top", rect, _ON_TOP, run, "chrome", able, tooltip, hint=key)


def _out_of_the_way(
    desk: Desk, rect: pygame.Rect, view: pygame.Rect, taken: Sequence[pygame.Rect]
) -> pygame.Rect:
    """The rectangle in the corner of a view where it covers least of what one may want to click.

    What a lesson points at counts most, then the hex of the units that are laid out.
    """
    chosen, hexmap = desk.selection, desk.view
    hexes = [*chosen.destinations(), *chosen.fights(), *chosen.targets]
    # Weights: one for each hex that may be clicked, and so many for what must not be covered at
    # all.
    hexes += [chosen.here] * 20 if chosen.here else []
    hexes += [*hexmap.marked] * 40
    pixels = [hexmap.pixel_of(number) for number in hexes]
    seats = []
    for corner in ("bottomright", "topright", "topleft", "bottomleft"):
        seat = rect.copy()
        setattr(seat, corner, getattr(view, corner))
        small_map = hexmap.minimap.rect.move(hexmap.rect.topleft)
        covered = sum(seat.collidepoint(pixel) for pixel in pixels)
        covered += 60 * (seat.collidelist([small_map, *taken]) >= 0)
        seats.append((covered, seat))
    return min(seats, key=lambda rated: rated[0])[1]


def add_stack(
    desk: Desk, theme: Theme, view: pygame.Rect, beside: Sequence[Widget] = ()
) -> list[Widget]:
    """The strip, out of the way of the hex it tells of and of what lies over the map already
    (``beside``); nothing when there is no choice.
    """
    units = desk.selection.members()[:_MOST]
    if not units or desk.selection.target is not None or desk.match.playback.busy:
        return []
    gap, side = theme.px(_GAP), theme.px(_SIDE)
    head = theme.line(theme.small, True)
    chosen = desk.selection
    stack = f"Stack in {chosen.here or 'play'}"
    title = chosen.presentation.stack_title(chosen, stack)
    pitch = min(side + gap, (view.width - 2 * gap) // len(units))
    side = min(side, pitch - gap)
    whole = chosen.presentation.own_turn and chosen.available.go_together
    hint = f"{desk.keys.shown('stack')}: all or one" if whole else ""
    text = f"{title}. {hint}".rstrip(" .")
    width = max(len(units) * pitch + gap, theme.width(text, theme.small, True) + 2 * gap)
    low = theme.line(theme.small, True)
    low += theme.line(theme.small) if any(_other_side(desk, unit) for unit in units) else 0
    button = theme.px(30) if _ordered(desk) else 0
    if button:
        wanted = Button.wanted(theme, _ON_TOP, hint=desk.keys.shown("on_top"))
        width = max(width, wanted + 2 * gap)
    high = 2 * gap + head + side + low + (button + gap if button else 0)
    rect = pygame.Rect(0, 0, min(width, view.width), high)
    room = view.inflate(-2 * theme.px(8), -2 * theme.px(8))
    rect = _out_of_the_way(desk, rect, room, [widget.rect for widget in beside])
    rect.clamp_ip(view)
    panel = Panel("stack", rect, title, PALETTE.chrome, PALETTE.gold)
    line = pygame.Rect(rect.left + gap, rect.top + gap // 2, rect.width - 2 * gap, head)
    panel.children.append(
        Label("stack-title", line, text, theme.small, PALETTE.chrome_ink, bold=True)
    )
    top = line.bottom + gap // 2
    for index, unit in enumerate(units):
        box = pygame.Rect(rect.left + gap + index * pitch, top, side, side + low)
        panel.children.append(Piece(desk, unit, box, index + 1))
    if button:
        low_line = pygame.Rect(line.left, top + side + low + gap, line.width, button)
        panel.children.append(_top_button(desk, low_line))
    return [panel]
