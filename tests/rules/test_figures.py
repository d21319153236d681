"""Section ``figures``, worked out by hand in the tiny game *casualties*.

R1, R2, B1 and B2 are teams of four, R3 and B3 pairs; R4 and R5 wait off the map without figures. A
figure that is hit is down. At the beginning of turns 2 to 4 each that is down rolls a d6 (1 dead,
2-3 serious, 4-5 light, 6 fit), if its team has somebody effective or a friendly team with somebody
effective is within one hex; then, on 1 to 5 of another d6, red's dead come back on the edge as a
new team. Figures of blue that are down or serious at the end of a turn are taken by effective red
within one hex, unless somebody effective of blue is as near.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexwar.rules.figures.rules import FigureRules
from hexwar.rules.state import State
from tests.examples import examples
from tests.rules.tiny import listed, place, tiny, varied

APART = {"R1": "0102", "R3": "0104", "B1": "0702", "B3": "0704"}
KINDS = ("fit", "light", "down", "serious", "captured", "dead", "replaced")


def begun(setup: dict[str, str] = APART, *dice: int, turn: int = 1) -> State:
    """Blue's movement of a turn, with these faces to come."""
    return place("casualties", setup, "blue_movement", dice=dice, turn=turn)


def figures(state: State, unit: str) -> dict[str, int]:
    """The figures of a unit by condition, those that there are."""
    rules = state.rules[FigureRules]
    index = state.frame.unit_index[unit]
    return {kind: n for kind in KINDS if (n := rules.count(state, index, kind))}


def hit(state: State, unit: str, number: int) -> int:
    return state.rules[FigureRules].hit(state, state.frame.unit_index[unit], number)


def points(state: State, side: str) -> int:
    return state.points()[side]


# -- hits ----------------------------------------------------------------------------------------


def test_all_figures_begin_in_the_first_condition() -> None:
    state = begun()
    assert figures(state, "R1") == {"fit": 4}
    assert figures(state, "R3") == {"fit": 2}
    assert figures(state, "R4") == {}


def test_a_figure_that_is_hit_is_down_and_fights_no_more() -> None:
    state = begun()
    assert hit(state, "B1", 1) == 1
    assert figures(state, "B1") == {"fit": 3, "down": 1}
    assert state.rules[FigureRules].effective(state, state.frame.unit_index["B1"]) == 3


def test_no_more_figures_are_hit_than_are_effective() -> None:
    state = begun()
    assert hit(state, "B3", 5) == 2
    assert figures(state, "B3") == {"down": 2}
    assert hit(state, "B3", 1) == 0


def test_the_fit_are_hit_before_the_lightly_wounded() -> None:
    state = begun(APART, 4, 6)
    hit(state, "R1", 1)
    state.apply("done")
    assert figures(state, "R1") == {"fit": 3, "light": 1}
    hit(state, "R1", 3)
    assert figures(state, "R1") == {"light": 1, "down": 3}


def test_a_unit_with_nobody_effective_stays_until_its_figures_are_gone() -> None:
    """A pair that is down can still be looked after; a pair that is dead is out."""
    state = begun({**APART, "R2": "0103"}, 1, 1, 6)
    hit(state, "R3", 2)
    assert state.position("R3") == "0104"
    state.apply("done")
    assert state.position("R3") is None
    assert "R3" in state.casualties("red")


# -- what became of them -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "became"),
    [(1, "dead"), (2, "serious"), (3, "serious"), (4, "light"), (5, "light"), (6, "fit")],
)
def test_a_die_says_what_became_of_each(face: int, became: str) -> None:
    state = begun(APART, face, 6)
    hit(state, "R1", 1)
    state.apply("done")
    expected = {"fit": 3}
    expected[became] = expected.get(became, 0) + 1
    assert figures(state, "R1") == expected


def test_every_figure_rolls_for_itself_and_the_dice_are_told() -> None:
    state = begun(APART, 6, 1, 3, 6)
    hit(state, "R1", 3)
    events = state.apply("done")
    (told,) = [event for event in events if event.kind == "casualties"]
    assert told.dice == (6, 1, 3)
    assert str(told) == "Casualties of R1: dice 6, 1, 3: 1 fit, 1 seriously wounded and 1 dead."
    assert figures(state, "R1") == {"fit": 2, "serious": 1, "dead": 1}


