"""Ground that is seen from above: fields and woods that do not stop at the sides of hexes."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from hexwar.rules.terrain.section import Terrain
from hexwar.viewer.geometry import Box, Point
from hexwar.viewer.patterns import furrows
from hexwar.viewer.terrain import MapPainter
from tests.rules.tiny import varied

YAML = """
map:
  hexes: {field: ["0202", "0302", "0303"], grove: ["0502", "0503"], rocks: ["0605"], hut: ["0704"]}
  hexsides: {wall: [0404/0405]}
terrain:
  hexes:
    open: {title: Open, cost: 1, pattern: grass}
    field: {title: Fields, cost: 1, pattern: fields}
    grove: {title: Trees, cost: 1, pattern: trees}
    rocks: {title: Rocks, cost: 1, pattern: rocks}
    hut: {title: House, cost: 1, pattern: building}
  hexsides:
    wall: {title: Wall, cost: 0}
"""
ZOOM = 30


@pytest.fixture
def painter(tmp_path: Path) -> MapPainter:
    pygame.font.init()
    game = varied(tmp_path, YAML, "meadow").start().resolved
    return MapPainter(game.map, game[Terrain], "Ground")


def pixels(painter: MapPainter, middle: Point, side: float = 0.4) -> bytes:
    """What is drawn in a square around a point of the paper."""
    view = Box(middle[0] - side / 2, middle[1] - side / 2, side, side)
    return pygame.image.tobytes(painter.render(view, ZOOM), "RGB")


def test_a_part_of_the_map_is_drawn_as_in_the_whole(painter: MapPainter) -> None:
    """Crowns, hedges and furrows meet from tile to tile."""
    sheet = painter.sheet
    whole = painter.render(Box(sheet.left, sheet.top, sheet.width, sheet.height), ZOOM)
    for start in (120, 180, 240):
        view = Box(sheet.left + start / ZOOM, sheet.top, 4.0, sheet.height)
        part = painter.render(view, ZOOM)
        inner = pygame.Rect(8, 8, 4 * ZOOM - 16, part.get_height() - 16)
        shown = pygame.image.tobytes(part.subsurface(inner), "RGB")
        meant = pygame.image.tobytes(whole.subsurface(inner.move(start, 0)), "RGB")
        different = sum(abs(a - b) > 24 for a, b in zip(shown, meant, strict=True))
        assert different < len(meant) / 200


def test_furrows_run_on_from_hex_to_hex(painter: MapPainter) -> None:
    """Where a line leaves a hex another enters the next one."""
    layout, hexmap = painter.layout, painter.map
    ends = [
        {
            (round(x, 6), round(y, 6))
            for line in furrows(layout.corners(hexmap.axial(number)), (0.0, 0.0), 0.5, 0.15)
            for x, y in line
        }
        for number in ("0302", "0303")
    ]
    (ax, ay), (bx, by) = layout.hexside(hexmap.axial("0302"), hexmap.axial("0303"))
    along = [
        {end for end in found if abs((end[0] - ax) * (by - ay) - (end[1] - ay) * (bx - ax)) < 1e-4}
        for found in ends
    ]
    assert along[0] == along[1]
    assert len(along[0]) > 2


def test_crowns_reach_over_the_side_of_a_wood(painter: MapPainter) -> None:
    """Somewhere along its edge."""
    layout, hexmap = painter.layout, painter.map
    x, y = layout.center(hexmap.axial("0502"))
    outside = Box(x - 1.2, y - 1.2, 2.4, 0.3)
    picture = painter.render(outside, ZOOM)
    dark = [
        picture.get_at((i, j))[:3]
        for i in range(picture.get_width())
        for j in range(picture.get_height())
        if sum(picture.get_at((i, j))[:3]) < 300
    ]
    assert dark


def test_each_pattern_looks_like_no_other(painter: MapPainter) -> None:
    numbers = ("0101", "0302", "0502", "0605", "0704")
    shown = [pixels(painter, painter.center(number), 1.0) for number in numbers]
    assert len(set(shown)) == len(numbers)


def test_lines_between_hexes_are_paler_on_a_map_seen_from_above(tmp_path: Path) -> None:
    """So that it does not look like an empty grid; other maps keep theirs."""
    pygame.font.init()
    shown = []
    for name, yaml in (("above", YAML), ("plain", YAML.replace(", pattern: grass", ""))):
        game = varied(tmp_path / name, yaml, "meadow").start().resolved
        painter = MapPainter(game.map, game[Terrain], "Ground")
        (ax, ay), (bx, by) = painter.layout.hexside(game.map.axial("0101"), game.map.axial("0201"))
        picture = painter.render(Box((ax + bx) / 2 - 0.1, (ay + by) / 2 - 0.1, 0.2, 0.2), ZOOM)
        shown.append(min(sum(picture.get_at((3, y))[:3]) for y in range(6)))
    assert shown[0] > shown[1] + 30
