"""Pictures of window and map: written beside what goes on, into the player's data folder.

The picture is drawn in the thread, too. Its name has the time in it, and a number where two are
taken within a second: no picture takes the place of another.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from threading import Thread

import pygame

from hexwar.definition.whole_files import in_place_of
from hexwar.records.errors import reason
from hexwar.records.saves import free_name, saves_folder

_PATIENCE = 0.01
"""Seconds of a frame that may be spent waiting for a picture."""


def pictures_folder() -> Path:
    """Where pictures are kept: beside the saves."""
    return saves_folder().parent / "pictures"


class PictureWriter:
    """Writes pictures one after the other; a window of many pixels takes a while."""

    def __init__(self) -> None:
        self._thread: Thread | None = None
        self._told = ""

    @property
    def busy(self) -> bool:
        """Whether a picture is being written, or it has not been said what came of it."""
        return self._thread is not None

    def take(self, draw: Callable[[], pygame.Surface], name: str = "hexwar") -> bool:
        """Write a picture that is drawn beside what goes on, to a file whose name begins so.

        False, and nothing is done, while another picture is being written.
        """
        if self._thread is not None:
            return False
        self._thread = Thread(target=self._write, args=(draw, name), daemon=True)
        self._thread.start()
        return True

    def told(self) -> str:
        """What came of the picture, once, when it is written; empty until then."""
        if self._thread is None:
            return ""
        self._thread.join(_PATIENCE)
        if self._thread.is_alive():
            return ""
        self._thread = None
        return self._told

    def _write(self, draw: Callable[[], pygame.Surface], name: str) -> None:
        moment = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S")
        folder = pictures_folder()
        path = folder / f"{name}-{moment}.png"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path = free_name(path) if path.exists() else path
            with in_place_of(path) as part:
                pygame.image.save(draw(), str(part))
        except (OSError, pygame.error) as problem:
            why = reason(problem).rstrip(".")
            self._told = f"The picture could not be saved in {folder}: {why}."
        else:
            self._told = f"Saved a picture: {path}"
