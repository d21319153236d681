"""The smallest complete game, one file for each section, which the examples of the codes change.

An example of a finding is then only the file that causes it, and is tried as a whole game all the
same: ``tests`` check that each makes exactly its own finding.
"""

from __future__ import annotations

from hexwar.definition.codes import Files

FILES: dict[str, str] = {
    "game.yaml": """\
hexwar: 2
id: tiny
title: Tiny
rulebook: rules.md
""",
    "rules.md": """\
# Tiny

## 1 Movement

Units have four movement points.

## 2 Combat

Roll a die.
""",
    "sides.yaml": """\
sides:
  red: {name: Red}
  blue: {name: Blue}
""",
    "map.yaml": """\
map:
  grid: {columns: 4, rows: 3}
  default: open
""",
    "terrain.yaml": """\
terrain:
  hexes:
    open: {cost: 1}
""",
    "units.yaml": """\
units:
  types:
    infantry: {title: Infantry}
  counters:
    A: {side: red, type: infantry}
    X: {side: blue, type: infantry}
""",
    "movement.yaml": """\
movement:
  allowance: 4
  cite: {allowance: "1"}
""",
    "stacking.yaml": """\
stacking:
  limit: 1
  cite: {limit: "1"}
""",
    "combat.yaml": """\
combat:
  column: attackers
  dice: 1d2
  columns: [1, 2]
  table:
    1: [NE, DE]
    2: [NE, NE]
  results:
    DE: [{eliminate: defender}]
    NE: [nothing]
  cite: {table: "2", result: "2"}
""",
    "sequence.yaml": """\
sequence:
  turns: 3
  phases:
    - {id: red_movement, kind: movement, side: red}
    - {id: red_combat, kind: combat, side: red}
    - {id: blue_movement, kind: movement, side: blue}
""",
    "victory.yaml": """\
victory:
  - {winner: red, if: {eliminated: {side: blue}}}
  - {winner: blue}
""",
    "scenarios.yaml": """\
scenarios:
  duel:
    setup: {A: "0101", X: "0402"}
""",
}


def game(changed: Files = ()) -> dict[str, str]:
    """The tiny game's files with some of them changed, added or, if empty, left out."""
    files = FILES | dict(changed)
    return {name: text for name, text in files.items() if text}
