"""What is told of losses and retreats: once, by how many, and why."""

from __future__ import annotations

import hexwar
from hexwar.engine import Action, Event
from hexwar.rules.elimination import losses_joined
from hexwar.rules.state import State


def lost(unit: str, left: int) -> Event:
    text = f"{unit} loses a step in 0101: {left} steps left."
    return Event("step_lost", "", text, unit=unit, hex="0101", steps=1, left=left)


def test_steps_that_a_unit_loses_at_once_have_one_line() -> None:
    events = [lost("A", 5), lost("A", 4), lost("B", 2), lost("A", 3)]
    assert [str(event) for event in losses_joined(events)] == [
        "A loses 2 steps in 0101: 4 steps left.",
        "B loses a step in 0101: 2 steps left.",
        "A loses a step in 0101: 3 steps left.",
    ]
    assert losses_joined(events)[0].left == 4


def orva(**where: str) -> State:
    """The Orva front at the Union's combat."""
    game = hexwar.load_game("orva_front")
    return game.start(setup=where, phase="union_combat", turn=1, seed=1)


def foretold(state: State, attack: str, code: str) -> str:
    """What a result of an attack would do."""
    preview = state.preview(Action.parse(attack))
    assert isinstance(preview, hexwar.Preview)
    return " ".join(next(o for o in preview.outcomes if o.code == code).effects)


def test_a_unit_that_loses_its_last_steps_is_said_to() -> None:
    state = orva(N5="0707", D3="0807", D8="0807", H1="1305", U1="0305")
    assert (
        foretold(state, "attack 0807 by N5", "A2") == "N5 loses 2 steps and is eliminated in 0707."
    )
    state = orva(N5="0707", D8="0807", H1="1305", U1="0305")
    state.lost[state.frame.unit_index["D8"]] = 1
    ended = "D8 loses its last step and is eliminated in 0807."
    assert foretold(state, "attack 0807 by N5", "EX").startswith(ended)


def test_the_forecast_says_where_a_retreat_costs_a_step_and_why() -> None:
    around = {"A1": "0506", "A2": "0604", "A3": "0706", "N1": "0606", "N2": "0705"}
    state = orva(**around, D1="0605", H1="1305", U1="0305")
    preview = state.preview(Action.parse("attack 0605 by A2"))
    assert isinstance(preview, hexwar.Preview)
    result = next(o for o in preview.outcomes if o.code.startswith("R"))
    assert "where an enemy zone of control costs a step" in " ".join(result.effects)
    assert result.costly == ("D1",)


def test_who_cannot_retreat_is_told_what_is_around() -> None:
    game = hexwar.load_game("strike_force_one")
    around = {"A": "0402", "B": "0404", "C": "0503", "W": "0403"}
    state = game.start("standard", setup=around, phase="soviet_combat")
    told = foretold(state, "attack 0403 by A B C", "DR")
    assert told.startswith("W has nowhere to retreat: around it are "), told
    assert "enemies" in told
    assert "enemy zones of control" in told


def test_a_choice_of_retreat_says_that_it_costs_a_step() -> None:
    """Beside it stands the offer to hold and lose one."""
    state = hexwar.load_game("orva_front").start(seed=5, dice=(2, 3))
    while state.phase != "union_movement":
        state.apply("done")
    for action in ("move A2 0705", "move N4 0606", "done", "attack 0605 by N3 N4 A1 A2"):
        state.apply(action)
    while state.decision is not None and state.decision.kind == "commitment":
        state.apply("pass")
    labels = [choice.label for choice in state.choices()]
    assert "D1 retreats 2 hexes, first to 0706, which costs a step" in labels


def test_what_ends_a_unit_for_another_reason_keeps_its_line() -> None:
    """It lost a step, and then it could not retreat: these are two things."""
    stuck = Event("eliminated", "", "A is eliminated in 0101.", unit="A", hex="0101")
    assert losses_joined([lost("A", 2), stuck]) == [lost("A", 2), stuck]
    text = "A loses its last step and is eliminated in 0101."
    ended = Event("eliminated", "", text, unit="A", hex="0101", steps=1)
    joined = losses_joined([lost("A", 1), ended])
    assert [str(event) for event in joined] == ["A loses 2 steps and is eliminated in 0101."]
