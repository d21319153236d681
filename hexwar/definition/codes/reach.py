"""HW6xx: who can get where."""

from __future__ import annotations

from hexwar.definition.codes.code import Files, error, given, warning

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


CODES = (
    warning(
        "HW601",
        "a unit begins shut in",
        "Terrain around the hex in which the unit begins costs more than it has, or is prohibited "
        "to it, so it can never move. If it is meant to stay where it is, all is well; otherwise "
        "correct the hex or the terrain.",
        bad=given("terrain.yaml", _TERRAIN, "map.yaml", _MAP + "      " + _SHUT_IN),
        good=given(
            "terrain.yaml", _TERRAIN, "map.yaml", _MAP + '      hexes: {lake: ["0201", "0202"]}\n'
        ),
    ),
    warning(
        "HW602",
        "an objective that cannot be reached",
        "A line of `victory` wants a side to occupy more hexes of a region than its units can ever "
        "get to, because terrain shuts the way. The line can never decide.",
        bad=given(
            "terrain.yaml",
            _TERRAIN,
            "map.yaml",
            _MAP
            + '      hexes: {lake: ["0301", "0302", "0303"]}\n      regions: {town: ["0403"]}\n',
            "victory.yaml",
            _VICTORY,
        ),
        good=given(
            "terrain.yaml",
            _TERRAIN,
            "map.yaml",
            _MAP + '      hexes: {lake: ["0301", "0302"]}\n      regions: {town: ["0403"]}\n',
            "victory.yaml",
            _VICTORY,
        ),
    ),
    error(
        "HW603",
        "reinforcements that can enter nowhere",
        "Every hex of the region by which the group enters is of terrain that is prohibited to one "
        "of its units. Correct the region, or the terrain of its hexes.",
        bad=given(
            "terrain.yaml",
            _TERRAIN,
            "map.yaml",
            _MAP + '      hexes: {lake: ["0101"]}\n      regions: {west: ["0101"]}\n',
            "units.yaml",
            _UNITS,
            "reinforcements.yaml",
            _GROUP,
            "scenarios.yaml",
            _START,
        ),
        good=given(
            "terrain.yaml",
            _TERRAIN,
            "map.yaml",
            _MAP + '      hexes: {lake: ["0101"]}\n      regions: {west: ["0101", "0102"]}\n',
            "units.yaml",
            _UNITS,
            "reinforcements.yaml",
            _GROUP,
            "scenarios.yaml",
            _START,
        ),
    ),
    warning(
        "HW604",
        "the map falls apart",
        "Void hexes cut some hexes off from the rest, so that nothing can ever go from one part "
        "to the other. A void hex is no part of the map at all; for a lake, use terrain that is "
        "prohibited.",
        bad=given("map.yaml", _MAP + '      hexes: {void: ["0301", "0302", "0303"]}\n'),
        good=given("map.yaml", _MAP + '      hexes: {void: ["0301", "0302"]}\n'),
    ),
    warning(
        "HW606",
        "no way round a blocked entry",
        "While the enemy holds every entry hex the group enters within so many hexes of one, and "
        "no hex that near can be entered, other than the entry hexes themselves. The distance is "
        "too small, or the terrain around is prohibited.",
        bad=_blocked('["0102", "0201"]'),
        good=_blocked('["0201", "0202"]'),
    ),
)
