"""Retreats that end where friends leave no room: they make way, or the retreat goes on.

In the tiny game *crowds* a 1 sends the defender back one hex and a 2 two hexes; a 3 eliminates him
if he could not go back two. R1, R2 and R3 leave B1 in 0403 three hexes: 0304, 0404 and 0504.
"""

from __future__ import annotations

from pathlib import Path

from hexwar.rules.state import State
from tests.rules.tiny import listed, place, varied

RED = {"R1": "0302", "R2": "0402", "R3": "0503"}
ALL_FULL = {**RED, "B1": "0403", "B2": "0404", "B3": "0304", "B4": "0405"}


def beaten(setup: dict[str, str], options: str = "", die: int = 1) -> State:
    """A position in which B1 in 0403 has been beaten."""
    state = place("crowds", setup, "red_combat", options, dice=[die])
    state.apply("attack 0403 by R2")
    return state


def test_friends_make_way_where_no_hex_has_room() -> None:
    """0504 is in the zone of R3; in 0304 and 0404 stand friends, one to a hex."""
    state = beaten(ALL_FULL)
    assert listed(state) == ["retreat B1 0304", "retreat B1 0404"]
    state.apply("retreat B1 0304")
    assert state.decision is not None
    assert state.decision.prompt == "Make room: B3 is displaced one hex."
    assert {line.split()[1] for line in listed(state)} == {"B3"}


def test_nobody_is_displaced_while_a_hex_has_room() -> None:
    state = beaten({**RED, "B1": "0403", "B2": "0404", "B3": "0101"})
    assert state.position("B1") == "0304", "the only hex without friends is taken at once"
    assert state.position("B2") == "0404"


def test_why_a_full_hex_is_closed_while_another_has_room() -> None:
    state = beaten({"R2": "0402", "B1": "0403", "B2": "0404"})
    refused = state.explain("retreat B1 0404")
    assert str(refused) == "7.4: 0404 is full, and B1 would have to end there."


def test_who_is_displaced_may_displace_others_but_not_back() -> None:
    """B2 leaves 0404 for 0405, where B4 makes way; never for 0403, where B1 came from."""
    state = beaten({**ALL_FULL, "B5": "0305"})
    state.apply("retreat B1 0404")
    assert "retreat B2 0403" not in listed(state)
    assert "retreat B2 0405" not in listed(state), "0505 has room"
    wall = {**ALL_FULL, "B3": "0305", "B5": "0505", "R1": "0303"}
    state = beaten(wall)
    assert state.position("B1") == "0404", "0304 is in the zone of R1"
    assert listed(state) == ["retreat B2 0305", "retreat B2 0405", "retreat B2 0505"]
    state.apply("retreat B2 0405")
    assert state.decision is not None
    assert state.decision.units == ("B4",)
    assert not {"retreat B4 0404", "retreat B4 0403"} & set(listed(state))


def test_who_has_been_displaced_is_told_so_and_marked() -> None:
    """B3 makes way and is in the state of that name; in crowds such units do not attack."""
    state = beaten({**RED, "B1": "0403", "B2": "0404", "B3": "0304"})
    state.apply("retreat B1 0304")
    first, *_ = state.apply(listed(state)[0])
    assert (first.kind, first.text[:29]) == ("retreated", "B3 is displaced from 0304 to ")
    assert state.marks["displaced"] == 1 << state.frame.unit_index["B3"]


def test_where_nobody_can_make_way_the_hex_is_closed() -> None:
    """B2 in the corner has no hex to go to but the one where B1 came from."""
    state = place("crowds", {"R1": "0202", "B1": "0101", "B2": "0102"}, "red_combat", dice=[1])
    assert listed(state, "attack") == ["attack 0102 by R1"]
    state.apply("attack 0102 by R1")
    assert not state.position("B2")
    assert state.position("B1") == "0101"


def test_a_stack_gives_way_by_as_many_units_as_are_too_many() -> None:
    setup = {**RED, "B1": "0403", "B2": "0404", "B3": "0404", "B4": "0304", "B5": "0304"}
    state = beaten(setup, "pairs")
    state.apply("retreat B1 0404")
    assert state.decision is not None
    assert state.decision.units == ("B2", "B3")
    state.apply(listed(state)[0])
    assert len(state.units_at("0404")) == 2
    assert state.decision is not None and state.decision.kind == "advance"


def test_a_retreat_goes_on_until_there_is_room() -> None:
    """By 0304 the next hexes have room; by 0404 B4 stands in the way as well, at 0405."""
    state = beaten(ALL_FULL, "extending")
    assert listed(state) == ["retreat B1 0304", "retreat B1 0404"]
    state.apply("retreat B1 0404")
    assert state.position("B2") == "0404", "nobody is displaced"
    ends = {line.split()[-1] for line in listed(state)}
    assert ends == {"0305", "0505"}, "both have room, so the full 0405 is no end"
    state.apply("retreat B1 0505")
    assert state.position("B1") == "0505"
    assert state.decision is not None and state.decision.kind == "advance"


def test_a_retreat_that_cannot_go_on_far_enough_is_none() -> None:
    state = place(
        "crowds", {"R1": "0202", "B1": "0101", "B2": "0102"}, "red_combat", "extending", dice=[1]
    )
    state.apply("attack 0102 by R1")
    assert not state.position("B2")


def test_two_hexes_end_with_room_rather_than_on_friends() -> None:
    """Of the ways over 0404 that by 0405 would end on B4; 0305 and 0505 are open."""
    state = beaten({**RED, "B1": "0403", "B2": "0404", "B4": "0405"}, die=2)
    state.apply("retreat B1 0404")
    assert {line.split()[-1] for line in listed(state)} == {"0305", "0505"}


def test_vacant_hexes_come_before_those_with_friends() -> None:
    setup = {"R2": "0402", "B1": "0403", "B2": "0404"}
    assert "retreat B1 0404" in listed(beaten(setup, "pairs"))
    state = beaten(setup, "vacant")
    assert "retreat B1 0404" not in listed(state)
    refused = state.explain("retreat B1 0404")
    assert str(refused) == "7.5: Friends stand in 0404, and another hex is vacant."


def test_a_zone_is_not_taken_for_friends_where_vacant_hexes_come_first(tmp_path: Path) -> None:
    """Nobody stands in 0402; R2 in 0302 has a zone there."""
    game = varied(tmp_path, "retreat: {prefers: vacant, into_zone: costs_step}", "crowds")
    state = game.start(setup={"R2": "0302", "B1": "0303"}, phase="red_combat", dice=[1])
    state.apply("attack 0303 by R2")
    refused = state.explain("retreat B1 0402")
    assert str(refused) == "0402 is in an enemy zone of control, and another hex is not."


def test_results_ask_who_could_retreat() -> None:
    """In the corner there is no second hex to go to."""
    corner = {"R1": "0202", "R2": "0201", "R3": "0203", "B1": "0102"}
    state = place("crowds", corner, "red_combat", dice=[3])
    state.apply("attack 0102 by R1")
    assert not state.position("B1")
    state = place("crowds", {"R1": "0402", "B1": "0403"}, "red_combat", dice=[3])
    state.apply("attack 0403 by R1")
    assert state.position("B1") == "0403"
