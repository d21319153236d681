"""Every command: the sheet with its keys, and the menu of those that can be used now; in both, what
matters most comes first.

Both are read from the one table of commands (:mod:`hexwar.viewer.program.commands`) and the
player's own keys, so that neither can name a key that has another meaning. With a hundred commands
neither lists all at once: a player who opens help in the middle of a game looks for one of a few.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import pygame

from hexwar.viewer.drawing.theme import PALETTE, Theme, lettering, mix
from hexwar.viewer.program.commands import COMMANDS, KeyMap, WindowCommand
from hexwar.viewer.screens.own_keys import KeysScreen
from hexwar.viewer.screens.sheet import SheetButton, SheetScreen, columns, join
from hexwar.viewer.widgets import Flow, Label, Look, Widget

_MOUSE = (
    ("Click", "Select a unit; move, attack or choose there"),
    ("Right-click", "Go there even where a friend stands; elsewhere, let go of the unit"),
    ("Shift+click", "On a counter laid out: take it along, or leave it"),
    ("Point", "Path and cost, terrain, what threatens the hex"),
    ("Click an enemy", "With no unit picked up: aim at it if marked, else see what it could reach"),
    ("Drag", "A counter: move it; the ground: move the map"),
    ("Wheel", "Zoom to the pointer, or move the map (Settings); scroll a list"),
)
"""What the mouse does, as (gesture, meaning)."""

_SIGNS = (
    ("Red triangle", "Above an enemy: it could come where you point, or react"),
    ("Gold, dashed", "A unit that can act or be set up now"),
    ("Red, dashed", "An enemy that can be attacked; a full line once you aim at it"),
    ("Tinted hexes", "Where the unit that is picked up can go"),
    ("Pale counter", "Where a unit stood before, or was last seen"),
)
"""What is drawn over the map, as (sign, meaning)."""

# In points.
_TWO_COLUMNS, _THREE_COLUMNS, _ALL_KEYS = 660, 1000, 1230  # of width: room for so many; the sheet's
_BETWEEN = 12  # between the keys and what they do
_ROUND, _CAP_HIGH, _CAP_WIDE, _CAPS_APART = 4, 7, 14, 5  # of a key's cap: around its name, between

_KEY_SHARE = 0.38  # of the width, for the keys


_EIGHT = ("act", "next_unit", "end_phase", "undo", "hint", "threats", "goal", "rules")
"""The keys by which a game can be played, in the order in which they are wanted."""


class HelpScreen(SheetScreen):
    """Eight keys that matter first, and the mouse; on demand all keys, in groups, the player's own
    among them. Any of the keys that opened it closes it.
    """

    title = "Keys and help"
    widest = 760
    arrows_scroll = True

    listed = False
    """Whether all keys are listed."""

    def list_all(self) -> None:
        """List all keys."""
        self.listed, self.widest = True, _ALL_KEYS

    def fill(self, flow: Flow) -> None:
        """What matters most; or the groups, in two or three columns where there is room."""
        if not self.listed:
            flow.heading("group-first", "What matters most")
            flow.gap(4)
            commands = {command.id: command for command in COMMANDS}
            for identity in _EIGHT:
                keys, title = shown(commands[identity], self.host.keys)
                row(flow, identity, keys, title)
            flow.gap(12)
            _add_mouse_and_signs(flow)
            return
        width = flow.rect.width / flow.theme.scale
        wide = width >= _TWO_COLUMNS
        groups = list(dict.fromkeys(command.group for command in COMMANDS))
        shares = (1,) * (3 if width >= _THREE_COLUMNS else 2)
        parts = columns(flow, *shares, gap=36) if wide else [flow]
        for group in groups:
            part = min(parts, key=lambda part: part.y)
            part.heading(f"group-{group}", group)
            part.gap(4)
            for command in COMMANDS:
                keys, title = shown(command, self.host.keys)
                if command.group == group and title:
                    row(part, command.id, keys, title)
            part.gap(12)
        _add_mouse_and_signs(min(parts, key=lambda part: part.y))
        if wide:
            join(flow, parts)

    def acts(self) -> Sequence[SheetButton]:
        """All keys, other keys, and back."""
        change = SheetButton("keys", "Change keys", lambda: self.host.push(KeysScreen(self.host)))
        buttons = [] if self.listed else [SheetButton("all", "All keys", self.list_all)]
        return [
            *buttons,
            change,
            SheetButton("close", "Close", self.host.pop, "primary", self.host.keys.shown("cancel")),
        ]

    def command(self, command: WindowCommand) -> bool:
        """Escape and the help key close it."""
        if command.id == "help":
            self.host.pop()
            return True
        return super().command(command)


def _add_mouse_and_signs(flow: Flow) -> None:
    """What is no key: what the mouse does, and what is drawn over the map."""
    for group, title, rows in (("mouse", "Mouse", _MOUSE), ("sign", "On the map", _SIGNS)):
        flow.heading(f"group-{group}", title)
        flow.gap(4)
        for name, meaning in rows:
            row(flow, f"{group}-{name}", (name,), meaning)
        flow.gap(12)


class CommandLine(NamedTuple):
    """A command on the sheet: its keys, and what it does; no title where another line tells it."""

    keys: tuple[str, ...] = ()
    title: str = ""


def shown(command: WindowCommand, keys: KeyMap) -> CommandLine:
    """A command as the sheet has it. The nine choices of a list and the nine counters of a stack
    are one line each, unless the player has given them keys of their own.
    """
    chords, is_first = keys.keys(command.id), command.id.endswith("_1")
    if command.id.startswith("choose_") and chords == (command.id[-1],):
        nine = CommandLine(("1 to 9",), "That choice of the list")
        return nine if is_first else CommandLine()
    if command.id.startswith("member_") and chords == (f"alt+{command.id[-1]}",):
        span = f"{keys.written('alt+1')} to {keys.written('alt+9')}"
        nine = CommandLine((span,), "Take that counter of the stack along, or leave it")
        return nine if is_first else CommandLine()
    return CommandLine(keys.names(command.id) or ("no key",), command.title)


class Keys(Widget):
    """Key names, each on a cap, in as many lines as they need."""

    role = "keys"

    def __init__(self, key: str, rect: pygame.Rect, names: Sequence[str], theme: Theme) -> None:
        super().__init__(key, rect, ", ".join(names))
        self.caps = caps(names, rect.width, theme)
        self.names = tuple(names)

    def clipped(self, theme: Theme) -> bool:
        """Whether a cap is wider than there is room."""
        return any(cap.right > self.rect.width + 1 for cap in self.caps)

    def paint(self, surface: pygame.Surface, look: Look) -> None:
        """Draw the caps with a darker lower edge, as keys have."""
        theme = look.theme
        radius = theme.px(_ROUND)
        for name, cap in zip(self.names, self.caps, strict=True):
            box = cap.move(self.rect.topleft)
            edge = mix(PALETTE.paper_edge, PALETTE.ink, 0.3)
            pygame.draw.rect(surface, edge, box, 0, radius)
            face = pygame.Rect(box.left, box.top, box.width, box.height - theme.px(2))
            pygame.draw.rect(surface, PALETTE.white, face, 0, radius)
            pygame.draw.rect(surface, edge, face, theme.px(1), radius)
            text = lettering(name, theme.small, PALETTE.ink, bold=True)
            surface.blit(text, text.get_rect(center=face.center))


def caps(names: Sequence[str], width: int, theme: Theme) -> list[pygame.Rect]:
    """Where the caps of these keys go, from (0, 0), in lines no wider than ``width``."""
    high, gap = theme.line(theme.small, True) + theme.px(_CAP_HIGH), theme.px(_CAPS_APART)
    seats: list[pygame.Rect] = []
    x = y = 0
    for name in names:
        wide = max(high, theme.width(name, theme.small, True) + theme.px(_CAP_WIDE))
        if x and x + wide > width:
            x, y = 0, y + high + gap
        seats.append(pygame.Rect(x, y, wide, high))
        x += wide + gap
    return seats


def row(flow: Flow, key: str, names: Sequence[str], meaning: str) -> None:
    """Keys at the left, what they do at the right; below each other where that is narrow."""
    theme = flow.theme
    gap = theme.px(_BETWEEN)
    left = int(flow.rect.width * _KEY_SHARE)
    above = any(cap.right > left for cap in caps(names, left, theme))
    if above:
        left = flow.rect.width
    bottom = max((cap.bottom for cap in caps(names, left, theme)), default=0)
    box = pygame.Rect(flow.rect.left, flow.y, left, bottom)
    flow.place(Keys(f"keys-{key}", box, names, theme))
    area = pygame.Rect(box.right + gap, box.top, flow.rect.right - box.right - gap, 0)
    area.top += max(0, (theme.line(theme.small, True) + theme.px(5) - theme.line(theme.body)) // 2)
    if above:
        area = pygame.Rect(box.left, box.bottom + theme.px(3), flow.rect.width, 0)
    lines = theme.wrap(meaning, theme.body, area.width)
    area.height = len(lines) * theme.line(theme.body)
    flow.place(Label(f"does-{key}", area, meaning, theme.body))
    flow.y = max(box.bottom, area.bottom) + theme.px(3)
