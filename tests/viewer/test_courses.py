"""Rivers, shores and roads as drawn: smooth, but where the rules have them."""

from __future__ import annotations

import math

import pytest

import hexwar
from hexwar.rules.game import Game
from hexwar.rules.terrain.section import Terrain
from hexwar.viewer.drawing.geometry import HexLayout, Point
from hexwar.viewer.printed_map.courses import shores, watercourses
from hexwar.viewer.printed_map.looks import WATER, side_look
from hexwar.viewer.printed_map.roads import edge_gate


@pytest.fixture(scope="module")
def sample() -> Game:
    """A map with all of it."""
    return hexwar.load_game("scs_sample")


def lines_of(game: Game, *patterns: str) -> list[tuple[str, list[Point]]]:
    """The watercourses of a game's map that are drawn so."""
    sides = game.definition.resolve()[Terrain].hexsides.values()
    drawn = {kind.id: side_look(kind) for kind in sides}
    return watercourses(game.map, HexLayout("flat"), drawn, patterns)


def nearest(point: Point, line: list[Point]) -> float:
    """The distance of a point to the nearest point of a line, in units."""
    return min(math.dist(point, other) for other in line)


def test_a_river_keeps_to_its_hexsides(sample: Game) -> None:
    """The middle of each is near the line, and of no other as near as that."""
    layout = HexLayout("flat")
    lines = lines_of(sample, *WATER)
    kinds = {"river", "stream"}
    assert {kind for kind, _ in lines} == kinds
    for (a, b), held in sample.map.hexsides.items():
        ends = layout.hexside(sample.map.axial(a), sample.map.axial(b))
        middle = (ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2
        for kind in held & kinds:
            distance = min(nearest(middle, line) for of, line in lines if of == kind)
            bridged = any("bridge" in other for other in held)
            assert distance < (0.01 if bridged else 0.13), (a, b)


def test_a_river_is_one_line_where_it_does_not_branch(sample: Game) -> None:
    """The great one has as many lines as the smaller ones that join it leave of it."""
    lines = lines_of(sample, "river", "stream")
    assert 2 <= len(lines) <= 6
    assert max(len(line) for _, line in lines) > 100


def test_no_corner_of_a_river_is_sharp(sample: Game) -> None:
    """From piece to piece the line turns by less than a right angle's half."""
    for _, line in lines_of(sample, "river"):
        for (ax, ay), (bx, by), (cx, cy) in zip(line, line[1:], line[2:], strict=False):
            turn = math.atan2(cy - by, cx - bx) - math.atan2(by - ay, bx - ax)
            assert abs(math.remainder(turn, math.tau)) < math.radians(50)


def test_a_shore_goes_round_its_water(sample: Game) -> None:
    """The middle of each of the lake's hexes is inside, that of every other outside."""
    layout, board = HexLayout("flat"), sample.map
    lake = [number for number in board.numbers if board.terrain(number) == "lake"]
    outlines = shores(board, layout, lake, ())
    assert outlines
    for number in board.numbers:
        point = layout.center(board.axial(number))
        around = sum(inside(point, line) for island, line in outlines if not island)
        around -= sum(inside(point, line) for island, line in outlines if island)
        assert around == (number in lake), number


def inside(point: Point, line: list[Point]) -> bool:
    """Whether a closed line goes round a point: a ray crosses it an odd number of times."""
    x, y = point
    crossings = 0
    for (ax, ay), (bx, by) in zip(line, [*line[1:], line[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            crossings += 1
    return crossings % 2 == 1


def test_a_road_runs_off_the_map_straight_ahead(sample: Game) -> None:
    """From the east in a hex of the west edge to its western side; nowhere inside the map."""
    layout, board = HexLayout("flat"), sample.map
    x, y = layout.center(board.axial("01.09"))
    edge = edge_gate(board, layout, "01.09", (x + 0.75, y + 0.43))
    assert edge is not None
    assert edge[0] < x
    inner = layout.center(board.axial("05.09"))
    assert edge_gate(board, layout, "05.09", (inner[0] + 0.75, inner[1] + 0.43)) is None
