"""Pictures of saves: each is played through and drawn beside what goes on in the window."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pygame

from hexwar.records import Session
from hexwar.viewer.match import Match
from hexwar.viewer.screens.setup_picture import position_picture
from hexwar.viewer.thinking import THOUGHT

_MOST_BYTES = 400_000
"""Longer saves are not played through only to be looked at."""


class Thumbnails:
    """Pictures of saves at one size in pixels, made one after the other when they are asked for.

    A picture shows what everybody may know who plays at this window, as the map does while it
    changes hands. Of a save that cannot be read there is none.
    """

    def __init__(self, draw: Callable[[Path, tuple[int, int]], pygame.Surface]) -> None:
        self._draw = draw
        self._made: dict[tuple[Path, tuple[int, int]], pygame.Surface | None] = {}
        self._wanted: deque[tuple[Path, tuple[int, int]]] = deque()
        self._thread: Thread | None = None
        self._news = False

    def of(self, path: Path, size: tuple[int, int]) -> pygame.Surface | None:
        """The picture of a save if it is there; else it is made, unless it cannot be."""
        key = path, size
        if key in self._made:
            return self._made[key]
        if key not in self._wanted:
            self._wanted.append(key)
        if self._thread is None or not self._thread.is_alive():
            self._thread = Thread(target=self._make, daemon=True)
            self._thread.start()
        return None

    def news(self) -> bool:
        """Whether a picture has come since this was asked last."""
        news, self._news = self._news, False
        return news

    def stop(self) -> None:
        """Nobody looks any more: make no further pictures."""
        self._wanted.clear()

    def _make(self) -> None:
        while self._wanted:
            path, size = key = self._wanted[0]
            try:
                made = self._draw(path, size)
            except (ValueError, OSError, pygame.error):
                made = None
            self._made[key] = made
            if self._wanted:
                self._wanted.popleft()
            self._news = True
            if pygame.display.get_init():
                pygame.event.post(pygame.event.Event(THOUGHT))


def picture_of_save(path: Path, size: tuple[int, int]) -> pygame.Surface:
    """The position that a save ends in. ValueError or OSError for one that cannot be played."""
    if path.stat().st_size > _MOST_BYTES:
        raise ValueError("the save is too long for a picture")
    session = Session.load(path)
    return position_picture(Match(session, session.players), *size)
