"""A window under test: hexes are clicked and keys pressed through pygame's own event queue."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence

import pygame

from hexwar.records import Session
from hexwar.viewer.app import App
from hexwar.viewer.board.board import BoardScreen
from hexwar.viewer.program.settings import Settings
from hexwar.viewer.widgets import Node

_NAMES = {"enter": pygame.K_RETURN, "escape": pygame.K_ESCAPE}
_MODS = {"ctrl": pygame.KMOD_LCTRL, "shift": pygame.KMOD_LSHIFT, "alt": pygame.KMOD_LALT}


class Table:
    """A game in a window that nobody sees; what is shown goes by at once."""

    def __init__(
        self,
        session: Session,
        size: tuple[int, int] = (1280, 800),
        scale: float = 1.0,
        speed: str = "instant",
        keys: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        own = {name: list(chords) for name, chords in (keys or {}).items()}
        # What is said before a phase ends is tested where it is; elsewhere one key ends it.
        self.app = App(size, Settings(scale, speed, own))
        self.app.play(session)
        self.session = session
        self.settle()

    @property
    def board(self) -> BoardScreen:
        """The board, whatever is shown on top of it."""
        found = self.app.screens[0]
        assert isinstance(found, BoardScreen)
        return found

    @property
    def tree(self) -> Node:
        """What is on the screen."""
        assert self.app.screen is not None
        return self.app.screen.tree()

    def label(self, key: str) -> str:
        """The text of a widget."""
        return self.tree.find(key=key).label

    def shown(self, key: str) -> bool:
        """Whether there is a widget with this key."""
        return any(node.key == key for node in self.tree.walk())

    def settle(self) -> None:
        """Let the window take its events and draw, until nothing moves any more."""
        moving, waiting = 2000, 60_000
        while moving and waiting:
            if not self.app.step(0.05):
                return
            if self.app.screen is not None and self.app.screen.waits:
                time.sleep(0.005)  # a thread makes something, however long that takes
                waiting -= 1
            else:
                moving -= 1
        raise AssertionError("the window does not come to rest")

    # -- hands ---------------------------------------------------------------------------------

    def press(self, *chords: str) -> None:
        """Press and release keys, each written as in the command table."""
        for chord in chords:
            self._key(pygame.KEYDOWN, chord)
            self._key(pygame.KEYUP, chord)
            self.settle()

    def hold(self, chord: str) -> None:
        """Press a key and keep it down."""
        self._key(pygame.KEYDOWN, chord)
        self.settle()

    def let_go(self, chord: str) -> None:
        """Release a key."""
        self._key(pygame.KEYUP, chord)
        self.settle()

    def _key(self, kind: int, chord: str) -> None:
        *mods, name = chord.split("+") if len(chord) > 1 else [chord]
        mod = 0
        for modifier in mods:
            mod |= _MODS[modifier]
        code = _NAMES.get(name) or pygame.key.key_code(name)
        letter = name if len(name) == 1 and not mod & pygame.KMOD_CTRL else ""
        pygame.event.post(pygame.event.Event(kind, key=code, mod=mod, unicode=letter, scancode=0))
        if kind == pygame.KEYDOWN and letter:
            pygame.event.post(pygame.event.Event(pygame.TEXTINPUT, text=letter))

    def point(self, number: str) -> None:
        """Move the pointer to a hex, once it is in view."""
        self.board.view.reveal(number)
        self.move_to(self.board.view.pixel_of(number))

    def move_to(self, position: tuple[int, int], buttons: tuple[int, int, int] = (0, 0, 0)) -> None:
        """Move the pointer to a pixel."""
        event = pygame.event.Event(
            pygame.MOUSEMOTION, pos=position, rel=(0, 0), buttons=buttons, touch=False
        )
        pygame.event.post(event)
        self.settle()

    def click(self, *numbers: str) -> None:
        """Click hexes, one after the other."""
        for number in numbers:
            self.board.view.reveal(number)
            self.click_at(self.board.view.pixel_of(number))

    def click_at(self, position: tuple[int, int], button: int = 1) -> None:
        """Click a pixel."""
        self.move_to(position)
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=position, button=button, touch=False))
            self.settle()

    def push(self, key: str) -> None:
        """Click a widget."""
        self.click_at(self.tree.find(key=key).rect.center)

    def drag(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Drag from pixel to pixel."""
        self.take_hold(start)
        middle = ((start[0] + end[0]) // 2, (start[1] + end[1]) // 2)
        self.move_to(middle, (1, 0, 0))
        self.drop(end)

    def take_hold(self, start: tuple[int, int]) -> None:
        """Press the button on a pixel and keep it down."""
        self.move_to(start)
        self._button(pygame.MOUSEBUTTONDOWN, start)

    def drag_over(self, number: str) -> None:
        """Move the pointer to a hex with the button down."""
        self.board.view.reveal(number)
        self.move_to(self.board.view.pixel_of(number), (1, 0, 0))

    def drop(self, end: tuple[int, int]) -> None:
        """Move the pointer with the button down, and let go."""
        self.move_to(end, (1, 0, 0))
        self._button(pygame.MOUSEBUTTONUP, end)

    def _button(self, kind: int, position: tuple[int, int]) -> None:
        pygame.event.post(pygame.event.Event(kind, pos=position, button=1, touch=False))
        self.settle()

    def wheel(self, position: tuple[int, int], notches: int, across: int = 0) -> None:
        """Turn the wheel over a pixel."""
        self.move_to(position)
        event = pygame.event.Event(pygame.MOUSEWHEEL, x=across, y=notches, flipped=False)
        pygame.event.post(event)
        self.settle()
