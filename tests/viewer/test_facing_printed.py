"""Where counters look is seen on pictures of set-ups, in print and on the page of a replay."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import hexwar
from hexwar.records import Replay, Session
from hexwar.rules.game import Game
from hexwar.viewer.counters.fronts import at_first, bearing
from hexwar.viewer.page.course import ReplayCourse
from hexwar.viewer.page.drawing import shown_by
from hexwar.viewer.page.pieces import counters
from hexwar.viewer.printing.leaves import PAPERS, Letters
from hexwar.viewer.printing.parts import map_leaves
from hexwar.viewer.rendering import picture_of, svg_of
from hexwar.viewer.screens.map_picture import MapPicture
from tests.viewer.table import Table

GAMES = Path(__file__).resolve().parent.parent / "games"


@pytest.fixture(scope="module")
def flanks() -> Game:
    """Armour that looks somewhere, and foot that does not."""
    return hexwar.load_game(GAMES / "flanks")


def test_units_look_at_first_where_the_scenario_says_or_their_side_begins(flanks: Game) -> None:
    state = flanks.start()
    first = at_first(state.resolved)
    assert set(first) == {u for u in state.frame.unit_ids if state.facing(u)}
    assert first["R1"] == 60  # NE, of flat hexes
    assert first["R2"] == 120
    assert "R3" not in first


def test_games_without_facing_have_no_marks() -> None:
    game = hexwar.load_game(GAMES / "sloops").definition.resolve()
    assert at_first(game) == {}
    assert 'class="look"' not in svg_of("map", game, units=True) + counters(game)


def test_the_map_with_counters_shows_where_they_look(flanks: Game) -> None:
    resolved = flanks.start().resolved
    drawn = svg_of("map", resolved, units=True)
    marks = re.findall(r'<g class="look" transform="(rotate[^"]+)"', drawn)
    assert len(marks) == len(at_first(resolved))
    assert len(set(marks)) >= 2, "some are turned otherwise"


def test_a_picture_of_the_map_shows_them_too(flanks: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[float] = []
    monkeypatch.setattr(
        "hexwar.viewer.screens.map_picture.draw_plate",
        lambda picture, middle, side, degrees, color: drawn.append(degrees),
    )
    resolved = flanks.start().resolved
    picture_of("map", resolved, 400, units=True)
    assert sorted(drawn) == sorted(at_first(resolved).values())


def test_each_step_of_a_replay_says_where_units_look(flanks: Game) -> None:
    session = Session(flanks, flanks.start(seed=1))
    while session.state.phase != "red_movement":
        session.apply("done")
    session.apply("face R1 SE")
    data: dict[str, Any] = ReplayCourse(Replay(session), (), shown_by(session.state.resolved)).data(
        lambda at: None
    )
    place, foot = data["names"].index("R1"), data["names"].index("R3")
    assert data["steps"][0]["at"][place][3] == 60
    assert data["steps"][-1]["at"][place][3] == 120
    assert len(data["steps"][0]["at"][foot]) == 2
    assert counters(session.state.resolved).count('class="look"') == len(data["names"])


def test_a_picture_of_a_game_shows_where_ships_point(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the window has them: on plates that are turned, and with the wind."""
    game = hexwar.load_game("skerry_sound")
    board = Table(Session(game, game.start(seed=1))).board
    drawn: list[float] = []
    blown: list[float] = []
    monkeypatch.setattr(
        "hexwar.viewer.screens.map_picture.draw_plate",
        lambda picture, middle, side, degrees, color: drawn.append(degrees),
    )
    monkeypatch.setattr(
        "hexwar.viewer.screens.map_picture.draw_wind",
        lambda picture, comes_from, scale: blown.append(comes_from),
    )
    MapPicture(board.match, board.view.pieces).draw()
    state = board.match.state
    ships = [unit for unit in state.frame.unit_ids if state.position(unit)]
    assert sorted(drawn) == sorted(bearing(state.facing(unit) or "", "flat") for unit in ships)
    assert blown == [0.0]


def test_the_wind_is_on_every_map_of_ships() -> None:
    """On a page, on a picture and on paper; and on none where no wind counts."""
    at_anchor = hexwar.load_game("skerry_sound").start("anchorage", seed=1).resolved
    assert '<g class="wind"' in svg_of("map", at_anchor)
    assert "rotate(225)" in svg_of("map", at_anchor)
    items = map_leaves(at_anchor, PAPERS["a4"], 16)[0].items
    words = " ".join(item.text for item in items if isinstance(item, Letters))
    assert "the wind comes from the south-west" in words
    battle = hexwar.load_game("marenfeld").start(seed=1).resolved
    assert 'class="wind"' not in svg_of("map", battle)
