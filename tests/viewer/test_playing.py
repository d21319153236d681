"""Playing with the mouse: pick, move, be refused, undo, attack, answer what the battle asks."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pygame
import pytest

from hexwar.records import Session
from hexwar.rules.game import Game
from hexwar.rules.language.wording import every
from hexwar.viewer.screens.question import QuestionScreen
from tests.conformance.scs.variant import variant
from tests.viewer.conftest import SetUp
from tests.viewer.table import Table

BATTLE: dict[str, Any] = {
    "setup": {"A": "0602", "B": "0703", "W": "0603", "Y": "0302", "X": "0405"},
    "phase": "soviet_combat",
}


def test_the_prompt_says_side_turn_phase_and_key(opened: SetUp) -> None:
    """One look tells whose turn it is, what is left to do, and what ends it."""
    table = opened()
    assert table.label("turn") == "Turn 1 of 4: Soviet movement"
    assert table.label("prompt") == "Soviet: 6 units can still move. Key E ends the phase."


def test_a_click_picks_a_unit_and_another_moves_it(opened: SetUp) -> None:
    """A moves from 0802 to 0703 with two clicks, and the log tells of it."""
    table = opened()
    table.click("0802")
    assert table.board.selection.unit == "A"
    table.click("0703")
    assert table.session.state.position("A") == "0703"
    assert str(table.session.entries[-1].action) == "move A 0703"
    assert any("A moves 0802 to 0703" in node.label for node in table.tree.find(key="log").walk())


def test_pointing_at_a_reachable_hex_tells_cost_and_stop(opened: SetUp) -> None:
    """Cost, what is left, and the rule that ends the move there."""
    table = opened()
    table.click("0802")
    table.point("0801")
    assert table.label("notice-text") == "A to 0801: 1 MP, 3 left."
    reach = table.session.state.reach("A")
    number, goal = next((n, r) for n, r in reach.items() if r.stops is not None)
    table.point(number)
    told = table.label("notice-text")
    assert told.startswith(
        f"A to {number}: {goal.cost} MP (open), {goal.left} left. A enters an enemy zone of control"
    )
    assert told.count("stop") == 1
    assert table.label("notice-rule") == "Rule 4.31"


def test_a_refused_click_names_the_rule(opened: SetUp) -> None:
    """Too far: the reason, the rule's number, and nothing has moved."""
    table = opened()
    table.click("0802", "0101")
    assert table.label("notice-text") == "0101 is too far: A has 4 MP."
    assert table.label("notice-rule") == "Rule 4.1"
    assert table.session.state.position("A") == "0802"
    assert not table.session.entries


def test_the_rule_number_opens_that_rule(opened: SetUp) -> None:
    """A click on the number and W both open the rules at the place."""
    table = opened()
    table.click("0802", "0702")
    assert table.label("notice-rule") == "Rule 4.2"
    table.push("notice-rule")
    assert any("4.2" in node.label for node in table.tree.walk())
    table.press("escape")
    assert table.app.screen is table.board
    table.press("w")
    assert table.app.screen is not table.board


def test_an_enemy_unit_cannot_be_moved(opened: SetUp) -> None:
    """Clicking the other side's unit picks nothing up: it shows what that unit could do."""
    table = opened()
    table.click("0302")
    assert table.label("notice-text").startswith("Y in 0302: outlined is where it could move")
    assert table.board.selection.unit is None


def test_undo_and_redo_by_button(opened: SetUp) -> None:
    """A move is taken back and done again; the log follows."""
    table = opened()
    table.click("0802", "0703")
    table.push("button-undo")
    assert table.session.state.position("A") == "0802"
    assert not any("A moves" in node.label for node in table.tree.find(key="log").walk())
    table.push("button-redo")
    assert table.session.state.position("A") == "0703"


def test_a_die_locks_undo_and_the_window_says_so(set_up: SetUp) -> None:
    """After the roll undo is refused in words, and nothing changes."""
    table = set_up(**BATTLE, dice=[1])
    table.click("0603")
    table.push("attack")
    before = table.session.state.to_dict()
    table.press("ctrl+z")
    assert "locked: a die was rolled" in table.label("notice-text")
    assert table.session.state.to_dict() == before


