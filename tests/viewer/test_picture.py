"""The tool that draws the documentation's pictures still finds what they show."""

from __future__ import annotations

import re
from pathlib import Path

import pygame
import pytest

from tools.picture import IMAGES, SIZE, draw
from tools.scenes import SCENES, Battle

LARGEST = 500_000
"""Bytes of a picture."""


@pytest.mark.matrix(one_in=4)
@pytest.mark.parametrize("name", SCENES)
def test_the_picture_can_be_drawn_again(name: str, tmp_path: Path) -> None:
    """Every action of its script is legal, and the picture in the documentation has its size."""
    target = tmp_path / "picture.jpg"
    draw(name, target, (640, 480))
    assert pygame.image.load(target).get_size() == (640, 480)
    path = IMAGES / f"{name}.jpg"
    assert pygame.image.load(path).get_size() == SIZE
    assert path.stat().st_size < LARGEST


@pytest.mark.parametrize("name", [n for n, scene in SCENES.items() if isinstance(scene, Battle)])
def test_the_battle_of_the_picture_can_be_fought(name: str) -> None:
    """What it aims at is a target."""
    scene = SCENES[name]
    assert isinstance(scene, Battle)
    assert scene.target in scene.session().state.attack_options()


def test_every_picture_is_shown_somewhere() -> None:
    """By the README or a page, and whatever they show is there."""
    root = IMAGES.parent.parent
    pages = [root / "README.md", *IMAGES.parent.rglob("*.md")]
    shown = {n for page in pages for n in re.findall(r"images/(\w+\.\w+)", page.read_text("utf-8"))}
    of_reports = {"report.jpg", "report_holds.jpg", "report_maps.jpg"}
    of_others = {"printed.jpg", "trace.jpg", "vscode.jpg"}
    assert shown == {*(f"{name}.jpg" for name in SCENES), *of_reports, *of_others}
    assert shown == {path.name for path in IMAGES.iterdir()}
