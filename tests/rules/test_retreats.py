"""Who moves those who retreat, where friends leave no room, and who may be attacked once more.

In the tiny game *aftermath* a 4 sends the defenders back two hexes, and a 5 the attackers.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwar.rules.state import State
from tests.rules.tiny import listed, place, varied

PAIR = {"R1": "0402", "B1": "0403"}


@pytest.mark.parametrize(
    ("by", "attackers", "defenders"),
    [
        ("owner", "red", "blue"),
        ("enemy", "blue", "red"),
        ("{attacker: owner, defender: enemy}", "red", "red"),
        ("{attacker: enemy}", "blue", "blue"),
    ],
)
def test_who_moves_is_said_by_side_of_the_battle(
    tmp_path: Path, by: str, attackers: str, defenders: str
) -> None:
    game = varied(tmp_path, f"retreat: {{by: {by}}}", "aftermath")
    for die, side in ((5, attackers), (4, defenders)):
        state = game.start(setup=PAIR, phase="red_combat", dice=[die])
        state.apply("attack 0403 by R1")
        assert state.decision is not None
        assert (state.decision.kind, state.side_to_act) == ("retreat", side)


@pytest.mark.parametrize(("limit", "room"), [("{red: 1, blue: 2}", True), ("{red: 2}", False)])
def test_room_is_that_of_the_side_that_retreats(tmp_path: Path, limit: str, room: bool) -> None:
    """B1 retreats two hexes; where blue stacks one to a hex, no hex with a friend takes it in."""
    yaml = f"stacking: {{limit: {limit if room else '{red: 2, blue: 1}'}}}"
    game = varied(tmp_path, yaml, "aftermath")
    state = game.start(setup={**PAIR, "B2": "0404"}, phase="red_combat", dice=[4])
    state.apply("attack 0403 by R1")
    assert ("retreat B1 0404" in listed(state)) is room
    refused = state.explain("retreat B1 0404")
    assert (refused is None) is room
    assert room or (refused is not None and refused.reason == "retreat.stacking")


@pytest.mark.parametrize(
    ("line", "together"),
    [("retreat B2 0405", ""), ("retreat B1+B2 0404", " together with the others")],
)
def test_who_was_not_beaten_stays(line: str, together: str) -> None:
    state = place("aftermath", {**PAIR, "B2": "0404"}, "red_combat", dice=[4])
    state.apply("attack 0403 by R1")
    refused = state.explain(line)
    assert refused is not None
    assert refused.message == f"B2 does not have to retreat now{together}."


def after_retreat(options: str) -> State:
    """B1 has been attacked, and has gone back one hex and then on to B2, which R2 stands beside."""
    setup = {"R1": "0402", "R2": "0505", "B1": "0403", "B2": "0405"}
    state = place("aftermath", setup, "red_combat", f"zones_allowed {options}", dice=[4, 3])
    state.apply("attack 0403 by R1")
    for line in ("retreat B1 0404", "retreat B1 0405", "pass"):
        state.apply(line)
    assert state.units_at("0405") == ("B1", "B2")
    return state


def test_a_hex_is_not_attacked_again_for_who_fled_into_it() -> None:
    """Whoever has been attacked shields those he flees to, as the whole hex would be attacked."""
    state = after_retreat("")
    assert state.phase == "blue_movement", "R2 has nobody left to attack"


def test_where_units_are_attacked_one_by_one_the_other_may_be() -> None:
    state = after_retreat("one_unit")
    assert listed(state, "attack") == ["attack 0405 by R2"]
    assert state.preview("attack 0405 by R2").defenders == ("B2",)


def test_who_advances_beyond_follows_those_who_fled(tmp_path: Path) -> None:
    """B1 flees from 0403 by 0404 to 0405; R1 may go there and nowhere else."""
    yaml = """
advance: {beyond_first: {side: red}, along: retreat, cite: {along: "6.3"}}
combat:
  results: {DR2: {do: [{retreat: {who: defender, hexes: 2}}, {advance: {most: 1, hexes: 3}}]}}
"""
    state = varied(tmp_path, yaml, "aftermath").start(setup=PAIR, phase="red_combat", dice=[4])
    for line in ("attack 0403 by R1", "retreat B1 0404", "retreat B1 0405"):
        state.apply(line)
    assert listed(state) == ["advance R1", "advance R1 0403-0404", "pass"]
    refused = state.explain("advance R1 0403-0303")
    assert str(refused) == "6.3: R1 may only follow units that have retreated."
