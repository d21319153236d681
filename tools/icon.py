"""Draws the icon of the program as systems want it: ``python tools/icon.py FOLDER``.

hexwar.png for desktops of Linux, hexwar.ico for Windows, hexwar.icns for macOS: one drawing, that
of the window's own icon, in as many sizes as each kind of file holds.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import pygame
from PIL import Image

from hexwar.viewer.program.display import program_icon

SIDE = 256
SIDES = {".ico": (16, 24, 32, 48, 64, 128, 256), ".icns": (16, 32, 64, 128, 256, 512, 1024)}


def drawn(side: int) -> Image.Image:
    """The icon so many pixels wide."""
    pixels = pygame.image.tobytes(program_icon(side), "RGBA")
    return Image.frombytes("RGBA", (side, side), pixels)


def write(folder: Path) -> None:
    """Write all three."""
    folder.mkdir(parents=True, exist_ok=True)
    drawn(SIDE).save(folder / "hexwar.png", optimize=True)
    for kind, sides in SIDES.items():
        *smaller, largest = map(drawn, sides)
        sizes = [(side, side) for side in sides]
        largest.save(folder / f"hexwar{kind}", sizes=sizes, append_images=smaller)


def main(arguments: list[str] | None = None) -> int:
    """Run from the command line; the result is the exit code."""
    parser = argparse.ArgumentParser(description="Draw the icon of the program.")
    parser.add_argument("folder", type=Path)
    write(parser.parse_args(arguments).folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
