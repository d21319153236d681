"""What a person is told of fights agrees with the position, whatever the game."""

from __future__ import annotations

import pytest

from tools.battles_told import told
from tools.fuzz_play import shipped


@pytest.mark.parametrize("name", shipped())
def test_what_is_told_of_a_fight_is_so(name: str) -> None:
    """Who is said to go back stands elsewhere, who is said to be lost is off the map, and what a
    counter shows is what the rules count.
    """
    tally = told(name, 6)
    assert tally.fights >= 6
    assert tally.wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("name", shipped())
def test_what_is_told_of_two_hundred_fights_is_so(name: str) -> None:
    assert told(name, 200, seed=1000).wrong == []
