"""The game of Skerry Sound: each numbered rule of its book, and that it is played to its end."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.engine.queries import FirePreview
from hexwar.players import make_player
from hexwar.players.player import choice_of
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.units.section import Units
from tests.rulebooks import table_in

FOLDER = Path(__file__).resolve().parents[1] / "games" / "skerry_sound"
GAME = hexwar.load_game(FOLDER)
RESOLVED = GAME.definition.resolve("meeting", ())
RULES = (FOLDER / "rules.md").read_text(encoding="utf-8")
SCENARIOS = ("meeting", "convoy", "anchorage", "lesson")
HIT, MISS = 6, 1

Setup = dict[str, str]


def rule(number: str) -> pytest.MarkDecorator:
    """A test of a numbered rule."""
    return pytest.mark.rule("skerry", number)


def at(setup: Setup, *dice: int, phase: str = "orders", turn: int = 1) -> hexwar.State:
    """A position of ships, each given as a hex and where it looks: ``0303/NE``."""
    places: dict[str, str | dict[str, str]] = {}
    for unit, said in setup.items():
        number, _, look = said.partition("/")
        places[unit] = {"hex": number, **({"facing": look} if look else {})}
    return GAME.start(setup=places, phase=phase, dice=dice, turn=turn)


def sailed(setup: Setup, orders: tuple[str, ...], *dice: int) -> hexwar.State:
    """A position in which these orders have been carried out."""
    state = at(setup, *dice)
    told = [line for side in ("I", "R") for line in orders if line.split()[1].startswith(side)]
    for line in told:
        while state.side_to_act != ("isles" if line.split()[1][0] == "I" else "regent"):
            state.apply("done")
        state.apply(line)
    while state.phase == "orders" and state.turn == 1:
        state.apply("done")
    return state


def why(state: hexwar.State, line: str) -> tuple[str, str]:
    """The rule and the sentence with which an action is refused."""
    refused = state.explain(line)
    assert refused is not None, line
    return refused.rule, refused.message


def points(state: hexwar.State) -> Mapping[str, int]:
    """The victory points of both sides."""
    return state.points()


def is_in(state: hexwar.State, unit: str, name: str) -> bool:
    """Whether a ship is in a state."""
    return bool(state.marks.get(name, 0) >> state.frame.unit_index[unit] & 1)


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
        said = [str(top.attack), str(top.movement), str(len(kind.steps)), kind.movement_class]
        assert charted[kind.title] == said


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
        costs = [kind.cost[draught] for draught in ("deep", "shallow")]
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


# -- guns ------------------------------------------------------------------------------------------


def guns(setup: Setup, *dice: int) -> hexwar.State:
    """The Isles' guns in the first turn, with two brigs beside each other far away."""
    apart = {"I5": "1503/N", "R5": "1603/N"}
    return at({**apart, **setup}, *dice, phase="isles_first")


def thrown(state: hexwar.State, line: str) -> int:
    """How many dice a fire throws."""
    shown = state.preview(line)
    assert isinstance(shown, FirePreview)
    return len(shown.attack_dice)


@rule("5.0")
@rule("5.1")
def test_a_ship_fires_once_at_one_ship_and_need_not() -> None:
    state = guns({"I1": "0506/N", "R3": "0606/N", "R4": "0405/N"}, *[MISS] * 8)
    assert state.explain("done") is None
    state.apply("fire 0606 by I1")
    assert state.phase != "isles_first" or state.explain("fire 0405 by I1") is not None
    refused = guns({"I1": "0506/N", "I2": "0605/N", "R3": "0606/N"}).explain("fire 0605 by I1")
    assert refused is not None and refused.rule == "5.1"


@rule("5.2")
@pytest.mark.parametrize(
    ("there", "cited"),
    [
        ("0605", None),
        ("0407", None),
        ("0507", "5.2"),  # astern
        ("0502", "5.2"),  # ahead
        ("0905", None),  # four hexes
        ("1006", "5.2"),  # five
    ],
)
def test_the_target_lies_abeam_and_four_hexes_away_at_most(there: str, cited: str | None) -> None:
    state = guns({"I1": "0506/N", "R3": f"{there}/N"})
    refused = state.explain(f"fire {there} by I1")
    assert (refused.rule if refused else None) == cited


@rule("5.2")
def test_land_blocks_the_line() -> None:
    state = guns({"I1": "0703/N", "I2": "0901/S", "R3": "0906/N", "R4": "1001/N"})
    assert why(state, "fire 0906 by I1")[0] == "5.2"


