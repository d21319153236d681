"""Every action of a whole side listed, against networkx on the same map."""

from __future__ import annotations

from collections.abc import Iterator

import networkx as nx

import hexwar
from hexwar.rules.movement.rules import MovementRules
from hexwar.rules.state import State
from hexwar.rules.units.rules import Forces
from tools.benchmarks.reach import Ground
from tools.benchmarks.rows import Aim, Row, Yardstick, per_call

FRONT = {
    **dict.fromkeys(("I1", "I2"), "11.13"),
    **dict.fromkeys(("A1", "M1"), "13.08"),
    **dict.fromkeys(("M2", "I4"), "11.08"),
    **dict.fromkeys(("I6", "M3", "A3"), "12.03"),
    **{"I3": "10.12", "I7": "09.13", "F1": "09.12", "A2": "13.07", "C1": "13.06"},
    **{"F2": "10.09", "LHQ": "08.09", "I5": "11.03", "I8": "10.03"},
    **dict.fromkeys(("G1", "V1"), "12.13"),
    **dict.fromkeys(("G2", "V2"), "14.08"),
    **dict.fromkeys(("RHQ", "K1"), "18.11"),
    **{"V5": "12.12", "V3": "14.07", "H1": "14.06", "B1": "15.09", "T1": "15.08", "T2": "16.09"},
    **{"D1": "15.07", "G3": "13.03", "V4": "14.03", "V6": "14.04", "K2": "22.06"},
}
"""The sample game's third turn: all eighteen League units on the map, the front along the river."""


def move_rows(skirmish: hexwar.Game) -> Iterator[Row]:
    """Every move of a side, on a small map with twelve units a side."""
    state = skirmish.start()
    units, small = len(skirmish.units) // 2, Ground.generate(9, 8)

    def list_moves() -> None:
        fresh = state.clone()
        fresh.forget_computed()  # or the floods of the call before would be found ready
        list(fresh.legal_actions())

    searched = small.searched(4)
    yield Row(
        f"all {len(state.legal_actions())} actions of {units} units",
        per_call(list_moves, 100),
        Yardstick(f"{units} networkx Dijkstras", lambda: searched() * units),
        Aim("time", 200e-6, 100e-6),
    )


def series_row() -> Iterator[Row]:
    """A whole side among the enemy, with stacks, rivers, roads, zones and overruns."""
    game = hexwar.load_game("scs_sample")
    state = game.start("battle", setup=FRONT, turn=3, phase="league_movement", seed=1)
    rules = state.rules
    units = [unit for unit in rules[Forces].of_side[0] if state.cells[unit]]
    searches = [_search(rules[MovementRules], state, unit) for unit in units]
    actions = len(state.legal_actions())

    def list_actions() -> None:
        fresh = state.clone()
        fresh.forget_computed()
        list(fresh.legal_actions())

    def search() -> None:
        for graph, start, points in searches:
            nx.single_source_dijkstra_path_length(graph, start, cutoff=points)

    yield Row(
        f"all {actions:,} actions of {len(units)} units, {len(rules.frame.board.cell)} hexes",
        per_call(list_actions, 10),
        Yardstick("networkx, reach of each unit, graph made", per_call(search, 3)),
        Aim("time", 20e-3, 10e-3),
    )


def _search(movement: MovementRules, state: State, unit: int) -> tuple[nx.DiGraph[int], int, int]:
    """A graph, start and cutoff with which Dijkstra's algorithm finds what the unit can reach.

    The weights hold terrain, rivers, roads, enemies and their zones, which cost points here and
    stop nobody. Stacking, stacks that move together and overruns are left out.
    """
    board, start = movement.board, state.cells[unit]
    passage, points = movement.passage(state, unit), movement.values.allowance(state, unit)
    graph: nx.DiGraph[int] = nx.DiGraph()
    for cell in board.cell.values():
        for to in board.neighbours[cell]:
            if to and (cost := passage.step_cost(cell, to)) is not None:
                graph.add_edge(cell, to, weight=cost)
    lengths = nx.single_source_dijkstra_path_length(graph, start, cutoff=points)
    if set(lengths) - {start} != set(board.cells(passage.flood(start, points)[-1])):
        raise SystemExit("hexwar and networkx disagree: there is nothing to compare")
    return graph, start, points
