"""What sides are called in sentences."""

from __future__ import annotations

from copy import deepcopy

import pytest

import hexwar
from hexwar.definition.grammar import in_prose, opening
from hexwar.rules.sides.section import Side, Sides


@pytest.mark.parametrize(
    ("name", "called", "plural", "wins"),
    [
        ("Red", "", None, "Red wins"),
        ("Halvar", "", None, "Halvar wins"),
        ("Clans", "", None, "The Clans win"),
        ("Taliban", "", True, "The Taliban win"),
        ("Axis", "", None, "Axis wins"),
        ("The Allies", "", None, "The Allies win"),
        ("The Allies", "the Western Allies", None, "The Western Allies win"),
        ("League", "the League", None, "The League wins"),
        ("Soviet", "the Soviets", None, "The Soviets win"),
        ("USMC", "the USMC", None, "The USMC wins"),
    ],
)
def test_a_side_wins_by_what_a_sentence_calls_it(
    name: str, called: str, plural: bool | None, wins: str
) -> None:
    """Its name alone, where it is of one and the author says no more; with *the*, if of many."""
    told = Side(id="red", name=name, called=called, plural=plural).told
    assert (str(told), opening(told, "wins")) == (name, wins)


def test_what_a_side_is_called_goes_with_its_name_where_that_is_copied() -> None:
    name = hexwar.load_game("orva_front").start(seed=0).resolved[Sides].names["union"]
    assert in_prose(deepcopy(name)) == "the Union"


def test_sentences_of_a_game_have_the_article_and_titles_do_not() -> None:
    state = hexwar.load_game("strike_force_one").start(seed=0)
    state.apply("resign")
    assert state.verdict == "The U.S. wins" and state.outcome == "The Soviets resign."
    assert state.resolved[Sides].names["soviet"] == "Soviet"


def test_an_edition_calls_its_sides_otherwise() -> None:
    state = hexwar.load_game("strike_force_one").start(edition="opfor_bluefor", seed=0)
    state.apply("resign")
    assert state.verdict == "Bluefor wins"
