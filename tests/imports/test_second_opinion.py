"""What another reader of Tiled's maps makes of the same files, as far as it reads them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pytiled_parser import TiledMap as OtherMap
from pytiled_parser import parse_map

from hexwar.definition.loading import load
from hexwar.imports.tiled.exporting import exported
from hexwar.imports.tiled.reading import FLAGS, TiledMap, read_map
from tests.imports.test_tiled import FORMS, GAMES, SHIPPED, tmx

ALWAYS: dict[str, Any] = {
    "nextlayerid": 2, "nextobjectid": 1, "renderorder": "right-down", "tiledversion": "1.10.2",
    "version": "1.10", "infinite": 0,
}  # fmt: skip
"""What Tiled itself never leaves out."""


def alike(mine: TiledMap, other: OtherMap) -> None:
    """Size, stagger, tiles and objects are the same."""
    lattice = mine.lattice
    assert (lattice.width, lattice.height) == tuple(other.map_size)
    assert (lattice.tile_width, lattice.tile_height) == tuple(other.tile_size)
    assert lattice.side == other.hex_side_length
    assert (lattice.axis, lattice.index) == (other.stagger_axis, other.stagger_index)
    tiles = [layer for layer in other.layers if hasattr(layer, "data")]
    for layer, same in zip(mine.layers, tiles, strict=True):
        rows = getattr(same, "data")  # noqa: B009
        cells = {(c, r): n & ~FLAGS for r, row in enumerate(rows) for c, n in enumerate(row)}
        assert layer.cells == {place: number for place, number in cells.items() if number}
    groups = [layer for layer in other.layers if hasattr(layer, "tiled_objects")]
    for group, same in zip(mine.objects, groups, strict=True):
        objects = getattr(same, "tiled_objects")  # noqa: B009
        assert [each.name for each in group.objects] == [each.name or "" for each in objects]


@pytest.mark.parametrize("form", sorted(FORMS.keys() - {"tiles"}))
def test_forms_of_a_layer(form: str, tmp_path: Path) -> None:
    path = tmp_path / "island.tmx"
    path.write_text(tmx(FORMS[form], tileset="", **ALWAYS), encoding="utf-8")
    alike(read_map(path)[0], parse_map(path))


@pytest.mark.parametrize("name", SHIPPED)
def test_maps_of_games(name: str, tmp_path: Path) -> None:
    made = exported(load(GAMES / name).resolve().map, "island.png")
    path = tmp_path / "island.tmx"
    path.write_bytes(made.map)
    (tmp_path / "island.png").write_bytes(made.tiles)
    alike(read_map(path)[0], parse_map(path))
