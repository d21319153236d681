"""The hand in the window: played by a click, a drag or a key; dimmed, covered, answered with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest

import hexwar
from hexwar.records import Session
from hexwar.rules.state import State
from hexwar.viewer.board.board import BoardScreen
from hexwar.viewer.panels.hand import CardFace
from tests.rules.cards import dealt
from tests.rules.tiny import tiny, varied
from tests.viewer.table import Table

RED, BLUE = "probe_left both_flanks ambush", "probe_right ambush"


def table_of(
    red: str = RED, blue: str = BLUE, *dice: int, name: str = "command_cards", **start: Any
) -> Table:
    """A window on a small game of cards in which these hands were dealt; two people play."""
    return Table(Session(tiny(name), dealt(name, red, blue, *dice, **start)))


def alone(
    red: str = RED, blue: str = BLUE, *dice: int, name: str = "command_cards", **start: Any
) -> Table:
    """The same with a computer player for blue, so that red has the window to itself."""
    state = dealt(name, red, blue, *dice, **start)
    return Table(Session(tiny(name), state, players={"blue": "greedy"}))


def middle(table: Table, key: str) -> tuple[int, int]:
    """The middle of a widget."""
    return table.tree.find(key=key).rect.center


def on_the_map(table: Table) -> tuple[int, int]:
    """A pixel of the map."""
    return table.board.view.rect.center


def played(table: Table) -> list[str]:
    """What has been played."""
    return [str(entry.action) for entry in table.session.entries]


# -- playing ---------------------------------------------------------------------------------------


def test_a_click_plays_a_card() -> None:
    table = alone()
    table.click_at(middle(table, "card-probe_left"))
    assert played(table) == ["play probe_left"]


def test_a_card_that_is_pointed_at_shows_whom_it_would_order() -> None:
    """Before it is played, and nothing has come of it."""
    table = alone("many probe_left assault")
    table.move_to(middle(table, "card-assault"))
    after = table.session.state.clone()
    after.apply("play assault")
    assert after.decision is not None and after.decision.units
    assert table.board.view.concerned == after.decision.units
    table.move_to(on_the_map(table))
    assert table.board.view.concerned == ()
    assert played(table) == []


def test_a_card_is_dragged_onto_the_map() -> None:
    table = alone()
    table.drag(middle(table, "card-both_flanks"), on_the_map(table))
    assert played(table) == ["play both_flanks"]


def test_a_card_that_is_dropped_elsewhere_goes_back() -> None:
    table = alone()
    beside = table.tree.find(key="card-both_flanks").rect
    table.drag(middle(table, "card-probe_left"), (beside.centerx, beside.top + 3))
    assert played(table) == [] and table.shown("card-probe_left")


def test_escape_puts_a_card_back_that_is_on_its_way() -> None:
    table = alone()
    table.take_hold(middle(table, "card-probe_left"))
    table.move_to(on_the_map(table), (1, 0, 0))
    assert table.board.carried_card.position is not None
    table.press("escape")
    table.drop(on_the_map(table))
    assert played(table) == []


def test_a_card_on_its_way_is_drawn_where_the_pointer_is() -> None:
    table = alone()
    table.take_hold(middle(table, "card-probe_left"))
    x, y = on_the_map(table)
    before = table.app.surface.get_at((x, y))
    table.move_to((x, y), (1, 0, 0))
    assert table.app.surface.get_at((x, y)) != before


def test_a_card_with_several_ways_says_that_one_is_to_be_chosen() -> None:
    """A card that is played for its event or for points has a button for each."""
    table = alone("skirmish levy parade mud", "skirmish spies entry", name="card_driven")
    table.drag(middle(table, "card-skirmish"), on_the_map(table))
    assert played(table) == []
    assert "several ways" in table.label("notice-text")
    table.click_at(middle(table, "card-play-skirmish-as-operations"))
    assert played(table) == ["play skirmish as operations"]


# -- what cannot be played -------------------------------------------------------------------------


def test_a_card_that_cannot_be_played_is_dim_and_says_why() -> None:
    table = alone()
    node = table.tree.find(key="card-ambush")
    assert not node.enabled
    table.move_to(node.rect.center)
    table.drag(node.rect.center, on_the_map(table))
    assert played(table) == []
    face = next(w for w in table.board.walk() if w.key == "card-ambush")
    assert "1.5: Ambush is played in answer only." in face.tooltip


def test_where_a_card_has_to_be_played_no_key_is_said_to_end_the_phase() -> None:
    table = alone()
    assert table.label("prompt") == "Red: Play a card."
    assert "ends the phase" not in table.label("notice-text")
    assert not table.tree.find(key="button-end_phase").enabled
    table.press("e")
    assert played(table) == []
    assert table.label("notice-text") == "Red has to play a card."


FREE = """
sequence:
  phases:
    - {id: deal, kind: deal}
    - {id: red_card, kind: card, side: red}
    - {id: red_movement, kind: movement, side: red, only: {state: ordered}}
    - {id: red_end, kind: recovery, side: red}
    - {id: blue_card, kind: card, side: blue}
    - {id: blue_combat, kind: combat, side: blue}
    - {id: blue_end, kind: recovery, side: blue}
