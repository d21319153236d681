"""Section ``activation`` and ways of moving, by what rule-lawyers ask.

In the tiny game *activation* units of red, then of blue, act one after the other, each once a turn:
they move two hexes, or in a hurry (``rapid``) four, and fire up to three hexes far; a 4 or more on
d6 eliminates. R3 is laden and checks its d6 quality before it hurries. Red's first action of turn 1
must be a fire, if any unit has a target.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from shutil import copytree

import pytest

import hexwar
from hexwar.rules.history import History
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, listed, place, play, tiny, varied

FAR = {"R1": "0102", "R2": "0103", "R3": "0104", "B1": "0902", "B2": "0903"}
NEAR = {"R1": "0102", "R2": "0103", "R3": "0105", "B1": "0402", "B2": "0903"}


def acting(setup: Mapping[str, str] = FAR, *dice: int, turn: int = 2) -> State:
    """Red's phase of a turn, with these units."""
    return place("activation", setup, "red_actions", dice=dice, turn=turn)


def refusal(state: State, line: str) -> str:
    """Why an action is refused."""
    refused = state.explain(line)
    assert refused is not None, line
    return refused.message


def kind(state: State) -> str:
    """The kind of decision."""
    assert state.decision is not None
    return state.decision.kind


# -- once, and one at a time ----------------------------------------------------------------------


def test_a_unit_acts_once_a_turn() -> None:
    state = acting()
    state.apply("move R1 0202")
    assert refusal(state, "move R1 0302") == "R1 has already acted in this turn."
    assert {line.split()[1] for line in listed(state, "move")} == {"R2", "R3"}


def test_where_acting_is_paid_for_a_unit_pays_once_for_all_that_it_does() -> None:
    state = place("activation", NEAR, "red_actions", "orders", dice=(1,), turn=2)
    assert state.records()["orders"] == 1
    state.apply("move R1 0202")
    assert state.records()["orders"] == 0
    state.apply("fire 0402 by R1")
    assert refusal(state, "move R2 0203") == "There are no points left to let R2 act."
    assert {line.split()[1] for line in listed(state, "move")} == {"R3"}  # who pays nothing
    state.apply("move R3 0204")
    state.apply("done")
    assert state.phase == "blue_actions"
    assert listed(state, "move")


def test_a_unit_ends_what_it_does_before_the_next_begins() -> None:
    state = acting(NEAR)
    state.apply("move R1 0202")
    assert kind(state) == "activated"
    assert refusal(state, "move R2 0203") == "R1 ends what it does before R2 begins."
    assert listed(state) == ["fire 0402 by R1", "done"]
    state.apply("done")
    assert kind(state) == "activation"
    assert "move R2 0203" in state.legal_actions()


def test_done_ends_the_phase_and_units_that_were_not_used_stay_unused() -> None:
    state = acting()
    state.apply("done")
    assert (state.phase, state.side_to_act) == ("blue_actions", "blue")
    assert refusal(state, "move R1 0202") == "R1 belongs to the other side."


def test_the_phase_ends_by_itself_when_all_have_acted() -> None:
    state = acting()
    for line in ("move R1 0202", "move R2 0203", "move R3 0204"):
        state.apply(line)
    assert state.phase == "blue_actions"


def test_in_the_next_turn_they_act_again() -> None:
    state = acting()
    state.apply("move R1 0202")
    state.apply("done")
    state.apply("done")
    assert (state.turn, state.phase) == (3, "red_actions")
    assert "move R1 0302" in state.legal_actions()


# -- move, fire, move then fire -------------------------------------------------------------------


def test_who_has_fired_does_not_move() -> None:
    state = acting(NEAR, 1)
    state.apply("fire 0402 by R1")
    assert refusal(state, "move R1 0202") == "R1 has already acted in this turn."


def test_a_unit_fires_after_it_has_moved() -> None:
    state = acting(FAR | {"B1": "0602"}, 6)
    assert "fire 0602 by R1" not in state.legal_actions()
    state.apply("move R1 0302")
    state.apply("fire 0602 by R1")
    assert state.position("B1") is None