def test_the_phase_ends_by_button(opened: SetUp) -> None:
    """No unit is adjacent: combat ends by itself, and the other side moves."""
    table = opened()
    table.push("button-end_phase")
    assert table.label("turn") == "Turn 1 of 4: U.S. movement"
    assert table.label("prompt").startswith("U.S.: 4 units can still move.")


def test_aiming_takes_everybody_and_clicks_leave_them_out(set_up: SetUp) -> None:
    """The attack begins with all who can take part; a click on one takes it out."""
    table = set_up(**BATTLE, dice=[1])
    table.click("0603")
    assert str(table.board.selection.attack()) == "attack 0603 by A B"
    table.click("0602")
    assert str(table.board.selection.attack()) == "attack 0603 by B"
    table.push("attacker-A")
    assert str(table.board.selection.attack()) == "attack 0603 by A B"


def test_whoever_resigns_is_told_who_wins_then(opened: SetUp) -> None:
    table = opened()
    table.press("ctrl+shift+r")
    asked = table.app.screen
    assert isinstance(asked, QuestionScreen)
    assert (asked.title, asked.text) == (
        "The Soviets resign?",
        "The game is over then, and the U.S. wins.",
    )


def test_who_of_several_retreats_is_said_to_be_picked_first(set_up: SetUp) -> None:
    """Of a single unit the hexes are marked at once."""
    setup = {"A": "0503", "B": "0602", "X": "0502"}
    table = set_up(setup=setup, phase="soviet_combat", dice=[6])
    table.board.match.act("attack 0502 by A B")
    table.board.after_action()
    assert table.board.match.state.decision is not None
    assert table.board.match.state.decision.kind == "retreat"
    table.press("enter")
    assert table.label("notice-text") == (
        "Click a unit, then a marked hex, or press the number of a choice."
    )
    table.click("0503")
    assert table.label("notice-text").startswith("Click a tinted hex for A to go there")


def test_a_retreat_is_chosen_on_the_map(set_up: SetUp) -> None:
    """The loser's owner clicks where to; then the winner may advance or decline."""
    table = set_up(setup={"A": "0602", "W": "0603"}, phase="soviet_combat", dice=[1])
    table.click("0603")
    table.push("attack")
    assert table.label("prompt").startswith("U.S.: Retreat W.")
    table.click("0604")
    assert table.session.state.position("W") == "0604"
    # What declines is called as its button is: "or pass" and "Decline" looked like two things.
    assert table.label("prompt") == "Soviet: Advance A into 0603. Key E: decline."
    table.click("0603")
    assert table.session.state.position("A") == "0603"


def test_a_choice_is_taken_from_the_list(set_up: SetUp) -> None:
    """Every answer is listed beside the map as well."""
    table = set_up(**BATTLE, dice=[1])
    table.click("0603")
    table.push("attack")
    labels = [n.label for n in table.tree.walk() if n.key.startswith("choice-")]
    assert labels == ["A advances", "B advances", "Decline"]
    table.push("choice-2")
    assert table.session.state.position("B") == "0603"


def test_declining_by_key(set_up: SetUp) -> None:
    """E declines an advance."""
    table = set_up(**BATTLE, dice=[1])
    table.click("0603")
    table.push("attack")
    table.press("e")
    assert str(table.session.entries[1].action) == "pass"


def test_the_wheel_zooms_to_the_pointer_and_dragging_pans(opened: SetUp) -> None:
    """The hex under the pointer stays there; dragging moves the map along, and picks nothing."""
    table = opened()
    spot = table.board.view.pixel_of("0603")
    table.wheel(spot, 3)
    assert table.board.view.number_at(spot) == "0603"
    before = table.board.view.pixel_of("0603")
    table.drag(spot, (spot[0] - 80, spot[1] - 50))
    after = table.board.view.pixel_of("0603")
    assert after == pytest.approx((before[0] - 80, before[1] - 50), abs=1)
    assert table.board.selection.unit is None


