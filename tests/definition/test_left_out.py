"""A game that says only what it must is read and drawn as if somebody had taken pains."""

from __future__ import annotations

from pathlib import Path

from hexwar.definition import load
from hexwar.definition.model import ResolvedGame
from hexwar.rules.effects import Effects
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.sides.section import Sides
from hexwar.rules.terrain.section import Terrain
from hexwar.rules.victory.telling import goals

GAME = """\
hexwar: 2
id: spare
title: Spare
sides: {north: {name: North}, Red: {name: Reds}, south: {name: South, color: "#2f5f9e"}}
map: {grid: {columns: 5, rows: 5}, default: open}
terrain:
  hexes:
    open: {cost: 1}
    dark_forest: {cost: 2}
    salt_swamp: {cost: 3}
    sea: {cost: prohibited}
units:
  types: {foot: {steps: 4-3-6}}
  counters: {A: {side: north, type: foot}, X: {side: south, type: foot}, R: {side: Red, type: foot}}
movement: {allowance: printed}
stacking: {limit: 2}
zones_of_control: {entering: stop}
combat:
  strength: printed
  column: ratio
  dice: 1d2
  columns: [1:1]
  table: {1..2: [DE]}
  results: {DE: [{eliminate: defender}]}
effects:
  long_night: {if: {turn: [2]}, patch: {movement: {allowance: 3}}}
sequence:
  turns: 3
  phases: [{id: north_march, kind: movement, side: north}]
victory:
  - winner: north
    if:
      all:
        - {effect: long_night}
        - {any: [{eliminated: {side: south}}, {turn: 3}]}
        - {not: {eliminated: {side: north}}}
  - {winner: south}
scenarios: {first_light: {setup: {A: "0101", X: "0404", R: "0202"}}}
"""


def spare(tmp_path: Path) -> ResolvedGame:
    (tmp_path / "game.yaml").write_text(GAME)
    return load(tmp_path).resolve("first_light")


def test_what_has_no_title_is_called_by_its_id_in_words(tmp_path: Path) -> None:
    game = spare(tmp_path)
    assert [phase.title for phase in game[SequenceOfPlay].phases] == ["North march"]
    assert game[Terrain].hexes["dark_forest"].title == "Dark forest"
    assert game[Effects].effects["long_night"].title == "Long night"
    assert game.scenario.title == "First light"


def test_sides_without_a_colour_differ_and_take_none_that_is_taken(tmp_path: Path) -> None:
    colors = [side.color for side in spare(tmp_path)[Sides].all]
    assert len(set(colors)) == 3
    assert colors[1:] == ["#b3392f", "#2f5f9e"]


def test_a_goal_of_several_parts_reads_as_a_sentence(tmp_path: Path) -> None:
    assert goals(spare(tmp_path))[0].needs == (
        "Long night is in force, and either South has lost at least 1 unit or it is turn 3, "
        "and North has lost no units"
    )
