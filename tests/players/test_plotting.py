"""Computer players write orders: from what they see, against plots that they guess."""

from __future__ import annotations

from functools import partial
from itertools import combinations
from random import Random

import pytest

from hexwar import load_game
from hexwar.players import make_player
from hexwar.players.decider import QUICK
from hexwar.players.greedy import GreedyPlayer, guessed
from hexwar.players.plotting import (
    carried_out,
    orders_worth_trying,
    sheet_of_others,
    stopped,
    with_sheet,
)
from hexwar.players.search.rollouts import EnemyTurns
from hexwar.rules.plots.rules import WRITTEN, Written
from hexwar.rules.state import State
from tests.rules.tiny import tiny


def written_by(player: str, state: State, side: str, seed: int = 1) -> tuple[object, ...]:
    """What a player writes for a side, to the end of its writing."""
    chooser, random = make_player(player), Random(seed)
    while state.side_to_act == side:
        state.apply(chooser.choose(state, random))
    index = state.frame.side_index[side]
    own = state.memory[WRITTEN].where(lambda unit: state.frame.unit_side[unit] == index)
    return own.paths, own.states


@pytest.mark.parametrize("player", ["greedy"])
@pytest.mark.parametrize("name", ["broadsides", "sloops"])
def test_a_player_writes_for_all_its_units(player: str, name: str) -> None:
    state = tiny(name).start(seed=1)
    paths, states = written_by(player, state, "red")
    assert isinstance(paths, tuple) and isinstance(states, tuple)
    assert len(paths) == 3
    assert len(states) == (3 if name == "sloops" else 0)


@pytest.mark.parametrize("player", ["greedy"])
def test_what_others_have_written_is_not_known(player: str) -> None:
    """Blue writes the same whatever red has written, or if nothing."""
    found = set()
    for seed in range(3):
        state, random = tiny("broadsides").start(seed=1), Random(seed)
        while state.side_to_act == "red":
            state.apply(state.sample_action(random))
        found.add(written_by(player, state, "blue"))
    assert len(found) == 1


def test_it_is_better_to_write_than_to_draw() -> None:
    """Orders that are drawn lose."""
    winners = []
    for seed in range(2):
        state, random = tiny("broadsides").start(seed=seed), Random(seed)
        players = {"red": make_player("greedy"), "blue": make_player("random")}
        while not state.is_over:
            state.apply(players[state.side_to_act or ""].choose(state, random), events=False)
        winners.append(state.winner)
    assert winners == ["red", "red"]


def test_a_plan_is_made_once_a_phase() -> None:
    """Orders that are written are not thought of again, and the same seed writes the same."""
    one, other = (tiny("broadsides").start(seed=2) for _ in range(2))
    assert written_by("greedy", one, "red", 4) == written_by("greedy", other, "red", 4)


def sheet(state: State, side: str, seed: int = 3) -> Written:
    """What the others may have written, as a side thinks."""
    index = state.frame.side_index[side]
    policy = partial(GreedyPlayer, effort=QUICK, in_world=True)
    return sheet_of_others(guessed(state, index), index, policy, Random(seed))


def test_others_are_thought_to_write_for_all_their_units_and_for_no_others() -> None:
    state = tiny("sloops").start(seed=1)
    found, owner = sheet(state, "red"), state.frame.unit_side
    blue = {unit for unit, side in enumerate(owner) if side == state.frame.side_index["blue"]}
    assert {unit for _, unit, _ in found.paths} == blue
    assert {unit for _, unit, _ in found.states} == blue


def test_what_others_may_have_written_is_thought_out_without_ones_own_orders() -> None:
    """Who writes first and who writes after the others, whatever it was, think the same."""
    fresh = tiny("broadsides").start(seed=1)
    state, random = tiny("broadsides").start(seed=1), Random(1)
    state.apply(state.sample_action(random))
    assert sheet(state, "red") == sheet(fresh, "red")
    found = set()
    for seed in range(3):
        state, random = tiny("broadsides").start(seed=1), Random(seed)
        while state.side_to_act == "red":
            state.apply(state.sample_action(random))
        found.add(sheet(state, "blue"))
    assert len(found) == 1 and found.pop().paths


def test_in_a_world_others_have_written_what_stands_in_the_sheet() -> None:
    """Of a unit that is not where it was thought to be what was guessed of it stays."""
    state, random = tiny("broadsides").start(seed=1), Random(1)
    while state.side_to_act == "red":
        state.apply(state.sample_action(random))
    blue, owner = state.frame.side_index["blue"], state.frame.unit_side
    thought, found = guessed(state, blue), sheet(state, "blue")
    world = next(state.worlds("blue", Random(5)))
    before: Written = world.memory[WRITTEN]
    gone = next(unit for unit, side in enumerate(owner) if side != blue)
    thought.place(gone, 0)
    after: Written = with_sheet(world, blue, thought, found).memory[WRITTEN]
    red = {unit for unit, side in enumerate(owner) if side != blue}
    assert {unit for _, unit, _ in after.paths} == red
    for unit in red:
        assert after.path(0, unit) == (before if unit == gone else found).path(0, unit)


def test_a_turn_of_orders_is_over_when_they_are_to_be_written_anew() -> None:
    """Whoever thinks in a later phase looks no farther: what is written then nobody knows."""
    state, random = tiny("broadsides").start(seed=1), Random(1)
    kinds = state.frame.phase_kinds
    while kinds[state.phase_index] == "plot":
        state.apply(state.sample_action(random), events=False)
    clock = EnemyTurns(state, 0)
    while kinds[state.phase_index] != "plot":
        assert clock.passed(state) == 0
        state.apply(state.sample_action(random), events=False)
    assert clock.passed(state) == 1


def test_a_side_that_does_not_write_is_not_asked_what_it_writes() -> None:
    """In *turned_up* green writes in a phase of its own."""
    state, player, random = tiny("turned_up").start(seed=1), make_player("greedy"), Random(1)
    writers = set()
    while not state.is_over:
        side, action = state.side_to_act, player.choose(state, random)
        writers |= {side} if action.verb in ("order", "plot") else set()
        state.apply(action, events=False)
    assert writers == {"red", "blue", "green"}


def test_no_two_ships_of_a_side_are_ordered_into_one_hex() -> None:
    """Where both stop, and what comes of it, is a throw of dice that few trials show."""
    state = load_game("skerry_sound").start("anchorage", seed=2)
    chooser, random, ends = GreedyPlayer(), Random(2), list[str]()
    while not ends or state.side_to_act == "isles":
        side = str(state.side_to_act)
        action = chooser.choose(state.seen_by(side), random)
        if side == "isles" and action.verb == "plot":
            ends.append(action.hexes[-1])
        state.apply(action)
    assert len(ends) == 5
    assert len(set(ends)) == 5


def test_who_meets_others_is_stopped_and_who_is_to_stay_is_not() -> None:
    state = load_game("skerry_sound").start("anchorage", seed=2)
    while state.agenda[-1].kind != "plot":
        state.apply(state.sample_action(Random(1)))
    options = orders_worth_trying(state, state.agenda[-1].side(state))
    first, second = next(
        (order, other)
        for each, others in combinations(options, 2)
        for order in each
        for other in others
        if order.way and other.way and order.way[-1] == other.way[-1]
    )
    stay = [next(o for o in each if o.way == ()) for each in options]
    met = [{first.unit: first, second.unit: second}.get(order.unit, order) for order in stay]
    assert stopped(carried_out(state, stay, 1, {}), stay) == 0
    assert stopped(carried_out(state, met, 1, {}), met) > 0
