"""Section ``replacements``: what a rule-lawyer asks about rebuilding units and bringing them back.

In the tiny game *replacements* red has two points a turn. For one it rebuilds a step of a unit that
is in no enemy zone, or brings a unit back that was eliminated in an earlier turn, with its last
step, in a city of its own (0102 and 0202; 0403 is blue's, 0205 a lake) that is in no enemy zone;
once in a phase for each unit and each hex. R1 and R2 have two steps, all others one. Two to a hex.
"""

from __future__ import annotations

import io
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hexwar.cli.text.conversation import run_text
from hexwar.players import GreedyPlayer
from hexwar.records import Session
from hexwar.rules.history import History
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.pools.rules import PoolRules
from hexwar.rules.replacements.rules import ReplacementRules
from hexwar.rules.state import State
from tests.rules.tiny import listed, place, play, tiny, varied

FAR = {"R1": "0105", "B1": "0705"}


def replacing(
    setup: dict[str, str] | None = None,
    *,
    reduced: str = "",
    lost: str = "R4",
    options: str = "",
    turn: int = 2,
) -> State:
    """Red's replacement phase, with units reduced by a step and others lost in the turn before."""
    stand = {**FAR, **(setup or {}), **dict.fromkeys(lost.split(), "0605")}
    state = place("replacements", stand, "blue_movement", options, turn=turn - 1)
    for name in reduced.split():
        state.lose(state.frame.unit_index[name], 1)
    for name in lost.split():
        state.eliminate(state.frame.unit_index[name])
    while state.phase.startswith("blue"):
        state.apply("done")
    return state


def refused(state: State, line: str) -> tuple[str, str]:
    """The reason and the words of a refusal."""
    violation = state.explain(line)
    assert violation is not None, f"{line} is legal"
    return violation.reason.removeprefix("replacements."), violation.message


def left(state: State) -> int:
    return state.rules[PoolRules].points(state, "factors")


def steps(state: State, unit: str) -> int:
    index = state.frame.unit_index[unit]
    return state.frame.steps[index] - state.lost[index]


# -- what may be done -----------------------------------------------------------------------------


def test_there_are_replacements_only_while_their_condition_holds(tmp_path: Path) -> None:
    """Who has none has nothing to do in the phase, and learns why."""
    yaml = "replacements: {red: {if: {turn: {at_least: 3}}, cite: {if: '4.1'}}}\n"
    game = varied(tmp_path, yaml, "replacements")
    there: dict[str, Any] = {"R1": {"hex": "0105", "step": "last"}, "B1": "0705"}
    early = game.start(setup=there, turn=2, phase="red_replacement")
    assert early.phase == "red_movement"
    late = game.start(setup=there, turn=3, phase="red_replacement")
    assert "rebuild R1" in [str(action) for action in late.legal_actions()]
    rules = early.rules[ReplacementRules]
    early.phase_index = 0  # the phase that was passed over
    why = rules.why_not_rebuild(early, early.frame.unit_index["R1"])
    assert why is not None
    assert str(why).startswith("4.1: There are replacements only if")


def test_it_is_a_decision_of_its_own() -> None:
    state = replacing(reduced="R1")
    decision = state.decision
    assert decision is not None
    assert (decision.side, decision.kind, decision.units) == ("red", "replacement", ("R1", "R4"))
    assert decision.prompt.endswith("Replacement factors: 2.")
    assert listed(state) == ["rebuild R1", "return R4 0102", "return R4 0202", "done"]
    assert [choice.label for choice in state.choices()] == [
        "Rebuild a step of R1",
        "R4 returns in 0102",
        "R4 returns in 0202",
        "End the phase",
    ]


def test_a_step_is_rebuilt_for_a_point() -> None:
    state = replacing(reduced="R1")
    (event,) = [e for e in state.apply("rebuild R1") if e.kind == "rebuilt"]
    assert str(event) == "R1 gets a step back in 0105. Replacement factors: 1 left."
    assert (steps(state, "R1"), left(state)) == (2, 1)


