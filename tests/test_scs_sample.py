"""The sample game of the series: its map, its table and its rulebook agree with one another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

import hexwar
from hexwar.players import make_player
from hexwar.rules.combat.section import Combat
from hexwar.rules.invariants import broken_invariants
from hexwar.rules.reinforcements.section import Group, Reinforcements
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.terrain.section import HexsideTerrain, HexTerrain, PathTerrain, Terrain
from tests.rulebooks import rows_in

GAMES = Path(__file__).resolve().parents[1] / "games"
GAME = hexwar.load_game(GAMES / "scs_sample")
RESOLVED = GAME.definition.resolve("battle", ())
MAP, TERRAIN = RESOLVED.map, RESOLVED[Terrain]
RULES = (GAMES / "scs_sample" / "rules.md").read_text(encoding="utf-8")
FOOT_AND_MOTOR = ("leg", "motor")
SIDES = ("league", "republic")
CODE = re.compile(r"(?:A(\d)(?:r(\d))?)?\s*(?:D(\d)(?:r(\d))?)?")
ONE_TO_ONE, FIVE_TO_ONE = 1, 5


def combat() -> Combat:
    """The section with the table."""
    return RESOLVED[Combat]


def test_the_checker_finds_nothing() -> None:
    for folder in "scs", "scs_sample":
        assert [str(found) for found in hexwar.check(GAMES / folder)] == []


# -- the combat results table --------------------------------------------------------------------


def reading(code: str) -> tuple[int, int, int, int]:
    """Steps and hexes of the attacker, below zero, then those of the defender."""
    match = CODE.fullmatch(code)
    assert match, code
    a_steps, a_hexes, d_steps, d_hexes = (int(part or 0) for part in match.groups())
    return -a_steps, -a_hexes, d_steps, d_hexes


def column(at: int) -> Iterator[tuple[int, str]]:
    """How many of the 36 throws give each result of a column."""
    for total, row in combat().table.items():
        yield 6 - abs(7 - total), row[at]


def test_the_columns_are_those_of_the_series() -> None:
    assert combat().headings == ("1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1")
    assert sorted(combat().table) == list(range(2, 13))


def test_the_table_agrees_with_the_worked_battles_of_the_series() -> None:
    assert combat().table[2][ONE_TO_ONE] == "A2r1"
    assert "D2r2" in [code for _, code in column(FIVE_TO_ONE)]


def test_no_column_is_worse_than_the_one_before_it() -> None:
    """For whatever is thrown, neither in steps nor in hexes, for neither side."""
    for row in combat().table.values():
        for before, after in pairwise(row):
            assert all(a <= b for a, b in zip(reading(before), reading(after), strict=True)), row


def test_each_column_promises_the_attacker_more_than_the_one_before_it() -> None:
    promised = []
    for at in range(len(combat().columns)):
        steps = sum(ways * (reading(code)[0] + reading(code)[2]) for ways, code in column(at))
        promised.append(Fraction(steps, 36))
    assert all(before < after for before, after in pairwise(promised))
    assert promised[0] < 0 < promised[-1]


# -- the map -------------------------------------------------------------------------------------


def sides_of(kind: str) -> list[frozenset[str]]:
    """The hexsides of a kind, as pairs of hexes."""
    return [frozenset(pair) for pair, kinds in MAP.hexsides.items() if kind in kinds]


def touching(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two hexsides meet in a corner: together they part three hexes that all touch."""
    hexes = one | other
    return len(hexes) == 3 and all(b in MAP.neighbors(a) for a in hexes for b in hexes - {a})


@pytest.mark.parametrize("kind", ["river", "stream", "cliff"])
def test_water_runs_in_one_line(kind: str) -> None:
    sides = sides_of(kind)
    meets = sorted(sum(touching(one, other) for other in sides) for one in sides)
    assert meets == [1, 1, *[2] * (len(sides) - 2)]


def test_the_river_comes_out_of_the_lake_and_takes_up_the_stream() -> None:
    lake = {number for number in MAP if MAP.terrain(number) == "lake"}
    assert any(set(MAP.neighbors(a)) & set(MAP.neighbors(b)) & lake for a, b in sides_of("river"))
    assert any(touching(one, other) for one in sides_of("stream") for other in sides_of("river"))


def test_every_bridge_carries_a_road_or_a_track_and_no_road_runs_through_water() -> None:
    crossed = {frozenset(pair) for pair in MAP.paths}
    bridges = set(sides_of("bridge"))
    assert bridges == crossed & {side for kind in ("river", "stream") for side in sides_of(kind)}
    assert len(bridges & set(sides_of("river"))) == 3


