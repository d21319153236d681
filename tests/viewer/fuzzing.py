"""Hands that do anything: events at random, as a child or a cat would send them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pygame

from hexwar.records import Session
from hexwar.viewer.app import App
from hexwar.viewer.board.board import BoardScreen
from hexwar.viewer.program.commands import COMMANDS
from hexwar.viewer.program.settings import Settings

_SIZES = ((1024, 768), (800, 600), (640, 480), (1280, 800), (320, 240), (1000, 400), (90, 60))
_MODS = (0, 0, 0, pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL, pygame.KMOD_LALT)
_OTHER_KEYS = [pygame.K_TAB, pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_SPACE, pygame.K_DELETE]
_OTHER_KEYS += (pygame.K_F9, pygame.K_LCTRL, pygame.K_q, pygame.K_PAUSE, pygame.K_KP5)
_NAMES = {"enter": pygame.K_RETURN, "escape": pygame.K_ESCAPE, "page up": pygame.K_PAGEUP}
_NAMES |= {"page down": pygame.K_PAGEDOWN, "keypad +": pygame.K_KP_PLUS, "?": pygame.K_SLASH}
_NAMES |= {"keypad -": pygame.K_KP_MINUS}
_HELD = {"ctrl": pygame.KMOD_LCTRL, "shift": pygame.KMOD_LSHIFT, "alt": pygame.KMOD_LALT}
_PLAYS = ("act", "next_unit", "next_option", "choose_1", "choose_2", "end_phase", "toggle")
"""Commands that get a game on, which the hands prefer."""
_ENDS = ("quit", "screenshot", "map_picture")
"""Commands whose keys are left alone: one closes the window, two write many large files."""


class Hands:
    """Sends events to a window with a game; ``sent`` counts them, ``sessions`` were on the table.

    They come back to the board sooner or later: most of what can go wrong is there.
    """

    def __init__(self, session: Session, random: Random) -> None:
        self.random = random
        self.app = App((1024, 768), Settings(speed="instant"))
        self.app.play(session)
        self.sent = 0
        self.sessions: list[Session] = []
        self._at = (500, 300)
        self._buttons = (0, 0, 0)
        self._keys: set[int] = set()
        deeds: dict[Callable[[], None], int] = {
            self._click: 34,
            self._move: 14,
            self._drag: 8,
            self._command: 30,
            self._key: 6,
            self._wheel: 5,
            self._resize: 1,
            self._window: 2,
        }
        self._deeds, self._weights = list(deeds), list(deeds.values())

    def do_anything(self) -> None:
        """One thing that hands do, and a frame of the window."""
        on_board = isinstance(self.app.screen, BoardScreen)
        if not on_board and self.random.random() < 0.25:
            self._press(pygame.K_ESCAPE, 0, "")
        else:
            self.random.choices(self._deeds, self._weights)[0]()
        self.app.step(self.random.choice((0.0, 0.02, 0.1)))
        if self.app.screen is None:
            self.app.choose_game()
        now = self.app.session
        if now is not None and not any(now is session for session in self.sessions):
            self.sessions.append(now)

    @property
    def played(self) -> int:
        """Actions that stand in all games that were on the table."""
        return sum(len(session.entries) for session in self.sessions)

    def _send(self, kind: int, **fields: Any) -> None:
        pygame.event.post(pygame.event.Event(kind, **fields))
        self.sent += 1

    # -- pointer -------------------------------------------------------------------------------

    def _anywhere(self) -> tuple[int, int]:
        """A hex, something to push, or any pixel, also one outside of the window."""
        screen, random = self.app.screen, self.random
        if isinstance(screen, BoardScreen) and random.random() < 0.65:
            chosen = screen.selection
            hexes = [*chosen.destinations(), *chosen.targets, *chosen.fights()]
            units = [screen.match.state.position(unit) for unit in chosen.ready()]
            hexes += [number for number in units if number]
            if not hexes or random.random() < 0.3:
                hexes = list(screen.match.resolved.map.numbers)
            return screen.view.pixel_of(random.choice(hexes))
        live = [w for w in screen.walk() if w.activate] if screen is not None else []
        if live and random.random() < 0.8:
            return random.choice(live).rect.center
        width, height = self.app.surface.get_size()
        return random.randint(-5, width + 5), random.randint(-5, height + 5)

    def _move(self) -> None:
        self._at = self._anywhere()
        buttons = self._buttons
        self._send(pygame.MOUSEMOTION, pos=self._at, rel=(0, 0), buttons=buttons, touch=False)

    def _button(self, kind: int, button: int) -> None:
        down = kind == pygame.MOUSEBUTTONDOWN
        self._buttons = (int(down), 0, 0) if button == 1 else self._buttons
        self._send(kind, pos=self._at, button=button, touch=False)

    def _click(self) -> None:
        self._move()
        button = self.random.choice((1, 1, 1, 1, 3, 2, 4, 6))
        self._button(pygame.MOUSEBUTTONDOWN, button)
        if self.random.random() < 0.95:
            self._button(pygame.MOUSEBUTTONUP, button)

    def _drag(self) -> None:
        """Down, several places, perhaps a key on the way, up most times."""
        self._move()
        self._button(pygame.MOUSEBUTTONDOWN, 1)
        for _ in range(self.random.randint(1, 4)):
            self._move()
            self.app.step(0.02)
        if self.random.random() < 0.2:
            self._command()
        if self.random.random() < 0.9:
            self._button(pygame.MOUSEBUTTONUP, 1)

    def _wheel(self) -> None:
        across, notches = self.random.choice(((0, 1), (0, -1), (0, 3), (0, -3), (1, 0), (-2, 1)))
        self._send(pygame.MOUSEWHEEL, x=across, y=notches, flipped=False)

    # -- keys ----------------------------------------------------------------------------------

    def _command(self) -> None:
        """The key of a command, of those of the place where one is most times."""
        known = [command for command in COMMANDS if command.id not in _ENDS]
        if self.random.random() < 0.6:
            known = [command for command in known if command.id in _PLAYS]
        *mods, name = self.random.choice(self.random.choice(known).keys).rsplit("+", 1)
        mod = 0
        for held in "+".join(mods).split("+") if mods else ():
            mod |= _HELD.get(held, 0)
        code = _NAMES.get(name) or pygame.key.key_code(name or "=")
        self._press(code, mod, name if len(name) == 1 and not mod else "")

    def _key(self) -> None:
        letter = self.random.choice("abcdefghijklmnoprstuvwxyz0123456789.,-+ß中\x00")
        keys = (
            *_OTHER_KEYS,
            pygame.key.key_code(letter) if letter.isascii() and letter > " " else 0,
        )
        self._press(self.random.choice(keys), self.random.choice(_MODS), letter)

    def _press(self, code: int, mod: int, letter: str) -> None:
        if code == pygame.K_q and mod & pygame.KMOD_CTRL:
            return
        for _ in range(self.random.choice((1, 1, 1, 3))):
            self._send(pygame.KEYDOWN, key=code, mod=mod, unicode=letter, scancode=0)
            if letter:
                kind = self.random.choice((pygame.TEXTINPUT, pygame.TEXTINPUT, pygame.TEXTEDITING))
                self._send(kind, text=letter)
        self._keys.add(code)
        if self.random.random() < 0.9:
            for down in self._keys:
                self._send(pygame.KEYUP, key=down, mod=0, unicode="", scancode=0)
            self._keys.clear()

    # -- the window ----------------------------------------------------------------------------

    def _resize(self) -> None:
        size = self.random.choice(_SIZES)
        pygame.display.set_mode(size, pygame.RESIZABLE)
        self._send(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])

    def _window(self) -> None:
        kinds = [pygame.WINDOWFOCUSLOST, pygame.WINDOWLEAVE, pygame.VIDEOEXPOSE]
        kinds += (pygame.WINDOWMINIMIZED, pygame.WINDOWRESTORED, pygame.WINDOWEXPOSED)
        kinds += (pygame.WINDOWDISPLAYCHANGED, pygame.WINDOWMAXIMIZED)
        self._send(self.random.choice(kinds))
