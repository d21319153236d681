"""The computer player keeps those who bring supply near those who need it, and takes trains.

In the tiny game *depots* there is one column of hexes, and a railway from 0201 to 0204. A
headquarters needs a line of two hexes to it, and brings supply two hexes far.
"""

from __future__ import annotations

from random import Random

import hexwar
from hexwar.players import GreedyPlayer
from hexwar.rules.state import State
from tests.rules.tiny import place

FRONT = hexwar.load_game("orva_front")


def phase_played(state: State) -> list[str]:
    """What one player does until the phase is over, in notation."""
    player, random, phase = GreedyPlayer(), Random(1), state.phase
    done = []
    while not state.is_over and state.phase == phase:
        action = player.choose(state, random)
        done.append(str(action))
        state.apply(action)
    return done


def test_a_headquarters_follows_as_far_as_it_is_supplied_itself() -> None:
    """Nobody but a headquarters in 0206 brings supply to 0208."""
    state = place(
        "depots", {"RH": "0203", "R1": "0208", "R2": "0208", "B1": "0212"}, "red_movement"
    )
    phase_played(state)
    assert state.position("RH") == "0206"


def test_reinforcements_enter_before_anybody_takes_a_train() -> None:
    setup = {"D2": "2007", "D3": "2012", "H2": "1807", "N1": "1206", "N2": "1307", "U2": "1107"}
    state = FRONT.start(setup=setup, phase="halvar_movement", turn=3, seed=1)
    done = phase_played(state)
    trains = [n for n, line in enumerate(done) if line.endswith(" rail")]
    entering = [n for n, line in enumerate(done) if line.startswith("enter")]
    assert len(entering) == 4 and trains and max(entering) < min(trains)
