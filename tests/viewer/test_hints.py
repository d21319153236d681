"""A hint: what the computer would do, asked for, read, followed and put away."""

from __future__ import annotations

import time

import pytest

from hexwar.engine import Action
from hexwar.players.advice import Advice
from hexwar.records import Session
from hexwar.rules.game import Game
from tests.viewer.conftest import SetUp
from tests.viewer.table import Table

PLAN = tuple(map(Action.parse, ("move A 0703", "move B 0704")))


@pytest.fixture(autouse=True)
def _know_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is advised is no matter here."""
    advice = Advice(PLAN, 0.553, 0.471, ("You take a town.",), ("They shoot.",), (), ("0603",))
    monkeypatch.setattr("hexwar.players.thinking_process.advise", lambda *_, **__: advice)


def asked(table: Table) -> Table:
    """Ask for a hint and wait for it."""
    table.press("f5")
    deadline = time.monotonic() + 300
    while table.board.hints.busy and time.monotonic() < deadline:
        table.settle()
        time.sleep(0.005)
    return table


def on_the_map(table: Table) -> bytes:
    """The map as it is drawn."""
    return table.app.surface.subsurface(table.board.view.rect).copy().get_buffer().raw


def test_a_hint_says_what_why_and_what_is_feared(opened: SetUp) -> None:
    """In the sheet; the key that asked for it puts it away again."""
    table = asked(opened())
    assert table.label("hint-plan") == "A moves to 0703; B moves to 0704."
    assert "55 % with this plan, 47 % without" in table.label("hint-chance")
    assert table.label("hint-expects-0") == "You take a town."
    assert table.label("hint-fears-0") == "They shoot."
    table.press("f5")
    assert not table.shown("hint-plan")


def test_asked_again_it_is_the_same(opened: SetUp, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also half way through its plan; after an action of one's own it is thought out anew."""
    table = asked(opened())
    table.press("f5")
    other = Advice(PLAN[1:], 0.2, 0.1)
    monkeypatch.setattr("hexwar.players.thinking_process.advise", lambda *_, **__: other)
    asked(table)
    assert table.label("hint-plan") == "A moves to 0703; B moves to 0704."
    table.press("shift+f5")
    table.press("f5")
    assert not table.shown("hint-plan")
    asked(table)
    assert "55 % with this plan" in table.label("hint-chance")
    assert table.label("hint-plan") == "B moves to 0704."
    moves = (a for a in table.session.state.legal_actions() if a.units and a.units[0] not in "AB")
    table.board.match.act(next(moves))
    table.board.after_action()
    table.settle()
    assert asked(table).board.hints.advice == other


