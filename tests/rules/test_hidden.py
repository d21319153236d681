"""Section ``hidden``: who hides, moves that meet him, searches, by what rule-lawyers ask.

In the tiny game *hiding* red's foot (d4) may begin hidden in woods: R1 in 0302, R2 and R3 within a
hex of 0404 and 0403; R4 begins in the open, the mule R5 in the woods 0303. Blue searches: B1 with
a d6, B2 with a d4, the mule B3 not at all. 4 and more is a success.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from shutil import copytree

import pytest

import hexwar
from hexwar.engine.event import Event
from hexwar.rules.hidden.rules import HiddenRules
from hexwar.rules.history import History
from hexwar.rules.state import State
from tests.rules.tiny import FOLDER, listed, tiny, varied


def set_up(*lines: str, dice: Iterable[int] = ()) -> State:
    """The game after these actions of the set-up."""
    state = tiny("hiding").start(dice=dice)
    for line in lines:
        state.apply(line)
    return state


def hidden_in(
    phase: str, hides: dict[str, str], *, dice: Iterable[int] = (), **others: str
) -> State:
    """A position in a phase: red units that hide, and others that do not."""
    state = tiny("hiding").start(phase=phase, setup={**hides, **others}, dice=dice)
    state.conceal(sum(1 << state.frame.unit_index[unit] for unit in hides))
    return state


def heard(state: State, side: str, line: str) -> list[str]:
    """What a side is told of an action."""
    return [str(event) for event in state.view(side).known_events(state.apply(line))]


def kinds(events: Iterable[Event]) -> list[str]:
    return [event.kind for event in events]


def seen(state: State, side: str) -> dict[str, str | None]:
    """Where a side sees units."""
    view = state.view(side)
    return {unit: view.position(unit) for unit in state.frame.unit_ids if view.position(unit)}


# -- who hides -----------------------------------------------------------------------------------


def test_who_begins_in_woods_may_hide_and_nobody_else() -> None:
    state = set_up("place R2 0504", "done")
    assert listed(state) == ["hide R1", "hide R3", "done"]
    for unit, why in (
        ("R4", "R4 cannot hide where it begins."),
        ("R2", "R2 cannot hide where it begins."),
        ("R5", "R5 cannot hide where it begins."),
        ("B1", "B1 belongs to the other side."),
    ):
        violation = state.explain(f"hide {unit}")
        assert violation is not None and (violation.rule, violation.message) == ("1", why)


def test_it_is_chosen_when_everybody_is_set_up_and_before_the_first_turn() -> None:
    state = set_up("done")
    assert state.decision is not None
    assert (state.decision.kind, state.side_to_act) == ("hiding", "red")
    state.apply("done")
    assert (state.phase, state.turn) == ("red_movement", 1)
    assert state.explain("hide R1") is not None


def test_where_units_are_set_up_that_may_hide_is_not_told() -> None:
    state = set_up()
    assert seen(state, "blue").keys() == {"R4", "R5", "B1", "B2", "B3"}
    assert heard(state, "blue", "place R2 0504") == []
    assert [str(event) for event in state.events or ()] == ["R2 is set up in 0504."]
    assert heard(state, "blue", "done") == heard(state, "blue", "hide R1") == []
    assert heard(set_up("done"), "red", "hide R1") == ["R1 hides in 0302."]


def test_those_not_chosen_are_seen_from_the_first_turn_on() -> None:
    state = set_up("place R2 0404", "place R3 0304", "hide R2", "done")
    assert seen(state, "blue").keys() == {"R1", "R3", "R4", "R5", "B1", "B2", "B3"}
    assert seen(state, "red")["R2"] == "0404"


def test_a_choice_is_taken_back_by_undo_until_the_others_are_shown() -> None:
    history = History(set_up("done"))
    history.apply("hide R1")
    assert history.state.explain("hide R1") is not None
    history.undo()
    assert listed(history.state)[0] == "hide R1"
    history.apply("done")
    assert history.undo_lock == "locked: what was hidden could be seen"


# -- what others know ------------------------------------------------------------------------------


def test_a_hex_with_hidden_units_is_as_empty_as_any() -> None:
    state = hidden_in("blue_movement", {"R1": "0403"}, B1="0603", R4="0101")
    view = state.view("blue")
    assert view.position("R1") is None and not view.sees("R1")
    assert view.units_at("0403") == () and not view.hides("0403")
    assert "move B1 0403" in listed(state) and view.explain("move B1 0403") is None
    assert view.reach("B1") == state.reach("B1") and "0403" in view.reach("B1")
    assert "R1" not in str(view.to_dict()["units"])
    assert "secret" not in view.to_dict()


def test_its_own_side_sees_it() -> None:
    state = hidden_in("blue_movement", {"R1": "0403"}, B1="0603")
    assert state.view("red").position("R1") == "0403"
    assert state.view("red").units_at("0403") == ("R1",)


def test_a_save_keeps_who_hides() -> None:
    state = hidden_in("blue_movement", {"R1": "0403"}, B1="0603")
    again = tiny("hiding").state_from_dict(state.to_dict())
    assert again == state and not again.view("blue").sees("R1")
    assert state.clone().secret == state.secret and not state.seen_by("blue").secret


def test_hidden_units_hold_nothing_and_hinder_nobody() -> None:
    state = hidden_in("blue_movement", {"R1": "0403"}, B1="0603", R4="0101")
    assert state.enemies_of(1) == state.frame.board.mask(["0101"])
    assert "0303" in state.reach("B1")  # the way leads past R1, or through its hex


# -- what shows them -------------------------------------------------------------------------------


def test_a_unit_that_moves_is_seen() -> None:
    state = hidden_in("red_movement", {"R1": "0403", "R2": "0404"}, B1="0803")
    assert heard(state, "blue", "move R1 0402") == [
        "R1 moves 0403 to 0402 (1 MP).",
        "R1 in 0402 is no longer hidden.",
    ]
    assert state.view("blue").sees("R1") and not state.view("blue").sees("R2")


def test_a_unit_that_fires_is_seen() -> None:
    state = hidden_in("red_movement", {"R1": "0403", "R2": "0404"}, B1="0803")
    for hook in state.rules.hooks.fired:
        hook(state, state.frame.unit_index["R1"])
    assert state.view("blue").sees("R1") and not state.view("blue").sees("R2")


def test_a_friend_who_comes_gives_the_place_away() -> None:
    state = hidden_in("red_movement", {"R1": "0403"}, B1="0803", R4="0303")
    state.place(state.frame.unit_index["R4"], state.frame.board.cell["0403"])
    for hook in state.rules.hooks.moved:
        hook(state, state.frame.unit_index["R4"])
    assert state.view("blue").sees("R1")


def test_who_would_enter_its_hex_stops_before_it_and_sees_it() -> None:
    state = hidden_in("blue_movement", {"R1": "0503"}, B1="0802")
    assert state.explain("move B1 0802-0702-0602-0503") is None
    assert heard(state, "blue", "move B1 0802-0702-0602-0503") == [
        "B1 moves 0802 to 0602 (2 MP).",
        "R1 in 0503 is no longer hidden.",
        "Blue movement ends: there is nothing more to do.",
        "Turn 2: Red movement.",
    ]
    assert (state.position("B1"), state.position("R1")) == ("0602", "0503")


def test_why_a_phase_ends_is_told_to_its_own_side_alone() -> None:
    """To the others it would tell who is there that they do not see."""
    state = hidden_in("blue_movement", {"R1": "0503"}, B1="0802")
    heard_by_red = heard(state, "red", "move B1 0802-0702-0602-0503")
    assert "Blue movement ends." in heard_by_red


def test_on_the_way_as_at_its_end() -> None:
    state = hidden_in("blue_movement", {"R1": "0602"}, B1="0802", B2="0804")
    state.apply("move B1 0802-0702-0602-0502")
    assert state.position("B1") == "0702" and state.view("blue").sees("R1")
    assert {line.split()[1] for line in listed(state, "move")} == {"B2"}


def test_who_finds_it_next_door_has_spent_the_move_without_a_step() -> None:
    state = hidden_in("blue_movement", {"R1": "0503"}, B1="0603", B2="0804")
    assert heard(state, "blue", "move B1 0503") == ["R1 in 0503 is no longer hidden."]
    assert state.position("B1") == "0603"
    assert not [line for line in listed(state, "move") if line.startswith("move B1")]


def test_it_is_the_same_when_nothing_is_told() -> None:
    told, untold = (
        hidden_in("blue_movement", {"R1": "0602"}, B1="0802", B2="0804") for _ in range(2)
    )
    told.apply("move B1 0802-0702-0602-0502")
    untold.apply("move B1 0802-0702-0602-0502", events=False)
    assert told == untold and told.position("B1") == "0702"


def test_what_was_met_cannot_be_unseen() -> None:
    history = History(hidden_in("blue_movement", {"R1": "0503"}, B1="0603", B2="0804"))
    history.apply("move B2 0704")
    assert history.can_undo
    history.apply("move B1 0503")
    assert not history.can_undo and history.undo_lock == "locked: what was hidden could be seen"


# -- searching -------------------------------------------------------------------------------------


def test_woods_within_range_are_searched_whatever_is_there() -> None:
    """R1 hides in 0302; of the other woods within six hexes one has R5 in it, for all to see."""
    state = hidden_in("blue_movement", {"R1": "0302"}, B1="0702", B2="0803", R5="0303")
    woods = ["0302", "0303", "0403", "0404", "0503"]
    assert listed(state, "search") == [
        *(f"search {number} by B1" for number in woods),
        *(f"search {number} by B2" for number in ("0403", "0404", "0503")),
    ]


@pytest.mark.parametrize("number", ["0302", "0404"])
@pytest.mark.parametrize("face", [3, 4])
def test_one_die_is_rolled_whether_or_not_somebody_hides_there(number: str, face: int) -> None:
    state = hidden_in("blue_movement", {"R1": "0302"}, B1="0702", dice=[face])
    told = heard(state, "blue", f"search {number} by B1")
    found = number == "0302" and face == 4
    who = "R1" if found else "nobody"
    assert told[0] == f"B1 searches {number}, 4 or more finds: die {face}, {who} found."
    assert state.rolled == 1 and state.view("blue").sees("R1") is found


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("search 0501 by B1", "Nobody can hide in 0501."),
        ("search 0302 by B2", "0302 is too far: B2 searches within 4 hexes."),
        ("search 0403 by B3", "B3 cannot search: it has no quality."),
        ("search 0403 by R1", "R1 belongs to the other side."),
        ("search 0403 by B1 B2", "Units search one by one: search HEX by UNIT."),
        ("search 9999 by B1", "9999 is not a hex of the map."),
    ],
)
def test_why_a_hex_is_not_searched(line: str, why: str) -> None:
    state = hidden_in("blue_movement", {"R1": "0302"}, B1="0702", B2="0803", B3="0603")
    violation = state.explain(line)
    assert violation is not None and (violation.rule, violation.message) == ("2", why)


def test_a_unit_searches_once_and_may_still_move() -> None:
    state = hidden_in("blue_movement", {"R1": "0302"}, B1="0702", B2="0804", dice=[1])
    state.apply("search 0403 by B1")
    assert listed(state, "search") == [f"search {n} by B2" for n in ("0403", "0404", "0503")]
    assert str(state.explain("search 0302 by B1")).endswith(
        "B1 has already searched in this phase."
    )
    assert "move B1 0502" in listed(state)


def test_a_search_may_always_be_tried_but_is_not_offered_to_who_sees_everybody() -> None:
    """Who takes part is known, and so is when all are in sight."""
    state = hidden_in("blue_movement", {}, B1="0702", R1="0302", dice=[6])
    assert listed(state, "search") == []
    assert state.explain("search 0302 by B1") is None
    assert heard(state, "blue", "search 0302 by B1") == [
        "B1 searches 0302, 4 or more finds: die 6, nobody found."
    ]


def test_who_hides_does_not_search() -> None:
    state = hidden_in("red_movement", {"R1": "0302"}, B1="0702")
    state.conceal(1 << state.frame.unit_index["B1"])
    assert str(state.explain("search 0403 by R1")).endswith(
        "R1 is hidden, and would be seen searching."
    )


# -- ambush ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("face", [3, 4])
def test_fire_from_hiding_is_not_interrupted_on_a_four(face: int) -> None:
    state = hidden_in("red_movement", {"R1": "0403"}, B1="0603", dice=[face])
    rules, unit = state.rules[HiddenRules], state.frame.unit_index["R1"]
    assert rules.ambush(state, unit, shows=True) is (face == 4)
    assert state.view("blue").sees("R1")
    assert kinds(state.events or ())[-2:] == ["revealed", "ambush"]


def test_a_unit_in_the_open_lays_no_ambush() -> None:
    state = hidden_in("red_movement", {}, R1="0403", B1="0603")
    assert not state.rules[HiddenRules].ambush(state, state.frame.unit_index["R1"], shows=True)
    assert state.rolled == 0


def test_in_other_games_nobody_hides() -> None:
    state = hexwar.load_game("strike_force_one").start(seed=1)
    assert state.rules.find(HiddenRules) is None and not state.scopes.hiding


# -- where units act one by one --------------------------------------------------------------------


def in_ambush(
    phase: str, hides: dict[str, str], *, dice: Iterable[int] = (), **others: str
) -> State:
    """A position in the tiny game *ambush*: activations, fire of two dice, interruptions."""
    state = tiny("ambush").start(phase=phase, setup={**hides, **others}, dice=dice)
    state.conceal(sum(1 << state.frame.unit_index[unit] for unit in hides))
    return state


def test_an_activated_unit_stops_before_those_that_hide() -> None:
    state = in_ambush("blue_actions", {"R1": "0503"}, B1="0602")
    state.apply("move B1 0503")
    assert (state.position("B1"), state.position("R1")) == ("0602", "0503")
    assert state.view("blue").sees("R1")


def test_an_activated_unit_searches_once_and_still_acts() -> None:
    state = in_ambush("blue_actions", {"R1": "0302"}, B1="0702", B2="0803", dice=[1])
    assert str(state.explain("search 0403 by B1")).endswith("0503 (Woods) blocks it.")
    state.apply("search 0503 by B1")
    verbs = {line.split()[0] for line in listed(state)}
    assert "move" in verbs and "search" not in verbs


def test_a_side_with_hidden_units_is_asked_to_react_wherever_they_are() -> None:
    """R1 sees nothing from where it hides: that red has to decline tells nobody."""
    asked = []
    for number in ("0302", "0503"):
        state = in_ambush("blue_actions", {"R1": number}, B1="0906", R4="0101")
        state.apply("move B1 0905")
        asked.append((state.side_to_act, listed(state, "done"), listed(state, "decline")))
    assert asked == [("red", ["done"], ["decline"])] * 2


def test_nobody_interrupts_a_successful_ambush() -> None:
    for face in (4, 3):
        dice = [face, 1, 1, 1] if face == 4 else [face]
        state = in_ambush("red_actions", {"R1": "0503"}, B1="0603", B2="0703", dice=dice)
        events = kinds(state.apply("fire 0603 by R1"))
        assert ("fire" in events or "fired" in events) is (face == 4), events
        assert (state.decision is not None and state.decision.kind == "reaction_window") is (
            face == 3
        )


def test_who_hides_is_no_target_and_is_in_sight_of_nobody() -> None:
    state = in_ambush("blue_actions", {"R1": "0503"}, B1="0603", R4="0601")
    assert listed(state, "fire") == ["fire 0601 by B1"]
    assert state.explain("fire 0503 by B1") == state.clone().explain("fire 0503 by B1")
    empty = in_ambush("blue_actions", {"R1": "0302"}, B1="0603", R4="0601")
    assert state.explain("fire 0503 by B1") == empty.explain("fire 0503 by B1")


def test_walking_through_woods_cannot_be_taken_back_while_somebody_hides() -> None:
    """It has shown that nobody is there."""
    history = History(hidden_in("blue_movement", {"R1": "0302"}, B1="0603", B2="0803"))
    history.apply("move B2 0702")
    assert history.can_undo
    history.apply("move B1 0502")
    assert history.can_undo
    history.apply("move B1 0503")
    assert history.undo_lock == "locked: what was hidden could be seen"


# -- what it would show that somebody is asked ---------------------------------------------------


def otherwise(path: Path, yaml: str, phase: str, hides: dict[str, str], **others: str) -> State:
    """A position of the tiny game *ambush* with this YAML added."""
    copytree(FOLDER / "hiding", path / "hiding")
    state = varied(path, yaml, "ambush").start(phase=phase, setup={**hides, **others}, dice=[4] * 9)
    state.conceal(sum(1 << state.frame.unit_index[unit] for unit in hides))
    return state


@pytest.mark.parametrize("number", ["0302", "0503"])
def test_a_phase_of_those_who_hide_does_not_end_by_itself(tmp_path: Path, number: str) -> None:
    """R1 could fire at B1 from 0503, and can do nothing in 0302: red is asked all the same."""
    yaml = """
