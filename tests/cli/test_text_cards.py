"""The text mode with cards: the hand, why a card is not played, what lies open, what is hidden."""

from __future__ import annotations

import io
from random import Random

import hexwar
from hexwar.cli.text.conversation import TextGame
from hexwar.records import Session
from tests.cli.conversation import Typed, answer, position
from tests.rules.cards import dealt
from tests.rules.tiny import tiny

RED, BLUE = "probe_left both_flanks ambush", "probe_right ambush"


def session(*lines: str, red: str = RED, dice: tuple[int, ...] = ()) -> Session:
    """Red, a person, has these cards; blue is played by the computer."""
    state = dealt("command_cards", red, BLUE, *dice)
    for line in lines:
        state.apply(line)
    return Session(tiny("command_cards"), state, players={"blue": "greedy"})


def test_the_hand_is_said_with_what_is_typed_to_play_it() -> None:
    said = answer(session(), "hand")
    assert "Hand of Red:" in said
    assert "  Probe left. At most 1 own unit in left comes into the state Ordered." in said
    assert "    play probe_left" in said
    assert "cannot be played now: 1.5: Ambush is played in answer only." in said


def test_a_card_that_is_offered_says_what_it_does() -> None:
    said = " ".join(answer(session(), "").split())
    assert "play probe_left: Probe left. At most 1 own unit in left comes into" in said


def test_the_hand_of_others_is_a_number() -> None:
    said = answer(session(), "hand")
    assert "Blue holds 2 cards" in said
    assert "Probe right" not in said


def test_what_lies_open_is_said() -> None:
    assert answer(session(), "cards discards") == "No card lies open."
    said = answer(session("play guns", red="guns many assault"), "hand discards")
    assert "Command cards, discards:" in said and "  Guns forward." in said


def test_a_word_that_means_no_cards_is_answered() -> None:
    assert answer(session(), "cards deck").startswith("Say cards for your hand")


def test_a_game_without_cards_says_so() -> None:
    assert answer(position("us_movement", A="0602", W="0403"), "hand") == "This game has no cards."


def test_where_units_hand_over_others_the_word_is_what_they_do() -> None:
    """In games in which those who are hurt are handed over, the command is called cards alone."""
    game = hexwar.load_game("force_on_force")
    assert "This game has no cards." not in answer(Session(game, game.start(seed=1)), "hand")
    assert "This game has no cards." in answer(Session(game, game.start(seed=1)), "cards")


def test_a_card_that_orders_nobody_is_asked_about_where_somebody_types() -> None:
    for typed in (["play guns"] * 2, ["2"] * 2):
        setup = {"R1": "0104", "B1": "0704"}
        state = dealt("command_cards", "guns many assault", BLUE, 3, 3, setup=setup)
        session = Session(tiny("command_cards"), state, players={"blue": "greedy"})
        output = io.StringIO()
        game = TextGame(session, Typed(), output, Random(1))
        game.describe()
        lines = [str(choice.action) for choice in game.numbered]
        word = typed[0] if typed[0] != "2" else str(lines.index("play guns") + 1)
        game.answer(word)
        assert not session.entries
        assert "Guns forward orders none of your units: type it again" in output.getvalue()
        game.answer(word)
        assert [str(entry.action) for entry in session.entries] == ["play guns"]
