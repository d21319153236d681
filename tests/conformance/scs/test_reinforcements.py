"""Cases 5.0 to 5.0c: units that arrive during play.

RE1 to RE4 arrive at the west edge, in 01.05, on turn 2; RD1 and RD2 on the map, in 03.05, on turn
3; RS1 and RS2 in 01.01 or 01.02 on turn 4.
"""

from __future__ import annotations

import random
from pathlib import Path

import networkx as nx
import pytest

from hexwar.rules.state import State
from hexwar.rules.terrain.section import Terrain
from tests.conformance.scs.field import (
    allowed,
    dice_for,
    field,
    goals,
    kinds,
    listed,
    path,
    place_all,
    play,
    position,
    refused,
    until,
)
from tests.conformance.scs.variant import variant

GATE, DROP = "01.05", "03.05"


def entries(state: State, unit: str) -> set[str]:
    """The hexes that a unit is offered to arrive in."""
    return {
        action.hexes[0]
        for action in state.legal_actions()
        if action.verb == "enter" and action.units == (unit,)
    }


# -- 5.0 ------------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "5.0")
def test_reinforcements_arrive_in_the_movement_phase_of_their_turn() -> None:
    state = position({"RI1": "02.02", "BI1": "11.05"})
    assert refused(state, f"enter RE1 {GATE}") == "5.0"
    assert listed(state, "enter") == set()
    state = position({"RI1": "02.02", "BI1": "11.05"}, turn=2)
    assert entries(state, "RE1") == entries(state, "RE4") == {GATE}
    assert refused(state, f"enter RD1 {DROP}") == "5.0"
    play(
        state, *(f"enter {unit} {GATE}" for unit in ("RE1", "RE2", "RE3", "RE4")), "move RE1 02.05"
    )
    until(state, "blue_movement")
    assert listed(state, "enter") == set()


def test_in_a_copy_to_think_with_they_still_arrive_on_their_turn() -> None:
    """The enemy sees the top of a stack only; who is to come on turn 2 comes there as in the game.

    What lies under a top counter says nothing of them.
    """
    setup = {"RI1": "02.02", "RI2": "02.02", "BI1": "11.05"}
    thought = position(setup, "blue_movement").seen_by("blue")
    assert thought.position("RI2") is None
    assert thought.waiting("red") == ()
    until(thought, "red_movement")
    assert thought.waiting("red") == ("RE1", "RE2", "RE3", "RE4")


@pytest.mark.rule("scs", "5.0")
def test_they_arrive_in_their_entry_hexes_and_move_from_there() -> None:
    state = position({"BI1": "11.05"}, turn=2)
    assert refused(state, "enter RE1 01.06") == "5.0c"
    place_all(state)
    play(state, "move RE1 03.06")
    assert state.position("RE1") == "03.06"


@pytest.mark.rule("scs", "5.0")
def test_a_group_with_several_entry_hexes_may_be_split_up() -> None:
    state = position({"BI1": "11.05"}, turn=4)
    assert entries(state, "RS1") == entries(state, "RS2") == {"01.01", "01.02"}
    play(state, "enter RS1 01.01", "enter RS2 01.02")
    assert [state.position(unit) for unit in ("RS1", "RS2")] == ["01.01", "01.02"]
    state = position({"BI1": "11.05"}, turn=4)
    play(state, "enter RS1 01.02", "enter RS2 01.02")
    assert state.units_at("01.02") == ("RS1", "RS2")


@pytest.mark.rule("scs", "5.0")
def test_they_arrive_supplied() -> None:
    """Where no supply line reaches: marked, if at all, in the supply phase and not before."""
    state = position({"BI1": "02.06", "BI2": "02.05", "BI3": "01.02"}, turn=2)
    play(state, f"enter RE1 {GATE}")
    assert not state.marks.get("out_of_supply", 0)
    assert state.movement_left("RE1") == 4


@pytest.mark.rule("scs", "5.0")
def test_nobody_arrives_twice() -> None:
    state = position({"BI1": "11.05"}, turn=2)
    play(state, f"enter RE1 {GATE}")
    assert refused(state, f"enter RE1 {GATE}") == "5.0"


