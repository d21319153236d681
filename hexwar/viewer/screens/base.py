"""What all screens share: widgets, the pointer, the focus ring, tooltips.

Widgets are not kept up to date: whenever something has changed :meth:`Screen.rebuild` makes all of
them again from what the screen shows, and what has to last (focus, scrolling, the text of a field)
is kept by the screen, by the key of its widget. So a widget never shows a state that is over.

Screens know the window only as a :class:`Host`, so that it can import them and not the other way
round.

:class:`Screen` has hooks for subclasses first, then drawing, widgets by their keys, and input.
Pointer, keyboard and screen reader all act the same way: by the key of a widget (``activate``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

import pygame

from hexwar.viewer.drawing.theme import PALETTE, Theme, lettering
from hexwar.viewer.match.match import Match
from hexwar.viewer.match.sounds import Sounds
from hexwar.viewer.printed_map.map_sheet import MapSheet
from hexwar.viewer.program.background import Heard
from hexwar.viewer.program.commands import KeyMap, WindowCommand
from hexwar.viewer.program.keyboard import types_text
from hexwar.viewer.program.settings import Settings
from hexwar.viewer.screens.opening import Wanted
from hexwar.viewer.widgets import Look, Node, Widget
from hexwar.viewer.widgets.controls import TextField

T = TypeVar("T")


class Host(Protocol):
    """What a screen may ask of the window it is in."""

    theme: Theme
    keys: KeyMap
    settings: Settings
    sounds: Sounds

    def push(self, screen: Screen) -> None:
        """Show a screen on top of this one."""

    def pop(self) -> None:
        """Go back to the screen below."""

    def replace(self, screen: Screen) -> None:
        """Show a screen instead of everything."""

    def wait_for(
        self,
        title: str,
        do: Callable[[Heard], T],
        then: Callable[[T], None],
        failed: Callable[[Exception], None] | None = None,
    ) -> None:
        """Do what takes longer than a frame in a thread; a sheet shows how far it is.

        ``then`` gets what came of it, ``failed`` a ValueError or an OSError. Without
        ``failed`` the player is told of the error, as :meth:`Screen.say` does.
        """

    def begin(self, wanted: Wanted, failed: Callable[[Exception], None] | None = None) -> None:
        """Begin a game that was chosen, or go on with a save; ``failed`` as in :meth:`wait_for`."""

    def replay(
        self,
        match: Match,
        painter: MapSheet,
        number: int | None = None,
        since: int | None = None,
    ) -> bool:
        """Go through a game again, on the map of ``painter``; False if it has no record."""

    def join(self, link: str, failed: Callable[[Exception], None] | None = None) -> None:
        """Sit down in the seat that a link opens; ``failed`` as in :meth:`wait_for`."""

    def sit(self, match: Match) -> None:
        """Put a match on the table whose record is kept elsewhere than among the saves."""

    def choose_game(self) -> None:
        """Show the picker instead of everything."""

    def command(self, command: WindowCommand) -> bool:
        """Carry out one of the window's own commands; answers whether it is one."""

    def quit(self) -> None:
        """Close the window."""


