"""Sections 2 and 3 once more as plain arithmetic, held against the engine in many positions.

The twin knows the map and the printed values only. It adds up costs as the cases say and finds the
cheapest way with networkx.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from random import Random

import networkx as nx
import pytest

from hexwar.rules.state import State
from hexwar.rules.terrain.section import Terrain
from tests.conformance.scs.field import field, position


def terrain_cost(a: str, b: str, movement_class: str) -> Fraction | None:
    """3.2: a step along a path costs the path, any other the hex and its hexsides."""
    hexmap, terrain = field().map, field().ruleset("field").frame.resolved[Terrain]
    along = [terrain.paths[kind].cost[movement_class] for kind in hexmap.path(a, b)]
    if along:
        return min(cost for cost in along if cost is not None)
    there = hexmap.hexside(a, b)
    negated = {other for kind in there for other in terrain.hexsides[kind].negates}
    costs = [terrain.hexsides[kind].cost[movement_class] for kind in there if kind not in negated]
    costs.append(terrain.hexes[hexmap.terrain(b)].cost[movement_class])
    return None if None in costs else sum((c for c in costs if c is not None), Fraction(0))


def zone(units: Iterable[tuple[str, str, int]]) -> set[str]:
    """2.0a and 2.0b: the hexes beside units that attack, where each could move to."""
    found = set()
    for unit, at, lost in units:
        kind = field().units[unit].type
        if field().units[unit].steps[lost].attack >= 1 and "barrage" not in kind.traits:
            for near in field().map.neighbors(at):
                if terrain_cost(at, near, kind.movement_class) is not None:
                    found.add(near)
    return found


def reach(unit: str, at: str, enemies: Iterable[tuple[str, str, int]]) -> dict[str, Fraction]:
    """Every hex that a unit can go to, with what it spends."""
    enemies = list(enemies)
    held, controlled = {number for _, number, _ in enemies}, zone(enemies)
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_node(at)
    for a in field().map.numbers:
        for b in field().map.neighbors(a):
            cost = terrain_cost(a, b, field().units[unit].type.movement_class)
            if cost is not None and b not in held:
                graph.add_edge(a, b, weight=cost + (2 if b in controlled else 0))
    allowance = field().units[unit].steps[0].movement or Fraction(0)
    costs = nx.single_source_dijkstra_path_length(graph, at)
    found = {number: Fraction(cost) for number, cost in costs.items() if cost <= allowance}
    if allowance:  # 3.1e
        found.update({near: allowance for near in graph[at] if near not in found})
    del found[at]
    return found


def scatter(random: Random) -> dict[str, str]:
    """About thirty units in hexes of their own."""
    units = random.sample([unit for unit in field().units if unit[1] in "ITMGHLF"], 26)
    open_hexes = [h for h in sorted(field().map.numbers) if field().map.terrain(h) == "clear"]
    return dict(zip(units, random.sample(open_hexes, len(units)), strict=True))


def standing(state: State, side: str, lost: dict[str, int]) -> list[tuple[str, str, int]]:
    """The units of a side: name, hex, steps lost."""
    return [
        (unit, number, lost.get(unit, 0))
        for unit in field().units
        if field().units[unit].side == side and (number := state.position(unit)) is not None
    ]


@pytest.mark.rule("scs", "3.2")
@pytest.mark.rule("scs", "3.1c")
@pytest.mark.rule("scs", "2.0b")
@pytest.mark.parametrize("seed", range(6))
def test_every_reach_is_what_the_cases_add_up_to(seed: int) -> None:
    random = Random(seed)
    lost = {unit: 1 for unit in ("BL1", "BL2", "BI3") if random.random() < 0.5}
    state = position(scatter(random), lost=lost)
    enemies = standing(state, "blue", lost)
    for unit, at, _ in standing(state, "red", {}):
        found = {number: there.cost for number, there in state.reach(unit).items()}
        assert found == reach(unit, at, enemies)
