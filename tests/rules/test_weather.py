"""Sections ``tables``, ``tracks`` and ``effects``: weather by table, and what rule-lawyers ask.

In the tiny game *weather* a phase without a side rolls at the beginning of each turn. In turns 1
and 2 a die of 3 or 4 brings mud, 5 a storm, 6 mud for two turns; in turns 3 and 4 it is 4 or 5 for
mud and 6 for a storm. After a storm the roll is one less. Mud leaves two movement points of three
and closes the marsh in 0404; a storm leaves one and lets nobody fear zones of control. The spirit
of red, 0 to 3, begins at 2, gains 1 in clear weather and loses 2 in a storm.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from random import Random
from shutil import copytree

import pytest

import hexwar
from hexwar.charts.tables import combat_table
from hexwar.cli.terminal import lines_of
from hexwar.engine.event import Event
from hexwar.rules.compiled import registry
from hexwar.rules.history import History
from hexwar.rules.scopes.rules import Overlays
from hexwar.rules.state import State
from tests.conformance.scs.variant import folder
from tests.rules.tiny import FOLDER, listed, place, play, prices, tiny, varied

APART = {"R1": "0101", "B1": "0703"}


def rolled(dice: Iterable[int], turn: int = 1, setup: dict[str, str] | None = None) -> State:
    """The first movement phase after the weather of a turn has been rolled with these dice."""
    return place("weather", setup or APART, "weather", dice=dice, turn=turn)


def findings(path: Path, yaml: str) -> list[str]:
    """What is found in the game with this YAML added, code by code."""
    copytree(FOLDER / "meadow", path / "meadow")
    return [found.code for found in hexwar.check(folder(path, yaml, FOLDER / "weather"))]


def finish_turn(state: State) -> list[Event]:
    """Play on without doing anything until the next turn is under way; what happened."""
    told: list[Event] = []
    turn = state.turn
    while not state.is_over and state.turn == turn:
        told += state.apply("done")
    return told


def markers(state: State) -> tuple[str | int, str | int]:
    """The weather, and the spirit of red."""
    return state.records()["weather"], state.records()["spirit"]


def in_force(state: State) -> list[str]:
    """The effects in force now."""
    return list(state.effects)


def go_to(state: State, phase: str) -> None:
    """Play on without doing anything until a phase."""
    while state.phase != phase:
        state.apply("done")


def allowance(state: State, unit: str) -> int:
    """The farthest that a unit can go now, over open ground."""
    return max(int(cost) for cost in prices(state, unit).values())


# -- tables -----------------------------------------------------------------------------------


def test_a_table_phase_is_nobodys_and_tells_dice_column_and_result() -> None:
    state = rolled([4])
    assert (state.phase, state.side_to_act) == ("red_movement", "red")
    assert state.events is not None
    table = next(event for event in state.events if event.kind == "table")
    assert str(table) == "Weather table: column of turns 1 to 2, die 4, mud."
    assert (table.dice, table.column, table.result) == ((4,), "1..2", "mud")
    begins = next(event for event in state.events if event.kind == "phase_begins")
    assert (begins.phase, begins.side) == ("weather", "")


@pytest.mark.parametrize(
    ("turn", "die", "weather"),
    [
        (1, 3, "mud"),
        (1, 5, "storm"),
        (2, 4, "mud"),
        (3, 3, "clear"),
        (3, 5, "mud"),
        (4, 6, "storm"),
    ],
)
def test_the_turn_chooses_the_column(turn: int, die: int, weather: str) -> None:
    assert rolled([die], turn).records()["weather"] == weather


@pytest.mark.parametrize(("die", "weather"), [(3, "clear"), (4, "mud"), (1, "clear"), (6, "storm")])
def test_a_modifier_shifts_the_roll_as_far_as_the_table_goes(die: int, weather: str) -> None:
    """After a storm 3 counts as 2; 1 stays the first row."""
    state = rolled([5, die])
    events = finish_turn(state)
    assert state.records()["weather"] == weather
    table = next(event for event in events if event.kind == "table")
    assert table.modifier == -1
    assert f"die {die}, -1" in str(table)


def test_dice_read_as_digits_go_to_the_next_total(tmp_path: Path) -> None:
    """On d66 what follows 16 is 21."""
    game = varied(
        tmp_path,
        "tables: {weather: {dice: d66, column: null, columns: null, "
        "modifiers: {after_storm: {roll: 1, if: null}}, "
        "table: {1..2: null, 3: null, 4: null, 5: null, 6: null, "
        "11..16: clear, 21: mud, 22..66: storm}}}",
        "weather",
    )
    found = [
        game.start(setup=APART, phase="weather", dice=dice).records()["weather"]
        for dice in ([1, 5], [1, 6], [2, 1], [6, 6])
    ]
    assert found == ["clear", "mud", "storm", "storm"]


def test_what_is_set_for_turns_is_kept_and_its_table_phase_passed_over() -> None:
    """Mud for two turns: the third turn rolls again."""
    state = rolled([6, 1])
    assert state.records()["weather"] == "mud"
    second = finish_turn(state)
    assert (state.turn, state.records()["weather"]) == (2, "mud")
    assert not [event for event in second if event.kind == "table"]
    third = finish_turn(state)
    assert (state.turn, state.records()["weather"]) == (3, "clear")
    assert [event.result for event in third if event.kind == "table"] == ["clear"]


def test_the_word_of_a_track_or_a_count_chooses_the_column(tmp_path: Path) -> None:
    """In the order of the track: after mud comes the second column, from the second turn on."""
    rows = "{1..2: null, 3: null, 4: null, 5: null, 6: null, 1..6: [mud, storm, clear]}"
    game = varied(
        tmp_path / "word",
        "tables: {weather: {column: {track: weather}, columns: [clear, mud, storm], "
        f"modifiers: null, table: {rows}}}}}",
        "weather",
    )
    state = game.start(setup=APART, phase="weather", dice=[6, 6, 6])
    found = [state.records()["weather"]]
    while len(found) < 3:
        finish_turn(state)
        found.append(state.records()["weather"])
    assert found == ["mud", "storm", "clear"]
    game = varied(
        tmp_path / "count",
        f"tables: {{weather: {{column: {{track: spirit}}, columns: [1, 2, 3], table: {rows}}}}}",
        "weather",
    )
    state = game.start(setup=APART, phase="weather", dice=[6, 6])
    assert markers(state) == ("storm", 0)  # it stood at 2
    finish_turn(state)
    assert markers(state) == ("mud", 0)  # below the first column


# -- tracks -----------------------------------------------------------------------------------


def test_before_any_roll_markers_stand_where_they_begin() -> None:
    state = place("weather", APART, "red_movement")
    assert state.view("blue").records() == state.records() == {"weather": "clear", "spirit": 2}
    assert in_force(state) == []


def test_a_marker_stops_at_the_ends_of_its_track() -> None:
    """Clear weather adds 1 up to 3; a storm takes 2, and no less than 0 is left."""
    state = rolled([1, 1, 6, 6])
    assert state.records()["spirit"] == 3
    assert "Red's spirit: stays at 3." in map(str, finish_turn(state))
    assert state.records()["spirit"] == 3
    finish_turn(state)
    assert state.records()["spirit"] == 1
    finish_turn(state)  # a storm after a storm: 6 counts as 5, which is mud in turn 4
    assert markers(state) == ("mud", 1)
    low = rolled([5, 6], turn=2)
    finish_turn(low)
    assert low.records()["spirit"] == 0


def test_victory_may_ask_where_a_marker_stands() -> None:
    state = rolled([6], turn=4)
    assert state.records()["spirit"] == 0
    finish_turn(state)
    assert state.winner == "blue"


def test_what_a_combat_result_does_to_markers_is_told_in_its_table(tmp_path: Path) -> None:
    does = "{set: {weather: {to: mud, turns: 2}}}, {add: {spirit: -1}}, {retreat: defender}"
    game = varied(tmp_path, f"combat: {{results: {{DR: [{does}]}}}}", "weather")
    resolved = game.definition.resolve()
    told = "the weather becomes mud for 2 turns; Red's spirit goes down by 1; the defender "
    told += "retreats 1 hex."
    assert told in " ".join(" ".join(lines_of(combat_table(resolved))).split())


# -- effects ------------------------------------------------------------------------------------


def test_effects_are_told_when_they_begin_and_end() -> None:
    state = rolled([4, 1])
    assert in_force(state) == ["mud"]
    begun = [event.effect for event in state.events or [] if event.kind == "effect_begins"]
    assert begun == ["mud"], "no other, and once"
    assert "Mud begins." in map(str, state.events or [])
    assert state.view("blue").records()["in_force"] == "Mud"
    assert "Mud ends." in map(str, finish_turn(state))
    assert in_force(state) == []


def test_a_unit_that_is_moving_when_a_condition_comes_true_moves_on(tmp_path: Path) -> None:
    """Effects are judged when a phase begins, never in the middle of a move."""
    panic = "{if: {occupied: {region: gate, side: red}}, patch: {movement: {allowance: 1}}}"
    yaml = f'map: {{regions: {{gate: ["0201"]}}}}\neffects: {{panic: {panic}}}'
    game = varied(tmp_path, yaml, "weather")
    state = game.start(setup={"R1": "0101", "R2": "0105", "B1": "0703"}, phase="red_movement")
    state.apply("move R1 0201")
    assert in_force(state) == []
    assert allowance(state, "R2") == 3
    assert allowance(state, "R1") == 2  # what it has left
    go_to(state, "red_second")
    assert in_force(state) == ["second_impulse", "panic"]


def test_a_unit_may_leave_where_mud_now_prohibits_and_nobody_may_enter() -> None:
    state = rolled([4], setup={"R1": "0404", "R2": "0403", "B1": "0701"})
    assert in_force(state) == ["mud"]
    assert prices(state, "R1")
    assert "0404" not in prices(state, "R2")
    state.apply("move R1 0405")
    assert "move R2 0404" not in listed(state)
    refused = state.explain("move R2 0404")
    assert refused is not None
    dry = place("weather", {"R2": "0403", "B1": "0701"}, "red_movement")
    assert prices(dry, "R2")["0404"] == "2"


def test_of_two_effects_on_one_value_the_later_in_the_file_counts(tmp_path: Path) -> None:
    """Mud (2) stands before night (1) and before a thaw (3), whichever began first."""
    state = rolled([5], turn=3)
    go_to(state, "blue_movement")
    assert in_force(state) == ["mud", "night"]
    assert allowance(state, "B1") == 1
    game = varied(
        tmp_path, "effects: {thaw: {if: {turn: 1}, patch: {movement: {allowance: 3}}}}", "weather"
    )
    thaw = game.start(setup=APART, phase="weather", dice=[4])
    assert in_force(thaw) == ["mud", "thaw"]
    assert allowance(thaw, "R1") == 3


def test_an_effect_for_some_phases_and_turns(tmp_path: Path) -> None:
    """Night falls on turn 3 for two turns, and concerns the blue movement only."""
    dark = {}
    state = place("weather", APART, "red_movement", dice=[1, 1], turn=3)
    while not state.is_over:
        dark[state.turn, state.phase] = "night" in state.effects
        state.apply("done")
    assert {where for where, night in dark.items() if night} == {
        (3, "blue_movement"),
        (4, "blue_movement"),
    }


def test_an_effect_without_a_condition_is_in_force_in_phases_that_name_it() -> None:
    state = place("weather", APART, "red_movement")
    assert (state.effects, allowance(state, "R1")) == ((), 3)
    go_to(state, "red_second")
    assert (state.effects, allowance(state, "R1")) == (("second_impulse",), 1)
    go_to(state, "blue_movement")
    assert in_force(state) == []


def retreats(state: State) -> set[str]:
    """Where the only defender may go when it has to retreat from the attack of R1."""
    state.apply("attack 0503 by R1")
    assert state.decision is not None and state.decision.kind == "retreat"
    return {hexes for action in state.legal_actions() for hexes in action.hexes}


def test_zones_do_not_vanish_in_the_middle_of_a_retreat(tmp_path: Path) -> None:
    """The result itself brings the storm in which nobody fears zones: a phase too late."""
    results = "combat: {results: {DR: [{set: {weather: storm}}, {retreat: defender}]}}"
    game = varied(tmp_path, results, "weather")
    setup = {"R1": "0502", "R2": "0402", "B1": "0503"}
    state = game.start(setup=setup, phase="red_combat", dice=[2])
    feared = retreats(state)
    assert state.records()["weather"] == "storm"
    assert in_force(state) == []
    assert feared == retreats(place("weather", setup, "red_combat", dice=[2]))
    stormy = place("weather", setup, "weather", dice=[5, 2])
    go_to(stormy, "red_combat")
    assert feared < retreats(stormy)
    while state.decision is not None and state.decision.kind in ("retreat", "advance"):
        assert in_force(state) == []
        state.apply(state.legal_actions()[0])
    assert in_force(state) == ["storm", "second_impulse"]


def test_an_effect_judged_after_battles_begins_once_nothing_is_owed() -> None:
    state = place("weather", {"R1": "0502", "R2": "0402", "B1": "0503"}, "red_combat", dice=[1])
    state.apply("attack 0503 by R1 R2")
    assert state.decision is not None and state.decision.kind == "advance"
    assert state.casualties("blue") == ("B1",)
    assert in_force(state) == []
    told = state.apply("pass")
    assert "Rout begins." in map(str, told)
    assert "rout" in state.effects


def test_an_effect_for_the_game_holds_when_its_condition_no_longer_does(tmp_path: Path) -> None:
    yaml = "effects: {dawn: {if: {turn: 1}, lasts: game, patch: {movement: {allowance: 1}}}}"
    game = varied(tmp_path, yaml, "weather")
    state = game.start(setup=APART, phase="weather", dice=[1, 1])
    finish_turn(state)
    assert (state.turn, state.effects) == (2, ("dawn",))


def test_a_condition_may_ask_for_an_effect(tmp_path: Path) -> None:
    """It asks for what was in force until now: the second begins a phase after the first."""
    yaml = "effects: {bogged: {if: {effect: mud}, patch: {movement: {allowance: 1}}}}"
    state = varied(tmp_path, yaml, "weather").start(setup=APART, phase="weather", dice=[4])
    assert (state.phase, state.effects) == ("red_movement", ("mud",))
    state.apply("done")
    assert state.effects[:2] == ("mud", "second_impulse")
    assert "bogged" in state.effects


def test_a_condition_may_ask_for_the_phase(tmp_path: Path) -> None:
    """It is asked when the phase has begun: here of an effect that more than phases decide."""
    yaml = (
        "effects: {dusty: {if: {all: [{phase: [red_movement, red_combat]}, {turn: 1}]}, "
        "patch: {movement: {allowance: 1}}}}"
    )
    state = varied(tmp_path, yaml, "weather").start(setup=APART, phase="weather", dice=[1, 1])
    assert "dusty" in in_force(state)
    go_to(state, "blue_movement")
    assert "dusty" not in in_force(state)


# -- dice, saves, undo ---------------------------------------------------------------------------


def test_undo_never_reaches_behind_a_roll_of_the_weather() -> None:
    history = History(tiny("weather").start(seed=3))
    assert not history.can_undo
    while history.state.turn == 1:
        history.apply("done")
    assert not history.can_undo
    history.apply("done")
    assert history.can_undo


def test_saved_loaded_and_replayed_games_are_the_same() -> None:
    game = tiny("weather")
    for seed in range(6):
        state, random = game.start(seed=seed), Random(seed)
        lines = []
        while not state.is_over:
            again = game.state_from_dict(json.loads(json.dumps(state.to_dict())))
            assert again == state
            assert again.records() == state.records()
            assert again.rules is state.rules
            lines += play(state, random, 1)
        replayed = game.start(seed=seed)
        for line in lines:
            replayed.apply(line)
        assert replayed == state


# -- what check finds ----------------------------------------------------------------------------


def test_effects_of_two_words_may_meet_if_only_one_is_judged_after_battles(tmp_path: Path) -> None:
    """A battle may have moved the marker since the phase began."""
    yaml = "effects: {storm: {judged: battle}}"
    overlays = Overlays(varied(tmp_path, yaml, "weather").definition.resolve(), registry().patches)
    assert ("mud", "storm") in {effects for _, effects in overlays.pairs()}


@pytest.mark.parametrize(
    ("yaml", "code"),
    [
        ("effects: {mud: {if: {track: {wether: mud}}}}", "HW301"),
        ("effects: {deep: {if: {effect: mudd}, patch: {movement: {allowance: 2}}}}", "HW301"),
        ("effects: {night: {phases: [midnight]}}", "HW301"),
        ("effects: {mud: {if: {track: {weather: mudd}}}}", "HW431"),
        ("effects: {mud: {if: {track: {weather: [clear, 3]}}}}", "HW431"),
        ("effects: {mud: {if: {track: {weather: {at_least: 1}}}}}", "HW431"),
        ("effects: {low: {if: {track: {spirit: {at_most: -1}}}, patch: {}}}", "HW431"),
        ("effects: {mud: {patch: {stacking: {limit: 3}}}}", "HW423"),
        ("effects: {mud: {patch: {movement: {allowanec: 2}}}}", "HW101"),
        ("effects: {second_impulse: {phases: [red_second]}}", "HW438"),
        ("tables: {weather: {results: {mud: [{set: {weather: slush}}]}}}", "HW431"),
        ("tables: {weather: {results: {mud: [{set: {spirit: {to: 9, turns: 2}}}]}}}", "HW431"),
        ("tables: {weather: {results: {mud: [{add: {weather: 1}}]}}}", "HW431"),
        ("tables: {weather: {results: {mud: [{set: {whether: mud}}]}}}", "HW301"),
        ("tables: {weather: {results: {mud: [{eliminate: defender}]}}}", "HW105"),
        ("tables: {weather: {table: {3: [mud, sun]}}}", "HW434"),
        ("tables: {weather: {table: {3: [mud]}}}", "HW433"),
        ("tables: {weather: {table: {6: null}}}", "HW432"),
        ("tables: {weather: {table: {8: [mud, mud]}}}", "HW432"),
        ("tables: {weather: {table: {6..6: [mud, mud]}}}", "HW432"),
        ("tables: {weather: {column: null}}", "HW435"),
        ("tables: {weather: {columns: [1, 3..4]}}", "HW435"),
        ("tables: {weather: {columns: [3..4, 1..2]}}", "HW435"),
        ("tables: {weather: {columns: [dry, wet]}}", "HW435"),
        ("tables: {weather: {column: {track: weather}, columns: [clear, mud]}}", "HW435"),
        ("tracks: {weather: {begins: fog}}", "HW430"),
        ("tracks: {weather: {at_least: 1}}", "HW430"),
        ("tracks: {spirit: {at_least: 4}}", "HW430"),
        ("tracks: {spirit: {at_most: -1}}", "HW430"),
        ("tracks: {spirit: {begins: gone}}", "HW430"),
    ],
)
def test_what_is_wrong_is_found(tmp_path: Path, yaml: str, code: str) -> None:
    assert {*findings(tmp_path, yaml)} == {code}


@pytest.mark.parametrize(
    ("place", "hint"),
    [
        ("spirit: gone", "it has no words: say a number, or give it `words`"),
        ("spirit: 9", "the nearest that it goes to is 3"),
        ("weather: stork", "did you mean storm?"),
    ],
)
def test_a_place_that_is_not_on_the_track_is_answered_with_one_that_is(
    tmp_path: Path, place: str, hint: str
) -> None:
    yaml = f"tables: {{weather: {{results: {{mud: [{{set: {{{place}}}}}]}}}}}}"
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    (found,) = hexwar.check(folder(tmp_path, yaml, FOLDER / "weather"))
    assert (found.code, found.help) == ("HW431", hint)


def test_an_effect_that_makes_nonsense_of_the_game_is_found(tmp_path: Path) -> None:
    yaml = "effects: {wide: {if: {turn: 1}, patch: {combat: {columns: [1, 2, 3, 4]}}}}"
    assert {*findings(tmp_path, yaml)} == {"HW403"}


def test_an_effect_that_no_phase_names_is_warned_of(tmp_path: Path) -> None:
    yaml = "effects: {calm: {patch: {movement: {allowance: 2}}}}"
    assert findings(tmp_path, yaml) == ["HW437"]


def test_effects_of_two_words_of_one_track_are_never_in_force_together() -> None:
    overlays = Overlays(tiny("weather").definition.resolve(), registry().patches)
    pairs = {effects for _, effects in overlays.pairs()}
    assert ("mud", "storm") not in pairs
    assert {("mud", "rout"), ("storm", "rout"), ("mud", "night")} <= pairs


def test_effects_of_two_words_may_meet_if_one_outlasts_its_condition(tmp_path: Path) -> None:
    yaml = "effects: {storm: {lasts: {turns: 2}}}"
    overlays = Overlays(varied(tmp_path, yaml, "weather").definition.resolve(), registry().patches)
    assert ("mud", "storm") in {effects for _, effects in overlays.pairs()}