class Screen:
    """A screenful of widgets. Subclasses fill ``widgets`` in :meth:`build`.

    ``dirty`` asks for the screen to be redrawn, :meth:`rebuild` makes its widgets again first.
    """

    title = ""
    context = "board"
    """Where its keys are looked up, as commands have it."""
    help_sheet: type[Screen] | None = None
    """What explains keys and mouse here, where that is not what explains them on the board."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.widgets: list[Widget] = []
        self.size = (0, 0)
        self.focus = ""
        self.hovered = ""
        self.composed = ""
        """What an input method has not committed yet."""
        self.dirty = True

    @property
    def theme(self) -> Theme:
        """The sizes and colours in force."""
        return self.host.theme

    @property
    def look(self) -> Look:
        """How widgets are drawn now."""
        return Look(self.theme, self.focus, self.hovered, self.composed)

    @property
    def takes_text(self) -> bool:
        """Whether keys are letters to the screen just now: then they go to :meth:`key` before the
        window looks for a command of its own.
        """
        return False

    @property
    def waits(self) -> bool:
        """Whether something is being made for it by a thread."""
        return False

    # -- for subclasses ------------------------------------------------------------------------

    def build(self) -> list[Widget]:
        """The widgets for the present size and state."""
        return []

    def background(self, surface: pygame.Surface) -> None:
        """What lies behind the widgets."""
        surface.fill(PALETTE.table)

    def command(self, command: WindowCommand) -> bool:
        """Carry out a command; answers whether it meant something here."""
        return False

    def tick(self, seconds: float) -> bool:
        """Let time pass; answers whether the screen wants to be called again soon."""
        return False

    def say(self, text: str) -> None:
        """Tell the player something; a screen without a line for it stays silent."""

    def look_behind(self, below: Screen, surface: pygame.Surface) -> bool:
        """Let a screen ``below`` that has changed be seen behind this one: a sheet (``sheet.py``)
        draws it on a copy of ``surface``, and has that dimmed as its background from then on.
        Answers whether it did so.
        """
        return False

    def leave(self) -> None:
        """The screen is gone for good: stop what it had under way."""

    # -- drawing -------------------------------------------------------------------------------

    def resize(self, size: tuple[int, int]) -> None:
        """Take the window's size in pixels."""
        self.size = size
        self.rebuild()

    def rebuild(self) -> None:
        """Make all widgets again; the focus stays where it was if that is still there."""
        self.widgets = self.build()
        keys = [widget.key for widget in self.focus_ring()]
        if self.focus not in keys:
            self.focus = self.first_focus(keys)
        self.dirty = True

    def first_focus(self, keys: list[str]) -> str:
        """The widget that has the focus at first."""
        return keys[0] if keys else ""

    def draw(self, surface: pygame.Surface) -> None:
        """Draw the whole screen."""
        self.background(surface)
        for widget in self.widgets:
            widget.draw(surface, self.look)
        self.draw_tooltip(surface)
        self.dirty = False

    def draw_tooltip(self, surface: pygame.Surface) -> None:
        """What the widget under the pointer does, and its key."""
        widget = self.find(self.hovered)
        if widget is None or not widget.tooltip:
            return
        theme = self.theme
        lines = theme.wrap(widget.tooltip, theme.small, theme.px(300))
        width = max(theme.width(line, theme.small) for line in lines) + theme.px(16)
        box = pygame.Rect(0, 0, width, len(lines) * theme.line(theme.small) + theme.px(10))
        box.bottomleft = (widget.rect.left, widget.rect.top - theme.px(6))
        if box.top < 0:
            box.top = widget.rect.bottom + theme.px(6)
        box.clamp_ip(surface.get_rect())
        pygame.draw.rect(surface, PALETTE.gold, box.inflate(2, 2), 0, theme.px(4))
        pygame.draw.rect(surface, PALETTE.chrome, box, 0, theme.px(4))
        for index, line in enumerate(lines):
            text = lettering(line, theme.small, PALETTE.chrome_ink)
            surface.blit(
                text,
                (box.left + theme.px(8), box.top + theme.px(5) + index * theme.line(theme.small)),
            )

    def tree(self) -> Node:
        """The widgets as a tree."""
        rect = pygame.Rect((0, 0), self.size)
        children = tuple(widget.node(self.look) for widget in self.widgets)
        return Node("window", "window", self.title, rect, children=children)

    # -- widgets -------------------------------------------------------------------------------

    def walk(self) -> list[Widget]:
        """All widgets, those that hold others before what they hold."""
        return [part for widget in self.widgets for part in widget.walk()]

    def find(self, key: str) -> Widget | None:
        """The widget with a key."""
        return next((widget for widget in self.walk() if key and widget.key == key), None)

    @property
    def field(self) -> TextField | None:
        """The line of text that has the keyboard."""
        widget = self.find(self.focus)
        return widget if isinstance(widget, TextField) else None

    def focus_ring(self) -> list[Widget]:
        """The widgets that Tab goes through, in order."""
        return [widget for widget in self.walk() if widget.focusable]

    def step_focus(self, step: int) -> None:
        """Give the focus to the next widget (1) or the one before (-1)."""
        keys = [widget.key for widget in self.focus_ring()]
        if keys:
            at = keys.index(self.focus) + step if self.focus in keys else 0
            self.focus = keys[at % len(keys)]
            self.focus_moved()
            self.dirty = True

    def focus_moved(self) -> None:
        """The focus is on another widget: a subclass may scroll to it."""

    def activate(self, key: str) -> bool:
        """Push a widget; answers whether there is one that can be pushed."""
        widget = self.find(key)
        if widget is None or not widget.focusable or widget.activate is None:
            return False
        self.focus = key  # before it acts: a screen that it puts on top may come back to it
        widget.activate()
        self.pushed()
        return True

    def pushed(self) -> None:
        """A widget has acted: show what has become of it."""
        self.rebuild()

    def at(self, position: tuple[int, int]) -> Widget | None:
        """The innermost widget under a pixel that reacts to the pointer."""
        innermost = None
        for widget in self.walk():
            if widget.rect.collidepoint(position) and (widget.activate or widget.tooltip):
                innermost = widget
        return innermost

    # -- input ---------------------------------------------------------------------------------

    def handle(self, event: pygame.event.Event) -> None:
        """Take an input event."""
        if event.type == pygame.MOUSEMOTION:
            self.point_at(event.pos)
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            widget = self.at(event.pos)
            if widget is not None:
                self.activate(widget.key)
        elif event.type == pygame.KEYDOWN:
            self.key(event)
        elif event.type in (pygame.TEXTINPUT, pygame.TEXTEDITING):
            self._type(event)

    def edits(self, event: pygame.event.Event) -> bool:
        """Whether a key that goes down is one for the field that has the focus.

        Screens with fields (sheets, tracing) ask this in their own :meth:`key` before ours.
        """
        field = self.field
        return field is not None and (field.takes(event) or types_text(event))

    def _type(self, event: pygame.event.Event) -> None:
        """Text for the field that has the focus, or what an input method would make of it."""
        field = self.field
        if field is None:
            return
        if event.type == pygame.TEXTEDITING:
            self.composed = event.text
            pygame.key.set_text_input_rect(field.rect)  # where it shows what it proposes
            self.dirty = True
        else:
            self.composed = ""
            field.add(event.text)
            self.rebuild()

    def point_at(self, position: tuple[int, int]) -> None:
        """The pointer has moved."""
        widget = self.at(position)
        key = widget.key if widget is not None else ""
        if key != self.hovered:
            self.hovered = key
            self.dirty = True

    def key(self, event: pygame.event.Event) -> None:
        """A key: the focus ring first, then the command table.

        ``takes_text`` is asked by ``app.py`` (``_everywhere``) before a key comes here, not here.
        """
        if event.key == pygame.K_TAB:
            self.step_focus(-1 if event.mod & pygame.KMOD_SHIFT else 1)
            return
        if event.key in (pygame.K_UP, pygame.K_DOWN):
            self.step_focus(-1 if event.key == pygame.K_UP else 1)
            return
        if event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE):
            self.activate(self.focus)
            return
        command = self.host.keys.find(event)
        if command is not None:
            self.command(command)