def test_after_a_hurried_one_it_is_thought_out_anew(
    opened: SetUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = opened()
    table.board.hints.ask()
    table.board.hints.hurry()
    while table.board.hints.busy:
        table.settle()
    other = Advice(PLAN[1:], 0.2, 0.1)
    monkeypatch.setattr("hexwar.players.thinking_process.advise", lambda *_, **__: other)
    table.press("f5")
    assert asked(table).board.hints.advice == other


def test_a_long_plan_is_told_from_its_beginning(
    opened: SetUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What comes later is counted, and told when its turn comes."""
    plan = tuple(map(Action.parse, ("move A 0703", *["move B 0704"] * 7)))
    advice = Advice(plan, 0.342, 0.338)
    monkeypatch.setattr("hexwar.players.thinking_process.advise", lambda *_, **__: advice)
    table = asked(opened())
    assert table.label("hint-plan").count(" moves") == 6
    assert table.label("hint-more") == "Then 2 more steps."
    assert "34 %, with this plan or without" in table.label("hint-chance")
    table.press("shift+f5")
    assert table.label("hint-more") == "Then 1 more step."


def test_what_cannot_be_done_any_more_is_thought_anew(
    opened: SetUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was revealed has overtaken the plan: it never goes on with a step that is refused."""
    plan = tuple(map(Action.parse, ("move A 0703", "move A 0704")))
    first, second = Advice(plan, 0.5, 0.4), Advice((Action.parse("move B 0704"),), 0.6, 0.4)
    monkeypatch.setattr("hexwar.players.thinking_process.advise", lambda *_, **__: first)
    table = asked(opened())
    monkeypatch.setattr("hexwar.players.thinking_process.advise", lambda *_, **__: second)
    table.press("shift+f5")
    while table.board.hints.busy:
        table.settle()
    assert table.board.hints.advice == second
    assert table.session.state.explain(table.board.hints.plan[0]) is None


def test_enemies_who_come_to_light_have_it_thought_anew(
    opened: SetUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though the step that follows could still be done: the plan was made without them."""
    table = asked(opened())
    monkeypatch.setattr(table.board.hints, "_known", table.board.hints._known - {"W"})
    other = Advice(PLAN[1:], 0.2, 0.1)
    monkeypatch.setattr("hexwar.players.thinking_process.advise", lambda *_, **__: other)
    table.press("shift+f5")
    while table.board.hints.busy:
        table.settle()
    assert table.board.hints.advice == other


REASONS = ("hint-chance", "hint-expects-0", "hint-fears-0")
FIGHT = {"setup": {"A": "0503", "B": "0504", "C": "0604", "W": "0603"}, "phase": "soviet_combat"}


@pytest.mark.parametrize("size", [(1280, 800), (900, 560)])
def test_it_keeps_its_reasons_beside_a_battle(set_up: SetUp, size: tuple[int, int]) -> None:
    """Prepared, and fought: the battle is told more briefly where there is no room for both."""
    table = asked(set_up(**FIGHT, turn=2, dice=[4], size=size))
    table.click("0603")
    assert table.shown("attack")
    assert all(map(table.shown, REASONS))
    table.press("enter")
    asked(table)
    assert table.shown("result-title")
    assert all(map(table.shown, REASONS))


def test_where_there_is_no_room_at_all_the_attack_goes_before_the_reasons(
    set_up: SetUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    advice = Advice(PLAN, 0.553, 0.471, (), tuple(f"They shoot {n} times." for n in range(18)))
    monkeypatch.setattr("hexwar.players.thinking_process.advise", lambda *_, **__: advice)
    table = asked(set_up(**FIGHT, turn=2, size=(900, 560)))
    assert table.shown("hint-chance")
    table.click("0603")
    assert table.shown("hint-plan")
    assert not table.shown("hint-chance")
    assert table.tree.find(key="attack").rect[1] < 520


def test_it_is_drawn_on_the_map(opened: SetUp) -> None:
    """The map looks as before when it is put away."""
    table = opened()
    before = on_the_map(table)
    asked(table)
    assert on_the_map(table) != before
    table.press("escape")
    assert on_the_map(table) == before


def test_who_follows_it_keeps_the_rest(opened: SetUp) -> None:
    """By the key or the button, or by hand; after the last step it is gone."""
    table = asked(opened())
    table.press("shift+f5")
    assert table.session.state.position("A") == "0703"
    assert table.label("hint-plan") == "B moves to 0704."
    table.push("hint-step")
    assert table.session.state.position("B") == "0704"
    assert not table.shown("hint-plan")
    table.press("shift+f5")
    assert "No hint is shown" in table.label("notice-text")


def test_that_none_is_shown_is_said_no_more_when_one_is(
    opened: SetUp, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is it said of one that is still thought out."""
    table = opened()
    table.press("shift+f5")
    assert "No hint is shown" in table.label("notice-text")
    asked(table)
    assert "No hint is shown" not in table.label("notice-text")
    table.press("f5")
    monkeypatch.setattr(type(table.board.hints), "busy", property(lambda _: True))
    table.press("shift+f5")
    assert "No hint is shown" not in table.label("notice-text")


def test_who_does_something_else_has_none(opened: SetUp) -> None:
    """Nor does undo bring it back."""
    table = asked(opened())
    table.press("e")
    assert not table.shown("hint-plan")
    table.press("u")
    assert not table.shown("hint-plan")


def test_it_is_for_who_has_a_choice(opened: SetUp, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is told what the computer, who is to act, would do."""
    table = opened()
    monkeypatch.setattr(type(table.board.match), "human_to_act", property(lambda _: False))
    table.press("f5")
    assert "for who has a choice" in table.label("notice-text")
    assert not table.board.hints.busy


def test_what_others_did_gives_way_to_a_hint(game: Game) -> None:
    """On the map and in the line below it; it comes back when the hint is put away."""
    session = Session.new(game, "standard", seed=7, players={"us": "greedy"})
    for action in ("move A 0703", "done", "done", "move W 0505", "done"):
        session.apply(action)
    table = Table(session)
    asked(table)
    beside = on_the_map(table)
    assert "What has changed" not in table.label("notice-text")
    table.press("x")
    assert "not shown beside a hint: F5" in table.label("notice-text")
    table.press("f5")
    assert table.label("notice-text").startswith("What has changed: 1 unit moved.")
    with_changes = on_the_map(table)
    table.press("escape")
    assert on_the_map(table) != with_changes
    assert on_the_map(asked(table)) == beside
