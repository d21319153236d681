"""What is told of a unit that a side does not see, and who is seen: ``stacking.visible``."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from pathlib import Path

import pytest

from hexwar.engine import Event
from hexwar.rules.stacking.task import known_events
from tests.conformance.scs.field import position
from tests.rules.tiny import varied


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ({}, "a hidden unit digs in in 0304."),
        ({"unseen": "A unit digs in."}, "A unit digs in."),
    ],
)
def test_an_event_may_say_itself_how_it_reads_to_who_does_not_see(
    said: dict[str, str], heard: str
) -> None:
    event = Event("dug_in", "", "B digs in in 0304.", unit="B", hex="0304", **said)
    event.hidden = {"red": ("B",)}
    assert [str(each) for each in known_events([event], "red")] == [heard]
    assert [str(each) for each in known_events([event], "blue")] == ["B digs in in 0304."]


def heard(events: Sequence[Event], hidden: str) -> list[str]:
    """What Red is told of events that befall units, some of them hidden from it."""
    for event in events:
        event.hidden = {"red": (event.unit,)} if event.unit in hidden else {}
    return [str(event) for event in known_events(events, "red")]


@pytest.mark.parametrize("order", [*permutations("ABC")])
def test_of_units_that_suffer_at_once_the_order_tells_nothing_of_the_hidden(
    order: Sequence[str],
) -> None:
    """Y and X are seen and told first, in their order; A, B and C cannot be told apart."""
    said = {"A": "A loses a step.", "B": "B is eliminated.", "C": "C loses a step."}
    unseen = [Event("step_lost", "", said[name], unit=name) for name in order]
    y, x = (Event("eliminated", "", f"{name} is eliminated.", unit=name) for name in "YX")
    told = heard([unseen[0], y, unseen[1], x, unseen[2]], "ABC")
    assert told == [
        "Y is eliminated.",
        "X is eliminated.",
        "a hidden unit is eliminated.",
        "a hidden unit loses a step.",
        "a hidden unit loses a step.",
    ]


def test_what_happens_one_after_the_other_is_told_in_that_order() -> None:
    """Somebody chose it: a move below a top counter stays between two that are seen."""
    moves = [Event("moved", "", f"{name} moves.", unit=name) for name in "YAX"]
    told = heard(moves, "A")
    assert told == ["Y moves.", "A unit below a top counter moves.", "X moves."]


TOP = """
stacking: {limit: 3, visible: top}
scenarios: {meeting: {setup: {R1: "0303", R2: "0303"}, setup_order: null}}
"""
"""R1 lies on R2."""


def test_what_a_scenario_opens_with_is_told_as_what_comes_later() -> None:
    """Supply is judged before the first decision: of RI2, below RI1, Blue learns no more then."""
    ring = ("03.06", "04.06", "04.05", "03.04", "02.05", "02.06")
    blue = dict(zip(("BI2", "BI3", "BI4", "BI5", "BT1", "BT2"), ring, strict=True))
    state = position({"RI1": "03.05", "RI2": "03.05", **blue}, "red_supply")
    (judged,) = (event for event in state.events or () if event.kind == "out_of_supply")
    assert judged.hidden == {"blue": ("RI2",)}
    for side, told in (("red", "RI1, RI2"), ("blue", "RI1, a hidden unit")):
        (line,) = (
            str(event)
            for event in state.view(side).known_events(state.events or ())
            if event.kind == "out_of_supply"
        )
        assert line == f"Out of supply: {told}."


def test_what_lay_in_the_open_when_it_happened_is_told_by_name(tmp_path: Path) -> None:
    """R2 leaves the stack and comes back below it before the action is over."""
    state = varied(tmp_path, TOP, "arrivals").start(seed=1)
    unit, cell = state.frame.unit_index["R2"], state.frame.board.cell
    state.listen()
    state.tell("digs", "", "R2 digs.", unit="R2")
    state.tell("digs", "", "R2 goes.", unit="R2")
    state.place(unit, cell["0404"])
    state.tell("digs", "", "R2 lies in the open.", unit="R2")
    state.place(unit, cell["0303"])
    state.tell("digs", "", "R2 is back.", unit="R2")
    state.tell("digs", "", "R2 digs.", unit="R2")
    told = [str(event) for event in state.view("blue").known_events(state.told())]
    assert told == [
        "a hidden unit digs.",
        "R2 goes.",
        "R2 lies in the open.",
        "R2 is back.",
        "a hidden unit digs.",
    ]


def test_how_things_stand_within_what_happens_at_once_is_seen_by_nobody(tmp_path: Path) -> None:
    """R1, on top, goes first; R2 would lie in the open until it follows."""
    state = varied(tmp_path, TOP, "arrivals").start(seed=1)
    units, cell = state.frame.unit_index, state.frame.board.cell
    state.listen()
    with state.at_once():
        state.place(units["R1"], cell["0404"])
        state.tell("digs", "", "R2 follows.", unit="R2")
        state.place(units["R2"], cell["0404"])
    told = [str(event) for event in state.view("blue").known_events(state.told())]
    assert told == ["a hidden unit follows."]


@pytest.mark.parametrize("order", [*permutations("YAX")])
def test_of_a_stack_that_moves_what_is_seen_is_told_first(order: Sequence[str]) -> None:
    """The place of a line among those of a stack tells nothing of who lies below."""
    moves = [Event("moved", "", f"{n} moves.", unit=n, together=3) for n in order]
    later = Event("moved", "", "Z moves.", unit="Z")
    told = heard([*moves, later], "AX")
    assert told == ["Y moves.", "2 units below a top counter move.", "Z moves."]


def test_two_stacks_that_move_one_after_the_other_are_told_so() -> None:
    moves = [Event("moved", "", f"{n} moves.", unit=n, together=2) for n in "AYBX"]
    below = "A unit below a top counter moves."
    assert heard(moves, "AB") == ["Y moves.", below, "X moves.", below]
