"""Combat against several hexes at once.

In the tiny game *fronts* units attack with 4 and defend with 2. 0403 is woods (defence doubled),
0402 rough (one column to the left), and a river halves who attacks across it, from 0303 and 0304.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from hexwar.players import make_player
from hexwar.rules.state import State
from tests.rules.tiny import listed, place, tiny, told, varied

CONTACT = {"R1": "0302", "R2": "0303", "R3": "0304", "B1": "0402", "B2": "0403", "B3": "0404"}
"""R1 beside B1, R2 beside B1 and B2, R3 beside B2 and B3."""
OPEN = {"R1": "0203", "R2": "0204", "B1": "0103", "B2": "0104"}
"""On open ground, R1 beside both, R2 beside B2."""


def battle(setup: dict[str, str], options: str = "", dice: tuple[int, ...] = ()) -> State:
    """A position in the combat phase of red."""
    return place("fronts", setup, "red_combat", options, dice=dice)


def why(state: State, line: str) -> str:
    """Why an action is refused; empty if it is legal."""
    return str(state.explain(line) or "")


def test_all_attackers_must_be_beside_all_hexes() -> None:
    state = battle(CONTACT)
    assert why(state, "attack 0402-0403 by R2") == ""
    assert why(state, "attack 0402-0403 by R1 R2") == "8.1: R1 is not adjacent to 0403."
    together = [line for line in listed(state, "attack") if "-" in line.split()[1]]
    assert together == ["attack 0402-0403 by R2", "attack 0403-0404 by R3"]


def test_where_one_is_enough_a_whole_front_is_attacked_at_once() -> None:
    state = battle(CONTACT, "line")
    line = "attack 0402-0403-0404 by R1 R2 R3"
    assert line in listed(state)
    assert why(state, "attack 0402-0403 by R1 R2") == ""
    assert why(state, "attack 0404-0403 by R2 R3") == "", "in any order"


def test_a_battle_hangs_together() -> None:
    """R1 is beside B1 alone and R3 is beside B3: these are two battles."""
    state = battle(CONTACT, "line")
    text = "8.6: These units do not make one battle of 0402 and 0404."
    assert why(state, "attack 0402-0404 by R1 R3") == text
    assert why(state, "attack 0402-0404 by R1") == text, "nobody attacks 0404"
    assert why(state, "attack 0402-0403 by R2 R1 R3") == ""


def test_several_hexes_are_attacked_only_where_the_game_says_so() -> None:
    state = place("meadow", {"R1": "0203", "B1": "0103", "B2": "0104"}, "red_combat")
    assert "An attack is on one hex." in why(state, "attack 0103-0104 by R1")
    assert "twice" in why(battle(OPEN), "attack 0103-0103 by R1")


def test_each_defends_on_the_terrain_of_its_own_hex() -> None:
    """B2 in woods with 4, B1 in the rough with 2; R2 is across the river from both."""
    preview = battle(CONTACT).preview("attack 0402-0403 by R2")
    assert [int(preview.attacker_strength), int(preview.defender_strength)] == [2, 6]
    assert (preview.shifts, preview.hexes) == (-1, ("0402", "0403"))
    lines = [line.label for line in preview.modifiers]
    assert lines == ["R2 across River", "Woods in 0403", "Rough"]


def test_of_dice_too_the_hex_that_is_hardest_to_attack_decides(tmp_path: Path) -> None:
    yaml = """
terrain:
  hexes:
    rough: {combat: {shift: null, roll: 1}}
    woods: {combat: {defender: null, roll: -1}}
