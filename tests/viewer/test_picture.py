"""The tool that draws the README's picture still finds the battle that it shows."""

from __future__ import annotations

from pathlib import Path

import pygame

from tools.picture import PICTURE, SIZE, draw


def test_the_picture_can_be_drawn_again(tmp_path: Path) -> None:
    """Every action of its script is legal, and the picture in the documentation has its size."""
    target = tmp_path / "picture.png"
    draw(target, (640, 480))
    assert pygame.image.load(target).get_size() == (640, 480)
    assert pygame.image.load(PICTURE).get_size() == SIZE