"""


def test_where_none_has_to_be_played_the_key_is_said(tmp_path: Path) -> None:
    game = varied(tmp_path, FREE, "command_cards")
    table = Table(Session(game, game.start(seed=3), players={"blue": "greedy"}))
    assert "ends the phase" in table.label("notice-text")
    assert table.tree.find(key="button-end_phase").enabled


# -- the others ------------------------------------------------------------------------------------


def test_the_enemys_hand_is_backs_with_their_number() -> None:
    table = alone()
    assert table.label("hand-command-blue") == "Blue: 2 cards"
    told = " ".join(node.label for node in table.tree.walk())
    assert "Probe right" not in told


def test_discards_are_leafed_through_and_left_again() -> None:
    table = alone("probe_left guns many")
    assert not table.tree.find(key="heap-command").enabled
    table.click_at(middle(table, "card-guns"))
    while table.session.state.phase != "red_movement":
        table.press("e")
    table.click_at(middle(table, "heap-command"))
    assert table.shown("card-guns") and not table.shown("card-many")
    table.click_at(middle(table, "heap-command"))
    assert table.shown("card-many") and not table.shown("card-guns")


def test_a_hand_is_covered_while_two_people_look_on_and_handed_over() -> None:
    """Red plays and moves; then the window is handed over, and nobody sees a hand before it is."""
    table = table_of(RED, BLUE, 1, 1)
    titles = ("Probe left", "Both flanks")
    assert all(table.shown(f"card-{card}") for card in ("probe_left", "both_flanks"))
    table.click_at(middle(table, "card-probe_left"))
    for _ in range(6):
        if table.session.state.side_to_act == "blue":
            break
        table.press("e")
    assert table.session.state.side_to_act == "blue"
    seen = " ".join(node.label for node in table.tree.walk())
    assert not any(title in seen for title in (*titles, "Probe right"))
    table.press("enter")
    assert table.shown("card-probe_right") and not table.shown("card-probe_left")
    assert table.label("hand-command-red") == "Red: 3 cards"


FACING = {"R1": "0303", "R2": "0304", "B1": "0403", "B2": "0404"}


def test_an_attack_is_answered_with_a_card() -> None:
    """Blue, a person, is asked in red's turn; the card that answers is open, the other dim."""
    state = dealt("command_cards", "assault many guns", BLUE, 1, 1, setup=FACING)
    for line in ("play assault", "done", "attack 0403 by R1"):
        state.apply(line)
    table = Table(Session(tiny("command_cards"), state, players={"red": "greedy"}))
    assert table.session.state.decision is not None
    assert table.session.state.decision.kind == "answer"
    assert table.tree.find(key="card-ambush").enabled
    assert not table.tree.find(key="card-probe_right").enabled
    table.drag(middle(table, "card-ambush"), on_the_map(table))
    assert played(table)[0] == "play ambush"


def attacked(blue: str, *dice: int) -> State:
    """A red attack that blue may answer, with these cards in its hand."""
    state = dealt("command_cards", "assault many guns", blue, *dice, setup=FACING)
    for line in ("play assault", "done", "attack 0403 by R1"):
        state.apply(line)
    return state


def test_whoever_has_no_answer_is_not_asked_by_a_computer() -> None:
    state = attacked("probe_left probe_right", *[1] * 12)
    table = Table(Session(tiny("command_cards"), state, players={"red": "greedy"}))
    assert played(table)[0] == "pass"


def test_two_people_are_asked_in_the_open_and_no_card_is_seen() -> None:
    """No curtain falls for it, whether the hand holds an answer or not, and the window is alike."""
    said = []
    for blue in (BLUE, "probe_left probe_right"):
        table = Table(Session(tiny("command_cards"), attacked(blue, *[1] * 12)))
        table.board.match.hand_to("red")
        table.board.match.visibility.turned()
        table.board.rebuild()
        table.settle()
        assert isinstance(table.app.screen, BoardScreen)
        assert played(table) == []
        said.append({node.label for node in table.tree.walk()})
        pygame.display.quit()
    assert said[0] == said[1]
    assert not any("Ambush" in label or "Probe" in label for label in said[0])