activation: {may: [fire]}
sequence:
  phases:
    - {id: red_actions, kind: activation, side: red, only: {unit: R1}}
    - {id: blue_actions, kind: activation, side: blue}
"""
    state = otherwise(tmp_path, yaml, "blue_actions", {"R1": number}, B1="0603", R4="0601")
    state.apply("done")
    assert (state.phase, state.side_to_act) == ("red_actions", "red")
    assert ("fire 0603 by R1" in listed(state)) is (number == "0503")
    assert heard(state, "blue", "done")[0] == "Red actions end."


@pytest.mark.parametrize("number", ["0302", "0503"])
def test_a_side_of_which_some_hide_is_asked_to_join(tmp_path: Path, number: str) -> None:
    """R4 fires at B1, which reacts; R1 may see B1 and may not."""
    yaml = "reactions: {interrupt: {join: {trait: foot}}}"
    setup = {"R4": "0601", "B1": "0603"}
    state = otherwise(tmp_path, yaml, "red_actions", {"R1": number}, **setup)
    state.apply("fire 0603 by R4")
    state.apply("react B1")
    if state.decision is not None and state.decision.kind == "reaction_window":
        state.apply("done")
    assert state.decision is not None
    assert (state.side_to_act, state.decision.kind) == ("red", "joining")


def test_nobody_is_asked_to_react_to_a_unit_that_goes_on_hiding(tmp_path: Path) -> None:
    """R1 moves and hides on: that blue is asked would show where."""
    yaml = "hidden: {ends: [fired]}\nreactions: {interrupt: {only: {trait: [foot]}}}"
    state = otherwise(tmp_path, yaml, "red_actions", {"R1": "0403"}, B1="0603", R4="0601")
    assert heard(state, "blue", "move R1 0404") == ["A hidden unit moves."]
    assert state.side_to_act == "red" and not state.view("blue").sees("R1")


def test_who_is_told_of_a_strike_on_a_unit_that_hides_does_not_learn_where(tmp_path: Path) -> None:
    yaml = """
