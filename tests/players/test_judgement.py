"""The greedy player's judgement, in positions whose right answer is plain to a person."""

from __future__ import annotations

from random import Random

import pytest

import hexwar
from hexwar.players import GreedyPlayer

GAME = hexwar.load_game("strike_force_one")
SEEDS = range(6)


def position(
    setup: dict[str, str], turn: int, phase: str, scenario: str = "standard"
) -> hexwar.State:
    """A set-up position; its dice are scripted and used up, so looking at one would fail."""
    return GAME.start(scenario, setup=setup, turn=turn, phase=phase, dice=[])


def chosen(state: hexwar.State, seed: int) -> str:
    """The first choice."""
    return str(GreedyPlayer().choose(state, Random(seed)))


def phase_played(state: hexwar.State, seed: int) -> hexwar.State:
    """The state when the present phase is over; only for phases without dice."""
    player, random, phase = GreedyPlayer(), Random(seed), state.phase
    while not state.is_over and state.phase == phase:
        state.apply(player.choose(state, random))
    return state


def towns_of(side: str, state: hexwar.State) -> int:
    """How many towns the side stands in."""
    return sum(
        any(GAME.units[unit].side == side for unit in state.units_at(town))
        for town in GAME.map.region("towns")
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_takes_the_open_objectives_on_the_last_turn(seed: int) -> None:
    """Two towns are open and in reach, and two win."""
    state = position({"A": "0502", "B": "0506", "C": "0901", "W": "0108"}, 4, "soviet_movement")
    assert towns_of("soviet", phase_played(state, seed)) >= 2


@pytest.mark.parametrize("seed", SEEDS)
def test_keeps_the_objectives_that_it_holds_on_the_last_turn(seed: int) -> None:
    """An enemy to chase is no reason to leave a town that wins the game."""
    state = position({"A": "0603", "B": "0405", "C": "0604", "W": "0706"}, 4, "soviet_movement")
    assert towns_of("soviet", phase_played(state, seed)) >= 2


@pytest.mark.parametrize("seed", SEEDS)
def test_the_defender_stands_in_the_way_on_the_last_turn(seed: int) -> None:
    """After the enemy's last move, an attack on a town is the only way to win it back."""
    state = position(
        {"A": "0603", "B": "0405", "W": "0506", "X": "0507", "Y": "0306"}, 4, "us_movement"
    )
    moved = phase_played(state, seed)
    assert moved.phase == "us_combat"
    beside = set(GAME.map.neighbors("0405")), set(GAME.map.neighbors("0603"))
    assert max(sum(moved.position(u) in near for u in "WXY") for near in beside) >= 2


@pytest.mark.parametrize("seed", SEEDS)
def test_attacks_with_all_six_rather_than_with_one(seed: int) -> None:
    """Nobody else is there to fight: the whole ring attacks."""
    ring = GAME.map.neighbors("0306")
    state = position({**dict(zip("ABCDEF", ring, strict=True)), "W": "0306"}, 2, "soviet_combat")
    action = chosen(state, seed)
    assert action.startswith("attack 0306 by") and len(action.split()) >= 3 + 3


@pytest.mark.parametrize("seed", SEEDS)
def test_does_not_attack_when_it_can_only_lose(seed: int) -> None:
    """One against one, far from any town, with nowhere to retreat to."""
    setup = {"A": "0101", "W": "0102", "X": "0203", "Y": "0301"}
    state = position(setup, 2, "soviet_combat")
    assert chosen(state, seed) == "done"


@pytest.mark.parametrize("seed", SEEDS)
def test_does_not_risk_the_towns_that_win(seed: int) -> None:
    """The last fight of a game that is won as it stands is not fought."""
    state = position({"A": "0603", "B": "0405", "W": "0604"}, 4, "soviet_combat")
    assert chosen(state, seed) == "done"


@pytest.mark.parametrize("seed", SEEDS)
def test_attacks_at_any_odds_when_nothing_else_can_win(seed: int) -> None:
    """The last fight: a town to be won back, and nothing to be saved for later."""
    state = position({"A": "0603", "B": "0405", "W": "0604"}, 4, "us_combat")
    assert chosen(state, seed) == "attack 0603 by W"


@pytest.mark.parametrize("seed", SEEDS)
def test_advances_into_an_objective_that_wins(seed: int) -> None:
    """The town that the defender left is the second of two."""
    state = GAME.start(
        "standard", setup={"A": "0604", "B": "0405", "W": "0603"}, turn=4,
        phase="soviet_combat", dice=[1],
    )  # fmt: skip
    state.apply("attack 0603 by A")
    while state.decision is not None and state.decision.side == "us":
        state.apply(GreedyPlayer().choose(state, Random(seed)))
    assert chosen(state, seed) == "advance A"


@pytest.mark.parametrize("seed", SEEDS)
def test_does_not_leave_an_objective_to_advance(seed: int) -> None:
    """Both towns are held; the attacker in one of them stays where it is."""
    state = GAME.start(
        "standard", setup={"A": "0603", "B": "0405", "W": "0604"}, turn=4,
        phase="soviet_combat", dice=[1],
    )  # fmt: skip
    state.apply("attack 0604 by A")
    while state.decision is not None and state.decision.side == "us":
        state.apply(GreedyPlayer().choose(state, Random(seed)))
    assert state.decision is None or chosen(state, seed) == "pass"


@pytest.mark.parametrize("seed", SEEDS)
def test_gathers_before_it_attacks(seed: int) -> None:
    """A lone enemy in reach of four: more than one goes beside it."""
    setup = {"A": "0701", "B": "0703", "C": "0705", "D": "0707", "W": "0503"}
    state = phase_played(position(setup, 1, "soviet_movement"), seed)
    beside = GAME.map.neighbors("0503")
    assert sum(state.position(unit) in beside for unit in "ABCD") >= 2


def test_brings_back_what_was_lost() -> None:
    """Two companies are lost: the declaration is made, and both enter at once."""
    setup = {"A": "0908", "B": "0101", "C": "0904", "W": "0907", "X": "0201"}
    options, phase = ("second_echelon",), "us_combat"
    state = GAME.start("advanced", options, setup=setup, phase=phase, dice=[1, 1])
    for line in "attack 0908 by W", "pass", "attack 0101 by X", "pass":
        state.apply(line)
    assert (state.phase, state.position("A"), state.position("B")) == (
        "soviet_movement",
        None,
        None,
    )
    state = phase_played(state, 1)
    assert state.position("A") is not None and state.position("B") is not None


def test_never_looks_at_a_die_that_was_not_rolled() -> None:
    """Dice scripted empty raise when they are asked for; choosing must not ask."""
    state = position(
        {"A": "0604", "B": "0602", "W": "0603", "X": "0504"}, 1, "soviet_combat", "advanced"
    )
    for seed in range(20):
        assert chosen(state, seed).split()[0] in ("attack", "done")
