"""The tool that draws the documentation's pictures still finds the battles that they show."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from tools.picture import SCENES, SIZE, Scene, draw


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_the_picture_can_be_drawn_again(scene: Scene, tmp_path: Path) -> None:
    """Every action of its script is legal, and the picture in the documentation has its size."""
    target = tmp_path / "picture.png"
    draw(scene, target, (640, 480))
    assert pygame.image.load(target).get_size() == (640, 480)
    assert pygame.image.load(scene.path).get_size() == SIZE


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_the_battle_of_the_picture_can_be_fought(scene: Scene) -> None:
    """What it aims at is a target."""
    assert scene.target in scene.session().state.attack_options()