@rule("1.2")
@rule("5.4")
@pytest.mark.parametrize(("die", "lost"), [(4, 0), (5, 0), (6, 1)])
def test_a_gun_hits_on_a_six(die: int, lost: int) -> None:
    state = guns({"I1": "0506/N", "R3": "0706/N"}, die, MISS, MISS)
    state.apply("fire 0706 by I1")
    assert state.steps_lost("R3") == lost


@rule("5.4")
def test_a_ship_without_hull_is_sunk_before_it_can_fire() -> None:
    setup = {"I1": "0506/N", "R3": "0706/N", "R4": "1612/N"}
    state = guns(setup, HIT, HIT, HIT)
    state.lost[state.frame.unit_index["R3"]] = 2
    state.forget_computed()
    state.apply("fire 0706 by I1")
    assert state.position("R3") is None


@rule("5.3")
@pytest.mark.parametrize(
    ("there", "dice"),
    [
        ("0606/N", 4),  # next to it
        ("0706/N", 3),
        ("0806/N", 2),  # three hexes
        ("0905/N", 2),
    ],
)
def test_distance_adds_a_die_or_takes_one(there: str, dice: int) -> None:
    state = guns({"I1": "0506/N", "R3": there})
    assert thrown(state, f"fire {there[:4]} by I1") == dice


@rule("5.3")
@rule("5.5")
@pytest.mark.parametrize(
    ("there", "dice"),
    [
        ("0606/SE", 8),  # next to it, from astern: twice three and one
        ("0606/NW", 8),  # from ahead
        ("0606/NE", 4),
        ("0707/NW", 6),
        ("0707/S", 3),
        ("0807/NW", 4),  # three hexes
    ],
)
def test_raking_counts_twice(there: str, dice: int) -> None:
    state = guns({"I1": "0506/NE", "R3": there})
    assert thrown(state, f"fire {there[:4]} by I1") == dice


# -- victory ---------------------------------------------------------------------------------------


def hit(state: hexwar.State, **lost: int) -> None:
    """Let ships have lost points of hull; all of it, if it is -1."""
    for unit, steps in lost.items():
        index = state.frame.unit_index[unit]
        if steps < 0:
            state.eliminated |= 1 << index
            state.place(index, 0)
        else:
            state.lost[index] = steps
    state.forget_computed()


FLEETS = {"I1": "0101/SE", "I2": "0102/SE", "R1": "1711/SW", "R3": "1710/SW", "R4": "1709/SW"}


@rule("6.0")
@rule("6.1")
def test_a_hit_is_a_point_and_a_sunk_ship_two_more() -> None:
    state = at(FLEETS)
    hit(state, R1=3, I1=1)
    assert points(state) == {"isles": 3, "regent": 1}
    hit(state, R3=-1)
    assert points(state) == {"isles": 3 + 5 + 2, "regent": 1}


@rule("6.2")
@pytest.mark.parametrize(
    ("lost", "winner"),
    [
        ({"R1": 0, "R3": -1, "R4": -1}, None),
        ({"R1": 1, "R3": -1, "R4": -1}, "isles"),
        ({"R1": 1, "R3": -1, "R4": -1, "I1": -1, "I2": -1, "I3": 2}, "regent"),
        ({"R1": 1, "R3": -1, "R4": -1, "I1": -1, "I2": -1, "I3": 1}, None),
    ],
)
def test_fifteen_points_and_more_than_the_enemy_win_at_the_end_of_a_turn(
    lost: Mapping[str, int], winner: str | None
) -> None:
    state = at({**FLEETS, "I3": "0103/SE", "I4": "0104/SE"})
    hit(state, **lost)
    while state.turn == 1 and not state.is_over:
        state.apply("done")
    assert state.winner == winner


@rule("6.3")
@pytest.mark.parametrize(("lost", "winner"), [({"R1": 1}, "isles"), ({"I1": 1}, "regent")])
def test_at_dusk_more_points_win(lost: Mapping[str, int], winner: str) -> None:
    state = at(FLEETS, turn=12)
    hit(state, **lost)
    while not state.is_over:
        state.apply("done")
    assert state.winner == winner


@rule("6.3")
def test_at_dusk_as_many_points_are_a_draw() -> None:
    state = at(FLEETS, turn=12)
    while not state.is_over:
        state.apply("done")
    assert state.winner is None


# -- scenarios -------------------------------------------------------------------------------------


@rule("7.0")
@rule("7.1")
def test_the_meeting_has_twelve_turns_and_squadrons_at_either_end() -> None:
    state = GAME.start("meeting", seed=1)
    assert state.frame.turns == 12
    west = [u for u in state.frame.unit_ids if (state.position(u) or "99") < "0400"]
    assert len(west) == 5 and all(unit.startswith("I") for unit in west)


