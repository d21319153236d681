"""Cases 6.0 to 6.2b: attacks in the course of movement.

``FOE`` is a clear hex; a stack from ``START`` reaches ``BESIDE``, next to it, for 2 hexes and the
2 MP of the enemy's zone.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from hexwar.engine.event import Event
from hexwar.rules.state import State
from tests.conformance.scs.field import (
    allowed,
    battle,
    dice_for,
    goals,
    kinds,
    listed,
    odds_of,
    path,
    play,
    position,
    refused,
    until,
)
from tests.conformance.scs.variant import variant

START, BESIDE, FOE, BEHIND = "01.05", "03.05", "04.06", "05.06"
COME = f"move RT1 {BESIDE}"
STRIKE = f"overrun {FOE} by RT1"


def settle(state: State) -> list[Event]:
    """Make every choice that a battle leaves, the first that is offered; what happened."""
    events: list[Event] = []
    while state.decision is not None and state.decision.kind not in ("movement", "combat"):
        events += state.apply(next(iter(state.legal_actions())))
    return events


# -- 6.0 ------------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "6.0")
def test_an_overrun_costs_two_points_after_the_zone_has_been_paid() -> None:
    """One hex away: 1 + 2 for the hex beside the enemy, 2 to overrun: 5 MP do, 4 do not."""
    setup = {"R5": "03.04", "RI1": "03.04", "BL1": FOE}
    state = position(setup)
    play(state, f"move R5 {BESIDE}")
    assert state.movement_left("R5") == 2
    assert allowed(state, f"overrun {FOE} by R5")
    state = position(setup)
    play(state, f"move RI1 {BESIDE}")
    assert state.movement_left("RI1") == 1
    assert refused(state, f"overrun {FOE} by RI1") == "6.0"


@pytest.mark.rule("scs", "6.0")
def test_next_to_an_enemy_without_a_zone_the_two_points_are_all() -> None:
    state = position({"RL1": BESIDE, "BH1": FOE})
    assert allowed(state, f"overrun {FOE} by RL1")
    assert f"overrun {FOE} by RL1" in listed(state)


@pytest.mark.rule("scs", "6.0")
def test_fractions_of_points_count_against_an_overrun() -> None:
    """Two hexes of track, 4/3, leave 8/3; three leave 2; then the clear hex leaves too little."""
    state = position({"RI1": "06.02", "BH1": "05.05"})
    play(state, "move RI1 06.05")
    assert state.movement_left("RI1") == 2
    assert allowed(state, "overrun 05.05 by RI1")
    state = position({"RI1": "06.01", "BH1": "05.05"})
    play(state, "move RI1 06.05")
    assert state.movement_left("RI1") == Fraction(4, 3)
    assert refused(state, "overrun 05.05 by RI1") == "6.0"
    why = state.explain("overrun 05.05 by RI1")
    assert why is not None and why.message == "RI1 has not the 2 MP left that an overrun costs."


@pytest.mark.rule("scs", "6.0")
def test_units_that_began_the_phase_in_an_enemy_zone_cannot_overrun() -> None:
    state = position({"RT1": BESIDE, "BL1": FOE, "RT2": START})
    assert refused(state, STRIKE) == "6.0"
    play(state, "move RT1 03.04")
    assert refused(state, f"overrun {FOE} by RT1") == "6.0"
    state = position({"RT1": "02.05", "BL1": FOE, "BI1": "02.06"})
    play(state, "move RT1 03.05")
    assert refused(state, STRIKE) == "6.0"


@pytest.mark.rule("scs", "6.0")
def test_units_that_began_stacked_overrun_as_a_stack() -> None:
    state = position({"RT1": START, "RM1": START, "RT2": START, "BL1": FOE})
    play(state, f"move RT1+RM1+RT2 {BESIDE}")
    assert allowed(state, f"overrun {FOE} by RT1 RM1 RT2")
    assert allowed(state, f"overrun {FOE} by RT1 RM1")
    assert allowed(state, f"overrun {FOE} by RM1")
    assert f"overrun {FOE} by RT1 RT2 RM1" in listed(state)


@pytest.mark.rule("scs", "6.0")
def test_units_that_met_on_the_way_do_not() -> None:
    """The staff stands beside the enemy, with points to spare; the tank joins it."""
    state = position({"RT1": "03.04", "RM1": BESIDE, "BH1": FOE})
    play(state, f"move RT1 {BESIDE}")
    assert refused(state, f"overrun {FOE} by RT1 RM1") == "6.0"
    assert allowed(state, STRIKE)
    assert allowed(state, f"overrun {FOE} by RM1")


@pytest.mark.rule("scs", "6.0")
def test_only_an_adjacent_enemy_can_be_overrun() -> None:
    state = position({"RT1": START, "BL1": FOE})
    assert refused(state, STRIKE) == "6.0"
    play(state, COME)
    assert refused(state, "overrun 03.06 by RT1") == "6.0"
    assert refused(state, "overrun 99.99 by RT1") == "6.0"


@pytest.mark.rule("scs", "6.0")
@pytest.mark.rule("scs", "3.3b")
def test_only_the_phasing_side_overruns() -> None:
    state = position({"RT1": BESIDE, "BH1": FOE})
    assert refused(state, f"overrun {BESIDE} by BH1") == "3.3b"


@pytest.mark.rule("scs", "6.0")
@pytest.mark.rule("scs", "2.1c")
def test_a_unit_without_a_zone_overruns_nothing_by_itself() -> None:
    state = position({"RH1": BESIDE, "RM1": BESIDE, "BH1": FOE})
    assert refused(state, f"overrun {FOE} by RH1") == "2.1c"
    assert allowed(state, f"overrun {FOE} by RH1 RM1")


# -- 6.0a to 6.0c ---------------------------------------------------------------------------------


@pytest.mark.rule("scs", "6.0a")
def test_an_overrun_is_fought_at_once_from_the_hex_beside_the_defender() -> None:
    state = position({"RT1": START, "B2": FOE}, dice=dice_for("3:1", "NE"))
    play(state, COME)
    assert odds_of(state, STRIKE) == "3:1"
    events = play(state, STRIKE)
    assert (battle(events).column, battle(events).result) == ("3:1", "NE")
    assert state.phase == "red_movement" or "phase_ends" in kinds(events)
    assert (state.position("RT1"), state.position("B2")) == (BESIDE, FOE)


@pytest.mark.rule("scs", "6.0a")
@pytest.mark.rule("scs", "7.4")
def test_an_overrun_below_the_table_costs_a_step_without_a_roll() -> None:
    """6 on 17 is 1:3, and the table begins at 1:2."""
    setup = {"RT1": START, "B9": FOE, "B8": FOE, "RI1": "01.01"}
    state = position(setup, dice=[])
    play(state, COME)
    events = play(state, STRIKE)
    assert (battle(events).rule, battle(events).result) == ("7.4", "A1")
    assert state.to_dict()["lost"] == {"RT1": 1}


@pytest.mark.rule("scs", "6.0b")
def test_two_stacks_never_overrun_one_hex_at_once() -> None:
    state = position({"RM1": BESIDE, "RT1": "03.06", "BH1": FOE})
    assert refused(state, f"overrun {FOE} by RM1 RT1") == "6.0b"


@pytest.mark.rule("scs", "6.0c")
def test_only_hexes_that_cost_two_or_less_can_be_overrun() -> None:
    """Woods cost 2 on foot and 3 on wheels."""
    state = position({"R5": "09.04", "RT1": "09.04", "BH1": "08.04"})
    assert allowed(state, "overrun 08.04 by R5")
    assert refused(state, "overrun 08.04 by RT1") == "6.0c"
    assert refused(state, "overrun 08.04 by R5 RT1") == "6.0c"
    state = position({"RT1": "08.05", "BH1": "08.06"})
    assert allowed(state, "overrun 08.06 by RT1")


@pytest.mark.rule("scs", "6.0c")
def test_terrain_that_is_too_dear_or_closed_cannot_be_overrun() -> None:
    swamp = {"R5": "08.07", "BF1": "08.08", "RT1": "08.07"}
    assert refused(position(swamp), "overrun 08.08 by R5") == "6.0c"
    assert refused(position(swamp), "overrun 08.08 by RT1") == "6.0c"
    mire = {"R5": "10.06", "BF1": "10.05"}
    assert refused(position(mire), "overrun 10.05 by R5") == "6.0c"


@pytest.mark.rule("scs", "6.0c")
def test_the_target_hex_counts_alone_without_zone_and_hexside() -> None:
    """Clear behind a stream: 1 for the hex, 2 for the stream on wheels, 2 for a zone."""
    state = position({"RT1": "10.10", "BL1": "10.08", "BL2": "09.07"})
    play(state, "move RT1 10.09")
    assert allowed(state, "overrun 10.08 by RT1")


@pytest.mark.rule("scs", "6.0c")
@pytest.mark.rule("scs", "7.3")
def test_nobody_overruns_across_a_hexside_that_cannot_be_crossed() -> None:
    """The hex beyond the river is clear: what forbids it is the attack across."""
    state = position({"R5": "11.08", "BH1": "10.08"})
    assert refused(state, "overrun 10.08 by R5") == "7.3"


@pytest.mark.rule("scs", "6.1d")
def test_a_road_across_a_closed_hexside_executes_no_overrun(tmp_path: Path) -> None:
    road = 'map: {paths: {road: ["11.08-10.08"]}}\n'
    state = variant(tmp_path, road).start(
        "field", setup={"R5": "11.08", "BH1": "10.08"}, phase="red_movement"
    )
    assert refused(state, "overrun 10.08 by R5") == "6.1d"


# -- 6.1 ------------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "6.1")
@pytest.mark.rule("scs", "6.1a")
def test_in_exploitation_only_those_overrun_who_may_move() -> None:
    setup = {"RT1": START, "RI1": "03.06", "BH1": FOE}
    state = position(setup, "red_exploitation")
    assert refused(state, f"overrun {FOE} by RI1") == "6.1a"
    play(state, COME)
    assert allowed(state, STRIKE)
    assert refused(state, f"overrun {FOE} by RT1 RI1") == "6.1a"


@pytest.mark.rule("scs", "6.1b")
@pytest.mark.rule("scs", "7.2d")
def test_a_stack_overruns_once_in_a_phase() -> None:
    setup = {"RM1": BESIDE, "BF1": FOE, "BH1": "03.06", "RI1": "01.01"}
    state = position(setup, dice=dice_for("1:1", "NE") * 2)
    play(state, f"overrun {FOE} by RM1")
    assert refused(state, f"overrun {FOE} by RM1") == "6.1b"
    assert refused(state, "overrun 03.06 by RM1") == "6.1b"


@pytest.mark.rule("scs", "6.1b")
def test_a_hex_is_overrun_once_in_a_phase() -> None:
    setup = {"RM1": BESIDE, "BF1": FOE, "RM2": "03.06", "RI1": "01.01"}
    state = position(setup, dice=dice_for("1:1", "NE") * 2)
    play(state, f"overrun {FOE} by RM1")
    assert refused(state, f"overrun {FOE} by RM2") == "6.1b"


@pytest.mark.rule("scs", "6.1b")
def test_units_that_retreated_may_be_overrun_in_another_hex() -> None:
    setup = {"RT1": START, "BL1": FOE, "RT2": "05.04", "RI1": "01.01"}
    state = position(setup, dice=dice_for("6:1", "D1r1"))
    play(state, COME, STRIKE)
    hexes = {a.hexes[0] for a in state.legal_actions() if a.verb == "retreat"}
    goal = sorted(hexes)[-1]
    play(state, f"retreat BL1 {goal}")
    settle(state)
    assert state.position("BL1") == goal
    near = next(h for h in goals(state, "RT2") if h in state.resolved.map.neighbors(goal))
    play(state, f"move RT2 {near}")
    assert allowed(state, f"overrun {goal} by RT2")


@pytest.mark.rule("scs", "6.1b")
@pytest.mark.rule("scs", "7.2d")
def test_a_unit_may_attack_three_times_in_a_turn() -> None:
    """Overrun, attack, overrun when exploiting; each enemy has one step left and dies."""
    foes = {"BL1": FOE, "BL2": BEHIND, "BH1": "04.08", "BI1": "12.10"}
    dice = dice_for("6:1", "D1") * 3
    state = position({"RT1": START, **foes}, dice=dice, lost={"BL1": 1, "BL2": 1})
    events = [*play(state, COME, STRIKE), *settle(state), *until(state, "red_combat")]
    assert state.position("RT1") == FOE
    events += [*play(state, f"attack {BEHIND} by RT1", "pass")]
    assert state.phase == "red_exploitation"
    events += [*play(state, "move RT1 04.07", "overrun 04.08 by RT1"), *settle(state)]
    fought = [(event.kind, event.attackers) for event in events if event.kind == "battle"]
    assert fought == [("battle", ("RT1",))] * 3
    assert set(state.to_dict()["eliminated"]) == {"BL1", "BL2", "BH1"}


@pytest.mark.rule("scs", "6.1b")
@pytest.mark.rule("scs", "7.2d")
def test_a_unit_that_overran_attacks_in_the_combat_phase() -> None:
    setup = {"RM1": BESIDE, "BF1": FOE}
    state = position(setup, dice=dice_for("1:1", "NE") * 2)
    events = play(state, f"overrun {FOE} by RM1")
    assert "phase_ends" in kinds(events)
    assert state.phase == "red_combat"
    assert allowed(state, f"attack {FOE} by RM1")


@pytest.mark.rule("scs", "6.1c")
def test_supply_does_not_matter_to_an_overrun() -> None:
    """Out of supply a tank has 4 MP and attacks with 3."""
    state = position({"RT1": BESIDE, "BH1": FOE}, unsupplied=["RT1"])
    assert allowed(state, STRIKE)
    assert odds_of(state, STRIKE) == "3:1"
    state = position({"RT1": "03.04", "BL1": FOE}, unsupplied=["RT1"])
    play(state, f"move RT1 {BESIDE}")
    assert refused(state, STRIKE) == "6.0"


@pytest.mark.rule("scs", "6.1d")
def test_a_road_leads_to_the_hex_beside_and_not_into_the_target() -> None:
    """Woods with a road through them are woods to an overrun; so is the road over the lake."""
    state = position({"RT1": "07.05", "BH1": "08.02", "RI1": "01.01"})
    play(state, f"move RT1 {path('07.05', '07.04', '07.03', '07.02')}")
    assert state.movement_left("RT1") == Fraction(13, 2)
    assert refused(state, "overrun 08.02 by RT1") == "6.1d"
    state = position({"R5": "07.02", "BH1": "08.02"})
    assert allowed(state, "overrun 08.02 by R5")
    state = position({"R5": "09.01", "BH1": "10.02"})
    assert refused(state, "overrun 10.02 by R5") == "6.1d"
    assert refused(position({"RT1": "09.02", "BH1": "08.02"}), "overrun 08.02 by RT1") == "6.0c"


@pytest.mark.rule("scs", "6.1e")
def test_those_who_stand_by_count_for_stacking() -> None:
    stack = {"RI1": BESIDE, "RI2": BESIDE}
    state = position({"RT1": START, **stack, "BL1": FOE})
    play(state, COME)
    assert allowed(state, STRIKE)
    state = position({"RT1": START, **stack, "RI3": BESIDE, "BL1": FOE})
    play(state, COME)
    assert refused(state, STRIKE) == "6.1e"


@pytest.mark.rule("scs", "6.1f")
def test_the_effects_of_terrain_apply_to_an_overrun() -> None:
    """A town doubles the defender, hills shift one column to the left, a stream halves."""
    state = position({"RT1": "08.09", "BF1": "08.10"})
    assert odds_of(state, "overrun 08.10 by RT1") == "1:1"  # 6 to 8, not 6 to 4
    state = position({"RT1": "08.05", "BF1": "08.06"})
    assert odds_of(state, "overrun 08.06 by RT1") == "1:1"  # 6 to 4 is 2:1
    state = position({"RT1": "10.09", "BF1": "10.08"})
    assert odds_of(state, "overrun 10.08 by RT1") == "1:1"  # 3 to 4


# -- 6.2 ------------------------------------------------------------------------------------------


@pytest.mark.rule("scs", "6.2")
@pytest.mark.rule("scs", "6.2a")
@pytest.mark.parametrize("result", ["NE", "A1", "D1"])
def test_an_overrun_ends_the_move_whatever_comes_out(result: str) -> None:
    setup = {"RT1": START, "B2": FOE, "RI1": "01.01"}
    state = position(setup, dice=dice_for("3:1", result))
    play(state, COME, STRIKE)
    settle(state)
    assert state.phase == "red_movement"
    assert goals(state, "RT1") == set()
    assert refused(state, "move RT1 03.04") == "6.2a"


@pytest.mark.rule("scs", "6.2a")
@pytest.mark.rule("scs", "10.0d")
def test_the_attackers_must_enter_the_hex_that_falls_empty() -> None:
    """All of them: nobody may stay behind."""
    setup = {"RT1": START, "RM1": START, "BH1": FOE, "RI1": "01.01"}
    state = position(setup, dice=dice_for("7:1", "D1r1"))
    play(state, f"move RT1+RM1 {BESIDE}", f"overrun {FOE} by RT1 RM1")
    assert not allowed(state, "pass")
    settle(state)
    assert state.units_at(FOE) == ("RT1", "RM1")


@pytest.mark.rule("scs", "6.2a")
def test_they_may_then_advance_as_after_any_battle() -> None:
    """D1r2 against militia with one step: destroyed, and two hexes to advance."""
    setup = {"RT1": START, "BH1": FOE, "RI1": "01.01"}
    state = position(setup, dice=dice_for("6:1", "D1r2"))
    play(state, COME, STRIKE)
    assert allowed(state, f"advance RT1 {FOE}-{BEHIND}")
    play(state, f"advance RT1 {FOE}-{BEHIND}")
    assert state.position("RT1") == BEHIND
    assert goals(state, "RT1") == set()


@pytest.mark.rule("scs", "6.2a")
def test_they_stay_where_the_defender_stays() -> None:
    setup = {"RT1": START, "B2": FOE, "RI1": "01.01"}
    state = position(setup, dice=dice_for("3:1", "NE"))
    play(state, COME, STRIKE)
    assert state.position("RT1") == BESIDE


@pytest.mark.rule("scs", "6.2b")
def test_an_attacker_who_must_retreat_does_so() -> None:
    setup = {"RT1": START, "B6": FOE, "RI1": "01.01"}
    state = position(setup, dice=dice_for("1:1", "A1r1"))
    play(state, COME, STRIKE)
    assert state.side_to_act == "red"
    assert {a.verb for a in state.legal_actions()} <= {"retreat", "hold"}
    events = settle(state)
    assert "retreated" in kinds(events)
    assert state.position("RT1") not in (BESIDE, None)


FULL = dict.fromkeys(("RI1", "RI2", "RI3"), "02.05")


@pytest.mark.rule("scs", "4.0a")
@pytest.mark.rule("scs", "9.0b")
def test_a_retreat_from_ones_own_overrun_may_end_on_friends_who_can_move_on() -> None:
    state = position({"RT1": START, **FULL, "B6": FOE}, dice=dice_for("1:1", "A1r1"))
    play(state, COME, STRIKE, "retreat RT1 02.05")
    assert state.units_at("02.05") == ("RI1", "RI2", "RI3", "RT1")
    assert refused(state, "done") == "4.0a", "the end of the phase judges"
    play(state, "move RI1 02.04")
    assert allowed(state, "done")


@pytest.mark.rule("scs", "4.0a")
def test_it_does_not_end_on_friends_whose_moves_are_over() -> None:
    begin = dict.fromkeys(FULL, "01.04")
    state = position({"RT1": START, **begin, "B6": FOE}, dice=dice_for("1:1", "A1r1"))
    play(state, *(f"move {unit} 02.05" for unit in FULL), COME, STRIKE)
    assert refused(state, "retreat RT1 02.05") == "4.0a"
    assert allowed(state, "retreat RT1 02.06")


@pytest.mark.rule("scs", "4.0a")
def test_friends_of_the_defender_make_no_room_in_a_phase_that_is_not_theirs() -> None:
    full = dict.fromkeys(("BI1", "BI2", "BI3"), BEHIND)
    state = position({"RT1": START, "BL1": FOE, **full}, dice=dice_for("6:1", "D1r1"))
    play(state, COME, STRIKE)
    assert refused(state, f"retreat BL1 {BEHIND}") == "4.0a"
