"""Strike Force One, 8.1 to 8.13: the Soviet Second Echelon."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from hexwar.rules.game import Game
from hexwar.rules.state import State
from tests.conformance.sfo.ground import (
    allowed,
    attack,
    choices,
    first,
    goals,
    lay,
    listed,
    play,
    refused,
    ring,
    with_losses,
    zone_of,
)

DECLARE = "declare second_echelon"
EAST = [f"09{row:02}" for row in range(1, 9)]


def waiting(
    sfo: Game, lost: str = "AB", *, turn: int = 2, phase: str = "soviet_movement", **setup: str
) -> State:
    """F in the west, these units eliminated, nobody else but those in the set-up."""
    units = {"F": "0301", **setup}
    state = sfo.start("advanced", ("second_echelon",), setup=units, turn=turn, phase=phase)
    return with_losses(sfo, state, lost)


def entries(state: State, unit: str) -> set[str]:
    """Where a unit may enter."""
    return {line.split()[2] for line in listed(state, "enter") if line.split()[1] == unit}


# -- 8.1 ------------------------------------------------------------------------------------------


@pytest.mark.rule("sfo", "8.1")
def test_once_in_a_game(sfo: Game) -> None:
    state = waiting(sfo, "ABC")
    play(state, DECLARE)
    assert refused(state, DECLARE) == "8.1"
    play(state, "enter A 0901", "done")
    while state.phase != "soviet_movement":
        play(state, "done")
    assert state.turn == 3
    assert refused(state, DECLARE) == "8.1"


@pytest.mark.rule("sfo", "8.1")
def test_a_declaration_that_was_wasted_is_gone_too(sfo: Game) -> None:
    state = waiting(sfo)
    play(state, DECLARE, "done")
    while state.phase != "soviet_movement":
        play(state, "done")
    assert refused(state, DECLARE) == "8.1"


@pytest.mark.rule("sfo", "8.1")
def test_nobody_comes_back_without_a_declaration(sfo: Game) -> None:
    state = waiting(sfo)
    assert listed(state, "enter") == set()
    assert refused(state, "enter A 0901") == "8.1"


@pytest.mark.rule("sfo", "8.1")
def test_it_is_voluntary(sfo: Game) -> None:
    state = waiting(sfo)
    assert {DECLARE, "done"} <= choices(state)
    play(state, "done")
    assert state.position("A") is None


@pytest.mark.rule("sfo", "8.1")
def test_a_unit_lost_in_battle_comes_back(sfo: Game) -> None:
    """From an attack that fails in turn 1 to the return in turn 2."""
    centre, around = ring(sfo)
    setup = {"A": around[0], "W": centre, "F": "0901"}
    state = sfo.start("advanced", ("second_echelon",), setup=setup, phase="soviet_combat", dice=[6])
    play(state, attack(centre, "A"))
    assert state.position("A") is None
    while state.phase != "soviet_movement":
        play(state, "done")
    told = play(state, DECLARE)
    assert first(told, "available").units == ("A",)
    play(state, f"enter A {min(entries(state, 'A'))}")
    assert state.position("A") in EAST
    assert state.to_dict()["eliminated"] == []


# -- 8.11 -----------------------------------------------------------------------------------------


@pytest.mark.rule("sfo", "8.11")
@pytest.mark.parametrize("turn", [1, 2, 3, 4])
def test_from_turn_two_on(sfo: Game, turn: int) -> None:
    state = waiting(sfo, turn=turn)
    if turn == 1:
        assert refused(state, DECLARE) == "8.11"
        assert DECLARE not in choices(state)
    else:
        assert allowed(state, DECLARE)


@pytest.mark.rule("sfo", "8.11")
def test_at_any_point_of_the_step(sfo: Game) -> None:
    """Before a move, after one, and when every unit has moved as far as it can."""
    state = waiting(sfo, E="0501")
    assert allowed(state, DECLARE)
    play(state, f"move F {min(goals(state, 'F'))}")
    assert allowed(state, DECLARE)
    for unit in "EF":
        while goals(state, unit):
            far = max(state.reach(unit).items(), key=lambda item: item[1].cost)
            play(state, f"move {unit} {far[0]}")
    assert listed(state, "move") == set()
    assert state.phase == "soviet_movement", "the step waits for the declaration"
    assert choices(state) == {DECLARE, "done"}


@pytest.mark.rule("sfo", "8.11")
@pytest.mark.parametrize("phase", ["us_movement"])
def test_not_in_the_step_of_the_other_side(sfo: Game, phase: str) -> None:
    state = waiting(sfo, phase=phase, W="0101")
    assert refused(state, DECLARE) == "8.11"


@pytest.mark.rule("sfo", "8.11")
def test_not_in_a_combat_step(sfo: Game) -> None:
    at = lay(sfo, {"f": (0, 0), "w": (1, 0)})
    state = waiting(sfo, phase="soviet_combat", F=at["f"], W=at["w"])
    assert refused(state, DECLARE) == "3.0"
    assert refused(state, "enter A 0901") == "3.0"


# -- 8.12 -----------------------------------------------------------------------------------------


@pytest.mark.rule("sfo", "8.12")
def test_there_must_be_somebody_to_bring_back(sfo: Game) -> None:
    state = waiting(sfo, "")
    assert refused(state, DECLARE) == "8.12"


@pytest.mark.rule("sfo", "8.12")
@pytest.mark.parametrize(("lost", "most"), [("A", 1), ("AB", 2), ("ABC", 2), ("ABCDE", 2)])
def test_up_to_two_units_return(sfo: Game, lost: str, most: int) -> None:
    state = waiting(sfo, lost)
    play(state, DECLARE)
    for count in range(most):
        assert {line.split()[1] for line in listed(state, "enter")} == set(lost[count:])
        play(state, f"enter {lost[count]} 0901")
    assert listed(state, "enter") == set()
    for unit in lost[most:]:
        assert refused(state, f"enter {unit} 0902") == "8.12"


@pytest.mark.rule("sfo", "8.12")
def test_it_is_said_how_many_of_them_may(sfo: Game) -> None:
    state = waiting(sfo, "ABE")
    told = first(play(state, DECLARE), "available")
    assert told.text == "Second Echelon: 2 of A, B, E may enter."
    assert state.decision is not None
    assert state.decision.prompt == "2 of A, B, E may enter; move units, or end the phase."
    play(state, "enter E 0901")
    assert state.decision.prompt == "1 of A, B may enter; move units, or end the phase."
    assert (state.waiting("soviet"), state.may_enter("soviet")) == (("A", "B"), 1)
    assert state.may_enter("us") == 0


@pytest.mark.rule("sfo", "8.12")
def test_the_player_chooses_which_of_them(sfo: Game) -> None:
    state = waiting(sfo, "ABC")
    play(state, DECLARE, "enter C 0903", "enter A 0905")
    assert [state.position(unit) for unit in "ABC"] == ["0905", None, "0903"]


@pytest.mark.rule("sfo", "8.12")
def test_only_soviet_casualties_return(sfo: Game) -> None:
    state = waiting(sfo, "AXY")
    told = first(play(state, DECLARE), "available")
    assert told.units == ("A",)
    assert state.explain("enter X 0901") is not None
    assert refused(state, "enter F 0901") == "8.12"


@pytest.mark.rule("sfo", "8.12")
def test_who_was_never_in_play_was_not_eliminated(sfo: Game) -> None:
    state = waiting(sfo, "A")
    play(state, DECLARE)
    assert refused(state, "enter B 0901") == "8.12"


@pytest.mark.rule("sfo", "8.12")
def test_who_has_not_entered_when_the_step_ends_stays_out(sfo: Game) -> None:
    state = waiting(sfo)
    play(state, DECLARE, "enter A 0901", "done")
    while state.phase != "soviet_movement":
        play(state, "done")
    assert listed(state, "enter") == set()
    assert refused(state, "enter B 0901") == "8.12"


@pytest.mark.rule("sfo", "8.12")
def test_the_step_waits_for_units_that_may_still_enter(sfo: Game) -> None:
    state = waiting(sfo)
    play(state, DECLARE)
    while goals(state, "F"):
        far = max(state.reach("F").items(), key=lambda item: item[1].cost)
        play(state, f"move F {far[0]}")
    assert state.phase == "soviet_movement"
    assert listed(state, "enter")


# -- 8.13 -----------------------------------------------------------------------------------------


@pytest.mark.rule("sfo", "8.13")
def test_by_any_hex_of_the_east_edge(sfo: Game) -> None:
    state = waiting(sfo)
    play(state, DECLARE)
    assert entries(state, "A") == entries(state, "B") == set(EAST)
    for number in ("0801", "0101", "0503", "0909", "1001"):
        assert refused(state, f"enter A {number}") == "8.13"


@pytest.mark.rule("sfo", "8.13")
def test_not_in_an_enemy_zone(sfo: Game) -> None:
    state = waiting(sfo, W="0904")
    play(state, DECLARE)
    assert entries(state, "A") == set(EAST) - {"0903", "0904", "0905"}
    for number in ("0903", "0905"):
        assert refused(state, f"enter A {number}") == "8.13"


@pytest.mark.rule("sfo", "8.13")
def test_not_onto_an_enemy(sfo: Game) -> None:
    state = waiting(sfo, W="0904")
    play(state, DECLARE)
    assert refused(state, "enter A 0904") == "4.2"


@pytest.mark.rule("sfo", "8.13")
def test_only_where_there_is_room(sfo: Game) -> None:
    """One friend leaves room for another, two do not (7.11)."""
    state = waiting(sfo, C="0902", D="0902", E="0905")
    play(state, DECLARE, "move C 0901", "move C 0902", "move D 0901", "move D 0902")
    assert entries(state, "A") == set(EAST) - {"0902"}
    assert refused(state, "enter A 0902") == "7.11"
    play(state, "move E 0906", "move E 0905", "enter A 0905")
    assert state.units_at("0905") == ("A", "E")
    assert refused(state, "enter B 0905") == "7.11"


@pytest.mark.rule("sfo", "8.13")
@pytest.mark.rule("sfo", "4.2")
def test_two_friends_let_a_third_in_while_one_of_them_can_move_on(sfo: Game) -> None:
    state = waiting(sfo, C="0902", D="0902")
    play(state, DECLARE, "move C 0901", "move C 0902", "enter A 0902")
    assert state.units_at("0902") == ("A", "C", "D")
    assert refused(state, "done") == "7.11"
    assert refused(state, "enter B 0902") == "7.11", "D alone can go, and one is too many already"
    play(state, "move D 0901", "done")
    assert state.units_at("0902") == ("A", "C")


@pytest.mark.rule("sfo", "8.13")
def test_the_first_hex_costs_one_point_and_three_are_left(sfo: Game) -> None:
    state = waiting(sfo)
    play(state, DECLARE)
    told = first(play(state, "enter A 0904"), "entered")
    assert (told.unit, told.path, told.rule) == ("A", ("0904",), "8.13")
    assert state.movement_left("A") == 3
    assert goals(state, "A") <= set(sfo.map.within("0904", 3))
    assert state.explain("move A 0908") is not None


@pytest.mark.rule("sfo", "8.13")
def test_woods_on_the_edge_cost_one_point_as_well(sfo_on: Callable[..., Game]) -> None:
    game = sfo_on(woods=["0904", "0205"])
    state = waiting(game)
    play(state, DECLARE, "enter A 0904")
    assert state.movement_left("A") == 3
    assert int(state.reach("A")["0901"].cost) == 3


@pytest.mark.rule("sfo", "8.13")
def test_who_has_entered_moves_on_before_another_unit_moves(sfo: Game) -> None:
    state = waiting(sfo)
    play(state, DECLARE, "enter A 0904", "enter B 0901")
    assert refused(state, f"move A {min(set(sfo.map.neighbors('0904')))}") == "4.1"
    assert goals(state, "B")


@pytest.mark.rule("sfo", "8.13")
def test_a_unit_on_its_way_may_be_left_for_an_entry_and_has_moved_then(sfo: Game) -> None:
    state = waiting(sfo)
    play(state, DECLARE, f"move F {sfo.map.neighbors('0301')[0]}", "enter A 0904")
    assert goals(state, "F") == set()


@pytest.mark.rule("sfo", "8.13")
def test_it_stops_in_an_enemy_zone_like_any_unit(sfo: Game) -> None:
    state = waiting(sfo, W="0904")
    play(state, DECLARE, "enter A 0902")
    assert state.reach("A")["0903"].stops is not None
    play(state, "move A 0903")
    assert goals(state, "A") == set()


@pytest.mark.rule("sfo", "8.13")
def test_it_attacks_in_the_same_turn(sfo: Game) -> None:
    state = waiting(sfo, W="0904")
    play(state, DECLARE, "enter A 0902", "move A 0903", "done")
    assert state.phase == "soviet_combat"
    assert allowed(state, attack("0904", "A"))


@pytest.mark.rule("sfo", "8.13")
def test_entries_are_what_the_rule_says_in_any_position(sfo: Game) -> None:
    random = Random(813)
    ground = [h for h in sorted(sfo.map.numbers) if sfo.map.terrain(h) != "woods"]
    east = [h for h in ground if h[:2] in ("08", "09")]
    for _ in range(60):
        w, x, stack, alone = random.sample(east, 4)
        state = waiting(sfo, W=w, X=x, C=stack, D=stack, E=alone)
        if state.phase != "soviet_movement":
            continue
        play(state, DECLARE)
        shut = zone_of(sfo, state, "WX") | {w, x}
        if not goals(state, "C"):
            shut.add(stack)
        assert entries(state, "A") == set(EAST) - shut
