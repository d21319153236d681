"""Names on the map: of places at the foot of their hexes, of rivers along their course."""

from __future__ import annotations

import math
from itertools import pairwise
from pathlib import Path

import pygame
import pytest

from hexwar.rules.sheet import Sheet
from hexwar.rules.terrain.section import Terrain
from hexwar.viewer.drawing.geometry import PaperRect
from hexwar.viewer.printed_map.cartouche import Imprint
from hexwar.viewer.printed_map.names import NameAlongLine, _seats
from hexwar.viewer.printed_map.terrain import MapPainter
from tests.rules.tiny import varied
from tests.viewer.conftest import SetUp

YAML = """
map:
  hexsides: {river: ["0302/0402", "0303/0402", "0303/0403", "0304/0403", "0304/0404"]}
  features: {town: {"0601": Longwater, "0204": Ham}}
terrain:
  hexsides: {river: {title: River, cost: 1}}
  features: {town: {title: Town}}
sheet:
  scale: 2 km
  names:
    - {text: Ouse, along: ["0302", "0303", "0304"], of: river}
    - {text: The Moor, along: ["0503", "0603", "0703"]}
    - {text: Back, along: ["0704", "0604", "0504"]}
"""


@pytest.fixture
def painter(tmp_path: Path) -> MapPainter:
    pygame.font.init()
    game = varied(tmp_path, YAML, "meadow").start().resolved
    return MapPainter(game.map, game[Terrain], Imprint("Names", sheet=game.section(Sheet)))


def course(painter: MapPainter, text: str) -> NameAlongLine:
    (found,) = [one for one in painter.names.courses if one.text == text]
    return found


def test_a_rivers_name_keeps_beside_the_river(painter: MapPainter) -> None:
    """Near enough to belong to it, and not on it; it is as long as the stretch beside its hexes."""
    hexmap, layout = painter.map, painter.layout
    ends = [
        layout.hexside(hexmap.axial(a), hexmap.axial(b))
        for (a, b), kinds in hexmap.hexsides.items()
        if "river" in kinds
    ]
    points = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in ends] + [a for a, _ in ends]
    line = course(painter, "Ouse").line
    away = [min(math.dist(at, point) for point in points) for at in line]
    assert max(away) < 1.1
    assert sum(away) / len(away) > 0.15
    assert sum(math.dist(a, b) for a, b in pairwise(line)) > 2


def test_a_name_over_country_runs_through_or_along_its_hexes(painter: MapPainter) -> None:
    line = course(painter, "The Moor").line
    for number in ("0503", "0603", "0703"):
        assert min(math.dist(at, painter.center(number)) for at in line) < 1.0


def test_a_name_looks_for_room_among_counters_and_numbers(painter: MapPainter) -> None:
    """Its letters stand less in the way than in the middle of its hexes, where counters stand."""
    room = painter.names._room
    chosen = course(painter, "The Moor")
    plain = chosen._replace(
        line=tuple(painter.center(n) for n in ("0503", "0603", "0703")), lean=0.5, spread=1.0
    )
    in_the_way = [
        sum(room.cost(at) for _, at, _ in _seats(one, one.line, 0.44)) for one in (chosen, plain)
    ]
    assert in_the_way[0] < in_the_way[1] * 0.7
    assert room.cost(painter.center("0503")) > 0
    x, y = painter.center("0601")
    assert room.cost((x, y + 0.73)) > room.cost((x, y))


def test_names_are_read_from_left_to_right(painter: MapPainter) -> None:
    """Whichever way its hexes are listed."""
    line = course(painter, "Back").line
    assert line[0][0] < line[-1][0]


def test_letters_stand_along_the_course(painter: MapPainter) -> None:
    """They are printed, and only there."""
    bare = MapPainter(painter.map, painter.terrain, Imprint("Names"))
    changed = []
    for x, y in (painter.center("0603"), painter.center("0202")):
        view = PaperRect(x - 0.9, y - 0.4, 1.8, 0.8)
        with_name, without = (
            pygame.image.tobytes(one.render(view, 40), "RGB") for one in (painter, bare)
        )
        changed.append(with_name != without)
    assert changed == [True, False]


def test_no_counter_covers_the_name_of_its_place(painter: MapPainter) -> None:
    """It stands below the counter in its hex, above those in the hexes below, and between those
    beside it; the number of the hex below stays free.
    """
    x, y = painter.center("0601")
    (at,) = [place.at for place in painter.names.places if place.text == "Longwater"]
    zoom = 40
    view = PaperRect(x - 3, y - 3, 6, 6)
    bare = MapPainter(painter.map, painter.terrain, Imprint("Names"))
    bare.names.places.clear()
    painter.names.courses.clear()
    named, plain = painter.render(view, zoom), bare.render(view, zoom)
    ink = [
        (i / zoom - 3, j / zoom - 3)
        for i in range(named.get_width())
        for j in range(named.get_height())
        if named.get_at((i, j)) != plain.get_at((i, j))
    ]
    left, right = min(i for i, _ in ink), max(i for i, _ in ink)
    top, bottom = min(j for _, j in ink), max(j for _, j in ink)
    assert at[1] > y
    assert top > 0.53
    assert bottom < 0.96
    assert -1.0 < left < right < 1.0


def test_names_are_shown_over_the_counters_while_a_key_is_held(opened: SetUp) -> None:
    """And no longer."""
    table = opened()
    view = table.board.view

    def surface() -> pygame.Surface:
        drawn = pygame.Surface((1280, 800))
        table.board.draw(drawn)
        return drawn

    before = pygame.image.tobytes(surface(), "RGB")
    table.hold("f")
    assert view.show_names
    assert pygame.image.tobytes(surface(), "RGB") != before
    table.let_go("f")
    assert not view.show_names
