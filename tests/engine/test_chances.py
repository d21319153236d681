"""Chance with positions and forced dice: what can come of an action, with its probability."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from random import Random

import pytest

import hexwar
from hexwar.engine import Action
from hexwar.engine.dice import DiceExhaustedError, chances
from hexwar.rules.state import State
from tests.rules.tiny import tiny

SFO = hexwar.load_game("strike_force_one")
SCS = hexwar.load_game("scs_sample")
STACKED = {"I1": "05.05", "V1": "06.06", "V2": "06.06", "G1": "06.06"}


def duel() -> State:
    setup = {"A": "0503", "B": "0602", "X": "0502"}
    return SFO.start("standard", setup=setup, phase="soviet_combat", turn=2, seed=1)


def battle() -> State:
    return SCS.start("battle", setup=STACKED, phase="league_combat", seed=4)


def test_a_game_names_its_sides_in_order() -> None:
    assert [(id_, side.name) for id_, side in SFO.sides.items()] == [
        ("soviet", "Soviet"),
        ("us", "U.S."),
    ]


def results(state: State, action: str) -> dict[str, Fraction]:
    """The chances of an attack by the result that is told, of those that end alike by the first."""
    return {
        str(chance.state.events[0].result): chance.probability
        for chance in state.outcomes(action)
        if chance.state.events
    }


def test_outcomes_are_those_of_the_preview() -> None:
    action = "attack 0502 by A B"
    assert results(duel(), action) == duel().preview(action).probabilities


def test_results_that_leave_the_same_position_are_one() -> None:
    """I1 has two steps: two losses end it, whatever else it would have had to retreat."""
    action = "attack 06.06 by I1"
    foreseen = battle().preview(action).probabilities
    assert results(battle(), action)["A2r2"] == foreseen["A2r2"] + foreseen["A2r1"]


def test_outcomes_leave_the_state_alone_and_can_be_made_again() -> None:
    state = battle()
    before = state.to_dict()
    chances = state.outcomes("attack 06.06 by I1")
    assert state.to_dict() == before
    for chance in chances:
        again = state.clone()
        again.apply("attack 06.06 by I1", dice=chance.dice)
        assert again == chance.state


def test_what_no_die_decides_comes_for_certain() -> None:
    state = duel()
    (only,) = state.outcomes("done")
    assert only.probability == 1
    assert only.dice == ()
    state.apply("done")
    assert state == only.state


def test_dice_that_hang_on_dice_before_them_are_thrown_too() -> None:
    state = tiny("weather").start(seed=0)
    while state.outcomes("done")[0].dice == ():
        state.apply("done")
    chances = state.outcomes("done")
    assert sum(chance.probability for chance in chances) == 1
    assert len({str(chance.state.records()["weather"]) for chance in chances}) > 1


def test_forced_dice_are_thrown_and_the_games_own_go_on() -> None:
    forced, other = duel(), duel()
    (event,) = forced.apply("attack 0502 by A B", dice=[6])
    assert (event.die, event.result) == (6, "AR")
    other.apply("attack 0502 by A B", dice=[5], events=False)
    assert forced == other
    assert forced.rolled == 1
    assert forced.dice is duel().dice or forced.dice.key == duel().dice.key


@pytest.mark.parametrize(
    ("dice", "why"),
    [
        ([], "hold 0 faces and another was asked for"),
        ([7], "show 7 on a d6"),
        ([0], "show 0 on a d6"),
        ([1, 2], "2 dice are given, and 1 are thrown"),
        (["1"], "a list of whole numbers"),
        ([True], "a list of whole numbers"),
    ],
)
def test_dice_that_do_not_fit_change_nothing(dice: list[int], why: str) -> None:
    state = duel()
    before, key = state.to_dict(), state.dice.key
    with pytest.raises(ValueError, match=why):
        state.apply("attack 0502 by A B", dice=dice)
    assert (state.to_dict(), state.dice.key) == (before, key)


def test_what_is_illegal_is_refused_before_any_die() -> None:
    state = duel()
    for attempt in (
        lambda: state.apply("attack 0602 by A", dice=[1]),
        lambda: state.outcomes("attack 0602 by A"),
    ):
        with pytest.raises(hexwar.IllegalAction):
            attempt()


def test_too_many_throws_are_not_listed() -> None:
    with pytest.raises(ValueError, match="more than 3 throws"):
        battle().outcomes("attack 06.06 by I1", most=3)


def test_scripted_games_can_force_dice_too() -> None:
    setup = {"A": "0503", "X": "0502"}
    state = SFO.start("standard", setup=setup, phase="soviet_combat", dice=[3])
    state.apply("attack 0502 by A", dice=[5])
    with pytest.raises(DiceExhaustedError):
        state.dice.roll(1, 6)


def test_a_game_is_played_by_its_outcomes() -> None:
    """Whoever draws among outcomes by their probability plays by the rules, to the end."""
    state, random = SFO.start("standard", seed=3), Random(3)
    while not state.is_over:
        action = state.sample_action(random)
        chances = state.outcomes(action)
        assert sum(chance.probability for chance in chances) == Fraction(1)
        state = random.choices(chances, [float(chance.probability) for chance in chances])[0].state
    assert state.winner in SFO.sides


class Two:
    """Two dice, of which the sum counts; ``looks`` has how often it was looked at closely."""

    def __init__(self, looks: list[int]) -> None:
        self.looks, self.sum = looks, 0

    def clone(self) -> Two:
        return Two(self.looks)

    def apply(self, action: Action, *, dice: Iterable[int] | None = None) -> None:
        faces = tuple(dice or ())
        if len(faces) < 2:
            raise DiceExhaustedError("more dice", 6)
        self.sum = sum(faces)

    def in_brief(self) -> bool:
        return self.sum == 2

    def in_full(self) -> int:
        self.looks.append(self.sum)
        return self.sum


def test_positions_that_are_alike_are_looked_at_once_each() -> None:
    """And none that is like no other; not each beside all others."""
    looks: list[int] = []
    found = chances(Two(looks), Action("roll"), 100)
    assert [one.state.sum for one in found] == list(range(2, 13))
    assert [one.probability * 36 for one in found] == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert found[4].dice == (1, 5)
    assert len(looks) == 35
    assert 2 not in looks


def test_positions_are_equal_where_all_of_them_is() -> None:
    one, other = duel(), duel()
    assert (one.in_brief(), one.in_full()) == (other.in_brief(), other.in_full())
    other.apply("done")
    assert one.in_brief() == other.in_brief()
    assert one.in_full() != other.in_full()
