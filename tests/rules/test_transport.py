"""Section ``transport``: units that carry others when they move.

In the tiny game *convoy* foot has two movement points, red's truck six. Taking a unit aboard costs
it half of them, putting one down a point. With *beach* units come aboard from beside it and land
there, for all that it has.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from hexwar.engine import Action
from hexwar.rules.facing.rules import FacingRules
from hexwar.rules.state import State
from hexwar.rules.transport.rules import ABOARD
from tests.rules.tiny import listed, place, tiny, varied

NEAR = {"R1": "0202", "R2": "0203", "T1": "0202", "B1": "0702"}


def red(setup: dict[str, str] | None = None, options: str = "", **more: object) -> State:
    return place("convoy", setup or NEAR, "red_movement", options, **more)  # type: ignore[arg-type]


def why(state: State, line: str) -> str:
    violation = state.explain(line)
    return "" if violation is None else violation.message


def aboard(state: State, unit: str = "T1") -> str:
    return next((s.text for s in state.status(unit) if s.text.startswith("carries")), "")


def test_a_carrier_takes_a_unit_aboard_moves_and_puts_it_down() -> None:
    state = red()
    state.apply("load R1 T1")
    assert (state.position("R1"), aboard(state)) == (None, "carries R1")
    state.apply("move T1 0402")
    state.apply("unload R1 0402")
    assert (state.position("R1"), aboard(state)) == ("0402", "")
    assert state.casualties("red") == ()


def test_one_unit_is_loaded_at_a_time() -> None:
    """A program may say more than a line can."""
    violation = red().explain(Action("load", ("R1", "T1", "R2")))
    assert violation is not None
    assert (violation.reason, violation.message) == ("notation", "'load' names too much.")


def test_half_the_allowance_is_gone_with_loading() -> None:
    state = red()
    before = state.reach("T1")
    assert max(there.cost for there in before.values()) == 5
    state.apply("load R1 T1")
    assert max(there.cost for there in state.reach("T1").values()) == 3


def test_who_has_too_few_points_left_neither_loads_nor_unloads() -> None:
    state = red({"R1": "0602", "T1": "0202", "B1": "0105"})
    state.apply("move T1 0602")
    assert why(state, "load R1 T1") == "T1 has 2 movement points left; to load costs 3 MP."
    assert state.explain("load R1 T1").rule == "7.1"  # type: ignore[union-attr]


def test_a_unit_that_has_moved_is_not_loaded_but_where_the_game_allows_it() -> None:
    setup = {"R1": "0302", "T1": "0202", "B1": "0702"}
    state = red(setup)
    state.apply("move R1 0202")
    assert why(state, "load R1 T1") == "R1 has moved in this phase."
    state = red(setup, "beach")
    state.apply("move R1 0202")
    assert why(state, "load R1 T1") == ""


def test_only_a_unit_in_the_same_hex_comes_aboard_and_no_more_than_there_is_room_for() -> None:
    state = red({"R1": "0202", "R2": "0202", "R3": "0302", "T1": "0302", "B1": "0702"})
    assert why(state, "load R1 T1") == "R1 is too far away from T1 to come aboard."
    state = red({"R1": "0202", "R2": "0303", "T1": "0202", "B1": "0702"}, "beach")
    state.apply("load R1 T1")
    assert why(state, "load R2 T1") == "T1 carries no more than 1."
    state = red({"R1": "0202", "R2": "0303", "T1": "0202", "B1": "0702"}, "beach roomy")
    state.apply("load R1 T1")
    state.apply("load R2 T1")
    assert aboard(state) == "carries R1 and R2"


def test_trucks_carry_no_trucks_and_nobody_carries_the_enemy() -> None:
    state = red({"R1": "0202", "T1": "0202", "B1": "0303"})
    assert why(state, "load T1 R1") == "R1 carries nobody."
    assert why(state, "load B1 T1") == "B1 belongs to the other side."
    assert listed(state, "load") == ["load R1 T1"]


def test_who_has_been_unloaded_neither_moves_nor_is_loaded_again() -> None:
    state = red({"T1": "0202", "B1": "0702"}, "aboard")
    state.apply("unload R3 0202")
    assert listed(state, "move R3") == []
    assert state.reach("R3") == {}
    assert why(state, "load R3 T1") == "R3 has been unloaded in this phase."


def test_the_carrier_goes_on_with_what_it_has_left() -> None:
    state = red({"T1": "0202", "B1": "0702"}, "aboard")
    state.apply("move T1 0402")
    state.apply("unload R3 0402")
    assert max(there.cost for there in state.reach("T1").values()) == 3


def test_from_a_ship_a_unit_lands_beside_it_and_moves_on() -> None:
    state = red({"T1": "0202", "R1": "0303", "R2": "0303", "B1": "0302"}, "beach aboard")
    landings = listed(state, "unload")
    assert "unload R3 0201" in landings
    assert "unload R3 0302" not in landings
    assert "unload R3 0303" not in landings
    assert why(state, "unload R3 0303").startswith("R3 may not stop in 0303")
    assert why(state, "unload R3 0302") == "R3 cannot land in 0302."
    assert why(state, "unload R3 0404") == "0404 is too far away from T1."
    state.apply("unload R3 0201")
    assert state.reach("R3")
    assert state.reach("T1") == {}


def test_the_load_is_lost_with_its_carrier() -> None:
    setup = {"T1": "0202", "B1": "0302", "B2": "0203", "B3": "0201", "R1": "0704"}
    state = place("convoy", setup, "blue_combat", "aboard", dice=[1])
    state.apply("attack 0202 by B1 B2 B3")
    assert set(state.casualties("red")) == {"T1", "R3"}


def test_or_it_is_put_down_where_the_carrier_was() -> None:
    setup = {"T1": "0202", "B1": "0302", "B2": "0203", "B3": "0201", "R1": "0704"}
    state = place("convoy", setup, "blue_combat", "aboard sturdy", dice=[1])
    state.apply("attack 0202 by B1 B2 B3")
    assert state.casualties("red") == ("T1",)
    assert state.position("R3") == "0202"


def test_the_load_goes_along_in_a_retreat() -> None:
    setup = {"T1": "0402", "B1": "0502", "R1": "0704"}
    state = place("convoy", setup, "blue_combat", "aboard", dice=[1])
    state.apply("attack 0402 by B1")
    while state.decision is not None and state.decision.kind == "retreat":
        state.apply(listed(state)[0])
    assert state.position("T1") not in (None, "0402")
    assert aboard(state) == "carries R3"


def test_loading_and_unloading_may_be_forbidden() -> None:
    state = red({"T1": "0202", "R1": "0202", "B1": "0702"}, "riders aboard fixed")
    assert why(state, "unload R3 0202") == "T1 does not unload units in play."
    assert listed(state, "load") == listed(state, "unload") == []


def test_riders_stay_on_the_map_and_go_where_their_carrier_goes() -> None:
    state = red({"T1": "0202", "R1": "0202", "B1": "0702"}, "riders")
    state.apply("load R1 T1")
    assert (state.position("R1"), aboard(state)) == ("0202", "carries R1")
    assert [s.text for s in state.status("R1")] == ["aboard T1"]
    state.apply("move T1 0402")
    assert state.position("R1") == "0402"
    state.apply("unload R1 0402")
    assert (state.position("R1"), aboard(state)) == ("0402", "")


def test_a_rider_who_begins_aboard_stands_where_the_carrier_does() -> None:
    state = tiny("convoy").start("meeting", ["riders", "aboard"], 1)
    assert state.position("R3") == state.position("T1") == "0102"


def test_a_rider_that_goes_by_itself_is_aboard_no_more() -> None:
    state = red({"T1": "0202", "R1": "0202", "B1": "0702"}, "riders aboard")
    state.apply("move R3 0203")
    assert aboard(state) == ""
    state.apply("move T1 0402")
    assert state.position("R3") == "0203"


def test_riders_are_attacked_themselves_and_are_lost_with_their_carrier() -> None:
    setup = {"T1": "0202", "B1": "0302", "B2": "0203", "B3": "0201", "R1": "0704"}
    state = place("convoy", setup, "blue_combat", "riders aboard", dice=[1])
    assert state.preview("attack 0202 by B1 B2 B3").defenders == ("R3", "T1")


def test_a_saved_game_knows_who_is_aboard() -> None:
    state = red()
    state.apply("load R1 T1")
    again = tiny("convoy").state_from_dict(state.to_dict())
    assert aboard(again) == "carries R1"
    assert len(again.memory[ABOARD].pairs) == 1
    assert again == state


@pytest.mark.parametrize("options", [(), ("beach", "aboard"), ("sturdy", "roomy"), ("riders",)])
def test_random_games_load_and_unload_and_end(options: tuple[str, ...]) -> None:
    done: set[str] = set()
    for seed in range(4):
        random, state = Random(seed), tiny("convoy").start("meeting", options, seed)
        while not state.is_over:
            action = state.sample_action(random)
            done.add(action.verb)
            state.apply(action)
    assert {"load", "unload"} <= done


FACING = """
facing:
  arcs: {front: [ahead, right_ahead, left_ahead], rear: [right_behind, left_behind, behind]}
  begins: {red: SE, blue: NW}
