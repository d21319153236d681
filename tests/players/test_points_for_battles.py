"""A computer player reckons with what will be paid for a battle before it fights one.

In the tiny game *support* red has air points, of which two move a battle two columns to the right
within four hexes of his staff, and blue a shell that moves it back by one. In the woods, 0404, the
defence of B1 is doubled: 4 to 8 is no attack to make, two columns better it is.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from hexwar.players import GreedyPlayer
from hexwar.rules.state import State
from tests.rules.tiny import varied

PLACES = {"RS": "0202", "B1": "0404", "B3": "0705"}
POOLS = "pools: {{air: {{begins: {air}, kept: always}}, shells: {{begins: {shells}}}}}\n"


def chosen(state: State) -> str:
    return str(GreedyPlayer().choose(state, Random(1)))


@pytest.mark.parametrize(
    ("air", "shells", "line"),
    [(2, 0, "attack 0404 by R1"), (0, 0, "done"), (1, 0, "done"), (2, 1, "done")],
)
def test_it_attacks_where_its_points_make_the_odds_good(
    tmp_path: Path, air: int, shells: int, line: str
) -> None:
    game = varied(tmp_path, POOLS.format(air=air, shells=shells), "support")
    setup = {**PLACES, "R1": "0304"}
    assert chosen(game.start(None, setup=setup, phase="red_combat")) == line
