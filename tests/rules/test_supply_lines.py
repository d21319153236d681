"""``supply.trace``: how long a supply line may be, and the roads that it may follow besides.

In the tiny game *trails* a line is at most two hexes long, to a source or to the road that leads
from red's source, 0104, eastward to 0703. Blue's source is 0907; no road leads there.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from random import Random

import networkx
import pytest

from hexwar.rules.state import State
from hexwar.rules.supply.section import Supply
from hexwar.rules.units.section import Units
from tests.rules.tiny import place, tiny, varied

FAR = "0907"


def traces(number: str, options: str = "", **enemies: str) -> tuple[str, ...] | None:
    """The line of a red unit in a hex."""
    state = place("trails", {"R1": number, **(enemies or {"B1": FAR})}, "red_movement", options)
    return state.supply_path("R1")


@pytest.mark.parametrize(
    ("number", "options", "line"),
    [
        ("0104", "", ("0104",)),
        ("0102", "", ("0102", "0103", "0104")),
        ("0703", "", ("0703", "0603", "0503", "0403", "0303", "0203", "0104")),
        ("0903", "no_roads", None),
        ("0304", "no_roads", ("0304", "0204", "0104")),
        ("0403", "no_roads", None),
        ("0707", "", None),
    ],
)
def test_a_line_is_short_but_for_roads(
    number: str, options: str, line: tuple[str, ...] | None
) -> None:
    found = traces(number, options)
    assert (found is None) == (line is None)
    if found and line:
        assert (found[0], found[-1], len(found)) == (line[0], line[-1], len(line))


def test_only_hexes_before_the_road_are_counted() -> None:
    line = traces("0904")
    assert line is not None
    assert line[0] == "0904"
    assert line[2:] == ("0703", "0603", "0503", "0403", "0303", "0203", "0104")
    assert traces("0905") is None
    assert traces("0905", "any_length") is not None


def test_an_enemy_on_the_road_cuts_it() -> None:
    """What stands behind the cut is out of supply; what stands before it is not."""
    assert traces("0703", B1="0403") is None
    assert traces("0203", B1="0403") is not None


STRANDED = """
supply: {sources: {red: ["0101"], blue: ["0705"]}, trace: {hexes: 1}}
states: {out_of_supply: {modifiers: {movement: {multiply: 0}}}}
sequence:
  phases:
    - {id: red_movement, kind: movement, side: red}
    - {id: red_supply, kind: supply, side: red}
    - {id: blue_movement, kind: movement, side: blue}
"""


def test_who_cannot_move_for_lack_of_supply_is_not_asked(tmp_path: Path) -> None:
    """R1 has no movement left out of supply: its next movement phase ends by itself."""
    game = varied(tmp_path, STRANDED, "meadow")
    state = game.start(setup={"R1": "0403", "B1": "0705"}, phase="red_supply")
    assert not state.in_supply("R1")
    state.apply("done")
    assert (state.turn, state.phase) == (2, "blue_movement")


def plain(state: State, side: str, hexes: int | None, kinds: Iterable[str]) -> set[str]:
    """The supplied hexes, worked out slowly: distances in graphs."""
    game = state.resolved
    units = [(unit, state.position(unit)) for unit in game[Units].counters]
    mine = {at for unit, at in units if at and game[Units].counters[unit].side == side}
    foes = {at for unit, at in units if at and game[Units].counters[unit].side != side}
    zone = {near for at in foes for near in game.map.neighbors(at)} - mine
    closed = foes | zone
    sources = {*game.map.listed(game[Supply].places(side))} - closed
    graph: networkx.DiGraph[str] = networkx.DiGraph()
    roads: networkx.Graph[str] = networkx.Graph()
    graph.add_nodes_from(number for number in game.map if number not in closed)
    roads.add_nodes_from(graph)
    for a, b in game.map.graph.edges:
        if closed & {a, b}:
            continue
        path = bool(game.map.path(a, b))
        dry = "ditch" not in game.map.hexside(a, b)
        for one, two in ((a, b), (b, a)):
            if path or (dry and game.map.terrain(two) != "marsh"):
                graph.add_edge(two, one)
        if set(game.map.path(a, b)) & {*kinds}:
            roads.add_edge(a, b)
    trunk = {n for source in sources for n in networkx.node_connected_component(roads, source)}
    far = len(game.map) if hexes is None else hexes
    return {
        number
        for start in trunk
        for number in networkx.single_source_shortest_path_length(graph, start, cutoff=far)
    }


@pytest.mark.parametrize(
    ("options", "hexes", "kinds"),
    [
        ("", 2, ("road",)),
        ("tracks", 2, ("road", "cart_track")),
        ("no_roads", 2, ()),
        ("any_length", None, ()),
    ],
)
@pytest.mark.parametrize("seed", range(8))
def test_lines_are_those_of_the_plain_rules(
    seed: int, options: str, hexes: int | None, kinds: tuple[str, ...]
) -> None:
    """Any position: the hexes that are supplied, and a line from each unit that has one."""
    random = Random(seed)
    board = [n for n in tiny("trails").map if tiny("trails").map.terrain(n) != "marsh"]
    hexes_of = random.sample(board, 6)
    setup = dict(zip(("R1", "R2", "R3", "B1", "B2", "B3"), hexes_of, strict=True))
    state = place("trails", setup, "red_movement", options)
    for side in ("red", "blue"):
        found = {*state.supply(side)["all"]}
        assert found == plain(state, side, hexes, kinds)
        for unit in ("R1", "R2", "R3") if side == "red" else ("B1", "B2", "B3"):
            line = state.supply_path(unit)
            assert (line is not None) == (state.position(unit) in found)
            if line:
                resolved = state.resolved
                assert line[0] == state.position(unit)
                assert line[-1] in resolved.map.listed(resolved[Supply].places(side))
                assert set(line) <= found
                assert all(b in tiny("trails").map.neighbors(a) for a, b in pairwise(line))
