"""Melee: units of both sides in one hex, who goes in, who fights whom, who comes out.

In the tiny game *close_combat* foot (R1, R2, B1, B2) and horse (R3) enter hexes of the enemy for a
point more, guns (R4, B3) do not; foot may not leave a melee, horse for two points. Options: who is
held one by one, battles within hexes alone, attacks that join a melee from beside.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from hexwar.players import make_player
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from tests.rules.tiny import listed, place, prices, tiny, varied

AROUND = {"R1": "0303", "B1": "0403"}


def begin(phase: str = "red_movement", options: str = "", **units: str) -> State:
    return place("close_combat", {**AROUND, **units}, phase, options, dice=(1, 1, 1, 1))


def refused(state: State, line: str) -> str:
    why = state.explain(line)
    assert why is not None, line
    return f"{why.rule}: {why.message}"


# -- going in ------------------------------------------------------------------------------------


def test_a_unit_enters_a_hex_of_the_enemy_for_its_price_and_stops() -> None:
    state = begin(B2="0504")
    assert prices(state, "R1")["0403"] == "2"
    assert refused(state, "move R1 0303-0403-0503") == (
        "6.1: R1 meets the enemy in 0403 and stops there."
    )
    state.apply("move R1 0403")
    assert state.units_at("0403") == ("R1", "B1")
    assert broken_invariants(state) == []


def test_nobody_passes_through_whom_he_meets() -> None:
    """0503 is two points away through the enemy in 0403, if he could be passed."""
    state = begin(R1="0303", B1="0403", B2="0402", B3="0404")
    assert "0503" not in prices(state, "R1")
    assert refused(state, "move R1 0503") == ": Other units bar R1's way to 0503."


def test_who_is_not_of_those_that_enter_is_told_so() -> None:
    state = begin(R4="0503")
    assert refused(state, "move R4 0403") == (
        "6.1: R4 may not enter 0403: it goes into no hex of the enemy."
    )
    assert "0403" not in prices(state, "R4")


def test_friends_join_a_melee_within_their_own_limit() -> None:
    state = begin(R1="0403", R2="0303", R3="0302", B2="0403")
    state.apply("move R2 0403")
    assert state.units_at("0403") == ("R1", "R2", "B1", "B2")
    assert "0403" not in prices(state, "R3")


@pytest.mark.parametrize(("against", "may"), [("foot", False), ("gun", True)])
def test_whom_they_meet_there_may_be_limited(tmp_path: Path, against: str, *, may: bool) -> None:
    game = varied(tmp_path, f"melee: {{against: {{trait: {against}}}}}", "close_combat")
    state = game.start(setup={"R1": "0303", "B3": "0403"}, phase="red_movement")
    assert ("0403" in prices(state, "R1")) is may


def test_some_phases_alone_may_be_for_going_in(tmp_path: Path) -> None:
    game = varied(tmp_path, "melee: {phases: [blue_movement]}", "close_combat")
    red = game.start(setup=AROUND, phase="red_movement")
    assert refused(red, "move R1 0403").startswith("6.1: R1 may not enter 0403: in this phase")
    blue = game.start(setup=AROUND, phase="blue_movement")
    assert "0303" in prices(blue, "B1")


# -- coming out ----------------------------------------------------------------------------------


def test_who_may_not_leave_stays_and_is_told_why() -> None:
    state = begin(R1="0403", R2="0101")
    assert prices(state, "R1") == {}
    assert refused(state, "move R1 0303") == "6.2: R1 is in melee in 0403 and may not leave it."


def test_who_leaves_at_a_price_pays_it_and_enters_no_other_melee() -> None:
    state = begin(R1="0303", R3="0403", B2="0404", B3="0104")
    found = prices(state, "R3")
    assert found["0402"] == "3"
    assert "0404" not in found
    assert refused(state, "move R3 0404") == (
        "6.2: R3 leaves a melee and may not enter another one in 0404."
    )
    assert refused(state, "move R3 0101").startswith("6.2: Leaving the melee costs R3 2 MP besides")
    state.apply("move R3 0402")
    assert state.reach("R3")["0401"].cost == 1


def test_onward_into_another_melee_where_the_game_lets_them(tmp_path: Path) -> None:
    game = varied(tmp_path, "melee: {onward: allowed}", "close_combat")
    state = game.start(setup={"R3": "0403", "B1": "0403", "B2": "0404"}, phase="red_movement")
    assert prices(state, "R3")["0404"] == "4"


def test_each_enemy_pins_one() -> None:
    state = begin(options="pinned", R1="0403", R2="0403")
    assert "0303" in prices(state, "R1")
    state.apply("move R1 0303")
    assert refused(state, "move R2 0303") == (
        "6.2: R2 may not leave 0403: the enemies there are as many, and hold it."
    )


def test_the_end_of_the_enemies_sets_free() -> None:
    state = begin("red_combat", R1="0403", R2="0403", B2="0702")
    state.apply("attack 0403 by R1 R2")
    assert state.position("B1") is None
    while state.phase != "red_movement":
        state.apply(state.sample_action(Random(1)))
    assert "0303" in prices(state, "R1")


# -- fighting ------------------------------------------------------------------------------------


def test_who_is_in_melee_attacks_in_his_hex_alone() -> None:
    state = begin("red_combat", R1="0403", R2="0303", B2="0404", B3="0304")
    attacks = listed(state, "attack")
    assert "attack 0403 by R1" in attacks
    assert refused(state, "attack 0404 by R1") == (
        "6.3: R1 is in melee: it attacks nobody but the enemy in its hex."
    )
    assert refused(state, "attack 0403 by R2") == (
        "6.3: R2 may not join the melee in 0403 from beside."
    )
    assert "attack 0304 by R2" in attacks


def test_a_battle_within_a_hex_is_against_the_enemies_there_alone() -> None:
    state = begin("red_combat", R1="0403", R2="0403")
    preview = state.preview("attack 0403 by R1")
    assert preview.defenders == ("B1",)


def test_where_the_game_says_so_nobody_attacks_from_beside() -> None:
    state = begin("red_combat", "within", R2="0501", B2="0501")
    assert listed(state, "attack") == ["attack 0501 by R2"]
    assert refused(state, "attack 0403 by R1") == (
        "6.3: R1 attacks the enemy in its own hex only, and is not in 0403."
    )


def test_where_the_game_says_so_others_join_from_beside() -> None:
    state = begin("red_combat", "joined", R1="0403", R2="0303")
    assert "attack 0403 by R1 R2" in listed(state, "attack")


def test_the_beaten_retreats_out_of_the_hex_and_the_winner_stays() -> None:
    state = begin("red_combat", R1="0403")
    assert "retreats" in state.preview("attack 0403 by R1").outcomes[0].effects[0]
    state.apply("attack 0403 by R1")
    assert state.decision is not None
    assert state.decision.kind == "retreat"
    assert state.decision.side == "blue"
    state.apply("retreat B1 0503")
    assert state.position("R1") == "0403"
    assert state.position("B1") == "0503"
    assert "advance" not in [line.split()[0] for line in listed(state)]


def test_a_melee_that_nobody_wins_goes_on_in_the_next_turn() -> None:
    state = place("close_combat", {"R1": "0403", "B1": "0403"}, "red_combat", dice=(4, 4))
    state.apply("attack 0403 by R1")  # no effect
    for line in ("done", "done"):
        if state.phase != "blue_combat":
            state.apply(line)
    assert state.units_at("0403") == ("R1", "B1")
    assert "attack 0403 by B1" in listed(state, "attack")


def test_retreats_and_advances_lead_into_no_hex_of_the_enemy() -> None:
    state = begin("red_combat", R1="0303", B2="0503", R2="0503")
    state.apply("attack 0403 by R1")
    assert "retreat B1 0503" not in listed(state)


@pytest.mark.parametrize(("terrain", "defense"), [("counts", 4), ("ignored", 2)])
def test_terrain_of_the_hex_counts_or_not(tmp_path: Path, terrain: str, defense: int) -> None:
    yaml = f"""
