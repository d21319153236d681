"""The text mode as a new user reads it: no line too long, chances at a glance, whose turn it is."""

from __future__ import annotations

from random import Random

import pytest

from hexwar.cli.terminal import WIDEST, table
from hexwar.cli.text.answers import MOST_TOLD, odds
from hexwar.cli.text.visibility import Seen
from hexwar.records import Session
from hexwar.rules.state import State
from tests.cli.conversation import answer, position, talk

GAMES = (
    "force_on_force",
    "marenfeld",
    "orva_front",
    "scs_sample",
    "skerry_sound",
    "strike_force_one",
    "tamrat",
    "three_mills",
)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("line", ["tables", "units"])
def test_tables_fit_a_hundred_columns(name: str, line: str) -> None:
    printed = answer(Session.new(name, seed=4), line)
    assert len(printed.splitlines()) > 5
    assert max(map(len, printed.splitlines())) <= WIDEST


def test_a_wide_table_is_broken_within_its_widest_columns() -> None:
    """Nothing is lost, and cells stay below their headings."""
    words = " ".join(["word"] * 40)
    lines = table([["a", "what happens", "b"], ["1", words, "2"]])
    assert max(map(len, lines)) <= WIDEST
    assert lines[0].index("b") == lines[1].index("2")
    assert sum(line.count("word") for line in lines) == 40


def test_a_word_that_is_too_long_is_not_cut() -> None:
    assert "x" * 150 in table([["a"], ["x" * 150]])[1]


def test_odds_tell_the_three_likeliest_with_what_they_come_to() -> None:
    """And what the others are worth together, so that a battle of dice is read at a glance."""
    state = _attacked("three_mills")
    (attack,) = [a for a in state.legal_actions() if a.verb == "attack"][:1]
    preview = state.preview(str(attack))
    assert len(preview.outcomes) > MOST_TOLD
    lines = list(odds(state, preview))
    results = [line for line in lines if line.startswith("  ") and "%" in line]
    likeliest = sorted(preview.outcomes, key=lambda outcome: -outcome.probability)[:MOST_TOLD]
    assert [line.partition(": ")[2].split(". ")[0].rstrip(".") for line in results[:MOST_TOLD]] == [
        outcome.title for outcome in likeliest
    ]
    others = len(preview.outcomes) - MOST_TOLD
    assert results[MOST_TOLD].endswith(f"together: {others} other results.")


def _attacked(name: str) -> State:
    """A position of a game played at random in which somebody can be attacked."""
    session, random = Session.new(name, seed=5), Random(5)
    while not any(action.verb == "attack" for action in session.state.legal_actions()):
        session.apply(session.state.sample_action(random))
    return session.state


def test_several_units_are_ordered_in_one_line() -> None:
    """As the manual says: ``command A B``."""
    session = Session.new("three_mills", seed=4, players={"duke": "easy"})
    session.apply("play both_wings")
    assert "Ordered: L1, LS1." in answer(session, "command L1 LS1")


def test_of_several_units_those_are_ordered_that_can_be() -> None:
    """Up to the first that is refused, which is said."""
    session = Session.new("three_mills", seed=4, players={"duke": "easy"})
    session.apply("play both_wings")
    printed = answer(session, "command L1 L3 LS1")
    assert "No" in printed
    assert session.entries[-1].action.units == ("L1",)


def test_what_the_computer_does_stands_apart_below_a_heading() -> None:
    """Between a person's battle and its turn there is an empty line, and whose turn it is; said
    once, however much it does.
    """
    second = list(Session.new("strike_force_one", seed=1).players)[1]
    session = Session.new("strike_force_one", seed=1, players={second: "easy"})
    printed = talk(session, "done", "done", "done", "done")
    headings = [line for line in printed.splitlines() if line.startswith("-- ")]
    assert headings
    assert f"\n\n{headings[0]}\n" in printed
    assert "(Easy), turn 1 of" in headings[0]
    between = printed.split(headings[0])[1].split("> ")[0]
    assert between.count("-- ") == 0


def test_nothing_is_out_of_sight_for_cards_that_are_drawn_afterwards() -> None:
    """What a unit did in the open is told whole, though its side draws cards as its turn ends."""
    session, random = Session.new("three_mills", seed=3), Random(3)
    ended_by_moves = 0
    while not session.state.is_over:
        session.apply(session.state.sample_action(random))
        entry, seen = session.entries[-1], Seen(session.state, session.state.view("league"))
        if entry.side == "duke" and entry.action.units:
            ended_by_moves += seen.known_events(entry.events) != list(entry.events)
            assert seen.action_of(entry) == str(entry.action)
    assert ended_by_moves > 2


def test_a_hex_says_in_which_sectors_it_lies() -> None:
    session = Session.new("three_mills", seed=3)
    assert "  It is in: the three mills and the West." in answer(session, "hex 0305")
    assert "It is in" not in answer(position("us_movement"), "hex 0503")


def test_the_tables_list_places_with_their_hexes() -> None:
    printed = answer(Session.new("three_mills", seed=3), "tables")
    assert "Places:" in printed
    assert "the three mills" in printed
