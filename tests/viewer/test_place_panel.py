"""What is said of the hex under the pointer, and where the units named there are marked."""

from __future__ import annotations

from pathlib import Path

import pygame

import hexwar
from hexwar.cli.text.answers import hex_described
from hexwar.cli.text.visibility import Seen
from hexwar.records import Session
from hexwar.viewer.drawing.overlays import Overlay
from hexwar.viewer.table.pieces import side_at
from tests.rules.tiny import varied
from tests.viewer.conftest import SetUp
from tests.viewer.table import Table

GROUND = (120, 120, 120)

WAYS = """
movement:
  classes: [foot, wheels]
  modes: {train: {title: By rail, along: [rail], allowance: 9}}
map:
  hexes: {mire: ["0203"]}
  hexsides: {brook: ["0202/0203"]}
  paths: {rail: ["0202-0302"], track: ["0202-0201"], fence: ["0202-0102"]}
terrain:
  hexes: {mire: {title: Mire, cost: {foot: 2, wheels: all}}}
  hexsides: {brook: {title: Brook, cost: {foot: 0, wheels: 1}}}
  paths:
    rail: {title: Railway, cost: prohibited}
    fence: {title: Fence, cost: prohibited}
    track: {title: Track, cost: {foot: 1/2, wheels: prohibited}}
units:
  types: {infantry: {movement_class: foot}}
"""


def said_of(table: Table, number: str) -> list[str]:
    """The lines of the panel about a hex."""
    table.point(number)
    return [node.label for node in table.tree.walk() if node.key.startswith("place-")]


def test_a_path_that_helps_nobody_bars_nobody(tmp_path: Path) -> None:
    """A railway is for its own way of moving; what one class pays nothing for it is not told of."""
    session = Session.new(varied(tmp_path, WAYS, "meadow"))
    table = Table(session)
    lines = said_of(table, "0202")
    assert "Railway to 0302: by rail only" in lines
    assert "Fence to 0102: no help to who moves" in lines
    assert "Track to 0201: foot 1/2 MP to enter, wheels no help" in lines
    assert "Brook towards 0203: wheels +1 MP to cross" in lines
    assert "Mire: foot 2 MP to enter, wheels a whole move to enter" in said_of(table, "0203")
    pygame.display.quit()


def test_a_town_in_a_hex_of_town_is_said_once() -> None:
    """In Orva a city is both ground and a place with a name."""
    session = Session.new(hexwar.load_game("orva_front"))
    lines = said_of(Table(session), "0907")
    assert "HEX 0907 ORVAMUND" in lines
    assert [line for line in lines if line.startswith("City")] == ["City: 1 MP to enter"]
    written = next(hex_described(Seen(session.state), "0907"))
    assert written.startswith("0907: City Orvamund, ")
    pygame.display.quit()


def test_a_mark_of_who_comes_here_leaves_the_designation_to_be_read(set_up: SetUp) -> None:
    """The panel names the units that come to a hex: the triangle stands above their counters."""
    table = set_up(setup={"A": "0303", "W": "0606"})
    view = table.board.view
    surface = pygame.Surface((view.camera.width, view.camera.height))
    surface.fill(GROUND)
    overlay = Overlay(surface, view.camera, view.painter.layout, view.match.resolved.map)
    view.pieces.threatening(overlay, ["0606"])
    mask = pygame.mask.from_threshold(surface, GROUND, (1, 1, 1))
    mask.invert()
    x, y = view.pieces.spot(view.camera, "0606", 0)
    side = side_at(view.camera.zoom)
    face = pygame.Mask((side, side - 2), fill=True)
    assert mask.count()
    assert not mask.overlap(face, (x - side // 2, y - side // 2 + 2))
