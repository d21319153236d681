"""Counters that look somewhere: what is printed on their plates, and their names at the foot."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pygame
import pytest

import hexwar
from hexwar.definition.model import ResolvedGame
from hexwar.records import Session
from hexwar.rules.units.section import Unit, Units
from hexwar.viewer.counters.counter import Marks, counter, face_of, name_tag
from hexwar.viewer.counters.fronts import hull
from hexwar.viewer.drawing.geometry import Camera
from hexwar.viewer.drawing.overlays import Overlay
from hexwar.viewer.drawing.theme import PALETTE, font
from hexwar.viewer.printed_map.pictured_map import painter_of
from hexwar.viewer.table.fights import FightsView
from hexwar.viewer.table.pieces import Pieces, side_at
from tests.viewer.table import Table
from tools.scenes import SCENES

GREY = (128, 128, 128)


@pytest.fixture(scope="module")
def ships() -> ResolvedGame:
    return hexwar.load_game("skerry_sound").start().resolved


@pytest.fixture
def window() -> Iterator[Table]:
    """The ships as they set sail."""
    yield Table(Session.new("skerry_sound", seed=1))
    pygame.display.quit()


def tag_of(unit: Unit, game: ResolvedGame, lost: int, zoom: int) -> pygame.Surface | None:
    many = len(unit.steps)
    return name_tag(face_of(unit, game, lost), unit.name, (many - lost, many), zoom)


def white(tag: pygame.Surface) -> int:
    """Of how many pixels all is white."""
    return pygame.image.tobytes(tag, "RGB").count(bytes(PALETTE.white))


def test_every_ship_has_its_whole_name_at_the_usual_zoom(ships: ResolvedGame) -> None:
    """In letters of nine pixels at least, no wider than what lies between two columns."""
    for unit in ships[Units].counters.values():
        for zoom in (36, 44, 60):
            tag = tag_of(unit, ships, 0, zoom)
            assert tag is not None and tag.get_width() <= 2.1 * zoom
            assert tag.get_width() >= font(9, bold=True).size(f"{unit.id} {unit.name}")[0]


def test_a_name_that_is_too_long_leaves_the_designation(ships: ResolvedGame) -> None:
    face = face_of(ships[Units].counters["I1"], ships)
    short, long = name_tag(face, "", (1, 1), 30), name_tag(face, "Kittiwake" * 4, (1, 1), 30)
    assert short is not None and long is not None
    assert long.get_size() == short.get_size()


def test_a_map_too_small_for_letters_has_no_names(ships: ResolvedGame) -> None:
    assert tag_of(ships[Units].counters["I1"], ships, 0, 20) is None


def test_every_step_that_is_lost_is_seen_in_the_row_below_the_name(ships: ResolvedGame) -> None:
    """Though the values stay what they were, and not by colour: lost ones are hollow."""
    unit = ships[Units].counters["R1"]
    tags = [tag_of(unit, ships, lost, 40) for lost in range(len(unit.steps))]
    full = [white(tag) for tag in tags if tag is not None]
    assert len(full) == len(unit.steps) and full == sorted(full, reverse=True)
    assert len(set(full)) == len(full)


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
def test_names_of_ships_in_line_do_not_lie_on_one_another(size: tuple[int, int]) -> None:
    table = Table(Session.new("skerry_sound", seed=1), size=size)
    view = table.board.view
    zoom, boxes = view.camera.zoom, []
    for number, units in view.pieces.standing().items():
        unit = view.match.resolved[Units].counters[units[-1]]
        tag = tag_of(unit, view.match.resolved, 0, zoom)
        assert tag is not None
        x, y = view.pieces.spot(view.camera, number, 0)
        boxes.append(tag.get_rect(midtop=(x, y + round(zoom * 0.42))))
    assert len(boxes) > 5 and all(not a.colliderect(b) for a, b in combinations(boxes, 2))
    pygame.display.quit()


@pytest.mark.parametrize("side", [32, 48, 64])
def test_what_is_printed_lies_on_the_plate_wherever_it_looks(
    ships: ResolvedGame, side: int
) -> None:
    for unit in ("I1", "R1", "IT1"):
        for lost in (0, 2):
            face = face_of(ships[Units].counters[unit], ships, lost)
            printed = pygame.mask.from_surface(counter(face, side, Marks(bare=True)))
            for degrees in range(0, 360, 30):
                plate = pygame.Surface((side * 2, side * 2), pygame.SRCALPHA)
                corners = hull((side, side), side, degrees).corners
                pygame.draw.polygon(plate, GREY, corners)
                below = pygame.mask.from_surface(plate)
                shared = below.overlap_area(printed, (side // 2, side // 2))
                assert shared >= 0.97 * printed.count()


def test_names_are_lettered_for_ships_and_hidden_with_the_counters(
    window: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    named: list[str] = []

    def noted(face: object, name: str, steps: object, zoom: int) -> None:
        named.append(name)

    monkeypatch.setattr("hexwar.viewer.table.pieces.name_tag", noted)
    window.board.view.draw(window.app.surface)
    assert {"Kittiwake", "Obedience"} <= set(named)
    named.clear()
    window.board.view.hide_counters = True
    window.board.view.draw(window.app.surface)
    assert not named


def test_the_names_of_arcs_and_ships_do_not_lie_on_one_another(
    window: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The tag of a ship is wider than her hex; around every ship of the line."""
    view = window.board.view
    tags: list[pygame.Rect] = []
    labels: list[pygame.Rect] = []
    for number, units in view.pieces.standing().items():
        unit = view.match.resolved[Units].counters[units[-1]]
        tag = tag_of(unit, view.match.resolved, 0, view.camera.zoom)
        assert tag is not None
        x, y = view.pieces.spot(view.camera, number, 0)
        tags.append(tag.get_rect(midtop=(x, y + round(view.camera.zoom * 0.42))))

    def noted(overlay: Overlay, number: str, beside: str, text: str) -> None:
        before = overlay.surface.copy()
        lettered(overlay, number, beside, text)
        changed = pygame.mask.from_threshold(overlay.surface, (0, 0, 0), (1, 1, 1, 255), before)
        changed.invert()
        drawn = changed.to_surface(unsetcolor=(0, 0, 0, 0))
        labels.append(drawn.get_bounding_rect())

    lettered = Overlay.lettered
    monkeypatch.setattr(Overlay, "lettered", noted)
    for number in ("0304", "0305", "0306"):
        window.point(number)
        window.settle()
    assert len(labels) >= 9 and all(label.width > 20 for label in labels)
    assert all(label.collidelist(tags) < 0 for label in labels)


