"""A game that brings pictures: on the table, on paper, in a page; and the drawn look instead."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

import hexwar
from hexwar.cli import main
from hexwar.definition.model import ResolvedGame
from hexwar.records import Replay, Session
from hexwar.rules.markers.section import Markers
from hexwar.rules.units.section import Units
from hexwar.viewer.counters.counter import counter, face_of
from hexwar.viewer.counters.shown_pictures import marker_picture
from hexwar.viewer.drawing.geometry import Camera, HexLayout, PaperRect
from hexwar.viewer.drawing.pictures import decoded
from hexwar.viewer.page.page import replay_page
from hexwar.viewer.page.pieces import picture_id
from hexwar.viewer.printed_map.pictured_map import PicturedMap, painter_of, without_pictures
from hexwar.viewer.printed_map.terrain import MapPainter
from hexwar.viewer.printing.leaves import PAPERS, InkedPicture
from hexwar.viewer.printing.sheets import counter_leaves
from hexwar.viewer.program.settings import Settings
from hexwar.viewer.rendering import picture_of, svg_of
from hexwar.viewer.screens.small_pictures import setup_picture
from tests.viewer.pictured import (
    BACK,
    BLUE,
    BROWN,
    DX,
    DY,
    FRONT,
    GREEN,
    face,
    middle,
    pictured_game,
)
from tests.viewer.table import Table

Color = tuple[int, ...]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pictured_game(tmp_path_factory.mktemp("games") / "orva_front")


@pytest.fixture(scope="module")
def game(folder: Path) -> ResolvedGame:
    return hexwar.load_game(folder).start().resolved


@pytest.fixture
def table(folder: Path) -> Iterator[Table]:
    game = hexwar.load_game(folder)
    table = Table(Session(game, game.start()))
    yield table
    table.app.close()


def near(one: pygame.Color | Color, other: pygame.Color | Color, off: int = 12) -> bool:
    """Whether two colours are the same, as far as scaling leaves them so."""
    return all(abs(one[place] - other[place]) <= off for place in range(3))


def test_the_game_is_sound(folder: Path) -> None:
    assert hexwar.check(folder) == []


@pytest.mark.parametrize("orientation", ["flat", "pointy"])
def test_a_stretched_hex_is_found_by_its_corners(orientation: str) -> None:
    layout = HexLayout("flat" if orientation == "flat" else "pointy", (1.4, 1.0))
    from hexwar.hexmap import Hex

    for at in (Hex(0, 0), Hex(5, -2), Hex(-3, 4)):
        x, y = layout.center(at)
        for cx, cy in layout.corners(at, 0.97):
            assert layout.hex_at(cx, cy) == at
        for cx, cy in layout.corners(at, 1.03):
            assert layout.hex_at(cx, cy) != at
        assert layout.hex_at(x, y) == at
    wide, regular = layout.bounds([Hex(0, 0)]), HexLayout(layout.orientation).bounds([Hex(0, 0)])
    assert wide.width == pytest.approx(regular.width * 1.4)
    assert wide.height == pytest.approx(regular.height)


def test_every_hex_lies_where_the_picture_has_it(game: ResolvedGame) -> None:
    painter = painter_of(game)
    assert isinstance(painter, PicturedMap)
    for number in game.map.numbers:
        x, y = painter.center(number)
        pixel = (
            (x - painter.paper.left) * painter.scale.pixels,
            (y - painter.paper.top) * painter.scale.pixels,
        )
        assert pixel == pytest.approx(middle(game.map, number), abs=0.01)


def test_the_drawn_look_has_regular_hexes(game: ResolvedGame) -> None:
    drawn = painter_of(game, pictured=False)
    assert isinstance(drawn, MapPainter) and drawn.layout.stretch == (1.0, 1.0)
    (ax, _), (bx, _) = drawn.center("0101"), drawn.center("0201")
    assert bx - ax == pytest.approx(1.5)


@pytest.mark.parametrize("zoom", [6, 17, 37, 90])
def test_every_hex_has_its_colour_at_any_zoom(zoom: int, game: ResolvedGame) -> None:
    """From sizes that are halved, and from the picture enlarged: nothing is shifted."""
    painter = painter_of(game)
    part = PaperRect(0, 0, 12, 12)
    picture = painter.render(part, zoom)
    seen = 0
    for number in game.map.numbers:
        x, y = painter.center(number)
        at = round(x * zoom), round((y + 0.45) * zoom)  # off the dot in its middle
        if not picture.get_rect().inflate(-8, -8).collidepoint(at):
            continue
        kind = game.map.terrain(number)
        ground = (
            GREEN if kind == "woods" else BROWN if kind in ("town", "city") else (226, 216, 180)
        )
        assert near(picture.get_at(at), ground, 25), number
        seen += 1
    assert seen > 20


def test_tiles_meet(game: ResolvedGame) -> None:
    """A part drawn by itself is the part of a larger one, to a pixel of rounding."""
    painter = painter_of(game)
    whole = painter.render(PaperRect(1, 1, 8, 8), 40)
    part = painter.render(PaperRect(4, 3, 2, 2), 40)
    same = sum(
        near(whole.get_at((120 + x, 80 + y)), part.get_at((x, y)), 40)
        for x in range(0, 80, 4)
        for y in range(0, 80, 4)
    )
    assert same > 360  # of 400: the rest lie on edges


def test_clicks_overlays_and_counters_follow_the_picture(table: Table) -> None:
    view = table.board.view
    assert view.painter.is_picture
    for number in ("0503", "0907", "0101", "2014"):
        view.camera.center_on(*view.painter.center(number))
        x, y = view.pixel_of(number)
        zoom = view.camera.zoom
        assert view.number_at((x, y)) == number
        aside = round(0.9 * zoom * view.painter.layout.stretch[0])
        assert view.number_at((x + aside, y)) == number
    (ax, ay), (bx, by) = (view.pixel_of(number) for number in ("0503", "0504"))
    (cx, _) = view.pixel_of("0703")
    assert (cx - ax) / (by - ay) == pytest.approx(2 * DX / DY, abs=0.03)
    assert ax == bx


def test_the_counters_are_the_pictures(table: Table) -> None:
    view = table.board.view
    number = table.session.state.position("D7")
    assert number is not None
    x, y = view.pixel_of(number)
    assert near(table.app.surface.get_at((x - 12, y + 14)), FRONT)


def test_a_key_shows_the_drawn_look_and_is_remembered(table: Table) -> None:
    view, before = table.board.view, table.board.painter
    here = view.number_at(view.rect.center)
    table.press("shift+y")
    assert isinstance(table.board.painter, MapPainter)
    assert view.painter is table.board.painter and view.pieces.painter is table.board.painter
    assert not table.app.settings.pictures
    assert view.pieces.face("D7").picture is None
    assert view.number_at(view.rect.center) in {
        here,
        *table.board.match.resolved.map.neighbors(here or ""),
    }
    table.press("shift+y")
    assert table.board.painter is before and table.app.settings.pictures
    assert view.pieces.face("D7").picture is not None


def test_who_wants_the_drawn_look_begins_with_it(folder: Path) -> None:
    game = hexwar.load_game(folder)
    table = Table(Session(game, game.start()))
    table.app.settings.pictures = False
    table.app.play(Session(game, game.start()))
    table.settle()
    assert not table.board.painter.is_picture
    table.app.close()


def test_a_game_without_pictures_says_so() -> None:
    game = hexwar.load_game("strike_force_one")
    table = Table(Session(game, game.start()))
    table.press("shift+y")
    assert table.app.settings.pictures
    assert "no pictures" in table.board.notice().text
    table.app.close()


def test_the_setting_is_kept(tmp_path: Path) -> None:
    settings = Settings(path=tmp_path / "window.json", pictures=False)
    settings.save()
    assert not Settings.load(tmp_path / "window.json").pictures
    assert Settings.load(tmp_path / "window.json").left_aside == ()


def test_names_are_printed_already_and_stand_over_counters_when_asked_for(table: Table) -> None:
    view = table.board.view
    before = table.app.surface.copy()
    table.hold("f")
    assert pygame.image.tobytes(table.app.surface, "RGB") != pygame.image.tobytes(before, "RGB")
    assert view.names is not None


def test_a_reduced_unit_shows_its_back(game: ResolvedGame) -> None:
    unit = game[Units].counters["N1"]
    full, less = (counter(face_of(unit, game, lost), 60) for lost in (0, 1))
    assert near(full.get_at((4, 30)), FRONT)
    assert near(less.get_at((4, 30)), BACK)


def test_without_a_back_the_front_is_marked(tmp_path: Path) -> None:
    folder = pictured_game(tmp_path / "orva_front", backs=False)
    game = hexwar.load_game(folder).start().resolved
    unit = game[Units].counters["N1"]
    full, less = (counter(face_of(unit, game, lost), 60) for lost in (0, 1))
    assert near(full.get_at((4, 55)), FRONT)
    assert near(less.get_at((4, 20)), FRONT)
    assert not near(less.get_at((4, 55)), FRONT, 40)  # the values that it has now stand there


def test_a_picture_that_cannot_be_decoded_costs_nothing_but_itself(tmp_path: Path) -> None:
    """The map is drawn where the picture would lie, and so are counters; the line says why."""
    folder = pictured_game(tmp_path / "orva_front")
    for name in ("board.png", "D7.png"):
        path = folder / "pictures" / name
        path.write_bytes(path.read_bytes()[:200])
    game = hexwar.load_game(folder)
    table = Table(Session(game, game.start()))
    assert "pictures/board.png" in table.board.notice().text
    assert table.board.view.pieces.face("D7").picture is None
    x, y = table.board.view.pixel_of("0103")
    assert not near(table.app.surface.get_at((x, y)), BLUE, 30)
    table.press("shift+y")
    assert isinstance(table.board.painter, MapPainter)
    table.app.close()
    assert b"PNG" in picture_of("map", game.start().resolved, 400)
    assert "<image" not in svg_of("map", game.start().resolved)


def test_pictures_that_vanish_while_the_window_is_open(tmp_path: Path) -> None:
    folder = pictured_game(tmp_path / "orva_front")
    game = hexwar.load_game(folder)
    shutil.rmtree(folder / "pictures")
    table = Table(Session(game, game.start()))
    table.press("shift+y", "shift+y", "0")
    table.app.close()


def test_what_is_decoded_has_an_alpha_channel(folder: Path) -> None:
    picture = decoded(folder, "pictures/board.png")
    assert picture.get_bitsize() == 32


def test_a_large_picture_is_only_enlarged_from_what_suits_the_zoom(game: ResolvedGame) -> None:
    painter = painter_of(game)
    camera = Camera(painter.sheet, 300, 200)
    surface = pygame.Surface((300, 200))
    for _ in range(2000):
        if painter.tiles.draw(surface, camera, budget=0.02):
            break
    assert painter.tiles.settled


def test_the_preview_of_the_picker_shows_the_picture(game: ResolvedGame) -> None:
    picture = setup_picture(game, 400, 300)
    assert picture is not None
    colors = {
        tuple(picture.get_at((x, y)))
        for x in range(0, picture.get_width(), 2)
        for y in range(0, picture.get_height(), 2)
    }
    assert any(near(color, FRONT, 20) for color in colors)
    assert any(near(color, GREEN, 10) for color in colors)


def test_drawings_and_pages_hold_the_pictures(folder: Path, game: ResolvedGame) -> None:
    drawing = svg_of("map", game, units=True)
    assert drawing.count("data:image/jpeg") == 1
    assert drawing.count("data:image/png") == 2 * len(game[Units].counters)
    plain = svg_of("map", without_pictures(game), units=True)
    assert "data:image" not in plain
    session = Session(hexwar.load_game(folder), hexwar.load_game(folder).start())
    page = replay_page(Replay(session), (), lambda _: None)
    assert "data:image/jpeg" in page and 'class="back"' in page and "img-src data:" in page


def test_the_commands_show_pictures_or_not(folder: Path, tmp_path: Path) -> None:
    pictured, drawn = tmp_path / "map.png", tmp_path / "drawn.png"
    assert main(["render", str(folder), str(pictured), "--wide", "600"]) == 0
    assert (
        main(["render", str(folder), str(drawn), "--what", "map", "--wide", "600", "--drawn"]) == 0
    )
    one, other = (pygame.image.load(str(path)) for path in (pictured, drawn))
    assert near(one.get_at((3, 3)), (90, 60, 40))
    assert not near(other.get_at((3, 3)), (90, 60, 40), 40)


def test_a_pack_carries_the_pictures_and_plays(folder: Path, tmp_path: Path) -> None:
    pack = tmp_path / "orva_front.hexwar"
    assert main(["pack", str(folder), "--out", str(pack)]) == 0
    assert hexwar.check(pack) == []
    game = hexwar.load_game(pack)
    table = Table(Session(game, game.start()))
    assert table.board.painter.is_picture and not table.board.painter.fault
    assert table.board.view.pieces.face("D7").picture is not None
    table.app.close()


# -- markers ------------------------------------------------------------------------------------


MARK = (40, 190, 60)


def seen_in(table: Table, number: str, color: Color) -> int:
    """Pixels of a colour in the lower half of a hex, as the window shows it."""
    table.board.view.camera.fit()
    table.point("0505")
    x, y = table.board.view.pixel_of(number)
    zoom = round(table.board.view.camera.zoom)
    area = [(x + a, y + b) for a in range(-zoom // 2, zoom // 2) for b in range(zoom)]
    return sum(near(table.app.surface.get_at(at), color) for at in area)


@pytest.fixture
def marked(folder: Path, tmp_path: Path) -> Path:
    """The same game with a marker that has a picture and lies on the map from the beginning."""
    copy = tmp_path / "orva_front"
    shutil.copytree(folder, copy)
    pygame.image.save(face(MARK, ""), str(copy / "pictures" / "mark.png"))
    (copy / "markers.yaml").write_text(
        "markers:\n  lines:\n    {title: Trench, side: union, picture: pictures/mark.png,\n"
        '     begins: ["0101"], does: {combat: {shift: -1}}, cite: {combat: "4.1"}}\n',
        encoding="utf-8",
    )
    return copy


def test_a_marker_shows_its_picture_or_its_sign(marked: Path) -> None:
    assert hexwar.check(marked) == []
    game = hexwar.load_game(marked)
    table = Table(Session(game, game.start()))
    assert seen_in(table, "0101", MARK) > 20
    table.board.commands.change_pictures()
    table.point("0505")
    assert seen_in(table, "0101", MARK) == 0
    table.board.commands.change_pictures()
    table.app.close()


def test_a_marker_is_printed_and_in_pages_as_its_picture(marked: Path) -> None:
    game = hexwar.load_game(marked)
    page = replay_page(Replay(Session(game, game.start())), (), lambda _: None)
    shown = marker_picture(game.start().resolved[Markers].by_id["lines"].picture)
    assert shown is not None
    assert page.count(f"t-{picture_id(shown)}") > 1, "its drawing, and where it lies"
    leaves = counter_leaves(game.start().resolved, PAPERS["a4"], 15)
    drawn = [
        each.draw() for leaf in leaves for each in leaf.items if isinstance(each, InkedPicture)
    ]
    assert sum(near(one.get_at((4, 4)), MARK) for one in drawn) == 6


def test_a_marker_without_its_picture_is_a_finding(marked: Path) -> None:
    (marked / "pictures" / "mark.png").unlink()
    assert [found.code for found in hexwar.check(marked)] == ["HW016"]


# -- several pictures ---------------------------------------------------------------------------


@pytest.fixture
def halves(folder: Path, tmp_path: Path) -> Path:
    """The same game with its board cut in two."""
    copy = tmp_path / "orva_front"
    shutil.copytree(folder, copy)
    whole = pygame.image.load(str(copy / "pictures" / "board.png"))
    wide, high = whole.get_size()
    for name, left, right in (("west", 0, 500), ("east", 480, wide)):
        part = whole.subsurface((left, 0, right - left, high))
        pygame.image.save(part, str(copy / "pictures" / f"{name}.png"))
    (copy / "pictures" / "board.png").unlink()
    said = "file: pictures/west.png, beside: [{file: pictures/east.png, x: 480, y: 0}]"
    change(copy / "map.yaml", "file: pictures/board.png", said)
    return copy


def change(path: Path, old: str, new: str) -> None:
    """Change a file of a game."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_pictures_side_by_side_are_one_map(halves: Path, game: ResolvedGame) -> None:
    assert hexwar.check(halves) == []
    one, two = painter_of(game), painter_of(hexwar.load_game(halves).start().resolved)
    assert isinstance(one, PicturedMap) and isinstance(two, PicturedMap)
    assert two.paper == one.paper and two.sheet == one.sheet
    first, second = one.whole(900), two.whole(900)
    assert first is not None and second is not None and first.get_size() == second.get_size()
    wide, high = first.get_size()
    for x in range(4, wide, 40):
        for y in range(4, high, 40):
            assert near(first.get_at((x, y)), second.get_at((x, y)), 4)


