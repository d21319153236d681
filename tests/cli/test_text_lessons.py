"""Lessons in the terminal: the same steps, hints and ways back as in the window."""

from __future__ import annotations

import pytest

import hexwar
from hexwar.cli import main
from hexwar.records.lesson import LessonSession
from hexwar.rules.lessons.section import lessons_of
from tests.cli.conversation import answer, talk

GAME = hexwar.load_game("strike_force_one")
LESSON = lessons_of(GAME.catalog)["first_battle"]


def lesson() -> LessonSession:
    """The first lesson of Strike Force One."""
    return LessonSession(GAME, LESSON)


def test_a_step_is_told_with_what_to_look_at() -> None:
    told = talk(lesson(), "quit")
    assert f"Lesson, 1 of {len(LESSON.steps)}: You lead" in told
    assert "Look at towns (0302, 0405, 0603)." in told
    assert "An empty line goes on" in told


def test_a_hex_in_which_a_unit_stands_that_is_looked_at_is_not_named_again() -> None:
    game = hexwar.load_game("three_mills")
    told = talk(LessonSession(game, lessons_of(game.catalog)["middle_mill"]), "quit")
    assert "Look at DS1 in 0705." in told


def test_an_empty_line_and_next_go_on() -> None:
    told = talk(lesson(), "", "next", "quit")
    assert f"Lesson, 3 of {len(LESSON.steps)}: " in told


def test_a_wrong_try_gets_the_hint_and_the_way_to_write_it() -> None:
    session = lesson()
    session.go_on()
    session.go_on()
    refused = answer(session, "move A 0801")
    assert "No: Pick company B" in refused
    assert "move B 0703" in refused, "nothing can be picked in the terminal"
    assert "move B 0703" in answer(session, "hint")
    assert session.at == 2


def test_back_and_reset() -> None:
    told = talk(lesson(), "", "", "move B 0703", "back", "units", "reset", "back", "quit")
    assert told.count(f"Lesson, 3 of {len(LESSON.steps)}: ") == 2
    assert told.count(f"Lesson, 1 of {len(LESSON.steps)}: ") == 2
    assert "This is the first step." in told


def test_commands_of_lessons_outside_one() -> None:
    session = hexwar.records.Session.new(GAME)
    assert "No lesson is being played" in answer(session, "back")


def test_a_whole_lesson_played_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [step.expect if isinstance(step.expect, str) else "" for step in LESSON.steps]
    told = talk(lesson(), *lines, "quit")
    assert "No:" not in told
    assert "The lesson is over." in told
    assert "type quit, and then: hexwar play" in " ".join(told.split())


def test_an_unknown_lesson_and_choices_that_it_has_itself(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["play", "strike_force_one", "--text", "--lesson", "first_batle"]) == 2
    assert "did you mean first_battle?" in capsys.readouterr().err
    lesson = ["play", "strike_force_one", "--lesson", "first_battle"]
    assert main([*lesson, "--text", "--seed", "1"]) == 2
    assert "a lesson has its own scenario" in capsys.readouterr().err


def test_odds_of_units_that_attack_alone_say_by_whom_they_can_be_asked() -> None:
    """In Three Mills one unit attacks at a time, and two could."""
    game = hexwar.load_game("three_mills")
    session = LessonSession(game, lessons_of(game.catalog)["middle_mill"])
    lines = ["", "play centre_attacks", "move LH1 0607", "done", "odds 0705"]
    told = " ".join(talk(session, *lines, "quit").split())
    assert "Possible is: odds 0705 by LG or odds 0705 by LS1." in told
