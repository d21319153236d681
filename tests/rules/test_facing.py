"""Units that look somewhere: flanks of armour, ships that turn, lines over a corner."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.engine.queries import FirePreview
from hexwar.engine.violation import IllegalAction
from hexwar.records import Session
from hexwar.rules.facing.rules import LOOKS, FacingRules
from hexwar.rules.fire.rules import FireRules
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from tests.rules.tiny import tiny, varied


def refused(state: State, action: str) -> tuple[str, str]:
    """The rule and the sentence with which an action is refused."""
    why = state.explain(action)
    assert why is not None, action
    return why.rule, why.message


def titles(state: State, action: str) -> tuple[int, set[str]]:
    """The column of a preview, and what modifies it."""
    shown = state.preview(action)
    return shown.column, {one.label for one in shown.modifiers}


def at(name: str, phase: str, dice: tuple[int, ...] = (), **setup: str) -> State:
    """A position of units, each given as a hex and where it looks: ``0303/NE``."""
    places = {}
    for unit, said in setup.items():
        hexnumber, _, look = said.partition("/")
        places[unit] = {"hex": hexnumber, **({"facing": look} if look else {})}
    return tiny(name).start(setup=places, phase=phase, dice=dice)


# -- moving ---------------------------------------------------------------------------------------


def test_a_unit_looks_where_the_scenario_says_or_its_side_begins() -> None:
    state = tiny("flanks").start()
    assert [state.facing(unit) for unit in ("R1", "R2", "R3", "B1")] == ["NE", "SE", "", "NW"]
    assert [str(one.text) for one in state.status("R1")] == ["facing NE"]


def test_a_unit_looks_where_it_went() -> None:
    state = at("flanks", "red_movement", R1="0203/NE", B1="0704")
    (moved,) = state.apply("move R1 0304")
    assert state.facing("R1") == "SE"
    assert moved.text == "R1 moves 0203 to 0304 (1 MP), facing SE."
    assert moved.fields["facing"] == "SE"


def test_who_backs_keeps_its_facing_and_pays() -> None:
    state = at("flanks", "red_movement", R1="0303/N", B1="0704")
    (moved,) = state.apply("move R1 0303-0304")
    assert (moved.fields["cost"], state.facing("R1")) == ("2", "N")


def test_turns_cost_points_and_are_so_many_in_a_hex() -> None:
    state = at("flanks", "red_movement", R1="0303/N", R3="0101", B1="0704")
    assert state.apply("face R1 SE")[0].text == "R1 turns to face SE."
    assert state.reach("R1")["0403"].left == 2
    assert refused(state, "face R1 S") == (
        "1.4",
        "R1 turns by 2 hexsides in a hex, and not to S.",
    )
    state.apply("move R1 0403")
    state.apply("face R1 S")
    state.apply("face R1 SW")
    assert refused(state, "face R1 NW") == (
        "1.4",
        "R1 turns by 2 hexsides in a hex, and not to NW.",
    )


def test_points_that_are_left_bound_turns() -> None:
    state = at("sails", "red_movement", R1="0107/N", R2="0303/N", B1="0904")
    state.apply("move R2 0303-0302-0301")
    assert refused(state, "face R2 S")[1] == "R2 turns by 1 hexside in a hex, and not to S."
    state = at("sails", "red_movement", R1="0107/N", R2="0304/N", B1="0904")
    state.apply("move R2 0301")
    assert refused(state, "face R2 NE")[1] == "To look NE costs R2 2 MP: it has 1 MP."


def test_a_ship_enters_the_hex_ahead_alone() -> None:
    state = at("sails", "red_movement", R1="0303/N", B1="0904")
    assert refused(state, "move R1 0303-0302-0401-0402")[1] == (
        "R1 cannot pay for 0402: it has 4 MP."
    )
    assert state.explain("move R1 0303-0302-0401") is None
    (moved,) = state.apply("move R1 0401")  # ahead, a turn, ahead
    assert moved.fields["cost"] == "3"
    assert state.facing("R1") == "NE"


def test_what_is_too_far_for_turns_alone_says_so() -> None:
    state = at("sails", "red_movement", R2="0303/N", B1="0904")
    assert (
        refused(state, "move R2 0305")[1] == "R2 looks N: it cannot turn and enter 0305 with 4 MP."
    )


def test_units_of_a_class_that_turn_at_different_prices_reach_different_hexes() -> None:
    """Whoever is asked first."""
    for first, second in (("R1", "R2"), ("R2", "R1")):
        state = at("sails", "red_movement", R1="0305/N", R2="0303/N", B1="0904")
        reach = {unit: state.reach(unit) for unit in (first, second)}
        assert reach["R1"]["0403"].cost == 3
        assert reach["R2"]["0401"].cost == 4


def test_a_move_says_where_the_unit_looks_in_the_end() -> None:
    state = at("sails", "red_movement", R1="0303/N", B1="0904")
    (moved,) = state.apply("move R1 0302 facing NE")
    assert (moved.fields["cost"], state.facing("R1")) == ("2", "NE")
    assert state.reach("R1")["0401"].left == 1
    state = at("sails", "red_movement", R1="0303/N", B1="0904")
    assert refused(state, "move R1 0302 facing S")[1] == "R1 cannot look S in 0302: it has 4 MP."
    assert refused(state, "move R1 0302 facing E")[1].startswith("'E' is no facing: write N, NE,")
    assert refused(state, "move R1 0302 facing")[0] == ""
    state.apply("move R1 0303-0302 facing NW")
    assert state.facing("R1") == "NW"


def test_who_looks_nowhere_moves_as_before_and_is_not_turned() -> None:
    state = at("flanks", "red_movement", R3="0303", B1="0704")
    assert refused(state, "move R3 0302 facing N") == ("1.1", "R3 has no facing.")
    assert refused(state, "face R3 N") == ("1.1", "R3 has no facing.")
    state.apply("move R3 0305")
    assert state.facing("R3") == ""


def test_only_units_of_the_phase_are_turned_and_each_only_while_it_moves() -> None:
    state = at("flanks", "red_movement", R1="0303/N", R2="0305/N", B1="0704/N")
    assert refused(state, "face B1 S") == ("1.4", "B1 belongs to the other side.")
    assert refused(state, "face R1 N")[1] == "R1 looks N already."
    state.apply("move R1 0302")
    state.apply("move R2 0304")
    assert refused(state, "face R1 NE")[1] == "R1 has already moved in this phase."
    assert {action.verb for action in state.legal_actions() if action.units == ("R2",)} >= {"face"}


def test_a_turn_is_taken_back_and_replayed() -> None:
    session = Session(tiny("flanks"), tiny("flanks").start())
    before = session.state.to_dict()
    session.apply("face R1 N")
    session.undo()
    assert session.state.to_dict() == before


def test_lists_hold_what_is_legal_and_what_is_drawn_is_listed() -> None:
    for name in ("flanks", "sails", "pikes"):
        state, random = tiny(name).start(seed=3), Random(3)
        for _ in range(60):
            if state.is_over:
                break
            listed = list(state.legal_actions())
            assert [action for action in listed if state.explain(action)] == []
            action = state.sample_action(random)
            assert action in listed
            state.apply(action)
            assert broken_invariants(state) == []
            again = type(state).from_dict(state.scopes, state.to_dict())
            assert again == state


def test_an_owner_turns_who_has_moved_once_for_nothing() -> None:
    state = at("pikes", "red_movement", R1="0203/E", B1="0704/W")
    state.apply("move R1 0303")
    assert state.facing("R1") == "E"
    state.apply("face R1 W")
    assert state.facing("R1") == "W"
    assert refused(state, "face R1 NNE")[1].startswith("R1 turns by 1 hexside in a hex")
    state = at("pikes", "red_movement", R1="0203/E", B1="0704/W")
    state.apply("move R1 0303 facing W")
    assert state.facing("R1") == "W"


def test_a_line_steps_to_the_front_and_keeps_its_facing() -> None:
    state = at("pikes", "red_movement", R1="0203/E", B1="0704/W")
    assert state.explain("move R1 0203-0303") is None
    assert state.explain("move R1 0203-0304") is None
    assert state.explain("move R1 0203-0202") is None  # a wheel first, for a point
    assert state.reach("R1")["0303"].cost == 1
    assert state.reach("R1")["0202"].cost == 2
    assert refused(state, "move R1 0203-0103") == (
        "",
        "R1 looks E: it cannot turn and enter 0103 by this way.",
    )


# -- battles and fires ----------------------------------------------------------------------------


def test_a_unit_is_struck_in_the_arc_where_any_attacker_stands() -> None:
    state = at("pikes", "red_combat", R1="0403/E", R2="0402/SSE", B1="0503/W")
    assert state.preview("attack 0503 by R1").column == 0
    assert state.preview("attack 0503 by R2").column == 0
    state = at("pikes", "red_combat", R1="0403/E", R2="0502/SSE", B1="0503/W")
    assert titles(state, "attack 0503 by R2") == (1, {"Flank"})
    assert titles(state, "attack 0503 by R1 R2") == (2, {"Flank"})


def test_each_attacker_from_the_rear_counts_where_it_stands() -> None:
    state = at("pikes", "red_combat", R1="0504/NNE", R2="0503/E", B1="0603/E")
    assert state.facing("B1") == "E"
    odds = state.preview("attack 0603 by R1 R2")
    assert odds.attacker_strength == 4
    assert titles(state, "attack 0603 by R1 R2") == (2, {"Flank", "From the rear"})


def test_units_attack_in_front_of_them_only() -> None:
    state = at("pikes", "red_combat", R1="0403/W", R2="0502/SSE", B1="0503/W")
    assert "attack 0503 by R1" not in map(str, state.legal_actions())
    assert refused(state, "attack 0503 by R1")[1] == (
        "R1 does not attack 0503: it looks W, and that lies in its rear."
    )
    assert "attack 0503 by R2" in map(str, state.legal_actions())
    assert refused(state, "attack 0503 by R1 R2")[1].startswith("R1 does not attack 0503")


def test_zones_lie_in_arcs() -> None:
    state = at("sails", "red_movement", R1="0102/SE", B1="0504/N")
    bow, broadside = "0503", "0604"
    assert bow not in state.zone("B1")
    assert broadside in state.zone("B1")
    state = at("sails", "red_movement", R1="0102/SE", B1="0504/NE")
    assert bow in state.zone("B1")


def test_a_gun_fires_ahead_and_a_turret_all_round() -> None:
    state = at("flanks", "red_fire", R1="0303/N", R2="0203/N", B1="0304", B2="0201")
    assert refused(state, "fire 0304 by R2") == (
        "2.2",
        "R2 does not fire at 0304: it looks N, and that lies in its flank.",
    )
    assert state.explain("fire 0201 by R2") is None
    assert state.explain("fire 0304 by R1") is None


def test_thin_plate_shows_behind() -> None:
    front = at("flanks", "red_fire", R1="0301/S", B1="0303/N")
    rear = at("flanks", "red_fire", R1="0301/S", B1="0303/S")
    assert "Thin plate" not in titles(front, "fire 0303 by R1")[1]
    assert "Thin plate" in titles(rear, "fire 0303 by R1")[1]
    shown = rear.preview("fire 0303 by R1")
    assert isinstance(shown, FirePreview)
    assert shown.attack_dice == (6,) * 5


@pytest.mark.parametrize(("border", "struck"), [("front", False), ("rear", True)])
def test_a_hex_on_the_line_lies_where_the_border_says(
    tmp_path: Path, border: str, struck: bool
) -> None:
    game = varied(tmp_path, f"facing: {{border: {border}}}", "flanks")
    setup = {"R1": {"hex": "0503", "facing": "N"}, "B1": {"hex": "0303", "facing": "N"}}
    state = game.start(setup=setup, phase="red_fire")
    assert ("Thin plate" in titles(state, "fire 0303 by R1")[1]) == struck


@pytest.mark.parametrize(("border", "fires"), [("owner", True), ("enemy", False)])
def test_the_border_is_better_for_the_owner_or_for_the_enemy(
    tmp_path: Path, border: str, fires: bool
) -> None:
    game = varied(tmp_path, f"facing: {{border: {border}}}", "flanks")
    setup = {"R2": {"hex": "0303", "facing": "N"}, "B1": {"hex": "0503", "facing": "N"}}
    state = game.start(setup=setup, phase="red_fire")
    assert (state.explain("fire 0503 by R2") is None) == fires
    rules = state.rules[FacingRules]
    struck = rules.struck(state, 3, state.frame.board.cell["0303"])
    assert 1 << struck == rules.arcs(["front" if fires else "flank"])


def test_what_a_fire_would_be_worth_from_elsewhere_is_what_it_is_there() -> None:
    for origin in ("0301", "0305", "0203"):
        there = at("flanks", "red_fire", R1=f"{origin}/N", B1="0303/N")
        away = at("flanks", "red_fire", R1="0101/N", B1="0303/N")
        cell = away.frame.board.cell
        real = there.rules[FireRules].worth(there, 0, cell["0303"])
        thought = away.rules[FireRules].worth_between(away, 0, cell[origin], 3, cell["0303"])
        assert real == thought


# -- turned for nothing ---------------------------------------------------------------------------


def test_who_has_retreated_is_turned_by_its_owner_when_the_battle_is_over() -> None:
    state = at("sails", "red_combat", (2,), R1="0403/N", B1="0503/N")
    state.apply("attack 0503 by R1")
    while state.decision is not None and state.decision.kind == "retreat":
        state.apply(next(iter(state.legal_actions())))
    seen = []
    while state.decision is not None and state.decision.kind in ("advance", "turn_offered"):
        seen.append((state.side_to_act, state.decision.kind))
        if state.decision.kind == "advance":
            state.apply("advance R1")
        elif state.side_to_act == "blue":
            assert str(state.decision.prompt) == "Turn B1, or let it face N."
            assert refused(state, "face R1 S")[1] == "It is B1 that is turned now."
            assert refused(state, "face B1 N")[1] == "B1 looks N already: write pass."
            state.apply("face B1 S")
        else:
            state.apply("pass")
    assert ("blue", "turn_offered") in seen
    assert ("red", "turn_offered") in seen
    assert (state.facing("B1"), state.facing("R1")) == ("S", "N")


# -- setting up -----------------------------------------------------------------------------------


def test_units_are_set_up_with_a_facing() -> None:
    state = tiny("pikes").start()
    state.apply("place R1 0202 facing SSE")
    assert state.facing("R1") == "SSE"
    assert refused(state, "face R1 W")[1] == "R1 has been turned; undo to turn it elsewhere."
    assert refused(state, "place B1 0502 facing W")[1] == "B1 belongs to the other side."
    assert refused(state, "place R1 0301 facing W")[1].startswith("R1 has been")
    state.apply("face R2 NNE")
    assert state.facing("R2") == "NNE"
    assert refused(state, "face B1 W")[1] == "B1 belongs to the other side."
    state.apply("done")
    assert state.facing("B3") == "NNW"


def test_a_caller_says_where_units_look_and_is_told_what_cannot_be() -> None:
    with pytest.raises(ValueError, match="the facing is N, NE, SE, S, SW or NW, not 'E'"):
        tiny("flanks").start(setup={"R1": {"hex": "0303", "facing": "E"}})
    with pytest.raises(ValueError, match="it has no facing in this game"):
        tiny("flanks").start(setup={"R3": {"hex": "0303", "facing": "N"}})


def test_what_is_remembered_is_one_small_number_for_each_that_was_turned() -> None:
    state = tiny("flanks").start()
    assert state.memory[LOOKS].units == (2,)
    with pytest.raises(KeyError):  # a game without the section remembers nothing of it
        _ = tiny("meadow").start().memory[LOOKS]
    with pytest.raises(IllegalAction):
        tiny("meadow").start().apply("face R1 N")


def test_arcs_hold_every_hex_around_once() -> None:
    state = at("flanks", "red_movement", R1="0303/N", B1="0704")
    arcs = state.arcs("R1", within=1)
    assert arcs == {"front": ("0202", "0302", "0402"), "flank": ("0203", "0403"), "rear": ("0304",)}
    assert state.arcs("R3") == {}


def test_a_result_asks_in_which_arc_units_were_struck(tmp_path: Path) -> None:
    """As they stood when the battle began, whoever moves in the course of it."""
    routs = "combat: {results: {DR: [{eliminate: {who: defender, only: {struck_in: rear}}}]}}"
    game = varied(tmp_path, routs, "pikes")
    for look, left in (("W", "0503"), ("E", None)):
        setup = {"R1": {"hex": "0403", "facing": "E"}, "B1": {"hex": "0503", "facing": look}}
        state = game.start(setup=setup, phase="red_combat", dice=[2])
        state.apply("attack 0503 by R1")
        assert state.position("B1") == left


def test_what_lies_on_a_border_of_arcs_is_refused_for_the_arc_in_which_it_lies() -> None:
    """By rule 3.1 a line between bow and broadside counts as bow, and as nothing besides."""
    ships = {"I1": {"hex": "1003", "facing": "NE"}, "R1": {"hex": "1203", "facing": "NW"}}
    ships["R2"] = {"hex": "1104", "facing": "N"}  # at whom it can fire
    game = hexwar.load_game("skerry_sound")
    state = game.start("meeting", setup=ships, phase="isles_first", seed=1)
    told = str(state.explain("fire 1203 by I1"))
    assert told.endswith("it looks NE, and that lies in its bow.")
