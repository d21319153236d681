"""Section ``states``: what befalls units for a time, and what rule-lawyers ask of it.

In the tiny game *states* foot has 4-4-3, morale d6 and support 2, chiefs 1-1-3 and d10; R3 and B3
are of the line. Pinned units neither move, attack nor advance until the turn ends. Disrupted ones
have half their attack, two movement points less, morale d4, support 1 less and no zone, until the
end of the next combat phase of their own. Dug in is 2 more in defence, until the unit moves or
fires. Shaken is attack 0, half the defence and no retreat; a d6 of 4 at the beginning of its own
movement ends it. Rallied units move though pinned. The line is out of command, and may not attack,
farther than 2 hexes from its chief.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.charts.tables import combat_table
from hexwar.cli.terminal import lines_of
from hexwar.engine.event import Event
from hexwar.rules.history import History
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.state import State
from hexwar.rules.states.rules import StateRules
from hexwar.rules.values import NamedValues, UnitValues
from hexwar.rules.zones_of_control.rules import ZoneRules
from tests.rules.tiny import listed, place, prices, tiny, varied

APART = {"R1": "0101", "R2": "0103", "B1": "0703", "RC": "0105", "BC": "0705"}
CLOSE = {"R1": "0302", "R2": "0303", "B1": "0402", "B2": "0403", "RC": "0105", "BC": "0705"}


def begin(setup: dict[str, str], phase: str, dice: Iterable[int] = (), turn: int = 1) -> State:
    """A position with these units only."""
    return place("states", setup, phase, dice=dice, turn=turn)


def put(state: State, name: str, *units: str) -> None:
    """Put units into a state."""
    mask = sum(1 << state.frame.unit_index[unit] for unit in units)
    state.rules[StateRules].put(state, name, mask)


def held(state: State, name: str) -> str:
    """The units in a state."""
    return " ".join(state.names_of(state.rules[StateRules].has(state, name)))


def texts(events: Iterable[Event]) -> list[str]:
    """What is told of states."""
    return [str(event) for event in events if event.kind.startswith("state_")]


def go_to(state: State, phase: str) -> list[Event]:
    """Play on without doing anything until a phase; what happened."""
    told: list[Event] = []
    while state.phase != phase:
        told += state.apply("done")
    return told


# -- what a state forbids ---------------------------------------------------------------------


def test_a_pinned_unit_stays_and_the_refusal_names_its_state_and_rule() -> None:
    state = begin(APART, "red_movement")
    put(state, "pinned", "R1")
    assert {line.split()[1] for line in listed(state, "move")} == {"R2", "RC"}
    assert state.reach("R1") == {}
    refused = state.explain("move R1 0102")
    assert refused is not None
    assert (refused.rule, refused.message) == ("7.1", "R1 may not move: Pinned.")


def test_a_unit_that_is_pinned_on_the_move_goes_no_farther() -> None:
    state = begin(APART, "red_movement")
    state.apply("move R1 0102")
    assert "move R1 0202" in listed(state)
    put(state, "pinned", "R1")
    assert "move R1 0202" not in listed(state)
    assert state.explain("move R1 0202") is not None


def test_one_hex_that_may_always_be_moved_is_no_way_out(tmp_path: Path) -> None:
    game = varied(tmp_path, "movement: {minimum_move: one_hex}", "states")
    state = game.start(setup=APART, phase="red_movement")
    put(state, "pinned", "R1", "R2", "RC")
    assert listed(state, "move") == []
    assert not state.rules[MovementRules].able(state, state.frame.unit_index["R1"])


def test_a_phase_in_which_all_are_pinned_ends_by_itself() -> None:
    state = begin(CLOSE, "red_combat", [6])
    put(state, "pinned", "B1", "B2", "BC")
    told = state.apply("done")
    ended = [event.phase for event in told if event.kind == "phase_ends" and event.forced]
    assert ended[0] == "blue_movement"


def test_a_pinned_unit_neither_attacks_nor_takes_others_with_it() -> None:
    state = begin({**CLOSE, "R3": "0302", "RC": "0303"}, "red_combat")
    put(state, "pinned", "R1")
    assert all("R1" not in line for line in listed(state, "attack"))
    assert "attack 0402 by R2 R3" in listed(state)
    refused = state.explain("attack 0402 by R1")
    assert refused is not None and refused.message == "R1 may not attack: Pinned."


def test_who_is_allowed_what_another_state_forbids_may_do_it() -> None:
    state = begin(APART, "red_movement")
    put(state, "pinned", "R1", "R2")
    put(state, "rallied", "R1")
    assert {line.split()[1] for line in listed(state, "move")} == {"R1", "RC"}


def test_a_unit_that_may_not_advance_is_not_asked_to() -> None:
    state = begin({"R1": "0302", "R2": "0303", "B1": "0402"}, "red_combat", [2])
    put(state, "pinned", "R2")
    state.apply("attack 0402 by R1")
    while state.decision is not None and state.decision.kind == "retreat":
        state.apply(state.legal_actions()[0])
    assert listed(state, "advance") == ["advance R1"]


def test_a_disrupted_unit_has_no_zone() -> None:
    state = begin({"R1": "0301", "B1": "0303"}, "red_movement")
    zones = state.rules[ZoneRules]
    assert zones.enemy_zone(state, 0)
    put(state, "disrupted", "B1")
    assert not zones.enemy_zone(state, 0)


def test_a_shaken_unit_that_has_to_retreat_cannot() -> None:
    state = begin({"R1": "0302", "B1": "0402"}, "red_combat", [2])
    put(state, "shaken", "B1")
    told = state.apply("attack 0402 by R1")
    blocked = next(event for event in told if event.kind == "retreat_blocked")
    assert blocked.text == "B1 may not retreat (Shaken)."
    assert blocked.fields["barred"] == "Shaken"
    assert state.position("B1") is None
    assert held(state, "shaken") == ""  # nobody out of play is in a state


# -- values ---------------------------------------------------------------------------------------


def test_values_are_set_then_added_to_then_multiplied() -> None:
    state = begin(APART, "red_movement")
    unit = state.frame.unit_index["R1"]
    values, named = state.rules[UnitValues], state.rules[NamedValues]
    assert (values.attack(state, unit), values.defense(state, unit)) == (4, 4)
    assert (named.die(state, unit, "morale"), named.number(state, unit, "support")) == (6, 2)
    put(state, "dug_in", "R1")
    put(state, "shaken", "R1")
    assert values.defense(state, unit) == 3  # (4 + 2) / 2, not 4 / 2 + 2
    assert values.attack(state, unit) == 0
    put(state, "disrupted", "R1")
    assert (named.die(state, unit, "morale"), named.number(state, unit, "support")) == (4, 1)
    assert values.total_attack(state, [unit, state.frame.unit_index["R2"]]) == 4


def test_a_slower_unit_goes_less_far_and_never_less_than_nowhere(tmp_path: Path) -> None:
    state = begin(APART, "red_movement")
    put(state, "disrupted", "R1")
    assert max(prices(state, "R1").values()) == "1"
    assert max(prices(state, "R2").values()) == "3"
    yaml = "states: {disrupted: {modifiers: {movement: {add: -9}}}}"
    slower = varied(tmp_path, yaml, "states").start(setup=APART, phase="red_movement")
    put(slower, "disrupted", "R1")
    assert slower.reach("R1") == {}


def test_the_preview_reckons_with_states() -> None:
    state = begin({"R1": "0302", "B1": "0402"}, "red_combat")
    put(state, "disrupted", "R1")
    put(state, "dug_in", "B1")
    preview = state.preview("attack 0402 by R1")
    assert (preview.attacker_strength, preview.defender_strength) == (Fraction(2), Fraction(6))


# -- by position ----------------------------------------------------------------------------------


def test_the_line_is_out_of_command_far_from_its_own_chief_only() -> None:
    state = begin({"R3": "0302", "RC": "0304", "B3": "0402", "BC": "0303"}, "red_combat")
    assert held(state, "lost") == ""
    state.place(state.frame.unit_index["RC"], state.frame.board.cell["0305"])
    assert held(state, "lost") == "R3"  # blue's chief is near, but not its own
    refused = state.explain("attack 0402 by R3")
    assert refused is not None and refused.message == "R3 may not attack: Out of command."
    assert [status.text for status in state.status("R3")] == ["Out of command"]


def test_no_unit_off_the_map_is_in_a_state() -> None:
    state = begin(APART, "red_movement")
    assert held(state, "lost") == ""  # R3 and B3 are not there
    put(state, "pinned", "R3")
    assert held(state, "pinned") == ""


def test_who_moves_hangs_on_where_friends_are_now(tmp_path: Path) -> None:
    """What a unit can reach is not kept when a chief of its own side moves away."""
    game = varied(tmp_path, "states: {lost: {forbids: [move]}}", "states")
    state = game.start(setup={"R3": "0101", "RC": "0102", "B1": "0705"}, phase="red_movement")
    assert "move R3 0201" in listed(state)
    state.apply("move RC 0105")
    assert "move R3 0201" not in listed(state)


# -- when a state ends ----------------------------------------------------------------------------


def test_a_state_ends_with_the_turn_and_not_before() -> None:
    state = begin(APART, "red_movement", [6, 6])
    put(state, "pinned", "R1", "B1")
    go_to(state, "blue_movement")
    assert held(state, "pinned") == "R1 B1"
    told = go_to(state, "red_movement")
    assert state.turn == 2
    assert texts(told) == ["Pinned no longer: R1, B1."]


def test_own_is_the_phase_of_the_units_side() -> None:
    state = begin(CLOSE, "red_movement", [6, 6, 6, 6])
    put(state, "disrupted", "R1", "B1")
    state.apply("done")
    assert (state.phase, held(state, "disrupted")) == ("red_combat", "R1 B1")
    state.apply("done")
    assert held(state, "disrupted") == "B1"  # red's combat is over
    go_to(state, "blue_combat")
    assert held(state, "disrupted") == "B1"
    state.apply("done")
    assert held(state, "disrupted") == ""


def test_a_unit_that_moves_is_no_longer_dug_in_and_one_that_stays_is() -> None:
    state = begin(APART, "red_movement")
    put(state, "dug_in", "R1", "R2")
    assert texts(state.apply("move R1 0102")) == ["Dug in no longer: R1."]
    assert held(state, "dug_in") == "R2"


def test_a_retreat_ends_it_too_and_so_does_fire() -> None:
    state = begin({"R1": "0302", "B1": "0402"}, "red_combat", [2])
    put(state, "dug_in", "B1", "R1")
    state.apply("attack 0402 by R1")
    while state.decision is not None and state.decision.kind == "retreat":
        state.apply(state.legal_actions()[0])
    assert held(state, "dug_in") == "R1"
    for hook in state.rules.hooks.fired:
        hook(state, state.frame.unit_index["R1"])
    assert held(state, "dug_in") == ""


@pytest.mark.parametrize(("die", "left"), [(3, "B1"), (4, "")])
def test_who_rolls_enough_is_himself_again(die: int, left: str) -> None:
    state = begin(CLOSE, "red_combat", [die])
    put(state, "shaken", "B1", "R1")
    told = state.apply("done")
    assert (state.phase, held(state, "shaken")) == ("blue_movement", f"R1 {left}".rstrip())
    said = [f"B1 rolls {die} on 1d6: Shaken."]
    assert texts(told) == (said if left else [*said, "Shaken no longer: B1."])


def test_a_roll_is_of_the_die_as_states_have_it() -> None:
    """Disrupted troops roll d4: three faces fail of four, and never a five."""
    state = begin(CLOSE, "red_combat", [4])
    put(state, "shaken", "B1")
    put(state, "disrupted", "B1")
    told = state.apply("done")
    assert "B1 rolls 4 on 1d4: Shaken." in texts(told)
    assert held(state, "shaken") == ""


def test_what_ends_as_a_phase_begins_ends_before_anybody_is_asked_who_moves(tmp_path: Path) -> None:
    yaml = (
        "states: {pinned: {ends: {at: begin, turn: null, kind: movement, of: own}}, "
        "shaken: {ends: null}}\n"
        "sequence: {phases: [{id: a, kind: combat, side: red}, "
        "{id: b, kind: movement, side: blue, only: {not: {state: pinned}}}]}"
    )
    state = varied(tmp_path, yaml, "states").start(setup=CLOSE, phase="a")
    put(state, "pinned", "B1")
    state.apply("done")
    assert state.phase == "b"
    assert {line.split()[1] for line in listed(state, "move")} == {"B1", "B2", "BC"}


# -- results --------------------------------------------------------------------------------------


def test_a_result_marks_those_who_defended() -> None:
    state = begin({**CLOSE, "B3": "0402"}, "red_combat", [1])
    told = state.apply("attack 0402 by R1")
    assert held(state, "pinned") == "B1 B3"
    assert texts(told) == ["Pinned: B1, B3."]
    assert [(status.text, status.mark) for status in state.status("B1")] == [("Pinned", "P")]


def test_the_owner_of_units_chooses_among_them_or_the_enemy_does() -> None:
    for die, chooser in ((3, "blue"), (4, "red")):
        state = begin(CLOSE, "red_combat", [die])
        state.apply("attack 0402 by R1")
        assert (state.side_to_act, state.decision and state.decision.kind) == (chooser, "mark")
        assert listed(state) == ["mark B1", "mark B2", "mark BC"]
        refused = state.explain("mark R1")
        assert refused is not None
        state.apply("mark B2")
        assert held(state, "shaken") == "B2"
        assert state.side_to_act == "red"


def test_a_choice_among_one_is_made_at_once() -> None:
    state = begin({"R1": "0302", "B1": "0402"}, "red_combat", [3, 1])
    told = state.apply("attack 0402 by R1")
    assert "Shaken: B1." in texts(told)


def test_dice_choose_whom_they_choose_and_nobody_reads_them_beforehand() -> None:
    chosen = set()
    for die in (1, 2, 3):
        state = begin(CLOSE, "red_combat", [5, die])
        preview = state.preview("attack 0402 by R1")
        outcome = next(each for each in preview.outcomes if each.code == "LOT")
        assert "Pinned: 1 of B1, B2 or BC." in " ".join(map(str, outcome.effects))
        state.apply("attack 0402 by R1")
        chosen.add(held(state, "pinned"))
    assert chosen == {"B1", "B2", "BC"}


def test_a_result_takes_units_out_of_states() -> None:
    state = begin(CLOSE, "red_combat", [6])
    put(state, "shaken", "R2", "B1")
    told = state.apply("attack 0402 by R1")
    assert held(state, "shaken") == "B1"
    assert texts(told) == ["Shaken no longer: R2."]


def test_a_table_marks_whoever_its_selector_finds() -> None:
    state = begin({**APART, "R2": "0104"}, "nerves", [1])
    assert held(state, "dug_in") == "R2"
    other = begin(APART, "red_movement", [3])
    put(other, "pinned", "R1")
    go_to(other, "blue_movement")
    other.apply("done")
    assert held(other, "rallied") == ""  # pinned has ended with the turn before


def test_players_read_what_results_do() -> None:
    text = " ".join("\n".join(lines_of(combat_table(tiny("states").start().resolved))).split())
    assert "all units of the defender come into the state pinned" in text
    assert "1 of the enemy units comes into the state shaken, chosen by the enemy" in text


# -- saving, undoing, hiding ----------------------------------------------------------------------


def test_states_and_choices_are_saved() -> None:
    state = begin(CLOSE, "red_combat", [3])
    put(state, "dug_in", "R2")
    state.apply("attack 0402 by R1")
    again = tiny("states").state_from_dict(state.to_dict())
    assert again == state
    again.apply("mark B1")
    assert (held(again, "shaken"), held(again, "dug_in")) == ("B1", "R2")


def test_a_move_that_ended_a_state_can_be_taken_back() -> None:
    state = begin(APART, "red_movement")
    put(state, "dug_in", "R1")
    history = History(state)
    history.apply("move R1 0102")
    assert held(history.state, "dug_in") == ""
    history.undo()
    assert held(history.state, "dug_in") == "R1"


def in_play(seed: int) -> Iterator[State]:
    """A drawn game, at each decision."""
    setup = {"R1": "0302", "R2": "0303", "R3": "0202", "RC": "0203"}
    setup |= {"B1": "0402", "B2": "0403", "B3": "0502", "BC": "0503"}
    state, random = tiny("states").start(seed=seed, setup=setup), Random(seed)
    while not state.is_over:
        yield state
        state.apply(state.sample_action(random))


def test_in_the_course_of_games_states_are_on_units_in_play_and_end_when_said() -> None:
    marked = 0
    for seed in range(30):
        pinned_in: int = 0
        for state in in_play(seed):
            assert broken_invariants(state) == []
            standing = {u for u in state.frame.unit_ids if state.position(u)}
            for name in ("pinned", "disrupted", "dug_in", "shaken", "rallied", "lost"):
                assert set(held(state, name).split()) <= standing
            pinned = state.marks.get("pinned", 0)
            if pinned and state.turn != pinned_in:
                marked += 1
            barred = set(held(state, "pinned").split()) - set(held(state, "rallied").split())
            if state.phase.endswith("movement"):
                assert barred.isdisjoint(line.split()[1] for line in listed(state, "move"))
            if state.phase == "red_movement" and pinned_in not in (0, state.turn):
                assert not pinned  # it ended with the turn
            pinned_in = state.turn if pinned else 0
            assert tiny("states").state_from_dict(state.to_dict()) == state
    assert marked > 10


# -- units that begin in a state, until something is true of them ---------------------------------


def test_units_begin_in_states() -> None:
    state = tiny("states").start("reserve")
    assert (held(state, "held"), held(state, "disrupted")) == ("R1 R2", "R2")
    assert str(state.explain("move R1 0202")) == "7.8: R1 may not move: Held back."


def test_a_state_ends_once_something_is_true_of_the_unit() -> None:
    """B1 comes within two hexes of R1; that is seen when the next phase begins, and is over."""
    setup = {"R1": "0102", "R2": "0104", "B1": "0502", "RC": "0105", "BC": "0705"}
    state = begin(setup, "blue_movement", dice=[6] * 9)
    put(state, "held", "R1", "R2")
    state.apply("move B1 0302")
    assert held(state, "held") == "R1 R2", "never in the middle of a move"
    told = state.apply("done")
    assert "Held back no longer: R1." in texts(told)
    assert held(state, "held") == "R2"


def test_who_has_been_attacked_is_released_when_the_battle_has_ended() -> None:
    setup = {"R1": "0102", "R2": "0204", "B1": "0202", "RC": "0105", "BC": "0705"}
    state = begin(setup, "blue_combat", dice=[6] * 9)
    put(state, "held", "R1")
    assert held(state, "held") == "R1"
    state.apply("attack 0102 by B1")
    assert held(state, "held") == ""


def test_what_a_state_does_may_differ_by_phase_or_weather(tmp_path: Path) -> None:
    """Who is pinned attacks at night; who is dug in is no stronger then."""
    yaml = """
