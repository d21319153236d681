"""Fire on a results table in a game of battles: as the mover passes, and in the other side's turn.

In the tiny game *gunfire* foot is 2-4 (1-2 with a step lost), tanks 4-6, guns 8-1; the woods in
0403 block sight. Guns, tanks and B1 fire four hexes far, once a turn, by odds on a table of one
die: at 1:1 a 1 and 2 cost a step, 3 drives back, 4 and 5 disrupt; at 2:1 and more 1 to 3 kill, 4
costs a step, 5 drives back. Men cannot hurt armour; shells at armour beyond two hexes count half,
else 4 more; guns fire blind at what foot sees within three hexes of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.engine.queries import FirePreview
from hexwar.players import make_player
from hexwar.rules.state import State
from tests.rules.tiny import listed, place, play, tiny, told, varied


def fires(setup: Mapping[str, str], options: str = "", dice: Iterable[int] = ()) -> State:
    """Blue's phase of defensive fire, in red's turn."""
    return place("gunfire", setup, "blue_fire", options, dice=dice)


def why(state: State, line: str) -> str:
    violation = state.explain(line)
    return "" if violation is None else str(violation)


def fire(state: State, line: str) -> FirePreview:
    found = state.preview(line)
    assert isinstance(found, FirePreview)
    return found


def lost(state: State, unit: str) -> int:
    return state.lost[state.frame.unit_index[unit]]


def marked(state: State, name: str, unit: str) -> bool:
    return bool(state.marks.get(name, 0) >> state.frame.unit_index[unit] & 1)


def test_the_other_side_fires_in_a_phase_of_its_own() -> None:
    state = fires({"B2": "0203", "R1": "0403", "R3": "0901"})
    assert (state.side_to_act, state.phase) == ("blue", "blue_fire")
    assert listed(state) == ["fire 0403 by B2", "done"]


def test_a_roll_that_a_result_asks_for_is_for_the_target_and_by_its_own_value() -> None:
    """A 4 halts; at one more a 3 is too much for foot, and tanks are calm."""
    setup = {"B2": "0203", "R1": "0303", "R3": "0901"}
    for target, flees in (("R1", True), ("R3", False)):
        there = {**setup, "R1": "0901", target: "0303"}
        state = fires(there, "nerve", (4 if target == "R1" else 2, 3))
        state.apply("fire 0303 by B2")
        assert marked(state, "disrupted", target) is flees


def test_of_all_in_a_hex_each_rolls_for_itself_who_is_left() -> None:
    setup = {"B2": "0203", "R1": "0303", "R2": "0303", "R3": "0901"}
    state = fires(setup, "nerve hex", (4, 2, 3))
    said = [str(event) for event in state.apply("fire 0303 by B2")]
    assert [line.split(":")[0] for line in said if line.startswith("Nerve")] == [
        "Nerve for R1",
        "Nerve for R2",
    ]
    assert (marked(state, "disrupted", "R1"), marked(state, "disrupted", "R2")) == (False, True)


@pytest.mark.parametrize(
    ("die", "kinds"),
    [(1, ["fire", "step_lost"]), (4, ["fire", "state_begins"]), (6, ["fire"])],
)
def test_results_are_about_the_target(die: int, kinds: list[str]) -> None:
    """B2's 4 against R1's 4."""
    state = fires({"B2": "0203", "R1": "0403", "R3": "0901"}, dice=(die,))
    assert [kind for kind in told(state, "fire 0403 by B2") if kind in kinds] == kinds
    assert lost(state, "R1") == (die == 1)
    assert marked(state, "disrupted", "R1") == (die == 4)
    assert not lost(state, "B2") and not marked(state, "disrupted", "B2")


def test_who_was_disrupted_before_the_battle_does_not_attack() -> None:
    for die, attacks in ((4, False), (6, True)):
        state = fires({"B2": "0503", "R1": "0403", "R3": "0901"}, dice=(die,))
        state.apply("fire 0403 by B2")
        assert (state.phase == "red_combat") is attacks


def test_the_target_may_be_driven_back_or_lost() -> None:
    """B3's 8 and 4 more against 4 are three to one."""
    state = fires({"B3": "0203", "R1": "0403", "R3": "0901"}, dice=(5,))
    state.apply("fire 0403 by B3")
    assert state.decision is not None
    assert (state.decision.kind, state.side_to_act) == ("retreat", "red")
    state = fires({"B3": "0203", "R1": "0403", "R3": "0901"}, dice=(3,))
    told(state, "fire 0403 by B3")
    assert not state.position("R1")


