"""Section ``lessons``: what a step waits for, and what the check proves of a lesson."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import hexwar
from hexwar.definition.codes import tiny
from hexwar.definition.diagnostics import Findings
from hexwar.definition.loading import GameFolder
from hexwar.definition.locations import games_in
from hexwar.engine import Action
from hexwar.records.lesson import LessonSession
from hexwar.rules.lessons.rules import fits, fitting
from hexwar.rules.lessons.section import Expected, lessons_of

SHIPPED = Path(__file__).resolve().parents[2] / "games"
GAME = hexwar.load_game("strike_force_one")

Found = Callable[[str], list[str]]


@pytest.fixture
def found(tmp_path: Path) -> Found:
    """What is found in the tiny game with a lesson of these steps, one line a finding."""

    def check(steps: str) -> list[str]:
        lesson = f"lessons: {{first: {{title: First, side: red, steps: [{steps}]}}}}"
        for name, text in tiny.game((("lessons.yaml", lesson),)).items():
            (tmp_path / name).write_text(text, encoding="utf-8")
        return [f"{f.code} {f.line}:{f.column} {f.message}" for f in hexwar.check(tmp_path)]

    return check


@pytest.mark.parametrize(
    ("wanted", "played", "same"),
    [
        ("move B 0703", "move B 0803-0703", True),  # the way is not asked for
        ("move B 0803-0703", "move B 0803-0802-0703", False),  # it is
        ("move B 0703", "move C 0703", False),
        ("attack 0603 by B C D", "attack 0603 by D B C", True),
        ("attack 0603 by B C D", "attack 0603 by B C", False),
        ("done", "pass", False),
    ],
)
def test_a_notation_asks_for_who_does_what_where(wanted: str, played: str, same: bool) -> None:
    assert fits(wanted, Action.parse(played), GAME.map) is same


@pytest.mark.parametrize(
    ("wanted", "played", "same"),
    [
        (Expected(verb="move", units=("B",)), "move B 0801", True),
        (Expected(verb="move", units=("B",)), "move C 0801", False),
        (Expected(verb="move", to="towns"), "move B 0703", False),
        (Expected(verb="move", to="towns"), "move C 0804-0704-0603", True),
        (Expected(units=("B", "C"), to="0603"), "attack 0603 by C B", True),
        (Expected(units=("B",), to="0603"), "attack 0603 by C B", False),
    ],
)
def test_a_pattern_fits_every_action_like_it(wanted: Expected, played: str, same: bool) -> None:
    assert fits(wanted, Action.parse(played), GAME.map) is same


def test_what_fits_is_found_among_the_legal_actions() -> None:
    state = GAME.start(setup={"A": "0104", "X": "0107"}, phase="soviet_movement")
    goals = {str(a).split()[-1] for a in fitting(Expected(verb="move", units=("A",)), state)}
    assert goals == set(state.reach("A"))
    assert list(fitting(Expected(verb="move", to="0107"), state)) == []


def test_a_lesson_that_works_has_no_findings(found: Found) -> None:
    assert found("{text: Go., expect: move A 0302, then: [done]}") == []


def test_an_impossible_step_is_found_with_its_reason(found: Found) -> None:
    (finding,) = found("{text: Read.}, {text: Go., expect: move A 0402}")
    assert finding.startswith("HW574 1:")
    assert "'move A 0402' is not possible at this step" in finding


def test_a_step_of_the_other_side_is_found(found: Found) -> None:
    steps = "{text: End., expect: done}, {text: Go., expect: move A 0302}"
    (finding,) = found(steps)
    assert "HW574" in finding and "it is for Blue to act before this step" in finding


def test_freedom_that_a_later_step_cannot_bear_is_found(found: Found) -> None:
    """A may stop anywhere: from some hexes the second step is not to be reached."""
    steps = "{text: Go., expect: {verb: move, units: [A]}}, {text: On., expect: move A 0102}"
    assert len(found(steps)) == 1
    assert found("{text: Go., expect: {verb: move, units: [A], to: '0102'}}") == []


def test_what_follows_by_itself_must_be_possible(found: Found) -> None:
    (finding,) = found("{text: End., expect: done, then: [move X 0101]}")
    assert finding.startswith("HW571 1:")


def test_a_name_that_there_is_not_is_found_where_it_stands(found: Found) -> None:
    (finding,) = found("{text: Go., highlight: {units: [B]}, expect: done}")
    assert "there is no unit B" in finding


@pytest.mark.parametrize("game", sorted(games_in(SHIPPED)))
def test_a_lesson_of_a_shipped_game_takes_about_ten_minutes(game: str) -> None:
    """Twelve to twenty-five steps; that they can be played is what the check of games proves."""
    catalog = GameFolder(SHIPPED / game, Findings()).catalog
    for lesson in lessons_of(catalog).values():
        assert 12 <= len(lesson.steps) <= 25
        assert sum(step.expect is not None for step in lesson.steps) >= 8
        assert max(len(step.text) for step in lesson.steps) <= 330


ATTACKED = [
    *("force_on_force", "marenfeld", "orva_front"),
    *("skerry_sound", "strike_force_one", "three_mills"),
]
"""Shipped games in whose lessons the enemy attacks."""


@pytest.mark.parametrize("name", ATTACKED)
def test_who_learns_a_shipped_game_is_attacked_too(name: str) -> None:
    """By what follows of a step, whose dice are known."""
    game = hexwar.load_game(name)
    owner = {unit: counter.side for unit, counter in game.units.items()}
    for lesson in lessons_of(game.catalog).values():
        session = LessonSession(game, lesson)
        by: list[str] = []
        while session.step is not None:
            if session.step.expect is None:
                session.go_on()
                continue
            actions = session.state.legal_actions()
            for event in session.apply(next(filter(session.waits_for, actions))):
                who = event.fields.get("attackers") or [event.fields.get("unit")]
                by += [owner[unit] for unit in who if unit and event.kind in ("battle", "fire")]
        assert set(by) - {lesson.side}