def test_a_picture_may_lie_there_turned_round(halves: Path, game: ResolvedGame) -> None:
    path = halves / "pictures" / "east.png"
    pygame.image.save(pygame.transform.rotate(pygame.image.load(str(path)), 180), str(path))
    change(halves / "map.yaml", "y: 0}", "y: 0, turned: true}")
    one, two = painter_of(game), painter_of(hexwar.load_game(halves).start().resolved)
    assert isinstance(one, PicturedMap) and isinstance(two, PicturedMap)
    first, second = one.whole(900), two.whole(900)
    assert first is not None and second is not None
    wide, high = first.get_size()
    for y in range(4, high, 40):
        assert near(first.get_at((wide - 60, y)), second.get_at((wide - 60, y)), 4)


def test_what_is_wrong_with_pictures_side_by_side(halves: Path) -> None:
    change(halves / "map.yaml", "x: 480", "x: 99000")
    assert {found.code for found in hexwar.check(halves)} == {"HW023"}
    change(halves / "map.yaml", "x: 99000", "x: -700")
    assert {found.code for found in hexwar.check(halves)} == {"HW213"}
    change(halves / "map.yaml", "pictures/east.png", "pictures/east.tif")
    assert {found.code for found in hexwar.check(halves)} == {"HW016"}