def test_who_moves_is_fired_at_as_it_passes_and_its_move_may_end() -> None:
    setup = {"R1": "0102", "R3": "0901", "B3": "0503"}
    state = place("gunfire", setup, "red_movement", dice=[5])
    state.apply("move R1 0302")
    assert state.decision is not None
    assert (state.decision.kind, state.side_to_act) == ("reaction_window", "blue")
    state.apply("react B3")
    assert state.decision.kind == "reaction" and listed(state) == ["fire 0202 by B3", "pass"]
    state.apply("fire 0202 by B3")
    assert (state.decision.kind, state.side_to_act) == ("retreat", "red")
    state.apply("retreat R1 0102")
    assert state.position("R1") == "0102", "it does not go on from where it was sent"
    assert state.decision.kind == "movement"


def test_strength_is_that_of_the_step_that_shows() -> None:
    state = fires({"B1": "0203", "R1": "0403", "R3": "0901"})
    found = fire(state, "fire 0403 by B1")
    assert found.odds == "2 to 4"
    state.lose(state.frame.unit_index["B1"], 1)
    state.lose(state.frame.unit_index["R1"], 1)
    found = fire(state, "fire 0403 by B1")
    assert found.odds == "1 to 2"


def test_a_weapon_that_does_nothing_to_a_target_is_not_fired_at_it() -> None:
    state = fires({"B1": "0203", "B2": "0202", "R3": "0403", "R1": "0901"})
    assert why(state, "fire 0403 by B1") == "8.2: B1 cannot fire at R3: Small arms."
    assert "fire 0403 by B2" in listed(state)


@pytest.mark.parametrize(
    ("at", "target", "strength"),
    [("0303", "R3", 12), ("0403", "R3", 12), ("0501", "R3", 4), ("0501", "R1", 12)],
)
def test_the_first_entry_that_fits_counts(at: str, target: str, strength: int) -> None:
    state = fires({**{target: at}, "B3": "0203", "R2": "0102"})
    found = fire(state, f"fire {at} by B3")
    assert found.attacker_strength == Fraction(strength)


def test_guns_fire_blind_at_what_foot_sees() -> None:
    """0203 does not see 0603 behind the woods in 0403; B1 in 0503 does, and B2 is no foot."""
    setup = {"B3": "0203", "R1": "0603", "R2": "0102"}
    assert why(fires(setup), "fire 0603 by B3") == "8.3: Nobody who could observe for it sees 0603."
    line = "fire 0603 by B3"
    assert why(fires({**setup, "B2": "0503"}), line).startswith("8.3")
    assert why(fires({**setup, "B1": "0503"}), line) == ""
    assert why(fires({**setup, "B1": "0203"}), line).startswith("8.3"), "it sees no more"
    assert why(fires({**setup, "B1": "0901"}), line).startswith("8.3"), "it is too far"
    tank = {"B2": "0203", "R1": "0603", "B1": "0503", "R2": "0102"}
    assert "blocks" in why(fires(tank), "fire 0603 by B2")


def test_who_fires_chooses_where_the_game_lets_it() -> None:
    """Of R1 (4) and R3 (6) the tank is the harder target; who chooses need not take it."""
    stack = {"B3": "0203", "R1": "0403", "R3": "0403"}
    assert fire(fires(stack), "fire 0403 by B3").defenders == ("R3",)
    state = fires(stack, "chosen", dice=(3,))
    state.apply("fire 0403 by B3")
    assert listed(state) == ["shoot R1", "shoot R3"]
    assert why(state, "shoot R2") == "8.1: R2 is not among the units to choose from."
    assert fire(state, "shoot R3").attacker_strength == 12
    assert tiny("gunfire").state_from_dict(state.to_dict()) == state
    assert str(make_player("greedy").choose(state, Random(1))) == "shoot R3", "it has one step"
    told(state, "shoot R1")
    assert not state.position("R1") and state.position("R3")


