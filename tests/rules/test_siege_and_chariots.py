"""Two small games written from the documentation alone: a siege, and a battle of chariots.

In *siege* grenadiers may storm a bastion or the citadel, and who is cut off from the harbour loses
a step in every supply phase after the first. In *chariots* units move by order of a general within
three hexes, wheels pay three for stones and drive over who stands in their way, and the broken
rally on a 5, or without a roll beside their general.
"""

from __future__ import annotations

import pytest

from hexwar.players.matches import Match, play
from hexwar.rules.state import State
from hexwar.rules.states.rules import StateRules
from tests.rules.tiny import FOLDER, listed, place, prices, told

WALL = {"R1": "0504", "R2": "0403", "B1": "0503", "B3": "0602"}
ON_A_FIVE, BESIDE = "0103", "0601"
"""Where the general stands: with neither of the broken, or beside R2."""


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


@pytest.mark.parametrize(
    ("besieger", "lost"), [("0702", ["step_lost", "eliminated"]), ("0705", [])]
)
def test_who_is_cut_off_from_the_harbour_starves_a_step_a_turn(
    besieger: str, lost: list[str]
) -> None:
    """Red stands in the harbour, or four hexes below it."""
    state = place("siege", {"R1": besieger, "B1": "0503"}, "blue_supply")
    assert state.in_supply("B1") == (not lost)
    assert [kind for _ in range(4) for kind in told(state, "done")] == lost


def test_the_starving_attack_by_half() -> None:
    """Supply is judged before the garrison sallies out: with the harbour taken, and free."""
    strengths = []
    for besieger in ("0702", "0105"):
        state = place("siege", {"R1": besieger, "R2": "0403", "B1": "0603"}, "blue_supply")
        for line in ("move B1 0503", "done"):
            state.apply(line)
        strengths.append(state.preview("attack 0403 by B1").attacker_strength)
    assert strengths == [1, 2]


def test_without_a_general_near_nobody_moves() -> None:
    units = {"R1": "0302", "R3": "0103", "B1": "0602"}
    near = place("chariots", units, "red_movement")
    far = place("chariots", {**units, "R3": "0705"}, "red_movement")
    assert any("R1" in line for line in listed(near, "move"))
    assert not any("R1" in line for line in listed(far, "move"))
    assert prices(near, "R1")["0402"] == "3"


def test_wheels_drive_over_spears_a_column_better() -> None:
    """Four against two are 2:1, and driven over 3:1; spears have one step."""
    state = place("chariots", {"R1": "0302", "R3": "0103", "B2": "0401"}, "red_movement", dice=(1,))
    battle, *others = state.apply("overrun 0401 by R1")
    assert (battle.column, [event.kind for event in others]) == (
        "3:1",
        ["eliminated", "advanced"],
    )
    assert state.position("R1") == "0401"


@pytest.mark.parametrize(
    ("die", "general", "broken"),
    [(4, ON_A_FIVE, "R1 R2"), (5, ON_A_FIVE, ""), (4, BESIDE, "R1"), (5, BESIDE, "")],
)
def test_the_broken_rally_beside_their_general_or_on_a_five(
    die: int, general: str, broken: str
) -> None:
    setup = {"R1": "0302", "R2": "0501", "R3": general, "B1": "0703"}
    state = place("chariots", setup, "blue_combat", dice=(die, die), turn=2)
    rules, index = state.rules[StateRules], state.frame.unit_index
    rules.put(state, "broken", 1 << index["R1"] | 1 << index["R2"])
    state.apply("done")
    assert state.phase == "red_movement"
    assert " ".join(state.names_of(state.marks.get("broken", 0))) == broken


@pytest.mark.parametrize("name", ["siege", "chariots"])
def test_computer_players_bring_a_game_to_its_end(name: str) -> None:
    players = (("red", "greedy"), ("blue", "greedy"))
    ends = [play(Match(str(FOLDER / name), None, (), players), str(seed)) for seed in range(2)]
    assert all(0 < end.decisions < 500 for end in ends)
