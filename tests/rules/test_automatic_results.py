"""Odds at which no die is rolled, in combat and while units move.

In the tiny game *blitz* red attacks with 4, 4 and 2, blue defends with 2, 1 and 1. 0503 is woods
(defence doubled), 0505 a hill (one column to the left). At 4:1 the defender is lost without a roll,
at 2:1 if it is surrounded.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from hexwar.players import make_player
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from tests.rules.tiny import listed, place, tiny, told, varied


def moving(setup: dict[str, str], options: str = "", dice: tuple[int, ...] = ()) -> State:
    """A position in the first movement phase of red."""
    return place("blitz", setup, "red_movement", options, dice=dice)


def fighting(setup: dict[str, str], options: str = "", dice: tuple[int, ...] = ()) -> State:
    """A position in the combat phase of red."""
    return place("blitz", setup, "red_combat", options, dice=dice)


def why(state: State, line: str) -> str:
    """Why an action is refused; empty if it is legal."""
    return str(state.explain(line) or "")


BESIDE = {"R1": "0303", "R3": "0304", "B2": "0403", "B1": "0701"}
"""R1, with 4, and R3, with 2, are both beside B2, which defends with 1."""


def test_in_combat_no_die_is_rolled_at_such_odds() -> None:
    state = fighting(BESIDE)
    (outcome,) = state.preview("attack 0403 by R1").outcomes
    assert (outcome.code, outcome.dice) == ("DE", ())
    assert outcome.probability == 1
    events = state.apply("attack 0403 by R1")
    assert str(events[0]) == "R1 attacks 0403: 4 to 1, no roll, DE."
    assert events[0].rule == "9.4"
    assert state.position("B2") is None


def test_at_lower_odds_the_die_is_rolled() -> None:
    state = fighting(BESIDE, dice=(3,))
    assert len(state.preview("attack 0403 by R3").outcomes) == 3
    state.apply("attack 0403 by R3")
    assert state.position("B2") == "0403", "2 to 1: nothing happens on 3"


@pytest.mark.parametrize("hex_, may", [("0403", True), ("0503", False), ("0505", False)])
def test_terrain_counts(hex_: str, may: bool) -> None:
    """Woods make it 2 to 1, and the hill takes the column that 4 to 1 needs."""
    beside = {"0403": "0303", "0503": "0403", "0505": "0404"}[hex_]
    state = moving({"R1": beside, "B2": hex_, "B1": "0701"})
    assert (f"attack {hex_} by R1" in listed(state)) is may
    refused = why(state, f"attack {hex_} by R1")
    assert (refused == "") is may
    if not may:
        assert refused.startswith("9.4: While units move, attacks need odds of 4:1, or 2:1: ")


def test_odds_beyond_the_table_are_reached_by_strength() -> None:
    state = moving(BESIDE, "far")
    assert listed(state, "attack") == ["attack 0403 by R1 R3"], "6 to 1, and 4 to 1 is too little"
    assert "4 to 1 is not enough" in why(state, "attack 0403 by R1")


def test_who_attacks_while_moving_is_done_for_the_turn() -> None:
    """Neither in this phase, nor in combat, nor in a second movement phase."""
    state = moving(BESIDE | {"B3": "0203"})
    assert told(state, "attack 0403 by R1") == ["battle", "eliminated"]
    state.apply("advance R1")
    done = "9.4: R1 has attacked while units moved: it is done for this turn."
    assert why(state, "move R1 0402") == done
    assert why(state, "attack 0203 by R1") == done
    state.apply("done")
    assert state.phase in ("red_combat", "red_second")
    assert not any("R1" in line for line in listed(state))
    while state.phase.startswith("red"):
        assert not any("R1" in line for line in listed(state))
        state.apply("done")
    while state.phase != "red_movement":
        state.apply("done")
    assert any(line.startswith("move R1") for line in listed(state)), "a new turn"


def test_who_is_on_the_move_goes_on_through_the_emptied_hex() -> None:
    """R2 has moved one hex when R1 clears the way; there is no zone left to stop it."""
    setup = {"R1": "0303", "R2": "0102", "B2": "0403", "B1": "0701"}
    state = moving(setup)
    assert "0403" not in state.reach("R2")
    state.apply("move R2 0202")
    state.apply("attack 0403 by R1")
    state.apply("pass")
    assert state.movement_left("R2") == 2
    assert why(state, "move R2 0403") == ""


def test_who_was_stopped_by_the_zone_goes_on_with_what_is_left() -> None:
    """R2, on the move, stopped beside B2; the zone is gone, and it has two points left."""
    state = moving({"R1": "0303", "R2": "0204", "B2": "0403", "B1": "0701"})
    state.apply("move R2 0304")
    assert not any(line.startswith("move R2") for line in listed(state))
    state.apply("attack 0403 by R1")
    state.apply("pass")
    assert why(state, "move R2 0504") == ""


def test_who_has_moved_up_may_attack() -> None:
    """Neither a stack nor movement points are asked for: 4 and 4 from two hexes against 2."""
    state = moving({"R1": "0203", "R2": "0204", "B1": "0403", "B3": "0701"})
    state.apply("move R1 0303")
    assert "4 to 2 is not enough" in why(state, "attack 0403 by R1")
    state.apply("move R2 0304")
    assert listed(state, "attack") == ["attack 0403 by R1 R2"]


def test_surrounded_defenders_need_less() -> None:
    """B1 defends with 2: R1 is enough when B1 cannot get away."""
    open_ = {"R1": "0202", "B1": "0102", "B2": "0701"}
    closed = moving(open_ | {"R3": "0101"})
    assert listed(moving(open_), "attack") == []
    assert "attack 0102 by R1" in listed(closed)
    assert closed.preview("attack 0102 by R1").odds == "4 to 2"


def test_easier_odds_are_for_a_hex_in_which_all_are_such() -> None:
    """2 to 1 is enough against B2, not if B3 stands with it."""
    near = {"R3": "0303", "B2": "0403", "B1": "0701"}
    assert why(moving(near, "frail"), "attack 0403 by R3") == ""
    both = moving({**near, "R3": "0701", "B1": "0705", "R1": "0303", "B3": "0403"}, "frail")
    assert "4 to 2 is not enough" in why(both, "attack 0403 by R1")


def test_the_time_is_said() -> None:
    quiet = moving(BESIDE, "quiet")
    assert listed(quiet, "attack") == []
    assert why(quiet, "attack 0403 by R1").startswith("'attack' is not possible now")
    assert len(fighting(BESIDE, "quiet").preview("attack 0403 by R1").outcomes) == 1
    assert listed(moving(BESIDE, "march"), "attack")
    assert len(fighting(BESIDE, "march").preview("attack 0403 by R1").outcomes) == 3


def test_odds_are_those_of_the_next_combat_phase() -> None:
    """Its own modifiers count: dusk takes the column that is needed."""
    dusk = moving(BESIDE | {"R2": "0402"}, "heavy")
    assert why(moving(BESIDE), "attack 0403 by R1") == ""
    assert why(dusk, "attack 0403 by R1").startswith("9.4")
    assert listed(dusk, "attack") == []


def test_what_a_stack_hides_is_not_told_and_costs_a_roll() -> None:
    """B2 lies under B1: only B1 counts for who may, 8 to 2; then 8 to 3 is rolled for."""
    setup = {"R1": "0303", "R2": "0304", "B1": "0403", "B2": "0403", "B3": "0701"}
    alone = moving({**setup, "B2": "0702"}, "hiding")
    state = moving(setup, "hiding", dice=(3,))
    assert state.view("red").units_at("0403") == ("B1",)
    assert listed(state) == listed(alone)
    assert listed(state, "attack") == ["attack 0403 by R1 R2"]
    assert "die 3" in str(state.apply("attack 0403 by R1 R2")[0])
    assert state.position("B1") == "0403"


def test_the_attack_cannot_be_undone_nor_made_twice() -> None:
    state = moving(BESIDE)
    state.apply("attack 0403 by R1")
    state.apply("pass")
    assert listed(state, "attack") == []
    assert why(state, "attack 0403 by R3") == "8.1: There is no enemy unit in 0403 to attack."


@pytest.mark.parametrize(
    "automatic, message",
    [
        ("{at_least: '9:1', result: DE}, above: forbidden", "no attack reaches 9:1"),
        ("{at_least: 4, result: DE}", "4 is no odds where the column is found by ratio"),
        (
            "{at_least: '4:1', or: {only: {surrounded: true}, at_least: '4:1'}, result: DE}",
            "no easier",
        ),
        ("{at_least: '4:1', result: DX}", "DX"),
    ],
)
def test_findings(tmp_path: Path, automatic: str, message: str) -> None:
    """Odds that never come about are found, and results that there are not."""
    with pytest.raises(Exception, match=message):
        varied(tmp_path, f"combat: {{automatic: {automatic}}}", "odds")


@pytest.mark.parametrize("seed", range(15))
@pytest.mark.parametrize("player", ["random", "greedy"])
def test_players_play_it(player: str, seed: int) -> None:
    state = tiny("blitz").start("meeting", (), seed)
    chooser, random = make_player(player), Random(seed)
    while not state.is_over:
        action = chooser.choose(state, random)
        assert state.explain(action) is None
        state.apply(action)
        assert broken_invariants(state) == []


def test_a_computer_player_takes_what_is_certain() -> None:
    state = moving(BESIDE)
    assert str(make_player("greedy").choose(state, Random(1))) == "attack 0403 by R1"


@pytest.mark.parametrize(("least", "results"), [("2:1", {"DR", "NE", "AR"}), ("1:1", {"DE"})])
def test_the_patch_of_overruns_says_what_is_enough_against_who_is_surrounded(
    least: str, results: set[str], tmp_path: Path
) -> None:
    said = f'combat: {{column: {{ratio: up}}, automatic: {{or: {{at_least: "{least}"}}}}}}'
    overrun = f"overrun: {{cost: 1, patch: {{{said}}}}}\nzones_of_control: {{entering: allowed}}\n"
    setup = {"R1": "0402", "R2": "0502", "R3": "0405", "B1": "0403", "B2": "0701", "B3": "0702"}
    state = varied(tmp_path, overrun, "blitz").start(setup=setup, phase="red_movement", seed=1)
    state.apply("move R3 0404")
    assert {outcome.code for outcome in state.preview("overrun 0403 by R3").outcomes} == results