def test_a_unit_comes_back_with_its_last_step() -> None:
    state = replacing(reduced="R2", setup={"R2": "0104"}, lost="R1 R4")
    state.apply("return R1 0102")
    assert (state.position("R1"), steps(state, "R1"), left(state)) == ("0102", 1, 1)
    assert state.eliminated == 1 << state.frame.unit_index["R4"]
    assert not broken_invariants(state)


def test_a_unit_comes_back_whole_where_the_game_says_so_and_pays_for_each_step() -> None:
    state = replacing(lost="R1", options="whole")
    (event, *_) = state.apply("return R1 0102")
    assert str(event) == "R1 returns at full strength in 0102. Replacement factors: 0 left."
    assert steps(state, "R1") == 2


def test_nothing_to_do_ends_the_phase_and_says_so() -> None:
    state = tiny("replacements").start(seed=1)
    ends = [e for e in state.events or [] if e.kind == "phase_ends"]
    assert [(e.phase, e.forced) for e in ends] == [("red_replacement", True)]
    assert state.phase == "red_movement"


def test_the_phase_ends_when_the_points_are_spent() -> None:
    state = replacing(reduced="R1")
    state.apply("rebuild R1")
    state.apply("return R4 0102")
    assert state.phase == "red_movement"


def test_the_player_may_leave_points() -> None:
    state = replacing(reduced="R1")
    events = state.apply("done")
    assert [e.points for e in events if e.kind == "points_lapsed"] == [2]
    assert (state.phase, left(state)) == ("red_movement", 0)


# -- what a rule-lawyer asks -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "reason", "words"),
    [
        ("rebuild R3", "rebuild", "R3 has lost no step."),
        ("rebuild R4", "rebuild", "R4 is not on the map."),
        ("rebuild B1", "rebuild", "B1 belongs to the other side."),
        ("return B1 0102", "return", "B1 belongs to the other side."),
        ("return R3 0102", "return", "R3 is on the map."),
        ("return R2 0102", "return", "R2 was not eliminated."),
        ("return R4 0101", "return", "R4 comes back in cities, not in 0101."),
        ("return R4 0999", "return", "R4 comes back in cities, not in 0999."),
        (
            "return R4 0403",
            "return",
            "R4 does not come back in 0403: its side does not control it.",
        ),
        ("return R4+R3 0102", "notation", "Write: return UNIT HEX."),
        ("return R4 0102-0202", "notation", "Write: return UNIT HEX."),
        ("move R3 0104", "sequence.order", ""),
    ],
)
def test_what_is_refused(line: str, reason: str, words: str) -> None:
    """R2 is no part of this battle: it has not been lost."""
    state = replacing({"R3": "0103"}, reduced="R1")
    why, said = refused(state, line)
    assert why == reason
    assert words in said
    assert line not in state.legal_actions()


def test_nobody_spends_more_than_there_is() -> None:
    state = replacing(reduced="R2", setup={"R2": "0104"}, lost="R1 R4", options="whole")
    state.apply("rebuild R2")
    assert refused(state, "return R1 0102") == (
        "cost",
        "R1 costs 2. Replacement factors: 1 left.",
    )
    assert state.explain("return R4 0102") is None


def test_nobody_returns_to_a_full_hex() -> None:
    state = replacing({"R2": "0102", "R3": "0102"})
    assert refused(state, "return R4 0102")[0] == "stacking.limit"
    assert state.explain("return R4 0202") is None


def test_nobody_returns_where_an_enemy_stands_or_into_his_zone() -> None:
    state = replacing({"B2": "0202"}, reduced="R1", options="anywhere")
    assert refused(state, "return R4 0202")[1].endswith("an enemy unit is there.")
    assert state.explain("return R4 0102") is None, "zones do not matter in this option"
    state = replacing({"B2": "0303"}, reduced="R1")
    assert refused(state, "return R4 0202")[1].endswith("an enemy zone of control.")


def test_nobody_returns_to_terrain_that_it_cannot_enter() -> None:
    state = replacing(options="anywhere")
    assert refused(state, "return R4 0205")[0] == "terrain.prohibited"
    assert state.explain("return R4 0403") is None, "whoever controls it in this option"


