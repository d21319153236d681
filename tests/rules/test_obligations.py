"""Mandatory combat: who must attack, who must be attacked, and what if they cannot.

In the tiny game *obligations* every unit in an enemy zone of control must attack, and be attacked,
unless it stands in the fort, 0404. Zones are the hexes around each unit.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from hexwar.players import make_player
from hexwar.rules.combat.obligations import MandatoryRules
from hexwar.rules.state import State
from tests.rules.tiny import listed, place, tiny, told, varied

LINE = {"R1": "0203", "R2": "0304", "B1": "0303", "B2": "0403", "B3": "0704"}
"""R1 beside B1 alone, R2 beside B1 and B2."""


def battle(setup: dict[str, str], options: str = "", dice: tuple[int, ...] = ()) -> State:
    """A position in the combat phase of red."""
    return place("obligations", setup, "red_combat", options, dice=dice)


def why(state: State, line: str) -> str:
    """Why an action is refused; empty if it is legal."""
    found = state.explain(line)
    return str(found) if found else ""


def test_the_phase_cannot_be_ended_while_somebody_must_attack() -> None:
    state = battle(LINE)
    assert "done" not in listed(state)
    assert why(state, "done") == "7.1: R1 and R2 must attack; B1 and B2 must be attacked."
    assert state.decision is not None
    assert "R1 and R2 must attack; B1 and B2 must be attacked" in state.decision.prompt
    assert not state.decision.may_decline


def test_who_is_in_no_zone_need_not_attack() -> None:
    state = battle({"R1": "0203", "R2": "0101", "B1": "0303"})
    assert "R2" not in why(state, "done")


def test_an_attack_that_leaves_another_without_a_target_is_refused() -> None:
    """If R2 attacks B1, or both do, nobody can attack B2; if R2 does so alone, R1 has no target."""
    state = battle(LINE)
    assert listed(state) == ["attack 0303 by R1", "attack 0403 by R2"]
    assert "fewer could do what they must" in why(state, "attack 0303 by R2")
    assert "fewer could do what they must" in why(state, "attack 0303 by R1 R2")


def test_who_can_attack_two_is_sent_where_nobody_else_can() -> None:
    """The same with the counters of red exchanged."""
    state = battle({**LINE, "R1": "0304", "R2": "0203"})
    assert listed(state) == ["attack 0303 by R2", "attack 0403 by R1"]


def test_with_all_obligations_met_the_phase_ends() -> None:
    """A 4 has no effect for one attacker: both have attacked and been attacked."""
    state = battle(LINE, dice=(4, 4))
    state.apply("attack 0303 by R1")
    assert why(state, "done") == "7.1: R2 must attack; B2 must be attacked."
    assert listed(state) == ["attack 0403 by R2"]
    state.apply("attack 0403 by R2")
    assert state.phase == "blue_movement"


def test_who_is_excused_need_not_attack_and_need_not_be_attacked() -> None:
    """R1 in the fort may attack B1 or leave it, but B1 must be attacked: so somebody must."""
    state = battle({"R1": "0404", "B1": "0504", "B3": "0704"})
    assert why(state, "done") == "7.1: B1 must be attacked."
    state = place("obligations", {"R1": "0404", "B1": "0504"}, "blue_combat")
    assert why(state, "done") == "7.1: B1 must attack."


STACKED = {"R1": "0203", "R2": "0203", "R3": "0101", "B1": "0303", "B2": "0704"}


def test_an_attack_that_leaves_another_stack_without_a_target_is_refused() -> None:
    """R1 and R2 are one stack beside B1 and B2; R3 stands beside B1 alone."""
    setup = {"R1": "0304", "R2": "0304", "R3": "0203", "B1": "0303", "B2": "0403"}
    state = battle(setup, "stacks")
    assert "fewer could do what they must" in why(state, "attack 0303 by R1")
    assert why(state, "attack 0303 by R3") == ""


def test_of_each_stack_one_attack_is_enough() -> None:
    state = battle(STACKED, "stacks", dice=(4,))
    assert why(state, "done") == "7.1: R1 or R2 must attack; B1 must be attacked."
    assert {"attack 0303 by R1", "attack 0303 by R2"} <= {*listed(state)}
    state.apply("attack 0303 by R2")
    assert state.phase == "blue_movement", "nobody can attack any more, and nobody is blamed"


def test_without_the_word_each_unit_of_a_stack_must_attack() -> None:
    state = battle(STACKED, "one", dice=(4,))
    assert why(state, "done") == "7.1: R1 and R2 must attack; B1 must be attacked."


def test_units_of_one_stack_may_be_sent_to_two_targets_and_need_not() -> None:
    """B1 and B2 must be attacked; R1 and R2 can do so one each, and R3 with what is left."""
    state = battle({"R1": "0304", "R2": "0304", "B1": "0303", "B2": "0403"}, "stacks", dice=(4,))
    assert "fewer could do what they must" in why(state, "attack 0303 by R1 R2")
    state.apply("attack 0303 by R1")
    assert why(state, "done") == "7.1: B2 must be attacked."
    assert listed(state) == ["attack 0403 by R2"]


def test_a_stack_that_has_split_up_is_still_one() -> None:
    """R1 advances after its battle: R2, who stood beside it, need not attack for that."""
    setup = {"R1": "0203", "R2": "0203", "B1": "0303", "B2": "0204"}
    state = battle(setup, "stacks", dice=(1, 3))
    state.apply("attack 0303 by R1")
    state.apply("retreat B1 0403")
    state.apply("advance R1 0303")
    assert "must attack" not in why(state, "done")
    assert why(state, "done") == "7.1: B2 must be attacked."


def test_who_is_released_releases_his_stack() -> None:
    """As when the enemy leaves before the battle that R1 was to fight."""
    state = battle(STACKED, "stacks")
    mandatory, index = state.rules[MandatoryRules], state.frame.unit_index
    mandatory.release(state, 1 << index["R1"], 1 << index["B1"])
    assert not any(mandatory.owed(state))


def test_of_a_stack_of_targets_one_is_enough() -> None:
    setup = {"R1": "0203", "R2": "0302", "B1": "0303", "B2": "0303", "B3": "0704"}
    state = battle(setup, "one", dice=(4, 4))
    assert why(state, "done") == "7.1: R1 and R2 must attack; B1 or B2 must be attacked."
    state.apply("attack 0303 by R1")
    assert why(state, "done") == "7.1: R2 must attack."


def test_a_computer_player_sends_one_of_a_stack_to_an_attack_that_is_lost(tmp_path: Path) -> None:
    lost = """
