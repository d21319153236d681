"""The game of Skerry Sound: ships, turn, orders and sailing, by each numbered rule of its book."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

import hexwar
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.units.section import Units
from tests.rulebooks import table_in
from tests.skerry import (
    FOLDER,
    MISS,
    RESOLVED,
    RULES,
    Setup,
    at,
    is_in,
    rule,
    sailed,
    why,
)

# -- the book and the files ------------------------------------------------------------------------


def test_the_checker_finds_nothing() -> None:
    assert [str(found) for found in hexwar.check(FOLDER)] == []


def test_every_rule_that_is_cited_is_in_the_rulebook() -> None:
    written = set(re.findall(r"^#+ (\d+\.\d+) ", RULES, flags=re.MULTILINE))
    files = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.yaml"))
    cited = set(re.findall(r'"(\d+\.\d)"', files)) - {"1.0"}
    assert cited and cited <= written


@rule("1.0")
@rule("1.1")
def test_the_ships_of_the_rulebook_are_the_games() -> None:
    charted, types = table_in(RULES, "1.1"), RESOLVED[Units].types
    assert charted.keys() - {"ship", "---"} == {kind.title for kind in types.values()}
    for kind in types.values():
        top = kind.steps[0]
        draught = kind.movement_class.removesuffix("_ships")
        values = [str(top.attack), str(top.movement), str(len(kind.steps)), draught]
        assert charted[kind.title] == values


@rule("1.1")
def test_a_ship_that_is_hit_has_fewer_guns_and_points() -> None:
    """Each later side of a counter is no stronger, and the last weaker than the first."""
    for kind in RESOLVED[Units].types.values():
        shown = [(step.attack, step.movement) for step in kind.steps]
        assert shown == sorted(shown, reverse=True)
        assert shown[-1] < shown[0]


@rule("2.0")
@rule("2.1")
def test_the_water_of_the_rulebook_is_the_games() -> None:
    kinds = {kind.title: kind for kind in RESOLVED[Terrain].hexes.values()}
    charted = table_in(RULES, "2.1")
    assert charted.keys() - {"hex", "---"} == kinds.keys()
    for title, kind in kinds.items():
        costs = [kind.cost[draught] for draught in ("deep_ships", "shallow_ships")]
        assert charted[title] == ["closed" if cost is None else str(cost) for cost in costs]
    corners = {"0101", "1712"}
    assert corners <= set(RESOLVED.map.numbers)
    assert not {"1801", "0113"} & set(RESOLVED.map.numbers)


@rule("2.1")
def test_a_brig_crosses_a_shoal_and_a_frigate_does_not() -> None:
    state = at({"I1": "0505/NE", "I4": "0604/NE", "R1": "1704/SW"})
    assert state.explain("plot I4 0604-0704") is None
    state = at({"I1": "0604/NE", "R1": "1704/SW"})
    assert why(state, "plot I1 0604-0704") == ("3.3", "I1 may not enter 0704 from 0604.")


# -- the turn --------------------------------------------------------------------------------------


@rule("1.3")
def test_a_course_to_a_shoal_is_refused_for_its_ground_and_not_for_the_way() -> None:
    """A hex away, too: a frigate does not lack points for it."""
    assert why(at({"I1": "0604/NE"}), "plot I1 0704")[1] == (
        "I1 may not enter 0704: Shoal is prohibited terrain there."
    )


def test_both_write_then_all_sail_and_then_the_guns_speak() -> None:
    state = at({"I1": "0505/N", "R1": "0705/N"}, *[MISS] * 20)
    order = []
    for _ in range(9):
        order.append((state.turn, state.phase, state.side_to_act))
        state.apply("done")
    assert order[:8] == [
        (1, "orders", "isles"),
        (1, "orders", "regent"),
        (1, "isles_first", "isles"),
        (1, "regent_guns", "regent"),
        (2, "orders", "isles"),
        (2, "orders", "regent"),
        (2, "regent_guns", "regent"),
        (2, "isles_last", "isles"),
    ]


# -- orders ----------------------------------------------------------------------------------------


@rule("3.1")
def test_bow_broadsides_and_stern() -> None:
    state = at({"I1": "0506/N", "R1": "1704/SW"})
    arcs = state.arcs("I1", within=1)
    assert set(arcs["bow"]) == {"0505"}
    assert set(arcs["stern"]) == {"0507"}
    assert set(arcs["broadside"]) == {"0405", "0406", "0605", "0606"}


@rule("3.1")
def test_a_hex_on_the_line_between_counts_for_the_bow_and_else_for_the_broadside() -> None:
    """0605 and 0606 lie beside the ship; 0704 lies exactly between bow and broadside of 0506."""
    arcs = at({"I1": "0506/N", "R1": "1704/SW"}).arcs("I1", within=2)
    between = {"0604", "0404"}
    assert between <= set(arcs["bow"])
    assert {"0607", "0407"} <= set(arcs["broadside"])


@rule("2.2")
@rule("3.0")
@rule("3.2")
@pytest.mark.parametrize(
    ("look", "points_left"), [("N", 1), ("NE", 4), ("SE", 5), ("S", 5), ("SW", 5), ("NW", 4)]
)
def test_the_wind_comes_from_the_north(look: str, points_left: int) -> None:
    state = at({"I1": f"0506/{look}", "R1": "1704/SW"})
    values = state.rules[MovementRules].values
    assert values.allowance(state, state.frame.unit_index["I1"]) == points_left


@rule("3.3")
def test_a_ship_enters_the_hex_ahead_alone_and_pays_for_it() -> None:
    state = at({"I1": "0506/SE", "R1": "1704/SW"})
    assert state.explain("plot I1 0506-0606-0707-0807-0908-1008") is not None  # shoal
    assert state.explain("plot I1 0506-0606-0707-0807-0908") is None
    assert why(state, "plot I1 0506-0505")[0] == "3.3"
    state = at({"I1": "0101/NE", "R1": "1704/SW"})
    assert all(line.units != ("I1",) or line.hexes[-1] in RESOLVED.map.numbers
               for line in state.legal_actions() if line.verb == "plot")  # fmt: skip


@rule("3.3")
def test_other_ships_do_not_bound_what_is_written_and_who_has_no_course_stays() -> None:
    state = at({"I1": "0506/SE", "I2": "0606/SE", "R1": "0707/NW"})
    assert state.explain("plot I1 0506-0606-0707") is None
    state = sailed({"I1": "0506/SE", "R1": "1704/SW"}, ())
    assert (state.position("I1"), state.facing("I1")) == ("0506", "SE")


@rule("3.4")
def test_a_turn_costs_a_point_a_side_and_two_of_a_two_decker() -> None:
    state = at({"I1": "0506/SE", "R1": "1404/SW"})
    assert why(state, "face I1 N")[0] == "3.4"  # two sides in one hex
    assert state.explain("face I1 NE") is None
    assert state.explain("plot I1 0606 facing S") is None
    assert state.explain("plot I1 0506-0606-0707-0807 facing NE") is None  # 3 and 1
    state.apply("done")
    assert state.explain("plot R1 1404-1305-1205 facing S") is None  # 2 and 2 of 4
    assert why(state, "plot R1 1404-1305-1205-1106 facing S")[0] == "3.4"


# -- under sail ------------------------------------------------------------------------------------


@rule("4.1")
def test_what_is_written_is_a_secret_until_both_have_finished() -> None:
    state = at({"I1": "0506/SE", "R1": "1404/SW"})
    state.apply("plot I1 0606 facing S")
    state.apply("done")
    assert state.side_to_act == "regent"
    assert state.seen_by("regent").written_orders() == ()
    assert state.position("I1") == "0506"


@rule("4.0")
@rule("4.2")
def test_all_enter_their_first_hex_then_their_second_and_turn_at_the_end() -> None:
    state = at({"I1": "0506/SE", "R1": "1404/SW"})
    for line in ("plot I1 0506-0606-0707 facing S", "done", "plot R1 1404-1305-1205"):
        state.apply(line)
    told = [str(event) for event in state.apply("done") if event.kind in ("moved", "turned")]
    assert told == [
        "I1 moves 0506 to 0606, facing SE.",
        "R1 moves 1404 to 1305, facing SW.",
        "I1 moves 0606 to 0707, facing SE.",
        "R1 moves 1305 to 1205, facing SW.",
        "I1 turns to face S.",
    ]


@rule("4.2")
def test_who_cannot_go_on_neither_goes_on_nor_turns() -> None:
    setup = {"I1": "0506/SE", "I2": "0707/N", "R1": "1704/SW"}
    state = sailed(setup, ("plot I1 0506-0606-0707-0807 facing NE",), 1, 1)
    assert (state.position("I1"), state.facing("I1")) == ("0606", "SE")


@rule("4.3")
@pytest.mark.parametrize(
    ("setup", "orders", "stand"),
    [
        # both would enter 0707
        (
            {"I1": "0606/SE", "R3": "0806/SW"},
            ("plot I1 0707", "plot R3 0707"),
            {"I1": "0606", "R3": "0806"},
        ),
        # they would change places
        (
            {"I1": "0606/SE", "R3": "0707/NW"},
            ("plot I1 0606-0707", "plot R3 0707-0606"),
            {"I1": "0606", "R3": "0707"},
        ),
        # one lies still
        ({"I1": "0606/SE", "R3": "0707/NW"}, ("plot I1 0606-0707",), {"I1": "0606", "R3": "0707"}),
        # friends
        ({"I1": "0606/SE", "I2": "0707/NW"}, ("plot I1 0606-0707",), {"I1": "0606", "I2": "0707"}),
    ],
)
def test_ships_that_meet_stop(
    setup: Setup, orders: tuple[str, ...], stand: Mapping[str, str]
) -> None:
    state = sailed({**setup, "R1": "1704/SW", "I5": "0101/SE"}, orders, 1, 1)
    assert {unit: state.position(unit) for unit in stand} == stand


@rule("4.3")
@rule("4.4")
@pytest.mark.parametrize(
    ("setup", "orders", "where"),
    [
        ({"I1": "0606/SE", "I2": "0707/NW"}, ("0606-0707", "0707"), "in 0707"),
        ({"I1": "0606/SE", "I2": "0707/NW"}, ("0606-0707", "0707-0606"), "on the way to 0606"),
        ({"I1": "0606/SE", "I2": "0709/N"}, ("0606-0707", "0709-0708"), ""),
    ],
)
def test_whoever_writes_two_ships_into_each_other_is_told(
    setup: Setup, orders: tuple[str, str], where: str
) -> None:
    """Of the side's own courses alone: those of the enemy are a secret."""
    state = at({**setup, "R1": "1704/SW"})
    state.apply(f"plot I1 {orders[0]}")
    (written,) = state.apply(f"plot I2 {orders[1]}")
    assert written.text.partition(".")[2] == (f" It would meet I1 {where}." if where else "")


