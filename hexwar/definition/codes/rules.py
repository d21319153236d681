"""HW4xx: rules and tables."""

from __future__ import annotations

from hexwar.definition.codes.code import Files, error, given, warning


def _combat(columns: str, *rows: str, dice: str = "1d2", more: str = "") -> str:
    """The section with these columns and rows."""
    lines = ["odds: attackers", f"dice: {dice}", f"columns: {columns}", "table:"]
    lines += [f"  {row}" for row in rows]
    lines += ["results:", "  DE: [{eliminate: defender}]", "  NE: [nothing]"]
    lines += ['cite: {table: "2", result: "2"}', *([more] if more else [])]
    return "combat:\n" + "".join(f"  {line}\n" for line in lines)


_SOUND = given("combat.yaml", _combat("[1, 2]", "1: [NE, DE]", "2: [NE, NE]"))
_SUPPLY = """
    supply:
      sources: {SOURCES}
      cite: {trace: "1"}
"""
_CHECKED = """
    sequence:
      turns: 3
      phases:
        - {id: red_movement, kind: movement, side: red}
        - {id: red_combat, kind: combat, side: red}
        - {id: red_supply, kind: supply, side: red}
        - {id: blue_movement, kind: movement, side: blue}
"""
_SECOND_MOVE = (
    "zones_of_control.yaml",
    'zones_of_control: {entering: free, cite: {begun_in_zone: "1"}}\n',
    "units.yaml",
    """
    units:
      types:
        infantry: {title: Infantry, traits: [fast]}
      counters:
        A: {side: red, type: infantry}
        X: {side: blue, type: infantry}
    """,
    "sequence.yaml",
    """
    sequence:
      turns: 3
      phases:
        - {id: red_movement, kind: movement, side: red}
        - {id: red_combat, kind: combat, side: red}
        - {id: red_second, kind: movement, side: red, only: {trait: fast}MORE}
        - {id: blue_movement, kind: movement, side: blue}
    """,
)


def _second_move(more: str) -> Files:
    """A second movement phase with this after `only`."""
    return given(*(text.replace("MORE", more) for text in _SECOND_MOVE))


_CLASSES = """
    movement:
      allowance: 4
      classes: [foot, wheeled]
      cite: {allowance: "1"}
"""

CODES = (
    error(
        "HW406",
        "two rules contradict each other",
        "Two values say opposite things, and it cannot be told which is meant: a zone of control "
        "that blocks retreats in a game that allows retreats into it, columns that are ratios "
        "where the odds are none, or a combat phase that says who moves in it. Delete one of the "
        "two.",
        bad=given("combat.yaml", _combat("[1:2, 1:1]", "1: [NE, DE]", "2: [NE, NE]")),
        good=_SOUND,
    ),
    error(
        "HW407",
        "a cost that leaves out a movement class",
        "A cost that is stated for each movement class needs all of the game's classes, because "
        "leaving one out could mean free, prohibited or forgotten. Write prohibited for a class "
        "that may not enter.",
        bad=given(
            "movement.yaml", _CLASSES, "terrain.yaml", "terrain: {hexes: {open: {cost: {foot: 1}}}}"
        ),
        good=given(
            "movement.yaml",
            _CLASSES,
            "terrain.yaml",
            "terrain: {hexes: {open: {cost: {foot: 1, wheeled: 2}}}}",
        ),
    ),
    error(
        "HW408",
        "a counter lacks a value that the rules want printed on it",
        "With `allowance: printed` every unit moves as far as its counter says, so every counter "
        "or its type needs printed values such as 4-3-6: attack, defence, movement.",
        bad=given("movement.yaml", 'movement:\n  allowance: printed\n  cite: {allowance: "1"}\n'),
        good=given("movement.yaml", 'movement:\n  allowance: 4\n  cite: {allowance: "1"}\n'),
    ),
    error(
        "HW411",
        "a rule that needs a section which is missing",
        "A rule speaks of zones of control, supply or battles, and the section that says what they "
        "are is not there: retreats towards supply need `supply`, overruns need `combat`, attacks "
        "into a unit's own zone need `zones_of_control`. Add the section, or delete the rule.",
        bad=given("retreat.yaml", 'retreat: {toward: supply, cite: {toward: "2"}}\n'),
        good=given(
            "retreat.yaml",
            'retreat: {toward: supply, cite: {toward: "2"}}\n',
            "supply.yaml",
            _SUPPLY.replace("SOURCES", 'red: ["0101"]'),
            "sequence.yaml",
            _CHECKED,
        ),
    ),
    warning(
        "HW421",
        "a second move that zones of control do not prevent",
        "The game, or its series, cites a rule for units that begin a phase in an enemy zone of "
        "control, and a movement phase for some units does not say `begun_in_zone: stays`: they "
        "move out of the zone. Add the key; if they may move, take the number out of the `cite` of "
        "`zones_of_control` with `begun_in_zone: null`.",
        bad=_second_move(""),
        good=_second_move(", begun_in_zone: stays"),
    ),
)
