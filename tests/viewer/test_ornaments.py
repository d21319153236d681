"""The title block of a map, and ways that meet."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pygame
import pytest

import hexwar
from hexwar.rules.sheet import Sheet
from hexwar.rules.terrain.section import Terrain
from hexwar.viewer.drawing.geometry import PaperRect
from hexwar.viewer.drawing.theme import font
from hexwar.viewer.printed_map.cartouche import Cartouche, Imprint, imprint_of
from hexwar.viewer.printed_map.lines import bend
from hexwar.viewer.printed_map.terrain import MapPainter
from tests.rules.tiny import tiny, varied

RED, BLUE = (200, 30, 30), (30, 30, 200)


@pytest.fixture(autouse=True)
def _letters() -> None:
    pygame.font.init()


def title_block(imprint: Imprint) -> pygame.Surface:
    """All that is printed left of the hexes."""
    game = tiny("meadow").start().resolved
    painter = MapPainter(game.map, game[Terrain], imprint)
    sheet = painter.sheet
    width = painter.hex_box.left - sheet.left
    return painter.render(PaperRect(sheet.left, sheet.top, width, sheet.height), 30)


def count(picture: pygame.Surface, color: tuple[int, int, int]) -> int:
    """The pixels of a colour, or of one near it."""
    near = pygame.mask.from_threshold(picture, color, (26, 26, 26, 255))
    return int(near.count())


def test_the_flags_of_the_sides_stand_by_the_title() -> None:
    """One in the colour of each."""
    bare, flagged = title_block(Imprint("Map")), title_block(Imprint("Map", sides=(RED, BLUE)))
    for color in (RED, BLUE):
        assert count(bare, color) == 0
        assert count(flagged, color) > 20


def test_the_scale_and_north_are_printed() -> None:
    """Where the sheet says them; each way that north may lie looks different."""
    said = [
        None,
        Sheet(north="up"),
        Sheet(north="right"),
        Sheet(north="down"),
        Sheet(north="left"),
        Sheet(scale="15 km"),
        Sheet(scale="5 m"),
    ]
    shown = {pygame.image.tobytes(title_block(Imprint("Map", sheet=one)), "RGB") for one in said}
    assert len(shown) == len(said)


def test_a_games_title_block_has_the_colours_of_its_sides() -> None:
    game = hexwar.load_game("strike_force_one").start().resolved
    imprint = imprint_of(game, "A note.")
    assert (imprint.title, imprint.note) == (game.header.title, "A note.")
    assert len(imprint.sides) == len(set(imprint.sides)) == 2


@pytest.mark.parametrize("name", ["strike_force_one", "orva_front", "three_mills"])
def test_lines_of_the_key_that_differ_by_a_word_have_letters_of_one_size(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that say who holds a place; and the longest of them ends before the hexes."""
    lines: dict[str, tuple[float, float]] = {}

    def note(surface: object, view: object, zoom: int, *line: Any) -> None:
        text, (left, _), size = line[:3]
        if text.startswith("Held by"):
            lines[text] = (size, left + font(100).size(text)[0] * size / 100)

    monkeypatch.setattr(Cartouche, "_print", staticmethod(note))
    game = hexwar.load_game(name).start().resolved
    painter = MapPainter(game.map, game[Terrain], imprint_of(game))
    painter.render(painter.sheet, 20)
    assert len(lines) == 2
    assert len({size for size, _ in lines.values()}) == 1
    assert all(end < painter.hex_box.left for _, end in lines.values())


WAYS = """
map:
  paths: {road: ["0202-0302-0402"], track: ["0302-0301"], lane: ["0602-0702"]}
terrain:
  paths:
    road: {title: Road, cost: 1, color: "#ff0000", pattern: road}
    track: {title: Track, cost: 1, color: "#0000ff", pattern: road}
    lane: {title: Lane, cost: 1}
  features: {place: {title: Place, color: "#ff0000"}}
"""


@pytest.mark.parametrize("named", [False, True])
def test_a_track_that_meets_a_road_ends_on_it(tmp_path: Path, named: bool) -> None:
    """The road is a curve beside the middle of the hex; through a place it goes by its middle."""
    yaml = WAYS.replace("map:", 'map:\n  features: {place: {"0302": Ham}}') if named else WAYS
    game = varied(tmp_path, yaml, "meadow").start().resolved
    painter = MapPainter(game.map, game[Terrain], Imprint("Ways"))
    layout, hexmap = painter.layout, game.map
    middle = painter.center("0302")
    gates = []
    for other in ("0202", "0402"):
        a, b = layout.hexside(hexmap.axial("0302"), hexmap.axial(other))
        gates.append(((a[0] + b[0]) / 2, (a[1] + b[1]) / 2))
    meeting = middle if named else bend(middle, gates)
    assert named or math.dist(meeting, middle) > 0.1
    painter.names.places.clear()
    picture = painter.render(PaperRect(meeting[0] - 0.15, meeting[1] - 0.15, 0.3, 0.3), 60)
    reddish = sum(
        picture.get_at((x, y))[0] > picture.get_at((x, y))[2] + 80
        for x in range(picture.get_width())
        for y in range(picture.get_height())
    )
    bluish = sum(
        picture.get_at((x, y))[2] > picture.get_at((x, y))[0] + 80
        for x in range(picture.get_width())
        for y in range(picture.get_height())
    )
    assert reddish > 15
    assert bluish > 8
