"""Screens other than the board under test, in a window that nobody sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pygame

from hexwar.definition import load
from hexwar.definition.locations import shipped
from hexwar.records import Session, new_save_path
from hexwar.viewer.app import App
from hexwar.viewer.drawing.theme import Theme
from hexwar.viewer.program.settings import Settings
from hexwar.viewer.screens.base import Screen
from hexwar.viewer.screens.saves import SavedTitles
from hexwar.viewer.screens.sheet import SheetScreen
from hexwar.viewer.widgets import Node
from tests.viewer.table import Table

GAME = "strike_force_one"

FRAMES = (
    ((1280, 800), 1.0),
    ((1024, 768), 0.75),
    ((1024, 768), 1.0),
    ((1024, 768), 3.0),
    ((1920, 1080), 1.5),
    ((3840, 2160), 3.0),
)
"""Sizes of the window in pixels with scales of the interface, the extremes among them."""


class Sheets(Table):
    """A window with a screen that ``make`` makes. The scale is taken even if little fits then."""

    def __init__(
        self,
        make: Callable[[App], Screen],
        size: tuple[int, int] = (1280, 800),
        scale: float = 1.0,
    ) -> None:
        self.app = App(size, Settings(scale))
        self.app.theme = Theme(scale)
        self.bottom = Screen(self.app)
        self.app.push(self.bottom)
        self.app.push(make(self.app))
        self.settle()

    @property
    def screen(self) -> SheetScreen:
        """The screen that is seen."""
        assert isinstance(self.app.screen, SheetScreen)
        return self.app.screen

    @property
    def closed(self) -> bool:
        """Whether the screen has gone."""
        return self.app.screen is self.bottom

    @property
    def focus(self) -> str:
        """The key of the widget that has the focus."""
        return self.screen.focus

    def type(self, text: str) -> None:
        """Type letters."""
        for letter in text:
            code = pygame.key.key_code("space" if letter == " " else letter)
            event = pygame.event.Event(pygame.KEYDOWN, key=code, mod=0, unicode=letter, scancode=0)
            pygame.event.post(event)
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))
            self.settle()

    def said(self) -> str:
        """All labels on the screen."""
        return "\n".join(node.label for node in self.tree.walk())


def faults(window: Sheets) -> list[str]:
    """What does not fit, or overlaps, or cannot be reached by Tab, each in a sentence."""
    screen, size = window.screen, window.app.surface.get_size()
    frame = pygame.Rect((0, 0), size)
    found = [f"{n.key} is clipped" for n in screen.tree().walk() if n.clipped]
    for node, scroll in _with_scrolls(screen.tree(), None):
        within = frame if scroll is None else scroll.rect
        across = node.rect.left >= within.left and node.rect.right <= within.right
        if node.label and not (across if scroll else frame.contains(node.rect)):
            found.append(f"{node.key} sticks out")
    live = [widget for widget in screen.walk() if widget.focusable]
    for index, one in enumerate(live):
        for other in live[index + 1 :]:
            together = screen.scroll_of(one.key) is screen.scroll_of(other.key)
            if together and one.rect.colliderect(other.rect):
                found.append(f"{one.key} lies on {other.key}")
    return found + _unreachable(screen)


def _with_scrolls(node: Node, scroll: Node | None) -> Iterator[tuple[Node, Node | None]]:
    yield node, scroll
    for child in node.children:
        yield from _with_scrolls(child, node if node.role == "scroll" else scroll)


def _unreachable(screen: SheetScreen) -> list[str]:
    """Go once around the ring: what has the focus must be seen."""
    found = []
    for _ in range(len(screen.focus_ring())):
        screen.step_focus(1)
        widget, scroll = screen.find(screen.focus), screen.scroll_of(screen.focus)
        within = scroll.rect if scroll else pygame.Rect((0, 0), screen.size)
        if widget is None or not within.colliderect(widget.rect):
            found.append(f"{screen.focus} has the focus out of sight")
        elif widget.rect.height <= within.height and not within.contains(widget.rect):
            found.append(f"{screen.focus} has the focus half out of sight")
    return found


def begun(scenario: str = "standard", actions: int = 1, seed: int = 7) -> Session:
    """A saved game in which a few random actions were played; ``actions`` -1 plays to the end."""
    path = new_save_path(GAME, scenario)
    session = Session.new(GAME, scenario, seed=seed, players={"us": "greedy"}, path=path)
    random = Random(seed)
    while not session.state.is_over and actions:
        session.apply(session.state.sample_action(random))
        actions -= 1
    return session


def known_names() -> SavedTitles:
    """The titles of the game that the saves are of."""
    return SavedTitles({GAME: load(shipped("games") / GAME)})


def saved_path(session: Session) -> Path:
    """Where a session is saved."""
    assert session.path is not None
    return session.path
