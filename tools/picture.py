"""Draws the pictures of the documentation.

``python tools/picture.py`` writes docs/images/*.jpg, the same on every machine whose pygame
letters alike; ``python tools/picture.py SCENE`` draws one of them.
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

from hexwar.viewer.app import App
from hexwar.viewer.program.settings import Settings
from tools.scenes import SCENES

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
SIZE = (1280, 800)


def draw(name: str, path: Path, size: tuple[int, int] = SIZE, scale: float = 1.0) -> None:
    """Put a scene on the screen, and save what the window shows."""
    app = App(size, Settings(scale, speed="instant"))
    SCENES[name](app)
    while app.step(0.1):
        pass
    path.parent.mkdir(parents=True, exist_ok=True)
    pygame.image.save(app.surface, str(path))
    app.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run from the command line; the result is the exit code."""
    parser = argparse.ArgumentParser(description="Draw the pictures of the documentation.")
    parser.add_argument("scenes", nargs="*", metavar="SCENE", help=f"among {', '.join(SCENES)}")
    parser.add_argument("--folder", type=Path, default=IMAGES)
    chosen = parser.parse_args(arguments)
    unknown = set(chosen.scenes) - set(SCENES)
    if unknown:
        parser.error(f"there is no scene {', '.join(sorted(unknown))}")
    with tempfile.TemporaryDirectory() as home:
        # The player's own settings and saves play no part in it.
        os.environ["HEXWAR_HOME"] = home
        for name in chosen.scenes or SCENES:
            draw(name, chosen.folder / f"{name}.jpg")
    return 0


if __name__ == "__main__":
    sys.exit(main())
