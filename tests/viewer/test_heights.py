"""Hills and mountains as drawn: by lines that follow the ground, not by stamps."""

from __future__ import annotations

import math
from pathlib import Path

import pygame
import pytest

from hexwar.rules.terrain.section import Terrain
from hexwar.viewer.drawing.geometry import PaperRect, Point
from hexwar.viewer.printed_map.cartouche import Imprint
from hexwar.viewer.printed_map.roads import ways
from hexwar.viewer.printed_map.terrain import MapPainter
from tests.rules.tiny import varied

YAML = """
map:
  hexes:
    heights: ["0101", "0102", "0201"]
    ridge: ["0601", "0602"]
    marsh: ["0204", "0205"]
    field: ["0604", "0605"]
  hexsides: {wall: ["0604/0704"]}
  paths:
    road: ["0402-0403-0404"]
    rail: ["0402-0403-0404"]
terrain:
  hexes:
    open: {title: Open, cost: 1, color: "#e0d8b0"}
    heights: {title: Heights, cost: 1, pattern: hills, color: "#d0b880"}
    ridge: {title: Ridge, cost: 1, pattern: mountains, color: "#c0a070"}
    marsh: {title: Marsh, cost: 1, pattern: marsh, color: "#a0c0a0"}
    field: {title: Field, cost: 1, pattern: fields, color: "#c0b070"}
  hexsides: {wall: {title: Wall, cost: 0}}
  paths: {road: {title: Road, cost: 1}, rail: {title: Railway, cost: 1}}
"""
ALL = PaperRect(-5, -5, 60, 60)


@pytest.fixture
def painter(tmp_path: Path) -> MapPainter:
    pygame.font.init()
    game = varied(tmp_path, YAML, "meadow").start().resolved
    painter = MapPainter(game.map, game[Terrain], Imprint("Heights"))
    for _ in painter._plate.prepared():
        pass
    return painter


def kind_at(painter: MapPainter, point: Point) -> str:
    """The terrain of the hex at a point of the paper."""
    number = painter.map.number_at(painter.layout.hex_at(*point))
    return painter.map.terrain(number) if number else ""


def test_contour_lines_keep_to_high_ground(painter: MapPainter) -> None:
    """They go round hills and mountains, and leave flat ground alone but for its edge."""
    lines = painter._plate.heights.contours.within(ALL, 0)
    high = [painter.center(n) for n in ("0101", "0102", "0201", "0601", "0602")]
    points = [point for _, line in lines for point in line]
    assert len(points) > 100
    assert all(min(math.dist(point, middle) for middle in high) < 1.6 for point in points)


def test_mountains_rise_higher_than_hills(painter: MapPainter) -> None:
    """They have lines of levels that no hill has."""
    most = {"heights": 0, "ridge": 0}
    for level, line in painter._plate.heights.contours.within(ALL, 0):
        kind = kind_at(painter, line[0])
        most[kind] = max(most.get(kind, 0), level)
    assert most["ridge"] > most["heights"] > 0


def test_hachures_stand_on_mountains_and_point_downhill(painter: MapPainter) -> None:
    """The dark ones lie on the side away from the light, which comes from the upper left."""
    strokes = painter._plate.heights.hachures.within(ALL, 0)
    assert len(strokes) > 30
    assert {kind_at(painter, stroke.start) for stroke in strokes} == {"ridge"}
    for stroke in strokes:
        falls = stroke.end[0] - stroke.start[0] + stroke.end[1] - stroke.start[1]
        assert (stroke.shade > 0) == (falls > 0)


def test_a_field_ends_in_a_straight_line_but_at_a_wall(painter: MapPainter) -> None:
    """Its west border runs through the middles of the hexsides; a wall stays where it is."""
    (loop,) = painter._ground_cover._fields["0604"].loops
    west = min(x for x, _ in loop)
    assert sum(abs(x - west) < 1e-6 for x, _ in loop) >= 4
    ends = painter.layout.hexside(painter.map.axial("0604"), painter.map.axial("0704"))
    for end in ends:
        assert min(math.dist(end, point) for point in loop) < 1e-6


def test_a_marsh_goes_on_over_the_side_between_its_hexes(painter: MapPainter) -> None:
    """Reeds and pools stand there; not on the far side of the open hex beside it."""

    def tones(middle: Point) -> int:
        view = PaperRect(middle[0] - 0.5, middle[1] - 0.12, 1.0, 0.24)
        picture = painter.render(view, 40)
        width, height = picture.get_size()
        return len({picture.get_at((x, y))[2] // 12 for x in range(width) for y in range(height)})

    x, y = painter.center("0204")
    assert tones((x, y + math.sqrt(3) / 2)) > tones((x, y - math.sqrt(3) * 1.5))


def test_a_road_and_a_railway_lie_side_by_side(painter: MapPainter) -> None:
    """Both can be seen, and each goes on in the next hex where it left this one."""
    found = {(way.kind, way.number): way for way in ways(painter.map, painter.layout)}
    for kind in ("road", "rail"):
        assert set(found[kind, "0402"].gates) & set(found[kind, "0403"].gates)
    road, rail = found["road", "0403"], found["rail", "0403"]
    assert not set(road.gates) & set(rail.gates)
    (ax, ay), (bx, by) = road.center, rail.center
    assert 0.1 < math.hypot(bx - ax, by - ay) < 0.4
    middle = painter.center("0403")
    assert ((ax + bx) / 2, (ay + by) / 2) == pytest.approx(middle)
