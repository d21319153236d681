"""Where was it lost: on the sheet at the end, and from there into the replay."""

from __future__ import annotations

import re
from math import dist
from random import Random

import pygame
import pytest

import hexwar
from hexwar.records import Replay, Session
from hexwar.records.hindsight import LEAST, percent
from hexwar.records.looking_back import look_back
from hexwar.viewer.board.replay import ReplayScreen
from hexwar.viewer.panels.hindsight import ChanceLine, beside
from tests.viewer.sheets import begun
from tests.viewer.table import Table


@pytest.fixture(scope="module")
def finished() -> Session:
    """A game that was played to its end."""
    return begun("standard", -1)


def ended(session: Session) -> Table:
    """A window with the sheet at its end."""
    table = Table(session)
    table.press("f4")
    return table


def line_of(table: Table) -> ChanceLine:
    """The line on the sheet."""
    assert table.app.screen is not None
    found = table.app.screen.find("chances")
    assert isinstance(found, ChanceLine)
    return found


def test_the_sheet_tells_the_chance_of_the_person_who_played(finished: Session) -> None:
    """In words for who does not see the drawing, by turn, to the end of the game."""
    table = ended(finished)
    told = table.label("chances")
    assert told.startswith("Chance of the Soviets, as it stood. At the beginning: ")
    assert f"turn {finished.state.turn}: " in told
    assert re.search(r"turn \d+: (?:10)?0 %\.", told)
    found = look_back(Replay(finished), "soviet")
    for place, cost in enumerate(found.costs):
        assert table.label(f"remark-{place}") == cost
    assert not table.shown(f"remark-{len(found.costs)}")
    assert len(found.swings) > 1
    for number, swing in enumerate(found.swings, 1):
        assert swing.told in table.label(f"swing-{number}")
        assert abs(swing.after - swing.before) >= LEAST


def test_where_two_people_played_both_are_told() -> None:
    """Side by side: neither looks at the game from the seat of the other."""
    session = Session.new("strike_force_one", seed=2)
    random = Random(2)
    while not session.state.is_over:
        session.apply(session.state.sample_action(random))
    table = ended(session)
    told = table.label("chances")
    assert "Chance of the Soviets, as it stood. At the beginning: 50 %, turn 1: " in told
    assert "Chance of the U.S., as it stood. At the beginning: 50 %, turn 1: " in told
    swings = look_back(Replay(session), "soviet").swings
    assert swings
    for number, swing in enumerate(swings, 1):
        title = table.label(f"swing-{number}")
        assert swing.course(["Soviet", "U.S."]) in title
        assert f"U.S. {percent(1 - swing.before)} to {percent(1 - swing.after)}" in title


@pytest.mark.parametrize("by_key", [False, True])
def test_a_swing_leads_to_its_place_in_the_replay(finished: Session, by_key: bool) -> None:
    table = ended(finished)
    swing = line_of(table).hindsight.swings[1]
    if by_key:
        while table.app.screen is not None and table.app.screen.focus != "swing-2":
            table.press("tab")
        table.press("enter")
    else:
        table.push("swing-2")
    screen = table.app.screen
    assert isinstance(screen, ReplayScreen)
    assert screen.replayed.replay.at == swing.at
    assert screen.replayed._from == swing.since
    table.press("escape", "f4")
    assert table.shown("chances")


def test_the_pointer_reads_the_line_off_and_a_click_goes_there(finished: Session) -> None:
    table = ended(finished)
    line = line_of(table)
    plot = line.plot(table.app.theme)
    table.move_to((plot.left + 1, plot.centery))
    assert line_of(table).pointed == 0
    table.move_to((plot.right - 1, plot.centery))
    assert line_of(table).pointed == len(finished.entries)
    table.move_to((plot.centerx, plot.centery))
    pointed = line_of(table).pointed
    assert pointed is not None
    assert 0 < pointed < len(finished.entries)
    table.move_to((5, 5))
    assert line_of(table).pointed is None
    table.click_at((plot.centerx, plot.centery))
    assert isinstance(table.app.screen, ReplayScreen)
    assert table.app.screen.replayed.replay.at == pointed


def test_the_arrows_go_along_the_line_by_phases(finished: Session) -> None:
    table = ended(finished)
    while table.app.screen is not None and table.app.screen.focus != "chances":
        table.press("tab")
    table.press("right")
    assert line_of(table).pointed == 0
    table.press("right")
    first = line_of(table).pointed
    readings = line_of(table).hindsight.readings
    assert first is not None
    assert readings[first].phase == "Soviet movement"
    assert readings[first + 1].phase != "Soviet movement"
    table.press("left")
    assert line_of(table).pointed == 0
    table.press("right", "enter")
    assert isinstance(table.app.screen, ReplayScreen)
    assert table.app.screen.replayed.replay.at == first


