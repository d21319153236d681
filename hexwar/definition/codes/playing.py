"""HW68x: what comes out when a game is played (``hexwar check --play``)."""

from __future__ import annotations

from hexwar.definition.codes.code import error, given, warning

_SILENT = (
    "Chance may be why: play more games (`--play 500`), and if it stays so, mend what keeps it "
    "from happening or delete it. A comment `# hexwar: ignore[{}]` leaves the warning out."
)

_COMBAT = """
combat:
  column: attackers
  dice: 1d2
  columns: [1, 2]
  table:
    1: [{}]
    2: [{}]
  results:
    DE: [{{eliminate: defender}}]
    NE: [nothing]
  cite: {{table: "2", result: "2"}}
"""
_SHORT = (
    "movement.yaml",
    'movement: {allowance: 1, cite: {allowance: "1"}}',
    "sequence.yaml",
    """
    sequence:
      turns: 2
      phases:
        - {id: red_movement, kind: movement, side: red}
        - {id: red_combat, kind: combat, side: red}
        - {id: blue_movement, kind: movement, side: blue}
    """,
)
_MARSH = (
    *_SHORT,
    "map.yaml",
    'map: {grid: {columns: 4, rows: 3}, default: open, hexes: {marsh: ["0403"]}}',
    "terrain.yaml",
    "terrain: {hexes: {open: {cost: 1}, marsh: {cost: 1}}}",
)
_SETUP = 'scenarios: {{duel: {{setup: {{A: "0101", X: "{}"}}}}}}'

CODES = (
    error(
        "HW680",
        "a game that breaks down in play",
        "In a playtest hexwar could not carry out what was done. That is a mistake in hexwar, "
        "whatever the game's files say. The save that was written leads to it in as few actions "
        "as were found: please report it together with the game's files.",
    ),
    error(
        "HW681",
        "a promise of the rules that is broken in play",
        "Whatever the rules of a game are, no hex holds more than may stack there, every unit and "
        "every card is in one place, what is offered is legal, what is taken back leaves nothing "
        "behind, and nobody is told what he does not see. In a playtest one of these did not "
        "hold. That is a mistake in hexwar: please report the save that was written together with "
        "the game's files.",
    ),
    error(
        "HW682",
        "a dead end in play",
        "In a playtest a side had to choose, and nothing that it could choose was legal. The save "
        "that was written leads there in as few actions as were found. Let the phase end, or "
        "give whoever has to choose something to choose.",
    ),
    error(
        "HW683",
        "a game that does not end in play",
        "A playtest had more decisions than any game has. The save that was written leads into "
        "the phase that was not left again. Something can be done there again and again: let it "
        "be done once, or be paid for.",
    ),
    warning(
        "HW684",
        "a result that never comes up in play",
        "This result stands in a table, and no throw of all playtests came to it: perhaps no "
        "attack ever reaches its column. " + _SILENT.format("HW684"),
        bad=given("combat.yaml", _COMBAT.format("NE, DE", "NE, NE")),
        good=given("combat.yaml", _COMBAT.format("DE, DE", "NE, NE")),
    ),
    warning(
        "HW685",
        "a unit that never takes part in play",
        "In no playtest did this unit move, fight, come into play or have anything done to it. It "
        "may be shut in, come too late, or have nothing to do. " + _SILENT.format("HW685"),
    ),
    warning(
        "HW686",
        "ground that nobody enters in play",
        "There are hexes of this kind that could be entered, and in no playtest did a unit stand "
        "in one. Perhaps no way leads there, or the movement of a turn does not reach so far. "
        + _SILENT.format("HW686"),
        bad=given(*_MARSH, "scenarios.yaml", _SETUP.format("0103")),
        good=given(*_MARSH, "scenarios.yaml", _SETUP.format("0402")),
    ),
    warning(
        "HW687",
        "a phase in which nothing happens in play",
        "In no playtest did this phase begin, or nobody could do more in it than end it. Perhaps "
        "its condition never holds, or whoever could act in it is never where he can. "
        + _SILENT.format("HW687"),
        bad=given(*_SHORT, "scenarios.yaml", _SETUP.format("0402")),
        good=given(*_SHORT, "scenarios.yaml", _SETUP.format("0102")),
    ),
    warning(
        "HW688",
        "a rule that never comes into play",
        "An effect, a card, a chit, a state, a marker, a way to win or a whole section of the "
        "rules did not come up in any playtest. " + _SILENT.format("HW688"),
        bad=given("combat.yaml", _COMBAT.format("NE, DE", "NE, NE")),
        good=given("combat.yaml", _COMBAT.format("DE, DE", "NE, NE")),
    ),
)
PLAYED = frozenset(code.code for code in CODES)
"""What only playtests find."""