tables:
  shells: {dice: 1d6, table: {1..6: fall}, results: {fall: [{strike: {dice: 2d6, side: red}}]}}
sequence:
  phases:
    - {id: shelling, kind: table, table: shells}
    - {id: red_actions, kind: activation, side: red}
    - {id: blue_actions, kind: activation, side: blue}
"""
    copytree(FOLDER / "hiding", tmp_path / "hiding")
    game = varied(tmp_path, yaml, "ambush")
    state = game.start(phase="blue_actions", setup={"R1": "0403", "B1": "0603"}, dice=[1] * 4)
    state.conceal(1 << state.frame.unit_index["R1"])
    told = heard(state, "blue", "done")
    assert "A hidden unit is under fire: 0 hits." in told
    assert not [line for line in told if "0403" in line or "R1" in line]
    assert [line for line in map(str, state.events or ()) if "strike R1 in 0403" in line]


def test_who_may_join_is_not_told_where_those_are_that_react_and_hide_on(tmp_path: Path) -> None:
    """Fire does not show them in this game; R4 is seen."""
    yaml = """
hidden: {ends: [moved], ambush: null}
reactions: {interrupt: {join: {side: own}, only: {side: red}}}
"""
    setup = {"R4": "0601", "B1": "0603", "B2": "0703"}
    state = otherwise(tmp_path, yaml, "blue_actions", {"R1": "0503"}, **setup)
    state.apply("fire 0601 by B1")
    for line in ("react R1", "react R4", "done"):
        if line in listed(state):
            state.apply(line)
    assert state.decision is not None and state.decision.kind == "joining"
    assert state.decision.hexes == ("0601",)