melee: {{terrain: {terrain}}}
map: {{hexes: {{woods: ["0403"]}}}}
terrain: {{hexes: {{woods: {{title: Woods, cost: 1, combat: {{defender: {{multiply: 2}}}}}}}}}}
combat: {{strength: printed, column: differential, columns: [-2, 0, 2], below: forbidden}}
"""
    game = varied(tmp_path, yaml, "close_combat")
    state = game.start(setup={"R1": "0403", "B1": "0403"}, phase="red_combat")
    assert state.preview("attack 0403 by R1").defender_strength == defense


# -- ground, supply, states ------------------------------------------------------------------------


CONTROL = """
map: {regions: {towns: ["0403"]}}
control: {begins: {blue: [towns]}}
victory: [{winner: red, if: {controlled: {region: towns, side: red}}}, {winner: blue}]
"""


def test_ground_that_both_stand_in_stays_with_whom_it_belonged_to(tmp_path: Path) -> None:
    game = varied(tmp_path, CONTROL, "close_combat")
    state = game.start(setup={"R1": "0303", "B1": "0403"}, phase="red_movement", dice=(1,))
    state.apply("move R1 0403")
    if state.phase == "red_movement":
        state.apply("done")
    assert state.controlled("blue") == ("0403",)
    state.apply("attack 0403 by R1")
    state.apply("retreat B1 0503")
    if state.phase == "red_combat":
        state.apply("done")
    assert state.controlled("red") == ("0403",)


SUPPLY = """
map: {regions: {west: ["0101"]}, hexes: {lake: ["0201", "0202"]}}
terrain: {hexes: {lake: {title: Lake, cost: prohibited}}}
supply: {sources: {red: [west]}, into_zone: allowed, judged: [movement]}
states: {out_of_supply: {title: Out of supply, forbids: [attack]}}
"""


def test_a_line_of_supply_leads_into_a_melee_and_not_through_it(tmp_path: Path) -> None:
    game = varied(tmp_path, SUPPLY, "close_combat")
    walls = {"R1": "0102", "B1": "0102", "R2": "0103"}
    state = game.start(setup=walls, phase="red_movement")
    assert state.in_supply("R1")
    assert not state.in_supply("R2")
    assert state.supply_path("R1") == ("0102", "0101")


def test_rules_may_ask_who_is_in_melee(tmp_path: Path) -> None:
    yaml = "states: {locked: {title: Locked, while: {in_melee: true}, forbids: [move]}}"
    game = varied(tmp_path, yaml, "close_combat")
    state = game.start(setup={"R1": "0403", "B1": "0403", "R2": "0101"}, phase="red_movement")
    assert refused(state, "move R1 0303") == ": R1 may not move: Locked."
    assert prices(state, "R2")


# -- fire ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("out", ["forbidden", "allowed"])
@pytest.mark.parametrize("into", ["forbidden", "allowed"])
def test_fire_out_of_a_melee_and_into_it(tmp_path: Path, out: str, into: str) -> None:
    """B3 shells 0303, where B1 fights R1; B2 fights R2 in 0502, and would fire at R1."""
    yaml = f'melee: {{fires_out: {out}, fired_into: {into}, cite: {{fire: "6.4"}}}}'
    game = varied(tmp_path, yaml, "gunfire")
    here = {"R1": "0303", "B1": "0303", "R2": "0502", "B2": "0502", "R3": "0504", "B3": "0304"}
    state = game.start(setup=here, phase="blue_fire")
    assert ("fire 0303 by B3" in listed(state, "fire")) is (into == "allowed")
    assert ("fire 0504 by B2" in listed(state, "fire")) is (out == "allowed")
    assert "fire 0502 by B2" not in listed(state, "fire")
    if into == "forbidden":
        assert refused(state, "fire 0303 by B3") == (
            "6.4: B3 does not fire at 0303: friends are in melee there."
        )
    if out == "forbidden":
        assert refused(state, "fire 0504 by B2") == (
            "6.4: B2 is in melee, and does not fire at 0504."
        )


# -- whole games ---------------------------------------------------------------------------------


@pytest.mark.parametrize("option", ["", "pinned", "within", "joined"])
def test_random_games_lose_nobody_and_list_what_is_legal(option: str) -> None:
    for seed in range(4):
        random = Random(seed)
        state = tiny("close_combat").start(None, [option] if option else [], seed=seed)
        for _ in range(150):
            if state.is_over:
                break
            actions = list(state.legal_actions())
            assert all(state.explain(action) is None for action in actions)
            drawn = state.sample_action(random)
            if drawn.verb == "done" and random.random() < 0.6:
                drawn = actions[int(random.random() * len(actions))]
            assert state.explain(drawn) is None
            state.apply(drawn)
            assert broken_invariants(state) == []


def test_a_game_begins_with_a_melee_if_the_scenario_says_so() -> None:
    state = begin(R1="0403")
    assert state.units_at("0403") == ("R1", "B1")
    with pytest.raises(ValueError, match="two sides stand in 0403"):
        place("meadow", {"R1": "0403", "B1": "0403"}, "red_movement")


GOAL = """
map: {regions: {towns: ["0403"]}}
combat:
  table:
    1: [DR, DE, DE]
    2: [DE, DE, DE]
    3: [DE, DE, DE]
    4: [NE, DE, DE]
    5: [NE, NE, DE]
    6: [AR, NE, NE]
victory: [{winner: red, if: {occupied: {region: towns, side: red}}}, {winner: blue}]
sequence: {turns: 6}
scenarios:
  meeting:
    setup: {R1: "0202", R2: "0203", R3: "0204", R4: "0104", B1: "0403", B2: "0503", B3: "0603"}
"""


def test_the_computer_goes_in_to_the_enemy_and_fights_there(tmp_path: Path) -> None:
    """Where all battles are fought within hexes, who only comes beside the enemy wins nothing."""
    game = varied(tmp_path, GOAL, "close_combat")
    fought = 0
    for seed in range(2):
        state = game.start(None, ["within"], seed=seed)
        players = {side: make_player("greedy") for side in ("red", "blue")}
        while not state.is_over:
            side = state.side_to_act or ""
            action = players[side].choose(state, Random(state.ply))
            fought += action.verb == "attack"
            state.apply(action, events=False)
            assert broken_invariants(state) == []
    assert fought >= 4
