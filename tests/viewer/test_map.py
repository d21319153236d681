"""The map on the screen: geometry, camera, tiles, counters and symbols."""

from __future__ import annotations

import math
from dataclasses import replace
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from random import Random

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hexwar
from hexwar.hexmap import HexMap, Numbering
from hexwar.hexmap.axial import Hex, Orientation, directions
from hexwar.rules.game import Game
from hexwar.rules.terrain.section import PATTERNS, ClassCosts, HexTerrain, Terrain
from hexwar.rules.units.rules import DRAWN, LETTERED, known_symbol
from hexwar.viewer.counters.counter import SMALLEST, Face, Marks, counter, shadow_of
from hexwar.viewer.counters.unit_symbols import size_mark, symbol
from hexwar.viewer.drawing.geometry import LARGEST_ZOOM, SMALLEST_ZOOM, Camera, HexLayout, PaperRect
from hexwar.viewer.drawing.theme import font
from hexwar.viewer.printed_map.cartouche import Imprint
from hexwar.viewer.printed_map.patterns import PAINTERS
from hexwar.viewer.printed_map.terrain import MapPainter, drawn_map
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, tiny
from tests.viewer.conftest import SetUp
from tools import schemas

ORIENTATIONS: tuple[Orientation, ...] = ("flat", "pointy")
hexes = st.builds(Hex, st.integers(-40, 40), st.integers(-40, 40))


@given(at=hexes, angle=st.floats(0, math.tau), share=st.floats(0, 0.85))
@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_every_point_of_a_hex_is_found(
    orientation: Orientation, at: Hex, angle: float, share: float
) -> None:
    """Points within the inscribed circle belong to the hex."""
    layout = HexLayout(orientation)
    x, y = layout.center(at)
    reach = share * math.sqrt(3) / 2
    assert layout.hex_at(x + reach * math.cos(angle), y + reach * math.sin(angle)) == at


@given(at=hexes)
@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_a_hexside_lies_between_its_hexes(orientation: Orientation, at: Hex) -> None:
    """Its middle is half-way from centre to centre, for each of the six."""
    layout = HexLayout(orientation)
    for step in directions(orientation).values():
        other = Hex(at.q + step.q, at.r + step.r)
        ends = layout.hexside(at, other)
        middle = [(a + b) / 2 for a, b in zip(*ends, strict=True)]
        half = [(a + b) / 2 for a, b in zip(layout.center(at), layout.center(other), strict=True)]
        assert middle == pytest.approx(half, abs=1e-6)


def test_hexes_that_do_not_touch_share_no_side() -> None:
    """A mistake of a caller is told."""
    with pytest.raises(ValueError):
        HexLayout("flat").hexside(Hex(0, 0), Hex(2, 0))


@given(region=st.sets(hexes, min_size=1, max_size=25))
@pytest.mark.parametrize("orientation", ORIENTATIONS)
def test_an_outline_has_a_corner_for_every_outer_side(
    orientation: Orientation, region: set[Hex]
) -> None:
    """Each side between inside and outside is walked once."""
    layout = HexLayout(orientation)
    outer = sum(
        Hex(at.q + step.q, at.r + step.r) not in region
        for at in region
        for step in layout.side_steps
    )
    assert sum(map(len, layout.outline(region))) == outer


def test_an_outline_begins_at_the_same_corner_however_its_hexes_are_given() -> None:
    """Hedges are drawn from there: a map would look another way from run to run."""
    layout = HexLayout("flat")
    region = [Hex(q, r) for q in range(-18, 19, 3) for r in range(-18, 19, 3)]
    outline, random = layout.outline(region), Random(1)
    for _ in range(20):
        random.shuffle(region)
        assert layout.outline(region) == outline


@given(
    steps=st.floats(-12, 12).filter(lambda steps: abs(steps) > 0.01),
    x=st.integers(0, 800),
    y=st.integers(0, 600),
)
def test_zooming_in_a_large_map_keeps_the_point(steps: float, x: int, y: int) -> None:
    """What is under the pointer stays there, as long as the sheet's edges allow it."""
    camera = Camera(PaperRect(-1000, -1000, 2000, 2000), 800, 600)
    camera.zoom = 30
    camera.center_on(0, 0)
    before = camera.to_paper(x, y)
    camera.zoom_at(x, y, steps)
    assert SMALLEST_ZOOM <= camera.zoom <= LARGEST_ZOOM
    assert camera.to_paper(x, y) == pytest.approx(before, abs=1e-6)


