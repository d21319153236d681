"""A fight on the map: who attacks whom at what odds, and what became of it, covering nobody."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pygame
import pytest

import hexwar
from hexwar.engine import FirePreview, Violation
from hexwar.records import Session
from hexwar.records.lesson import LessonSession
from hexwar.rules.lessons.section import lessons_of
from hexwar.rules.state import State
from hexwar.viewer.drawing.overlays import Overlay
from hexwar.viewer.table.fights import likeliest
from hexwar.viewer.table.pieces import PlaceNames, side_at
from tests.viewer.conftest import SetUp
from tests.viewer.table import Table

AROUND = {"A": "0602", "B": "0703", "D": "0107", "W": "0603", "Y": "0108"}


def asked_about_a_fight(name: str, seed: int) -> State:
    """A game at the first fight about which somebody is asked before the dice."""
    state, random = hexwar.load_game(name).start(seed=seed), Random(seed)
    while state.impending() is None and not state.is_over:
        actions = list(state.legal_actions())
        attacks = [action for action in actions if action.verb == "attack"]
        state.apply(random.choice(attacks or actions))
    assert not state.is_over
    return state


def covered(table: Table) -> list[str]:
    """The hexes of whose counter a tag covers more than an edge."""
    view = table.board.view
    side = side_at(view.camera.zoom) * 0.8
    hexes = []
    for number in view.pieces.standing():
        x, y = view.camera.to_screen(*view.painter.center(number))
        counter = pygame.Rect(round(x - side / 2), round(y - side / 2), round(side), round(side))
        hexes += [number for tag in view.fights.tags if tag.colliderect(counter)]
    return hexes


def test_odds_stand_at_the_target_while_one_aims(
    set_up: SetUp, arrows: set[tuple[str, str]]
) -> None:
    table = set_up(setup=AROUND, phase="soviet_combat")
    table.click("0603")
    assert {("0602", "0603"), ("0703", "0603")} <= arrows
    assert len(table.board.view.fights.tags) == 1
    assert covered(table) == []


@pytest.mark.parametrize(("name", "seed"), [("three_mills", 4), ("orva_front", 5)])
def test_whoever_is_asked_before_the_dice_sees_the_fight(
    name: str, seed: int, arrows: set[tuple[str, str]]
) -> None:
    """Also the side that is attacked; and it is on the screen."""
    state = asked_about_a_fight(name, seed)
    fight = state.impending()
    assert fight is not None
    side = state.side_to_act or ""
    others = dict.fromkeys((s for s in state.frame.side_ids if s != side), "easy")
    table = Table(Session(hexwar.load_game(state.resolved.header.id), state, players=others))
    origins = {state.position(unit) for unit in fight.attackers}
    assert {(origin, fight.target) for origin in origins} & arrows
    view = table.board.view
    assert len(view.fights.tags) == 1
    assert covered(table) == []
    for number in (fight.target, *origins):
        assert number is not None and view.camera.shows(*view.painter.center(number))
    pygame.display.quit()


def test_the_tag_of_a_result_covers_no_counter_and_goes_with_the_next_question(
    set_up: SetUp,
) -> None:
    table = set_up(setup=AROUND, phase="soviet_combat", dice=[6])
    table.click("0603")
    table.press("enter")
    assert len(table.board.view.fights.tags) == 1
    assert covered(table) == []


def test_the_forecast_contains_the_blow_back() -> None:
    """What those attacked do in their turn costs the attacker, and the panel says how much."""
    state, random = hexwar.load_game("three_mills").start(seed=4), Random(4)
    while True:
        attacks = [action for action in state.legal_actions() if action.verb == "attack"]
        answered = [a for a in attacks if any(state.blow_back(state.preview(a)).values())]
        if answered:
            break
        state.apply(random.choice(attacks or list(state.legal_actions())))
    attack, side = answered[0], state.side_to_act or ""
    preview = state.preview(attack)
    assert preview.expected_losses[side] == 0
    assert state.blow_back(preview)[side] > 0
    table = Table(
        Session(hexwar.load_game(state.resolved.header.id), state, players={}), size=(1280, 1000)
    )
    chosen = table.board.selection
    chosen.aim(attack.hexes[-1])
    table.board.rebuild()
    table.settle()
    assert table.label("battle-answer").endswith("more")
    pygame.display.quit()


def test_who_may_not_attack_together_takes_the_other_s_place() -> None:
    """In Three Mills one unit attacks at a time: to tick another is to choose it."""
    game = hexwar.load_game("three_mills")
    lesson = LessonSession(game, lessons_of(game.catalog)["middle_mill"])
    lesson.go_on()
    for action in ("play centre_attacks", "move LH1 0607", "done"):
        lesson.apply(action)
    table = Table(lesson)
    chosen = table.board.selection
    chosen.aim("0705")
    attackers = [chosen.attackers]
    for unit in ("LG", "LG"):
        chosen.toggle(unit)
        attackers.append(chosen.attackers)
    assert attackers == [("LS1",), ("LG",), ()]
    pygame.display.quit()


def test_a_refusal_goes_when_the_attack_is_sound_again() -> None:
    """It was about attackers that are not chosen any more."""
    game = hexwar.load_game("marenfeld")
    setup = {"G2": "1406", "I5": "1306", "E5": "1405"}
    table = Table(Session(game, game.start(setup=setup, phase="crown_combat")))
    table.click("1405")
    assert set(table.board.selection.attackers) == {"G2", "I5"}
    table.push("attacker-I5")
    table.board.match.refuse(Violation("5.1", "I5 must attack too.", "combat.must"))
    table.board.rebuild()
    assert "must attack" in table.label("notice-text")
    table.push("attacker-I5")
    assert "must attack" not in table.label("notice-text")
    pygame.display.quit()


def test_outlines_of_a_fight_cover_neither_name_nor_flag(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both stand on the edges of a hex, where its outline runs: they are drawn after it."""
    drawn: list[str] = []
    for owner, name in ((Overlay, "frame"), (Overlay, "pennant"), (PlaceNames, "draw")):
        original = getattr(owner, name)

        def note(
            self: object, *given: object, name: str = name, original: Any = original, **more: object
        ) -> None:
            drawn.append(name)
            original(self, *given, **more)

        monkeypatch.setattr(owner, name, note)
    game = hexwar.load_game("marenfeld")
    setup = {"G2": "1406", "I5": "1306", "E5": "1405"}
    table = Table(Session(game, game.start(setup=setup, phase="crown_combat")))
    drawn.clear()
    table.click("1405")
    last = {name: len(drawn) - drawn[::-1].index(name) for name in ("frame", "pennant", "draw")}
    assert last["frame"] < last["pennant"] < last["draw"]
    pygame.display.quit()


