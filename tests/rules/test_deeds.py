"""What units did, until the next turn of their side begins: states that every game has.

In the tiny game *deeds* foot has 4-4-3, guns 1-1-3 and a range of 3. Who has fired neither moves
nor attacks; who has attacked or advanced moves again in red's pursuit, after which red attacks
again; blue attacks with those that have not moved; who has retreated defends at half; who has been
attacked defends with 1 less; who has entered does not advance. On a 1 to 3 the defender retreats,
else (at less than +4) the attacker.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random
from shutil import copytree

import pytest

import hexwar
from hexwar.rules.deeds import DeedRules
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, listed, place, play, tiny, varied

NEAR = {"RG": "0202", "R1": "0302", "R2": "0303", "B1": "0402", "BG": "0705"}


def begin(phase: str, dice: Iterable[int] = (), turn: int = 1, **units: str) -> State:
    """A position with some units elsewhere."""
    return place("deeds", {**NEAR, **units}, phase, dice=dice, turn=turn)


def did(state: State, deed: str) -> str:
    """Who did something since the last turn of their side began."""
    return " ".join(state.names_of(state.marks.get(deed, 0)))


def test_who_fires_neither_moves_nor_attacks() -> None:
    state = begin("red_fire", [1, 1], B2="0203")
    state.apply("fire 0402 by RG")
    assert state.phase == "red_movement"
    assert {line.split()[1] for line in listed(state, "move")} == {"R1", "R2"}
    state.apply("done")
    refused = state.explain("attack 0203 by RG")
    assert refused is not None
    assert (
        refused.message == "RG does not attack in this phase: it is for units that are not fired."
    )
    assert all("RG" not in line for line in listed(state, "attack"))


def test_a_gun_that_did_not_fire_moves() -> None:
    state = begin("red_fire")
    state.apply("done")
    assert "RG" in {line.split()[1] for line in listed(state, "move")}


def test_attackers_and_who_advanced_may_pursue() -> None:
    state = begin("red_combat", [1])
    state.apply("attack 0402 by R1")
    state.apply("retreat B1 0502")
    state.apply("advance R1 0402")
    assert (did(state, "attacked"), did(state, "advanced")) == ("R1", "R1")
    assert (did(state, "defended"), did(state, "retreated")) == ("B1", "B1")
    assert state.phase == "red_pursuit"
    assert {line.split()[1] for line in listed(state, "move")} == {"R1"}


def test_who_has_retreated_defends_at_half_until_its_next_turn() -> None:
    state = begin("red_combat", [1], R2="0503")
    state.apply("attack 0402 by R1")
    state.apply("retreat B1 0502")
    state.apply("pass")
    state.apply("done")
    assert state.phase == "red_assault"
    assert [status.text for status in state.status("B1")] == ["Driven back"]
    assert state.preview("attack 0502 by R2").defender_strength == 1  # half of 4, and 1 less
    while state.phase_side == 0:
        state.apply("done")
    assert (did(state, "retreated"), did(state, "defended")) == ("", "")
    assert state.status("B1") == ()


def test_it_lasts_through_the_turns_of_others() -> None:
    state = begin("red_combat", [1])
    state.apply("attack 0402 by R1")
    state.apply("retreat B1 0502")
    state.apply("pass")
    while state.turn == 1:
        assert did(state, "attacked") == "R1"
        state.apply("done")
    assert did(state, "attacked") == ""


def test_who_moved_does_not_attack_where_the_phase_says_so() -> None:
    state = begin("blue_movement", B2="0604")
    state.apply("move B2 0403")
    state.apply("done")
    assert state.phase == "blue_combat"
    assert {line.split(" by ")[1] for line in listed(state, "attack")} == {"B1"}


def test_who_enters_the_map_has_entered_and_does_not_advance() -> None:
    state = begin("blue_movement", [1], turn=2, R1="0601", B1="0105")
    state.apply("enter B4 0701")
    assert (did(state, "entered"), did(state, "moved")) == ("B4", "B4")


def test_who_is_out_of_play_did_nothing() -> None:
    state = begin("red_movement")
    state.apply("move R1 0301")
    state.eliminate(state.frame.unit_index["R1"])
    assert did(state, "moved") == ""


def test_a_save_knows_what_units_did() -> None:
    state = begin("red_movement")
    state.apply("move R1 0301")
    again = tiny("deeds").state_from_dict(state.to_dict())
    assert did(again, "moved") == "R1"


def test_nothing_is_kept_that_no_rule_asks_about() -> None:
    """A game that does not ask pays nothing: no rules listen to what units do."""
    state = place("meadow", {"R1": "0303", "B1": "0703"}, "red_movement")
    assert state.rules.hooks.did == ()
    state.apply("move R1 0203")
    assert state.marks == {}
    assert place("deeds", NEAR, "red_movement").rules[DeedRules].concerned_at("did")


def test_a_rule_that_holds_in_one_phase_only_is_asked_about_in_all(tmp_path: Path) -> None:
    """What a patch in play asks about is kept before it is laid, too."""
    only = "{attacker: {add: 1, only: {state: moved}}}"
    yaml = f"""
sequence:
  phases:
    - {{id: red_movement, kind: movement, side: red}}
    - {{id: red_combat, kind: combat, side: red, patch: {{combat: {{modifiers: {{run: {only}}}}}}}}}
    - {{id: blue_movement, kind: movement, side: blue}}
