"""HW5xx: scenarios, set-up, reinforcements and victory."""

from __future__ import annotations

from hexwar.definition.codes.code import Files, error, given, warning

_UNITS = """
    units:
      types:
        infantry: {title: Infantry}
      counters:
        A: {side: red, type: infantry}
        B: {side: red, type: infantry}
        X: {side: blue, type: infantry}
"""
_LAKE = (
    "terrain.yaml",
    "terrain:\n  hexes:\n    open: {cost: 1}\n    lake: {cost: prohibited}\n",
    "map.yaml",
    'map:\n  grid: {columns: 4, rows: 3}\n  default: open\n  hexes: {lake: ["0202"]}\n',
)


def _setup(*places: str) -> str:
    """The scenario with units in these places."""
    return f"scenarios:\n  duel:\n    setup: {{{', '.join(places)}}}\n"


def _entering(group: str, **changed: str) -> Files:
    """The game with a unit B, a region west, and a group of reinforcements."""
    files = {
        "units.yaml": _UNITS,
        "map.yaml": "map:\n  grid: {columns: 4, rows: 3}\n  default: open\n"
        "  regions: {west: [0101..0103]}\n",
        "reinforcements.yaml": "reinforcements:\n  second_wave:\n"
        f'    {group}\n    cite: {{entry: "1"}}\n',
        "scenarios.yaml": _setup('A: "0201"', 'X: "0402"'),
    }
    files |= {f"{name}.yaml": text for name, text in changed.items()}
    return given(*(part for pair in files.items() for part in pair))


_AREA = """\
scenarios:
  duel:
    setup: {A: {hex: "0101", within: 1}, X: "0402"}
"""
_ORDER = '    setup_order: [{}]\n    cite: {{setup: "1"}}\n'
_GROUP = "side: red\n    phase: {phase}\n    units: [{units}]\n    entry: west"

CODES = (
    warning(
        "HW509",
        "a line of victory that is never reached",
        "The first line of `victory` whose condition holds decides, and a line without a condition "
        "always holds. This one stands below such a line and at the same moment, so it never "
        "decides. Put it above.",
        bad=given(
            "victory.yaml",
            "victory:\n  - {winner: blue}\n  - {winner: red, if: {eliminated: {side: blue}}}\n",
        ),
        good=given(
            "victory.yaml",
            "victory:\n  - {winner: red, if: {eliminated: {side: blue}}}\n  - {winner: blue}\n",
        ),
    ),
    error(
        "HW510",
        "reinforcements that come in a phase in which they cannot enter",
        "Units enter by moving, so a group of reinforcements names a movement phase of its own "
        "side. The help lists those there are.",
        bad=_entering(_GROUP.format(phase="red_combat", units="B")),
        good=_entering(_GROUP.format(phase="red_movement", units="B")),
    ),
    error(
        "HW511",
        "a counter that cannot be part of these reinforcements",
        "A group brings counters of its own side that are not in play already. This one belongs to "
        "the enemy, or the scenario sets it up at the start as well.",
        bad=_entering(_GROUP.format(phase="red_movement", units="B, X")),
        good=_entering(_GROUP.format(phase="red_movement", units="B")),
    ),
    warning(
        "HW512",
        "a condition that can never hold",
        "A condition asks for more turns, hexes or units than the game has, or for a least number "
        "above the most. What hangs on it never happens.",
        bad=given(
            "victory.yaml",
            "victory:\n  - {winner: red, if: {eliminated: {side: blue, at_least: 2}}}\n"
            "  - {winner: blue}\n",
        ),
        good=given(
            "victory.yaml",
            "victory:\n  - {winner: red, if: {eliminated: {side: blue, at_least: 1}}}\n"
            "  - {winner: blue}\n",
        ),
    ),
    warning(
        "HW515",
        "scenarios that cannot be played",
        "`abstract: true` says that the folder only has rules for other games, and it has "
        "scenarios. They cannot be played. Delete the line, or the scenarios.",
        bad=given(
            "game.yaml",
            "hexwar: 1\nid: tiny\ntitle: Tiny\nrulebook: rules.md\nabstract: true\n",
        ),
        good=given("game.yaml", "hexwar: 1\nid: tiny\ntitle: Tiny\nrulebook: rules.md\n"),
    ),
)