# -- 5.0a -----------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "5.0a")
@pytest.mark.rule("scs", "4.0a")
def test_too_many_may_arrive_if_they_part_in_the_same_phase() -> None:
    state = position({"BI1": "11.05"}, turn=2)
    play(state, *(f"enter {unit} {GATE}" for unit in ("RE1", "RE2", "RE3", "RE4")))
    assert len(state.units_at(GATE)) == 4
    assert refused(state, "done") == "4.0a"
    play(state, "move RE2 01.06", "done")
    assert len(state.units_at(GATE)) == 3


@pytest.mark.rule("scs", "5.0a")
def test_they_may_arrive_on_a_full_stack() -> None:
    setup = {**dict.fromkeys(("RI1", "RI2", "RI3"), GATE), "BI1": "11.05"}
    state = position(setup, turn=2)
    assert entries(state, "RE1") == {GATE}
    place_all(state)
    assert refused(state, "done") == "4.0a"
    play(state, "move RE1+RE2+RE3 01.06", "move RE4 02.05", "done")


# -- 5.0b -----------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "5.0b")
def test_arriving_costs_nothing_and_leaves_the_full_allowance() -> None:
    state = position({"BI1": "11.05"}, turn=2)
    events = play(state, f"enter RE1 {GATE}")
    assert events[0].rule == "5.0b"
    assert state.movement_left("RE1") == 4
    place_all(state)
    assert allowed(state, f"move RE1 {path('01.05', '01.06', '01.07', '01.08', '01.09')}")


@pytest.mark.rule("scs", "5.0b")
@pytest.mark.rule("scs", "5.0")
def test_all_may_be_placed_before_any_moves() -> None:
    """Placing is no move: whoever was placed first can still move when all are there."""
    state = position({"BI1": "11.05"}, turn=2)
    play(state, *(f"enter {unit} {GATE}" for unit in ("RE1", "RE2", "RE3", "RE4")))
    for unit, far in (("RE1", "03.07"), ("RE2", "03.06"), ("RE4", "05.05"), ("RE3", "03.04")):
        assert goals(state, unit)
        play(state, f"move {unit} {far}")
    assert state.position("RE4") == "05.05"


@pytest.mark.rule("scs", "5.0b")
def test_those_placed_together_move_together() -> None:
    state = position({"BI1": "11.05"}, turn=2)
    place_all(state)
    play(state, "move RE1+RE2 03.06")
    assert state.units_at("03.06") == ("RE1", "RE2")


@pytest.mark.rule("scs", "5.0b")
@pytest.mark.rule("scs", "6.0")
def test_those_placed_together_overrun_together_and_others_do_not() -> None:
    setup = {"BL1": "03.03"}
    state = position(setup, turn=4)
    play(state, "enter RS1 01.02", "enter RS2 01.02")
    place_all(state)
    play(state, "move RS1+RS2 02.03")
    assert allowed(state, "overrun 03.03 by RS1 RS2")
    state = position(setup, turn=4)
    play(state, "enter RS1 01.01", "enter RS2 01.02")
    place_all(state)
    play(state, "move RS1 02.03", "move RS2 02.03")
    assert refused(state, "overrun 03.03 by RS1 RS2") == "6.0"


@pytest.mark.rule("scs", "5.0")
@pytest.mark.parametrize(
    "before", ["done", "move RT1 03.03", "move RE2 02.05", "overrun 04.04 by RT1"]
)
def test_whoever_can_be_placed_is_placed_before_anything_else(before: str) -> None:
    """Not even another that was placed in the same phase moves before, and the phase goes on."""
    state = position({"RT1": "03.04", "BG1": "04.04"}, turn=2)
    play(state, f"enter RE2 {GATE}")
    assert refused(state, before) == "5.0"
    assert (
        str(state.explain(before))
        == "5.0: First bring on RE1, RE3 and RE4: each unit that can enter must."
    )
    assert {action.verb for action in state.legal_actions()} == {"enter"}
    assert state.must_enter("red") == ("RE1", "RE3", "RE4")
    assert state.must_enter("blue") == ()
    place_all(state)
    if before == "done":
        play(state, "move RE2 02.05")
    assert allowed(state, before)


@pytest.mark.rule("scs", "5.0")
def test_what_is_asked_of_a_player_who_owes_it() -> None:
    """No unit is offered to move, no way for it is shown, and nothing may be declined."""
    state = position({"RT1": "03.04", "BI1": "11.05"}, turn=2)
    decision = state.decision
    assert decision is not None
    assert decision.prompt == "First bring on RE1, RE2, RE3 and RE4."
    assert (decision.units, decision.may_decline) == ((), False)
    assert state.reach("RT1") == {}
    for seed in range(8):
        assert state.sample_action(random.Random(seed)).verb == "enter"
    place_all(state)
    assert state.decision is not None
    assert "RT1" in state.decision.units
    assert state.reach("RT1")