def test_the_replay_has_the_line_with_where_it_is(finished: Session) -> None:
    """A click on it goes there."""
    table = ended(finished)
    table.push("replay")
    assert line_of(table).pointed == 0
    table.press("end")
    assert line_of(table).pointed == len(finished.entries)
    plot = line_of(table).plot(table.app.theme)
    table.click_at((plot.centerx, plot.centery))
    at = line_of(table).pointed
    assert at is not None
    assert 0 < at < len(finished.entries)
    assert f"Action {at} of" in table.label("replay-where")


def test_as_a_side_saw_it_the_replay_has_no_line() -> None:
    """It is judged by all units, and would tell of those that this side did not see."""
    session = Session.new("scs_sample", seed=1)
    session.apply("resign")
    table = ended(session)
    table.push("replay")
    assert table.shown("chances")
    table.press("v")
    assert "saw it" in table.label("replay-where")
    assert not table.shown("chances")
    table.press("v", "v")
    assert table.shown("chances")


def test_nothing_is_shown_before_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor worked out: what hides would show in it."""

    def judged(*of: object) -> float:
        raise AssertionError("judged while the game goes on")

    session = begun("standard", 12)
    monkeypatch.setattr("hexwar.rules.state.State.evaluate", judged)
    table = Table(session)
    for chord in ("f4", "escape", "r"):
        table.press(chord)
        assert not any(node.key.startswith(("chances", "swing")) for node in table.tree.walk())


def test_a_game_that_was_taken_up_again_is_looked_back_at_anew(finished: Session) -> None:
    """The end is undone, and another follows."""
    session = Session.new("strike_force_one", seed=1)
    table = Table(session)
    table.press("ctrl+shift+r", "r")
    assert "turn 1: 50 %. Chance of the U.S." in table.label("chances")
    assert table.label("remark-0").startswith(
        "The Soviets resign; as the position stood, the Soviets had "
    )
    table.press("escape", "ctrl+z", "ctrl+shift+d", "o", "1")
    assert table.label("remark-0").startswith(
        "The Soviets and the U.S. agree on a draw; as the position "
    )
    assert table.label("remark-1").startswith("No single moment of play ")
    assert not table.shown("swing-1")
    pygame.display.quit()


def test_a_game_from_a_position_has_a_line_too() -> None:
    """From where it was set up by hand."""
    game = hexwar.load_game("strike_force_one")
    session = Session(game, game.start("standard", turn=3))
    session.apply("resign")
    table = ended(session)
    assert "At the beginning: " in table.label("chances")
    assert "turn 3: " in table.label("chances")


def test_the_line_stays_where_the_position_stood_until_the_very_end() -> None:
    """It does not slide to the outcome over the whole of a turn in which somebody resigned."""
    session = Session.new("strike_force_one", seed=1)
    session.apply("resign")
    table = ended(session)
    line = line_of(table)
    plot = line.plot(table.app.theme)
    *course, corner, end = line._line(plot)
    assert {y for _, y in (*course, corner)} == {course[0][1]}
    assert corner[0] == end[0] == plot.right - 1
    table.move_to((plot.right - plot.width // 10, plot.centery))
    assert line_of(table).pointed == 0
    table.move_to((plot.right - 1, plot.centery))
    assert line_of(table).pointed == 1


@pytest.mark.parametrize("radius", [5.0, 8.5])
def test_the_numbers_of_swings_read_in_the_order_of_the_game(radius: float) -> None:
    """From left to right, none over another, wherever the swings lie."""
    plot = pygame.Rect(10, 20, 220, 43)
    random = Random(4)
    for _ in range(300):
        ends = sorted(random.choice((230.0, random.uniform(10, 230))) for _ in range(6))
        points = [(x, random.uniform(plot.top, plot.bottom)) for x in ends]
        spots = beside([points[place : place + 2] for place in (0, 2, 4)], plot, radius)
        assert [x for x, _ in spots] == sorted(x for x, _ in spots)
        for number, (x, y) in enumerate(spots):
            assert plot.left + radius <= x <= plot.right - radius
            assert plot.top + radius <= y <= plot.bottom - radius
            assert all(dist((x, y), other) >= 2 * radius + 1 for other in spots[:number])
