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


def _below(columns: str) -> str:
    """The section with `below` and these columns."""
    section = _combat(columns, "1: [NE, DE]", "2: [NE, NE]", more="below: prohibited")
    return section.replace("cite: {", 'cite: {below: "2", ')


def _ratio(rounding: str) -> str:
    """The section with a column 3:2 and odds rounded this way."""
    section = _combat('["1:1", "3:2"]', "1: [NE, DE]", "2: [NE, NE]")
    return section.replace("odds: attackers", f"odds: {{ratio: {rounding}}}")


_SOUND = given("combat.yaml", _combat("[1, 2]", "1: [NE, DE]", "2: [NE, NE]"))
_SUPPLY = """
    supply:
      sources: {SOURCES}
      cite: {trace: "1"}
"""
_TWO_STEPS = """
    units:
      types:
        infantry: {title: Infantry, steps: [4-3-4, 2-1-4]}
      counters:
        A: {side: red, type: infantry}
        X: {side: blue, type: infantry}
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
        "HW401",
        "the table lacks a row",
        "Every total that the dice can show needs a row of the combat results table: 1d6 shows 1 "
        "to 6, 2d6 shows 2 to 12. The message names the totals without one.",
        bad=given("combat.yaml", _combat("[1, 2]", "1: [NE, DE]")),
        good=_SOUND,
    ),
    warning(
        "HW402",
        "a row that is never rolled",
        "The table has a row for a total that its dice cannot show. The row does nothing; perhaps "
        "the dice are not those that were meant.",
        bad=given("combat.yaml", _combat("[1, 2]", "1: [NE, DE]", "2: [NE, NE]", "3: [NE, NE]")),
        good=_SOUND,
    ),
    error(
        "HW403",
        "a row does not fill the columns",
        "Each row of the table has one result for every column, and `headings`, if there are any, "
        "one heading for every column. This one has fewer or more.",
        bad=given("combat.yaml", _combat("[1, 2]", "1: [NE, DE]", "2: [NE]")),
        good=_SOUND,
    ),
    error(
        "HW404",
        "the columns do not ascend",
        "Columns run from the odds that are worst for the attacker to the best, so that a battle "
        "falls into the last one that it reaches. Sort them, and the results of every row with "
        "them.",
        bad=given("combat.yaml", _combat("[2, 1]", "1: [NE, DE]", "2: [NE, NE]")),
        good=_SOUND,
    ),
    warning(
        "HW405",
        "better odds with a worse result",
        "On one total of the dice a column further right is worse for the attacker than the one "
        "before it. Some printed tables are like that; more often two results were exchanged in "
        "typing.",
        bad=given("combat.yaml", _combat("[1, 2]", "1: [DE, NE]", "2: [NE, NE]")),
        good=_SOUND,
    ),
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
        "HW409",
        "a phase that no section has the rules of",
        "A phase of the turn is of the kind combat or supply, and the section of that name is not "
        "there: nothing says how battles are fought, or where supply comes from. Add the section, "
        "or delete the phase.",
        bad=given("combat.yaml", ""),
        good=_SOUND,
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
        "HW415",
        "printed strengths that never count",
        "The sides of a counter print different strengths, and `strength: units` counts every unit "
        "as one, whatever it has lost. Write `strength: values` in combat, or give the unit the "
        "same values on both sides.",
        bad=given("units.yaml", _TWO_STEPS),
        good=given(
            "units.yaml",
            _TWO_STEPS,
            "combat.yaml",
            _combat("[1, 2]", "1: [NE, DE]", "2: [NE, NE]", more="strength: values"),
        ),
    ),
    warning(
        "HW416",
        "odds below the table that cannot be",
        "`below` says what happens to an attack to the left of the first column. Here the column "
        "is the number of attackers and the first is for one, so that no attack is below it. "
        "Delete `below`, or correct the columns.",
        bad=given(
            "combat.yaml",
            _below("[1, 2]"),
        ),
        good=given(
            "combat.yaml",
            _below("[2, 3]"),
        ),
    ),
    error(
        "HW419",
        "two rows for one total",
        "A row of the combat results table may be for several totals of the dice, such as 11..23. "
        "Here two rows are for the same total, and only one result can come of it. Let each row "
        "begin behind the end of the one before.",
        bad=given("combat.yaml", _combat("[1, 2]", "1..2: [NE, DE]", "2: [NE, NE]")),
        good=given("combat.yaml", _combat("[1, 2]", "1..2: [NE, DE]")),
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
    error(
        "HW422",
        "a column between whole odds",
        "With `ratio: nearest` both strengths are divided by the smaller and rounded, so that the "
        "odds are always N to 1 or 1 to N: no attack reaches a column such as 3:2. With `down` or "
        "`up` it is the column of all odds from there to the next in that side's favour.",
        bad=given("combat.yaml", _ratio("nearest")),
        good=given("combat.yaml", _ratio("down")),
    ),
)