def test_the_camera_stays_on_the_sheet() -> None:
    """Panning ends at the edges; a sheet smaller than the view is centred."""
    camera = Camera(PaperRect(0, 0, 100, 100), 500, 500)
    camera.zoom = 20
    camera.pan(-100_000, 100_000)
    assert (camera.left, camera.top) == (0, 75)
    camera.zoom = 5
    camera.resize(1000, 500)
    assert camera.left == -50


@pytest.fixture
def painter(game: Game) -> MapPainter:
    """The map of the game that most tests play."""
    resolved = game.definition.resolve()
    return MapPainter(resolved.map, resolved[Terrain], Imprint("Title", "Subtitle", "A note."))


def test_paper_is_bare_between_the_map_and_the_boxes_beside_it() -> None:
    """Below the boxes of the islands, also where a tile shows no hex at all."""
    resolved = tiny("islands").definition.resolve()
    islands = MapPainter(resolved.map, resolved[Terrain], Imprint("Islands", "", ""))
    x, y = islands.center("depot")
    beside = islands.render(PaperRect(x - 0.2, y + 2.2, 0.4, 0.4), 20)
    whole = islands.render(islands.sheet, 20)
    at = round((x - islands.sheet.left) * 20), round((y + 2.4 - islands.sheet.top) * 20)
    a, b = beside.get_at((4, 4)), whole.get_at(at)
    assert max(abs(a[i] - b[i]) for i in range(3)) <= 12
    assert islands.map.boxes == {"malta": "Malta", "depot": "Depot"}


def test_tiles_meet_without_a_seam(painter: MapPainter) -> None:
    """The map in tiles is the map drawn in one piece, but for the smoothing at their edges."""
    camera = Camera(painter.sheet, 700, 560)
    tiled = pygame.Surface((700, 560))
    while not painter.tiles.draw(tiled, camera):
        pass
    whole = painter.render(painter.sheet, camera.zoom)
    left, top = camera.to_screen(painter.sheet.left, painter.sheet.top)
    different = 0
    for x in range(max(0, left), min(700, left + whole.get_width()), 5):
        for y in range(max(0, top), min(560, top + whole.get_height()), 5):
            a, b = tiled.get_at((x, y)), whole.get_at((x - left, y - top))
            different += max(abs(a[i] - b[i]) for i in range(3)) > 60
    assert different < 40


def test_a_hurried_frame_shows_a_stand_in(painter: MapPainter) -> None:
    """With no time to draw tiles the map is there all the same: the colours of its hexes at first,
    and coarse once that is drawn.
    """
    camera = Camera(painter.sheet, 700, 560)
    view = pygame.Surface((700, 560))
    seen = []
    for _ in range(2):
        assert not painter.tiles.draw(view, camera, budget=-1)
        seen.append(len({tuple(view.get_at((x, 280))) for x in range(60, 640, 5)}))
        while not painter.tiles.draw(view, camera):
            pass
        painter.tiles.clear()
    assert 3 < seen[0] * 2 < seen[1]


def test_a_map_is_drawn_in_steps_that_are_short_beside_it(painter: MapPainter) -> None:
    """A part of the sheet takes many; whoever stops half-way and begins anew gets the same."""
    view = PaperRect(painter.sheet.left + 6, painter.sheet.top, 8, 8)
    begun = painter.steps(view, 30)
    for _ in range(5):
        next(begun)
    assert sum(1 for _ in painter.steps(view, 30)) > 100
    anew = MapPainter(painter.map, painter.terrain, Imprint("Title", "Subtitle", "A note."))
    first, second = (pygame.image.tobytes(one.render(view, 30), "RGB") for one in (painter, anew))
    assert first == second


def test_zooming_begins_with_the_finished_picture(painter: MapPainter) -> None:
    """What was drawn at the zoom before is enlarged: it is nearer to the truth than the coarse
    picture is.
    """
    camera = Camera(painter.sheet, 700, 560)
    view = pygame.Surface((700, 560))
    wrong = []
    for seen_before in (False, True):
        painter.tiles.clear()
        camera.fit()
        while seen_before and not painter.tiles.draw(view, camera):
            pass
        camera.zoom_at(350, 280, 2)
        assert not painter.tiles.draw(view, camera, budget=-1)
        hurried = view.copy()
        while not painter.tiles.draw(view, camera):
            pass
        off = 0
        for x in range(0, 700, 7):
            for y in range(0, 560, 7):
                off += sum(
                    abs(a - b)
                    for a, b in zip(hurried.get_at((x, y)), view.get_at((x, y)), strict=True)
                )
        wrong.append(off)
        painter.tiles._finished = 1
    assert wrong[1] < wrong[0] * 0.8


