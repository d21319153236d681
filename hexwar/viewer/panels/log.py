"""The log: what has happened, in the rulebook's words, with the dice drawn.

It shows what the people at this window learned, as far as it has been shown on the map already.
Headings of phases in which nothing happened are left out. It takes the room that the sheet leaves
it and is filled from its end upwards; looking back scrolls by events, not by pixels.
"""

from __future__ import annotations

from functools import partial

import pygame

from hexwar.engine import Event
from hexwar.viewer.counters import dice
from hexwar.viewer.drawing.theme import PALETTE, Theme
from hexwar.viewer.panels import Desk
from hexwar.viewer.widgets import Flow, Label, Panel, Picture

_HEADINGS = frozenset({"phase_begins"})


def log_lines(desk: Desk) -> list[Event]:
    """Everything that has happened and been shown, in order, as the player learns of it.

    Of phases as much as tells where something has happened, or somebody has done nothing though he
    could.
    """
    return _without_empty_phases(_shown(desk))


def _without_empty_phases(events: list[Event]) -> list[Event]:
    """The events without headings of phases in which nobody could act, and without ends that go
    without saying: the next heading says so, where something stands under the last one.
    """
    kept: list[Event] = []
    for event in events:
        forced, empty = event.fields.get("forced"), kept and kept[-1].kind == "phase_begins"
        if empty and (event.kind == "phase_begins" or (event.kind == "phase_ends" and forced)):
            kept.pop()
        if event.kind != "phase_ends" or forced or empty:
            kept.append(event)
    return kept


def _shown(desk: Desk) -> list[Event]:
    events = desk.match.known_events()
    waiting = desk.match.playback.waiting
    if waiting:
        # Told in order: what comes after an event that is still to be shown waits with it.
        first = next(
            (place for place, event in enumerate(events) if event is waiting[0]), len(events)
        )
        return events[:first]
    return events


def add_log(flow: Flow, desk: Desk, scroll: int) -> int:
    """As much of the end of the log as fits; ``scroll`` events back. Answers with the furthest."""
    theme = flow.theme
    events = log_lines(desk)
    if flow.left < theme.px(70):
        return 0
    flow.heading("log-heading", "Log")
    flow.gap(3)
    box = flow.take(flow.left)
    panel = Panel("log", box, "Log", PALETTE.white)
    flow.place(panel)
    inner = box.inflate(-theme.px(14), -theme.px(10))
    scroll = min(scroll, max(0, len(events) - 1))
    shown = events[: len(events) - scroll]
    bottom = inner.bottom
    # From the end upwards: the latest lines are those that have to be there.
    for index in range(len(shown) - 1, -1, -1):
        height = _height(shown[index], theme, inner.width)
        if bottom - height < inner.top:
            break
        row = pygame.Rect(inner.left, bottom - height, inner.width, height)
        panel.children[:0] = _row(shown[index], index, row, theme)
        bottom -= height
    else:
        # Everything fits: a short log begins at the top.
        for child in panel.children:
            child.rect.top -= bottom - inner.top
    if not shown:
        text = "Nothing has happened yet."
        panel.children.append(Label("log-empty", inner.copy(), text, theme.small, PALETTE.ink_soft))
    return max(0, len(events) - 1)


def _height(event: Event, theme: Theme, width: int) -> int:
    inner = width - _indent(event, theme)
    bold = event.kind in _HEADINGS
    text = len(theme.wrap(_text(event), theme.small, inner, bold)) * theme.line(theme.small)
    if _is_rolled(event):
        return max(text, theme.px(24)) + theme.px(4)
    return text + theme.px(3 if not bold else 5)


def _row(event: Event, index: int, row: pygame.Rect, theme: Theme) -> list[Label | Picture]:
    bold = event.kind in _HEADINGS
    color = PALETTE.ink_soft if bold else PALETTE.ink
    area = row.copy()
    parts: list[Label | Picture] = []
    if _is_rolled(event):
        faces, side = dice.faces_of(event), theme.px(22)
        box = pygame.Rect(row.left, row.top, dice.width_of(faces, side), side)
        paint = partial(dice.draw_thrown, faces=faces)
        parts.append(Picture(f"log-die-{index}", box, dice.said_of(faces), paint))
        area.left += _indent(event, theme)
        area.width -= _indent(event, theme)
    parts.append(Label(f"log-{index}", area, _text(event), theme.small, color, bold))
    return parts


def _indent(event: Event, theme: Theme) -> int:
    """Pixels that the dice of an event take before its text."""
    if not _is_rolled(event):
        return 0
    return dice.width_of(dice.faces_of(event), theme.px(22)) + theme.px(8)


def _is_rolled(event: Event) -> bool:
    """Whether dice were thrown for a battle: where it is told, they are shown."""
    return event.kind == "battle" and bool(event.dice)


def _text(event: Event) -> str:
    return f"{event} ({event.rule})" if event.rule and event.kind == "battle" else str(event)