effects:
  night:
    if: {turn: 2}
    patch: {states: {pinned: {allows: [attack]}, dug_in: {modifiers: {defense: {add: 0}}}}}
"""
    game = varied(tmp_path, yaml, "states")
    found = {}
    for turn in (1, 2):
        state = game.start(setup=CLOSE, phase="red_combat", turn=turn)
        state.mark("pinned", 1 << state.frame.unit_index["R1"])
        state.mark("dug_in", 1 << state.frame.unit_index["B1"])
        unit = state.frame.unit_index["B1"]
        strength = state.rules[UnitValues].defense(state, unit)
        found[turn] = any("R1" in line for line in listed(state, "attack")), strength
    assert found == {1: (False, 6), 2: (True, 4)}


@pytest.mark.parametrize(("turn", "held"), [(1, False), (3, True)])
def test_a_state_by_position_may_hold_under_a_condition(
    tmp_path: Path, turn: int, held: bool
) -> None:
    """Whoever stands in the west is snowed in from turn 3 on."""
    yaml = """
map: {regions: {far_west: ["0101..0105"]}}
states:
  snowed_in:
    title: Snowed in
    while: {at: {region: far_west}}
    if: {turn: {at_least: 3}}
    forbids: [move]
"""
    game = varied(tmp_path, yaml, "states")
    state = game.start(setup=APART, phase="red_movement", turn=turn)
    refused = state.explain("move R1 0201")
    assert bool(state.rules[StateRules].has(state, "snowed_in")) is held
    assert (refused is not None) is held


def test_a_condition_of_a_state_by_position_asks_for_no_such_state(tmp_path: Path) -> None:
    """It would never come to an end."""
    yaml = """
states:
  gone: {while: {trait: line}, if: {lost: {of: {state: gone}}}}
"""
    with pytest.raises(hexwar.DefinitionError) as found:
        varied(tmp_path, yaml, "states")
    assert "HW460" in str(found.value)
