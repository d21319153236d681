"""Two small games written from the documentation alone: a siege, and a battle of chariots.

In *siege* grenadiers may storm a bastion or the citadel. In *chariots* units move by order of a
general within three hexes, and wheels pay three for stones.
"""

from __future__ import annotations

from hexwar.rules.state import State
from tests.rules.tiny import listed, place, prices

WALL = {"R1": "0504", "R2": "0403", "B1": "0503", "B3": "0602"}


def attack(by: str, bastion: str = "0503") -> State:
    """After an attack of red's, before anything is thrown if it may be a storm."""
    state = place("siege", {**WALL, "B1": bastion}, "red_combat", dice=(1,))
    state.apply(f"attack {bastion} by {by}")
    return state


def test_grenadiers_alone_storm() -> None:
    assert listed(attack("R2"), "fight") == ["fight storm"]
    assert listed(attack("R1"), "fight") == []


def test_nobody_storms_open_ground() -> None:
    assert listed(attack("R2", bastion="0404"), "fight") == []


def test_without_a_general_near_nobody_moves() -> None:
    units = {"R1": "0302", "R3": "0103", "B1": "0602"}
    near = place("chariots", units, "red_movement")
    far = place("chariots", {**units, "R3": "0705"}, "red_movement")
    assert any("R1" in line for line in listed(near, "move"))
    assert not any("R1" in line for line in listed(far, "move"))
    assert prices(near, "R1")["0402"] == "3"
