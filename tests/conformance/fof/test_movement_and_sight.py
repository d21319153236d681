"""Movement, evacuation and lines of sight: sections 3 and 4."""

from __future__ import annotations

import pytest

from tests.conformance.fof.table import (
    DUEL,
    acts,
    aimed,
    begin,
    choice,
    escort,
    figures,
    first,
    fof,
    kinds,
    let_be,
    listed,
    marked,
    rule,
    run,
    until,
)

RUNNING = {"Bravo": "0815", "T3": "3636"}


def goals(unit: str, at: str) -> dict[str, set[str]]:
    """How far a team goes that is alone: hexes by way."""
    state = begin({unit: at, "T3": "3636"}, phase="others")
    moves = [action for action in state.legal_actions() if action.verb == "move"]
    return {
        way: {action.hexes[-1] for action in moves if action.name == way}
        for way in {action.name for action in moves}
    }


# -- movement ------------------------------------------------------------------------------------


@pytest.mark.rule("fof", "3.1")
@pytest.mark.parametrize("at", ["0815", "1014", "2318", "1627"])
def test_six_hexes_whatever_the_ground(at: str) -> None:
    """Among woods, across the stream and walls, out of a building."""
    game = fof()
    within = {n for n in game.map.numbers if 0 < game.map.distance(at, n) <= 6}
    assert goals("Bravo", at)[""] == within


@pytest.mark.rule("fof", "3.2")
def test_twelve_hexes_rapidly() -> None:
    game = fof()
    within = {n for n in game.map.numbers if 0 < game.map.distance("0815", n) <= 12}
    assert goals("Bravo", "0815")["rapid"] == within


@pytest.mark.rule("fof", "3.2")
def test_it_is_declared_before_the_first_hex() -> None:
    """Who has moved six hexes tactically does not go on rapidly."""
    state = begin(RUNNING, phase="others")
    state.apply("move Bravo 0821")
    assert not [line for line in listed(state, "move") if "Bravo" in line]


@pytest.mark.rule("fof", "3.2")
def test_after_it_a_team_fires_and_defends_with_one_die_less() -> None:
    state = begin(DUEL, phase="others")
    before = aimed(state, "fire 0310 by Bravo")
    run(state, "move Bravo 0321", "done")
    calm = begin({"T2": "0310", "Bravo": "0321"}, phase="others")
    assert len(aimed(calm, "fire 0310 by Bravo").attack_dice) == len(before.attack_dice) == 6
    state = begin(DUEL, phase="others")
    state.apply("move Bravo 0321 rapid")
    while choice(state)[0] == "taliban":
        state.apply("decline")
    assert marked(state, "rapid") == {"Bravo"}
    assert len(aimed(state, "fire 0310 by Bravo").attack_dice) == 5


@pytest.mark.rule("fof", "3.2")
def test_who_interrupts_a_rapid_move_meets_one_die_less() -> None:
    """From its declaration on: Bravo fires at the first hex that T2 enters."""
    state = begin(DUEL, 5, 6, *[1] * 6, *[1] * 7)
    run(state, "move T2 0309 rapid", "react Bravo")
    told = first(state.apply("fire 0309 by Bravo"), "fire")
    fire, _, dice = str(told).partition(", hits on 4 or more: ")
    assert fire == "Bravo fires at T2 in 0309"
    assert dice.startswith("1-1-1-1-1-1 against 1-1-1-1-1-1-1,")


@pytest.mark.rule("fof", "3.3")
@pytest.mark.parametrize("condition", ["lightly_wounded", "down", "seriously_wounded"])
def test_a_team_with_wounded_rolls_before_it_moves_rapidly(condition: str) -> None:
    for die, may in ((4, True), (3, False)):
        state = begin(RUNNING, die, phase="others")
        let_be(state, "Bravo", **{"fit": 3, condition: 1})
        events = state.apply("move Bravo 0827 rapid")
        assert first(events, "check").rule == "3.3"
        assert (state.position("Bravo") == "0827") == may
        if not may:
            assert "move Bravo 0821" in listed(state)
            assert rule(state, "move Bravo 0827 rapid") == "2.4"


@pytest.mark.rule("fof", "3.3")
def test_a_team_that_escorts_the_pilot_rolls_too_and_a_whole_one_does_not() -> None:
    state = begin(RUNNING, phase="others")
    assert "check" not in kinds(state.apply("move Bravo 0827 rapid"))
    state = begin({"Bravo": "2215", "Pilot": "2318", "T3": "0101"}, 3, phase="others")
    state.apply("move Bravo 2217")
    assert escort(state) == "Bravo"
    until(state, "actions", 3)
    until(state, "others", 3)
    state.apply("move Bravo 1317 rapid")
    assert state.position("Bravo") == "2217"


@pytest.mark.rule("fof", "3.4")
def test_the_wounded_and_those_who_are_down_move_along() -> None:
    state = begin(RUNNING, phase="others")
    men = {"fit": 2, "down": 1, "seriously_wounded": 1}
    let_be(state, "Bravo", **men)
    state.apply("move Bravo 0821")
    assert (state.position("Bravo"), figures(state, "Bravo")) == ("0821", men)


@pytest.mark.rule("fof", "3.4")
def test_a_team_with_nobody_effective_stays_where_it_is() -> None:
    state = begin(RUNNING, phase="others")
    let_be(state, "Bravo", down=2, seriously_wounded=2)
    assert "Bravo" not in acts(state)


# -- evacuation ----------------------------------------------------------------------------------


