"""Section ``escort``, evacuation of figures and leaving where units act, in the tiny game *escort*.

R1 and R2 are teams of two figures that move three hexes; R3 is a pilot whom a team takes along that
comes within a hex. A team may hand him over to another beside it. When nobody of his team can fight
any more he makes for the nearest wood (0501, 0305) that is farther from the enemy.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import hexwar
from hexwar.rules.escort import EscortRules
from hexwar.rules.figures.rules import FigureRules
from hexwar.rules.history import History
from hexwar.rules.state import State
from tests.rules.tiny import listed, place, tiny

EVERYTHING = Path(__file__).parents[1] / "definition" / "everything"


def begun(setup: dict[str, str], phase: str = "red_actions") -> State:
    return place("escort", setup, phase)


def escort(state: State) -> str:
    """Who is with the pilot."""
    unit = state.rules[EscortRules].escort_of(state, state.frame.unit_index["R3"])
    return "" if unit is None else state.frame.unit_ids[unit]


def hit(state: State, unit: str, number: int) -> None:
    state.rules[FigureRules].hit(state, state.frame.unit_index[unit], number)


def why(state: State, line: str) -> str:
    violation = state.explain(line)
    return "" if violation is None else violation.message


# -- taking along --------------------------------------------------------------------------------


def test_a_team_that_comes_within_a_hex_takes_the_pilot_along() -> None:
    state = begun({"R1": "0103", "R3": "0503", "B1": "0705"})
    assert escort(state) == ""
    events = [str(event) for event in state.apply("move R1 0403")]
    assert "R1 makes contact with R3." in events
    assert (escort(state), state.position("R3")) == ("R1", None)
    assert state.points()["red"] == 4


def test_on_the_way_past_him_he_is_taken_along_too() -> None:
    state = begun({"R1": "0202", "R3": "0401", "B1": "0705"})
    state.apply("move R1 0202-0302-0402-0502")
    assert escort(state) == "R1"


def test_two_hexes_away_he_is_not() -> None:
    state = begun({"R1": "0103", "R3": "0603", "B1": "0705"})
    state.apply("move R1 0403")
    assert escort(state) == ""


def test_the_enemy_takes_nobody_along_and_teams_with_nobody_to_fight_do_not_move() -> None:
    state = begun({"R1": "0101", "R3": "0503", "B1": "0703"}, "blue_actions")
    state.apply("move B1 0603")
    assert escort(state) == ""
    state = begun({"R1": "0303", "R3": "0503", "B1": "0705"})
    hit(state, "R1", 2)
    assert why(state, "move R1 0403") == "R1 has nobody effective."


def test_contact_counts_once_and_being_escorted_as_long_as_it_lasts() -> None:
    state = begun({"R1": "0403", "R2": "0303", "R3": "0603", "B1": "0705"})
    state.apply("move R1 0503")
    assert state.points()["red"] == 4
    hit(state, "R1", 2)
    assert (escort(state), state.points()["red"]) == ("", 3)


# -- handing over --------------------------------------------------------------------------------


def test_he_is_handed_over_to_a_team_beside() -> None:
    state = begun({"R1": "0403", "R2": "0402", "R3": "0603", "B1": "0705"})
    state.apply("move R1 0503")
    assert listed(state, "hand") == ["hand R1 R2"]
    events = [str(event) for event in state.apply("hand R1 R2")]
    assert events[0] == "R1 hands R3 over to R2."
    assert escort(state) == "R2"


def test_who_took_over_moves_on_with_him_when_it_acts() -> None:
    state = begun({"R1": "0403", "R2": "0402", "R3": "0603", "B1": "0705"})
    for line in ("move R1 0503", "hand R1 R2", "move R2 0302"):
        state.apply(line)
    assert (escort(state), state.position("R2")) == ("R2", "0302")


def test_who_escorts_nobody_hands_nobody_over() -> None:
    state = begun({"R1": "0403", "R2": "0402", "R3": "0101", "B1": "0705"})
    assert why(state, "hand R1 R2") == "R1 escorts nobody."


def test_he_is_not_handed_over_two_hexes_away() -> None:
    state = begun({"R1": "0403", "R2": "0101", "R3": "0603", "B1": "0705"})
    state.apply("move R1 0503")
    index, rules = state.frame.unit_index, state.rules[EscortRules]
    refused = rules.why_not_hand_over(state, index["R1"], index["R2"])
    assert refused is not None
    assert refused.message == "R2 is not within 1 of R1."


# -- alone ---------------------------------------------------------------------------------------


def test_when_his_team_is_beaten_he_makes_for_shelter_away_from_the_enemy() -> None:
    """Both woods are free; 0501 is nearer to him in 0403, but no farther from the enemy."""
    state = begun({"R1": "0403", "R3": "0502", "B1": "0602"})
    state.apply("move R1 0402")
    assert escort(state) == "R1"
    hit(state, "R1", 2)
    assert state.position("R3") == "0305"


def test_without_shelter_farther_away_he_goes_to_the_nearest_free_hex() -> None:
    """Blue stands in 0501, as far from 0305 as from 0403, where his team is lost."""
    state = begun({"R1": "0404", "R3": "0503", "B1": "0501", "B2": "0205"})
    state.apply("move R1 0403")
    assert escort(state) == "R1"
    hit(state, "R1", 2)
    found, board = state.position("R3"), state.frame.board
    assert found in board.numbers(board.adjacent[board.cell["0403"]])


def test_his_way_is_told_as_any_other_move_is() -> None:
    """Windows draw a move along its path."""
    state = begun({"R1": "0403", "R3": "0502", "B1": "0602"})
    state.apply("move R1 0402")
    state.events = []
    hit(state, "R1", 2)
    (moved,) = (event for event in state.events if event.kind == "moved")
    assert (str(moved), moved.path) == ("R3 is alone and goes to 0305.", ("0402", "0305"))


# -- off the map ---------------------------------------------------------------------------------


def test_he_leaves_the_map_with_his_team() -> None:
    state = begun({"R1": "0202", "R3": "0302", "B1": "0705"})
    state.apply("move R1 0102")
    assert escort(state) == ""
    state = begun({"R1": "0303", "R3": "0202", "B1": "0705"})
    state.apply("move R1 0102")
    assert escort(state) == "R1"
    events = [str(event) for event in state.apply("leave R1")]
    assert "R1 leaves the map from 0102 with R3." in events
    assert state.points()["red"] == 13
    assert (state.position("R1"), state.position("R3")) == (None, None)


def test_who_stands_elsewhere_does_not_leave() -> None:
    state = begun({"R1": "0303", "R3": "0202", "B1": "0705"})
    assert why(state, "leave R1") == "R1 cannot leave the map from 0303: West."


# -- evacuation ----------------------------------------------------------------------------------


def test_a_figure_takes_a_casualty_away_as_a_party_of_their_own() -> None:
    state = begun({"R1": "0303", "R3": "0705", "B1": "0701"})
    hit(state, "R1", 1)
    assert "evacuate R1 0203" in listed(state)
    events = [str(event) for event in state.apply("evacuate R1 0203")]
    assert "E1 leaves R1 with a casualty, for 0203." in events
    rules, index = state.rules[FigureRules], state.frame.unit_index
    assert rules.in_words(state, index["E1"]) == "1 fit, 1 down"
    assert state.position("E1") == "0203"
    assert state.position("R1") is None


def test_without_casualty_or_counter_nobody_is_evacuated() -> None:
    state = begun({"R1": "0303", "R2": "0505", "R3": "0705", "B1": "0701"})
    assert why(state, "evacuate R1 0203") == "R1 has no casualty to take away."
    hit(state, "R1", 1)
    hit(state, "R2", 1)
    assert why(state, "evacuate R1 0205") == "0205 is not a free hex beside R1."
    state.apply("evacuate R1 0203")
    text = "There is no counter left for those who are evacuated."
    assert why(state, "evacuate R2 0504") == text


def test_no_unit_or_figure_is_lost_or_doubled() -> None:
    for seed in range(20):
        state, random = tiny("escort").start(None, seed=seed, setup=START), Random(seed)
        rules = state.rules[FigureRules]
        units = range(len(state.frame.unit_ids))
        began = sum(sum(rules.counts(state, unit)) for unit in units)
        while not state.is_over:
            if random.random() < 0.2:
                rules.hit(state, random.choice(rules.troops(state)), 1)
            state.apply(state.sample_action(random))
            assert sum(sum(rules.counts(state, unit)) for unit in units) == began
            assert tiny("escort").state_from_dict(state.to_dict()) == state


START = {"R1": "0203", "R2": "0204", "R3": "0302", "B1": "0604", "B2": "0603", "B3": "0602"}


def test_handing_over_is_undone() -> None:
    history = History(begun({"R1": "0403", "R2": "0402", "R3": "0603", "B1": "0705"}))
    for line in ("move R1 0503", "hand R1 R2"):
        history.apply(line)
    assert escort(history.state) == "R2"
    history.undo()
    assert escort(history.state) == "R1"


# -- what is foreseen ----------------------------------------------------------------------------


def chance(**setup: str) -> float:
    return begun(setup).evaluate("red")


def test_who_fetches_him_counts_for_more_beside_him_than_where_they_will_leave() -> None:
    """He does not set out alone: the way to him has to be gone first."""
    at_the_edge = chance(R1="0102", R3="0605", B1="0701")
    beside_him = chance(R1="0404", R3="0605", B1="0701")
    assert at_the_edge < beside_him


def test_nobody_fetches_him_when_all_are_lost() -> None:
    state = begun({"R1": "0505", "R3": "0305", "B1": "0705"})
    before = state.evaluate("red")
    state.rules[FigureRules].hit(state, state.frame.unit_index["R1"], 2)
    assert state.evaluate("red") < before - 0.1


def test_units_move_and_act_in_one_game() -> None:
    """Whoever is escorted is handed over in activations; movement phases have nothing to do with
    that.
    """
    state, random = hexwar.load_game(EVERYTHING).start("skirmish", seed=1), Random(3)
    while state.frame.phase_kinds[state.phase_index] != "movement":
        state.apply(state.sample_action(random))
    assert "hand" in state.frame.registry.verbs
    assert any(state.legal_actions())
