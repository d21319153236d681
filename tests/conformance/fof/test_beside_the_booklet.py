"""Force on Force beside a second reading of its booklet, made before the engine was looked at.

The reading (``reading/``) imports nothing of hexwar: it keeps its own teams, dice, map and book.
Here it sits beside random games, half of them fights round the farm from the second turn on, and
judges every die, state, choice, chance and point of them; and looks along lines over the map.
"""

from __future__ import annotations

from random import Random

import pytest

from tests.conformance.fof.beside import FOLDER, Sitting
from tests.conformance.fof.reading.ground import Ground, distance
from tests.conformance.fof.table import begin, fof

EACH = 1000
"""How much is judged of a game."""

LINES = 200


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 24))]
)
def test_a_referee_with_the_booklet_finds_no_difference(seed: int) -> None:
    referee = Sitting(seed).play(EACH)
    assert referee.differences == []
    assert referee.judged >= EACH


def test_the_referee_sees_a_difference() -> None:
    """A game in which a figure more has fallen than the dice say is not let pass."""
    sitting = Sitting(1)
    sitting.referee.teams["Alpha"].figures["fit"] -= 1
    assert sitting.play(100).differences


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 10))]
)
def test_lines_of_sight_over_the_map_are_those_of_exact_fractions(seed: int) -> None:
    ground, draw = Ground(FOLDER / "map.yaml"), Random(seed)
    state = begin({"T2": "0310", "Bravo": "0320"})
    hexes = list(fof().map.numbers)
    assert set(hexes) == set(ground.terrain)
    for _ in range(LINES):
        here, there = draw.sample(hexes, 2)
        line = state.line_of_sight(here, there)
        assert line is not None
        assert line.distance == distance(here, there), (here, there)
        assert line.clear == ground.sees(here, there), (here, there)
        if not line.clear:
            found = "/".join(sorted(line.blocking))
            assert found in ground.blockers(here, there), (here, there)
