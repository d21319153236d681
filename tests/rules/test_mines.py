"""Markers that stop units, that strike them, and that units clear.

In the tiny game *mines* mines lie in 0403 and 0503: who enters stops there and is rolled for (1:
lost, 2 and 3: shaken, and moves no more in the turn), and so is who stands there when a turn
begins. Red's engineers, R2, clear them from the next hex on a roll of 5. A block in 0301 stops Red;
all may clear it where they stand.
"""

from __future__ import annotations

from random import Random

from hexwar.rules.state import State
from tests.rules.tiny import listed, place, tiny, told

FAR = {"R1": "0101", "B1": "0704"}


def red(dice: tuple[int, ...] = (), **setup: str) -> State:
    return place("mines", {**FAR, **setup}, "red_movement", dice=dice)


def blue(dice: tuple[int, ...] = (), **setup: str) -> State:
    return place("mines", {**FAR, **setup}, "blue_movement", dice=dice)


def why(state: State, line: str) -> str:
    violation = state.explain(line)
    return "" if violation is None else violation.message


def mines(state: State) -> list[str]:
    return [one.hex for one in state.on_map() if one.kind == "mines"]


def test_who_enters_mines_stops_and_is_rolled_for() -> None:
    state = red((4,), R1="0203", R3="0102")
    reach = state.reach("R1")
    stops = reach["0403"].stops
    assert stops is not None and (stops.rule, str(stops.message)) == (
        "9.1",
        "R1 must stop in 0403: Mines.",
    )
    assert reach["0403"].left == 0
    assert told(state, "move R1 0403") == ["moved", "table"]
    assert state.reach("R1") == {}


def test_a_unit_may_be_lost_or_shaken_in_them() -> None:
    state = red((1,), R1="0203", R3="0102")
    state.apply("move R1 0403")
    assert state.casualties("red") == ("R1",)
    state = red((2,), R1="0203", R3="0102")
    state.apply("move R1 0403")
    assert state.marks["shaken"] == 1 << state.frame.unit_index["R1"]


def test_each_unit_of_a_stack_is_rolled_for_and_so_is_a_friend_of_the_mines() -> None:
    state = red((1, 4), R1="0203", R3="0203", R2="0102")
    state.apply("move R1+R3 0403")
    assert len(state.casualties("red")) == 1
    state = blue((1,), B1="0602", B2="0704")
    state.apply("move B1 0503")
    assert state.casualties("blue") == ("B1",)


def test_who_stands_in_mines_is_rolled_for_when_the_turn_begins() -> None:
    state = place("mines", {**FAR, "R1": "0403", "R2": "0102"}, "standing", dice=(1,))
    assert state.casualties("red") == ("R1",)


def test_a_retreat_into_mines_is_no_entry() -> None:
    state = place("mines", {"R1": "0404", "B1": "0504", "B2": "0505"}, "blue_combat", dice=(2,))
    state.apply("attack 0404 by B1 B2")
    lines = [line for line in listed(state) if "0403" in line]
    state.apply(lines[0])
    assert state.position("R1") == "0403"


def test_a_block_stops_the_enemy_and_no_friend() -> None:
    state = red(R1="0202", R3="0102")
    assert state.reach("R1")["0301"].left == 0
    there = state.reach("R1")["0301"].stops
    assert there is not None and there.rule == "9.3"
    state = blue(B1="0402", B2="0704")
    assert state.reach("B1")["0301"].left == 1


def test_mines_that_stop_a_unit_are_why_it_does_not_come_to_what_lies_behind() -> None:
    state = blue(B1="0702", B2="0704")
    refused = state.explain("move B1 0403")
    assert refused is not None
    assert refused.message == "B1 does not come to 0403, for Mines on the way."
    assert refused.rule == "9.1"


def test_engineers_clear_mines_from_the_next_hex_in_place_of_their_move() -> None:
    state = red((5,), R2="0303")
    assert listed(state, "clear") == ["clear R2 0403 mines"]
    state.apply("clear R2 0403 mines")
    assert mines(state) == ["0503"]
    assert state.reach("R2") == {}
    state = red((4,), R2="0303")
    state.apply("clear R2 0403 mines")
    assert mines(state) == ["0403", "0503"]
    assert why(state, "clear R2 0403 mines") == (
        "R2 has already placed or cleared one in this phase."
    )


def test_why_a_marker_is_not_cleared() -> None:
    state = red(R1="0303", R2="0202")
    assert why(state, "clear R1 0403 mines") == "R1 does not clear Mines."
    assert why(state, "clear R2 0403 mines") == "0403 is too far away for R2."
    assert why(state, "clear R2 0202 mines") == "There is no Mines in 0202."
    assert why(state, "clear R2 0403 works") == "Nobody clears works."
    state.apply("move R2 0303")
    assert why(state, "clear R2 0403 mines") == (
        "R2 has moved: it clears markers in place of its move."
    )
    assert why(blue(R2="0303"), "clear B1 0403 mines") == "Mines is not cleared in this phase."


def test_anybody_clears_the_block_where_he_stands() -> None:
    state = red(R1="0301", R2="0302")
    assert listed(state, "clear") == ["clear R1 0301 block"]
    assert listed(blue(B1="0301"), "clear") == ["clear B1 0301 block"]


def test_random_games_go_on() -> None:
    done: set[str] = set()
    near = {"R1": "0303", "R2": "0402", "B1": "0704", "B2": "0603"}
    for seed in range(6):
        random = Random(seed)
        state = tiny("mines").start(seed=seed, setup=near, phase="red_movement")
        while not state.is_over:
            action = state.sample_action(random)
            done.add(action.verb)
            state.apply(action)
    assert "clear" in done
