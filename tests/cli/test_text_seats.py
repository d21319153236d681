"""Who plays is told in the terminal, and somebody else takes a side over there."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexwar
from hexwar.records import Session
from hexwar.records.lesson import LessonSession
from hexwar.rules.lessons.section import lessons_of
from tests.cli.conversation import GAME, answer, talk


@pytest.fixture
def session(tmp_path: Path) -> Session:
    game = hexwar.load_game(GAME)
    return Session.new(game, "standard", players={"soviet": "easy"}, path=tmp_path / "g.hexwar")


def test_who_plays_is_told(session: Session) -> None:
    told = answer(session, "players")
    assert "Soviet" in told and "Easy" in told and "person" in told.lower()


@pytest.mark.parametrize("side", ["soviet", "Soviet"])
def test_another_level_takes_a_side_over_and_is_saved(session: Session, side: str) -> None:
    assert "Hard from now on." in talk(session, f"players {side} hard")
    assert session.path is not None
    assert Session.load(session.path).players["soviet"] == "hard"


def test_the_computer_goes_on_in_the_place_of_a_person(session: Session) -> None:
    """And a person in the place of the computer, who is asked from then on."""
    assert "from now on." in talk(session, "players soviet person", "players us easy")
    assert session.players == {"soviet": "human", "us": "easy"}
    printed = talk(session, *["done"] * 4)
    assert "(Easy): " in printed and "Soviet> " in printed


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("players sovet hard", "There is no side 'sovet'; did you mean soviet?"),
        ("players soviet hrad", "did you mean hard?"),
        ("players hard", "Say which side, and who plays it from now on"),
        ("players soviet nowhere:Nobody", "nowhere"),
    ],
)
def test_who_cannot_be_had_leaves_all_as_it_was(session: Session, typed: str, why: str) -> None:
    assert why in " ".join(answer(session, typed).split())
    assert session.players == {"soviet": "easy", "us": "human"}
    assert session.path is not None and Session.load(session.path).players["soviet"] == "easy"


@pytest.mark.parametrize("finished", [False, True])
def test_a_lesson_keeps_its_players(finished: bool) -> None:
    """After its last step, too: one can go back into it."""
    game = hexwar.load_game("strike_force_one")
    lesson = lessons_of(game.catalog)["first_battle"]
    session = LessonSession(game, lesson)
    before, session.at = dict(session.players), len(lesson.steps) if finished else 0
    assert "A lesson keeps its players." in answer(session, "players soviet hard")
    assert session.players == before
