"""Works on the map: what is built, wrecked or dug is drawn, named in the key and told in words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pygame
import pytest

from hexwar.cli.text.answers import hex_described
from hexwar.cli.text.visibility import seen_in
from hexwar.records import Replay, Session
from hexwar.rules.terrain.section import Terrain
from hexwar.viewer.drawing.signs import GLYPHS, plate
from hexwar.viewer.drawing.theme import PALETTE
from hexwar.viewer.page import page as pages
from hexwar.viewer.printed_map.cartouche import imprint_of
from hexwar.viewer.printed_map.lying_view import OnMap
from hexwar.viewer.printed_map.terrain import MapPainter
from hexwar.viewer.screens.map_picture import MapPicture
from tests.rules.tiny import tiny, varied
from tests.viewer.table import Table

BRIDGE = ("0303", "0403")


@pytest.fixture
def table() -> Iterator[Table]:
    """Blue has the bridge between 0303 and 0403 before him."""
    game = tiny("pontoons")
    yield Table(Session(game, game.start("meeting", phase="blue_orders", seed=3)))
    pygame.display.quit()


def beside(table: Table, a: str, b: str) -> bytes:
    """The middle of a hexside, as it is drawn."""
    view = table.board.view
    ends = view.pixel_of(a), view.pixel_of(b)
    square = pygame.Rect(0, 0, 20, 20)
    square.center = (ends[0][0] + ends[1][0]) // 2, (ends[0][1] + ends[1][1]) // 2
    return pygame.image.tobytes(table.app.surface.subsurface(square), "RGB")


def does(table: Table, action: str) -> None:
    """Somebody at the window does it."""
    table.board.match.act(action)
    table.board.after_action()
    table.point("0101")


def told(table: Table, number: str) -> list[str]:
    """What the panel says of a hex."""
    table.point(number)
    return [node.label for node in table.tree.walk() if node.key.startswith("place-")]


def test_a_bridge_that_was_wrecked_is_crossed_out(table: Table) -> None:
    """On the map of the window and of a picture, under the pointer and in the key."""
    match, pieces = table.board.match, table.board.view.pieces
    before = beside(table, *BRIDGE), pygame.image.tobytes(MapPicture(match, pieces).draw(), "RGB")
    does(table, "wreck B1 0303-0403 bridge")
    assert beside(table, *BRIDGE) != before[0]
    assert pygame.image.tobytes(MapPicture(match, pieces).draw(), "RGB") != before[1]
    words = told(table, "0303")
    assert "Bridge to 0403: wrecked (Blue)" in words
    assert not any(line.startswith("Road to 0403") for line in words)
    assert isinstance(table.board.painter, MapPainter)
    titles = [entry.title for entry in table.board.painter.cartouche.entries]
    assert "Bridge: wrecked" in titles
    assert "Road block: wrecked" not in titles  # none stands when the game begins


def test_a_bridge_that_stands_is_drawn_over_its_road() -> None:
    """The map has the road alone."""
    state = tiny("pontoons").start("meeting")
    assert [side.hexes for side in OnMap(state, state.resolved).sides] == [BRIDGE]


def test_what_is_built_and_wrecked_is_told_in_the_terminal() -> None:
    """The map that it describes is the one in force."""
    game = tiny("pontoons")
    session = Session(game, game.start("meeting", setup={"RE": "0304"}, phase="red_movement"))

    def lines() -> list[str]:
        return list(hex_described(seen_in(session), "0304"))

    assert not any("Pontoon" in line for line in lines())
    session.apply("build RE 0304-0404 pontoon")
    assert any("0404, by" in line and "Pontoon" in line for line in lines())


def test_a_trench_is_drawn_around_its_hex() -> None:
    """Where a marker of another sign has only its plate."""
    game = tiny("works")
    setup = {"R1": "0101", "B1": "0704"}
    table = Table(Session(game, game.start(setup=setup, phase="blue_movement")))
    view = table.board.view

    def corner(number: str) -> bytes:
        x, y = view.pixel_of(number)
        square = pygame.Rect(0, 0, round(view.camera.zoom * 0.3), round(view.camera.zoom * 0.3))
        square.center = (round(x - view.camera.zoom * 0.8), y)
        return pygame.image.tobytes(table.app.surface.subsurface(square), "RGB")

    table.point("0101")
    before = corner("0704")
    does(table, "dig B1 trench")
    assert corner("0704") != before
    assert isinstance(table.board.painter, MapPainter)
    titles = [entry.title for entry in table.board.painter.cartouche.entries]
    assert {"Trench", "Raid", "Ambush", "Gate"} <= set(titles)
    pygame.display.quit()


def test_an_author_says_how_markers_are_drawn(tmp_path: Path) -> None:
    """Else their name does, and else they have letters."""
    game = varied(tmp_path, "markers: {gate: {sign: fort}, raid: {sign: letters}}", "works")
    state = game.start(setup={"R1": "0101", "B1": "0704"}, phase="blue_movement")
    state.apply("dig B1 trench")
    looks = {
        tag.letters: tag.look for tags in OnMap(state, state.resolved).tags.values() for tag in tags
    }
    assert looks == {"Tr": "trench", "Ga": "fort"}


def test_no_two_signs_have_one_shape() -> None:
    """In one colour, as large as they are at a small zoom; two sides differ by their corners."""
    pygame.font.init()

    def shape(look: str, band: int = 0) -> list[int]:
        pixels = pygame.image.tobytes(plate(look, "", PALETTE.ink, band, 14), "RGBA")
        return [pixels[at] < 128 for at in range(0, len(pixels), 4)]

    for one, other in combinations(GLYPHS, 2):
        assert sum(a != b for a, b in zip(shape(one), shape(other), strict=True)) > 10
    assert shape("mines", 0) != shape("mines", 1)


@pytest.mark.parametrize("name", ["works", "pontoons", "mines"])
def test_the_key_has_what_can_lie_on_the_map(name: str) -> None:
    """Each once."""
    pygame.font.init()
    resolved = tiny(name).start().resolved
    painter = MapPainter(resolved.map, resolved[Terrain], imprint_of(resolved))
    titles = [entry.title for entry in painter.cartouche.entries]
    assert len(titles) == len(set(titles))
    assert painter.cartouche.imprint.samples


def test_a_page_has_a_drawing_of_all_that_lies_on_the_map(table: Table) -> None:
    """Each by its id; the bridge first stands, then its wreck lies there."""
    session = table.session
    session.apply("wreck B1 0303-0403 bridge")
    page = pages.replay_page(Replay(session), (), lambda done: None)
    found = re.search(r'id="game">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    steps = json.loads(found[1])["steps"]
    lying = [{drawing for _, _, drawing, _ in s["lying"]} for s in steps if "lying" in s]
    ids = set(re.findall(r' id="([^"]+)"', page))
    assert set().union(*lying) <= ids
    assert any(drawing.startswith("t-work-bridge-") for drawing in lying[0])
    assert lying[-1] == {"t-gone"}