def test_nobody_is_looked_after_where_nobody_effective_is_near() -> None:
    state = begun(APART, 6)
    hit(state, "R3", 2)
    state.apply("done")
    assert figures(state, "R3") == {"down": 2}


def test_a_friend_within_one_hex_looks_after_them() -> None:
    state = begun({**APART, "R2": "0103"}, 4, 4, 6)
    hit(state, "R3", 2)
    state.apply("done")
    assert figures(state, "R3") == {"light": 2}


def test_a_friend_without_anybody_effective_is_no_help() -> None:
    state = begun({"R1": "0101", "R2": "0105", "R3": "0104", "B1": "0702"}, 6)
    hit(state, "R3", 2)
    hit(state, "R2", 4)
    state.apply("done")
    assert figures(state, "R3") == {"down": 2}


def test_the_seriously_wounded_do_not_roll_again() -> None:
    state = begun(APART, 2, 6, 6)
    hit(state, "R1", 1)
    state.apply("done")
    state.apply("done")
    state.apply("done")
    assert state.turn == 3
    assert figures(state, "R1") == {"fit": 3, "serious": 1}


def test_a_figure_is_looked_at_once_in_a_check(tmp_path: Path) -> None:
    """Also where it comes into a condition that is looked at after its own."""
    game = varied(tmp_path, "figures: {check: {condition: [down, serious]}}", "casualties")
    state = game.start(setup=APART, phase="blue_movement", dice=(2, 6, 6))
    hit(state, "R1", 1)
    told = [event for event in state.apply("done") if event.kind == "casualties"]
    assert [event.dice for event in told] == [(2,)]
    assert figures(state, "R1") == {"fit": 3, "serious": 1}


def test_who_is_lost_by_a_hit_is_told_of_once(tmp_path: Path) -> None:
    """Those who are hit are gone: with the last of them the unit is eliminated, which is all."""
    game = varied(tmp_path, "figures: {hit: dead}", "casualties")
    state = game.start(setup=APART, phase="blue_movement")
    beaten = Mock()
    state.rules.hooks.beaten = (beaten,)
    assert hit(state, "R3", 2) == 2
    assert state.position("R3") is None
    assert beaten.call_count == 1


def test_a_surgeon_beside_them_adds_to_the_roll() -> None:
    """B2 stands beside the pair of B3: 3 counts as 4, and 6 stays the best there is."""
    state = begun({"R1": "0102", "B2": "0703", "B3": "0704"}, 3, 6, 6)
    hit(state, "B3", 2)
    state.apply("done")
    assert figures(state, "B3") == {"light": 1, "fit": 1}


def test_a_surgeon_who_is_down_adds_nothing() -> None:
    state = begun({"R1": "0102", "B1": "0705", "B2": "0703", "B3": "0704"}, 3, 3, 3, 3, 3, 6)
    hit(state, "B2", 4)
    hit(state, "B3", 1)
    state.apply("done")
    assert figures(state, "B3") == {"fit": 1, "serious": 1}


# -- captured ------------------------------------------------------------------------------------


def test_an_effective_friend_in_the_hex_keeps_them() -> None:
    state = begun({"R1": "0301", "B3": "0401"}, 6, 6)
    hit(state, "B3", 1)
    state.apply("done")
    assert "captured" not in figures(state, "B3")


def test_an_effective_friend_in_the_next_hex_keeps_them_too() -> None:
    state = begun({"R1": "0301", "B3": "0401", "B1": "0501"}, 6, 6, 6)
    hit(state, "B3", 2)
    state.apply("done")
    assert "captured" not in figures(state, "B3")


def test_those_whom_nobody_protects_are_taken_and_their_unit_is_gone() -> None:
    state = begun({"R1": "0301", "B3": "0401", "B1": "0702"}, 6)
    hit(state, "B3", 2)
    events = state.apply("done")
    assert figures(state, "B3") == {"captured": 2}
    assert state.position("B3") is None
    assert [str(e) for e in events if e.kind == "figures_taken"] == ["2 figures of B3: captured."]
    assert points(state, "red") == 6


def test_an_enemy_with_nobody_effective_takes_nobody() -> None:
    state = begun({"R3": "0301", "B3": "0401"}, 6)
    hit(state, "B3", 2)
    hit(state, "R3", 2)
    state.apply("done")
    assert figures(state, "B3") == {"down": 2}


def test_only_figures_of_the_side_that_is_named_are_taken() -> None:
    state = begun({"R3": "0301", "B3": "0401"}, 6)
    hit(state, "R3", 2)
    state.apply("done")
    assert figures(state, "R3") == {"down": 2}


