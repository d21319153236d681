"""Section ``reactions``: the second part of a turn, opportunity fire, and all else around them.

The tiny game *overwatch* is told in ``test_reactions``.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from shutil import copytree

import pytest

import hexwar
from hexwar.players import make_player
from hexwar.rules.game import Game
from hexwar.rules.history import History
from hexwar.rules.state import State
from hexwar.rules.states.rules import StateRules
from tests.conformance.scs.variant import folder
from tests.rules.reacting import NEAR, WATCHED, at, contest, red_acts, refusal, run
from tests.rules.tiny import FOLDER, listed, place, play, tiny, varied

# -- the second part ------------------------------------------------------------------------------


def test_in_the_second_part_only_who_is_fired_at_answers() -> None:
    setup = {"R1": "0303", "R2": "0305", "B1": "0703", "B2": "1105"}
    state = place("overwatch", setup, "second", dice=[5, 5, 6])
    assert state.side_to_act == "blue"
    state.apply("move B1 0603")
    assert at(state) == ("blue", "activated")
    state.apply("fire 0303 by B1")
    assert (at(state), listed(state, "react")) == (("red", "reaction_window"), ["react R1"])
    state.apply("react R1")
    assert listed(state) == ["fire 0603 by R1", "pass"]


def test_in_the_second_part_nobody_answers_a_move_or_moves() -> None:
    setup = {"R1": "0303", "R2": "0305", "B1": "0703", "B2": "1105"}
    state = place("overwatch", setup, "second", dice=[5, 5, 1])
    run(state, "move B1 0603", "done", "move B2 1005")
    assert at(state) == ("red", "activation") or state.phase != "second"
    again = place("overwatch", setup, "second", dice=[5, 5, 1])
    run(again, "fire 0303 by B1", "react R1")
    assert not listed(again, "move")


def test_dice_of_the_second_part_go_to_the_initiative_where_they_are_equal() -> None:
    setup = {"R1": "0303", "B1": "0703", "B2": "1105"}
    state = place("overwatch", setup, "second", dice=[5, 5, 4])
    run(state, "fire 0303 by B1", "react R1")
    assert run(state, "fire 0703 by R1") == ["fire", "eliminated", "fire_lost"]
    assert state.position("R1") == "0303"


# -- units that something keeps from acting --------------------------------------------------------

PINNED = """
states: {pinned: {title: Pinned, forbids: [move, fire, react], ends: {at: end, turn: true}}}
"""


def pinning(path: Path, *dice: int, pinned: str) -> State:
    """R1 has moved to 0403 on its way to 0503, with units pinned then."""
    game = varied(path, PINNED, "overwatch")
    state = game.start(setup=NEAR, phase="first", dice=dice)
    state.apply("move R1 0303-0403-0503")
    unit = state.frame.unit_index[pinned]
    state.rules[StateRules].put(state, "pinned", 1 << unit)
    return state


def test_who_is_pinned_on_its_way_loses_the_rest_of_its_move(tmp_path: Path) -> None:
    state = pinning(tmp_path, pinned="R1")
    assert run(state, "done")[-1] == "stopped"
    assert (state.position("R1"), at(state)) == ("0403", ("red", "activation"))


def test_a_state_that_ends_with_a_fire_counts_for_it(tmp_path: Path) -> None:
    """R1 would roll d6, and shows an 8."""
    yaml = "states: {steady: {modifiers: {quality: {set: d8}}, ends: {fired: true}}}"
    state = varied(tmp_path, yaml, "overwatch").start(setup=NEAR, phase="first", dice=[8])
    state.rules[StateRules].put(state, "steady", 1 << state.frame.unit_index["R1"])
    run(state, "fire 0703 by R1", "done")
    assert state.position("B1") is None
    assert not state.marks["steady"]


def test_who_is_pinned_does_not_react(tmp_path: Path) -> None:
    state = pinning(tmp_path, pinned="B1")
    assert listed(state) == ["react B2", "done", "decline"]


# -- opportunity fire in a movement phase ---------------------------------------------------------


def moving(*dice: int, setup: Mapping[str, str] | None = None) -> State:
    """Red's movement phase of the tiny game *opportunity_fire*."""
    there = setup or {"R1": "0203", "R2": "0205", "B1": "0503", "B2": "0905"}
    return place("opportunity_fire", there, "red_movement", dice=dice)