"""
    state = varied(tmp_path, yaml, "fronts").start(setup=CONTACT, phase="red_combat")
    assert state.preview("attack 0402 by R2").roll == 1
    assert state.preview("attack 0402-0403 by R2").roll == -1


def test_a_river_counts_only_if_it_is_crossed_into_all_hexes_attacked() -> None:
    """R3 is across the river from 0403 and not from 0404: 4. R1 4, R2 2; 2, 4 and 2 defend."""
    preview = battle(CONTACT, "line").preview("attack 0402-0403-0404 by R1 R2 R3")
    assert [int(preview.attacker_strength), int(preview.defender_strength)] == [10, 8]
    assert preview.column == 0, "1:1, and one to the left for the rough"


def test_the_result_is_that_of_the_preview_and_befalls_all() -> None:
    state = battle(OPEN, dice=(2,))
    events = state.apply("attack 0104-0103 by R1")
    fought = next(event for event in events if event.kind == "battle")
    assert (fought.hexes, fought.defenders, fought.column) == (
        ("0103", "0104"),
        ("B1", "B2"),
        "1:1",
    )
    assert fought.text.startswith("R1 attacks 0103 and 0104: ")
    assert {line.split()[1] for line in listed(state)} == {"B1", "B2"}, "both retreat"


def test_one_advances_into_either_hex() -> None:
    state = battle(OPEN, dice=(1,))
    state.apply("attack 0103-0104 by R1")
    assert state.decision is not None
    assert state.decision.prompt == "Advance R1 into 0103 or 0104, or pass."
    assert listed(state) == ["advance R1", "advance R1 0104", "pass"]
    state.apply("advance R1 0104")
    assert state.position("R1") == "0104"


def test_all_advance_each_where_it_can() -> None:
    """R2 is beside 0104 alone, which is full when R1 has taken it."""
    state = battle(OPEN, "line all", dice=(1,))
    state.apply("attack 0103-0104 by R1 R2")
    assert why(state, "advance R2 0103") != ""
    state.apply("advance R1")
    state.apply("advance R2")
    assert (state.position("R1"), state.position("R2")) == ("0103", "0104")
    state = battle(OPEN, "line all", dice=(1,))
    state.apply("attack 0103-0104 by R1 R2")
    state.apply("advance R1 0104")
    assert state.phase != "red_combat", "no room for R2"


def test_no_advance_into_a_hex_that_is_still_held() -> None:
    """Whoever of the defenders has gone, the other's hex is taken by nobody."""
    state = battle({**OPEN, "B3": "0105"}, dice=(2,))
    state.apply("attack 0103-0104 by R1")
    while state.decision is not None and state.decision.kind == "retreat":
        state.apply(listed(state)[0])
    assert state.decision is not None
    assert all(not state.units_at(number) for number in state.decision.hexes)


def test_a_unit_that_must_attack_two_attacks_both() -> None:
    """Alone between B1 and B2, R1 meets all obligations by one battle, and by no other."""
    state = battle({"R1": "0203", "B1": "0103", "B2": "0104"}, "must")
    assert listed(state) == ["attack 0103-0104 by R1"]
    text = "7.1: If R1 attacked 0103, fewer could do what they must: R1 must attack"
    assert why(state, "attack 0103 by R1").startswith(text)


def test_several_hexes_are_declared_and_fought_with_those_that_are_left() -> None:
    state = battle(OPEN, "first", dice=(4,))
    told(state, "attack 0103-0104 by R1")
    assert [str(attack) for attack in state.declared_attacks()] == ["resolve 0103-0104 by R1"]
    assert why(state, "withdraw 0104 by R1") == "", "one of its hexes names it"
    state.place(state.frame.unit_index["B1"], state.frame.board.cell["0501"])
    assert state.preview("withdraw 0103-0104 by R1").defenders == ("B2",)
    fought = next(event for event in state.apply("done") if event.kind == "battle")
    assert (fought.hexes, fought.column) == (("0104",), "2:1")


@pytest.mark.parametrize("options", ["", "line", "first line", "must", "must line first"])
@pytest.mark.parametrize("player", ["random", "greedy"])
def test_players_fight_on(options: str, player: str) -> None:
    """No game is stuck; what is drawn at random is on several hexes now and then."""
    several = 0
    for seed in range(3):
        state = tiny("fronts").start("contact", options.split(), seed, phase="red_combat")
        chooser, random = make_player(player), Random(seed)
        while not state.is_over:
            action = chooser.choose(state, random)
            assert state.explain(action) is None
            several += action.verb == "attack" and len(action.hexes) > 1
            state.apply(action)
    assert several or player == "greedy"
