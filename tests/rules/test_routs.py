"""States of several levels, results that ask how a unit is, and retreats to one's own edge.

In the tiny game *routs* who is shaken again is routed. Routed units run two hexes for their side's
edge at the end of their side's turn, where they stay, and rally by a step: they are shaken then. A
deadly volley (3 or 4) eliminates the routed and routs others at once. Dusk ends the game from turn
3 on. Who is driven (6) stands, shaken, or falls back, as its owner likes.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import cast

from hexwar.engine.queries import FirePreview
from hexwar.rules.language.choosing import PendingChoice
from hexwar.rules.state import State
from hexwar.rules.states.rules import StateRules
from tests.rules.tiny import listed, place, tiny, varied

CLOSE = {"R1": "0303", "B1": "0403"}
SHAKING, DEADLY, DRIVEN = 1, 3, 6


def begin(*states: str, setup: dict[str, str] = CLOSE, dice: tuple[int, ...] = ()) -> State:
    """Red is about to fire; B1 has been put into these states, one after the other."""
    state = place("routs", setup, "red_fire", dice=dice)
    for name in states:
        state.rules[StateRules].put(state, name, 1 << state.frame.unit_index["B1"])
    return state


def held(state: State, name: str) -> str:
    return " ".join(state.names_of(state.marks.get(name, 0)))


def test_who_is_shaken_again_is_routed_and_no_longer_shaken() -> None:
    state = begin("shaken", dice=(SHAKING,))
    events = [str(event) for event in state.apply("fire 0403 by R1")]
    assert "Routed: B1." in events
    assert (held(state, "shaken"), held(state, "routed")) == ("", "B1")


def test_nothing_is_worse_than_the_worst() -> None:
    state = begin("shaken", "shaken", dice=(SHAKING,))
    state.apply("fire 0403 by R1")
    assert (held(state, "shaken"), held(state, "routed")) == ("", "B1")


def test_who_is_fresh_is_only_shaken() -> None:
    state = begin(dice=(SHAKING,))
    state.apply("fire 0403 by R1")
    assert (held(state, "shaken"), held(state, "routed")) == ("B1", "")


def test_recovery_goes_by_steps() -> None:
    """The routed are shaken after their rally, and are not rid of that in the same phase."""
    state = begin("routed", setup={"R1": "0101", "B1": "0703"}, dice=(1, 1, 1, 1))
    while state.turn == 1:
        state.apply("done")
    assert (held(state, "shaken"), held(state, "routed")) == ("B1", "")
    while state.turn == 2:
        state.apply("done")
    assert (held(state, "shaken"), held(state, "routed")) == ("", "")


def test_a_result_may_ask_how_its_target_is() -> None:
    routed, fresh = begin("routed", dice=(DEADLY,)), begin(dice=(DEADLY,))
    for state in (routed, fresh):
        state.apply("fire 0403 by R1")
    assert routed.position("B1") is None
    assert (fresh.position("B1"), held(fresh, "routed")) == ("0403", "B1")


def test_a_preview_goes_the_way_that_the_result_would() -> None:
    for states, lost in (((), {0: 1}), (("routed",), {0: Fraction(2, 3), 1: Fraction(1, 3)})):
        preview = begin(*states).preview("fire 0403 by R1")
        assert isinstance(preview, FirePreview)
        assert preview.casualties == lost


def test_the_enemy_chooses_how_units_run_in_a_phase_that_is_nobodys(tmp_path: Path) -> None:
    """There its table is rolled, and nobody has attacked."""
    runs = "{choose: {by: enemy, one_of: [[nothing], [{retreat: {who: actor, hexes: 2}}]]}}"
    game = varied(tmp_path, f"tables: {{rout: {{results: {{runs: [{runs}]}}}}}}", "routs")
    state = game.start(setup={"R1": "0101", "B1": "0503"}, phase="blue_movement", dice=[1])
    state.rules[StateRules].put(state, "routed", 1 << state.frame.unit_index["B1"])
    state.apply("done")
    assert (state.phase, state.side_to_act) == ("blue_rout", "red")
    assert listed(state) == ["choose 1", "choose 2"]


def test_who_was_fired_at_chooses_and_then_its_enemy() -> None:
    state = begin(dice=(DRIVEN,))
    state.apply("fire 0403 by R1")
    assert (state.side_to_act, listed(state)) == ("blue", ["choose 1", "choose 2"])
    owed = cast(PendingChoice, state.agenda[-1])
    assert owed.ways(state)[1] == "the target retreats 1 hex"
    again = tiny("routs").state_from_dict(state.to_dict())
    for there in (state, again):
        there.apply("choose 1")
        assert (there.side_to_act, held(there, "shaken")) == ("red", "B1")
        there.apply("choose 2")
        assert held(there, "shaken") == ""
        assert there.phase == "red_movement"


def test_the_other_way_is_gone_as_well() -> None:
    state = begin(dice=(DRIVEN,))
    state.apply("fire 0403 by R1")
    state.apply("choose 2")
    assert state.side_to_act == "blue"
    state.apply(listed(state, "retreat")[0])
    state.apply("choose 1")
    assert state.position("B1") != "0403"
    assert held(state, "shaken") == ""


def test_results_of_a_table_may_ask_the_game() -> None:
    state = place("routs", CLOSE, "red_fire", dice=(1, 1, 1))
    while not state.is_over:
        assert state.turn <= 3
        state.apply("done")
    assert state.turn == 3


def runs(where: str, enemies: tuple[str, ...] = ()) -> State:
    """R1 is routed there, and red's rout has begun."""
    setup = {"R1": where, "B3": "0705", **{f"B{i + 1}": hex_ for i, hex_ in enumerate(enemies)}}
    state = place("routs", setup, "red_movement", dice=(1,))
    state.rules[StateRules].put(state, "routed", 1 << state.frame.unit_index["R1"])
    state.apply("done")
    return state


def test_a_rout_leads_to_ones_own_edge() -> None:
    state = runs("0403")
    assert {line.split()[-1] for line in listed(state)} == {"0303", "0304"}
    refused = state.explain("retreat R1 0503")
    assert refused is not None
    assert (refused.rule, refused.message) == ("7.2", "R1 must retreat towards the west edge.")


def test_where_no_hex_leads_there_another_will_do() -> None:
    state = runs("0403", ("0303", "0304"))
    assert {line.split()[-1] for line in listed(state)} == {"0402", "0404", "0503", "0504"}