def test_opportunity_fire_needs_no_contest() -> None:
    state = moving(4)
    state.apply("move R1 0203-0303-0403")
    assert state.position("R1") == "0303"
    run(state, "react B1")
    assert run(state, "fire 0303 by B1") == ["fire", "eliminated"]
    assert at(state) == ("red", "movement")


def test_it_comes_once_a_turn() -> None:
    state = moving(1)
    run(state, "move R1 0203-0303-0403", "react B1", "fire 0303 by B1")
    assert state.position("R1") == "0403"
    assert at(state) == ("red", "movement")
    state.apply("move R2 0304")
    assert at(state) == ("red", "movement")


def test_a_move_costs_as_much_as_ever_and_may_go_on() -> None:
    state = moving(setup={"R1": "0203", "B1": "0503"})
    run(state, "move R1 0303", "done")
    assert state.movement_left("R1") == 2
    run(state, "move R1 0302", "done")
    assert state.movement_left("R1") == 1


def test_units_out_of_range_are_not_asked() -> None:
    state = moving()
    state.apply("move R2 0204")
    assert at(state) == ("red", "movement")


def test_it_opens_in_the_phases_that_are_named_only(tmp_path: Path) -> None:
    yaml = "reactions: {opportunity: {phases: [blue_movement]}}"
    game = varied(tmp_path, yaml, "opportunity_fire")
    state = game.start(setup={"R1": "0203", "B1": "0503"}, phase="red_movement", dice=[])
    state.apply("move R1 0403")
    assert (state.position("R1"), at(state)) == ("0403", ("red", "movement"))


@pytest.mark.parametrize(("zones", "left"), [("{entering: stop}", None), ("{}", 1)])
def test_a_zone_stops_a_unit_that_may_be_interrupted(
    tmp_path: Path, zones: str, left: int | None
) -> None:
    """Of its three points R1 has spent two when it enters 0403, beside B1."""
    game = varied(tmp_path, f"zones_of_control: {zones}", "opportunity_fire")
    setup = {"R1": "0203", "R2": "0105", "B1": "0503"}
    state = game.start(setup=setup, phase="red_movement", dice=[])
    run(state, "move R1 0203-0303-0403", "done", "done")
    assert (state.position("R1"), state.movement_left("R1")) == ("0403", left)


def test_each_hex_costs_what_its_terrain_does(tmp_path: Path) -> None:
    """The bog takes two of R1's three points; the way on takes the third."""
    yaml = """
map: {hexes: {bog: ["0303"]}}
terrain: {hexes: {bog: {title: Bog, cost: 2}}}
"""
    game = varied(tmp_path, yaml, "opportunity_fire")
    setup = {"R1": "0203", "R2": "0105", "B1": "0503"}
    state = game.start(setup=setup, phase="red_movement", dice=[])
    run(state, "move R1 0303", "done")
    assert state.movement_left("R1") == 1
    run(state, "move R1 0403", "done")
    assert state.movement_left("R1") is None


def test_a_phase_of_overwatch_ends_by_itself_when_nobody_is_left(tmp_path: Path) -> None:
    """R2 alone may go on overwatch: with it, or without it on the map, the phase is over."""
    state = place("overwatch", NEAR, "watch")
    ended = [event for event in state.apply("overwatch R2") if event.kind == "phase_ends"]
    assert [event.forced for event in ended] == [True]
    state = place("overwatch", {"R1": "0303", "B1": "0703"}, "watch")
    assert state.phase == "first"


def test_who_is_missed_may_go_on_with_what_is_left() -> None:
    state = moving(1, setup={"R1": "0203", "B1": "0503"})
    run(state, "move R1 0303", "react B1", "fire 0303 by B1")
    assert state.movement_left("R1") == 2
    state.apply("move R1 0302")
    assert at(state) == ("red", "movement")


def test_a_unit_passes_a_friend_and_is_stopped_in_its_hex() -> None:
    """Where it cannot stay it goes back: B1 steps into the way beyond the friend."""
    setup = {"R1": "0303", "R2": "0402", "B1": "0603"}
    state = red_acts(4, 5, setup=setup)
    run(state, "move R1 0303-0402-0503", "react B1", "done")
    assert at(state) == ("blue", "reaction")
    assert run(state, "move B1 0503") == ["moved", "stopped", "sent_back"]
    assert state.position("R1") == "0303"


