"""Guesses at what is hidden: made of what a side sees, playable, and not all the same."""

from __future__ import annotations

import pickle
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import hexwar
from hexwar.engine.position import bits
from hexwar.rules.hidden.rules import HiddenRules
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from tests.examples import examples
from tests.rules.tiny import tiny

SHIPPED = ("scs_sample", "force_on_force", "tamrat")
TINY = ("hiding", "ambush", "lurking", "scs_field", "scs_results", "small_series", "scs_winter")
"""Units that hide in woods; those that lie in stacks of which the top is seen."""


def reached(name: str, seed: int, decisions: int) -> State:
    """A position of a random game in which all hide that can."""
    game = hexwar.load_game(name) if name in SHIPPED else tiny(name)
    state, random = game.start(seed=seed), Random(seed)
    for _ in range(decisions):
        if state.is_over:
            break
        action = state.sample_action(random)
        if state.decision is not None and state.decision.kind == "hiding":
            action = next(iter(state.legal_actions()))
        state.apply(action, events=False)
    return state


def without_dice(state: State) -> dict[str, Any]:
    return {key: value for key, value in state.to_dict().items() if key != "dice"}


def hiding_from(state: State) -> str | None:
    """A side that does not see everything."""
    sides = state.frame.side_ids
    return next((side for at, side in enumerate(sides) if state.hidden(at)), None)


def twin_of(state: State, side: str, random: Random) -> State:
    """One that differs in what is hidden from a side alone, if there is any."""
    twin, board, hidden = state.clone(seed=7), state.frame.board, state.rules.find(HiddenRules)
    unseen = state.hidden(state.frame.side_index[side])
    for unit in bits(unseen & state.secret if hidden is not None else 0):
        taken = sum({board.bit[cell] for cell in twin.cells})
        twin.place(unit, board.draw(hidden.places & ~taken, random) if hidden else 0)
    below = list(bits(unseen & ~state.secret))
    random.shuffle(below)
    for one, other in zip(below[::2], below[1::2], strict=False):
        tried = twin.clone()
        tried.place(one, twin.cells[other])
        tried.place(other, twin.cells[one])
        if tried.view(side).to_dict() == state.view(side).to_dict():
            twin = tried
    return twin


@examples(0.4)
@given(
    st.sampled_from(SHIPPED + TINY),
    st.integers(0, 60),
    st.integers(1, 40),
)
def test_a_world_looks_as_the_game_and_can_be_played_on(
    name: str, seed: int, decisions: int
) -> None:
    state, random = reached(name, seed, decisions), Random(seed)
    side = hiding_from(state)
    assume(side is not None and not state.is_over)
    assert side is not None
    before = state.to_dict()
    (world,) = islice(state.worlds(side, random), 1)
    assert world.view(side).to_dict() == state.view(side).to_dict()
    assert without_dice(world.seen_by(side)) == without_dice(state.seen_by(side))
    assert world.side_to_act == state.side_to_act
    assert world.dice.key != state.dice.key
    while not world.is_over:
        assert broken_invariants(world) == []
        world.apply(world.sample_action(random), events=False)
    assert state.to_dict() == before


@examples(0.4)
@given(
    st.sampled_from(SHIPPED + TINY),
    st.integers(0, 60),
    st.integers(1, 40),
)
def test_worlds_of_twins_are_the_same(name: str, seed: int, decisions: int) -> None:
    """And so are those of what the side sees, as it is or read from a pickle."""
    state = reached(name, seed, decisions)
    side = hiding_from(state)
    assume(side is not None)
    assert side is not None
    seen = state.seen_by(side)
    alike = (state, seen, pickle.loads(pickle.dumps(seen)), twin_of(state, side, Random(seed)))  # noqa: S301
    drawn = [[w.to_dict() for w in islice(s.worlds(side, Random(seed)), 3)] for s in alike]
    assert all(worlds == drawn[0] for worlds in drawn)


@pytest.mark.parametrize(
    ("name", "side"), [("scs_sample", "league"), ("force_on_force", "usmc"), ("tamrat", "column")]
)
def test_what_is_hidden_is_not_the_same_in_all_worlds(name: str, side: str) -> None:
    state = reached(name, 3, 30)
    assert state.hidden(state.frame.side_index[side])
    drawn = [without_dice(world) for world in islice(state.worlds(side, Random(1)), 12)]
    assert any(world != drawn[0] for world in drawn)


def test_where_nothing_is_hidden_only_the_dice_differ() -> None:
    state = hexwar.load_game("strike_force_one").start("standard", seed=1)
    worlds = list(islice(state.worlds("us", Random(1)), 3))
    assert all(without_dice(world) == without_dice(state) for world in worlds)
    assert len({world.dice.key for world in (*worlds, state)}) == 4


def test_a_side_that_there_is_not_is_refused_at_once() -> None:
    state = hexwar.load_game("strike_force_one").start("standard")
    with pytest.raises(ValueError, match="there is no side nato"):
        state.worlds("nato", Random(1))


# -- below top counters -------------------------------------------------------------------------


def below(state: State, side: str, number: str) -> set[tuple[str, ...]]:
    """What lies in a hex in forty worlds."""
    return {world.units_at(number) for world in islice(state.worlds(side, Random(2)), 40)}


def stacks(setup: dict[str, str], *, turn: int = 6) -> State:
    return tiny("small_series").start(setup=setup, phase="red_movement", turn=turn)


def test_somebody_lies_where_somebody_is_hidden_and_no_more_than_may() -> None:
    state = stacks({"R1": "03.05", "B1": "05.05", "B4": "05.05", "B5": "05.05", "B2": "07.05"})
    found = below(state, "red", "05.05")
    assert all("B1" in units and 2 <= len(units) <= 3 for units in found)
    assert below(state, "red", "07.05") == {("B2",)}
    assert len(found) > 1


def test_who_would_be_seen_on_top_lies_below_nobody() -> None:
    """A counter without attack is on top only where nobody attacks. Whom it hides then, of those
    who all attack, nobody can say: the stack goes on to hide somebody.
    """
    state = tiny("small_series").start(setup={"R5": "05.05", "B1": "08.08"}, phase="blue_movement")
    state.concealed_at = state.frame.board.mask(["05.05"])
    state.unseen = sum(1 << state.frame.unit_index[unit] for unit in ("R1", "R2", "R3"))
    for world in islice(state.worlds("blue", Random(2)), 5):
        assert world.units_at("05.05") == ("R5",)
        assert world.view("blue").hides("05.05")


def test_nobody_lies_where_it_could_not_have_come_by_now() -> None:
    """In turn 1 blue's units are near where they began; B6 comes in turn 2 and is nowhere yet."""
    setup = {"R1": "01.03", "B1": "07.04", "B4": "07.04"}
    near, far = stacks(setup, turn=1), stacks(setup, turn=6)
    assert all("B6" not in units for state in (near, far) for units in below(state, "red", "07.04"))
    assert below(near, "red", "07.04") < below(far, "red", "07.04")


def test_who_has_come_in_a_world_waits_no_more() -> None:
    """A reinforcement that may have entered lies in a stack in some worlds, and waits in others."""
    setup = {"R1": "01.03", "B1": "08.05"}
    state = tiny("small_series").start(setup=setup, phase="blue_movement", turn=2)
    state.apply("enter B6 08.05")
    found = set()
    for world in islice(state.worlds("red", Random(2)), 20):
        lies, waits = "B6" in world.units_at("08.05"), "B6" in world.waiting("blue")
        assert lies != waits
        found.add(lies)
    assert found == {False, True}