def convoy(**setup: str) -> hexwar.State:
    """The convoy with ships elsewhere than they begin."""
    places = {unit: {"hex": number} for unit, number in setup.items()}
    return GAME.start("convoy", setup=places, phase="orders", dice=[MISS] * 40)


def turn(state: hexwar.State) -> None:
    """Nothing is done for the rest of a turn."""
    before = state.turn
    while state.turn == before and not state.is_over:
        state.apply("done")


@rule("7.2")
def test_both_traders_in_the_roads_win_and_both_sunk_lose() -> None:
    state = convoy(IT1="1511", IT2="1512", R3="0101")
    turn(state)
    assert state.winner == "isles"
    state = convoy(IT1="1511", IT2="1512", I1="0101", R3="0201")
    hit(state, IT1=-1, IT2=-1)
    turn(state)
    assert state.winner == "regent"


@rule("7.2")
def test_a_trader_counts_in_the_roads_and_if_it_is_sunk() -> None:
    state = convoy(IT1="1511", IT2="0202", I1="0101", R3="0901")
    assert points(state) == {"isles": 4, "regent": 0}
    hit(state, IT2=-1)
    assert points(state) == {"isles": 4, "regent": 4 + 2 + 2}
    state = convoy(IT1="0303", IT2="0202", R3="0901")
    assert state.frame.turns == 10
    while not state.is_over:
        turn(state)
    assert state.winner == "regent"  # as many points


@rule("7.2")
def test_nobody_fires_at_a_trader_in_the_roads() -> None:
    places = {"IT1": {"hex": "1511"}, "I1": {"hex": "1710"}, "R3": {"hex": "1610", "facing": "N"}}
    state = GAME.start("convoy", setup=places, phase="regent_guns", dice=[MISS] * 9)
    assert why(state, "fire 1511 by R3")[0] == "5.1"
    assert state.explain("fire 1710 by R3") is None


def anchored(*dice: int) -> hexwar.State:
    """The anchorage after the first turn, in which nobody did anything."""
    return GAME.start("anchorage", dice=dice)


@rule("7.3")
def test_ships_at_anchor_slip_their_cables_on_four_to_six() -> None:
    state = anchored(3, 4, 6, 1)
    lying = {unit for unit in ("R1", "R2", "R3", "R4", "R5") if is_in(state, unit, "anchored")}
    assert lying == {"R1", "R5"}
    state.apply("done")
    assert "At anchor" in why(state, "face R1 NE")[1]


@rule("7.3")
@pytest.mark.parametrize(
    ("look", "left"), [("SW", 1), ("NW", 4), ("S", 4), ("N", 5), ("NE", 5), ("SE", 5)]
)
def test_the_wind_comes_from_the_south_west(look: str, left: int) -> None:
    places = {"I1": {"hex": "0506", "facing": look}, "R1": {"hex": "1704"}}
    state = GAME.start("anchorage", setup=places, phase="orders")
    values = state.rules[MovementRules].values
    assert values.allowance(state, state.frame.unit_index["I1"]) == left


@rule("7.3")
@pytest.mark.parametrize(("lost", "winner"), [(3, "regent"), (4, "isles")])
def test_the_isles_need_four_points_more(lost: int, winner: str) -> None:
    places = {"I1": {"hex": "0101"}, "R1": {"hex": "1704"}}
    state = GAME.start("anchorage", setup=places, phase="orders", turn=9)
    hit(state, R1=lost)
    while not state.is_over:
        state.apply("done")
    assert state.winner == winner


@rule("7.4")
def test_the_lesson_is_one_ship_against_one_for_four_turns() -> None:
    state = GAME.start("lesson", seed=1)
    ships = {unit for unit in state.frame.unit_ids if state.position(unit)}
    assert (state.frame.turns, ships) == (4, {"I1", "R4"})


# -- played ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_drawn_games_end(scenario: str) -> None:
    for seed in range(2):
        state, random = GAME.start(scenario, seed=seed), Random(seed)
        while not state.is_over:
            state.apply(state.sample_action(random), events=False)
            assert broken_invariants(state) == []


def test_computer_players_use_all_of_the_game() -> None:
    """Courses with turns, broadsides and rakes, to the end of a convoy."""
    state, random, told = GAME.start("convoy", seed=3), Random(3), set[str]()
    players = {side: make_player("greedy") for side in ("isles", "regent")}
    labels, faced = set[str](), 0
    while not state.is_over:
        side = state.side_to_act or ""
        action = choice_of(players[side], state, random)
        if action.verb == "fire":
            labels |= {one.label for one in state.preview(str(action)).modifiers}
        faced += action.verb == "plot" and bool(action.name)
        told |= {event.kind for event in state.apply(action)}
    assert {"moved", "turned", "fire"} <= told
    assert "Raked" in labels
    assert faced > 5
