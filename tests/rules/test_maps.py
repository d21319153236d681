"""Maps of every kind: four ways to shove, one hex, two hexes; and one side, or three."""

from __future__ import annotations

from pathlib import Path
from random import Random

import networkx as nx
import pytest

from tests.rules.tiny import listed, place, prices, tiny, varied

AROUND_0303 = {
    "even_columns": {"0302", "0402", "0403", "0304", "0203", "0202"},
    "odd_columns": {"0302", "0403", "0404", "0304", "0204", "0203"},
    "even_rows": {"0403", "0304", "0204", "0203", "0202", "0302"},
    "odd_rows": {"0403", "0404", "0304", "0203", "0302", "0402"},
}


@pytest.mark.parametrize("name", AROUND_0303)
def test_a_shoved_map_is_played_as_it_is_printed(name: str) -> None:
    """Moving, controlling, attacking and retreating all know the same six neighbours."""
    around = AROUND_0303[name]
    assert set(tiny(name).map.neighbors("0303")) == around
    alone = place(name, {"R1": "0303"}, "red_movement")
    assert {number for number, cost in prices(alone, "R1").items() if cost == "1"} == around
    far = nx.single_source_shortest_path_length(tiny(name).map.graph, "0303", cutoff=3)
    assert (
        prices(alone, "R1")
        == {n: str(d) for n, d in far.items() if d}
        == dict(sorted(prices(alone, "R1").items()))
    )
    watched = place(name, {"R1": "0101", "R2": "0705", "B1": "0303"}, "red_movement")
    stops = {
        number
        for unit in ("R1", "R2")
        for number, there in watched.reach(unit).items()
        if there.stops
    }
    assert stops <= around
    for number in tiny(name).map.numbers:
        if number != "0303":
            near = place(name, {"R1": number, "B1": "0303"}, "red_combat")
            assert ("attack 0303 by R1" in listed(near)) == (number in around)
    first = sorted(around)[0]
    beaten = place(name, {"R1": first, "B1": "0303"}, "red_combat", dice=[1])
    beaten.apply("attack 0303 by R1")
    assert {line.split()[-1] for line in listed(beaten)} == around - {first}


@pytest.mark.parametrize("name", AROUND_0303)
def test_corners_have_the_neighbours_that_are_on_the_map(name: str) -> None:
    """Nothing wraps round an edge: neighbours are mutual, and on a 7 by 5 map all are counted."""
    graph = tiny(name).map.graph
    assert graph.number_of_nodes() == 35
    by_lines = {"flat": 7 * 4 + 6 * (2 * 5 - 1), "pointy": 5 * 6 + 4 * (2 * 7 - 1)}
    assert graph.number_of_edges() == by_lines[tiny(name).map.numbering.orientation]
    for number in tiny(name).map.numbers:
        state = place(name, {"R1": number}, "red_movement")
        assert {n for n, cost in prices(state, "R1").items() if cost == "1"} == set(graph[number])


def test_a_game_of_one_hex_plays_itself() -> None:
    """Three turns in which nothing can be done, and a winner."""
    state = tiny("one_hex").start()
    assert (state.is_over, state.winner, state.turn) == (True, "red", 3)
    ends = [event for event in state.events or [] if event.kind == "phase_ends"]
    assert [event.forced for event in ends] == [True] * 3
    assert state.decision is None
    assert state.sample_action is not None
    assert not list(state.legal_actions())


def test_a_unit_hemmed_in_fights_and_dies() -> None:
    """On two hexes nobody can move: the loser has nowhere to go, the winner advances or not."""
    state = tiny("duel").start(dice=[1])
    assert (state.phase, listed(state)) == ("red_combat", ["attack 0102 by R1", "done"])
    state.apply("attack 0102 by R1")
    assert state.position("B1") is None
    assert listed(state) == ["advance R1", "pass"]
    state.apply("advance R1")
    assert (state.is_over, state.winner, state.position("R1")) == (True, "red", "0102")


