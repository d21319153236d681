"""What two strangers asked in the middle of their battles, and where the window answers it now."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest

import hexwar
from hexwar.records import Session
from hexwar.viewer.counters.dice import are_shown, halved
from hexwar.viewer.drawing.overlays import Overlay
from hexwar.viewer.drawing.theme import PALETTE, Color
from hexwar.viewer.table.fights import FightsView
from tests.viewer.table import Table


@pytest.fixture(autouse=True)
def window() -> Iterator[None]:
    """Every window is closed again."""
    yield
    pygame.display.quit()


def orva() -> Table:
    game = hexwar.load_game("orva_front")
    state = game.start(seed=5)
    while state.phase != "union_combat":
        state.apply("done")
    return Table(Session(game, state))


def under_fire(players: dict[str, str] | None = None) -> Table:
    """Force on Force: T2 is about to fire at Charlie, and the Marines are asked who reacts."""
    session = Session.new(hexwar.load_game("force_on_force"), "lost_and_found", seed=1)
    orders = ("place Charlie 0222", "place Bravo 0221", "place Alpha 0217", "done", "done", "done")
    for action in (*orders, "fire 0222 by T2"):
        session.apply(action)
    session.players.update(players or {})
    return Table(session)


def test_what_the_enemy_may_still_answer_stands_beside_the_forecast() -> None:
    table = orva()
    table.click("0605")
    said = table.label("battle-still")
    assert said == "Halvar may still answer with Halvar air cover."
    assert table.label("battle-then").startswith("Then it is column 3:1; likeliest, 33.3 %: ")
    table.press("enter", "e", "e")
    assert not table.shown("battle-still")


def test_the_panel_says_what_moved_the_column_of_a_result() -> None:
    table = orva()
    table.click("0605")
    table.press("enter", "1", "e", "1")
    assert table.label("result-moved") == (
        "21 to 4. Town: 1 column left; Union aircraft: 1 column right; "
        "Halvar air cover: 1 column left."
    )


def test_a_shot_stays_to_be_read_beside_what_is_asked_next() -> None:
    table = under_fire()
    table.press("enter", "1", "e")  # the cover is lifted, Bravo reacts
    while table.session.state.decision is not None and "fire" not in {
        action.verb for action in table.session.state.legal_actions()
    }:
        table.press("e")
    table.click("1520")
    table.press("enter")
    assert table.label("lately-heading") == "JUST BEFORE"
    assert "figures hit" in table.label("lately-came")
    assert table.shown("lately-dice")


def test_dice_that_lock_the_undo_are_shown_and_named() -> None:
    """Also where no unit threw them: for the initiative."""
    table = under_fire()
    table.press("enter", "d")
    state = table.session.state
    while state.turn == 1:
        table.session.apply("done" if state.explain("done") is None else "pass")
    table.board.match.happened(table.session.entries[-1].events)
    rolled = [e for e in table.board.match.known_events() if e.kind == "initiative"]
    assert rolled and are_shown(rolled[-1])
    lock = table.board.match.undo_lock
    assert lock is not None and lock.startswith("locked: a die was rolled (")


def test_a_unit_is_not_asked_what_it_does_with_nothing_on_offer() -> None:
    """Who looks for hidden units is offered where, also in the copy that knows of none."""
    session = Session.new(hexwar.load_game("force_on_force"), "lost_and_found", seed=1)
    placed = ("place T1 1908", "place T3 1826", "place T4 3121")
    for action in ("done", *placed, "hide T1", "hide T3", "hide T4"):
        session.apply(action)
    while session.state.side_to_act != "usmc" or session.state.phase != "others":
        over = session.state.explain("done") is None
        session.apply("done" if over else next(iter(session.state.legal_actions())))
    session.apply("move Alpha 0512")
    while session.state.side_to_act != "usmc":
        session.apply("done")
    decision = session.state.decision
    assert decision is not None and decision.kind == "activated"
    seen = session.state.seen_by("usmc")
    assert [*seen.legal_actions()] == [*session.state.legal_actions()]
    assert "search" in {action.verb for action in seen.legal_actions()}


def test_who_acts_has_no_red_frame_of_his_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Red is the enemy's: one's own unit that is interrupted has the frame of who acts."""
    frames: set[tuple[str, Color]] = set()
    monkeypatch.setattr(
        Overlay, "frame", lambda self, number, color, **look: frames.add((number, color))
    )
    table = under_fire({"taliban": "easy"})
    table.settle()
    assert ("1520", PALETTE.danger) in frames
    frames.clear()
    table.session.players.update(usmc="easy", taliban="human")
    Table(table.session).settle()
    assert ("1520", PALETTE.danger) not in frames


