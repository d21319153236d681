"""Fire of teams of figures, and strikes (section ``fire``).

In *squads* teams of figures fire: fighters are eight with a d6 and one die of support, teams four
with a d8, two dice of support and one of armour, runners one whom nobody may fire at. There is one
die more within as many hexes as the die has faces, and one less for each fire before; woods (0603)
block the line of sight and give cover, as does the wall before 0802.
"""

from __future__ import annotations

from hexwar.rules.figures.rules import FigureRules
from hexwar.rules.fire.pools import times_fired
from hexwar.rules.state import State
from tests.rules.firing import foreseen, refused
from tests.rules.tiny import place

# -- figures -----------------------------------------------------------------------------------


def squads(dice: tuple[int, ...] = (), **setup: str) -> State:
    """Red's phase of fire among squads."""
    return place("squads", setup, "red_fire", dice=dice)


def effective(state: State, unit: str) -> int:
    return state.rules[FigureRules].effective(state, state.frame.unit_index[unit])


def test_the_worked_example() -> None:
    """Nine d6 against five d8: a 5 and a 4 are left of six successes, and two men fall."""
    state = squads((6, 5, 5, 4, 4, 4, 3, 3, 1, 7, 6, 4, 4, 2), R1="0102", B1="0902")
    preview = foreseen(state, "fire 0902 by R1")
    assert (preview.attack_dice, preview.defense_dice) == ((6,) * 9, (8,) * 5)
    (fired, *_) = state.apply("fire 0902 by R1")
    assert (fired.blocked, fired.unblocked, fired.hits) == (4, (5, 4), 2)
    assert effective(state, "B1") == 2


def test_the_optimal_range_is_that_of_who_fires_and_inclusive() -> None:
    at = foreseen(squads(R1="0102", B1="0702"), "fire 0702 by R1")
    beyond = foreseen(squads(R1="0102", B1="0802"), "fire 0802 by R1")
    assert (len(at.attack_dice), len(beyond.attack_dice)) == (10, 9)
    team = place("squads", {"R1": "0102", "B1": "0902"}, "blue_fire")
    assert len(foreseen(team, "fire 0102 by B1").attack_dice) == 7


def test_only_effective_figures_fire_and_defend() -> None:
    state = squads(R1="0102", B1="0902")
    figures = state.rules[FigureRules]
    figures.hit(state, state.frame.unit_index["R1"], 3)
    figures.hit(state, state.frame.unit_index["B1"], 3)
    preview = foreseen(state, "fire 0902 by R1")
    assert (len(preview.attack_dice), len(preview.defense_dice)) == (6, 2)


def test_no_more_fall_than_are_effective() -> None:
    state = squads((6,) * 9 + (1,) * 2, R1="0102", B1="0902")
    state.rules[FigureRules].hit(state, state.frame.unit_index["B1"], 3)
    assert set(foreseen(state, "fire 0902 by R1").casualties) == {0, 1}
    (fired, *_) = state.apply("fire 0902 by R1")
    assert (fired.hits, effective(state, "B1")) == (1, 0)


def test_support_goes_with_the_last_effective_figure() -> None:
    state = squads(R1="0102", R2="0103", B1="0902")
    state.rules[FigureRules].hit(state, state.frame.unit_index["R1"], 8)
    why = ("figures.effective", "R1 has nobody effective.")
    assert refused(state, "fire 0902 by R1") == why


def test_who_has_nobody_effective_is_no_target() -> None:
    state = squads(R1="0102", B1="0902", B2="0801")
    state.rules[FigureRules].hit(state, state.frame.unit_index["B1"], 4)
    assert refused(state, "fire 0902 by R1")[0] == "targets"


def test_whom_the_section_spares_is_not_fired_at() -> None:
    state = squads(R1="0102", B3="0902", B1="0801")
    assert refused(state, "fire 0902 by R1") == (
        "targets",
        "There is no enemy in 0902 that R1 could fire at.",
    )
    assert foreseen(squads(R1="0102", B3="0902", B1="0902"), "fire 0902 by R1").defenders == ("B1",)


def test_a_fire_may_be_repeated_until_the_dice_run_out() -> None:
    state = squads((1,) * 200, R3="0102", B1="0202")
    while state.phase == "red_fire":
        state.apply("fire 0202 by R3")
    assert times_fired(state, state.frame.unit_index["R3"]) == 2  # one man, one die for the range


# -- strikes -------------------------------------------------------------------------------------


def struck(faces: tuple[int, ...], **setup: str) -> State:
    """After the mortars' table; the first of the faces is its die."""
    state = place("squads", setup, "blue_movement", dice=faces)
    state.apply("done")
    return state


def test_a_strike_is_an_attack_of_so_many_dice() -> None:
    """B1 alone can be struck: 6d6 against four figures and armour; range counts for nothing."""
    state = struck((5, 6, 6, 6, 1, 1, 1, 8, 2, 2, 2, 2), R1="0102", B1="0902", B3="1002")
    (event,) = [e for e in state.events or [] if e.kind == "fire"]
    dice = "6-6-6-1-1-1 against 8-2-2-2-2, 1 blocked, 2 hits"
    assert str(event) == f"6d6 strike B1 in 0902, hits on 4 or more: {dice}."
    assert effective(state, "B1") == 2


def test_a_strike_meets_the_cover_of_the_hex_and_no_wall() -> None:
    state = struck((5, *(1,) * 6, *(1,) * 6), R1="0102", B1="0603")
    (event,) = [e for e in state.events or [] if e.kind == "fire"]
    assert len(event.defense) == 6
    state = struck((5, *(1,) * 6, *(1,) * 5), R1="0102", B1="0802")
    (event,) = [e for e in state.events or [] if e.kind == "fire"]
    assert len(event.defense) == 5


def test_who_is_struck_is_drawn_by_lot() -> None:
    faces = (5, 2, *(1,) * 6, *(1,) * 5)
    state = struck(faces, R1="0102", B1="0902", B2="0902", B3="1002")
    (event,) = [e for e in state.events or [] if e.kind == "fire"]
    assert event.target == "B2"


def test_nobody_is_struck_where_nobody_can_be() -> None:
    state = struck((5,), R1="0102", B3="1002")
    assert not [e for e in state.events or [] if e.kind == "fire"]