def test_it_moves_only_once() -> None:
    state = acting(NEAR)
    state.apply("move R1 0202")
    assert refusal(state, "move R1 0201") == (
        "R1 has already moved; others act when it ends what it does."
    )


@pytest.mark.parametrize(
    ("may", "stands", "after"),
    [
        ("[move]", False, False),
        ("[move, fire]", True, False),
        ("[move, move_then_fire]", False, True),
        ("[move_then_fire]", False, True),
    ],
)
def test_what_a_unit_may_do_is_said(tmp_path: Path, may: str, stands: bool, after: bool) -> None:
    game = varied(tmp_path, f"activation: {{may: {may}, must_fire: null}}", "activation")
    state = game.start(setup=NEAR, phase="red_actions", turn=2, dice=[])
    assert ("fire 0402 by R1" in state.legal_actions()) is stands
    state.apply("move R1 0202")
    assert ("fire 0402 by R1" in state.legal_actions()) is after


def test_only_chosen_units_act_in_a_phase(tmp_path: Path) -> None:
    phases = "[{id: red_actions, kind: activation, side: red, only: {trait: laden}}]"
    game = varied(tmp_path, f"sequence: {{phases: {phases}}}", "activation")
    state = game.start(setup=FAR, phase="red_actions", turn=2, dice=[])
    assert {line.split()[1] for line in listed(state, "move")} == {"R3"}
    assert refusal(state, "move R1 0202") == "R1 does not act in this phase."


# -- the first action -----------------------------------------------------------------------------


def test_the_first_action_must_be_a_fire_if_any_unit_has_a_target() -> None:
    state = acting(NEAR, 1, turn=1)
    assert listed(state) == ["fire 0402 by R1", "fire 0402 by R2"]
    assert refusal(state, "move R3 0204") == "The first action must be a fire."
    assert refusal(state, "done") == "The first action must be a fire."
    assert state.decision is not None
    assert not state.decision.may_decline
    state.apply("fire 0402 by R1")
    assert "move R3 0204" in state.legal_actions()
    assert "done" in state.legal_actions()


def test_without_a_target_it_may_be_anything() -> None:
    assert "move R1 0202" in acting(turn=1).legal_actions()


def test_in_later_turns_it_may_be_anything() -> None:
    assert "move R1 0202" in acting(NEAR, turn=2).legal_actions()


# -- ways of moving -------------------------------------------------------------------------------


def test_a_hurry_goes_further_and_marks_the_unit() -> None:
    state = acting()
    assert refusal(state, "move R1 0502").startswith("0502 is too far")
    state.apply("move R1 0502 rapid")
    assert state.position("R1") == "0502"
    assert state.names_of(state.marks["moved_fast"]) == ("R1",)


def test_the_ordinary_way_marks_nobody() -> None:
    state = acting()
    state.apply("move R1 0302")
    assert not state.marks.get("moved_fast")


def test_a_path_is_followed_and_counted() -> None:
    state = acting()
    assert refusal(state, "move R1 0102-0202-0302-0402").startswith("R1 cannot pay for 0402")
    assert state.explain("move R1 0102-0202-0302-0402 rapid") is None
    events = state.apply("move R1 0102-0202-0201")
    moved = next(event for event in events if event.kind == "moved")
    assert moved.path == ("0102", "0202", "0201")


def test_there_are_no_other_ways() -> None:
    assert "no way of moving slow" in refusal(acting(), "move R1 0202 slow")


def test_who_needs_a_check_rolls_before_it_hurries() -> None:
    state = acting(FAR, 4)
    events = state.apply("move R3 0504 rapid")
    assert [str(event) for event in events if event.kind == "check"] == [
        "R3 checks to move rapidly: die 4, passed."
    ]
    assert state.position("R3") == "0504"


