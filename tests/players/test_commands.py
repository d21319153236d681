"""Cards as the search proposes them: each in the hand, with units that it may order."""

from __future__ import annotations

from random import Random

from hexwar.engine import Action
from hexwar.players.search.candidates import Candidates
from hexwar.players.search.forming import Commands, forms_here
from hexwar.players.search.player import planning
from hexwar.rules.state import State
from tests.rules.cards import dealt, hand

RED, BLUE = "probe_left both_flanks assault", "probe_right ambush"
FACING = {"R1": "0102", "R2": "0303", "R3": "0104", "B1": "0403", "B2": "0704"}


def position() -> State:
    """Red has three cards that can be played; R2 alone stands beside an enemy."""
    return dealt("command_cards", RED, BLUE, *[1] * 20, setup=FACING)


def test_each_card_is_proposed_with_the_units_that_it_orders() -> None:
    state = position()
    assert forms_here(state) is Commands
    found = Commands(state, 0, Random(1)).all()
    played = {str(one.actions[0]) for one in found}
    assert played == {f"play {card}" for card in hand(state, "red")}
    assert any(len(one.actions) > 1 for one in found)


def test_what_is_proposed_can_be_done_in_its_order() -> None:
    for one in Commands(position(), 0, Random(2)).all():
        twin = position()
        for action in one.actions:
            assert twin.explain(action) is None, one
            twin.apply(action)


def test_the_unit_that_matters_most_is_ordered_first() -> None:
    """The first proposal of a card orders the unit beside the enemy; among all there are others."""
    for seed in range(5):
        found = [one.actions for one in Commands(position(), 0, Random(seed)).all()]
        probes = [actions for actions in found if str(actions[0]) == "play probe_left"]
        assert probes[0][1] == Action("command", ("R2",))
    every = {
        str(one.actions[1])
        for seed in range(12)
        for one in Commands(position(), 0, Random(seed)).all()
        if str(one.actions[0]) == "play probe_left"
    }
    assert every > {"command R2"}


def test_plans_of_a_phase_of_cards_differ_in_card_and_in_units() -> None:
    """A search compares each card, and more than one choice of units."""
    made = Candidates(position(), 0, Random(3), planning)
    plans = made.of_phase(made.own(), 12)
    cards = {str(plan.actions[0]) for plan in plans}
    assert {f"play {card}" for card in RED.split()} <= cards
    assert len({plan.actions for plan in plans}) > len(cards)
