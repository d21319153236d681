"""The button over the map that shows all of it, or what is too small to be read from near."""

from __future__ import annotations

import pygame

from hexwar.viewer.drawing.theme import Theme
from hexwar.viewer.panels import Desk
from hexwar.viewer.widgets import Button, Widget

_LABELS = {"whole": "Whole map", "front": "Closer to the front"}
_BUTTON_MARGIN = 10  # points
_BUTTON_HEIGHT = 30


def make_room(desk: Desk, theme: Theme) -> None:
    """Tell the small map how large the button is that stands with it."""
    desk.view.minimap.button = _size(desk, theme, _LABELS["whole"])


def _size(desk: Desk, theme: Theme, label: str) -> tuple[int, int]:
    """Pixels that the button takes."""
    return Button.wanted(theme, label, hint=desk.keys.shown("zoom_fit")), theme.px(_BUTTON_HEIGHT)


def add_zoom(desk: Desk, theme: Theme, view: pygame.Rect) -> list[Widget]:
    """The button, beside the small map; nothing where the whole map can be read."""
    offer = desk.view.offer
    if not offer:
        return []
    hint, margin = desk.keys.shown("zoom_fit"), theme.px(_BUTTON_MARGIN)
    label = _LABELS[offer]
    rect = pygame.Rect((0, 0), _size(desk, theme, label))
    rect.bottomleft = view.left + margin, view.bottom - margin
    if offer == "whole":
        rect = desk.view.minimap.seat_button(*view.size).move(view.topleft)
    if not view.contains(rect):
        return []
    tip = desk.keys.tooltip("zoom_fit")

    def run() -> None:
        desk.run("zoom_fit")

    return [Button("button-zoom_fit", rect, label, run, "chrome", tooltip=tip, hint=hint)]
