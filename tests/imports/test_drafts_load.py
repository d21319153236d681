"""Drafts load, and ``check`` speaks only of what is left open."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexwar
from hexwar.definition.loading import load
from hexwar.imports.folder import land
from hexwar.imports.foreign_files import read_markup
from hexwar.imports.tiled.drafting import draft_of_map
from hexwar.imports.vassal.boards import read_board
from hexwar.imports.vassal.drafting import draft_of
from hexwar.rules.map.pictures import middle_on_picture
from hexwar.rules.map.section import Map
from tests.imports.modules import Made, board, element, hex_grid, kassala, module_map, png, stack
from tests.imports.seeds import maps, modules
from tests.imports.test_vassal import FIELD, GUARD, on_map

OPEN = "HW114"


def bare() -> Made:
    """A module with nothing in it."""
    made = kassala()
    made.inside = []
    return made


def two_boards() -> Made:
    """Two boards of hexes, boxes on both, and a set-up on each."""
    zone = element("Zone", name="Box", path="0,400;640,400;640,480;0,480", useParentGrid="false")
    east = element("ZonedGrid", zone + hex_grid(dx=50.0, dy=58.0, x0=30, y0=30))
    made = on_map(stack(160, 180, GUARD), stack(9, 440, GUARD, owningBoard="East"))
    made.inside[1] = module_map(
        [FIELD, board("East", "Board.png", east)],
        stack(160, 180, GUARD, owningBoard="East"),
        stack(30, 440, GUARD, owningBoard="East"),
    )
    return made


def in_zones() -> Made:
    """A board in two zones that number one grid in their own ways, of which no form has both."""
    said = {"first": "H", "hType": "A", "vType": "A", "stagger": "false"}
    west = hex_grid(said | {"vOff": 2}, dx=60.0, dy=70.0, x0=40, y0=40)
    east = hex_grid(said | {"vType": "N"}, dx=60.0, dy=70.0, x0=40, y0=40)
    parts = element("Zone", west, name="West", path="0,0;320,0;320,480;0,480")
    parts += element("Zone", east, name="East", path="320,0;640,0;640,480;320,480")
    made = on_map()
    east_hex = stack(0, 0, GUARD, useGridLocation="true", location="I0")
    picture = board("Field", "Board.png", element("ZonedGrid", parts))
    made.inside[1] = module_map([picture], stack(42, 42, GUARD), east_hex)
    return made


MODULES = {
    "small": kassala().data(), "much": modules()[1], "bare": bare().data(),
    "two boards": two_boards().data(), "in zones": in_zones().data(),
}  # fmt: skip


@pytest.mark.parametrize("name", MODULES)
def test_a_draft_of_a_module(name: str, tmp_path: Path) -> None:
    land(draft_of(MODULES[name], "battle.vmod", "battle"), tmp_path / "battle")
    found = hexwar.check(tmp_path / "battle")
    assert found and {each.code for each in found} == {OPEN}, [str(each) for each in found]
    definition = load(tmp_path / "battle")
    for scenario in definition.catalog.scenarios:
        assert len(definition.resolve(scenario).map)


@pytest.mark.parametrize("number", [0, 2, 3])
def test_a_draft_of_a_map(number: int, tmp_path: Path) -> None:
    data = maps()[number]
    path = tmp_path / ("island.tmj" if data[:1] == b"{" else "island.tmx")
    path.write_bytes(data)
    land(draft_of_map(path, "island"), tmp_path / "island")
    found = hexwar.check(tmp_path / "island")
    assert found and {each.code for each in found} == {OPEN}, [str(each) for each in found]


def test_the_hexes_lie_on_the_picture_where_the_module_has_them(tmp_path: Path) -> None:
    """Sideways, with numbers from below: the middle of each hex, to the pixel."""
    numbering = {"first": "V", "vDescend": "true", "hOff": 3, "hLeading": 1, "vLeading": 1}
    grid = hex_grid(numbering, dx=50.5, dy=61.0, x0=9, y0=33, sideways="true")
    text = board("Field", "Board.png", grid)
    made = on_map()
    made.inside[1] = module_map([text])
    made.files["images/Board.png"] = png(640, 480)
    land(draft_of(made.data(), "battle.vmod", "battle"), tmp_path / "battle")
    game = load(tmp_path / "battle").resolve()
    field = read_board(read_markup(text.encode(), "x"), (640, 480))
    assert field.main is not None
    middles = {field.main.grid.middle(place) for place in field.hexes(field.main)}
    picture = game[Map].picture
    assert picture is not None
    drawn = [middle_on_picture(picture, game.map.numbering, number) for number in game.map]
    assert len(drawn) == len(middles) > 50
    for x, y in drawn:
        assert min(abs(x - a) + abs(y - b) for a, b in middles) < 2


def test_hexes_are_called_as_in_the_zones_of_the_module(tmp_path: Path) -> None:
    """In the map, in scenarios, and in ranges, which go by the columns and rows of the grid."""
    folder = tmp_path / "battle"
    land(draft_of(in_zones().data(), "battle.vmod", "battle"), folder)
    game = load(folder).resolve()
    assert {"AC", "EH", "F0", "J5"} <= {*game.map}
    assert game.map.numbering.names and "AC" in (folder / "map.yaml").read_text("utf-8")
    scenario = (folder / "scenarios.yaml").read_text("utf-8")
    assert "red_guard: AC" in scenario and "red_guard_2: I0" in scenario