# -- records, lists, samples ----------------------------------------------------------------------


def games() -> list[Game]:
    """The two tiny games."""
    return [tiny("overwatch"), tiny("opportunity_fire")]


@pytest.mark.parametrize("game", games(), ids=str)
def test_every_moment_is_saved_listed_and_played_to_an_end(game: Game) -> None:
    kinds = set()
    for seed in range(25):
        random = Random(seed)
        state = game.start(seed=seed)
        while not state.is_over:
            kinds.add(at(state)[1])
            actions = list(state.legal_actions())
            assert len(set(actions)) == len(actions)
            assert all(state.explain(action) is None for action in actions)
            assert all(state.sample_action(random) in actions for _ in range(3))
            assert game.state_from_dict(state.to_dict()) == state
            play(state, random, 1)
    assert {"reaction_window", "reaction"} <= kinds


def test_a_window_is_undone_up_to_the_die() -> None:
    history = History(red_acts(4, 5, setup=NEAR))
    for line in ("move R1 0403", "react B1"):
        history.apply(line)
    history.undo()
    assert "react B1" in history.state.legal_actions()
    history.apply("react B1")
    history.apply("done")
    assert not history.can_undo


def test_choices_say_what_they_are() -> None:
    state = red_acts(4, 5, setup=NEAR)
    state.apply("move R1 0403")
    labels = [choice.label for choice in state.choices()]
    assert labels == [
        "B1 tries to react",
        "B2 tries to react",
        "Let this go on; ask again at its next step",
        "Let the whole action go on; ask no more",
    ]
    assert [str(choice.action) for choice in state.choices(["B2"])] == ["react B2"]


def test_who_has_named_a_unit_that_reacts_does_not_let_it_go() -> None:
    state = red_acts(4, 5, setup=NEAR)
    state.apply("move R1 0403")
    state.apply("react B1")
    labels = [choice.label for choice in state.choices()]
    assert labels[:2] == ["B2 tries to react", "Nobody else reacts"]


def test_all_other_kinds_of_decision_are_explained() -> None:
    state = contest(4, 5)
    assert refusal(state, "done").startswith("'done' is not possible now")
    assert refusal(state, "react B2").startswith("'react' is not possible now")


@pytest.mark.parametrize(
    ("yaml", "codes"),
    [
        ("reactions: {interrupt: {phases: [watch]}}", ["HW488"]),
        ("reactions: {answer: {phases: [first]}}", ["HW489"]),
        ("reactions: {interrupt: {contest: none}}", ["HW490"]),
        ("reactions: {interrupt: {contest: {on_one: luck}}}", ["HW301"]),
    ],
)
def test_what_is_wrong_is_found(tmp_path: Path, yaml: str, codes: list[str]) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    found = hexwar.check(folder(tmp_path, yaml, FOLDER / "overwatch"))
    assert [finding.code for finding in found] == codes


# -- computer players ------------------------------------------------------------------------------


def greedily(state: State) -> str:
    """What the greedy player does."""
    return str(make_player("greedy").choose(state, Random(1)))


def test_a_computer_player_reacts_where_it_can_fire_and_fires() -> None:
    state = red_acts(4, 5, 3, setup=NEAR)
    state.apply("move R1 0403")
    assert greedily(state).startswith("react B")
    run(state, "react B1", "done")
    assert greedily(state) == "fire 0403 by B1"
    state.apply("fire 0403 by B1")
    assert greedily(state) == "fire 0703 by R1"


def test_it_joins_in_and_lets_go_what_it_cannot_fire_at() -> None:
    state = red_acts(setup=WATCHED)
    run(state, "move R1 0402", "react B1")
    assert greedily(state) == "join R2"
    far = red_acts(setup={"R1": "0102", "B1": "1105"})
    far.apply("move R1 0202")
    assert greedily(far) == "done"


def test_it_fires_when_it_acts() -> None:
    setup = {"R1": "0303", "R2": "0105", "B1": "0703", "B2": "1105", "B3": "1104"}
    assert greedily(red_acts(setup=setup)) == "fire 0703 by R1"
