"""The sample battle beside an independent reading of the rulebook (``referee/``).

The referee shares no code with the engine: it reads the game's YAML as a player reads the map, the
counters and the charts, and everything else it has from the rules. Compared are zones, reach with
its costs, moves of stacks, placing, overruns, attacks with strengths and column, results, losses,
the ways and the price of retreats, advances, exploitation and supply.
"""

from __future__ import annotations

from random import Random

import pytest

from tests.conformance.scs.referee import aftermath, fighting, moving
from tests.conformance.scs.referee.comparing import differences
from tests.conformance.scs.referee.positions import positions

FEW, ALL = 24, 400


def found(count: int) -> list[str]:
    """All differences in so many positions, with the number of the position."""
    return [
        f"{number} ({phase}, turn {turn}): {each}"
        for number, (position, phase, turn) in enumerate(positions(count))
        for each in differences(position, phase, turn, Random(number))
    ]


def test_in_some_positions_the_referee_finds_no_difference() -> None:
    assert found(FEW) == []


@pytest.mark.slow
def test_in_four_hundred_positions_the_referee_finds_no_difference() -> None:
    assert found(ALL) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "name", "other"),
    [
        (moving, "INTO_ZONE", 1),
        (moving, "OVERRUN", 3),
        (fighting, "HALF", 1),
        (aftermath, "LIMIT", 2),
    ],
)
def test_a_referee_who_misreads_a_rule_is_found_out(
    module: object, name: str, other: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The positions ask for these rules: who has another number for one differs somewhere."""
    monkeypatch.setattr(module, name, other)
    assert found(ALL // 4) != []
