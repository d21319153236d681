"""The button over the map that shows all of it, or what is too small to be read from near."""

from __future__ import annotations

import pygame

from hexwar.viewer.panels import Desk
from hexwar.viewer.theme import Theme
from hexwar.viewer.widgets import Button, Widget

_LABELS = {"whole": "Whole map", "front": "Closer to the front"}
_MARGIN = 10  # points
_HEIGHT = 30


def add_zoom(desk: Desk, theme: Theme, view: pygame.Rect) -> list[Widget]:
    """The button, beside the small map; nothing where the whole map can be read."""
    offer = desk.view.offer
    if not offer:
        return []
    hint, margin = desk.keys.shown("zoom_fit"), theme.px(_MARGIN)
    label = _LABELS[offer]
    rect = pygame.Rect(0, 0, Button.wanted(theme, label, hint=hint), theme.px(_HEIGHT))
    rect.bottomleft = view.left + margin, view.bottom - margin
    if offer == "whole":
        seat = desk.view.minimap.seat(*view.size).move(view.topleft)
        rect.bottom = min(seat.bottom, rect.bottom)
        rect.left = seat.right + margin if seat.left < view.centerx else seat.left - margin - rect.w
    if not view.contains(rect):
        return []
    tip = desk.keys.tooltip("zoom_fit")

    def run() -> None:
        desk.run("zoom_fit")

    return [Button("button-zoom_fit", rect, label, run, "chrome", tooltip=tip, hint=hint)]