def test_terrain_is_told_by_more_than_colour(painter: MapPainter) -> None:
    """Woods have a pattern: their hex holds many greys where open ground holds few."""
    surface = painter.render(painter.sheet, 40)

    def greys(number: str) -> int:
        x, y = painter.center(number)
        spot = (x - painter.sheet.left) * 40, (y - painter.sheet.top) * 40
        levels = set()
        for dx in range(-18, 19, 2):
            for dy in range(-12, 19, 2):
                color = surface.get_at((round(spot[0] + dx), round(spot[1] + dy)))
                levels.add((color.r * 3 + color.g * 6 + color.b) // 100)
        return len(levels)

    assert greys("0702") > 2 * greys("0805")


@pytest.mark.parametrize("name", ["W1", "RHQ", "12 Gd", "Charlie"])
@pytest.mark.parametrize("side", [34, 38, 52, 72])
def test_a_counter_that_shows_figures_shows_its_name(name: str, side: int) -> None:
    """However long it is, and whatever mark of a size stands beside it."""
    shown = Face(name, "infantry", "Infantry", "corps", (138, 90, 43), 0, "4-3-6")
    named, nameless = counter(shown, side), counter(replace(shown, designation=""), side)
    above = pygame.Rect(0, 0, side, round(side * 0.25))
    assert pixels(named, above) != pixels(nameless, above)


@pytest.mark.parametrize("side", [SMALLEST, 18, 24])
def test_a_small_counter_still_shows_what_kind_of_unit_it_is(side: int) -> None:
    foot = Face("A", "infantry", "Infantry", "company", (138, 90, 43), 0, "4-3-6")
    tanks = replace(foot, symbol="armour", title="Tanks")
    middle = pygame.Rect(side // 4, side // 4, side // 2, side // 2)
    assert pixels(counter(foot, side), middle) != pixels(counter(tanks, side), middle)


def pixels(picture: pygame.Surface, part: pygame.Rect) -> bytes:
    """What is seen in a part of a picture."""
    return pygame.image.tobytes(picture.subsurface(part), "RGB")


@pytest.mark.parametrize("side", [8, 12, 16, 24, 40, 80, 160])
def test_counters_are_drawn_at_every_size(side: int) -> None:
    """Detail drops as they shrink; none is blank."""
    face = Face("A", "infantry", "Infantry", "company", (138, 90, 43), 0, "4-3-6")
    picture = counter(face, side, Marks(moved=True, lit=True))
    assert picture.get_size() == (side + shadow_of(side),) * 2
    middle = {tuple(picture.get_at((x, side // 2))) for x in range(side)}
    assert len(middle) > 2


def test_any_unit_type_has_a_symbol() -> None:
    """Known names are drawn, letters stand for those that APP-6 letters, initials for the rest."""
    assert known_symbol("mechanized infantry") == "mechanised_infantry"
    pictures = [
        symbol(name, title, 100, (0, 0, 0))
        for name, title in (("infantry", ""), ("headquarters", ""), ("elephants", "War elephants"))
    ]
    drawn = {pygame.image.tobytes(picture, "RGBA") for picture in pictures}
    assert len(drawn) == 3
    assert size_mark("legion of the damned", 60, (0, 0, 0)) is None


@pytest.mark.parametrize("way", ["up", "down", "left", "right"])
def test_the_cursor_stops_at_the_edge_of_the_map(opened: SetUp, way: str) -> None:
    """However long an arrow is pressed, the cursor is on a hex of the map."""
    table = opened()
    table.board.look_at("0504", cursor=True)
    table.press(*[way] * 15)
    assert table.board.selection.cursor in table.session.game.map.numbers
    edge = {"up": "01", "down": "08"}
    if way in edge:
        assert table.board.selection.cursor.endswith(edge[way])


def test_a_unit_out_of_sight_is_brought_into_view(opened: SetUp) -> None:
    """Zoomed in, Tab moves the view to the unit that it picks up."""
    table = opened()
    table.wheel(table.board.view.pixel_of("0108"), 8)
    assert not table.board.view.rect.collidepoint(table.board.view.pixel_of("0802"))
    table.press("tab")
    assert table.board.selection.unit == "A"
    assert table.board.view.rect.collidepoint(table.board.view.pixel_of("0802"))


def _listed(schema: str, *path: str) -> list[str]:
    """The words that a description lists after its colon."""
    node = schemas.read(schema)
    for step in path:
        node = node[step]
    text = str(node["description"]).partition(": ")[2].partition(". ")[0]
    return (
        text.replace(" and others of the common map symbols", "").replace(" or ", ", ").split(", ")
    )


def test_the_patterns_that_the_reference_lists_are_drawn() -> None:
    types = ("properties", "hexes", "additionalProperties", "properties", "pattern")
    words = _listed("terrain.schema.json", *types)
    assert "woods" in words
    assert [word for word in words if word not in PAINTERS] == []


def test_the_symbols_that_the_reference_lists_are_drawn() -> None:
    types = ("properties", "types", "additionalProperties", "properties", "symbol")
    words = _listed("units.schema.json", *types)
    assert "ski" in words
    assert [word for word in words if not known_symbol(word) and word not in LETTERED] == []


def test_what_is_drawn_is_what_a_slip_is_told_of() -> None:
    shipped = files("hexwar.viewer.counters").joinpath("symbols").iterdir()
    drawn = {file.name.removesuffix(".svg") for file in shipped if file.name.endswith(".svg")}
    assert {name for name in drawn if not name.startswith("size_")} - {"plain"} == DRAWN
    assert {"plain", *PAINTERS} == PATTERNS


def test_water_without_a_colour_is_blue() -> None:
    """A pattern says enough for a colour; the kind's own colour comes first."""
    hexmap = HexMap(Numbering(columns=1, rows=1), {"0101": "fjord"})
    fjord = HexTerrain(id="fjord", cost=ClassCosts({}), pattern="sea")
    red, green, blue = MapPainter(hexmap, Terrain(hexes={"fjord": fjord}), Imprint("Map")).colors[
        "fjord"
    ]
    assert blue > green > red
    dark = HexTerrain(id="fjord", cost=ClassCosts({}), pattern="sea", color="#102030")
    assert MapPainter(hexmap, Terrain(hexes={"fjord": dark}), Imprint("Map")).colors["fjord"] == (
        16,
        32,
        48,
    )


def test_the_key_of_a_wide_map_stands_in_two_rows_when_it_is_long() -> None:
    """No two samples are nearer than a sample and a word are wide."""
    game = hexwar.load_game(Path(__file__).parents[1] / "games" / "scs_winter")
    resolved = game.definition.resolve()
    painter = MapPainter(resolved.map, resolved[Terrain], Imprint("Map"))
    places = painter.cartouche._places()
    assert len({y for _, y in places}) == 2
    assert all(b[0] - a[0] >= 2.2 for a, b in pairwise(places) if a[1] == b[1])
    assert max(x for x, _ in places) < painter.sheet.right


def test_a_line_of_the_key_ends_before_the_next_sample(tmp_path: Path) -> None:
    """In a strip under a wide map, which begins behind the title."""
    kinds = [f"k{n}" for n in range(7)]
    hexes = ", ".join(f"{kind}: {{title: Broken ground, cost: 1}}" for kind in kinds)
    where = ", ".join(f'{kind}: ["0{n + 1}01"]' for n, kind in enumerate(kinds))
    yaml = f"""
map: {{grid: {{columns: 9, rows: 4}}, hexes: {{{where}}}}}
terrain: {{hexes: {{{hexes}}}}}
"""
    game = hexwar.load_game(folder(tmp_path, yaml, FOLDER / "meadow")).start().resolved
    key = drawn_map(game).cartouche
    places = key._places()
    assert not key.beside and len(places) > 7
    for (x, y), (then, below), entry in zip(places, places[1:], key.entries, strict=False):
        wide = font(100).size(entry.title)[0] * key._entry_size(entry) / 100
        assert y != below or x + 0.62 + wide < then - 0.42
    first = key.panel.left + font(100, bold=True).size("VARIANT")[0] * key._title_size() / 100
    assert first < places[0][0] - 0.42