# -- coming back ---------------------------------------------------------------------------------


def dead_pair(*dice: int) -> State:
    """R3 is down; both die; then the die of the table."""
    return begun({"R3": "0104", "R2": "0105", "B1": "0702"}, 1, 1, *dice)


def test_the_dead_come_back_together_where_their_owner_chooses() -> None:
    state = dead_pair(3)
    hit(state, "R3", 2)
    state.apply("done")
    assert state.decision is not None
    assert (state.decision.side, state.decision.kind) == ("red", "figures_return")
    assert listed(state) == ["enter R4 0101", "enter R4 0102", "enter R4 0103"]
    state.apply("enter R4 0102")
    assert state.position("R4") == "0102"
    assert figures(state, "R4") == {"fit": 2}


def test_that_they_come_on_is_told_with_the_hex() -> None:
    """As of everybody who enters: a window can show it."""
    state = dead_pair(3)
    hit(state, "R3", 2)
    state.apply("done")
    (entered,) = (event for event in state.apply("enter R4 0102") if event.kind == "entered")
    assert (entered.unit, tuple(entered.path)) == ("R4", ("0102",))


def test_those_who_came_back_still_count_as_lost_and_come_back_once() -> None:
    state = dead_pair(3, 3, 3)
    hit(state, "R3", 2)
    for line in ("done", "enter R4 0102"):
        state.apply(line)
    assert figures(state, "R3") == {"replaced": 2}
    state.apply("done")
    state.apply("done")
    assert state.turn == 3
    assert state.position("R5") is None


def test_nobody_comes_back_where_nobody_is_dead() -> None:
    state = begun(APART, 3)
    state.apply("done")
    assert (state.turn, state.phase) == (2, "red_movement")
    assert state.position("R4") is None


def test_elsewhere_than_on_the_edge_they_may_not_come_on() -> None:
    state = dead_pair(3)
    hit(state, "R3", 2)
    state.apply("done")
    violation = state.explain("enter R4 0201")
    assert violation is not None
    assert str(violation.message) == "R4 comes on in a free hex of edge."


# -- what is counted -----------------------------------------------------------------------------


def test_points_count_the_dead_and_the_units_that_stand() -> None:
    state = begun({"R1": "0102", "B1": "0702", "B2": "0704"}, 1, 6, 6)
    hit(state, "B1", 2)
    state.apply("done")
    assert (points(state, "red"), points(state, "blue")) == (2, 2)
    hit(state, "B1", 3)
    assert points(state, "blue") == 1


@given(seed=st.integers(0, 10**6))
@examples(0.5)
def test_no_figure_is_lost_or_doubled(seed: int) -> None:
    """In random games with hits thrown in, the figures of all teams together stay as many."""
    random = Random(seed)
    state = tiny("casualties").start(seed=seed)
    rules = state.rules[FigureRules]
    units = range(len(state.frame.unit_ids))

    def all_figures() -> int:
        replaced = sum(rules.count(state, unit, "replaced") for unit in units)
        return sum(sum(rules.counts(state, unit)) for unit in units) - replaced

    began = all_figures()
    while not state.is_over:
        if random.random() < 0.3:
            rules.hit(state, random.choice(rules.troops(state)), random.randint(1, 3))
        state.apply(state.sample_action(random))
        assert all_figures() == began
        again = tiny("casualties").state_from_dict(state.to_dict())
        assert again == state


# -- what is read of a unit ----------------------------------------------------------------------


def test_everybody_may_read_the_figures_of_a_unit() -> None:
    """In the order of the section, with how many of them fight."""
    state = begun()
    hit(state, "B1", 3)
    for known in (state, state.view("red")):
        (status,) = known.status("B1")
        assert (status.text, status.mark, status.strength) == ("1 fit, 3 down", "1", True)
    assert not place("meadow", {"R1": "0102"}, "blue_movement").status("R1")


def test_nothing_is_read_of_a_unit_that_is_not_seen(tmp_path: Path) -> None:
    """Not even what it was at the beginning: B2 lies below B1."""
    game = varied(tmp_path, "stacking: {limit: 2, visible: top}\n", "casualties")
    state = game.start(setup={"R1": "0102", "B1": "0702", "B2": "0702"}, phase="red_movement")
    assert state.view("red").status("B1")
    assert not state.view("red").status("B2")
    assert state.view("blue").status("B2")