"""
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    game = hexwar.load_game(folder(tmp_path, yaml, FOLDER / "meadow"))
    state = game.start(setup={"R1": "0103", "R2": "0303", "B1": "0403"}, phase="red_movement")
    state.apply("move R1 0203")
    assert did(state, "moved") == "R1"


@pytest.mark.parametrize(
    ("yaml", "codes"),
    [
        ("states: {fired: {title: Fired, ends: {at: end, turn: true}}}", ["HW521"]),
        ("states: {moved: {title: Moved, while: {state: fired}}}", ["HW521"]),
        ("combat: {results: {DR: [{mark: moved}]}}", ["HW521"]),
        ("states: {tired: {again: moved}}", ["HW521"]),
        ("states: {tired: {ends: {at: end, turn: true, becomes: moved}}}", ["HW521"]),
        ("movement: {modes: {rail: {deed: moved}}}", ["HW521"]),
        (
            "movement: {modes: {rail: {deed: by_rail}}}\n"
            "states: {by_rail: {title: By rail, ends: {at: end, turn: true}}}",
            ["HW521"],
        ),
        (
            "movement: {modes: {rail: {deed: by_rail, mark: by_rail}}}\n"
            "states: {by_rail: {title: By rail}}",
            ["HW521"],
        ),
        ("states: {tired: {title: Tired, while: {state: mooved}}}", ["HW301"]),
        ("states: {tired: {title: Tired, while: {state: moved}, forbids: [attack]}}", []),
    ],
)
def test_what_is_wrong_is_found(tmp_path: Path, yaml: str, codes: list[str]) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    found = hexwar.check(folder(tmp_path, yaml, FOLDER / "deeds"))
    assert [one.code for one in found] == codes


def test_random_games_come_to_an_end_without_breaking_an_invariant() -> None:
    for seed in range(10):
        state = tiny("deeds").start(seed=seed)
        play(state, Random(seed), 400)
        assert broken_invariants(state) == []


IN_TURNS = """
initiative: {first: red, die: {red: d6, blue: d6}}
units: {types: {foot: {steps: 4-4-3}}}
states: {moved: {title: Moved, modifiers: {defense: {multiply: 1/2}}}}
sequence:
  turns: 4
  phases:
    - {id: act, kind: activation, order: ORDER, phases: [{id: go, kind: movement}]}
"""


@pytest.mark.parametrize("order", ["alternating", "initiative_then_others"])
def test_what_was_done_is_over_in_the_next_turn_though_its_side_passes(
    order: str, tmp_path: Path
) -> None:
    """Where sides act in turns a turn of a side begins whether or not it activates anybody."""
    game = varied(tmp_path, IN_TURNS.replace("ORDER", order), "meadow")
    state = game.start(setup={"R1": "0101", "B1": "0703", "B2": "0705"}, seed=1)
    for line in ("activate R1", "done", "activate B1", "move B1 0603", "done"):
        if state.explain(line) is None:
            state.apply(line)
    assert did(state, "moved") == "B1"
    while state.turn == 1:
        state.apply("pass")
    if order == "initiative_then_others":
        assert did(state, "moved") == "B1", "it is red's turn yet"
        state.apply("pass")
    assert (state.turn, did(state, "moved")) == (2, "")


def test_what_was_done_in_a_turn_that_is_shared_lasts_to_its_end(tmp_path: Path) -> None:
    """The first activation of a side is not the beginning of its turn where sides take turns."""
    game = varied(tmp_path, IN_TURNS.replace("ORDER", "alternating"), "meadow")
    state = game.start(setup={"R1": "0101", "R2": "0103", "B1": "0703"}, seed=1)
    state.apply("activate R1")
    state.apply("move R1 0201")
    state.apply("done")
    state.apply("activate B1")
    state.apply("move B1 0603")
    assert did(state, "moved") == "R1 B1"


def test_where_chits_say_who_acts_deeds_end_with_the_turn(tmp_path: Path) -> None:
    """Nobody knows whose turn begins when: no later than with the first chit of the next."""
    halved = "states: {moved: {title: Moved, modifiers: {defense: {multiply: 1/2}}}}"
    state = varied(tmp_path, halved, "chits").start(seed=3)
    while state.turn == 1:
        goes = listed(state, "move")
        if goes and not did(state, "moved"):
            state.apply(goes[0])
            assert did(state, "moved")
        else:
            state.apply(listed(state)[-1])
    assert did(state, "moved") == ""


def test_deeds_of_plotted_phases_that_are_nobodys_end_with_the_next_turn(tmp_path: Path) -> None:
    slow = """
states: {moved: {title: Moved, modifiers: {defense: {multiply: 1/2}}}}
sequence:
  phases:
    - {id: plotting, kind: plot, sides: all}
    - {id: sailing, kind: carry_out, plots: [sailing, gunners]}
    - {id: late, kind: movement, side: blue}
"""
    game = varied(tmp_path, slow, "sloops")
    setup = {"R1": "0102", "R2": "0103", "B1": "0702", "B2": "0703"}
    state = game.start(setup=setup, phase="plotting", seed=1)
    state.apply("plot R1 0202")
    while state.phase == "plotting":
        state.apply("done")
    assert (state.phase, did(state, "moved")) == ("late", "R1")
    state.apply("done")
    assert (state.turn, state.phase) == (2, "plotting")
    while state.phase == "plotting":
        state.apply("done")
    assert did(state, "moved") == ""
