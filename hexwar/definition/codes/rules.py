"""HW4xx: rules and tables."""

from __future__ import annotations

from hexwar.definition.codes.code import error, given


def _combat(columns: str, *rows: str, dice: str = "1d2", more: str = "") -> str:
    """The section with these columns and rows."""
    lines = ["column: attackers", f"dice: {dice}", f"columns: {columns}", "table:"]
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
        "HW411",
        "a rule that needs a section which is missing",
        "A rule speaks of zones of control, supply or battles, and the section that says what they "
        "are is not there: retreats towards supply need `supply`, overruns need `combat`, attacks "
        "into a unit's own zone need `zones_of_control`. So do words by which units are chosen and "
        "things are counted: `effective` needs `figures`, `in_zone` needs `zones_of_control`. Add "
        "the section, or delete the rule.",
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
)