units: {types: {foot: {steps: 1-9-3}}}
stacking: {limit: 3}
combat:
  strength: printed
  column: {ratio: down}
  columns: ["1:9", "1:1", "2:1"]
  mandatory: {attack: {each: stack}}
  results:
    DR: [{eliminate: attacker}]
    DE: [{eliminate: attacker}]
    AR: [{eliminate: attacker}]
    NE: [{eliminate: attacker}]
"""
    state = varied(tmp_path, lost, "obligations").start(
        None, setup={**STACKED, "R3": "0203"}, phase="red_combat"
    )
    chosen = make_player("greedy").choose(state, Random(1))
    assert (chosen.verb, len(chosen.units)) == ("attack", 1)


def test_an_obligation_that_cannot_be_met_does_not_hold_the_phase() -> None:
    """With two attackers needed, R1 alone cannot attack: it is told, and the phase ends."""
    state = battle({"R1": "0203", "R2": "0101", "B1": "0303"}, "two")
    assert state.phase != "red_combat", "there is nothing to choose"


def test_what_can_be_met_must_be_although_the_rest_cannot() -> None:
    """Two must attack together: R1 and R2 can, on B1; nobody is left for B2."""
    state = battle({**LINE, "R3": "0501"}, "two")
    assert why(state, "done") == "7.1: R1 and R2 must attack; B1 must be attacked."
    assert listed(state) == ["attack 0303 by R1 R2"]


@pytest.mark.parametrize(("options", "left"), [("", True), ("strict", False)])
def test_what_becomes_of_who_must_attack_and_cannot(options: str, left: bool) -> None:
    state = place("obligations", {"R1": "0203", "R2": "0101", "B1": "0303"}, "red_movement", "two")
    assert told(state, "done")[:1] == ["unmet"]
    assert state.position("R1") == "0203"
    both = place(
        "obligations", {"R1": "0203", "R2": "0101", "B1": "0303"}, "red_movement", f"two {options}"
    )
    both.apply("done")
    assert bool(both.position("R1")) is left


def test_who_must_attack_and_cannot_retreats() -> None:
    """Before its phase ends; nothing is attacked any more, and B1 stays where it is."""
    setup = {"R1": "0203", "R2": "0101", "B1": "0303"}
    state = place("obligations", setup, "red_movement", "two back")
    assert told(state, "done") == ["unmet"]
    assert state.decision is not None
    assert (state.decision.kind, state.side_to_act) == ("retreat", "red")
    assert state.phase == "red_combat"
    assert "retreat R1 0202" not in listed(state), "in the zone of B1"
    assert why(state, "done") != ""
    state.apply("retreat R1 0103")
    assert (state.position("R1"), state.phase) == ("0103", "blue_movement")


def test_who_must_retreat_and_cannot_is_lost() -> None:
    """R1 in the corner, beside B1 and the zone of both."""
    setup = {"R1": "0101", "R2": "0705", "B1": "0201", "B2": "0303"}
    state = place("obligations", setup, "red_movement", "two back")
    assert told(state, "done") == ["unmet", "retreat_blocked", "eliminated"]
    assert (state.position("R1"), state.phase) == (None, "blue_movement")


RING = {"R1": "0402", "R2": "0203", "R3": "0304", "B1": "0303"}
"""Around B1 three units and their zones: all six hexes."""


@pytest.mark.parametrize(
    ("changed", "defense"),
    [
        ({}, "1/2"),
        ({"R2": "0705"}, "1"),
        ({"B2": "0302"}, "1/2"),
        ({"B1": "0101", "R1": "0201", "R2": "0103", "R3": "0705"}, "1/2"),
    ],
    ids=["ring", "a hex is free", "a friend does not open it", "at the edge of the map"],
)
def test_who_is_surrounded(changed: dict[str, str], defense: str) -> None:
    """Every hex around it holds enemies or is in a zone of theirs; it defends with half."""
    setup = {**RING, **changed}
    state = battle(setup, "ring")
    preview = state.preview(f"attack {setup['B1']} by R1")
    assert str(preview.defender_strength) == defense
    told_of = [line.label for line in preview.modifiers]
    assert told_of == ["Surrounded"] * (defense == "1/2")


def test_a_contact_made_by_an_advance_obliges_nobody() -> None:
    """B1 retreats and R1 advances next to B2, which was in no zone when the phase began."""
    setup = {"R1": "0203", "R2": "0101", "B1": "0303", "B2": "0403"}
    state = battle(setup, dice=(1,))
    assert "B2" not in why(state, "done")
    lines = ["attack 0303 by R1", "retreat B1 0402", "advance R1"]
    kinds = [kind for line in lines for kind in told(state, line)]
    assert state.position("R1") == "0303", "beside B2"
    assert "unmet" not in kinds
    assert state.phase == "blue_movement"


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("options", ["", "strict", "two", "two back"])
def test_random_and_greedy_players_keep_to_it(options: str, seed: int) -> None:
    """No game is stuck: in every position something may be done."""
    for player in ("random", "greedy"):
        state = tiny("obligations").start("meeting", options.split(), seed)
        chooser, random = make_player(player), Random(seed)
        while not state.is_over:
            action = chooser.choose(state, random)
            assert state.explain(action) is None
            state.apply(action)
        assert state.is_over
