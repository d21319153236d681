"""The view with which a map opens, and what becomes of it."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

import hexwar
from hexwar.definition.locations import games_in, shipped
from hexwar.records import Session
from hexwar.rules.units.section import Units
from hexwar.viewer.app import App
from hexwar.viewer.drawing.geometry import Camera, PaperRect
from hexwar.viewer.match.objectives import objectives, sought
from hexwar.viewer.program.settings import Settings
from hexwar.viewer.table.board_view import BoardView
from hexwar.viewer.table.pieces import side_at
from hexwar.viewer.table.viewpoint import Minimap, readable, sparing, viewpoint
from tests.viewer.table import Table
from tools.scenes import SCENES, board_of

SHEET = PaperRect(0, 0, 60, 40)
GAMES = sorted(set(games_in(shipped("games"))) - {"scs"})
SIZES = [(1280, 800), (1920, 1080)]


def opened(name: str, size: tuple[int, int] = SIZES[0], scale: float = 1.0) -> Table:
    """A game as it opens in a window, with persons on all sides."""
    return Table(Session.new(name, seed=1), size=size, scale=scale)


def seen(view: BoardView) -> set[str]:
    """The counters whose hexes are in view."""
    found: set[str] = set()
    for number, units in view.pieces.standing().items():
        if view.rect.collidepoint(view.pixel_of(number)):
            found.update(units)
    return found


# -- where to look -----------------------------------------------------------------------------


def test_a_map_that_can_be_read_is_shown_whole() -> None:
    assert viewpoint(SHEET, (60 * readable(1), 40 * readable(1)), [(3, 3)], [(5, 5)]) is None


def test_a_large_map_opens_where_the_enemies_meet() -> None:
    """Two who meet are worth more than one who waits far behind."""
    found = viewpoint(SHEET, (800, 600), [(10, 10), (12, 12), (58, 38)], [(14, 11)])
    assert found is not None
    assert abs(found.at[0] - 12) < 3 and abs(found.at[1] - 11) < 3
    assert found.zoom >= readable(1)


def test_nobody_is_left_out_whom_a_little_more_room_shows() -> None:
    found = viewpoint(SHEET, (960, 640), [(5, 5), (5, 22)], [(31, 5)])
    assert found is not None and found.zoom == readable(1)
    assert found.at == (18, 13.5)


def test_a_map_without_units_opens_in_its_middle() -> None:
    found = viewpoint(SHEET, (800, 600), [], [])
    assert found is not None and found.at == (30, 20)


def test_a_tall_map_uses_the_width() -> None:
    """All of it, and little is left dark at the sides, though not all of the height is seen."""
    tall = PaperRect(0, 0, 26, 60)
    found = viewpoint(tall, (900, 700), [(8, 30)], [(15, 33)])
    assert found is not None and 0.95 * 900 < found.zoom * tall.width <= 900


# -- in the window ------------------------------------------------------------------------------


@pytest.mark.matrix(one_in=4)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", GAMES)
def test_counters_can_be_read_as_a_game_opens(name: str, size: tuple[int, int]) -> None:
    """Most of those who can act first are in view, and of their enemies the nearest; where a card
    is played first, nobody can act yet.
    """
    table = opened(name, size)
    view, match = table.board.view, table.board.match
    # Whom it is all about is worth a little: Lost & Found opens with the pilot in view.
    back = 0.8 if sought(match) else 1.0
    assert side_at(view.camera.zoom) >= side_at(round(readable(1.0) * back))
    units, acting = match.resolved[Units].counters, match.state.side_to_act
    standing = {unit for units in view.pieces.standing().values() for unit in units}
    own = {unit for unit in table.board.selection.ready() if unit in standing}
    assert not own or len(own & seen(view)) > len(own) / 2
    assert any(units[unit].side != acting for unit in seen(view))
    pygame.display.quit()


def test_the_opening_view_is_made_anew_for_another_size() -> None:
    table = opened("orva_front")
    before = table.board.view.camera.zoom
    table.app.surface = pygame.display.set_mode((2600, 1800))
    table.app.screens[0].resize((2600, 1800))
    view = table.board.view
    assert view.camera.shows_all and view.camera.zoom > before
    pygame.display.quit()


def test_what_the_player_looks_at_stays_in_the_middle() -> None:
    table = opened("orva_front")
    view = table.board.view
    view.zoom(view.pixel_of("1309"), 4)
    camera = view.camera
    middle = camera.to_paper(camera.width / 2, camera.height / 2)
    zoom = camera.zoom
    table.board.resize((1000, 700))
    assert camera.zoom == zoom
    assert camera.to_paper(camera.width / 2, camera.height / 2) == pytest.approx(middle)
    pygame.display.quit()


def test_from_the_whole_map_a_button_leads_back_to_the_front() -> None:
    table = opened("orva_front")
    view = table.board.view
    near = view.camera.zoom
    assert table.label("button-zoom_fit") == "Whole map"
    table.push("button-zoom_fit")
    assert view.camera.shows_all
    assert table.label("button-zoom_fit") == "Closer to the front"
    table.press("home")
    assert view.camera.zoom == near
    table.wheel(view.rect.center, -20)
    assert table.label("button-zoom_fit") == "Closer to the front"
    pygame.display.quit()


def test_a_map_that_can_be_read_needs_no_button() -> None:
    table = opened("strike_force_one")
    assert table.board.view.camera.shows_all
    assert not table.shown("button-zoom_fit")
    table.wheel(table.board.view.rect.center, 3)
    assert table.label("button-zoom_fit") == "Whole map"
    pygame.display.quit()


def test_the_small_map_covers_nobody_as_a_game_opens() -> None:
    for name in ("force_on_force", "scs_sample"):
        table = opened(name)
        view = table.board.view
        small = view.minimap.rect.move(view.rect.topleft)
        assert small.width
        assert not any(small.collidepoint(view.pixel_of(n)) for n in view.pieces.standing())
        pygame.display.quit()


def test_a_map_that_is_nearly_all_in_view_has_no_small_map_over_it() -> None:
    """It would hide more than it shows; nearer to the map it is there again."""
    table = opened("marenfeld")
    view = table.board.view
    assert not view.camera.shows_all and not view.minimap.rect.width
    assert table.label("button-zoom_fit") == "Whole map"
    table.wheel(view.rect.center, 4)
    assert view.minimap.rect.width
    pygame.display.quit()


def test_the_small_map_covers_no_hex_that_one_may_go_to() -> None:
    table = opened("marenfeld")
    view, chosen = table.board.view, table.board.selection
    table.wheel(view.rect.center, 3)
    at_first = view.minimap.rect.move(view.rect.topleft)
    was_in_the_way = False
    for unit in chosen.ready():
        number = view.match.state.position(unit)
        if number is None or not view.rect.collidepoint(view.pixel_of(number)):
            continue
        table.click(number)
        small = view.minimap.rect.move(view.rect.topleft)
        pixels = [view.pixel_of(to) for to in chosen.destinations()]
        assert not any(small.collidepoint(pixel) for pixel in pixels)
        was_in_the_way |= any(at_first.collidepoint(pixel) for pixel in pixels)
        table.press("escape")
    assert was_in_the_way
    pygame.display.quit()


def test_the_small_map_leaves_a_corner_that_counters_come_into() -> None:
    table = opened("marenfeld")
    view = table.board.view
    table.wheel(view.rect.center, 3)
    small = view.minimap.rect.move(view.rect.topleft)
    (across, down), (left, top) = view.pixel_of(next(iter(view.pieces.standing()))), small.center
    view.pan(across - left, down - top)
    assert any(small.collidepoint(view.pixel_of(n)) for n in view.pieces.standing())
    table.board.rebuild()
    table.settle()
    small = view.minimap.rect.move(view.rect.topleft)
    assert small.width
    assert not any(small.collidepoint(view.pixel_of(n)) for n in view.pieces.standing())
    pygame.display.quit()


@pytest.mark.parametrize("name", ["force_on_force", "marenfeld", "scs_sample"])
def test_the_button_beside_the_small_map_covers_nobody_as_a_game_opens(name: str) -> None:
    """Nor any part of a counter."""
    table = opened(name)
    view = table.board.view
    button = table.tree.find(key="button-zoom_fit").rect.inflate(20, 20)
    assert not any(button.collidepoint(view.pixel_of(n)) for n in view.pieces.standing())
    pygame.display.quit()


def test_who_can_act_is_in_view_when_a_turn_begins() -> None:
    """The player has looked away; the next phase brings somebody who can act back into view."""
    table = opened("marenfeld")
    view = table.board.view
    view.zoom(view.rect.center, 6)
    view.pan(-5000, -5000)
    table.board.redraw_map()
    table.settle()
    while table.session.state.side_to_act == "crown":
        table.press("e")
    able = set(table.board.selection.ready())
    assert able & seen(view)
    pygame.display.quit()


def test_a_view_that_cannot_hold_all_leans_to_those_left_out() -> None:
    """Whoever stands at an edge sees the map before him, and not the margin behind him."""
    sheet, size = PaperRect(-8, 0, 68, 60), (976, 704)
    acting, others = [(1.0, 30.0), (1.0, 31.0)], [(50.0, 30.0)]
    seen = viewpoint(sheet, size, acting, others)
    assert seen is not None
    left = seen.at[0] - size[0] / seen.zoom / 2
    assert -1.5 <= left <= 0, "the two, a little behind them, and else what lies ahead"
    assert seen.zoom <= 36


def test_who_is_asked_in_anothers_turn_sees_what_it_is_about() -> None:
    """Alpha, whom the player looks at, is fired at from out of view."""
    setup = {"Alpha": "0203", "T1": "0216"}
    state = hexwar.load_game("force_on_force").start(setup=setup, phase="actions")
    table = Table(Session(hexwar.load_game("force_on_force"), state))
    view = table.board.view
    view.zoom(view.pixel_of("0203"), 4)
    view.reveal("0203")
    state.apply("fire 0203 by T1")
    table.board.match.version += 1
    table.board.after_action()
    table.settle()
    assert table.session.state.side_to_act == "usmc"
    assert {"Alpha", "T1"} <= seen(view)
    pygame.display.quit()


def test_a_save_opens_where_the_fight_is(tmp_path: Path) -> None:
    path = tmp_path / "game.hexwar"
    session = Session.new("orva_front", seed=1, path=path)
    session.apply("done")
    session.put_away()
    table = Table(Session.load(path))
    view = table.board.view
    assert view.camera.zoom >= readable(1.0)
    assert {"D1", "A2"} <= seen(view)
    pygame.display.quit()


@pytest.mark.parametrize("scene", ["marenfeld", "orva_front", "tamrat", "scs_sample"])
@pytest.mark.parametrize("size", SIZES)
def test_the_small_map_covers_nothing_in_play_in_a_battle(
    scene: str, size: tuple[int, int]
) -> None:
    app = App(size, Settings(1.0, speed="instant"))
    SCENES[scene](app)
    while app.step(0.1):
        pass
    view = board_of(app).view
    small, button = view.minimap.seat(*view.rect.size), view.minimap.seat_button(*view.rect.size)
    counted = [place.hex for place in objectives(view.match)]
    for number in (*view.pieces.standing(), *counted, *view.selection.targets):
        across, down = view.camera.to_screen(*view.painter.center(number))
        assert not small.inflate(6, 6).collidepoint(across, down)
        assert not button.collidepoint(across, down)
    app.close()


def small_map() -> Minimap:
    """Of a sheet of which a fiftieth is seen."""
    sheet = PaperRect(0, 0, 100, 80)
    camera = Camera(sheet, 1000, 800)
    camera.zoom = 70
    small = Minimap(sheet, lambda: camera)
    small.button = (100, 30)
    return small


def test_the_small_map_gets_smaller_before_it_covers_anything() -> None:
    small, nothing = small_map(), pygame.Rect(0, 0, 0, 0)
    small.make_way(1000, 800, [], nothing)
    at_ease = small.seat(1000, 800)
    middles = [(200, 200), (200, 600), (800, 200), (800, 600)]
    in_play = [pygame.Rect(x - 30, y - 30, 60, 60) for x, y in middles]
    small.make_way(1000, 800, in_play, nothing)
    seat = small.seat(1000, 800)
    assert 0 < seat.width < at_ease.width and seat.collidelist(in_play) == -1
    small.make_way(1000, 800, [], nothing)
    assert small.seat(1000, 800).size == at_ease.size


def test_where_the_small_map_would_cover_counters_anywhere_its_button_stays() -> None:
    small = small_map()
    small.make_way(1000, 800, [pygame.Rect(0, 0, 1000, 800)], pygame.Rect(0, 0, 0, 0))
    assert small.folded and not small.seat(1000, 800).width


def test_the_small_map_stays_where_it_is_as_long_as_it_covers_nothing() -> None:
    small, ground = small_map(), pygame.Rect(0, 0, 500, 800)
    small.make_way(1000, 800, [], pygame.Rect(500, 0, 500, 800))
    before = small.seat(1000, 800)
    small.make_way(1000, 800, [], ground)
    assert before.left < 500 and small.seat(1000, 800) == before
    small.make_way(1000, 800, [before], ground)
    assert small.seat(1000, 800).left > 500


@pytest.mark.parametrize("size", SIZES)
def test_the_small_map_and_the_wind_are_apart(size: tuple[int, int]) -> None:
    table = opened("skerry_sound", size)
    view = table.board.view
    table.wheel(view.pixel_of("0909"), 6)
    for corner in ("bottomleft", "bottomright", "topleft", "topright"):
        view.minimap.corner = corner  # it stays where it is as long as it can
        view.seat_minimap()
        small = view.minimap.seat(*view.rect.size)
        wind = pygame.Rect(view.rect.width - 90, 0, 90, 110)
        assert small.width and not small.colliderect(wind)
    pygame.display.quit()


# -- the printed key ----------------------------------------------------------------------------


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["marenfeld", "orva_front", "tamrat"])
def test_no_line_of_the_printed_key_is_cut_or_covered_as_a_game_opens(
    name: str, size: tuple[int, int]
) -> None:
    """Neither by the edge of the view, nor by the small map, nor by its button."""
    table = opened(name, size)
    view = table.board.view
    camera, small = view.camera, view.minimap
    window = pygame.Rect(0, 0, camera.width, camera.height)
    laid_over = [small.seat(*window.size)]
    if table.shown("button-zoom_fit"):
        laid_over.append(small.seat_button(*window.size))
    seen = 0
    for line in view.painter.key_lines:
        corners = camera.to_screen(line.left, line.top), camera.to_screen(line.right, line.bottom)
        (left, top), (right, bottom) = corners
        box = pygame.Rect(left, top, right - left, bottom - top).inflate(-2, -2)
        seen += bool(window.contains(box))
        assert window.contains(box) or not window.colliderect(box)
        assert not window.contains(box) or box.collidelist(laid_over) == -1
    assert seen, "and it is in view at all"
    pygame.display.quit()


def test_a_view_is_shifted_to_the_whole_key_unless_that_pushes_a_counter_out() -> None:
    sheet, view = PaperRect(0, 0, 60, 40), PaperRect(3, 10, 30, 20)
    lines = [PaperRect(1, 15 + row, 4, 0.8) for row in range(3)]
    assert sparing(view, sheet, lines, [(20, 20)]) == (-2, 0)
    assert sparing(view, sheet, lines, [(32, 20)]) == (2, 0), "it is left out altogether"
    assert sparing(view, sheet, lines, [(32, 20), (4, 20), (20, 11)]) == (0, 0)
    assert sparing(PaperRect(6, 10, 30, 20), sheet, lines, []) == (0, 0), "it is not in view"


def test_the_small_map_is_put_aside_for_what_can_be_chosen_and_comes_back() -> None:
    small, nothing = small_map(), pygame.Rect(0, 0, 0, 0)
    small.make_way(1000, 800, [], nothing)
    before, button = small.seat(1000, 800), small.seat_button(1000, 800)
    small.make_way(1000, 800, [], nothing, choices=[pygame.Rect(before.center, (30, 30))])
    assert not small.seat(1000, 800).width
    assert small.seat_button(1000, 800) == button, "which stays where it is"
    small.make_way(1000, 800, [], nothing)
    assert small.seat(1000, 800) == before
