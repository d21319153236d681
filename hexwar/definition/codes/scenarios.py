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
    error(
        "HW501",
        "a unit begins where it may not be",
        "The scenario sets a unit up in terrain that is prohibited to it. Correct the hex, or the "
        "terrain of the map.",
        bad=given(*_LAKE, "scenarios.yaml", _setup('A: "0202"', 'X: "0402"')),
        good=given(*_LAKE, "scenarios.yaml", _setup('A: "0201"', 'X: "0402"')),
    ),
    error(
        "HW502",
        "too many units begin in one hex",
        "The scenario sets up more units in a hex than `stacking` allows. Correct the set-up, or "
        "the limit; a scenario may raise it by a patch.",
        bad=given(
            "units.yaml", _UNITS, "scenarios.yaml", _setup('A: "0101"', 'B: "0101"', 'X: "0402"')
        ),
        good=given(
            "units.yaml", _UNITS, "scenarios.yaml", _setup('A: "0101"', 'B: "0102"', 'X: "0402"')
        ),
    ),
    error(
        "HW503",
        "enemies begin in one hex",
        "Units of two sides are set up in the same hex, where no rule ever lets them stand "
        "together. One of the two hexes is mistyped.",
        bad=given(
            "stacking.yaml",
            'stacking:\n  limit: 2\n  cite: {limit: "1"}\n',
            "scenarios.yaml",
            _setup('A: "0101"', 'X: "0101"'),
        ),
        good=given(
            "stacking.yaml",
            'stacking:\n  limit: 2\n  cite: {limit: "1"}\n',
            "scenarios.yaml",
            _setup('A: "0101"', 'X: "0402"'),
        ),
    ),
    warning(
        "HW505",
        "a counter is never in play",
        "The order of battle has a counter that no scenario sets up and no reinforcement brings. "
        "It may be forgotten in a set-up, or left over.",
        bad=given("units.yaml", _UNITS),
        good=given(
            "units.yaml", _UNITS, "scenarios.yaml", _setup('A: "0101"', 'B: "0102"', 'X: "0402"')
        ),
    ),
    warning(
        "HW506",
        "a side has no units in a scenario",
        "Neither the set-up nor the reinforcements give this side a unit. A game can be played "
        "like that, but there is nothing to play against.",
        bad=given(
            "scenarios.yaml",
            """
            scenarios:
              duel:
                setup: {A: "0101", X: "0402"}
              march:
                setup: {A: "0101"}
            """,
        ),
        good=given(
            "scenarios.yaml",
            """
            scenarios:
              duel:
                setup: {A: "0101", X: "0402"}
              march:
                setup: {A: "0101", X: "0403"}
            """,
        ),
    ),
    warning(
        "HW507",
        "a side has no phase",
        "No phase of the turn belongs to this side, so its player never acts. Add a phase with the "
        "side's id to `sequence`.",
        bad=given(
            "sequence.yaml",
            "sequence:\n  turns: 3\n  phases:\n"
            "    - {id: red_movement, kind: movement, side: red}\n",
        ),
        good=given(
            "sequence.yaml",
            "sequence:\n  turns: 3\n  phases:\n"
            "    - {id: red_movement, kind: movement, side: red}\n"
            "    - {id: blue_movement, kind: movement, side: blue}\n",
        ),
    ),
    warning(
        "HW508",
        "a side has no way to win",
        "No line of `victory` names this side as the winner, so the best that its player can do is "
        "not to lose. Add a line, or a last line that gives the game to this side.",
        bad=given("victory.yaml", "victory:\n  - {winner: red}\n"),
        good=given(
            "victory.yaml",
            "victory:\n  - {winner: red, if: {eliminated: {side: blue}}}\n  - {winner: blue}\n",
        ),
    ),
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
        "HW513",
        "a set-up area that nobody may use",
        "A unit may be set up within some hexes of the one it is given, and its side is not in the "
        "scenario's `setup_order`: its player is never asked, and the unit stands where it is. Add "
        "the side, or write the hex alone.",
        bad=given("scenarios.yaml", _AREA),
        good=given("scenarios.yaml", _AREA + _ORDER.format("red")),
    ),
    warning(
        "HW514",
        "a side that sets up with nothing to place",
        "`setup_order` names a side none of whose units has a set-up area, so that there is "
        "nothing for its player to do. Give a unit an area, such as {hex: 0101, within: 2}, or "
        "leave the side out.",
        bad=given("scenarios.yaml", _AREA + _ORDER.format("red, blue")),
        good=given("scenarios.yaml", _AREA + _ORDER.format("red")),
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
