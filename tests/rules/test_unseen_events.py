"""What is told of a unit that a side does not see, and who is seen: ``stacking.visible``."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import pytest

from hexwar.engine import Event
from hexwar.rules.stacking.visibility import known_events


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
