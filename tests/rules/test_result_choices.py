"""The language of results: a side chooses (``choose``), programs go one way or another (``if``).

In the tiny game *result_choices* all units have two steps; 0403 is woods.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import cast

import pytest

from hexwar.players import make_player
from hexwar.rules.language.choosing import PendingChoice
from hexwar.rules.state import State
from tests.rules.tiny import listed, place, varied

SETUP = {"R1": "0303", "B1": "0403", "B3": "0704"}


def fought(die: int, setup: dict[str, str] | None = None, turn: int = 1) -> State:
    """A position after the die of a battle for 0403."""
    state = place("result_choices", setup or SETUP, "red_combat", dice=[die], turn=turn)
    state.apply("attack 0403 by R1")
    return state


def lost(state: State, unit: str) -> int:
    """The steps that a unit has lost."""
    return state.lost[state.frame.unit_index[unit]]


def test_the_defender_chooses_and_the_program_goes_on_behind() -> None:
    state = fought(1)
    assert state.decision is not None and state.decision.side == "blue"
    assert listed(state) == ["choose 1", "choose 2"]
    assert "the defender loses 1 step or the defender retreats 1 hex" in state.decision.prompt
    told = [str(event) for event in state.apply("choose 1")]
    assert told[0] == "Blue chooses: the defender loses 1 step."
    assert (lost(state, "B1"), lost(state, "R1")) == (1, 1), "the step behind the choice follows"
    assert state.position("B1") == "0403"


def test_the_other_way_is_carried_out_whole() -> None:
    state = fought(1)
    state.apply("choose 2")
    assert listed(state, "retreat")
    state.apply(listed(state, "retreat")[0])
    assert "advance R1" in listed(state)
    state.apply("advance R1")
    assert state.position("R1") == "0403"
    assert (lost(state, "B1"), lost(state, "R1")) == (0, 1)


def test_what_is_not_offered_is_refused() -> None:
    state = fought(1)
    assert str(state.explain("choose 3")) == "Choose 1 to 2."
    assert state.explain("done") is not None


def test_if_goes_one_way_or_the_other() -> None:
    """The guard lets red choose; others are eliminated."""
    assert not fought(3).position("B1")
    guard = fought(3, {"R1": "0303", "B2": "0403", "B3": "0704"})
    assert guard.position("B2") == "0403"
    assert guard.decision is not None and guard.decision.side == "red"
    guard.apply("choose 2")
    assert lost(guard, "R1") == 0


@pytest.mark.parametrize(
    ("setup", "turn", "retreats"),
    [
        pytest.param(SETUP, 2, True, id="in the woods, late"),
        pytest.param(SETUP, 1, False, id="too early"),
    ],
)
def test_if_asks_for_places_and_for_the_game(
    setup: dict[str, str], turn: int, retreats: bool
) -> None:
    state = fought(5, setup, turn)
    assert bool(listed(state, "retreat")) is retreats


def test_a_result_rolls_on_a_table_whose_result_may_roll_again() -> None:
    """6 has no effect but panic: it breaks on a 4, breaks on a 5, holds on a 1; then a step."""
    state = place("result_choices", SETUP, "red_combat", dice=[6, 4, 5, 1])
    events = state.apply("attack 0403 by R1")
    assert [event.result for event in events if event.kind == "table"] == [
        "breaks",
        "breaks",
        "holds",
    ]
    assert state.records()["morale"] == 2
    assert lost(state, "R1") == 1, "the battle's own result goes on behind it"


def test_no_preview_throws_the_dice_of_a_table() -> None:
    state = place("result_choices", SETUP, "red_combat", dice=[6])
    outcomes = {o.code: " ".join(o.effects) for o in state.preview("attack 0403 by R1").outcomes}
    assert "There is a roll on the table Panic." in outcomes["NE"]


def test_the_preview_tells_the_choice() -> None:
    state = place("result_choices", SETUP, "red_combat")
    outcomes = {o.code: " ".join(o.effects) for o in state.preview("attack 0403 by R1").outcomes}
    assert "Blue chooses: the defender loses 1 step or the defender retreats" in outcomes["D2"]
    assert "B1 is eliminated" in outcomes["EX"]


def test_who_chooses_is_called_by_name(tmp_path: Path) -> None:
    game = varied(tmp_path, "sides: {blue: {name: Royal Blues}}\n", "result_choices")
    outcomes = game.start(setup=SETUP, phase="red_combat").preview("attack 0403 by R1").outcomes
    (told,) = (" ".join(one.effects) for one in outcomes if one.code == "D2")
    assert told.startswith("The Royal Blues choose: the defender loses 1 step")


def test_a_choice_is_saved_and_read_again() -> None:
    owed = cast(PendingChoice, fought(1).agenda[-1])
    assert PendingChoice.from_dict(owed.to_dict()) == owed


@pytest.mark.parametrize("name", ["random", "greedy"])
@pytest.mark.parametrize("die", [1, 3])
def test_computer_players_choose(name: str, die: int) -> None:
    setup = {"R1": "0303", "B2": "0403", "B3": "0704"}
    state = place("result_choices", setup, "red_combat", dice=[die] * 40)
    state.apply("attack 0403 by R1")
    player = make_player(name)
    while not state.is_over and state.turn < 3:
        action = player.choose(state, Random(die))
        assert state.explain(action) is None
        state.apply(action)
    assert state.is_over or state.turn == 3


ALL_THREE = {"R1": "0303", "R2": "0402", "R3": "0304", "B1": "0403", "B3": "0704"}


def attacked_by_three(die: int) -> State:
    """A position after the die of a battle of R1, R2 and the guard R3 for 0403."""
    state = place("result_choices", ALL_THREE, "red_combat", dice=[die])
    state.apply("attack 0403 by R1 R2 R3")
    return state


def test_only_some_units_of_a_side_are_eliminated() -> None:
    """The guard among the attackers is lost; no defender is of the guard."""
    state = attacked_by_three(1)
    assert not state.position("R3")
    assert all(state.position(unit) == ALL_THREE[unit] for unit in ("R1", "R2", "B1"))


def test_only_some_units_of_a_side_retreat() -> None:
    """Own units of a result's selectors are those of the attackers."""
    state = attacked_by_three(2)
    assert {line.split()[1] for line in listed(state)} == {"R3"}
    state.apply(listed(state, "retreat")[0])
    assert not listed(state, "retreat")
    assert (state.position("R1"), state.position("R2")) == ("0303", "0402")


