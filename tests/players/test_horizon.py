"""What a computer player takes to be coming: also where chits say whose move is next.

In the tiny game *chits* each activation is a run and a fight.
"""

from __future__ import annotations

from hexwar.players.battlefield import horizon_of
from hexwar.rules.state import State
from tests.rules.tiny import tiny

RED, BLUE = 0, 1
SETUP = {"R1": "0303", "R3": "0103", "B1": "0403"}


def drawn(*dice: int, turn: int = 3) -> State:
    """The run of whoever is activated; each die counts the chits that are left."""
    return tiny("chits").start(dice=dice, setup=SETUP, phase="run", turn=turn)


def test_who_is_activated_fights_before_anybody_else_moves() -> None:
    state = drawn(1)
    assert (state.phase, state.side_to_act) == ("move", "red")
    assert horizon_of(state, RED).attacks_first
    assert not horizon_of(state, BLUE).attacks_first


def test_chits_in_the_cup_are_moves_to_come() -> None:
    """In the last turn: Guard, Line and Reserve are red's; two East blue's, and guns that fight."""
    blue, red = horizon_of(drawn(1), BLUE), horizon_of(drawn(1), RED)
    assert (blue.my_moves, red.foe_moves, red.foe_fights) == (2, 2, 3)
    assert (blue.foe_moves, red.my_moves) == (4, 4)  # a red march after the last chit besides
