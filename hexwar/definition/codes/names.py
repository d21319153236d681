"""HW3xx: names and rule numbers."""

from __future__ import annotations

from hexwar.definition.codes.code import error, given, warning

_RULES = """
    # Tiny

    ## 1 Movement

    Units have four movement points.

"""

CODES = (
    error(
        "HW301",
        "a name that nothing has",
        "A side, unit, type, terrain, region, phase, result or other thing is named that the game "
        "does not define. It may be misspelt; the help names the nearest, or all there are. If a "
        "variant or an option defines it, it exists only where that is in force.",
        bad=given(
            "units.yaml",
            """
            units:
              types:
                infantry: {title: Infantry}
              counters:
                A: {side: red, type: infantri}
                X: {side: blue, type: infantry}
            """,
        ),
        good=given(
            "units.yaml",
            """
            units:
              types:
                infantry: {title: Infantry}
              counters:
                A: {side: red, type: infantry}
                X: {side: blue, type: infantry}
            """,
        ),
    ),
    warning(
        "HW302",
        "defined and never used",
        "A terrain, feature, region, unit type or result is defined, and no scenario with any of "
        "its options uses it. It may be a leftover, or the place that should use it is misspelt or "
        "missing.",
        bad=given(
            "terrain.yaml", "terrain:\n  hexes:\n    open: {cost: 1}\n    woods: {cost: 2}\n"
        ),
        good=given(
            "terrain.yaml",
            "terrain:\n  hexes:\n    open: {cost: 1}\n    woods: {cost: 2}\n",
            "map.yaml",
            'map:\n  grid: {columns: 4, rows: 3}\n  default: open\n  hexes: {woods: ["0201"]}\n',
        ),
    ),
    error(
        "HW303",
        "the rulebook lacks a rule that is cited",
        "`cite` gives the number of the rule that a value comes from, and the game's rulebook has "
        "no rule of that number. Rules are headings such as `## 4.31 Entering a zone`. Correct the "
        "number, or write the rule.",
        bad=given("movement.yaml", 'movement:\n  allowance: 4\n  cite: {allowance: "9.1"}\n'),
        good=given("movement.yaml", 'movement:\n  allowance: 4\n  cite: {allowance: "1"}\n'),
    ),
    warning(
        "HW304",
        "a mechanism that cites no rule",
        "The game has a rulebook, and a rule that is in use here cites no number of it. Players "
        "who are refused an action would not be told which rule refuses it. Add the number to the "
        "section's `cite`.",
        bad=given("movement.yaml", "movement:\n  allowance: 4\n"),
        good=given("movement.yaml", 'movement:\n  allowance: 4\n  cite: {allowance: "1"}\n'),
    ),
    error(
        "HW305",
        "a rule number stands twice in the rulebook",
        "Two headings of the rulebook have the same number, so that nobody can tell which of them "
        "is meant. Give one of them another number, and cite it where it is meant.",
        bad=given(
            "rules.md", _RULES + "    ## 2 Combat\n\n    Roll.\n\n    ## 2 Retreat\n\n    None.\n"
        ),
        good=given(
            "rules.md", _RULES + "    ## 2 Combat\n\n    Roll.\n\n    ## 3 Retreat\n\n    None.\n"
        ),
    ),
    warning(
        "HW307",
        "a word that is nearly one of those that are drawn",
        "A unit type whose symbol is no word that hexwar draws shows the initials of its title, "
        "and a pattern of terrain that is none is hatched. This one differs by a letter or two "
        "from one that is drawn, and is probably misspelt.",
        bad=given(
            "units.yaml",
            """
            units:
              types:
                infantry: {title: Infantry, symbol: infantary}
              counters:
                A: {side: red, type: infantry}
                X: {side: blue, type: infantry}
            """,
        ),
        good=given(
            "units.yaml",
            """
            units:
              types:
                infantry: {title: Infantry, symbol: infantry}
              counters:
                A: {side: red, type: infantry}
                X: {side: blue, type: infantry}
            """,
        ),
    ),
)
