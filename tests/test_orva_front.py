"""The Orva Front: its map, tables and rulebook agree with one another, and its own rules hold."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.players import make_player
from hexwar.rules.combat.section import Combat
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.reinforcements.section import Reinforcements
from hexwar.rules.state import State
from hexwar.rules.tables.section import Tables
from hexwar.rules.terrain.section import Terrain

GAMES = Path(__file__).resolve().parents[1] / "games"
GAME = hexwar.load_game(GAMES / "orva_front")
RESOLVED = GAME.definition.resolve("campaign", ())
MAP, TERRAIN = RESOLVED.map, RESOLVED[Terrain]
RULES = (GAMES / "orva_front" / "rules.md").read_text(encoding="utf-8")
FAR = {"U3": "0111", "H1": "2002", "D11": "2012"}
"""Units far from everything, so that no side is without any."""


def position(
    setup: dict[str, str], phase: str, *, dice: tuple[int, ...] = (), turn: int = 2
) -> State:
    """A position with these units and some far away."""
    return GAME.start(setup={**FAR, **setup}, phase=phase, dice=dice, turn=turn)


def after_weather(die: int, turn: int, setup: dict[str, str], phase: str) -> State:
    """A position in a phase of a turn for whose weather this was rolled."""
    state = position(setup, "weather", dice=(die,), turn=turn)
    while state.phase != phase:
        state.apply("done")
    return state


def far(state: State, unit: str) -> float:
    """What the dearest hex costs that a unit reaches."""
    return max(float(there.cost) for there in state.reach(unit).values())


def test_the_checker_finds_nothing() -> None:
    assert [str(found) for found in hexwar.check(GAMES / "orva_front")] == []


# -- the rulebook says what the game does --------------------------------------------------------


def rows_of(heading: str) -> Iterator[list[str]]:
    """The cells of the tables in a section of the rulebook, without their heads."""
    section = re.split(rf"^#+ {re.escape(heading)} .*$", RULES, flags=re.MULTILINE)[1]
    lines = re.split(r"^#", section, flags=re.MULTILINE)[0].splitlines()
    rows = [line for line in lines if line.startswith("|") and not line.startswith("|--")]
    for line in rows[1:]:
        yield [cell.strip() for cell in line.strip("|").split("|")]


def test_the_combat_table_of_the_rulebook_is_the_games() -> None:
    written = {int(row[0]): tuple(row[1:]) for row in rows_of("8.2")}
    assert written == {die: tuple(row) for die, row in RESOLVED[Combat].table.items()}


def test_the_weather_table_of_the_rulebook_is_the_games() -> None:
    table = RESOLVED[Tables].tables["weather"]
    written = {row[0].replace(" to ", ".."): tuple(row[1:]) for row in rows_of("11.1")}
    assert written == {row: table.codes(row) for row in table.rows}


def test_the_terrain_chart_of_the_rulebook_is_the_games() -> None:
    charted = {row[0]: row[1:3] for heading in ("4.1", "4.2") for row in rows_of(heading)}
    kinds = {kind.title.lower(): kind.cost for kind in TERRAIN.hexes.values()}
    kinds |= {kind.title.lower(): kind.cost for kind in TERRAIN.hexsides.values()}
    assert charted.keys() == kinds.keys()
    for name, cost in kinds.items():
        for written, kind in zip(charted[name], ("leg", "motor"), strict=True):
            points = None if written == "closed" else float(written.removeprefix("+") or 0)
            assert points == cost[kind], name


def test_the_schedule_of_the_rulebook_is_the_games() -> None:
    written = sorted((int(row[0]), row[1].lower()) for row in rows_of("13.2"))
    groups = RESOLVED[Reinforcements].groups.values()
    given = [(int(g.condition.arguments["at_least"]), g.side) for g in groups if g.condition]
    assert written == sorted(given)


# -- the map and the order of battle -------------------------------------------------------------


def test_every_place_worth_points_is_on_a_road_and_on_a_railway_but_for_villages() -> None:
    def on(kind: str) -> set[str]:
        return {number for pair, kinds in MAP.paths.items() if kind in kinds for number in pair}

    places = MAP.region("homes")
    assert len(places) == 8 and places <= on("road") & on("rail")
    assert MAP.region("villages") <= on("road")


def test_railways_can_be_controlled_everywhere() -> None:
    on_rails = {n for pair, kinds in MAP.paths.items() if "rail" in kinds for n in pair}
    assert MAP.region("railways") == on_rails


def test_every_counter_begins_on_the_map_or_arrives_once() -> None:
    arriving = [u for group in RESOLVED[Reinforcements].groups.values() for u in group.units]
    assert sorted([*RESOLVED.scenario.setup, *arriving]) == sorted(GAME.units)


# -- rules of its own ----------------------------------------------------------------------------


def test_in_the_second_impulse_motor_troops_move_again_with_half_their_points() -> None:
    state = after_weather(1, 2, {"A1": "0104", "N1": "0105"}, "union_second")
    assert 0 < far(state, "A1") <= 3
    assert state.explain("move N1 0106") is not None


def test_in_mud_there_is_no_second_impulse_and_all_move_less() -> None:
    state = position({"A1": "0104", "N1": "0105"}, "weather", dice=(6, 6), turn=4)
    while state.phase != "union_movement":
        state.apply("done")
    assert (far(state, "A1"), far(state, "N1")) == (4, 3)
    phases = set()
    while state.turn == 4:
        phases.add(state.phase)
        state.apply("done")
    assert not {"union_second", "halvar_second"} & phases


@pytest.mark.parametrize(("die", "turn", "cost"), [(1, 2, 2), (6, 8, 1)])
def test_frost_closes_no_river(die: int, turn: int, cost: int) -> None:
    """The Orva runs between 0813 and 0914."""
    state = after_weather(die, turn, {"N1": "0813"}, "union_movement")
    assert state.reach("N1")["0914"].cost == cost


@pytest.mark.parametrize(
    ("die", "turn", "union", "halvar"), [(1, 2, 3, 1), (6, 5, 0, 0), (6, 8, 1, 1)]
)
def test_the_weather_decides_how_many_aircraft_fly(
    die: int, turn: int, union: int, halvar: int
) -> None:
    setup = {"N1": "0605", "D1": "0705"}
    state = after_weather(die, turn, setup, "union_combat")
    records = state.records()
    assert (records["union_air"], records["halvar_air"]) == (union, halvar)


def test_one_unit_of_the_union_goes_by_rail_where_it_holds_the_line() -> None:
    state = position({"N1": "0107", "N2": "0111"}, "union_movement")
    assert state.explain("move N1 0506 rail") is None
    assert state.explain("move N1 0606 rail") is not None  # Halvar's, as nobody has been there
    state.apply("move N1 0506 rail")
    refused = state.explain("move N2 0511 rail")
    assert refused is not None and refused.rule == "5.4"


def test_a_headquarters_brings_supply_four_hexes_far() -> None:
    """From both places the road leads on to 2007; 0903 is five hexes from 0908."""
    for headquarters, supplied in (("0907", True), ("0908", False)):
        state = position({"H2": headquarters, "D7": "0903"}, "halvar_supply")
        while state.phase != "halvar_movement":
            state.apply("done")
        without = state.marks.get("out_of_supply", 0)
        assert bool(without >> state.frame.unit_index["D7"] & 1) is not supplied


def test_whoever_takes_halmund_wins_at_the_end_of_the_turn() -> None:
    state = position({"A1": "1806"}, "union_movement", dice=())
    state.apply("move A1 1807")
    while not state.is_over and state.turn == 2:
        state.apply("done")
    assert (state.winner, state.turn) == ("union", 2)


def test_ten_to_one_needs_no_die() -> None:
    """Three armoured divisions against a garrison of two in the open: no dice are there to roll."""
    setup = {"A1": "1206", "A2": "1206", "A3": "1307", "G1": "1306"}
    state = position(setup, "union_combat")
    state.apply("attack 1306 by A1 A2 A3")
    assert state.position("G1") is None


# -- it plays ------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_random_games_come_to_an_end(seed: int) -> None:
    state, random = GAME.start(("campaign", "lesson")[seed % 2], seed=seed), Random(seed)
    while not state.is_over:
        state.apply(state.sample_action(random), events=False)
        assert broken_invariants(state) == []
    assert state.winner in ("union", "halvar")


@pytest.mark.parametrize("scenario", ["campaign", "lesson"])
def test_two_computer_players_play_it_to_its_end(scenario: str) -> None:
    state, random = GAME.start(scenario, seed=2), Random(2)
    players = {side: make_player("greedy") for side in ("union", "halvar")}
    told: set[str] = set()
    while not state.is_over:
        assert broken_invariants(state) == []
        side = state.side_to_act or ""
        told |= {event.kind for event in state.apply(players[side].choose(state, random))}
    assert {"placed", "moved", "battle", "step_lost", "retreated", "advanced"} <= told
    if scenario == "campaign":
        assert {"table", "rebuilt", "entered"} <= told