def test_a_city_changes_hands_with_who_stood_there_last() -> None:
    """Blue moves on to 0202 and away from it: control is his, his zone is not."""
    state = place("replacements", {**FAR, "B2": "0202", "R4": "0605"}, "blue_movement")
    state.eliminate(state.frame.unit_index["R4"])
    state.lose(state.frame.unit_index["R1"], 1)
    state.apply("done")
    assert refused(state, "return R4 0202")[1].endswith("an enemy unit is there.")
    state.place(state.frame.unit_index["B2"], state.frame.board.cell["0705"])
    assert refused(state, "return R4 0202")[1].endswith("its side does not control it.")


def test_nobody_is_rebuilt_in_an_enemy_zone_but_where_the_game_allows_it() -> None:
    beside = {"R1": "0301", "B1": "0401"}
    state = replacing(beside, reduced="R1")
    assert refused(state, "rebuild R1") == ("rebuild", "R1 is in an enemy zone of control.")
    assert replacing(beside, reduced="R1", options="anywhere").explain("rebuild R1") is None


@pytest.mark.parametrize(("options", "legal"), [("", True), ("supplied", False)])
def test_who_is_out_of_supply_is_rebuilt_only_where_the_game_allows_it(
    options: str, legal: bool
) -> None:
    state = replacing(reduced="R1", options=options)
    state.mark("out_of_supply", 1 << state.frame.unit_index["R1"])
    assert (state.explain("rebuild R1") is None) == legal


def test_who_comes_back_as_a_reinforcement_does_not_come_back_twice(tmp_path: Path) -> None:
    """The group is there from turn 1 on: R4 may enter with it as soon as it is lost."""
    group = """
reinforcements: {lost: {side: red, phase: red_movement, units: eliminated, entry: cities}}
"""
    game = varied(tmp_path, group, "replacements")
    stand = {**FAR, "R3": "0604", "R4": "0605"}
    state = game.start(setup=stand, phase="blue_movement", dice=[])
    for name in ("R3", "R4"):
        state.eliminate(state.frame.unit_index[name])
    while state.phase != "red_replacement":
        state.apply("done")
    state.apply("return R3 0102")
    while state.phase != "red_replacement" or state.turn < 3:
        if state.phase == "red_movement":
            assert listed(state, "enter") and all(" R4 " in line for line in listed(state, "enter"))
            state.lose(state.frame.unit_index["R1"], 1)
        state.apply("done")
    assert refused(state, "return R4 0202")[1] == "R4 comes back as a reinforcement."


def test_one_hex_gets_one_replacement_in_a_phase() -> None:
    state = replacing({"R2": "0105"}, reduced="R1 R2")
    state.apply("rebuild R1")
    assert refused(state, "rebuild R2")[1] == "0105 gets no more replacements in this phase."
    state = replacing(lost="R3 R4", reduced="R1")
    state.apply("return R3 0102")
    assert refused(state, "return R4 0102")[0] == "most"
    assert state.explain("return R4 0202") is None


def test_one_unit_gets_one_replacement_in_a_phase() -> None:
    state = replacing(lost="R1 R4")
    state.apply("return R1 0102")
    assert refused(state, "rebuild R1")[1] == "R1 gets no more replacements in this phase."
    state = replacing(lost="R1 R4", options="anywhere")
    state.apply("return R1 0102")
    assert state.explain("rebuild R1") is None


@pytest.mark.parametrize(
    ("options", "turn", "legal"),
    [("", 2, True), ("two_turns", 2, False), ("two_turns", 3, True), ("at_once", 2, True)],
)
def test_who_was_lost_waits_for_so_many_turns(options: str, turn: int, legal: bool) -> None:
    state = replacing(reduced="R1", options=options)
    while state.turn < turn or state.phase != "red_replacement":
        state.apply("done")
    assert (state.explain("return R4 0102") is None) == legal


