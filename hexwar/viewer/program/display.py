"""The window on the screen: opening it, where, and how large.

pygame opens windows by SDL, which takes the corner from the environment alone: it is set there for
the moment of opening, unless the player has set it.
"""

from __future__ import annotations

import math
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pygame

from hexwar.viewer.drawing.theme import PALETTE, lettering

_ICON = 64  # units across: what the numbers of the drawing below are given in
_FINE = 4  # how many times as large it is drawn, before it is made smooth


def program_icon(side: int = _ICON) -> pygame.Surface:
    """A counter in a hex, so many pixels wide: for the title bar, the task bar and menus."""
    unit = side * _FINE / _ICON
    icon = pygame.Surface((side * _FINE, side * _FINE), pygame.SRCALPHA)
    middle = icon.get_width() / 2

    def hexagon(radius: float) -> list[tuple[float, float]]:
        angles = [math.radians(60 * corner) for corner in range(6)]
        return [(middle + radius * math.cos(a), middle + radius * math.sin(a)) for a in angles]

    def plate(width: float, height: float) -> pygame.Rect:
        rect = pygame.Rect(0, 0, round(width * unit), round(height * unit))
        rect.center = round(middle), round(middle)
        return rect

    line = round(2.5 * unit)
    pygame.draw.polygon(icon, PALETTE.ink, hexagon(31 * unit))
    pygame.draw.polygon(icon, PALETTE.gold, hexagon(28 * unit))
    pygame.draw.rect(icon, PALETTE.accent, plate(38, 32), 0, round(4 * unit))
    symbol = plate(27, 19)
    inside = symbol.inflate(-line, -line)  # else the ends of thick lines stand out of the corners
    for begin, end in ((inside.topleft, inside.bottomright), (inside.bottomleft, inside.topright)):
        pygame.draw.line(icon, PALETTE.white, begin, end, line)
    pygame.draw.rect(icon, PALETTE.white, symbol, line)
    return pygame.transform.smoothscale(icon, (side, side))


TITLE = "hexwar"
USUAL_SIZE = (1280, 800)
"""Width and height of the window in pixels when nobody asks for another size."""


def announce(surface: pygame.Surface, title: str, doing: str, scale: float) -> None:
    """Show what is coming and how far that is, before there is anything else to be seen: a window
    that stays black for seconds looks broken.
    """
    surface.fill(PALETTE.chrome)
    middle, top = surface.get_width() // 2, round(surface.get_height() * 0.36)
    pictures = [program_icon(round(72 * scale))]
    for text, height, color in (
        (title, 30, PALETTE.chrome_ink),
        (f"{doing} ...", 16, PALETTE.gold),
    ):
        pictures.append(lettering(text, round(height * scale), color, bold=height > 16))
    for picture in pictures:
        # A long title in a small window has smaller letters.
        share = min(1.0, 0.94 * surface.get_width() / picture.get_width())
        fitted = pygame.transform.smoothscale_by(picture, share) if share < 1 else picture
        surface.blit(fitted, fitted.get_rect(midtop=(middle, top)))
        top += fitted.get_height() + round(12 * scale)
    pygame.event.pump()  # desktops show nothing of a window that does not answer
    pygame.display.update()


_REPEAT = (350, 60)  # milliseconds before a key that is held repeats, and between two
_IN_SIGHT = 100  # pixels of a window that must be on the screen, so that it can be taken hold of
_CORNER = "SDL_VIDEO_WINDOW_POS"  # what SDL reads when it opens a window


class NoDisplayError(RuntimeError):
    """There is no screen to open a window on."""


def open_window(size: tuple[int, int], corner: tuple[int, int] | None) -> pygame.Surface:
    """Open the window, its upper left corner where it was if that is on the screen. One that is
    open already in that size is kept, as desktops take another for another program.

    Sound is left alone: a machine without an audio device plays as well.
    """
    asked_for = os.environ.get("SDL_VIDEODRIVER", "")
    screens = ("SDL_VIDEODRIVER", "DISPLAY", "WAYLAND_DISPLAY")
    if sys.platform.startswith(("linux", "freebsd")) and not any(map(os.environ.get, screens)):
        # SDL would find that out as well, but its libraries grumble on the terminal meanwhile.
        raise NoDisplayError("neither DISPLAY nor WAYLAND_DISPLAY is set")
    os.environ.setdefault("SDL_IME_SHOW_UI", "1")  # else no proposals of input methods are seen
    try:
        pygame.display.init()
        driver = pygame.display.get_driver()
        if driver in ("dummy", "offscreen") and asked_for != driver:
            raise pygame.error("no display")
        pygame.font.init()
        pygame.display.set_caption(TITLE)
        pygame.display.set_icon(program_icon())
        wanted, surface = within_screen(size), pygame.display.get_surface()
        if surface is None or surface.get_size() != wanted:
            with placed(corner):
                surface = pygame.display.set_mode(wanted, pygame.RESIZABLE)
    except pygame.error as problem:
        pygame.display.quit()
        raise NoDisplayError(str(problem)) from problem
    pygame.key.set_repeat(*_REPEAT)
    return surface


def close_window() -> None:
    """Close the window again."""
    pygame.display.quit()


@contextmanager
def placed(corner: tuple[int, int] | None) -> Iterator[None]:
    """The next window opens with its upper left corner there, if something of it would be seen."""
    if corner is None or not _is_in_sight(*corner) or _CORNER in os.environ:
        yield
        return
    os.environ[_CORNER] = f"{corner[0]},{corner[1]}"
    try:
        yield
    finally:
        del os.environ[_CORNER]


def _is_in_sight(left: int, top: int) -> bool:
    """Whether enough of a window with that upper left corner would be on the screen."""
    screens = pygame.display.get_desktop_sizes()
    width, height = screens[0] if screens else (0, 0)
    return 0 <= left < width - _IN_SIGHT and 0 <= top < height - _IN_SIGHT


def in_the_middle(size: tuple[int, int]) -> tuple[int, int] | None:
    """The upper left corner of a window in the middle of the screen."""
    screens = pygame.display.get_desktop_sizes()
    return ((screens[0][0] - size[0]) // 2, (screens[0][1] - size[1]) // 2) if screens else None


def within_screen(size: tuple[int, int]) -> tuple[int, int]:
    """The window's size, no larger than the screen."""
    if pygame.display.get_driver() == "dummy":
        return size
    screens = pygame.display.get_desktop_sizes()
    if not screens:
        return size
    width, height = screens[0]
    return min(size[0], width), min(size[1], height)