NARROW = "reinforcements: {edge_group: {entry: {blocked: {edge: 1}}}}\n"
"""A game that counts one hex along the edge: Blue can hold the gate and all around it."""


@pytest.mark.rule("scs", "5.0")
def test_nobody_is_placed_once_a_unit_has_moved(tmp_path: Path) -> None:
    """A hex that is cleared in the phase itself is too late for those who found none."""
    setup = {"BI1": "01.04", "BI2": GATE, "BG1": "01.06", "RT1": "03.08", "RI1": "12.01"}
    state = position(setup, turn=2, game=variant(tmp_path, NARROW), dice=[6, 6])
    assert state.must_enter("red") == ()
    play(state, "move RT1 01.07", "overrun 01.06 by RT1")
    while state.decision is not None and state.decision.kind != "movement":
        state.apply(next(iter(state.legal_actions())))
    assert state.position("RT1") == "01.06"
    assert refused(state, f"enter RE1 {GATE}") == refused(state, "enter RE1 01.06") == "5.0"
    assert listed(state, "enter") == set()
    assert allowed(state, "done")


@pytest.mark.rule("scs", "5.0")
@pytest.mark.rule("scs", "5.0c")
def test_who_finds_no_hex_waits_for_the_start_of_a_later_phase(tmp_path: Path) -> None:
    """The series sets no time limit; what can be placed then is owed then."""
    setup = {"BI1": "01.04", "BI2": GATE, "BI3": "01.06", "RI1": "12.01"}
    state = position(setup, turn=2, game=variant(tmp_path, NARROW))
    assert entries(state, "RE1") == set()
    assert refused(state, f"enter RE1 {GATE}") == "3.3a"
    play(state, "move RI1 11.01", "done")
    until(state, "blue_movement")
    play(state, "move BI3 03.06")
    until(state, "red_movement")
    assert entries(state, "RE1") == {"01.06"}
    assert refused(state, "done") == "5.0"
    play(state, "enter RE1 01.06")
    assert state.position("RE1") == "01.06"


@pytest.mark.rule("scs", "5.0c")
def test_an_entry_of_two_hexes_is_blocked_when_both_are_held() -> None:
    state = position({"BH1": "01.01", "BG1": "01.02"}, turn=4)
    assert "01.03" in entries(state, "RS1")
    assert {"01.01", "01.02"}.isdisjoint(entries(state, "RS1"))
    play(state, "enter RS1 01.03", "enter RS2 02.01")
    assert [state.position(unit) for unit in ("RS1", "RS2")] == ["01.03", "02.01"]


# -- 5.0c -----------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "5.0c")
def test_enemy_zones_do_not_matter_to_arrivals() -> None:
    state = position({"BI1": "02.05", "BI2": "01.04"}, turn=2)
    assert entries(state, "RE1") == {GATE}
    play(state, f"enter RE1 {GATE}")
    assert state.movement_left("RE1") == 4


@pytest.mark.rule("scs", "5.0c")
def test_nobody_arrives_on_top_of_the_enemy() -> None:
    """One of two entry hexes is held: the other stays, and none is added."""
    state = position({"BI1": "01.01"}, turn=4)
    assert entries(state, "RS1") == {"01.02"}
    assert refused(state, "enter RS1 01.01") == "3.3a"


@pytest.mark.rule("scs", "5.0c")
def test_a_blocked_entry_at_the_edge_opens_ten_hexes_along_it() -> None:
    """Counted along the edge: up the west side and along the top, and likewise below."""
    state = position({"BH1": GATE, "BI1": "01.07"}, turn=2)
    graph = field().map.graph
    edge = graph.subgraph([number for number in graph if len(graph[number]) < 6])
    ten = set(nx.single_source_shortest_path_length(edge, GATE, cutoff=10))
    assert entries(state, "RE1") == ten - {GATE, "01.07"}
    assert "06.10" in entries(state, "RE1")
    assert "11.10" not in entries(state, "RE1")
    assert "03.05" not in entries(state, "RE1")
    assert refused(state, "enter RE1 03.05") == "5.0c"
    play(state, "enter RE1 01.03")
    assert state.position("RE1") == "01.03"


