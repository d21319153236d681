"""Ground that is seen from above: fields and woods that do not stop at the sides of hexes."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from hexwar.rules.terrain.section import Terrain
from hexwar.viewer.drawing.geometry import PaperRect, Point
from hexwar.viewer.drawing.theme import PALETTE
from hexwar.viewer.printed_map.cartouche import Imprint
from hexwar.viewer.printed_map.patterns import furrows
from hexwar.viewer.printed_map.terrain import MapPainter
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
    return MapPainter(game.map, game[Terrain], Imprint("Ground"))


def pixels(painter: MapPainter, middle: Point, side: float = 0.4) -> bytes:
    """What is drawn in a square around a point of the paper."""
    view = PaperRect(middle[0] - side / 2, middle[1] - side / 2, side, side)
    return pygame.image.tobytes(painter.render(view, ZOOM), "RGB")


def test_a_part_of_the_map_is_drawn_as_in_the_whole(painter: MapPainter) -> None:
    """Crowns, hedges and furrows meet from tile to tile."""
    sheet = painter.sheet
    whole = painter.render(PaperRect(sheet.left, sheet.top, sheet.width, sheet.height), ZOOM)
    for start in (120, 180, 240):
        view = PaperRect(sheet.left + start / ZOOM, sheet.top, 4.0, sheet.height)
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
            for line in furrows([layout.corners(hexmap.axial(number))], (0.0, 0.0), 0.5, 0.15)
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
    outside = PaperRect(x - 1.2, y - 1.2, 2.4, 0.3)
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
        painter = MapPainter(game.map, game[Terrain], Imprint("Ground"))
        (ax, ay), (bx, by) = painter.layout.hexside(game.map.axial("0101"), game.map.axial("0201"))
        picture = painter.render(
            PaperRect((ax + bx) / 2 - 0.1, (ay + by) / 2 - 0.1, 0.2, 0.2), ZOOM
        )
        shown.append(min(sum(picture.get_at((3, y))[:3]) for y in range(6)))
    assert shown[0] > shown[1] + 30


RELIEF = """
map:
  hexes: {heights: ["0302", "0303", "0402"], marsh: ["0605"], woods: ["0104", "0105", "0704"]}
terrain:
  hexes:
    open: {title: Open, cost: 1, color: "#e0d8b0"}
    heights: {title: Heights, cost: 1, pattern: hills, color: "#d0b880"}
    marsh: {title: Marsh, cost: 1, pattern: marsh, color: "#60a080"}
    woods: {title: Woods, cost: 1, pattern: woods, color: "#e0d8b0"}
"""


@pytest.fixture
def relief(tmp_path: Path) -> MapPainter:
    pygame.font.init()
    game = varied(tmp_path, RELIEF, "meadow").start().resolved
    return MapPainter(game.map, game[Terrain], Imprint("Ground"))


def mean(painter: MapPainter, middle: Point, side: float = 0.12) -> tuple[int, int, int]:
    """The mean colour of the bare ground in a square around a point of the paper."""
    view = PaperRect(middle[0] - side / 2, middle[1] - side / 2, side, side)
    picture = pygame.Surface((round(side * ZOOM), round(side * ZOOM)))
    painter.ground(picture, view, ZOOM)
    red, green, blue, _ = pygame.transform.average_color(picture)
    return red, green, blue


def test_ground_runs_into_the_ground_of_the_next_hex(relief: MapPainter) -> None:
    """Between marsh and open lies a colour that is neither's."""
    x, y = relief.center("0605")
    reds = [mean(relief, (x, y - step * 0.07))[0] for step in range(25)]
    assert reds[0] + 60 < reds[-1]
    assert sum(reds[0] + 8 < red < reds[-1] - 8 for red in reds) >= 4


def test_ground_ends_with_the_map(relief: MapPainter) -> None:
    """Its edge does not run into the paper."""
    x, y = relief.center("0101")
    beyond = relief.render(PaperRect(x - 0.2, y - 1.12, 0.4, 0.2), ZOOM)
    shown = pygame.transform.average_color(beyond)[:3]
    assert all(abs(a - b) < 12 for a, b in zip(shown, PALETTE.map_paper, strict=True))


def test_hills_are_lit_from_the_upper_left(relief: MapPainter) -> None:
    """The slope that faces the light is paler than the one that turns from it."""
    (ax, ay), (bx, by) = relief.center("0302"), relief.center("0303")
    towards = sum(mean(relief, (ax - 0.55, ay - 0.6), 0.5))
    away = sum(mean(relief, (bx + 0.55, by + 0.6), 0.5))
    assert towards > away + 40


def test_woods_go_on_from_hex_to_hex(relief: MapPainter) -> None:
    """Trees stand on the side between two hexes of wood, none on the side towards open ground."""
    x, y = relief.center("0104")
    inner = relief.render(PaperRect(x - 0.3, y + 0.84, 0.6, 0.06), ZOOM)
    outer = relief.render(PaperRect(x - 0.3, y - 0.9, 0.6, 0.06), ZOOM)
    assert pygame.transform.average_color(inner)[0] + 25 < pygame.transform.average_color(outer)[0]
