"""What is told of a unit that a side does not see."""

from __future__ import annotations

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
