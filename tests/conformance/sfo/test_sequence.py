"""Strike Force One, 3.0: the order of the steps, and what may be done in each."""

from __future__ import annotations

import pytest

from hexwar.engine.violation import IllegalAction
from hexwar.rules.game import Game
from tests.conformance.sfo.ground import (
    attack,
    choices,
    elsewhere,
    first,
    kinds,
    lay,
    listed,
    play,
    refused,
    ring,
)

STEPS = ("soviet_movement", "soviet_combat", "us_movement", "us_combat")
SIDES = ("soviet", "soviet", "us", "us")


@pytest.mark.rule("sfo", "3.0")
@pytest.mark.parametrize("scenario", ["standard", "advanced"])
def test_four_turns_of_four_steps_in_this_order(sfo: Game, scenario: str) -> None:
    state = sfo.start(scenario)
    told = list(state.events or [])
    while not state.is_over:
        told += play(state, "done")
    begun = [(event.turn, event.phase) for event in told if event.kind == "phase_begins"]
    assert begun == [(turn, step) for turn in (1, 2, 3, 4) for step in STEPS]
    assert {event.rule for event in told if event.kind in ("phase_begins", "phase_ends")} == {"3.0"}


@pytest.mark.rule("sfo", "3.0")
def test_the_soviet_side_begins_with_its_movement(sfo: Game) -> None:
    state = sfo.start("standard")
    assert (state.turn, state.phase, state.side_to_act) == (1, "soviet_movement", "soviet")


@pytest.mark.rule("sfo", "3.0")
@pytest.mark.parametrize(("step", "side"), list(zip(STEPS, SIDES, strict=True)))
def test_each_step_belongs_to_one_side(sfo: Game, step: str, side: str) -> None:
    centre, around = ring(sfo)
    setup = {"A": around[0], "F": elsewhere(sfo, [centre]), "W": centre}
    state = sfo.start("standard", setup=setup, phase=step)
    assert (state.phase, state.side_to_act) == (step, side)
    acting = {unit for action in state.legal_actions() for unit in action.units}
    assert acting
    assert {sfo.units[unit].side for unit in acting} == {side}


@pytest.mark.rule("sfo", "3.0")
@pytest.mark.parametrize("step", ["soviet_movement", "us_movement"])
def test_nobody_attacks_in_a_movement_step(sfo: Game, step: str) -> None:
    centre, around = ring(sfo)
    setup = {"A": around[0], "F": elsewhere(sfo, [centre]), "W": centre}
    state = sfo.start("standard", setup=setup, phase=step)
    assert listed(state, "attack") == set()
    assert refused(state, attack(centre, "A")) == "3.0"
    assert refused(state, attack(around[0], "W")) == "3.0"


@pytest.mark.rule("sfo", "3.0")
@pytest.mark.parametrize("step", ["soviet_combat", "us_combat"])
def test_nobody_moves_in_a_combat_step(sfo: Game, step: str) -> None:
    centre, around = ring(sfo)
    setup = {"A": around[0], "F": elsewhere(sfo, [centre]), "W": centre}
    state = sfo.start("standard", setup=setup, phase=step)
    assert listed(state, "move") == set()
    for unit in "AFW":
        near = sfo.map.neighbors(setup[unit])[0]
        assert refused(state, f"move {unit} {near}") == "3.0"


@pytest.mark.rule("sfo", "3.0")
@pytest.mark.parametrize("line", ["retreat A 0503", "lose A", "advance A", "pass", "enter A 0901"])
@pytest.mark.parametrize("step", ["soviet_combat", "us_combat"])
def test_nothing_is_done_before_it_is_due(sfo: Game, line: str, step: str) -> None:
    centre, around = ring(sfo)
    state = sfo.start("standard", setup={"A": around[0], "W": centre}, phase=step)
    assert refused(state, line) == "3.0"


@pytest.mark.rule("sfo", "3.0")
def test_an_action_out_of_sequence_changes_nothing(sfo: Game) -> None:
    state = sfo.start("standard")
    before = state.to_dict()
    with pytest.raises(IllegalAction) as refusal:
        state.apply("pass")
    assert refusal.value.violation.rule == "3.0"
    assert state.to_dict() == before


@pytest.mark.rule("sfo", "3.0")
def test_the_other_side_only_retreats_during_a_combat_step(sfo: Game) -> None:
    centre, around = ring(sfo)
    setup = {"A": around[0], "W": centre, "F": elsewhere(sfo, [centre])}
    state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[1])
    play(state, attack(centre, "A"))
    assert state.side_to_act == "us"
    assert choices(state) == listed(state, "retreat")
    play(state, min(choices(state)))
    assert state.side_to_act == "soviet"


@pytest.mark.rule("sfo", "3.0")
def test_results_are_applied_as_each_battle_is_completed(sfo: Game) -> None:
    at = lay(sfo, {"a": (0, 0), "x": (1, 0), "b": (1, -1), "y": (2, -1)})
    setup = {"A": at["a"], "B": at["b"], "X": at["x"], "Y": at["y"]}
    state = sfo.start("standard", setup=setup, phase="soviet_combat", dice=[6])
    play(state, attack(at["x"], "A"))
    assert state.position("A") is None, "gone before the next battle"
    assert listed(state, "attack") == {attack(at["y"], "B")}


@pytest.mark.rule("sfo", "3.0")
def test_a_step_with_nothing_to_do_ends_by_itself_and_says_so(sfo: Game) -> None:
    """Nobody is adjacent to an enemy, so both combat steps pass."""
    state = sfo.start("standard")
    told = play(state, "done")
    assert state.phase == "us_movement"
    ended = [(event.phase, event.forced) for event in told if event.kind == "phase_ends"]
    assert ended == [("soviet_movement", False), ("soviet_combat", True)]


@pytest.mark.rule("sfo", "3.0")
def test_the_turn_goes_on_after_the_last_step(sfo: Game) -> None:
    centre, around = ring(sfo)
    setup = {"A": around[0], "W": centre}
    state = sfo.start("standard", setup=setup, phase="us_combat", turn=3)
    told = play(state, "done")
    begins = first(told, "phase_begins")
    assert (begins.turn, begins.phase, begins.side) == (4, "soviet_movement", "soviet")
    assert state.turn == 4


@pytest.mark.rule("sfo", "3.0")
def test_the_game_is_over_after_four_turns(sfo: Game) -> None:
    state = sfo.start("standard", turn=4)
    while not state.is_over:
        play(state, "done")
    assert state.turn == 4
    assert (state.side_to_act, state.decision, list(state.legal_actions())) == (None, None, [])
    for line in ("done", "move A 0503", "resign"):
        with pytest.raises(IllegalAction):
            state.apply(line)


@pytest.mark.rule("sfo", "3.0")
@pytest.mark.parametrize("turn", [0, 5, -1])
def test_there_is_no_other_turn(sfo: Game, turn: int) -> None:
    with pytest.raises(ValueError, match="turn"):
        sfo.start("standard", turn=turn)


@pytest.mark.rule("sfo", "3.0")
def test_a_side_with_no_units_left_has_its_steps_pass(sfo: Game) -> None:
    at = lay(sfo, {"a": (0, 0)})
    state = sfo.start("standard", setup={"A": at["a"]})
    told = play(state, "done")
    assert (state.turn, state.phase) == (2, "soviet_movement")
    assert kinds(told).count("phase_ends") == 4
