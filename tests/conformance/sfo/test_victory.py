"""Strike Force One, 6.0: how to win."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from hexwar.rules.game import Game
from hexwar.rules.state import State
from tests.conformance.sfo.ground import attack, elsewhere, first, goals, listed, play, ring

WINNER = {0: "us", 1: "us", 2: "soviet", 3: "soviet"}
"""Towns with Soviet units at the end, and who has won."""


def towns(game: Game) -> list[str]:
    """The three Town hexes."""
    return sorted(game.map.region("towns"))


def finished(state: State) -> State:
    """The state after everybody has passed on everything."""
    while not state.is_over:
        play(state, "done")
    return state


@pytest.mark.rule("sfo", "6.0")
@pytest.mark.parametrize("scenario", ["standard", "advanced"])
@pytest.mark.parametrize("held", range(4))
def test_two_of_three_towns_decide(sfo: Game, scenario: str, held: int) -> None:
    for which in combinations(towns(sfo), held):
        state = sfo.start(scenario, setup=dict(zip("ABC", which, strict=False)), turn=4)
        finished(state)
        assert state.winner == WINNER[held]


def test_the_game_is_announced_with_this_goal(sfo: Game) -> None:
    """The Soviet side has to hold two towns; the U.S. side need not keep two."""
    summary = sfo.catalog.header.summary
    assert "Soviet" in summary and "must hold two" in summary and "keep" not in summary


@pytest.mark.rule("sfo", "6.0")
def test_no_town_counts_more_than_another_and_no_unit_either(sfo: Game) -> None:
    for pair in combinations(towns(sfo), 2):
        for units in ("AB", "EF", "CA"):
            state = sfo.start("standard", setup=dict(zip(units, pair, strict=True)), turn=4)
            assert finished(state).winner == "soviet"


@pytest.mark.rule("sfo", "6.0")
@pytest.mark.parametrize("turn", [1, 2, 3])
def test_nobody_wins_before_the_end_of_turn_four(sfo: Game, turn: int) -> None:
    """All three Towns in Soviet hands, and the game goes on."""
    setup = dict(zip("ABC", towns(sfo), strict=True))
    state = sfo.start("standard", setup=setup, turn=turn)
    while state.turn == turn:
        assert not state.is_over
        play(state, "done")
    assert (state.turn, state.is_over, state.winner) == (turn + 1, False, None)


@pytest.mark.rule("sfo", "6.0")
def test_the_last_u_s_combat_step_still_counts(sfo: Game) -> None:
    """Two Towns are held when turn 4 begins its last step, and one unit is thrown out of its."""
    for town, other in combinations(towns(sfo), 2):
        near = [h for h in sfo.map.neighbors(town) if sfo.map.terrain(h) == "open"]
        setup = {"A": town, "B": other, "X": next(h for h in near if h not in towns(sfo))}
        state = sfo.start("standard", setup=setup, turn=4, phase="us_combat", dice=[1])
        play(state, attack(town, "X"))
        while not state.is_over:
            lines = [str(action) for action in state.legal_actions()]
            outside = [line for line in lines if line.split()[-1] not in towns(sfo)]
            play(state, (outside or lines)[-1])
        assert state.winner == "us"


@pytest.mark.rule("sfo", "6.0")
def test_having_been_there_is_not_enough(sfo: Game) -> None:
    """Occupied means occupied at the end: A leaves its Town in turn 4."""
    first_town, second, third = towns(sfo)
    state = sfo.start("standard", setup={"A": first_town, "B": second}, turn=4)
    out = min(goals(state, "A") - {second, third})
    play(state, f"move A {out}")
    assert finished(state).winner == "us"


@pytest.mark.rule("sfo", "6.0")
def test_an_empty_town_belongs_to_nobody(sfo: Game) -> None:
    state = sfo.start("standard", setup={"A": towns(sfo)[0]}, turn=4)
    assert finished(state).winner == "us"


@pytest.mark.rule("sfo", "6.0")
def test_losses_do_not_count(sfo: Game) -> None:
    """Without a single U.S. unit the Soviets lose with one Town; with two units they win."""
    outside = [h for h in sorted(sfo.map.region("east_edge")) if sfo.map.terrain(h) == "open"]
    six = dict(zip("BCDEF", outside, strict=False))
    one = sfo.start("standard", setup={"A": towns(sfo)[0], **six}, turn=4)
    assert finished(one).winner == "us"
    two = sfo.start("standard", setup=dict(zip("AB", towns(sfo)[:2], strict=True)), turn=4)
    assert finished(two).winner == "soviet"


@pytest.mark.rule("sfo", "6.0")
def test_the_game_goes_on_when_a_side_has_lost_all_its_units(sfo: Game) -> None:
    centre, around = ring(sfo)
    setup = {"A": around[0], "W": centre}
    state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[6])
    play(state, attack(centre, "A"))
    assert state.position("A") is None
    assert not state.is_over
    assert finished(state).winner == "us"
    assert state.turn == 4


@pytest.mark.rule("sfo", "6.0")
def test_two_units_in_one_town_hold_one_town(sfo: Game) -> None:
    town = towns(sfo)[0]
    state = sfo.start("advanced", setup={"A": town, "B": town}, turn=4)
    assert finished(state).winner == "us"


@pytest.mark.rule("sfo", "6.0")
@pytest.mark.parametrize(("held", "winner"), [(1, "us"), (2, "soviet")])
def test_the_end_says_who_won_and_why(sfo: Game, held: int, winner: str) -> None:
    setup = dict(zip("AB", towns(sfo)[:held], strict=False))
    state = sfo.start("standard", setup={**setup, "F": elsewhere(sfo, setup.values(), 2)}, turn=4)
    told = []
    while not state.is_over:
        told += play(state, "done")
    over = first(told, "game_over")
    assert (over.winner, over.rule) == (winner, "6.0")
    assert state.outcome
    assert state.outcome in str(over)


@pytest.mark.rule("sfo", "6.0")
@pytest.mark.parametrize("scenario", ["standard", "advanced"])
def test_no_game_is_drawn(sfo: Game, scenario: str) -> None:
    """Random games: whoever wins, it is as the Towns say."""
    for seed in range(25):
        random = Random(seed)
        state = sfo.start(scenario, seed=seed)
        while not state.is_over:
            state.apply(state.sample_action(random), events=False)
        soviets = {state.position(unit) for unit in "ABCDEF"}
        assert state.winner == WINNER[len(soviets & set(towns(sfo)))]


@pytest.mark.rule("sfo", "6.0")
@pytest.mark.parametrize(("step", "winner"), [("soviet_movement", "us"), ("us_movement", "soviet")])
def test_a_player_may_resign(sfo: Game, step: str, winner: str) -> None:
    """Always legal, never listed: the only way to end early."""
    state = sfo.start("standard", phase=step)
    assert state.explain("resign") is None
    assert listed(state, "resign") == set()
    play(state, "resign")
    assert (state.is_over, state.winner) == (True, winner)


@pytest.mark.rule("sfo", "6.0")
def test_a_defender_who_is_asked_to_retreat_may_resign_as_well(sfo: Game) -> None:
    centre, around = ring(sfo)
    setup = {"A": around[0], "W": centre}
    state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[1])
    play(state, attack(centre, "A"), "resign")
    assert state.winner == "soviet"
