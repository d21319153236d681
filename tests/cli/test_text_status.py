"""What the text mode tells of units beside what is printed on them, and of what they see."""

from __future__ import annotations

import re

from hexwar.records import Session
from hexwar.rules.figures.rules import FigureRules
from tests.cli.conversation import answer
from tests.rules.tiny import place, tiny


def test_the_list_of_units_tells_what_may_be_read_of_each() -> None:
    """The figures of each team, by condition."""
    state = place("casualties", {"R1": "0102", "B1": "0702"}, "blue_movement")
    state.rules[FigureRules].hit(state, state.frame.unit_index["B1"], 1)
    printed = answer(Session(tiny("casualties"), state), "units")
    assert re.search(r"B1 .* 0702, 3 fit, 1 down", printed)
    assert re.search(r"R1 .* 0102, 4 fit", printed)
