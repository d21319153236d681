"""Dice that are thrown again for a price, after the throw and before anything comes of it.

In the tiny game *second_throws* red pays with luck (2 points, twice a throw at most), blue as the
defender with fate (1 point); red may pray for other weather with two points of luck.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from hexwar.players import make_player
from hexwar.records import Session
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from tests.rules.tiny import listed, place, play, tiny, varied

MET = {"R1": "0303", "B1": "0403"}


def begin(*dice: int, phase: str = "red_combat") -> State:
    return place("second_throws", MET, phase, dice=dice)


def asked(state: State) -> tuple[str, str]:
    assert state.decision is not None
    return state.decision.side, state.decision.kind


def test_who_can_pay_is_asked_before_anything_comes_of_the_dice() -> None:
    state = begin(5)  # the attacker retreats
    state.apply("attack 0403 by R1")
    assert asked(state) == ("red", "reroll")
    assert state.position("R1") == "0303"
    assert listed(state) == ["rethrow luck", "pass"]


def test_the_second_throw_counts_better_or_worse_and_costs_its_price() -> None:
    state = begin(4, 5)
    state.apply("attack 0403 by R1")
    events = state.apply("rethrow luck")
    assert state.records()["luck"] == 1
    assert [e.kind for e in events] == ["points_spent", "thrown_again", "battle"]
    assert events[1].rule == "8.1"
    assert events[2].fields["result"] == "AR"
    for _ in range(2):
        state.apply("pass")  # red, then blue, let it stand
    assert asked(state) == ("red", "retreat")


def test_the_other_side_answers_and_the_first_is_asked_anew() -> None:
    state = begin(4, 5, 1)
    state.apply("attack 0403 by R1")
    state.apply("pass")
    assert asked(state) == ("blue", "reroll")
    state.apply("rethrow fate")
    assert state.records()["fate"] == 0
    assert asked(state) == ("red", "reroll")


def test_no_throw_is_made_again_more_often_than_the_rules_say() -> None:
    state = begin(4, 4, 4)
    state.apply("attack 0403 by R1")
    state.apply("rethrow luck")
    state.apply("rethrow luck")
    assert asked(state) == ("blue", "reroll")
    why = state.explain("rethrow luck")
    assert why is not None
    assert (why.rule, why.message) == ("8.2", "luck cannot be used now: Fate can.")


def test_who_does_not_fight_as_the_rules_want_is_not_asked() -> None:
    """Fate is the defender's: as the attacker blue has none."""
    state = begin(5, phase="blue_combat")
    state.apply("attack 0303 by B1")
    assert asked(state)[0] == "red"
    state.apply("pass")
    assert asked(state) == ("blue", "retreat")


def test_a_condition_of_the_game_may_be_asked(tmp_path: Path) -> None:
    yaml = "rerolls: {luck: {if: {turn: {at_least: 2}}}}"
    game = varied(tmp_path, yaml, "second_throws")
    for turn, side in ((1, "blue"), (2, "red")):
        state = game.start(setup=MET, phase="red_combat", dice=(1,), turn=turn)
        state.apply("attack 0403 by R1")
        assert asked(state) == (side, "reroll")


def test_a_throw_on_a_table_is_made_again() -> None:
    state = place("second_throws", {"R1": "0101", "B1": "0701"}, "blue_movement", dice=(6, 1))
    while asked(state)[1] != "reroll":
        state.apply("done")
    assert state.records()["weather"] == "clear"
    state.apply("rethrow sky")
    assert state.records()["luck"] == 0
    assert state.records()["weather"] == "clear"


def test_what_can_come_of_an_attack_ends_where_somebody_is_asked() -> None:
    """Outcomes are exact up to the choice, and after it for the dice that are thrown again."""
    state = tiny("second_throws").start(setup=MET, phase="red_combat")
    chances = state.outcomes("attack 0403 by R1")
    assert sum(chance.probability for chance in chances) == 1
    assert all(asked(chance.state)[1] == "reroll" for chance in chances)
    again = chances[0].state.outcomes("rethrow luck")
    assert sum(chance.probability for chance in again) == 1
    assert {chance.state.records()["luck"] for chance in again} == {1}


def test_the_dice_are_not_taken_back_and_to_let_them_stand_is() -> None:
    game = tiny("second_throws")
    session = Session(game, game.start(setup=MET, phase="red_combat", seed=1))
    session.apply("attack 0403 by R1")
    assert not session.can_undo
    session.apply("pass")
    assert session.can_undo or asked(session.state)[1] != "reroll"


def test_a_save_holds_the_offer() -> None:
    state = begin(4)
    state.apply("attack 0403 by R1")
    twin = tiny("second_throws").state_from_dict(state.to_dict())
    assert twin == state
    assert listed(twin) == listed(state)


@pytest.mark.parametrize("seed", range(3))
def test_random_games_and_the_computer_go_on(seed: int) -> None:
    state = tiny("second_throws").start(seed=seed)
    play(state, Random(seed), 200)
    assert broken_invariants(state) == []
    state = tiny("second_throws").start(setup=MET, phase="red_combat", seed=seed)
    state.apply("attack 0403 by R1")
    assert make_player("greedy").choose(state, Random(seed)).verb in ("rethrow", "pass")
