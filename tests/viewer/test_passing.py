"""Turns in which nobody of a player's own can act: the window says so and waits.

In the tiny game *overwatch* Red has no unit left, and Blue is played by the computer.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

import hexwar
from hexwar.engine import Action
from hexwar.records import Session
from hexwar.viewer.match.passing import Passing
from hexwar.viewer.panels.side import log_lines
from tests.rules.tiny import place, tiny, varied
from tests.skerry import GAME, at
from tests.viewer.table import Table


@pytest.fixture(autouse=True)
def _close() -> Iterator[None]:
    yield
    pygame.display.quit()


def left_out(speed: str) -> Table:
    game = tiny("overwatch")
    state = game.start(setup={"B1": "0802", "B2": "0803"}, phase="first", seed=3)
    players = {"red": "human", "blue": "greedy"}
    table = Table(Session(game, state, players=players), speed=speed)
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        table.settle()
        match = table.board.match
        if match.holds or match.state.is_over:
            return table
    raise AssertionError("the window neither waits nor comes to an end")


@pytest.mark.parametrize("speed", ["slow", "fast"])
def test_the_window_says_that_nobody_can_act_and_waits(speed: str) -> None:
    table = left_out(speed)
    assert table.board.match.state.turn == 2
    told = "Red: nobody of yours can act now. Enter or a click goes on."
    assert table.label("prompt") == told
    played = len(table.session.entries)
    table.settle()
    assert len(table.session.entries) == played


def test_the_next_turn_is_told_of_again() -> None:
    table = left_out("fast")
    table.press("enter")
    deadline = time.monotonic() + 300
    while not table.board.match.holds and time.monotonic() < deadline:
        table.settle()
    assert table.board.match.passing.turns == [2, 3]


def test_at_once_the_game_plays_on_to_its_end() -> None:
    """Who has chosen that is not kept waiting."""
    assert left_out("instant").session.state.is_over


def test_a_turn_with_a_choice_is_not_said_to_have_gone_by() -> None:
    """A phase of it in which there is nothing to do does not count."""
    setup = {"R1": "0202", "R2": "0203", "B1": "0802", "B2": "0803"}
    state = place("overwatch", setup, "first")
    players = {"red": "human", "blue": "greedy"}
    table = Table(Session(tiny("overwatch"), state, players=players))
    table.press("e")
    table.settle()
    assert not table.board.match.passing.turns


def test_what_went_by_is_told_though_another_plays_the_enemy() -> None:
    """Until it has been seen; but not to somebody who has left the side."""
    match = left_out("fast").board.match
    match.seat("blue", "easy")
    assert match.holds and match.passing.turns == [2]
    match.seat("blue", "human")
    assert match.passing.unseen and match.passing.turns == [2]
    match.seat("red", "easy")
    assert not match.passing.unseen and not match.passing.turns


COMBAT_FIRST = """
sequence:
  phases:
    - {id: red_combat, kind: combat, side: red}
    - {id: red_movement, kind: movement, side: red}
    - {id: blue_movement, kind: movement, side: blue}
"""


def test_who_is_asked_after_a_phase_that_ended_by_itself_can_act(tmp_path: Path) -> None:
    """In turn 2 nobody stands beside an enemy, so combat ends; but then Red moves."""
    game = varied(tmp_path, COMBAT_FIRST, "meadow")
    players = {"red": "human", "blue": "greedy"}
    table = Table(Session(game, game.start(seed=3), players=players), speed="fast")
    table.press("e")
    deadline = time.monotonic() + 300
    while table.session.state.turn < 2 or not table.board.match.human_to_act:
        assert time.monotonic() < deadline
        table.settle()
    assert table.session.state.phase == "red_movement"
    assert table.board.match.passing.turns == []
    assert not table.board.match.passing.unseen


def test_a_phase_of_ones_own_that_ends_by_itself_is_told_in_a_line() -> None:
    """In the log the next heading says that a phase is over."""
    table = Table(Session.new("strike_force_one", seed=3), speed="instant")
    table.press("e")
    if table.board.match.state.phase == "soviet_movement":
        table.press("e")  # once more, as units could still move
    told = "Soviet combat is over: nothing more could be done there."
    assert table.board.match.passing.phases == ["soviet_combat"]
    assert table.label("notice-text") == told
    assert not any(event.fields.get("forced") for event in log_lines(table.board.desk))


def test_a_phase_that_goes_by_is_called_by_what_stands_before_the_comma() -> None:
    """The rest of "Isles' guns, last in even turns" says when it comes, which is no news now."""
    state = at({"I1": "0505/N", "R1": "0705/N"}, phase="isles_last", turn=2)
    table = Table(Session(GAME, state))
    table.board.match.passing.phases = ["isles_last"]
    table.board.rebuild()
    assert table.label("notice-text") == "Isles' guns are over: nothing more could be done there."


@pytest.mark.parametrize("phase", ["regent_guns", "isles_last"])
def test_no_phase_that_ended_takes_the_place_of_ones_own_shot(phase: str) -> None:
    """The last shot ends the phase, as there is nothing more to fire at."""
    state = at({"I1": "0505/N", "R1": "0705/N"}, *[4] * 40, phase=phase, turn=2)
    table = Table(Session(GAME, state))
    shot = next(action for action in state.legal_actions() if action.verb == "fire")
    table.board.match.act(Action.parse(str(shot)))
    table.board.after_action()
    table.settle()
    assert table.board.match.state.phase != phase
    assert table.board.match.passing.phases == []


def test_a_phase_in_which_points_came_is_not_said_to_have_brought_nothing() -> None:
    """Replacements of turn 1 end with nothing told of them; those of Halvar are gained first."""
    state = hexwar.load_game("orva_front").start(seed=1)
    went_by: dict[str, list[str]] = {}
    for _ in range(6):
        phase, events = state.phase, state.apply("done")
        passing = Passing([], [])
        passing.took(events, {"union", "halvar"}, by_person=True)
        went_by[phase] = passing.phases
    assert went_by["weather"] == ["union_replacement"]
    assert went_by["union_second"] == []
