"""HW1xx: the shape of sections, and patches."""

from __future__ import annotations

from hexwar.definition.codes.code import error, given, warning

_MOVEMENT = 'movement:\n  allowance: 4\n  cite: {allowance: "1"}\n'
_OPTION = """
    options:
      dusk:
        patch:
          sequence: {turns: 5}
"""
_HEADER = "hexwar: 2\nid: tiny\ntitle: Tiny\nrulebook: rules.md\n"
_VALUES = """
    units:
      types:
        infantry: {title: Infantry, steps: 4-3-6}
      counters:
        A: {side: red, type: infantry}
        X: {side: blue, type: infantry}
"""


def _options(number: int) -> str:
    """A section of so many options."""
    lines = [f"  o{n}: {{patch: {{sequence: {{turns: {n + 3}}}}}}}\n" for n in range(1, number + 1)]
    return "options:\n" + "".join(lines)


CODES = (
    error(
        "HW101",
        "an unknown key",
        "Every section has a fixed set of keys, so that a misspelt one cannot be overlooked. This "
        "one is none of them here; it may be misspelt, or indented into the wrong section. The "
        "reference lists the keys of each section.",
        bad=given("movement.yaml", 'movement:\n  alowance: 4\n  cite: {allowance: "1"}\n'),
        good=given("movement.yaml", _MOVEMENT),
    ),
    error(
        "HW102",
        "something that is needed is missing",
        "A section lacks a key that it cannot do without, or the game lacks a section. The help "
        "says what it is for, with an example. A game that only others extend says `abstract: "
        "true` and may lack sections, but cannot be played itself.",
        bad=given("sides.yaml", 'sides:\n  red: {name: Red}\n  blue: {color: "#2f5f9e"}\n'),
        good=given("sides.yaml", "sides:\n  red: {name: Red}\n  blue: {name: Blue}\n"),
    ),
    error(
        "HW103",
        "a value of the wrong kind",
        "A number stands where text is wanted, a list where a mapping is wanted, or the like. "
        "Numbers are written bare: 0101, +3 and 1_000 are text. Text that looks like a number is "
        "put in quotes.",
        bad=given("sides.yaml", "sides:\n  red: {name: 1944}\n  blue: {name: Blue}\n"),
        good=given("sides.yaml", 'sides:\n  red: {name: "1944"}\n  blue: {name: Blue}\n'),
    ),
    error(
        "HW104",
        "a word that is not one of those allowed",
        "The key takes one of a few words, and this is none of them. The help names the nearest, "
        "or all of them.",
        bad=given("movement.yaml", _MOVEMENT + "  through_friends: allow\n"),
        good=given("movement.yaml", _MOVEMENT + "  through_friends: allowed\n"),
    ),
    error(
        "HW105",
        "text that is not of the right form",
        "The value is text, but not of the form that is wanted: an id begins with a letter and "
        "has letters, digits and underscores; dice are written 1d6 (1 to 9 dice of 2 to 100 faces, "
        "or d66); a colour is # and six hexadecimal digits, in quotes.",
        bad=given("sides.yaml", "sides:\n  red: {name: Red, color: red}\n  blue: {name: Blue}\n"),
        good=given(
            "sides.yaml", 'sides:\n  red: {name: Red, color: "#b3392f"}\n  blue: {name: Blue}\n'
        ),
    ),
    error(
        "HW106",
        "a number out of range, or an empty collection",
        "The number is smaller or larger than makes sense, or a list or mapping that needs an "
        "entry has none. The message names the limit.",
        bad=given("stacking.yaml", 'stacking:\n  limit: 0\n  cite: {limit: "1"}\n'),
        good=given("stacking.yaml", 'stacking:\n  limit: 1\n  cite: {limit: "1"}\n'),
    ),
    error(
        "HW107",
        "the same value twice in a list",
        "In this list every value counts once, and one stands there twice. Delete one, or correct "
        "it if another was meant.",
        bad=given(
            "stacking.yaml",
            """
            stacking:
              limit: 1
              checked: [end_of_phase, end_of_phase]
              cite: {limit: "1"}
            """,
        ),
        good=given(
            "stacking.yaml",
            """
            stacking:
              limit: 1
              checked: [end_of_phase, every_stop]
              cite: {limit: "1"}
            """,
        ),
    ),
    error(
        "HW108",
        "the game is written for another format",
        "`hexwar:` says which version of the format the game is written in. This hexwar reads "
        "version 2; a higher one needs a newer hexwar. A game of version 1 is brought up "
        "to date by hand: each word that has a new name is a finding that says the new one.",
        bad=given("game.yaml", "hexwar: 1\nid: tiny\ntitle: Tiny\nrulebook: rules.md\n"),
        good=given("game.yaml", "hexwar: 2\nid: tiny\ntitle: Tiny\nrulebook: rules.md\n"),
    ),
    warning(
        "HW109",
        "a patch that changes nothing",
        "A variant, an option, a scenario or an edition states what is so without it, in every "
        "game that it is part of. Either the line is superfluous, or the value that was meant to "
        "change stands under another name.",
        bad=given("options.yaml", "options:\n  dusk: {patch: {sequence: {turns: 3}}}\n"),
        good=given("options.yaml", "options:\n  dusk: {patch: {sequence: {turns: 5}}}\n"),
    ),
    warning(
        "HW110",
        "a patch that removes what is not there",
        "In a patch, `null` removes a key. Here there is nothing to remove: the key may be "
        "misspelt, or stand in another section.",
        bad=given("options.yaml", _OPTION + "          advance: null\n"),
        good=given("options.yaml", _OPTION),
    ),
    warning(
        "HW112",
        "a key that has no effect",
        "Another key of the same mapping leaves this one nothing to do, or one that it needs is "
        "not there: a way of moving with an allowance of its own multiplies none. The reference "
        "says so of each such key. Nor has one with an empty list or mapping behind it an effect, "
        "where that is what is so without it. It is reported if it has no effect in any of the "
        "games that scenarios and options make.",
        bad=given(
            "movement.yaml",
            """
            movement:
              allowance: 4
              modes: {march: {allowance: 6, multiply: 2}}
              cite: {allowance: "1", modes: "1"}
            """,
        ),
        good=given(
            "movement.yaml",
            """
            movement:
              allowance: 4
              modes: {march: {multiply: 2}}
              cite: {allowance: "1", modes: "1"}
            """,
        ),
    ),
    warning(
        "HW111",
        "more pairs of options than are checked",
        "Each option may be sound by itself and two of them not: odds rounded to the nearest, and "
        "columns between whole odds. Of more than four options each is checked alone, each with "
        "each other one, and all together; but of very many options only the first pairs.",
        bad=given("options.yaml", _options(33)),
        good=given("options.yaml", _options(6)),
    ),
    warning(
        "HW114",
        "something of a draft is open",
        "A game that is marked as a draft may lack sections, costs of terrain and values of units, "
        "since nobody can read them off a map and counters. Each that is missing is told here with "
        "what is to be written. Something stands in its place meanwhile, so that the draft can be "
        "looked at; it is played when nothing is open, and then the mark is to be deleted.",
        bad=given("game.yaml", _HEADER + "draft: true\n", "units.yaml", _VALUES),
        good=given("game.yaml", _HEADER),
    ),
)