@pytest.mark.rule("scs", "5.0c")
def test_a_blocked_entry_on_the_map_opens_five_hexes_around() -> None:
    state = position({"BH1": DROP}, turn=3)
    hexmap = field().map
    costs = position({"RD1": "01.01"}).rules.frame.resolved[Terrain].hexes
    open_to_foot = {h for h in hexmap.numbers if costs[hexmap.terrain(h)].cost["leg"] is not None}
    around = {h for h in open_to_foot if hexmap.distance(h, DROP) <= 5}
    assert entries(state, "RD1") == around - {DROP}
    far = next(h for h in sorted(hexmap.numbers) if hexmap.distance(h, DROP) == 6)
    assert refused(state, f"enter RD1 {far}") == "5.0c"


@pytest.mark.rule("scs", "5.0c")
def test_an_entry_that_is_free_again_is_the_only_one() -> None:
    state = position({"BI1": "11.05"}, turn=2)
    assert refused(state, "enter RE1 01.06") == "5.0c"


@pytest.mark.rule("scs", "5.0a")
def test_who_cannot_part_goes_back_off_the_map_and_the_phase_can_end() -> None:
    """Three forts hold the gate, and whoever arrives is walled in by enemies."""
    wall = dict(
        zip(("BI1", "BI2", "BI3", "BI4"), ("01.06", "02.06", "02.05", "01.04"), strict=True)
    )
    setup = {"RF1": GATE, "RI1": GATE, "RI2": GATE, **wall}
    state = position(setup, turn=2)
    events = play(state, f"enter RE1 {GATE}")
    assert "sent_back" in kinds(events)
    assert state.position("RE1") is None
    place_all(state)
    assert state.position("RE4") is None
    assert allowed(state, "done")


@pytest.mark.rule("scs", "5.0b")
def test_a_reinforcement_that_has_moved_attacks_like_any_other() -> None:
    state = position({"BL1": "03.05"}, turn=2, dice=dice_for("6:1", "D1r1"))
    place_all(state)
    play(state, "move RE4 02.05", "done")
    assert allowed(state, "attack 03.05 by RE4")


# -- the series' own rules ------------------------------------------------------------------------

PLAIN = """
reinforcements:
  edge_group: null
  drop_group: null
  beach_group: null
  late:
    side: red
    phase: red_movement
    units: [RE1, RE2, RE3, RE4]
    entry: gate
  dropped:
    side: red
    phase: red_movement
    units: [RD1]
    entry: drop
"""


@pytest.mark.rule("scs", "5.0")
@pytest.mark.rule("scs", "5.0a")
@pytest.mark.rule("scs", "5.0b")
def test_a_game_that_only_names_the_entry_has_the_rules_of_the_series(tmp_path: Path) -> None:
    game = variant(tmp_path, PLAIN)
    state = position({"BI1": "02.05"}, game=game)
    events = play(state, *(f"enter {unit} {GATE}" for unit in ("RE1", "RE2", "RE3", "RE4")))
    assert events[0].rule == "5.0b"
    assert [state.movement_left(unit) for unit in ("RE1", "RE4")] == [4, 8]
    assert refused(state, "done") == "5.0"
    place_all(state)
    assert refused(state, "done") == "4.0a"


@pytest.mark.rule("scs", "5.0c")
def test_its_blocked_entries_are_ten_hexes_at_the_edge_and_five_elsewhere(tmp_path: Path) -> None:
    game = variant(tmp_path, PLAIN)
    state = position({"BH1": GATE, "BL1": DROP, "RI1": "01.01"}, game=game)
    same = position({"BH1": GATE, "BL1": DROP, "RI1": "01.01"}, turn=3)
    assert entries(state, "RE1") == entries(same, "RE1") != set()
    assert entries(state, "RD1") == entries(same, "RD1") != set()


@pytest.mark.rule("scs", "5.0b")
def test_a_group_may_say_otherwise(tmp_path: Path) -> None:
    """12.1c says so of supply; of other rules the design of the game does."""
    toll = PLAIN.replace(
        "entry: gate", "entry: {region: gate, cost: 1, into_friends: within_stacking}"
    )
    state = position({"BI1": "11.05"}, game=variant(tmp_path, toll))
    play(state, f"enter RE1 {GATE}")
    assert state.movement_left("RE1") == 3
