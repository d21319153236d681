"""HW6xx: who can get where."""

from __future__ import annotations

from hexwar.definition.codes.code import Files, given

_TERRAIN = """
    terrain:
      hexes:
        open: {cost: 1}
        lake: {cost: prohibited}
"""
_MAP = """
    map:
      grid: {columns: 4, rows: 3}
      default: open
"""
_GROUP = """
    reinforcements:
      second_wave:
        side: red
        phase: red_movement
        units: [B]
        entry: west
        cite: {entry: "1"}
"""
_UNITS = """
    units:
      types:
        infantry: {title: Infantry}
      counters:
        A: {side: red, type: infantry}
        B: {side: red, type: infantry}
        X: {side: blue, type: infantry}
"""
_VICTORY = """
    victory:
      - {winner: red, if: {occupied: {region: town, by: red}}}
      - {winner: blue}
"""
_SHUT_IN = 'hexes: {lake: ["0102", "0201"]}\n'
_START = 'scenarios:\n  duel:\n    setup: {A: "0201", X: "0402"}\n'


def _blocked(lake: str) -> Files:
    """The game with a lake and a unit that enters at 0101, or within a hex of it."""
    return given(
        "terrain.yaml",
        _TERRAIN,
        "map.yaml",
        _MAP + f'      hexes: {{lake: {lake}}}\n      regions: {{west: ["0101"]}}\n',
        "units.yaml",
        _UNITS,
        "reinforcements.yaml",
        _GROUP.replace("entry: west", "entry: {region: west, blocked: {within: 1}}"),
        "scenarios.yaml",
        'scenarios:\n  duel:\n    setup: {A: "0302", X: "0402"}\n',
    )


CODES = ()