@pytest.mark.parametrize(
    ("name", "seed", "label"),
    [("three_mills", 4, "Play no card: roll"), ("orva_front", 5, "Roll")],
)
def test_the_button_that_rolls_is_called_what_it_does(name: str, seed: int, label: str) -> None:
    state = asked_about_a_fight(name, seed)
    while state.impending() is not None:
        side = state.side_to_act or ""
        others = dict.fromkeys((s for s in state.frame.side_ids if s != side), "easy")
        table = Table(Session(hexwar.load_game(state.resolved.header.id), state, players=others))
        shown = table.label("button-end_phase")
        pygame.display.quit()
        (ending,) = {"pass", "done"} & {action.verb for action in state.legal_actions()}
        rolled = [event for event in state.apply(ending) if event.kind == "battle"]
        if rolled:
            assert shown == label
            return
        assert "roll" not in shown.lower() and shown != "Decline"
    raise AssertionError("nobody rolled")


def test_of_results_as_likely_as_each_other_none_is_left_out() -> None:
    """Else the tag promises what comes no more often than its contrary."""
    setup = {"B": "0703", "C": "0704", "W": "0603"}
    state = hexwar.load_game("strike_force_one").start(setup=setup, phase="soviet_combat")
    preview = state.preview("attack 0603 by B C")
    assert str(likeliest(preview)) == "50 % each: Defender retreats; Attacker retreats"


def test_a_fire_says_how_likely_anything_is_lost() -> None:
    """None lost is the likeliest number here, and yet something is lost nearly always."""
    setup = {"Charlie": "1118", "T2": "2121"}
    state = hexwar.load_game("force_on_force").start(setup=setup, phase="others")
    preview = state.preview("fire 2121 by Charlie")
    assert isinstance(preview, FirePreview)
    assert str(likeliest(preview)).endswith(" %: 1 or more lost")
    rare = replace(preview, casualties={0: Fraction(2, 3), 1: Fraction(1, 3)})
    assert str(likeliest(rare)) == "67 %: none lost"
