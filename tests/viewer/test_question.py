"""Questions: answered by key, by mouse, or not at all."""

from __future__ import annotations

import pytest

from hexwar.viewer.app import App
from hexwar.viewer.screens.question import Answer, QuestionScreen
from tests.viewer.sheets import FRAMES, Sheets, faults


class Asked:
    """A question, and the answers that were given."""

    def __init__(self, size: tuple[int, int] = (1280, 800), scale: float = 1.0) -> None:
        self.given: list[str] = []
        self.window = Sheets(self.make, size, scale)

    def make(self, app: App) -> QuestionScreen:
        """Ask whether to quit."""
        answers = [
            Answer("Quit", lambda: self.given.append("quit"), "y", "primary"),
            Answer("Go on playing", lambda: self.given.append("on"), "n"),
        ]
        text = "The game is saved after every action, and the next start offers to resume it."
        return QuestionScreen(app, "Quit the game that is on the table?", text, answers)


@pytest.mark.parametrize(
    ("chords", "given"),
    [(["y"], ["quit"]), (["n"], ["on"]), (["enter"], ["quit"]), (["tab", "enter"], ["on"])],
)
def test_a_key_answers(chords: list[str], given: list[str]) -> None:
    """By its own key, or by Enter on the button that has the focus; then the question is gone."""
    asked = Asked()
    asked.window.press(*chords)
    assert asked.given == given
    assert asked.window.closed


def test_escape_gives_no_answer() -> None:
    """It goes back to where one was."""
    asked = Asked()
    asked.window.press("escape")
    assert asked.given == []
    assert asked.window.closed


def test_a_click_answers() -> None:
    """The buttons show the keys of their answers."""
    asked = Asked()
    asked.window.push("answer-1")
    assert asked.given == ["on"]


def test_a_click_beside_the_question_does_nothing() -> None:
    """It must be answered."""
    asked = Asked()
    asked.window.click_at((5, 5))
    assert not asked.window.closed


@pytest.mark.parametrize(("size", "scale"), FRAMES)
def test_everything_fits(size: tuple[int, int], scale: float) -> None:
    """At every size and scale."""
    assert faults(Asked(size, scale).window) == []
