"""A lesson being played: it waits, it says why, it goes back, and it goes on as a game."""

from __future__ import annotations

import pytest

import hexwar
from hexwar.engine import IllegalAction
from hexwar.records.lesson import LessonSession
from hexwar.rules.lessons.section import Expected, Lesson, LessonStep

GAME = hexwar.load_game("strike_force_one")
LESSON = Lesson(
    id="first",
    title="First",
    side="soviet",
    seed=1,
    steps=(
        LessonStep(text="Read."),
        LessonStep(text="Move B.", expect="move B 0703", hint="To 0703."),
        LessonStep(text="Move C.", expect=Expected(verb="move", units=("C",), to="0704")),
        LessonStep(text="End the step.", expect="done"),
        LessonStep(text="Attack.", expect="attack 0603 by B C"),
    ),
)


@pytest.fixture
def lesson() -> LessonSession:
    """A lesson of five steps, at its first."""
    return LessonSession(GAME, LESSON)


def taken(lesson: LessonSession, *actions: str) -> LessonSession:
    """The lesson after its first step and these actions."""
    lesson.go_on()
    for action in actions:
        lesson.apply(action)
    return lesson


def test_a_step_that_is_read_waits_for_no_action(lesson: LessonSession) -> None:
    with pytest.raises(IllegalAction, match="only to be read"):
        lesson.apply("move B 0703")
    lesson.go_on()
    assert lesson.at == 1
    with pytest.raises(IllegalAction, match="To 0703"):
        lesson.go_on()


def test_the_last_step_promises_no_next_one() -> None:
    only = Lesson(id="only", title="Only", side="soviet", seed=1, steps=(LessonStep(text="Read."),))
    last = LessonSession(GAME, only)
    assert "next" not in last.hint
    last.go_on()
    assert last.is_finished


def test_anything_else_is_refused_with_the_hint(lesson: LessonSession) -> None:
    taken(lesson)
    for other in ("move C 0704", "done", "resign", "move B 0702"):
        with pytest.raises(IllegalAction, match=r"To 0703\."):
            lesson.apply(other)
    assert lesson.at == 1
    assert lesson.state.position("B") == "0803"


def test_what_the_rules_forbid_is_refused_with_their_reason_before_the_hint(
    lesson: LessonSession,
) -> None:
    taken(lesson)
    why = lesson.state.explain("move B 0101")
    assert why is not None
    assert why.rule
    with pytest.raises(IllegalAction) as refused:
        lesson.apply("move B 0101")
    said = refused.value.violation
    assert (said.rule, said.message) == (why.rule, f"{why.message} To 0703.")


def test_a_step_without_a_hint_says_what_it_waits_for(lesson: LessonSession) -> None:
    taken(lesson, "move B 0703")
    assert lesson.hint == "This step waits for: move C to 0704."


def test_the_dice_of_a_lesson_are_always_the_same(lesson: LessonSession) -> None:
    moves = "move B 0703", "move C 0704", "done"
    rolls = []
    for each in (lesson, LessonSession(GAME, LESSON)):
        events = taken(each, *moves).apply("attack 0603 by B C")
        rolls.append([str(event) for event in events])
    assert rolls[0] == rolls[1]


def test_one_goes_back_behind_a_die(lesson: LessonSession) -> None:
    """What undo may never do in a game."""
    taken(lesson, "move B 0703", "move C 0704", "done")
    before = lesson.state.to_dict()
    lesson.apply("attack 0603 by B C")
    after = lesson.state.to_dict()
    assert lesson.go_back()
    assert lesson.state.to_dict() == before
    lesson.apply("attack 0603 by B C")
    assert lesson.state.to_dict() == after
    assert lesson.undo() is None


def test_a_lesson_begins_again(lesson: LessonSession) -> None:
    begins = lesson.state.to_dict()
    taken(lesson, "move B 0703").reset()
    assert (lesson.at, lesson.entries) == (0, [])
    assert lesson.state.to_dict() == begins
    assert not lesson.go_back()


def test_after_the_last_step_the_game_goes_on_against_the_computer(lesson: LessonSession) -> None:
    taken(lesson, "move B 0703", "move C 0704", "done", "attack 0603 by B C")
    assert lesson.is_finished
    assert lesson.hint == ""
    assert lesson.players == {"soviet": "human", "us": "normal"}
    assert lesson.player_to_act == lesson.players[lesson.state.side_to_act or ""]


def test_a_broken_lesson_leaves_the_game_as_it_was() -> None:
    broken = LESSON.but(
        steps=(LessonStep(text="Move.", expect="move B 0703", then=("move B 0101",)),)
    )
    lesson = LessonSession(GAME, broken)
    with pytest.raises(IllegalAction):
        lesson.apply("move B 0703")
    assert (lesson.at, lesson.state.position("B")) == (0, "0803")