@pytest.mark.rule("fof", "3.5")
def test_an_effective_figure_takes_a_casualty_off_the_friendly_edge() -> None:
    state = begin({"Bravo": "0310", "T3": "3636"}, phase="others")
    let_be(state, "Bravo", fit=3, seriously_wounded=1)
    state.apply("evacuate Bravo 0210")
    assert figures(state, "Bravo") == {"fit": 2}
    assert figures(state, "E1") == {"fit": 1, "seriously_wounded": 1}
    run(state, "done", "move E1 0110")
    assert "leave E1" in listed(state)
    state.apply("leave E1")
    assert state.position("E1") is None


@pytest.mark.rule("fof", "3.5")
def test_each_side_leaves_by_its_own_edge() -> None:
    state = begin({"T2": "3410", "Charlie": "0818"})
    let_be(state, "T2", fit=3, seriously_wounded=1)
    run(state, "evacuate T2 3510", "done", "move E3 3610", "leave E3")
    assert state.position("E3") is None
    state = begin({"T2": "0210", "Charlie": "1827"})
    let_be(state, "T2", fit=3, seriously_wounded=1)
    run(state, "evacuate T2 0110", "done")
    assert "leave E3" not in listed(state)


@pytest.mark.rule("fof", "3.5")
def test_who_evacuates_does_nothing_else() -> None:
    """It does not fire, and goes on no Overwatch."""
    state = begin({"Bravo": "0320", "T2": "0310"}, phase="others")
    let_be(state, "Bravo", fit=3, seriously_wounded=1)
    run(state, "evacuate Bravo 0321", "done")
    assert acts(state) == {"E1"}
    assert {action.verb for action in state.legal_actions()} == {"move", "done"}
    state = begin({"Bravo": "0320", "T2": "3610"}, phase="overwatch")
    assert choice(state)[0] == "taliban"


@pytest.mark.rule("fof", "3.5")
def test_who_evacuates_rolls_to_move_rapidly() -> None:
    state = begin({"Bravo": "0810", "T3": "3636"}, 3, phase="others")
    let_be(state, "Bravo", fit=3, seriously_wounded=1)
    run(state, "evacuate Bravo 0710", "done")
    assert "check" in kinds(state.apply("move E1 0109 rapid"))
    assert state.position("E1") == "0710"
    assert "move E1 0109 rapid" not in listed(state)


# -- sight ---------------------------------------------------------------------------------------


def blocked(at: str, target: str) -> str:
    """The rule by which Team Two in a hex does not see Bravo in another; it is empty if it does."""
    refused = begin({"T2": at, "Bravo": target}).explain(f"fire {target} by T2")
    back = begin({"Bravo": at, "T2": target}, phase="others").explain(f"fire {target} by Bravo")
    assert (refused is None) == (back is None), "sight is the same both ways"
    return "" if refused is None else refused.rule


@pytest.mark.rule("fof", "4.1")
@pytest.mark.parametrize(
    "crossed",
    [
        "0306 0307 0308 0309 0310",
        "1002 1003 1004 1105 1106 1107",
        "2118 2217 2317 2417 2517 2616",
        "3004 2905 2906 2806 2707 2607 2608 2509",
    ],
)
def test_sight_is_a_straight_line_from_middle_to_middle(crossed: str) -> None:
    """Measured on the map with a ruler: these hexes and no others."""
    hexes = tuple(crossed.split())
    line = begin({"T2": "3636"}).line_of_sight(hexes[0], hexes[-1])
    assert line is not None and line.hexes == hexes


@pytest.mark.rule("fof", "4.1")
@pytest.mark.parametrize(
    ("a", "b"), [("0815", "0821"), ("0306", "0332"), ("0707", "0711"), ("2012", "0512")]
)
def test_sight_is_the_same_both_ways(a: str, b: str) -> None:
    assert blocked(a, b) == blocked(b, a)


@pytest.mark.rule("fof", "4.2")
def test_woods_and_buildings_block_sight() -> None:
    assert blocked("0815", "0821") == "4.2"
    assert blocked("0707", "0711") == "4.2"


@pytest.mark.rule("fof", "4.2")
def test_those_in_which_the_team_or_its_target_stands_do_not() -> None:
    assert blocked("0817", "0815") == ""
    assert blocked("0815", "0817") == ""
    assert blocked("0815", "0818") == "4.2", "one of the woods lies between"


@pytest.mark.rule("fof", "4.2")
def test_walls_the_stream_and_units_never_block() -> None:
    """Between 1412 and 1416 lie two walls; between 0921 and 1120 the stream; a unit is in 0315."""
    assert blocked("1611", "1615") == ""
    assert blocked("0921", "1120") == ""
    state = begin(DUEL | {"Charlie": "0315", "T4": "0314"})
    assert {"fire 0320 by T2", "fire 0315 by T2"} <= set(listed(state))


@pytest.mark.rule("fof", "4.3")
def test_along_a_hexside_sight_is_blocked_only_if_both_hexes_block() -> None:
    """Of 1201 and 1202 one is woods, of 1203 and 1204 both are."""
    assert fof().map.terrain("1202") == fof().map.terrain("1204") == "woods"
    assert blocked("1102", "1302") == ""
    assert blocked("1104", "1304") == "4.2"


@pytest.mark.rule("fof", "4.3")
@pytest.mark.parametrize(("a", "b", "corner"), [("1002", "1107", "1104"), ("2118", "2616", "2318")])
def test_a_corner_that_is_touched_does_not_block(a: str, b: str, corner: str) -> None:
    assert fof().map.terrain(corner) in ("woods", "building")
    assert blocked(a, b) == blocked(b, a) == ""