def test_a_unit_does_not_come_back_in_the_turn_of_its_loss() -> None:
    state = replacing({"R3": "0104"}, reduced="R1")
    state.eliminate(state.frame.unit_index["R3"])
    why = "R3 comes back when 1 turn has ended since it was eliminated."
    assert refused(state, "return R3 0102") == ("return", why)
    state = replacing({"R3": "0104"}, reduced="R1", options="at_once")
    state.eliminate(state.frame.unit_index["R3"])
    assert state.explain("return R3 0102") is None


def test_who_came_back_and_is_lost_again_waits_again() -> None:
    state = replacing(reduced="R1", options="two_turns", turn=2)
    while state.turn < 3 or state.phase != "red_replacement":
        state.apply("done")
    state.apply("return R4 0102")
    state.eliminate(state.frame.unit_index["R4"])
    while state.turn < 4 or state.phase != "red_replacement":
        state.apply("done")
    assert "2 turns have ended" in refused(state, "return R4 0102")[1]


def test_only_some_units_get_replacements() -> None:
    state = replacing(reduced="R1", options="line_only")
    assert refused(state, "return R4 0102") == ("only", "R4 gets no replacements.")
    assert state.explain("rebuild R1") is None


def test_a_game_may_know_rebuilding_only() -> None:
    state = replacing(reduced="R1", options="rebuilding_only")
    assert refused(state, "return R4 0102")[1] == "No units are returned in this phase."


# -- everybody can make it -------------------------------------------------------------------------


def test_it_is_taken_back() -> None:
    history = History(replacing(reduced="R1"))
    before = history.state.to_dict()
    history.apply("return R4 0102")
    history.apply("rebuild R1")
    assert history.state.phase == "red_movement"
    history.undo()
    history.undo()
    assert history.state.to_dict() == before


def test_the_terminal_offers_it() -> None:
    output = io.StringIO()
    session = Session(tiny("replacements"), replacing(reduced="R1"))
    typed = io.StringIO("rebuild R1\nreturn R4 0202\n")
    assert run_text(session, input=typed, output=output, random=Random(1)) == 0
    said = " ".join(output.getvalue().split())
    assert "Rebuild or return units, or end the phase." in said
    assert "1. rebuild R1" in said
    assert "R4 returns at full strength in 0202. Replacement factors: 0 left." in said


def test_a_computer_player_takes_what_it_gets() -> None:
    """It has not heard of the decision: more steps and more units are better than fewer."""
    state, player, random = replacing(reduced="R1"), GreedyPlayer(), Random(3)
    while state.phase == "red_replacement":
        state.apply(player.choose(state.seen_by("red"), random))
    assert steps(state, "R1") == 2
    assert state.position("R4") in ("0102", "0202")


def test_the_enemy_is_not_told_who_gets_what_below_a_top_counter() -> None:
    """R1 stands on top in 0104; what R2 below it gets is not told, nor where R3 hides in 0102."""
    stand = {"R1": "0104", "R2": "0104", "R4": "0102"}
    state = replacing(stand, reduced="R2", lost="R3", options="hidden")
    told = state.apply("rebuild R2")
    assert [str(e) for e in state.known_events(told, "blue")] == [
        "A unit below a top counter is rebuilt. Replacement factors: 1 left."
    ]
    assert [str(e) for e in state.known_events(told, "red")] == [
        "R2 gets a step back in 0104. Replacement factors: 1 left."
    ]
    seen = state.seen_by("blue")
    assert seen.to_dict()["memory"].get("replacements") is None
    state.apply("return R3 0202")
    assert state.position("R3") == "0202"


@pytest.mark.parametrize("options", ["", "whole", "anywhere", "at_once", "hidden"])
def test_no_unit_is_doubled_or_lost(options: str) -> None:
    """In random games, with many losses: what is drawn is listed and legal, and play is sound."""
    back = 0
    for seed in range(4):
        stand = {"R2": "0104", "B2": "0303", "B3": "0304"}
        state = replacing(stand, reduced="R1 R2", lost="R3 R4", options=options).clone(seed=seed)
        random = Random(seed)
        while not state.is_over:
            assert not broken_invariants(state)
            if state.phase == "red_replacement":
                action = state.sample_action(random)
                assert state.explain(action) is None
                assert str(action) in listed(state)
                back += action.verb in ("rebuild", "return")
            play(state, random, 1)
    assert back


