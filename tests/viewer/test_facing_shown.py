"""Counters that look somewhere: a pointed mark at the edge, arcs when pointed at, turns by key."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pygame
import pytest

import hexwar
from hexwar.records import Session
from hexwar.rules.game import Game
from hexwar.rules.sheet import Sheet
from hexwar.rules.units.section import Units
from hexwar.viewer.counters.counter import values_of
from hexwar.viewer.counters.fronts import bearing, draw_front, draw_plate, pointed
from tests.viewer.table import Table

FLANKS = Path(__file__).resolve().parent.parent / "games" / "flanks"
FACED_ABOUT = "move R1 0101", "done"
SETUP: dict[str, Any] = {"R1": {"hex": "0303", "facing": "NE"}, "R3": "0105", "B1": "0703"}


@pytest.fixture(scope="module")
def flanks() -> Game:
    """Armour that looks somewhere, and foot that does not."""
    return hexwar.load_game(FLANKS)


@pytest.fixture
def table(flanks: Game) -> Iterator[Table]:
    """Red is to move."""
    yield Table(Session(flanks, flanks.start(setup=SETUP, phase="red_movement")))
    pygame.display.quit()


def test_facings_are_bearings_on_the_page() -> None:
    flat, pointy = ("N", "NNE", "NE", "E", "NW"), ("NE", "ENE", "E", "N", "NW")
    assert [bearing(look, "flat") for look in flat] == [0, 30, 60, 90, 300]
    assert [bearing(look, "pointy") for look in pointy] == [30, 60, 90, 0, 330]


@pytest.mark.parametrize("side", [14, 26, 60])
def test_marks_of_different_facings_are_told_apart_in_grey(side: int) -> None:
    """At the smallest size of a counter, too."""
    drawn = []
    for degrees in range(0, 360, 30):
        view = pygame.Surface((3 * side, 3 * side))
        view.fill((128, 128, 128))
        draw_front(view, (1.5 * side, 1.5 * side), side, degrees)
        grey = pygame.transform.grayscale(view)
        drawn.append(pygame.image.tobytes(grey, "RGB")[::3])
    for one, other in combinations(drawn, 2):
        assert sum(abs(a - b) > 40 for a, b in zip(one, other, strict=True)) >= 12


@pytest.mark.parametrize("side", [14, 26, 60])
def test_plates_of_different_facings_are_told_apart_in_grey(side: int) -> None:
    """By their shape, and each stays in its hex."""
    drawn = []
    for degrees in range(0, 360, 30):
        view = pygame.Surface((4 * side, 4 * side))
        view.fill((128, 128, 128))
        draw_plate(view, (2 * side, 2 * side), side, degrees, (31, 111, 107))
        grey = pygame.image.tobytes(pygame.transform.grayscale(view), "RGB")[::3]
        touched = [n for n, value in enumerate(grey) if abs(value - 128) > 8]
        far = max(
            (n % (4 * side) - 2 * side) ** 2 + (n // (4 * side) - 2 * side) ** 2 for n in touched
        )
        assert far**0.5 < 1.12 * side + 2
        drawn.append(grey)
    for one, other in combinations(drawn, 2):
        assert sum(abs(a - b) > 40 for a, b in zip(one, other, strict=True)) >= 12


def test_a_number_that_no_unit_has_is_not_printed() -> None:
    """Ships have no defence, ever; in Velda some have an attack, and a garrison none."""
    for name, unit, printed in (("skerry_sound", "I1", "3-5"), ("three_mills", "L1", "3-2")):
        game = hexwar.load_game(name).start().resolved
        assert values_of(game[Units].counters[unit], game) == printed
    velda = hexwar.load_game("scs_sample").start().resolved
    assert values_of(velda[Units].counters["G1"], velda) == "0-2-2"


def test_the_wind_stands_over_the_map_all_the_time() -> None:
    """As the scenario has it: an arrow the way that it blows."""
    ink_seen = []
    for scenario in ("meeting", "anchorage"):
        table = Table(Session.new("skerry_sound", scenario, seed=1))
        sheet = table.board.match.resolved[Sheet]
        assert sheet.wind_bearing == {"meeting": 0.0, "anchorage": 225.0}[scenario]
        rect = table.board.view.rect
        corner = pygame.Rect(rect.right - 76, rect.top + 14, 66, 66)
        ink_seen.append(pygame.image.tobytes(table.app.surface.subsurface(corner), "RGB"))
        pygame.display.quit()
    assert ink_seen[0] != ink_seen[1]


def test_the_point_of_a_mark_stands_out_from_the_counter_and_stays_in_its_hex() -> None:
    for degrees in range(0, 360, 30):
        (x, y), *_ = pointed((0.0, 0.0), 106, degrees)
        assert max(abs(x), abs(y)) > 53
        assert (x * x + y * y) ** 0.5 < 100


def test_a_counter_looks_as_before_until_it_has_come(table: Table) -> None:
    """While it glides, and while others do, it does not look yet where it will in the end."""
    match, playback = table.board.match, table.board.match.playback
    playback.speed = "slow"
    match.act("move R1 0402")
    assert match.state.facing("R1") != ""
    match.act("face R1 SE")
    assert (playback.busy, playback.facings["R1"]) == (True, "NE")
    while playback.busy:
        playback.advance(0.05)
    assert playback.facings["R1"] == "SE"


def test_a_counter_bears_its_mark_and_one_that_looks_nowhere_none(table: Table) -> None:
    def shown() -> bytes:
        pieces, camera = table.board.view.pieces, table.board.view.camera
        view = pygame.Surface((camera.width, camera.height))
        pieces.draw(view, camera)
        return pygame.image.tobytes(view, "RGB")

    before = shown()
    table.board.match.act("face R1 SE")
    table.board.match.playback.skip()
    table.board.view.pieces.look_again()
    assert shown() != before
    assert table.session.state.facing("R3") == ""


def test_a_unit_is_turned_by_a_key_of_the_list(table: Table) -> None:
    table.click("0303")
    labels = [choice.label for choice in table.board.selection.choices()]
    assert labels[0] == "R1 turns to face SE"
    table.press("1")
    assert table.session.state.facing("R1") == "SE"


def test_arcs_are_drawn_around_the_unit_that_is_pointed_at(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[tuple[str, str]] = []
    kind = "hexwar.viewer.drawing.overlays.Overlay.lettered"
    monkeypatch.setattr(kind, lambda self, number, beside, text: said.append((beside, text)))
    table.point("0303")
    table.settle()
    assert dict(said) == {
        "0302": "front",
        "0403": "front",
        "0304": "flank",
        "0202": "flank",
        "0203": "rear",
    }
    said.clear()
    table.point("0105")
    table.settle()
    assert said == []


def test_what_has_changed_shows_how_units_looked_where_they_stood(
    flanks: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The ghost of a unit that turned on its way looks as it did before."""
    ghosts: list[tuple[str, str, str]] = []
    monkeypatch.setattr(
        "hexwar.viewer.table.pieces.Pieces.ghost",
        lambda self, overlay, unit, number, facing="": ghosts.append((unit, number, facing)),
    )
    session = Session(flanks, flanks.start(setup=SETUP, phase="red_movement"))
    for line in FACED_ABOUT:
        session.apply(line)
    table = Table(session)
    table.press("x")
    assert ("R1", "0303", "NE") in ghosts
    pygame.display.quit()