def test_every_objective_is_a_town_on_a_road_or_a_track() -> None:
    on_paths = {number for pair in MAP.paths for number in pair}
    objectives = MAP.region("objectives")
    assert len(objectives) == 6 and objectives <= on_paths
    assert {MAP.terrain(number) for number in objectives} == {"town"}


# -- everything the series has is used -----------------------------------------------------------


def test_the_order_of_battle_has_every_kind_of_counter() -> None:
    units = GAME.units.values()
    for side in SIDES:
        assert 12 <= sum(unit.side == side for unit in units) <= 18
    assert {len(unit.steps) for unit in units} == {1, 2}
    assert all(unit.steps[0] != unit.steps[1] for unit in units if len(unit.steps) == 2)
    assert {unit.type.movement_class for unit in units} == set(FOOT_AND_MOTOR)
    assert {trait for unit in units for trait in unit.type.traits} >= {"exploitation", "barrage"}
    assert any(not unit.steps[0].attack for unit in units)


def test_units_set_up_free_and_fixed_and_arrive_on_the_edge_and_on_the_map() -> None:
    scenario = RESOLVED.scenario
    assert scenario.setup_order == ("republic", "league")
    assert RESOLVED[SequenceOfPlay].phases[0].side == "league"
    assert 0 < sum(bool(near) for near in scenario.within.values()) < len(scenario.setup)
    ways = [group.entry.blocked for group in arrivals()]
    blocked = {(way.edge, way.map) for way in ways if way}
    assert blocked == {(10, None), (None, 5)}


def arrivals() -> list[Group]:
    """The groups of the schedule."""
    return list(RESOLVED[Reinforcements].groups.values())


def test_every_counter_begins_on_the_map_or_arrives_once() -> None:
    arriving = [unit for group in arrivals() for unit in group.units]
    assert sorted([*RESOLVED.scenario.setup, *arriving]) == sorted(GAME.units)


def test_the_lesson_has_five_units_a_side_and_three_turns() -> None:
    lesson = GAME.definition.resolve("lesson", ())
    sides = sorted(GAME.units[unit].side for unit in lesson.scenario.setup)
    assert sides == ["league"] * 5 + ["republic"] * 5
    assert lesson[SequenceOfPlay].turns == 3 and not lesson[Reinforcements].groups


# -- the rulebook says what the game does --------------------------------------------------------


def points(cell: str) -> Fraction | None:
    """A cost as the rulebook writes it."""
    return None if cell == "closed" else Fraction(cell.removeprefix("+").strip() or "0")


def test_the_terrain_chart_of_the_rulebook_is_the_games() -> None:
    kinds: list[HexTerrain | HexsideTerrain | PathTerrain] = [*TERRAIN.hexes.values()]
    kinds += [*TERRAIN.hexsides.values(), *TERRAIN.paths.values()]
    chart = {row[0]: row[1:3] for row in rows_in(RULES, "21.1")}
    for kind in kinds:
        written = [points(cell) for cell in chart[kind.title.lower()]]
        assert written == [kind.cost[name] for name in FOOT_AND_MOTOR], kind.id


def test_the_schedule_of_the_rulebook_is_the_games() -> None:
    groups = [row for row in rows_in(RULES, "25.3") if row[0].isdigit()]
    written = {(side.lower(), int(turn), where[-5:]) for turn, side, _, where in groups}
    assert written == {
        (group.side, turn_of(group), entry)
        for group in arrivals()
        for entry in group.entry.hexes(MAP)
    }


def turn_of(group: Group) -> int:
    """The turn in which a group arrives."""
    assert group.condition is not None
    return int(group.condition.arguments["at_least"])


# -- it plays ------------------------------------------------------------------------------------


@pytest.mark.parametrize("scenario", ["battle", "lesson"])
def test_two_computer_players_play_it_to_its_end(scenario: str) -> None:
    state, seed = GAME.start(scenario, seed=3), Random(3)
    players = {side: make_player("greedy") for side in SIDES}
    told: set[str] = set()
    while not state.is_over:
        assert broken_invariants(state) == []
        side = state.side_to_act or ""
        told |= {event.kind for event in state.apply(players[side].choose(state, seed))}
    assert state.winner in SIDES
    assert {"placed", "moved", "battle", "step_lost", "retreated", "advanced"} <= told