# -- what a replacement costs, where, and of which kind --------------------------------------------

BY_STRENGTH = """
units:
  counters:
    R1: {steps: [{attack: 5, defense: 2}, {attack: 3, defense: 1}]}
    R4: {steps: [{attack: 4, defense: 1}]}
replacements: {red: {cost: {value: attack}, returns: {step: full}}}
pools: {factors: {gain: {phase: red_replacement, count: 3}, kept: always}}
"""


def lost_before(path: Path, yaml: str, lost: str, reduced: str = "") -> State:
    """Red's replacement phase of such a game, with units lost or reduced in the turn before."""
    stand = {**FAR, **dict.fromkeys(lost.split(), "0605")}
    state = varied(path, yaml, "replacements").start(None, setup=stand, phase="blue_movement")
    for name in reduced.split():
        state.lose(state.frame.unit_index[name], 1)
    for name in lost.split():
        state.eliminate(state.frame.unit_index[name])
    while state.phase.startswith("blue"):
        state.apply("done")
    return state


def test_a_replacement_may_cost_the_strength_that_comes_back(tmp_path: Path) -> None:
    """R1 gets from 3 to 5 for two points of six, and then R4 comes back for its four."""
    state = lost_before(tmp_path, BY_STRENGTH, "R4", "R1")
    while left(state) == 3:
        assert refused(state, "return R4 0102") == (
            "cost",
            "R4 costs 4. Replacement factors: 3 left.",
        )
        state.apply("done")
        while state.phase != "red_replacement":
            state.apply("done")
    assert left(state) == 6
    state.apply("rebuild R1")
    assert left(state) == 4
    state.apply("return R4 0102")
    assert left(state) == 0


def test_units_come_back_only_where_they_are_in_supply(tmp_path: Path) -> None:
    """Of the two cities of Red's, 0601 is cut off by a lake all around."""
    yaml = """
map:
  hexes: {lake: ["0205", "0501", "0502", "0602", "0701", "0702"]}
  regions: {cities: ["0601", "0304"]}
supply: {sources: {red: ["0105"], blue: ["0705"]}, into_zone: allowed}
replacements: {red: {returns: {at: {supplied: required}}}}
control: {begins: {red: [cities]}}
sequence:
  phases:
    - {id: red_replacement, kind: replacement, side: red}
    - {id: red_movement, kind: movement, side: red}
    - {id: blue_movement, kind: movement, side: blue}
    - {id: red_supply, kind: supply, side: red}
pools: {rations: {gain: {phase: blue_movement, count: 2}}}
"""
    state = lost_before(tmp_path, yaml, "R4")
    assert listed(state, "return") == ["return R4 0304"]
    assert refused(state, "return R4 0601")[1] == (
        "R4 does not come back in 0601: it would be out of supply."
    )


def test_a_side_may_have_replacements_of_several_kinds(tmp_path: Path) -> None:
    """Each in a phase of its own, from a pool of its own."""
    yaml = """
pools: {tanks: {title: Tanks, side: red, begins: 1, kept: always}}
replacements:
  armour: {side: red, phase: red_armour, pool: tanks, does: [rebuild], only: {unit: R1}}
sequence:
  phases:
    - {id: red_replacement, kind: replacement, side: red}
    - {id: red_armour, kind: replacement, side: red}
    - {id: red_movement, kind: movement, side: red}
    - {id: blue_movement, kind: movement, side: blue}
    - {id: blue_combat, kind: combat, side: blue}
"""
    state = lost_before(tmp_path, yaml, "R4", "R1 R2")
    state.apply("done")
    assert state.phase == "red_armour"
    assert listed(state) == ["rebuild R1", "done"]
    state.apply("rebuild R1")
    assert state.rules[PoolRules].all(state)["tanks"] == 0
