"""What a game has in all of its choices, and what a step on its map costs."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import networkx
import pytest

import hexwar
from hexwar.rules.units.section import Units

GAME = """\
hexwar: 2
id: wide
title: Wide
version: "1"
sides:
  red: {name: Red, color: "#aa3333"}
  blue: {name: Blue, color: "#3333aa"}
map:
  grid: {columns: 4, rows: 4, orientation: flat, shoved: even-columns-down, ids: CCRR}
  default: open
  hexes: {sea: ["0101"]}
terrain:
  hexes: {open: {title: Open, cost: 1}, sea: {title: Sea, cost: prohibited}}
units:
  types: {six: {title: Six, symbol: infantry, steps: 6-6-4}}
  counters: {R: {side: red, type: six}, B: {side: blue, type: six}}
movement: {allowance: printed}
stacking: {limit: 1}
sequence:
  turns: 1
  phases: [{id: red_movement, kind: movement, side: red}]
scenarios: {duel: {title: Duel, setup: {R: "0202", B: "0404"}}}
victory: [{when: end_of_game, winner: blue}]
options:
  guests:
    title: Guests
    patch:
      map:
        grid: {columns: 5, rows: 4, orientation: flat, shoved: even-columns-down, ids: CCRR}
        regions: {east: ["0502"]}
      units: {counters: {G: {side: red, type: six}}}
"""


def test_a_game_has_what_an_option_adds(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME)
    game = hexwar.load_game(tmp_path)
    assert list(game.units) == ["R", "B", "G"]
    assert game.map.region("east") == {"0502"}
    assert game.map.terrain("0504") == "open"
    plain, guests = game.start("duel"), game.start("duel", ["guests"])
    assert "G" not in plain.resolved[Units].counters
    assert "0502" not in plain.resolved.map
    assert guests.resolved[Units].counters["G"] == game.units["G"]
    assert set(game.map.graph) == set(guests.resolved.map)


def test_the_edges_of_the_graph_have_what_a_step_costs(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME)
    graph = hexwar.load_game(tmp_path).map.graph
    costs = graph.edges["0101", "0102"]["costs"]
    assert costs == {"0102": {"all": Fraction(1)}, "0101": {"all": None}}
    assert all(set(edge["costs"]) == {a, b} for a, b, edge in graph.edges(data=True))


def test_units_of_a_setup_begin_reduced_and_in_states_as_those_of_scenarios_do() -> None:
    game = hexwar.load_game("orva_front")
    reduced = {"hex": "0605", "step": "last", "state": ["out_of_supply"]}
    there: dict[str, Any] = {"N1": reduced, "N2": {"hex": "0606"}, "N3": "0607"}
    state = game.start(setup=there, phase="union_movement")
    index = state.frame.unit_index
    assert [state.lost[index[unit]] for unit in ("N1", "N2", "N3")] == [1, 0, 0]
    assert state.marks["out_of_supply"] == 1 << index["N1"]


def test_units_of_a_setup_are_not_put_into_states_that_hold_by_position() -> None:
    game = hexwar.load_game(Path(__file__).parents[1] / "games" / "states")
    with pytest.raises(ValueError, match="by where they stand"):
        game.start(setup={"R3": {"hex": "0101", "state": "lost"}})


def test_a_shortest_path_of_the_graph_is_what_a_unit_pays() -> None:
    game = hexwar.load_game("scs_sample")
    state = game.start("battle", setup={"I1": "05.05"}, phase="league_movement")
    kind = state.resolved[Units].counters["I1"].type.movement_class
    away = networkx.single_source_dijkstra_path_length(
        game.map.graph, "05.05", weight=lambda a, b, edge: edge["costs"][b][kind]
    )
    reached = state.reach("I1")
    assert len(reached) > 20
    assert {number: there.cost for number, there in reached.items()} == {
        number: away[number] for number in reached
    }
