"""Who may do nothing in a phase is told whom the phase is for, whatever it was to do."""

from __future__ import annotations

from pathlib import Path

import pytest

import hexwar

FOR_HORSE = """
hexwar: 2
id: only
title: Only
version: "1"
sides: {red: {name: Red}, blue: {name: Blue}}
terrain: {hexes: {open: {title: Open, cost: 1}}}
movement: {allowance: printed}
stacking: {limit: 2}
map: {grid: {columns: 9, rows: 5}, default: open, regions: {edge: ["0202"]}}
units:
  types:
    foot: {title: Foot, steps: [4-4-4, 4-4-4]}
    horse: {title: Horse, steps: [4-4-4]}
    waggon: {title: Waggon, steps: [0-0-4]}
  counters:
    R1: {side: red, type: foot}
    R2: {side: red, type: horse}
    B1: {side: blue, type: foot}
    B2: {side: blue, type: waggon}
markers:
  trench: {side: red, place: {phase: go, by: {type: foot}}, does: {cost: {add: 1}}}
overrun: {cost: 1}
exits: {out: {side: red, region: edge}}
capture: {only: {type: waggon}}
fire: {range: {most: 3}, dice: {count: 1}, hits: steps}
sequence:
  turns: 2
  phases:
    - {id: go, kind: movement, side: red, only: {type: horse}}
    - {id: shoot, kind: fire, side: red, only: {type: horse}}
    - {id: fight, kind: combat, side: red, only: {type: horse}}
    - id: act
      kind: activation
      order: alternating
      each: unit
      only: {type: horse}
      phases: [{id: ride, kind: movement}]
    - {id: blue_combat, kind: combat, side: blue}
initiative: {first: red, die: {red: d6, blue: d6}}
combat:
  strength: printed
  column: attackers
  dice: 1d6
  columns: [1]
  table: {1..6: [NE]}
  results: {NE: [nothing]}
victory: [{winner: red, if: {exited: {exit: out}}}, {winner: blue}]
scenarios: {a: {title: A, setup: {R1: "0202", R2: "0302", B1: "0303", B2: "0203"}}}
"""


@pytest.mark.parametrize(
    ("phase", "action"),
    [
        ("go", "move R1 0102"),
        ("go", "dig R1 trench"),
        ("go", "overrun 0303 by R1"),
        ("go", "leave R1"),
        ("go", "capture R1 0203"),
        ("shoot", "fire 0303 by R1"),
        ("fight", "attack 0303 by R1"),
        ("act", "activate R1"),
    ],
)
def test_who_is_left_out_is_told_whom_the_phase_is_for(
    phase: str, action: str, tmp_path: Path
) -> None:
    (tmp_path / "game.yaml").write_text(FOR_HORSE, encoding="utf-8")
    state = hexwar.load_game(tmp_path).start("a", seed=1, phase=phase)
    why = state.explain(action)
    assert why is not None
    assert why.message.endswith(" in this phase: it is for horse units.")


def test_another_sides_unit_is_nobodys_to_activate(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(FOR_HORSE, encoding="utf-8")
    why = hexwar.load_game(tmp_path).start("a", seed=1, phase="act").explain("activate B1")
    assert why is not None
    assert why.message == "B1 belongs to the other side."
