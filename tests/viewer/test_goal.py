"""What the game is about, always on the screen, and before it begins."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexwar
from hexwar.definition.locations import games_in
from hexwar.records import Session
from hexwar.rules.victory.telling import standing
from tests.viewer.conftest import SetUp
from tests.viewer.table import Table
from tests.viewer.test_picker import Picked

PLAYED = sorted({*games_in(Path(__file__).resolve().parents[2] / "games")} - {"scs"})


@pytest.mark.matrix(one_in=3)
@pytest.mark.parametrize("name", PLAYED)
def test_every_shipped_game_says_who_wins_as_it_stands(name: str) -> None:
    table = Table(Session.new(hexwar.load_game(name), seed=1))
    assert table.label("goal-standing") == standing(table.session.state)
    assert table.shown("goal-0")


def test_the_goal_follows_the_game_and_stays_beside_a_battle(set_up: SetUp) -> None:
    setup = {"A": "0302", "B": "0703", "C": "0704", "W": "0603"}
    table = set_up(setup=setup, phase="soviet_combat", dice=[1])
    assert table.label("goal-0").endswith("(now 1 of 2).")
    assert table.label("goal-standing") == "If nothing changes, the U.S. wins."
    table.click("0603")
    assert table.shown("attack")
    assert table.label("goal-standing") == "If nothing changes, the U.S. wins."


def test_the_whole_goal_is_one_key_away_with_its_rules(opened: SetUp) -> None:
    table = opened()
    table.press("f4")
    assert "at least two of the three towns" in table.label("goal-0")
    assert table.label("goal-0").endswith("(now 0 of 2).")
    table.push("rule-0")
    assert table.app.screen is not None
    assert table.app.screen.title == "Rules"


def test_the_picker_says_how_a_game_is_won() -> None:
    picked = Picked()
    assert "at least two of the three towns" in picked.window.label("goal-0")


def in_weather(die: int, size: tuple[int, int]) -> Table:
    """The Union's movement in a turn of the rains for which this was rolled."""
    game = hexwar.load_game("orva_front")
    setup = {"N1": "0403", "A1": "0506", "H1": "1004"}
    state = game.start(setup=setup, phase="weather", dice=[die] * 9, turn=4)
    while state.phase != "union_movement":
        state.apply("done")
    return Table(Session(game, state), size)


def test_weather_and_effects_stand_in_the_bar_with_what_they_change() -> None:
    table = in_weather(6, (1280, 800))
    assert table.label("record-bar-in_force") == "In force: Mud"
    chip = table.board.find("record-bar-in_force")
    assert chip is not None and "attacks are a column lower" in chip.tooltip
    assert not in_weather(1, (1280, 800)).shown("record-bar-in_force")


def test_an_effect_is_not_named_beside_the_phase_that_is_called_by_it() -> None:
    """What it changes stands at the right all the same."""
    setup = {"N1": "0403", "A1": "0506", "H1": "1004"}
    game = hexwar.load_game("orva_front")
    state = game.start(setup=setup, phase="union_combat", seed=1)
    while state.phase != "union_second":
        state.apply("done")
    table = Table(Session(game, state))
    assert "second impulse" in table.label("turn")
    assert not table.shown("record-bar-in_force")
    assert table.label("record-in_force") == "In force: Second impulse"


def test_a_large_window_says_in_words_what_an_effect_changes() -> None:
    assert "roads cost a point" in in_weather(6, (1600, 1200)).label("record-in_force-0")
    small = in_weather(6, (1280, 800))
    assert small.shown("goal-0") and small.shown("record-in_force")


def test_pools_and_tracks_are_called_as_the_author_calls_them() -> None:
    table = in_weather(6, (1280, 800))
    assert table.label("record-union_air") == "Union air points: 0"
    assert table.label("record-weather") == "The weather: mud"
