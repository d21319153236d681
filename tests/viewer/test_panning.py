"""Panning and waiting cost little: what is drawn, and what is not asked again."""

from __future__ import annotations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.viewer.app import _dozing
from hexwar.viewer.drawing.geometry import Camera, Nearby, PaperRect, Point, pieces
from hexwar.viewer.match.visibility import Visibility
from hexwar.viewer.printed_map.tiles import TILE, Steps, Tiles
from tests.viewer.conftest import SetUp

points = st.tuples(st.floats(-20, 20), st.floats(-20, 20))


@given(lines=st.lists(st.lists(points, min_size=1, max_size=4), max_size=8), at=points)
def test_everything_near_a_part_of_the_sheet_is_found(lines: list[list[Point]], at: Point) -> None:
    """And nothing else, in the order in which it was put there."""
    nearby = Nearby[int]()
    for place, line in enumerate(lines):
        nearby.add(place, line)
    meant = []
    for place, line in enumerate(lines):
        xs, ys = zip(*line, strict=True)
        beside = max(xs) < at[0] - 1 or min(xs) > at[0] + 6
        if not (beside or max(ys) < at[1] - 1 or min(ys) > at[1] + 4):
            meant.append(place)
    assert nearby.within(PaperRect(*at, 5, 3), 1) == meant


@given(length=st.integers(2, 90))
def test_pieces_of_a_line_are_the_line(length: int) -> None:
    """Each begins with the point at which the one before it ends."""
    line = [(float(x), 0.0) for x in range(length)]
    found = pieces(line)
    joined = found[0][:1]
    for piece in found:
        assert piece[0] == joined[-1]
        joined += piece[1:]
    assert joined == line


class Counting:
    """A sheet whose parts take three steps each; notes what is begun."""

    def __init__(self) -> None:
        self.sheet = PaperRect(0, 0, 40, 40)
        self.begun: list[PaperRect] = []

    def steps(self, view: PaperRect, zoom: int) -> Steps:
        self.begun.append(view)
        yield
        yield
        yield
        return pygame.Surface((round(view.width * zoom), round(view.height * zoom)))

    def sketch(self, zoom: int) -> pygame.Surface:
        return pygame.Surface((round(40 * zoom), round(40 * zoom)))


def test_a_tile_is_drawn_once_however_long_it_takes() -> None:
    """It goes on where it was left, frame after frame; then it is kept."""
    sheet = Counting()
    tiles, camera = Tiles(sheet), Camera(sheet.sheet, 2 * TILE, TILE)
    camera.zoom = TILE // 16
    camera.center_on(16, 8)
    view = pygame.Surface((camera.width, camera.height))
    frames = 1
    while not tiles.draw(view, camera, budget=1e-7 if frames < 30 else None):
        frames += 1
    assert frames > 5
    drawn = list(sheet.begun)
    assert len({(box.left, box.top, box.width) for box in drawn}) == len(drawn)
    assert tiles.draw(view, camera)
    assert sheet.begun == drawn


def test_only_the_view_moves_and_nobody_is_asked_where_units_are(
    opened: SetUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the map is dragged counters are as they were; after an action they are looked for."""
    table = opened()
    asked: list[bool] = []
    sees = Visibility.sees

    def noted(visibility: Visibility, unit: str) -> bool:
        asked.append(True)
        return sees(visibility, unit)

    monkeypatch.setattr(Visibility, "sees", noted)
    table.board.view.zoom(table.board.view.rect.center, 4)
    table.board.rebuild()
    table.settle()
    asked.clear()
    for _ in range(5):
        table.board.view.pan(9, 5)
        table.board.redraw_map()
        table.settle()
    assert asked == []
    table.click("0803", "0703")
    assert asked


def test_a_window_in_which_nothing_happens_draws_nothing(
    opened: SetUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes to rest, and neither time nor an event that means nothing draws it again."""
    table = opened()
    drawn: list[bool] = []
    monkeypatch.setattr(table.app, "draw", lambda: drawn.append(True))
    for _ in range(20):
        pygame.event.post(pygame.event.Event(pygame.USEREVENT))
        assert not table.app.step(1.0)
    assert drawn == []


def test_an_idle_window_sleeps_between_two_looks(
    opened: SetUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not a thousand looks a second; and what comes while it sleeps is answered."""
    opened()
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 3:
            pygame.event.post(pygame.event.Event(pygame.USEREVENT, mark="x"))

    pygame.event.clear()
    monkeypatch.setattr("hexwar.viewer.app.time.sleep", sleep)
    assert _dozing().dict == {"mark": "x"}
    assert len(slept) == 3
    assert min(slept) >= 0.008