"""


@pytest.mark.parametrize("riders", [True, False], ids=["on the map", "off the map"])
def test_who_is_aboard_turns_with_its_carrier(riders: bool, tmp_path: Path) -> None:
    """In the course of a move and where it stands, by as much; also who is off the map."""
    game = varied(tmp_path, FACING, "convoy")
    setup: dict[str, str | dict[str, str]] = {**NEAR, "R1": {"hex": "0202", "facing": "S"}}
    state = game.start(None, ["riders"] * riders, setup=setup, phase="red_movement")
    state.apply("load R1 T1")
    facing = state.rules[FacingRules]
    unit, carrier = state.frame.unit_index["R1"], state.frame.unit_index["T1"]

    def looks() -> tuple[str, str]:
        return facing.names[facing.of(state, unit)], facing.names[facing.of(state, carrier)]

    assert looks() == ("S", "SE")
    state.apply("face T1 NE")
    assert looks() == ("SE", "NE")
    state.apply(next(line for line in listed(state, "move") if " T1 0102" in line))
    turned = looks()
    assert turned[1] != "NE", "it has turned to go there"
    assert facing.names.index(turned[0]) == (facing.names.index(turned[1]) + 1) % 6
    assert facing.of(state, state.frame.unit_index["R2"]) == facing.names.index("SE")
