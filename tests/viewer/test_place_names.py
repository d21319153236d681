"""Names of places on a map with counters: above them, and beside them where there is room."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pygame
import pytest

import hexwar
from hexwar.hexmap.axial import Orientation
from hexwar.viewer.drawing.geometry import PaperRect
from hexwar.viewer.printed_map.map_sheet import MapSheet
from hexwar.viewer.printed_map.names import plate
from hexwar.viewer.printed_map.pictured_map import painter_of, painter_of_play
from hexwar.viewer.table.pieces import Around, PlaceNames
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER
from tests.viewer.conftest import SetUp

HALF = 0.53  # of a counter


@pytest.fixture(scope="module")
def painter() -> MapSheet:
    pygame.font.init()
    return painter_of_play(hexwar.load_game("orva_front").start().resolved)


def covered(painter: MapSheet, around: Around, zoom: int) -> list[str]:
    """The names whose letters lie on a counter."""
    found = []
    for name, (x, y) in PlaceNames(painter).seated(zoom, around):
        wide, high = (pixels / zoom for pixels in plate(name, zoom).get_size())
        box = PaperRect(x - wide / 2 + 0.05, y - high * 0.2, wide - 0.1, high * 0.4)
        for number in around.stacks:
            at, down = painter.center(number)
            down += 0.06
            if (
                box.left < at + HALF
                and box.right > at - HALF
                and box.top < down + HALF
                and box.bottom > down - HALF
            ):
                found.append(name)
                break
    return found


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
@pytest.mark.parametrize("counters", [False, True])
def test_a_name_covers_no_number(orientation: Orientation, counters: bool, tmp_path: Path) -> None:
    """As wide as names get: nor those of the hexes below, between which it stands on a point."""
    shoved = "even-columns-down" if orientation == "flat" else "odd-rows-right"
    yaml = f"""
map: {{grid: {{columns: 7, rows: 6, orientation: {orientation}, shoved: {shoved}}},
  features: {{town: {{"0404": Great Hougoumont, "0605": Ham, "0703": Little Wickham}}}}}}
terrain: {{features: {{town: {{title: Town}}}}}}
"""
    game = hexwar.load_game(folder(tmp_path, yaml, FOLDER / "meadow")).start().resolved
    painter, zoom = painter_of(game, places=not counters), 48
    names = [(place.text, place.at) for place in painter.names.places]
    if counters:
        stacks = dict.fromkeys((place.hex for place in painter.names.places), 1)
        names = PlaceNames(painter).seated(zoom, Around(stacks, {}, ()))
    assert len(names) == 3
    view = painter.sheet
    for name, (x, y) in names:
        wide, high = (pixels / zoom for pixels in plate(name, zoom).get_size())
        for number in painter.map.numbers:
            left, top = painter.number_at(number, view, zoom)
            off = abs(left / zoom + view.left - x), abs(top / zoom + view.top - y)
            assert off[0] > wide / 2 or off[1] > high * 0.2 + 0.08, (name, number)


@pytest.mark.parametrize("zoom", [24, 33, 48, 90])
def test_a_name_finds_room_beside_counters(painter: MapSheet, zoom: int) -> None:
    """With one in each place, and one in each hex beside it but those two below."""
    hexmap = painter.map
    places = [place.hex for place in painter.names.places]
    assert covered(painter, Around(dict.fromkeys(places, 1), {}, ()), zoom) == []
    for number in places:
        near = [n for n in hexmap.neighbors(number) if n not in places]
        stacks = dict.fromkeys([number, *near[:3]], 1)
        named = [place.text for place in painter.names.places if place.hex == number]
        assert not {*named} & {*covered(painter, Around(stacks, {}, ()), zoom)}


def test_a_name_with_nothing_in_its_way_stays_at_the_foot_of_its_hex(painter: MapSheet) -> None:
    """Also under its own counter."""
    places = painter.names.places
    for stacks, flags in product(({}, {place.hex: 1 for place in places}), ((), ("0903",))):
        seated = PlaceNames(painter).seated(40, Around(stacks, {}, flags))
        assert seated == [(place.text, place.at) for place in places]


def test_names_are_lettered_over_counters(opened: SetUp) -> None:
    """Not with the map, which lies below them: a map without counters has them."""
    table = opened()
    game = table.session.state.resolved
    (at,) = [place.at for place in table.board.painter.names.places if place.text == "Rasdorf"]
    view = PaperRect(at[0] - 0.8, at[1] - 0.2, 1.6, 0.4)
    below, printed = (
        pygame.image.tobytes(painter.render(view, 40), "RGB")
        for painter in (painter_of_play(game), painter_of(game))
    )
    assert below != printed