def test_a_right_click_lets_go(opened: SetUp) -> None:
    """At its own hex the unit picked up is put down again."""
    table = opened()
    table.click("0802")
    table.click_at(table.board.view.pixel_of("0802"), button=3)
    assert table.board.selection.unit is None


def test_a_stack_is_picked_unit_by_unit(opened: SetUp) -> None:
    """A right-click stacks E on A, who can still move; each click then picks the next of them."""
    table = opened("advanced")
    table.click("0903")
    table.point("0802")
    assert "A right-click goes there; a click picks A." in table.label("notice-text")
    table.click_at(table.board.view.pixel_of("0802"), button=3)
    assert set(table.session.state.units_at("0802")) == {"A", "E"}
    table.press("escape")
    picked = []
    for _ in range(2):
        table.click("0802")
        picked.append(table.board.selection.unit)
    assert set(picked) == {"A", "E"}


def test_what_lies_under_the_pointer_is_described(opened: SetUp) -> None:
    """Terrain with its effects, the town's name, the unit."""
    table = opened("advanced")
    table.point("0504")
    texts = [n.label for n in table.tree.walk() if n.key.startswith("place")]
    assert "Woods: 2 MP to enter" in texts
    assert "Defender +1 in combat" in texts
    table.point("0603")
    assert "Rasdorf" in table.label("place-heading").title()
    assert table.shown("unit-W")


def test_threats_are_marked_while_the_key_is_held(opened: SetUp) -> None:
    """T shows what the enemy can reach, for as long as it is down."""
    table = opened()
    table.hold("t")
    assert table.board.view.show_threats
    assert set(table.board.view.threats()) == set(table.session.state.threats("us"))
    table.let_go("t")
    assert not table.board.view.show_threats


def test_resigning_asks_first(opened: SetUp) -> None:
    """Enter goes on playing; R resigns, and the ending says who won."""
    table = opened()
    table.press("ctrl+shift+r")
    assert table.shown("answer-0")
    table.press("enter")
    assert table.app.screen is table.board
    assert not table.session.state.is_over
    table.press("ctrl+shift+r", "r")
    assert table.session.state.winner == "us"
    assert table.app.screen is not table.board
    assert any("U.S." in node.label for node in table.tree.walk())


def test_a_unit_enters_from_off_the_map(game: Game) -> None:
    """Declared, picked from the list of those who wait, and placed with a click on the map."""
    session = _where_it_can_be_declared(game)
    table = Table(session)
    labels = [n.label for n in table.tree.walk() if n.key.startswith("choice-")]
    assert labels == ["Declare Second Echelon"]
    table.push("choice-1")
    waiting = [unit for unit in table.board.selection.ready() if not session.state.position(unit)]
    assert f"{every(waiting)} can enter" in table.label("prompt")
    table.push(f"waiting-{waiting[0]}")
    goal = next(iter(table.board.selection.available.destinations((waiting[0],))))
    table.click(goal)
    assert session.state.position(waiting[0]) == goal
    pygame.display.quit()


def _where_it_can_be_declared(game: Game) -> Session:
    """A game played at random as far as a declaration."""
    for seed in range(400):
        session = Session.new(game, "advanced", ["second_echelon"], seed=seed)
        random = Random(seed)
        while not session.state.is_over:
            if "declare second_echelon" in session.state.legal_actions():
                return session
            session.apply(session.state.sample_action(random))
    raise AssertionError("no random game came as far")


def test_the_objectives_are_counted(opened: SetUp) -> None:
    """How many towns each side stands in, as the victory conditions ask; it follows the moves."""
    table = opened()
    assert table.label("objective-towns") == "Towns held: Soviet 0, U.S. 3 of 3"
    table.press("e")
    table.click("0302", "0201")
    assert table.label("objective-towns") == "Towns held: Soviet 0, U.S. 2 of 3"


def test_objectives_are_called_by_the_titles_of_regions(game: Game, tmp_path: Path) -> None:
    titles = "map: {titles: {towns: The three towns}}\n"
    titled = variant(tmp_path, titles, game.catalog.folder)
    table = Table(Session.new(titled, seed=1))
    assert table.label("objective-towns") == "The three towns held: Soviet 0, U.S. 3 of 3"
    pygame.display.quit()


