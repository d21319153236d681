"""Section ``initiative``, and phases whose side play decides, by what rule-lawyers ask.

In the tiny game *initiative* red has it in turn 1. From turn 2 on each side rolls half its foot
units, rounded down, in dice: red, four foot and a mule, d6; blue, three foot, d8. A 4 or more is a
success. Who has the initiative moves first and has the only combat phase.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from shutil import copytree

import pytest

import hexwar
from hexwar.charts.sequence_of_play import sequence_of_play
from hexwar.cli.terminal import lines_of
from hexwar.engine.event import Event
from hexwar.rules.history import History
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, play, tiny, varied


def turn_two(*dice: int, game: str = "initiative") -> State:
    """The first decision of turn 2, for which these dice were rolled."""
    state = tiny(game).start(dice=dice)
    while state.turn == 1:
        state.apply("done")
    return state


def roll_told(state: State) -> Event:
    """What was told of the roll."""
    assert state.events is not None
    return next(event for event in state.events if event.kind == "initiative")


def test_the_first_side_has_the_initiative_until_it_is_rolled_for() -> None:
    state = tiny("initiative").start(dice=())
    assert (state.phase, state.side_to_act) == ("first", "red")
    state.apply("done")
    assert (state.phase, state.side_to_act) == ("second", "blue")
    assert state.records()["initiative"] == "Red"


def test_most_successes_win_and_not_the_highest_dice() -> None:
    """Red rolls two dice, blue one: 4 and 4 beat an 8."""
    state = turn_two(4, 4, 8)
    assert state.side_to_act == "red"
    assert roll_told(state).scores == (2, 1)


def test_who_wins_moves_first_and_the_other_side_second() -> None:
    state = turn_two(3, 3, 4)
    assert (state.phase, state.side_to_act) == ("first", "blue")
    assert state.records()["initiative"] == "Blue"
    state.apply("done")
    assert (state.phase, state.side_to_act) == ("second", "red")


def test_a_tie_leaves_the_initiative_where_it_was() -> None:
    assert turn_two(4, 3, 8).side_to_act == "red"
    state = turn_two(1, 1, 8, 4, 1, 5)
    assert state.side_to_act == "blue"
    while state.turn == 2:
        state.apply("done")
    assert state.side_to_act == "blue"


def test_the_roll_is_told_with_dice_and_successes() -> None:
    told = roll_told(turn_two(3, 1, 4))
    assert str(told) == "Initiative: Red 3, 1 (no successes); Blue 4 (1 success). Blue has it."
    assert (told.side, told.dice, told.counts) == ("blue", (3, 1, 4), (2, 1))


def test_half_the_units_that_count_rounded_down() -> None:
    """Three foot make one die, one none at all; the mule makes none, nor do units off the map."""
    setup = {"R1": "0102", "R5": "0101", "B1": "0702", "B2": "0703", "B3": "0704"}
    state = tiny("initiative").start(setup=setup, phase="roll", turn=2, dice=[4])
    assert roll_told(state).counts == (0, 1)
    assert state.side_to_act == "blue"


def test_nobody_rolls_without_dice_and_the_initiative_stays() -> None:
    setup = {"R1": "0102", "B1": "0702"}
    state = tiny("initiative").start(setup=setup, phase="roll", turn=2, dice=[])
    assert state.side_to_act == "red"


def test_without_a_number_for_success_the_total_counts(tmp_path: Path) -> None:
    yaml = "initiative: {dice: 2, success: null, die: {red: d6, blue: d6}}"
    game = varied(tmp_path, yaml, "initiative")
    state = game.start(turn=2, phase="roll", dice=[1, 6, 4, 4])
    assert roll_told(state).scores == (7, 8)
    assert state.side_to_act == "blue"


def test_a_saved_state_knows_whose_phase_it_is() -> None:
    state = turn_two(3, 3, 4)
    data = state.to_dict()
    assert data["phase_side"] == "blue"
    again = tiny("initiative").state_from_dict(data)
    assert again == state
    assert again.side_to_act == "blue"
    assert state.clone().side_to_act == state.seen_by("red").side_to_act == "blue"


@pytest.mark.parametrize("wrong", [None, "green", 1])
def test_a_save_that_names_no_side_of_the_game_is_refused(wrong: object) -> None:
    data = turn_two(3, 3, 4).to_dict() | {"phase_side": wrong}
    with pytest.raises(ValueError, match="does not describe a state"):
        tiny("initiative").state_from_dict(data)


def test_a_game_without_such_phases_saves_no_side() -> None:
    assert "phase_side" not in tiny("meadow").start().to_dict()


def test_the_roll_is_never_taken_back() -> None:
    state = tiny("initiative").start(dice=[3, 3, 4])
    history = History(state)
    for _ in range(2):
        history.apply("done")
    assert history.state.turn == 2
    assert not history.can_undo


def test_random_games_end_and_both_sides_can_have_the_first_move() -> None:
    first = set()
    for seed in range(12):
        state = tiny("initiative").start(seed=seed)
        while not state.is_over:
            if state.phase == "first":
                first.add(state.side_to_act)
            play(state, Random(seed), 1)
    assert first == {"red", "blue"}


def test_the_sequence_of_play_says_whose_phases_they_are() -> None:
    text = "\n".join(lines_of(sequence_of_play(tiny("initiative").start().resolved)))
    assert "First movement (the side with the initiative)" in text
    assert "Second movement (the side without the initiative)" in text


def findings(path: Path, yaml: str) -> list[str]:
    """What is found in the game with this YAML added, code by code."""
    copytree(FOLDER / "meadow", path / "meadow")
    return [found.code for found in hexwar.check(folder(path, yaml, FOLDER / "initiative"))]


@pytest.mark.parametrize(
    ("yaml", "codes"),
    [
        ("initiative: {die: {blue: null}}", ["HW486"]),
        ("initiative: {success: 7}", ["HW486"]),
        ("initiative: {first: green}", ["HW301"]),
        ("initiative: {die: {blue: d1}}", ["HW105"]),
    ],
)
def test_what_is_wrong_is_found(tmp_path: Path, yaml: str, codes: list[str]) -> None:
    assert findings(tmp_path, yaml) == codes


def test_a_word_in_place_of_a_side_is_refused_if_nobody_brings_it(tmp_path: Path) -> None:
    yaml = "sequence: {phases: [{id: first, kind: movement, side: anybody}]}"
    assert "HW301" in findings(tmp_path, yaml)


THREE = """
initiative: {first: red, die: {red: d6, blue: d6, green: d6}}
sequence:
  phases:
    - {id: roll, kind: initiative}
    - {id: one, kind: movement, side: initiative}
    - {id: two, kind: movement, side: second}
    - {id: three, kind: movement, side: third}
"""


def test_three_sides_move_in_the_order_of_their_roll(tmp_path: Path) -> None:
    game = varied(tmp_path, THREE, "three_sides")
    state = game.start(dice=[2, 5, 4, 1, 1, 1])  # of red, blue and green; then all are equal
    assert state.records()["initiative"] == "Blue, Green, Red"
    order = [state.side_to_act]
    for _ in range(5):
        state.apply("done")
        order.append(state.side_to_act)
    assert order == ["blue", "green", "red"] * 2


def test_nobody_is_third_of_two(tmp_path: Path) -> None:
    yaml = "sequence: {phases: [{id: first, kind: movement, side: third}]}"
    assert "HW487" in findings(tmp_path, yaml)