def test_friends_collide_as_enemies_do() -> None:
    setup = {"I1": "0606/SE", "I2": "0707/NW", "I5": "0101/SE", "R1": "1704/SW"}
    state = sailed(setup, ("plot I1 0606-0707",), 6, 3, MISS)
    assert is_in(state, "I1", "fouled")
    assert state.steps_lost("I2") == 1


@rule("4.4")
@pytest.mark.parametrize(
    ("die", "lost", "is_fouled"),
    [(1, 0, False), (2, 0, False), (3, 1, False), (4, 1, False), (5, 0, True), (6, 0, True)],
)
def test_a_collision_scrapes_hulls_or_fouls_ships(die: int, lost: int, is_fouled: bool) -> None:
    setup = {"I1": "0606/SE", "R3": "0707/NW"}
    state = sailed(setup, ("plot I1 0606-0707",), die, 1, MISS, MISS)
    assert state.steps_lost("I1") == lost
    assert is_in(state, "I1", "fouled") == is_fouled
    assert not is_in(state, "R3", "fouled")


@rule("4.4")
@pytest.mark.parametrize(("die", "is_free"), [(3, False), (4, True)])
def test_who_is_fouled_neither_sails_nor_turns_until_it_cuts_itself_free(
    die: int, is_free: bool
) -> None:
    setup = {"I1": "0606/SE", "R3": "0707/NW", "I5": "0101/SE"}
    state = sailed(setup, ("plot I1 0606-0707",), 6, 1, die, *[MISS] * 4)
    while state.turn == 1:
        state.apply("done")
    for line in ("plot I1 0606-0506", "face I1 NE"):
        refused = state.explain(line)
        assert ("Fouled" in refused.message if refused else False) != is_free


@rule("4.4")
def test_who_is_fouled_fires() -> None:
    """It lies with its broadside to an enemy."""
    setup = {"I1": "0606/SE", "I2": "0707/NW", "R3": "0605/SE"}
    state = sailed(setup, ("plot I1 0606-0707",), 6, 1, *[MISS] * 12)
    assert is_in(state, "I1", "fouled")
    assert state.explain("fire 0605 by I1") is None