def test_only_some_units_of_a_side_lose_steps() -> None:
    state = attacked_by_three(3)
    assert not state.position("R3"), "all its steps"
    assert (lost(state, "R1"), lost(state, "R2")) == (0, 0)


def test_the_enemy_chooses_among_those_that_are_meant() -> None:
    state = attacked_by_three(4)
    assert state.decision is not None and state.decision.side == "blue"
    assert listed(state) == ["lose R1", "lose R2"]
    state.apply("lose R2")
    assert not state.position("R2") and state.position("R1")


def test_a_result_turns_one_counter_into_another() -> None:
    """R4 takes the place of R1 at full strength, though R1 had lost a step, and with its states."""
    state = place("result_choices", ALL_THREE, "red_combat", dice=[6])
    r1, r4 = (state.frame.unit_index[name] for name in ("R1", "R4"))
    state.lose(r1, 1)
    state.mark("pinned", 1 << r1)
    state.apply("attack 0403 by R1 R2 R3")
    assert (state.position("R1"), state.position("R4")) == (None, "0303")
    assert not state.eliminated >> r1 & 1, "it is off the map, and not lost"
    assert lost(state, "R4") == 0
    assert state.marks["pinned"] == 1 << r4


def test_no_counter_takes_a_place_while_it_is_on_the_map_or_when_it_has_been_lost() -> None:
    here = place("result_choices", {**ALL_THREE, "R4": "0101"}, "red_combat", dice=[6])
    gone = place("result_choices", ALL_THREE, "red_combat", dice=[6])
    gone.place(gone.frame.unit_index["R4"], gone.frame.board.cell["0101"])
    gone.eliminate(gone.frame.unit_index["R4"])
    for state, there in ((here, "0101"), (gone, None)):
        state.apply("attack 0403 by R1 R2 R3")
        assert (state.position("R1"), state.position("R4")) == ("0303", there)


TITLED = """
combat:
  results:
    D2:
      - choose:
          by: defender
          one_of:
            - {title: Stand fast, do: [{lose_steps: {who: defender, count: 1}}]}
            - [{if: {holds: {turn: 2}, then: [{retreat: {who: defender, hexes: 1}}]}}]
            - ["nothing"]
"""
IF_TURN_2 = "If there are units of the defender and it is turn 2, the defender retreats 1 hex"


@pytest.mark.parametrize(
    ("turn", "ways"),
    [
        (1, ["Stand fast", "Nothing happens"]),
        (2, ["Stand fast", IF_TURN_2, "Nothing happens"]),
    ],
)
def test_ways_have_titles_and_one_that_would_do_nothing_is_left_out(
    tmp_path: Path, turn: int, ways: list[str]
) -> None:
    game = varied(tmp_path, TITLED, "result_choices")
    state = game.start(setup=SETUP, phase="red_combat", dice=[1], turn=turn)
    state.apply("attack 0403 by R1")
    assert [choice.label for choice in state.choices()] == ways
    assert game.state_from_dict(state.to_dict()) == state
    state.apply("choose 2" if turn == 1 else "choose 3")
    assert state.position("B1") == "0403"
