"""Draws the picture in the README: a battle in the middle of a game, before the die.

``python tools/picture.py`` writes docs/images/strike_force_one.png, the same on every machine
whose pygame letters alike.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

os.environ["SDL_VIDEODRIVER"] = "dummy"

import pygame

from hexwar.records import Session
from hexwar.viewer.app import App
from hexwar.viewer.screens.board import BoardScreen
from hexwar.viewer.settings import Settings

PICTURE = Path(__file__).resolve().parent.parent / "docs" / "images" / "strike_force_one.png"
SIZE = (1280, 800)
SEED = 4
PLAYED = (
    "move A 0702",
    "move B 0703",
    "move E 0703",
    "move C 0704",
    "move D 0705",
    "move F 0706",
    "done",
    "attack 0603 by B E C",
    "retreat W 0504",
    "advance B",
    "move Z 0504",
    "move Y 0403",
    "done",
    "done",
    "move E 0503",
    "move A 0602",
    "move C 0604",
    "move D 0604",
    "move F 0605",
    "done",
)
TARGET = "0504"


def draw(path: Path, size: tuple[int, int] = SIZE, scale: float = 1.0) -> None:
    """Play as far as the battle, aim, and save what the window shows."""
    session = Session.new("strike_force_one", "advanced", seed=SEED)
    for action in PLAYED:
        session.apply(action)
    app = App(size, Settings(scale, speed="instant"))
    app.play(session)
    board = app.screen
    if not isinstance(board, BoardScreen):
        raise SystemExit("the board is not on the screen")
    board.look_at(TARGET, cursor=False)
    board.steering.click(TARGET)
    board.look_at(None, cursor=False)
    while app.step(0.1):
        pass
    path.parent.mkdir(parents=True, exist_ok=True)
    pygame.image.save(app.surface, str(path))
    app.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the result is the exit code."""
    parser = argparse.ArgumentParser(description="Draw the picture in the README.")
    parser.add_argument("--output", type=Path, default=PICTURE, metavar="FILE")
    chosen = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as home:
        # The player's own settings and saves play no part in it.
        os.environ["HEXWAR_HOME"] = home
        draw(chosen.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