def test_lines_around_arcs_do_not_cross_the_names_of_ships(
    window: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    kind = "hexwar.viewer.table.board_view.draw_arcs"
    monkeypatch.setattr(kind, lambda *what: order.append("arcs"))
    monkeypatch.setattr(Pieces, "draw_tags", lambda *what: order.append("tags"))
    window.board.view.draw(window.app.surface)
    assert order == ["arcs", "tags"]


def overlay_of(ships: ResolvedGame) -> Overlay:
    """Over an empty grey map of ships."""
    painter = painter_of(ships)
    view = pygame.Surface((1200, 900))
    view.fill(GREY)
    camera = Camera(painter.sheet, 1200, 900)
    return Overlay(view, camera, painter.layout, ships.map)


def grey_around(overlay: Overlay, number: str) -> bool:
    """Whether nothing was drawn where the print of a counter in a hex is."""
    half = round(side_at(overlay.zoom) * 0.4)
    x, y = map(round, overlay.center(number))
    box = pygame.Rect(x - half, y - half, 2 * half, 2 * half)
    part = overlay.surface.subsurface(box)
    return set(pygame.image.tobytes(part, "RGB")) == {128}


def test_a_way_begins_beside_the_counter_that_takes_it(ships: ResolvedGame) -> None:
    overlay = overlay_of(ships)
    overlay.path(("0303", "0403", "0503"), ("", "1", "2"), stopped=False)
    assert grey_around(overlay, "0303") and not grey_around(overlay, "0403")


def test_a_line_of_sight_leaves_the_counters_at_its_ends_to_be_read(ships: ResolvedGame) -> None:
    overlay = overlay_of(ships)
    overlay.sight("0303", "0903", (), clear=True)
    assert grey_around(overlay, "0303") and grey_around(overlay, "0903")
    assert not grey_around(overlay, "0503")


def test_an_arrow_ends_before_the_figures_of_what_is_attacked(
    window: Table, ships: ResolvedGame
) -> None:
    overlay = overlay_of(ships)
    window.board.view.fights.arrows(overlay, "0303", ["0403"])
    assert grey_around(overlay, "0303") and grey_around(overlay, "0403")


def test_a_line_of_sight_does_not_run_across_the_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    order: list[str] = []
    sight, tag = Overlay.sight, FightsView._tag

    def sighted(*arguments: Any, **named: Any) -> None:
        order.append("sight")
        sight(*arguments, **named)

    def tagged(*arguments: Any, **named: Any) -> None:
        order.append("tag")
        tag(*arguments, **named)

    monkeypatch.setattr(Overlay, "sight", sighted)
    monkeypatch.setattr(FightsView, "_tag", tagged)
    table = Table(Session.new("skerry_sound", seed=1))
    SCENES["force_on_force"](table.app)
    order.clear()
    table.app.draw()
    assert order[-1] == "tag" and "sight" in order
    pygame.display.quit()