@pytest.mark.parametrize("blue", [BLUE, "probe_left probe_right"])
def test_who_wants_to_be_asked_no_more_in_a_phase_is_not(blue: str) -> None:
    table = Table(Session(tiny("command_cards"), attacked(blue, *[1] * 12)))
    match = table.board.match
    match.hand_to("red")
    match.visibility.turned()
    table.board.rebuild()
    table.settle()
    assert "D: ask no more in this phase." in table.label("prompt")
    table.press("d")
    assert played(table)[0] == "pass"
    assert ("blue", match.state.turn, "red_combat") in match._unasked


def test_an_attack_may_be_let_go_on() -> None:
    state = dealt("command_cards", "assault many guns", BLUE, 1, 1, 1, 1, setup=FACING)
    for line in ("play assault", "done", "attack 0403 by R1"):
        state.apply(line)
    table = Table(Session(tiny("command_cards"), state, players={"red": "greedy"}))
    assert table.tree.find(key="button-end_phase").label == "Play no card: roll"
    table.press("e")
    assert played(table)[0] == "pass"


# -- how it reads ----------------------------------------------------------------------------------


def test_cards_read_like_cards() -> None:
    table = alone("many probe_left assault")
    read = {card.id: card.text for card in table.session.state.hand("red")}
    assert read["many"] == (
        "As many own units as there are cards in the hand come into the state Ordered."
    )
    assert read["probe_left"] == "At most 1 own unit in left comes into the state Ordered."
    assert read["assault"].endswith("For this turn: +1 column.")


@pytest.mark.parametrize("size", [(1280, 800), (1024, 700), (1920, 1080)])
def test_a_hand_has_room_at_all_sizes(size: tuple[int, int]) -> None:
    """No two cards lie over one another where there is room, and all lie in the window."""
    game = hexwar.load_game("three_mills")
    session = Session(game, game.start(seed=5), players={"duke": "greedy"})
    table = Table(session, size)
    faces = [node for node in table.tree.walk() if node.key.startswith("card-")]
    assert len(faces) >= 3
    for one in faces:
        assert table.app.surface.get_rect().contains(one.rect)
        assert one.rect.top >= table.board.view.rect.bottom


def test_an_answer_says_how_many_dice_are_thrown_with_it() -> None:
    """Dice with symbols are in no column of a table."""
    game = hexwar.load_game("three_mills")
    state = game.start("lesson", seed=97)
    for line in ("play centre_attacks", "done", "attack 0705 by LG"):
        state.apply(line)
    table = Table(Session(game, state, players={"duke": "greedy"}))
    labels = [node.label for node in table.tree.walk()]
    assert "At them: 4 dice" in labels


def test_a_card_that_orders_nobody_is_played_at_the_second_click_only() -> None:
    table = alone("guns many probe_left", BLUE, *[1] * 40, setup={"R1": "0104", "B1": "0704"})
    face = table.board.find("card-guns")
    assert face is not None and "It orders none of your units now." in face.tooltip
    table.click_at(middle(table, "card-guns"))
    assert not played(table)
    assert "Guns forward orders none of your units" in table.label("notice-text")
    table.click_at(middle(table, "card-probe_left"))
    assert not played(table), "the other one is warned of as well"
    table.click_at(middle(table, "card-probe_left"))
    assert played(table)[0] == "play probe_left"


def test_so_it_is_where_it_is_chosen_by_its_number() -> None:
    table = alone("guns many probe_left", BLUE, *[1] * 40, setup={"R1": "0104", "B1": "0704"})
    number = next(
        key[-1] for key in ("choice-1", "choice-2", "choice-3") if "Guns" in table.label(key)
    )
    assert "orders nobody" in table.label(f"choice-{number}")
    table.press(number)
    assert not played(table)
    table.press(number)
    assert played(table)[0] == "play guns"


def test_what_was_played_in_answer_is_said_and_another_copy_is_no_more_proposed() -> None:
    """In the prompt, the panel, the tag and the hand: else the player thinks nothing has come of it
    and plays the second copy for nothing.
    """
    state = attacked("ambush ambush", *[1] * 12)
    table = Table(Session(tiny("command_cards"), state, players={"red": "greedy"}))
    table.click_at(middle(table, "card-ambush"))
    assert table.session.state.side_to_act == "blue"
    assert "Ambush is played" in table.label("prompt")
    assert "another card" in table.label("prompt")
    assert table.label("battle-played") == "Ambush is played."
    assert any("Play no more cards" in node.label for node in table.tree.walk())
    face = table.board.find("card-ambush")
    assert isinstance(face, CardFace) and face.dim
    assert face.warning == "It changes nothing more in this battle now."
    before = played(table)
    table.click_at(middle(table, "card-ambush"))
    assert played(table) == before
    assert "changes nothing more" in table.label("notice-text")