def test_a_failed_check_leaves_the_ordinary_way() -> None:
    state = acting(FAR, 3)
    state.apply("move R3 0504 rapid")
    assert (state.position("R3"), kind(state)) == ("0104", "activated")
    assert refusal(state, "move R3 0504 rapid") == "R3 has failed to move rapidly."
    assert not state.marks.get("moved_fast")
    state.apply("move R3 0304")
    assert state.position("R3") == "0304"


def test_a_check_is_not_taken_back() -> None:
    history = History(acting(FAR, 3))
    history.apply("move R3 0504 rapid")
    assert not history.can_undo


def test_others_hurry_without_a_check() -> None:
    state = acting()
    assert [event.kind for event in state.apply("move R2 0503 rapid")] == ["state_begins", "moved"]


def test_a_move_ends_where_there_is_room_and_passes_friends() -> None:
    state = acting(FAR | {"R2": "0202"})
    assert "stacking limit" in refusal(state, "move R1 0202")
    assert state.explain("move R1 0102-0202-0302") is None


def test_a_movement_phase_has_no_ways_of_its_own() -> None:
    state = place("meadow", {"R1": "0102", "B1": "0703"}, "red_movement")
    assert "leave out rapid" in refusal(state, "move R1 0202 rapid")


# -- records, lists, samples ----------------------------------------------------------------------


def test_an_activation_under_way_is_saved() -> None:
    state = acting(FAR, 3)
    state.apply("move R3 0504 rapid")
    again = tiny("activation").state_from_dict(state.to_dict())
    assert again == state
    assert listed(again) == listed(state)


def test_lists_samples_and_reasons_agree() -> None:
    for seed in range(6):
        random = Random(seed)
        state = tiny("activation").start(seed=seed)
        while not state.is_over:
            actions = list(state.legal_actions())
            assert len(set(actions)) == len(actions)
            assert all(state.explain(action) is None for action in actions)
            assert all(state.sample_action(random) in actions for _ in range(5))
            play(state, random, 1)


def test_a_picked_unit_is_offered_what_it_can_do() -> None:
    state = acting(NEAR)
    here = [str(choice.action) for choice in state.choices(["R1"], "0302")]
    assert here == ["move R1 0302", "move R1 0302 rapid"]
    assert [str(c.action) for c in state.choices(["R1"], "0402")] == ["fire 0402 by R1"]
    (far,) = [c for c in state.choices(["R1"], "0805") if str(c.action) == "move R1 0805"]
    assert far.why_not is not None


def test_what_done_means_is_told() -> None:
    state = acting(NEAR)
    assert "End the phase" in [choice.label for choice in state.choices()]
    state.apply("move R1 0202")
    assert "End what the unit does" in [choice.label for choice in state.choices()]


@pytest.mark.parametrize(
    ("yaml", "codes"),
    [
        ("activation: {must_fire: {turn: 1, phase: nowhere}}", ["HW301"]),
        ("fire: null", ["HW411"]),
        ("fire: null\nactivation: {must_fire: null, may: [fire]}", ["HW411"]),
        ("movement: {modes: {rapid: {check: {die: courage, success: 4}}}}", ["HW301"]),
    ],
)
def test_what_is_wrong_is_found(tmp_path: Path, yaml: str, codes: list[str]) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    found = hexwar.check(folder(tmp_path, yaml, FOLDER / "activation"))
    assert [finding.code for finding in found] == codes


TWIST = """
initiative: {first: red, die: {red: d6, blue: d6}}
states: {twisted: {title: Twisted, forbids: [attack], taken: {phase: twist},
  ends: {at: end, turn: true}}}
sequence:
  turns: 3
  phases:
    - id: act
      kind: activation
      order: alternating
      each: unit
      phases: [{id: twist, kind: orders}, {id: go, kind: movement}]
"""


def test_within_an_activation_nobody_else_takes_a_state(tmp_path: Path) -> None:
    state = varied(tmp_path, TWIST, "meadow").start(seed=1)
    state.apply("activate R1")
    assert (state.phase, listed(state, "take")) == ("twist", ["take R1 twisted"])
    refused = state.explain("take R2 twisted")
    assert refused is not None