def test_whom_a_weapon_cannot_hurt_is_not_offered() -> None:
    state = fires({"B1": "0303", "R1": "0403", "R3": "0403"}, "chosen", dice=(6,))
    assert told(state, "fire 0403 by B1")[:1] == ["fire"], "at R1, the only one"


def test_all_of_a_hex_may_suffer_the_result() -> None:
    """By the defence of the tank: 12 to 6, a 4 is a step of each."""
    state = fires({"B3": "0203", "R1": "0403", "R3": "0403"}, "hex", dice=(4,))
    told(state, "fire 0403 by B3")
    assert lost(state, "R1") == 1
    assert not state.position("R3"), "it had one step"


def test_hits_of_pools_go_on_to_others_of_the_hex() -> None:
    """Three hits of twelve dice: two steps of one unit, and one of the other."""
    state = fires(
        {"B3": "0203", "R1": "0403", "R2": "0403"},
        "pools",
        dice=(6, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1, 1),
    )
    told(state, "fire 0403 by B3")
    left = [2 - lost(state, unit) if state.position(unit) else 0 for unit in ("R1", "R2")]
    assert sum(left) == 1


@pytest.mark.parametrize("options", ["", "chosen", "hex", "pools"])
def test_random_games_go_on_to_their_end(options: str) -> None:
    state = tiny("gunfire").start("meeting", options.split(), seed=5)
    play(state, Random(5), 400)
    assert state.is_over or state.turn > 1


def test_a_patched_phase_of_fire_rolls_on_a_table_of_its_own(tmp_path: Path) -> None:
    """Torpedoes beside guns: only the patch fires by the table, and gives it its column."""
    yaml = """
tables:
  torpedoes:
    dice: 1d6
    column: given
    columns: [1, 3]
    table: {1..6: [sunk, miss]}
    results: {sunk: [{eliminate: target}], miss: [nothing]}
effects: {torpedoes: {patch: {fire: {resolve: {table: torpedoes, column: range}}}}}
sequence:
  phases:
    - {id: red_movement, kind: movement, side: red}
    - {id: red_torpedoes, kind: fire, side: red, effects: [torpedoes]}
    - {id: red_guns, kind: fire, side: red}
states: {disrupted: {forbids: [attack, fire]}}
reactions: null
"""
    game = varied(tmp_path, yaml, "gunfire")
    assert [f.code for f in hexwar.check(tmp_path / "gunfire") if f.code == "HW472"] == []
    state = game.start(setup={"R3": "0301", "B1": "0401"}, phase="red_torpedoes", dice=(6,))
    state.apply("fire 0401 by R3")
    assert state.position("B1") is None


@pytest.mark.parametrize(("where", "left"), [("0302", None), ("0301", "0301")])
def test_a_result_of_fire_asks_for_those_beside_its_target(
    tmp_path: Path, where: str, left: str | None
) -> None:
    """Foot that stands with the tanks when they are hit is lost, and nobody else is."""
    yaml = """
tables:
  gunfire:
    results:
      loss: {do: [{roll: {table: fate, for_each: {trait: foot, stacked_with: {role: target}}}}]}
  fate: {dice: 1d6, table: {1..6: falls}, results: {falls: [{eliminate: actor}]}}
"""
    game = varied(tmp_path, yaml, "gunfire")
    setup = {"R1": where, "R3": "0302", "B1": "0402", "B2": "0402"}
    state = game.start(setup=setup, phase="blue_fire", dice=(1, 1))
    state.apply("fire 0302 by B2")
    assert (state.position("R1"), state.position("B1")) == (left, "0402")