def test_of_three_sides_two_are_enemies() -> None:
    """Green may attack both; both may attack green; nobody passes through another."""
    setup = {"R1": "0402", "B1": "0404", "G1": "0403"}
    state = place("three_sides", setup, "green_combat")
    assert listed(state) == ["attack 0402 by G1", "attack 0404 by G1", "done"]
    state = place("three_sides", setup, "blue_combat")
    assert listed(state) == ["attack 0403 by B1", "done"]
    state = place("three_sides", setup, "green_movement")
    assert {"0402", "0404"}.isdisjoint(prices(state, "G1"))


@pytest.mark.parametrize(
    ("phase", "attack", "die", "chooser"),
    [
        ("blue_combat", "attack 0403 by B1", 1, "blue"),
        ("green_combat", "attack 0402 by G1", 1, "green"),
        ("green_combat", "attack 0404 by G1", 2, "green"),
        ("red_combat", "attack 0403 by R1 R2", 6, "green"),
    ],
)
def test_of_three_sides_the_enemy_is_the_one_who_fought(
    phase: str, attack: str, die: int, chooser: str
) -> None:
    """On 6 two red attackers owe green, whom they attacked, a loss; the others owe a retreat."""
    setup = {"R1": "0402", "R2": "0402", "B1": "0404", "G1": "0403"}
    state = place("three_sides", setup, phase, "enemy_chooses", dice=[die])
    state.apply(attack)
    assert state.decision is not None
    assert (state.decision.kind, state.side_to_act) == (
        "loss" if die == 6 else "retreat",
        chooser,
    )


def test_of_three_sides_one_resigns_and_none_has_won() -> None:
    state = tiny("three_sides").start()
    state.apply("resign")
    assert (state.is_over, state.winner) == (True, None)


def test_a_region_may_be_where_a_path_leads_through(tmp_path: Path) -> None:
    yaml = """
terrain: {paths: {rail: {title: Rail, cost: 1}, road: {title: Road, cost: 1}}}
map:
  paths: {rail: [0102-0202-0302], road: [0302-0402]}
  regions: {rails: {path: rail}}
"""
    board = varied(tmp_path, yaml, "zones").map
    assert board.region("rails") == {"0102", "0202", "0302"}


def test_a_region_may_be_of_several_kinds_of_ground_features_or_paths(tmp_path: Path) -> None:
    yaml = """
terrain:
  hexes: {hill: {title: Hill, cost: 1}, wood: {title: Wood, cost: 1}}
  paths: {rail: {title: Rail, cost: 1}, road: {title: Road, cost: 1}}
  features: {town: {title: Town}, fort: {title: Fort}}
map:
  hexes: {hill: ["0101"], wood: ["0105"]}
  features: {town: ["0201"], fort: ["0205"]}
  paths: {rail: [0102-0202], road: [0202-0302]}
  regions:
    cover: {terrain: [hill, wood]}
    built: {feature: [town, fort]}
    ways: {path: [rail, road]}
"""
    board = varied(tmp_path, yaml, "meadow").map
    assert board.region("cover") == {"0101", "0105"}
    assert board.region("built") == {"0201", "0205"}
    assert board.region("ways") == {"0102", "0202", "0302"}


POINTY = "map: {grid: {orientation: pointy, shoved: even-rows-right}}\n"


@pytest.mark.parametrize(
    "name", ["hiding", "meadow", "rally", "replacements", "small_series", "convoy"]
)
def test_what_a_unit_may_do_is_listed_in_the_order_of_the_map(tmp_path: Path, name: str) -> None:
    """Column by column, also where hexes are reckoned with row by row."""
    state = varied(tmp_path, POINTY, name).start(seed=3)
    place_of = {number: place for place, number in enumerate(state.frame.map.numbers)}
    random = Random(1)
    for _ in range(200):
        if state.is_over:
            break
        goals: dict[tuple[str, ...], list[int]] = {}
        actions = state.legal_actions()
        for action in actions:
            if len(action.hexes) == 1:
                who = (action.verb, action.name, *action.units)
                goals.setdefault(who, []).append(place_of[action.hexes[0]])
        assert [who for who, listed_at in goals.items() if listed_at != sorted(listed_at)] == []
        state.apply(random.choice(list(actions)))
