"""Lessons in the window: a strip with the step, what it points at, and ways back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pygame
import pytest

import hexwar
from hexwar.records.lesson import LessonSession
from hexwar.rules.game import Game
from hexwar.rules.lessons.section import lessons_of
from hexwar.viewer.screens.briefing import BriefingScreen
from hexwar.viewer.screens.choosing import LessonChoice
from hexwar.viewer.table.viewpoint import readable
from tests.viewer.table import Table
from tests.viewer.test_computer import wait_for_human
from tests.viewer.test_layout import check
from tests.viewer.test_picker import Picked

Begin = Callable[..., Table]


@pytest.fixture
def begin(game: Game) -> Iterator[Begin]:
    """Opens a window with the first lesson of the game."""

    def open_lesson(**window: object) -> Table:
        lesson = LessonSession(game, lessons_of(game.catalog)["first_battle"])
        return Table(lesson, **window)  # type: ignore[arg-type]

    yield open_lesson
    pygame.display.quit()


def lesson_of(table: Table) -> LessonSession:
    """The lesson that is played."""
    assert isinstance(table.session, LessonSession)
    return table.session


def test_the_picker_offers_the_lessons_of_a_game_and_begins_one() -> None:
    picked = Picked()
    assert "10 minutes" in picked.window.label("lesson-first_battle")
    picked.push("lesson-first_battle")
    choice = picked.started[-1]
    assert isinstance(choice, LessonChoice)
    picked.window.app.begin(choice)
    picked.window.settle()
    assert "1 OF 20" in picked.window.label("lesson-heading")


def test_a_step_says_where_to_look_and_is_marked(begin: Begin) -> None:
    table = begin()
    assert table.label("lesson-text").startswith("You lead the Soviet battalion")
    assert table.label("lesson-target") == "Outlined: towns and the goal."
    assert set(table.board.view.marked) == {"0302", "0405", "0603"}
    table.push("button-lesson_on")
    mark, prompt = table.tree.find(key="lesson-mark").rect, table.tree.find(key="prompt").rect
    assert mark.contains(prompt)
    table.press("g")
    assert table.board.view.marked == ("0803", "0703")


POINTED_AT = [
    ("strike_force_one", 0),
    ("strike_force_one", 1),
    ("strike_force_one", 8),
    ("tamrat", 0),
    ("force_on_force", 0),
    ("force_on_force", 4),
    ("orva_front", 9),
    ("marenfeld", 5),
]
"""Steps that point at a part of the window: the goal, the line at the top, choices, a button."""


@pytest.mark.matrix(one_in=4)
@pytest.mark.parametrize(("name", "step"), POINTED_AT)
def test_a_ring_cuts_through_nothing(name: str, step: int) -> None:
    """What is to be read or pressed lies inside it or outside, never across it."""
    table = far_along(name, step)
    ring = table.tree.find(key="lesson-mark").rect
    for node in table.tree.walk():
        if node.children or node.key == "lesson-mark":
            continue
        assert ring.contains(node.rect) or not ring.colliderect(node.rect), node.key
    pygame.display.quit()


def test_a_goal_in_two_places_is_ringed_where_most_of_it_stands(begin: Begin) -> None:
    table = begin()
    ring = table.tree.find(key="lesson-mark").rect
    assert ring.contains(table.tree.find(key="goal-heading").rect)
    assert not ring.colliderect(table.tree.find(key="turn").rect)


def test_of_a_list_the_choice_is_ringed_that_the_step_waits_for() -> None:
    table = far_along("force_on_force", 4)
    ring = table.tree.find(key="lesson-mark").rect
    assert ring.contains(table.tree.find(label="Charlie tries to react").rect)
    assert not ring.colliderect(table.tree.find(label="Bravo tries to react").rect)
    assert "\u201cCharlie tries to react\u201d" in table.label("lesson-target")
    pygame.display.quit()


def test_a_hex_that_is_pointed_at_can_be_read(begin: Begin) -> None:
    """Its number and its counter look as they do without the lesson."""
    table = begin()
    view, number = table.board.view, "0603"
    zoom, (x, y) = view.camera.zoom, view.pixel_of(number)
    inside = pygame.Rect(0, round(y - zoom * 0.76), round(zoom * 0.8), round(zoom * 1.3))
    inside.centerx = x
    pointed = pixels(table, inside)
    view.marked = ()
    table.board.redraw_map()
    table.board.draw(table.app.surface)
    assert pixels(table, inside) == pointed


def pixels(table: Table, rect: pygame.Rect) -> bytes:
    """What is seen in a part of the window."""
    return pygame.image.tobytes(table.app.surface.subsurface(rect), "RGB")


def test_a_wrong_click_is_answered_with_the_hint_and_changes_nothing(begin: Begin) -> None:
    table = begin()
    table.press("g", "g")
    table.click("0804", "0704")
    assert table.label("notice-text") == "Pick company B, in 0803, and then hex 0703."
    assert table.board.match.notice.refusal
    table.press("e")
    assert lesson_of(table).at == 2
    assert table.session.state.position("C") == "0804"


def test_a_click_against_the_rules_is_answered_with_the_reason_then_the_hint(begin: Begin) -> None:
    table = begin()
    table.press("g", "g")
    why = table.session.state.explain("move B 0101")
    assert why is not None
    table.click("0803", "0101")
    hint = "Pick company B, in 0803, and then hex 0703."
    assert table.label("notice-text") == f"{why.message} {hint}"
    assert table.label("notice-rule") == f"Rule {why.rule}"


def test_the_right_click_goes_on_and_back_undoes_it(begin: Begin) -> None:
    table = begin()
    table.press("g", "g")
    table.click("0803", "0703")
    assert "4 OF 20" in table.label("lesson-heading")
    table.push("button-lesson_back")
    assert "3 OF 20" in table.label("lesson-heading")
    assert table.session.state.position("B") == "0803"
    table.click("0803", "0703")
    table.press("ctrl+b")
    assert "1 OF 20" in table.label("lesson-heading")
    assert table.session.state.position("B") == "0803"
    assert not table.tree.find(key="button-lesson_back").enabled


def test_undo_takes_the_last_action_back_in_a_lesson_too(begin: Begin) -> None:
    """It goes back to the step that waited for it, also behind what was only read since."""
    table = begin()
    lock = table.board.match.undo_lock
    assert lock is not None, "nothing has been done yet"
    table.press("g", "g")
    table.click("0803", "0703")
    assert table.board.match.undo_lock is None
    table.press("ctrl+z")
    assert "3 OF 20" in table.label("lesson-heading")
    assert table.session.state.position("B") == "0803"
    assert table.label("notice-text").startswith("Taken back: move B 0703.")
    table.click("0803", "0703")
    assert "4 OF 20" in table.label("lesson-heading")


def test_a_step_that_waits_is_not_passed_over(begin: Begin) -> None:
    """Its key, and the button in its place, say what it waits for."""
    table = begin()
    table.press("g", "g", "g")
    assert "3 OF 20" in table.label("lesson-heading")
    table.push("button-lesson_hint")
    assert "Pick company B" in table.label("notice-text")
    assert not table.board.match.notice.refusal


def test_a_whole_lesson_by_its_steps_ends_in_a_game_against_the_computer(begin: Begin) -> None:
    table = begin()
    lesson = lesson_of(table)
    while (step := lesson.step) is not None:
        if step.expect is None:
            table.press("g")
        else:
            table.board.match.act(str(step.expect))
            table.board.after_action()
            table.settle()
    assert table.label("lesson-text").startswith("The lesson is over.")
    assert not table.shown("button-lesson_on")
    played = len(table.session.entries)
    table.press("e", "e")  # both steps of the Soviet side; then the computer plays
    wait_for_human(table)
    assert any(entry.side == "us" for entry in table.session.entries[played:])


def test_a_lesson_whose_game_is_over_offers_no_play(begin: Begin) -> None:
    table = begin()
    lesson = lesson_of(table)
    while (step := lesson.step) is not None:
        if step.expect is None:
            lesson.go_on()
        else:
            lesson.apply(str(step.expect))
    table.board.match.act("resign")
    table.board.after_action()
    table.settle()
    assert lesson.state.is_over
    table.press("escape")  # from the outcome back to the board
    assert "Play on" not in table.label("lesson-text")


def test_behind_a_lesson_a_button_begins_the_whole_game(begin: Begin) -> None:
    table = begin()
    assert not table.shown("button-whole-game")
    lesson = lesson_of(table)
    while lesson.at + 1 < len(lesson.lesson.steps):
        if lesson.step is not None and lesson.step.expect is None:
            lesson.go_on()
        else:
            lesson.apply(str(lesson.step.expect))  # type: ignore[union-attr]
    table.board.after_action()
    table.settle()
    table.push("button-whole-game")
    board = table.board
    assert board.match.lesson is None
    assert board.match.resolved.scenario.id == next(iter(lesson.game.catalog.scenarios))
    assert isinstance(table.app.screen, BriefingScreen), "which asks who plays what"


def far_along(name: str, step: int, **window: Any) -> Table:
    """The lesson of a game at a step, counted from 0."""
    game = hexwar.load_game(name)
    lesson = LessonSession(game, next(iter(lessons_of(game.catalog).values())))
    while lesson.at < step:
        if lesson.step is not None and lesson.step.expect is None:
            lesson.go_on()
        else:
            legal = lesson.state.legal_actions()
            lesson.apply(next(action for action in legal if lesson.waits_for(action)))
    return Table(lesson, **window)


def test_a_click_joins_a_friend_where_the_lesson_asks_for_that() -> None:
    """Elsewhere a click on a friend picks it up."""
    table = far_along("tamrat", 9)
    table.click("07.05")
    assert table.board.selection.units == ("W2",)
    table.click("07.06")
    assert lesson_of(table).at == 10
    assert table.session.state.position("W2") == "07.06"
    pygame.display.quit()


@pytest.mark.matrix(one_in=3)
@pytest.mark.parametrize("step", [0, 1, 2, 4, 6, 12])
def test_a_lesson_on_a_wide_map_is_seen_from_near(step: int) -> None:
    """All that a step points at is in view, and counters can be read."""
    view = far_along("force_on_force", step).board.view
    assert all(view.rect.collidepoint(view.pixel_of(number)) for number in view.marked)
    assert view.camera.zoom >= readable(1.0)
    pygame.display.quit()


def test_no_strip_lies_on_what_a_lesson_points_at() -> None:
    """A stack is laid out in the corner that is free."""
    table = far_along("scs_sample", 10)
    board = table.board
    assert board.strip and board.view.marked
    for number in board.view.marked:
        at = board.view.pixel_of(number)
        assert not any(widget.rect.collidepoint(at) for widget in board.strip)
    pygame.display.quit()


def test_a_map_that_steps_show_from_afar_comes_near_again() -> None:
    """What lies far apart is shown from afar; the next step that can be read is read again."""
    table = far_along("force_on_force", 7)
    view = table.board.view
    view.look_at_all(["0112", "2217"])
    assert view.camera.zoom < readable(1.0)
    table.press("g")
    assert view.camera.zoom >= readable(1.0)
    pygame.display.quit()


def test_a_region_of_one_hex_is_called_by_the_name_of_its_place() -> None:
    table = far_along("orva_front", 0)
    assert table.label("lesson-target") == "Outlined: D6 in 0811, Selm (1012) and the goal."
    pygame.display.quit()


@pytest.mark.parametrize(
    ("game", "step", "panel"), [("tamrat", 0, "goal"), ("force_on_force", 10, "sequence")]
)
def test_what_a_step_points_at_is_there_however_large_the_letters(
    game: str, step: int, panel: str
) -> None:
    """With a list of choices beside it, at 150 %."""
    table = far_along(game, step, scale=1.5)
    ring = table.tree.find(key="lesson-mark").rect
    assert ring.contains(table.tree.find(key=f"{panel}-heading").rect)
    check(table)
    pygame.display.quit()


def test_a_hex_is_not_named_twice() -> None:
    table = far_along("force_on_force", 6)
    assert table.label("lesson-target") == (
        "Outlined: T2 in 1520 and the battle, once it is prepared."
    )
    pygame.display.quit()


def test_lessons_mean_nothing_outside_one(opened: Callable[..., Table]) -> None:
    table = opened()
    assert not table.shown("lesson")
    table.press("g")
    assert table.label("notice-text") == "No lesson is being played."


@pytest.mark.matrix(one_in=3)
@pytest.mark.parametrize("scale", [0.75, 1.0, 1.5, 3.0])
@pytest.mark.parametrize("size", [(1024, 768), (1280, 800), (1920, 1080)])
def test_layout_of_a_lesson(begin: Begin, size: tuple[int, int], scale: float) -> None:
    table = begin(size=size, scale=scale)
    check(table)
    table.press("g")
    check(table)
    table.press("g")
    check(table)


def test_who_leaves_a_lesson_for_the_title_is_offered_its_own_game() -> None:
    """Not the one that was played last, nor the first of the list; and is asked before."""
    game = hexwar.load_game("scs_sample")
    lesson = LessonSession(game, lessons_of(game.catalog)["halden"])
    table = Table(lesson)
    table.push("button-picker")
    assert table.shown("answer-0")
    table.press("escape")
    assert table.label("lesson-heading").endswith(f"1 of {len(lesson.lesson.steps)}".upper())
    table.push("button-picker")
    table.push("answer-0")
    assert table.tree.find(key="game-scs_sample").selected
    pygame.display.quit()


def test_who_leaves_a_lesson_plays_on_from_there_and_can_come_back(begin: Begin) -> None:
    table = begin()
    lesson = lesson_of(table)
    table.press("g")
    table.press("g")
    step, played = lesson.at, len(lesson.entries)
    table.push("button-picker")
    table.press("p")
    assert lesson.is_finished and len(lesson.entries) == played
    assert table.label("lesson-text").startswith("The lesson is over.")
    assert "can still" in table.label("prompt"), "the game waits for whatever can be done in it"
    table.push("button-lesson_back")
    assert (lesson.at, len(lesson.entries)) == (step, played)


def test_who_leaves_a_lesson_begins_its_game(begin: Begin) -> None:
    table = begin()
    table.push("button-picker")
    table.press("b")
    table.settle()
    assert isinstance(table.app.screen, BriefingScreen)


@pytest.mark.parametrize("name", ["marenfeld", "orva_front", "scs_sample", "tamrat", "three_mills"])
def test_the_enemy_attacks_once_in_a_lesson(name: str) -> None:
    """Who learns a game sees what it is to be attacked."""
    game = hexwar.load_game(name)
    (lesson, *_) = lessons_of(game.catalog).values()
    last = far_along(name, len(lesson.steps)).session
    assert any(
        event.kind == "battle" and entry.side != lesson.side
        for entry in last.entries
        for event in entry.events
    )
    pygame.display.quit()


def test_an_attack_is_proposed_with_whom_a_lesson_waits_for_it() -> None:
    """A click on the mill proposed the guard, where the lesson wants the shot."""
    game = hexwar.load_game("three_mills")
    lesson = LessonSession(game, lessons_of(game.catalog)["middle_mill"])
    lesson.go_on()
    for action in ("play centre_attacks", "move LH1 0607", "done"):
        lesson.apply(action)
    table = Table(lesson)
    table.click("0705")
    assert table.board.selection.attackers == ("LS1",)
    pygame.display.quit()
