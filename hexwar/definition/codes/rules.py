"""HW4xx: rules and tables."""

from __future__ import annotations

from hexwar.definition.codes.code import error, given, warning


def _combat(columns: str, *rows: str, dice: str = "1d2", more: str = "") -> str:
    """The section with these columns and rows."""
    lines = ["odds: attackers", f"dice: {dice}", f"columns: {columns}", "table:"]
    lines += [f"  {row}" for row in rows]
    lines += ["results:", "  DE: [{eliminate: defender}]", "  NE: [nothing]"]
    lines += ['cite: {table: "2", result: "2"}', *([more] if more else [])]
    return "combat:\n" + "".join(f"  {line}\n" for line in lines)


_SOUND = given("combat.yaml", _combat("[1, 2]", "1: [NE, DE]", "2: [NE, NE]"))
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
        "that blocks retreats in a game that allows retreats into it, or columns that are ratios "
        "where the odds are none. Delete one of the two.",
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
        "a combat phase in a game without combat",
        "A phase of the turn is of the kind combat, and no section says how battles are fought. "
        "Add the section `combat` with its dice and its table, or make the phase one of movement.",
        bad=given("combat.yaml", ""),
        good=_SOUND,
    ),
    error(
        "HW410",
        "a step that costs nothing",
        "Entering a hex, or going along a path, costs more than 0 movement points: a unit that "
        "moved for nothing could go on for ever. Write a small fraction such as 1/10. A hexside "
        "may cost 0, because its cost comes on top.",
        bad=given("terrain.yaml", "terrain: {hexes: {open: {cost: 0}}}"),
        good=given("terrain.yaml", "terrain: {hexes: {open: {cost: 1/10}}}"),
    ),
)
