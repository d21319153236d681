"""The counters to choose among, laid out over a corner of the map at a size that can be read."""

from __future__ import annotations

import pygame

from hexwar.viewer.counters import Marks, counter, shadow_of, values_of
from hexwar.viewer.panels import Desk
from hexwar.viewer.panels.choices import loss_title
from hexwar.viewer.theme import PALETTE, Theme, lettering
from hexwar.viewer.widgets import Label, Look, Panel, Widget

_SIDE = 58  # points
_GAP = 7
_MOST = 9


class Piece(Widget):
    """One counter of the stack: a switch, with its number in the corner."""

    role = "checkbox"

    def __init__(self, desk: Desk, unit: str, rect: pygame.Rect, place: int) -> None:
        card = desk.match.resolved.units[unit]
        lost = desk.match.state.steps_lost(unit)
        values = values_of(card, desk.match.resolved, lost)
        label = ", ".join(part for part in (unit, card.type.title, values) if part)
        key = desk.keys.shown(f"member_{place}")
        tooltip = f"{card.name}. A click takes it alone, with Shift along with others ({key})."
        if desk.selection.kind == "loss":
            tooltip = f"{card.name}: it loses the step ({key})."
        super().__init__(f"stack-{unit}", rect, label, self._take, tooltip=tooltip)
        self.desk, self.unit, self.place = desk, unit, place
        self.selected = unit in desk.selection.units

    def _take(self) -> None:
        self.desk.take(self.unit, bool(pygame.key.get_mods() & pygame.KMOD_SHIFT))

    def paint(self, surface: pygame.Surface, look: Look) -> None:
        """The counter, bright when it is taken, and the number that its key has."""
        marks = self.desk.view.pieces.marks(self.unit)
        side = self.rect.width - shadow_of(self.rect.width)
        left_out = bool(self.desk.selection.units) and not self.selected
        marks = Marks(marks.moved, left_out, self.selected, marks.cut_off)
        surface.blit(counter(self.desk.view.pieces.face(self.unit), side, marks), self.rect.topleft)
        text = lettering(str(self.place), look.theme.small, PALETTE.chrome_ink, bold=True)
        surface.blit(text, text.get_rect(midtop=(self.rect.centerx, self.rect.top + side + 2)))


def add_stack(desk: Desk, theme: Theme, view: pygame.Rect) -> list[Widget]:
    """The strip, out of the way of the hex it tells of; nothing when there is no choice."""
    units = desk.selection.members()[:_MOST]
    if not units or desk.selection.target is not None or desk.match.playback.busy:
        return []
    gap, side = theme.px(_GAP), theme.px(_SIDE)
    head = theme.line(theme.small, True)
    title = {"loss": loss_title(desk), "advance": "Who advances"}.get(
        desk.selection.kind, f"Stack in {desk.selection.here or 'play'}"
    )
    pitch = min(side + gap, (view.width - 2 * gap) // len(units))
    side = min(side, pitch - gap)
    hint = f"{desk.keys.shown('stack')}: all or one" if desk.selection.kind == "movement" else ""
    text = f"{title}. {hint}".rstrip(" .")
    width = max(len(units) * pitch + gap, theme.width(text, theme.small, True) + 2 * gap)
    low = theme.line(theme.small, True)
    rect = pygame.Rect(0, 0, min(width, view.width), 2 * gap + head + side + low)
    here = desk.selection.here
    low_down = here is None or desk.view.pixel_of(here)[1] < view.centery
    margin = theme.px(8)
    if low_down:
        rect.bottomright = view.right - margin, view.bottom - margin
    else:
        rect.topright = view.right - margin, view.top + margin
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
    return [panel]
