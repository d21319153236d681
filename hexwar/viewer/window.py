"""Opening the window: for play, or for one picture.

Each function here carries out one command of the terminal: the player's settings are read, the
window opens, a screen is put into it, and it runs until it is closed. Pictures are drawn in a
window out of sight, which runs until nothing in it moves and is saved then.

First what is played and watched in a window; then pictures; then what is measured; then how either
kind of window is opened.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

# Before pygame is imported, for that is when it would print its greeting in the terminal.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from hexwar.definition.watching import WatchedFolder
from hexwar.engine import Action
from hexwar.engine.notation import verbs
from hexwar.records import Session
from hexwar.viewer.app import App, Unfinished
from hexwar.viewer.board.board import BoardScreen
from hexwar.viewer.program.display import USUAL_SIZE
from hexwar.viewer.program.settings import Settings
from hexwar.viewer.screens.watching import WatchScreen

PICTURES = (".png", ".jpg", ".jpeg", ".bmp", ".tga")
"""How the names of pictures end that pygame can write."""


@dataclass(frozen=True, slots=True)
class WindowSize:
    """Size in pixels (``None``: as the window was left) and interface scale (1.0 is 100 %,
    ``None``: the player's own).
    """

    size: tuple[int, int] | None = None
    scale: float | None = None


def play(
    session: Session | None,
    frame: WindowSize,
    unfinished: Unfinished | None = None,
    *,
    asks: bool = False,
) -> None:
    """Play until the window is closed; without a session the picker is shown first.

    What ``unfinished`` finds is offered for going on with instead of a game that begins. ``asks``:
    who plays it has only been proposed, so its briefing asks. NoDisplayError where there is no
    screen.
    """
    app = _on_screen(frame)
    if session is None:
        app.choose_game()
    elif session.entries:
        app.go_on(session)
    else:
        app.play_new(session, unfinished=unfinished, asks=asks)
    if frame.scale is None and (screens := pygame.display.get_desktop_sizes()):
        app.propose_scale(screens[0])
    app.run()


def join(link: str, frame: WindowSize) -> None:
    """Play in the seat that a link opens, until the window is closed.

    NoDisplayError where there is no screen; :class:`~hexwar.joining.client.LineError` for a link
    that opens no seat.
    """
    from hexwar.viewer.board.joined import JoinedBoard, come

    match = come(link)  # before the window is there: what is wrong with a link is told beside it
    app = _on_screen(frame)
    app.push(JoinedBoard(app, match))
    app.run()


def watch(watched: WatchedFolder, frame: WindowSize) -> None:
    """Show a game while it is written, until the window is closed.

    NoDisplayError where there is no screen.
    """
    app = _on_screen(frame)
    app.push(WatchScreen(app, watched))
    app.run()


def trace(
    folder: Path | None,
    image: Path | None,
    file: Path | None,
    shape: tuple[int, int, bool],
    frame: WindowSize,
) -> None:
    """Trace the map of a folder, or one on an image: columns, rows, and whether tops are pointed.

    NoDisplayError where there is no screen; OSError, ``MapEditingError`` or ``PictureError`` where
    nothing can be traced.
    """
    from hexwar.viewer.tracing.screen import TraceScreen
    from hexwar.viewer.tracing.traced_map import Calibration

    app = _on_screen(frame)
    columns, rows, pointy = shape
    calibration = Calibration(columns, rows, "pointy" if pointy else "flat")
    app.push(TraceScreen(app, folder, image, file, calibration))
    app.run()


# -- pictures --------------------------------------------------------------------------------------


def picture(session: Session, frame: WindowSize, path: Path) -> None:
    """Write a picture of the window with a game on the table. OSError when that fails.

    It is drawn out of sight, so that no screen is needed. A name that ends in no known kind of
    picture gets a PNG.
    """
    app = _out_of_sight(frame)
    app.play(session)
    if isinstance(app.screen, BoardScreen):
        app.screen.plays = False  # the position as it is, before the computer plays on
    while app.step(1.0):  # until nothing moves: what glides in has come to rest
        pass
    _save(app, path)


def watched_picture(watched: WatchedFolder, frame: WindowSize, path: Path) -> None:
    """Write a picture of what :func:`watch` shows. OSError when that fails."""
    app = _out_of_sight(frame)
    screen = WatchScreen(app, watched)
    app.push(screen)
    while app.step(0.0) or screen.waits:
        pass
    _save(app, path)


def _save(app: App, path: Path) -> None:
    """Write what a window shows, and close it."""
    try:
        kind = path.suffix.lower() if path.suffix.lower() in PICTURES else ".png"
        with path.open("wb") as file:
            pygame.image.save(app.surface, file, kind)
    except pygame.error as problem:
        raise OSError(str(problem)) from problem
    finally:
        app.close()


# -- for measuring ---------------------------------------------------------------------------------


_CLOSER = 8
"""Notches of the wheel by which the map is nearer while panning is measured."""
_STRIDE = 9.0, 5.0
"""Pixels to the right and down by which it is panned."""
_FRAME = 1 / 60  # seconds


def panning(session: Session, frame: WindowSize) -> Callable[[], None]:
    """A function that pans a game's map a little further and draws it: for measuring.

    The window is out of sight. The map is zoomed in first, and panned in a slow
    diagonal that turns round at its edges.
    """
    app = _out_of_sight(frame)
    app.play(session)
    board = app.screen
    if not isinstance(board, BoardScreen):
        raise TypeError("the board is not on the screen")
    board.view.zoom(board.view.rect.center, _CLOSER)
    app.step(0.0)
    stride = [*_STRIDE]

    def pan() -> None:
        camera = board.view.camera
        corner = camera.left, camera.top
        board.view.pan(*stride)
        for axis, (was, is_now) in enumerate(zip(corner, (camera.left, camera.top), strict=True)):
            if was == is_now:  # it is at the edge
                stride[axis] = -stride[axis]
        board.redraw_map()
        app.draw()

    return pan


def fighting(
    begin: Callable[[], Session], actions: Sequence[Action], frame: WindowSize
) -> tuple[Callable[[], None], Callable[[], None]]:
    """Two functions: one that goes on to the next fight of a game, as long as none is being shown,
    and one that shows a sixtieth of a second more: for measuring.

    The window is out of sight, at the usual speed, and no computer player plays in it. ``actions``
    are what is played in the session that ``begin`` makes, over and over; those without a fight are
    not shown. ValueError where the window is handed over for them: a curtain shows no fight.
    """
    app = _out_of_sight(frame)
    to_come: list[Action] = []

    def board() -> BoardScreen:
        screen = app.screens[0] if app.screens else None
        if not isinstance(screen, BoardScreen):
            raise TypeError("the board is not on the screen")
        return screen

    def draw_all() -> None:
        """Come to rest, so that what is measured is the fight alone."""
        board().match.playback.skip()
        board().after_action()
        while app.step(0.0):  # the map is drawn piece by piece
            pass

    def go_on() -> None:
        """Play until an action aims or has been a fight; the whole game again after its end."""
        while not app.screens or not board().match.playback.busy:
            aims = bool(to_come) and verbs()[to_come[0].verb].points_at == "target"
            if not to_come:
                app.play(begin())
                board().plays = False
                board().match.playback.speed = "fast"
                to_come[:] = actions
            elif aims or board().match.last_battle is not None:
                draw_all()
                return
            else:
                board().match.act(to_come.pop(0))
                board().match.playback.skip()

    def show() -> None:
        if not board().match.playback.busy and to_come:
            board().match.act(to_come.pop(0))
            board().after_action()
        app.step(_FRAME)
        if app.screen is not board():
            raise ValueError("something lies over the map, and no fight is shown")

    return go_on, show


# -- opening it ------------------------------------------------------------------------------------


def _on_screen(frame: WindowSize) -> App:
    """The player's window, as large as it is asked for or as it was left."""
    settings = Settings.load()
    return App(frame.size or settings.size or USUAL_SIZE, settings, frame.scale)


def _out_of_sight(frame: WindowSize) -> App:
    """A window that nobody sees, and that leaves the player's settings alone."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    settings = Settings.load()
    settings.path = None  # closing it would save them, with the size of this window
    return App(frame.size or USUAL_SIZE, settings, frame.scale)
