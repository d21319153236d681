"""Counters that lie face down, some of which are nothing: the tiny game *patrols*.

Red has four counters, of which it says two that are nothing; of B1, B2 and B3 the dice draw one.
All is turned up by an attack, by fire, and next to an enemy; with *battles_only* by battles alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from random import Random

import pytest

from hexwar.engine.queries import FirePreview
from hexwar.players import make_player
from hexwar.records import Session
from hexwar.rules.dummies.rules import FACE_DOWN
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.state import State
from tests.rules.tiny import listed, play, tiny, told

FAR = {"R2": "0105", "B2": "0905"}


def table(
    setup: dict[str, str],
    nothing: Iterable[str] = (),
    options: str = "",
    phase: str = "red_combat",
    dice: tuple[int, ...] = (),
) -> State:
    """Counters face down, and which of them are nothing; R4 and B4 lie open."""
    dummies = set(nothing)
    begins: dict[str, str | dict[str, object]] = {}
    for unit, number in {**FAR, **setup}.items():
        begins[unit] = {"hex": number, "dummy": unit in dummies} if unit[1] != "4" else number
    return tiny("patrols").start(None, options.split(), setup=begins, phase=phase, dice=dice)


def down(state: State) -> set[str]:
    return set(state.names_of(state.memory[FACE_DOWN].units))


def why(state: State, line: str) -> str:
    violation = state.explain(line)
    return "" if violation is None else str(violation)


# -- choosing -----------------------------------------------------------------------------------


def test_a_side_says_which_of_its_counters_are_nothing() -> None:
    session = Session(tiny("patrols"), tiny("patrols").start(seed=1))
    state = session.state
    assert state.decision is not None
    assert state.decision.prompt == "Choose 2 dummies among Red patrols."
    assert listed(state) == ["decoy R1", "decoy R2", "decoy R3", "decoy R4"]
    assert why(state, "done") == "9.1: Not all dummies are chosen."
    assert why(state, "decoy B1") == "9.1: B1 is none of Red patrols."
    session.apply("decoy R2")
    assert why(state, "decoy R2") == "9.1: R2 is a dummy already."
    session.apply("decoy R4")
    assert why(session.state, "decoy R1") == "9.1: All dummies are chosen."
    assert listed(session.state) == ["done"]
    session.undo()
    session.apply("decoy R1")
    session.apply("done")
    assert session.undoable == 0
    state = session.state
    assert state.phase == "red_movement"
    nothing = state.names_of(state.memory[FACE_DOWN].nothing)
    assert set(nothing) & {"R1", "R2", "R3", "R4"} == {"R1", "R2"}


def test_lots_fall_on_every_counter_alike() -> None:
    drawn = [
        state.memory[FACE_DOWN].nothing
        for seed in range(60)
        if (state := tiny("patrols").start(seed=seed))
    ]
    units = tiny("patrols").start().frame.unit_index
    assert set(drawn) == {1 << units[name] for name in ("B1", "B2", "B3")}
    assert min(drawn.count(mask) for mask in set(drawn)) >= 10


# -- what turns them up -------------------------------------------------------------------------


def test_a_dummy_that_attacks_is_gone_and_nothing_is_fought() -> None:
    state = table({"R1": "0303", "B1": "0403"}, ["R1"], "battles_only")
    assert "attack 0403 by R1" in listed(state), "nobody can tell"
    assert told(state, "attack 0403 by R1")[:2] == ["turned_up", "turned_up"]
    assert state.position("R1") is None and state.position("B1") == "0403"
    assert down(state) == {"R2", "B2"}
    assert not state.eliminated, "it is no loss"


def test_a_unit_that_attacks_with_a_dummy_fights_alone() -> None:
    state = table({"R1": "0303", "R3": "0304", "B1": "0403"}, ["R1"], "battles_only", dice=(3,))
    (battle,) = [e for e in state.apply("attack 0403 by R1 R3") if e.kind == "battle"]
    assert battle.attackers == ("R3",)


def test_a_dummy_that_is_attacked_is_gone() -> None:
    state = table({"R1": "0303", "B1": "0403"}, ["B1"], "battles_only")
    said = [str(event) for event in state.apply("attack 0403 by R1")]
    assert "R1 in 0303 is turned up: it is a unit." in said
    assert "B1 in 0403 is turned up: it is a dummy." in said
    assert state.position("B1") is None
    assert why(state, "attack 0403 by R1") != "", "it has attacked"


@pytest.mark.parametrize("nothing", [(), ("R1",), ("B1",), ("R1", "B1")])
def test_who_comes_next_to_an_enemy_is_turned_up_with_it(nothing: tuple[str, ...]) -> None:
    state = table({"R1": "0203", "B1": "0403"}, nothing, phase="red_movement")
    assert told(state, "move R1 0303")[:3] == ["moved", "turned_up", "turned_up"]
    assert down(state) == {"R2", "B2"}
    assert {u for u in ("R1", "B1") if state.position(u) is None} == set(nothing)


def test_who_stands_next_to_nobody_stays_face_down() -> None:
    state = table({"R1": "0203", "B1": "0503"}, phase="red_movement")
    told(state, "move R1 0303")
    assert down(state) == {"R1", "R2", "B1", "B2"}


def test_who_begins_next_to_an_enemy_is_turned_up() -> None:
    state = table({"R1": "0303", "B1": "0403"}, ["R1"], phase="red_movement")
    assert down(state) == {"R2", "B2"}
    assert state.position("R1") is None


def test_fire_turns_up_who_fires_and_who_is_fired_at() -> None:
    there = {"R1": "0303", "B1": "0503"}
    for nothing, hits in (((), 1), (("R1",), 0), (("B1",), 0)):
        state = table(there, nothing, "fire", "red_fire", (6,))
        kinds = told(state, "fire 0503 by R1")
        assert kinds[:2] == ["turned_up", "turned_up"]
        assert kinds.count("fire") == hits
        assert down(state) == {"R2", "B2"}


def test_a_side_turns_its_counters_up_when_it_likes() -> None:
    state = table({"R1": "0203"}, ["R1"], phase="red_movement")
    assert {"turn_up R1", "turn_up R2"} <= set(listed(state))
    assert why(state, "turn_up B2") == "9.1: B2 belongs to the other side."
    assert why(state, "turn_up R4") == "9.1: R4 does not lie face down on the map."
    told(state, "turn_up R2")
    assert state.position("R2") == "0105"
    assert why(state, "turn_up R2") == "9.1: R2 does not lie face down on the map."
    session = Session(tiny("patrols"), state)
    session.apply("turn_up R1")
    assert session.state.position("R1") is None
    assert session.undoable == 0, "it has been seen"


def test_selectors_know_who_lies_face_down() -> None:
    """With *tables* those alone exert zones who have been turned up."""
    state = table({"R1": "0203", "B1": "0403"}, (), "battles_only tables", "red_movement")
    assert "0303" not in state.zone("R1")
    told(state, "turn_up R1")
    assert "0303" in state.zone("R1")


# -- what is foreseen and guessed ----------------------------------------------------------------


def test_a_side_foresees_its_battle_without_its_dummies() -> None:
    state = table({"R1": "0303", "R3": "0304", "B1": "0403"}, ["R1", "B1"], "battles_only")
    view = state.view("red")
    assert view.preview("attack 0403 by R1 R3").attackers == ("R3",)
    assert view.preview("attack 0403 by R3").defenders == ("B1",), "it may be a unit"
    alone = view.preview("attack 0403 by R1")
    assert [outcome.title for outcome in alone.outcomes] == ["not fought"]
    assert alone.probabilities == {"": 1}


def test_a_side_foresees_its_fire_without_its_dummies() -> None:
    state = table({"R1": "0303", "B1": "0503"}, ["R1"], "fire", "red_fire")
    foreseen = state.view("red").preview("fire 0503 by R1")
    assert isinstance(foreseen, FirePreview) and foreseen.casualties == {0: 1}
    state = table({"R1": "0303", "B1": "0503"}, ["B1"], "fire", "red_fire")
    foreseen = state.view("red").preview("fire 0503 by R1")
    assert isinstance(foreseen, FirePreview) and foreseen.casualties[1] > 0


def test_guesses_are_as_many_as_are_left_and_differ() -> None:
    state = tiny("patrols").start(seed=1)
    for line in ("decoy R1", "decoy R2", "done"):
        state.apply(line)
    units = state.frame.unit_index
    worlds = state.worlds("blue", Random(4))
    mine = state.memory[FACE_DOWN].nothing & sum(1 << units[u] for u in ("B1", "B2", "B3"))
    drawn = set()
    for _ in range(80):
        world = next(worlds).memory[FACE_DOWN].nothing
        assert world & mine == mine
        drawn.add(frozenset(state.names_of(world & ~mine)))
    assert drawn == {frozenset(two) for two in combinations(("R1", "R2", "R3", "R4"), 2)}
    told(state, "turn_up R1")
    drawn = set()
    worlds = state.worlds("blue", Random(4))
    for _ in range(40):
        drawn.add(frozenset(state.names_of(next(worlds).memory[FACE_DOWN].nothing & ~mine)))
    assert drawn == {frozenset({name}) for name in ("R2", "R3", "R4")}


def test_a_computer_player_attacks_with_no_dummies() -> None:
    """Alone it would be gone, and beside a unit it adds nothing."""
    state = table({"R1": "0303", "R3": "0304", "B1": "0403"}, ["R1"], "battles_only")
    for _ in range(3):
        action = make_player("greedy").choose(state.clone(), Random(1))
        assert "R1" not in str(action)


def test_who_is_seen_as_what() -> None:
    state = table({"R1": "0203", "R3": "0204", "B1": "0603"}, ["R1"], phase="red_movement")
    mine, theirs = state.view("red"), state.view("blue")
    assert [each.text for each in mine.status("R1")] == ["face down", "a dummy"]
    assert [each.text for each in mine.status("R3")] == ["face down"]
    assert [each.text for each in theirs.status("R1")] == ["face down"]


@pytest.mark.parametrize("options", ["", "battles_only", "fire", "tables"])
def test_random_games_of_dummies_go_on_to_their_end(options: str) -> None:
    for seed in range(4):
        state = tiny("patrols").start("meeting", options.split(), seed=seed)
        for _ in range(12):
            play(state, Random(seed), 20)
            assert broken_invariants(state) == []
        assert state.is_over or state.turn > 1