def test_a_small_map_shows_the_way(opened: SetUp) -> None:
    """It comes with the zoom, a click on it moves the view there, and it goes with the zoom."""
    table = opened()
    view = table.board.view
    assert view.minimap.rect.width == 0
    table.wheel(view.pixel_of("0901"), 6)
    assert view.minimap.rect.width > 0
    small = view.minimap.rect.move(view.rect.topleft)
    assert not view.rect.collidepoint(view.pixel_of("0108"))
    table.click_at((small.left + small.width // 3, small.bottom - 8))
    assert view.rect.collidepoint(view.pixel_of("0108"))
    assert table.board.selection.unit is None
    table.press("0")
    assert view.minimap.rect.width == 0


def test_a_region_that_is_its_feature_is_not_named_twice(opened: SetUp) -> None:
    """All towns are the region of towns; the east edge is more than its terrain."""
    table = opened()
    table.point("0603")
    texts = [n.label for n in table.tree.walk() if n.key.startswith("place")]
    assert any("towns" in text for text in texts)
    assert not any(text.startswith("Part of ") for text in texts)
    table.point("0901")
    assert "Part of the eastern edge" in [n.label for n in table.tree.walk()]


def test_what_is_taken_back_and_done_again_is_said_in_words(opened: SetUp) -> None:
    """Not in the notation."""
    table = opened()
    table.click("0802", "0703")
    table.push("button-undo")
    assert table.board.match.notice.text == "Taken back: A moves 0802 to 0703 (1 MP)."
    table.push("button-redo")
    assert table.board.match.notice.text == "Done again: A moves 0802 to 0703 (1 MP)."


def test_a_bridge_is_told_by_what_it_cancels() -> None:
    """The stream below it is not there for whoever crosses."""
    table = Table(Session.new("scs_sample", "battle", seed=3))
    table.point("12.08")
    told = [n.label for n in table.tree.walk() if n.key.startswith("place-")]
    assert "Bridge towards 12.07: cancels Stream" in told
    assert not [line for line in told if line.startswith("Stream towards 12.07")]
    pygame.display.quit()


def test_the_panel_says_what_reach_is_worked_out_from() -> None:
    """Where enemy units lie unseen, and only there."""
    session = Session.new("scs_sample", "battle", seed=3)
    for _ in range(2):
        session.apply("done")  # both set-ups
    table = Table(session)
    table.press("enter")  # who sits at the window is asked, of a game for two that goes on
    table.click("08.08")
    assert "that are hidden are not counted" in table.label("place-assumed")
    table = Table(Session.new("strike_force_one", seed=1))
    table.click("0802")
    assert not table.shown("place-assumed")
    pygame.display.quit()


def test_a_draw_is_offered_after_a_question_and_once_a_turn(opened: SetUp) -> None:
    """The other person, who is asked in the list of choices, declines and then agrees."""
    table = opened()
    table.press("ctrl+shift+d", "enter")
    assert not table.session.entries, "Enter goes on playing"
    table.press("ctrl+shift+d", "o")
    assert "The Soviets offer a draw. Agree, or decline (key E)." in table.label("prompt")
    table.press("e")
    assert "The U.S. declines the draw." in table.label("notice-text")
    table.press("ctrl+shift+d")
    assert "The Soviets have offered a draw in this turn already." in table.label("notice-text")
    table.press("e", "ctrl+shift+d", "o", "1")
    assert table.session.state.is_over
    assert table.label("verdict") == "THE GAME IS DRAWN"
    assert table.label("because") == "The Soviets and the U.S. agree on a draw."


def test_who_may_advance_is_listed_once_where_each_stands_alone() -> None:
    """On the map they are outlined, in the panel listed: no third place for it."""
    session = Session.new("strike_force_one", seed=7)
    for line in ("move B 0703", "move C 0704", "done", "attack 0603 by B C"):
        session.apply(line)
    table = Table(session)
    assert not table.shown("stack")
    table.click("0703", "0603")
    assert session.state.position("B") == "0603"
    pygame.display.quit()
