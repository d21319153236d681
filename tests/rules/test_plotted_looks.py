"""Turns that are written with a path, in the tiny game *cutters*: ahead only, a point a hexside."""

from __future__ import annotations

import pytest

from hexwar.rules.plots.rules import WRITTEN
from hexwar.rules.state import State
from tests.rules.tiny import listed, tiny

AFAR: dict[str, str | dict[str, str]] = {"R2": {"hex": "0105", "facing": "SE"}, "B1": "0702"}


def begin(hexnumber: str = "0302", facing: str = "SE", **more: dict[str, str]) -> State:
    """R1 where it is said, at the beginning of writing."""
    setup = {"R1": {"hex": hexnumber, "facing": facing}, **AFAR, **more}
    return tiny("cutters").start(setup=setup, phase="plotting")


def carried_out(state: State) -> list[str]:
    """What is told of units when blue has written nothing."""
    state.apply("done")
    told = state.apply("done")
    return [str(event) for event in told if event.fields.get("unit")]


def test_a_path_says_where_the_unit_looks_at_its_end() -> None:
    state = begin()
    (event,) = state.apply("plot R1 0402 facing NE")
    assert str(event) == "R1's order: go to 0402, then facing NE."
    assert carried_out(state) == ["R1 moves 0302 to 0402, facing SE.", "R1 turns to face NE."]
    assert state.facing("R1") == "NE"


def test_without_a_word_a_unit_looks_where_it_went() -> None:
    state = begin()
    state.apply("plot R1 0302-0402-0502")
    assert carried_out(state)[-1] == "R1 moves 0402 to 0502, facing NE."
    assert state.facing("R1") == "NE"


def test_a_turn_is_written_for_who_stays() -> None:
    state = begin()
    assert [line for line in listed(state, "face") if "R1" in line] == ["face R1 NE", "face R1 S"]
    state.apply("face R1 S")
    assert [(order.path, order.facing) for order in state.written_orders()] == [(("0302",), "S")]
    assert "face R1 NE" not in listed(state, "face")  # or writing would come to no end
    assert carried_out(state) == ["R1 turns to face S."]


def test_a_turn_is_written_after_the_path() -> None:
    state = begin()
    state.apply("plot R1 0402")
    state.apply("face R1 NE")
    assert state.written_orders()[0].text == "0402, then facing NE"
    state.apply("face R1 S")
    assert state.written_orders()[0].text == "0402, then facing S"
    state.apply("plot R1 0402")
    assert state.written_orders()[0].text == "0402"


def test_turns_are_offered_for_the_unit_that_is_picked() -> None:
    state = begin()
    state.apply("plot R1 0402 facing NE")
    turns = [str(one.action) for one in state.choices(("R1",)) if one.action.verb == "face"]
    assert turns == ["face R1 SE", "face R1 S"]


@pytest.mark.parametrize(
    ("line", "because"),
    [
        ("plot R1 0302 facing N", "cannot look N in 0302"),
        ("face R1 N", "cannot look N in 0302"),
        ("face R1 W", "no facing"),
        ("plot R1 0402 facing W", "no facing"),
        ("plot R1 0502 facing S", "cannot look S in 0502: it has 3 hexes, 4 MP"),
        ("face B1 N", "other side"),
    ],
)
def test_turns_that_may_not_be_written_are_refused_with_the_reason(line: str, because: str) -> None:
    state = begin(hexnumber="0302")
    violation = state.explain(line)
    assert violation is not None
    assert because in violation.message


def test_turns_cost_points_with_the_path() -> None:
    """Three hexes ahead and a turn are four points, and a second turn would be five."""
    state = begin("0202")
    assert state.explain("plot R1 0202-0303-0403-0504 facing NE") is None
    violation = state.explain("plot R1 0202-0303-0403-0403 facing NE")
    assert violation is not None
    assert state.explain("plot R1 0202-0302-0402-0503 facing S") is not None


def test_who_is_stopped_on_the_way_does_not_turn() -> None:
    state = begin("0302", B2={"hex": "0503", "facing": "NW"})
    state.apply("plot R1 0302-0402-0503 facing NE")
    told = carried_out(state)
    assert not any("turns" in line for line in told)
    assert (state.position("R1"), state.facing("R1")) == ("0402", "SE")


def test_who_may_not_move_when_orders_are_carried_out_does_not_turn() -> None:
    state = begin("0302")
    state.apply("face R1 S")
    state.apply("done")
    state.mark("fouled", 1 << state.frame.unit_index["R1"])
    state.apply("done")
    assert state.facing("R1") == "SE"


def test_a_turn_is_its_sides_alone() -> None:
    state = begin()
    state.apply("face R1 S")
    assert state.memory[WRITTEN].looks
    state.apply("done")
    seen = state.seen_by("blue")
    assert not seen.memory[WRITTEN].looks


def test_nobody_turns_where_nobody_looks() -> None:
    state = tiny("sloops").start(phase="plotting", setup={"R1": "0302", "B1": "0702"})
    for line in ("face R1 N", "plot R1 0303 facing N"):
        violation = state.explain(line)
        assert violation is not None
        assert violation.message == "Nobody looks anywhere in this game."