def test_who_tries_to_react_is_named_while_others_are_asked() -> None:
    table = under_fire()
    table.press("enter")
    table.push("choice-2")
    assert [a.name or str(a) for a in (e.action for e in table.session.entries[-1:])] == [
        "react Charlie"
    ]
    assert table.label("prompt").endswith(
        "T2 fires at Charlie in 0222: Charlie will try. React with more, or let it go on (E). "
        "D: let the whole action go on; ask no more."
    )


def test_a_choice_that_is_pointed_at_shows_its_hex() -> None:
    """A list of retreats names hexes by numbers."""
    game = hexwar.load_game("strike_force_one")
    state = game.start(dice=(6,))
    for action in ("move B 0703", "move C 0704", "done", "attack 0603 by B C"):
        state.apply(action)
    table = Table(Session(game, state))
    wanted = [choice.hexes for choice in table.board.selection.choices()]
    assert {("0705",), ("0803",)} <= set(wanted)
    for digit, hexes in enumerate(wanted, 1):
        table.move_to(table.tree.find(key=f"choice-{digit}").rect.center)
        assert table.board.view.meant == hexes
    table.move_to(table.board.view.pixel_of("0101"))
    assert table.board.view.meant == ()


def test_the_fire_panel_says_what_hits_and_what_blocks() -> None:
    table = under_fire()
    table.press("enter")
    assert table.label("fire-hits") == (
        "Each die of 4 or more hits; one of the target's blocks a hit that is no higher than "
        "itself."
    )


def test_a_step_that_a_retreat_costs_is_told_with_its_reason() -> None:
    """The result said nothing of a loss."""
    state = hexwar.load_game("orva_front").start(seed=5, dice=(2, 3))
    while state.phase != "union_movement":
        state.apply("done")
    for action in ("move A2 0705", "move N4 0606", "done", "attack 0605 by N3 N4 A1 A2"):
        state.apply(action)
    while state.decision is not None and state.decision.kind == "commitment":
        state.apply("pass")
    told = [event.text for event in state.apply("retreat D1 0706")]
    assert told[:2] == [
        "D1 retreats from 0605 to 0706, where an enemy zone of control costs a step.",
        "D1 loses a step in 0706: one step left.",
    ]
    assert told[2] == "D1 retreats from 0706 to 0806, the only hex open."


def test_the_tag_of_an_attack_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """It ended in dots where the other side could still answer."""
    tags: list[list[str]] = []
    monkeypatch.setattr(
        FightsView, "_tag", lambda self, overlay, number, faces, lines, *_: tags.append([*lines])
    )
    table = orva()
    table.click("0605")
    assert tags[-1][-1] == "Halvar may still answer"
    assert sum(len(halved(line)) for line in tags[-1]) <= 4


def test_what_is_to_be_chosen_stands_still_while_the_forecast_grows() -> None:
    """It jumped as dice or another line came above it."""
    table = orva()
    table.click("0605")
    table.press("enter")
    before = table.tree.find(key="choice-2").rect
    table.press("1")
    assert table.shown("battle-then"), "another line has come"
    assert table.tree.find(key="choice-2").rect.bottom == before.bottom
