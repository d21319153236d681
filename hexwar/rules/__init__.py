"""The rules: one package a section of a game's YAML, and some that several sections stand on.

A package says what its section may say (``section``), what follows from it in play (``rules``),
what players decide (``task``) and what a game's author is told (``checks``, ``findings.yaml``).

They stand in storeys, and can be read from the ground up: rules ask only rules of packages before
their own. Forms (``section``) may be read by all rules, and checks may read everything.
"""

from __future__ import annotations

GROUND = (
    "header",
    "sides",
    "map",
    "scopes",
    "units",
    "language",
    "sequence",
    "terrain",
    "line_of_sight",
    "choices",
)
"""What is here before anybody acts: sides, the map, what is printed on counters, the words in which
rules are said, the phases of a turn, the country, who sees across it; and what can be chosen of it.
"""

FORCES = (
    "formations",
    "untried",
    "states",
    "values",
    "facing",
    "zones_of_control",
    "stacking",
    "melee",
    "deeds",
)
"""What stands on the map: in which formation and state, what it is worth now, where it looks, what
it bars by being there, how much of it goes into a hex, what it did.
"""

STOCK = (
    "tracks",
    "effects",
    "pools",
    "dice",
    "tables",
    "markers",
    "control",
)
"""What there is besides units: tracks, pools, dice, tables, markers, and whose places are."""

ACTS = (
    "movement",
    "bombardment",
    "elimination",
    "combat",
    "losses",
    "entry",
    "reinforcements",
    "scenarios",
    "advance",
    "overrun",
    "supply",
    "retreat",
    "turning",
)
"""What is done: to move, to fight and what comes of it, to enter the map, to set up, to live off
supply lines, to turn.
"""

UPKEEP = (
    "replacements",
    "spending",
    "rerolls",
    "obligations",
    "command",
)
"""What it takes: replacements, points that are paid for acting, orders of leaders."""

SKIRMISH = (
    "figures",
    "morale",
    "fire",
    "hidden",
    "dummies",
)
"""What small units do besides: they are so many men with their nerve, fire at a distance, hide."""

COURSE = (
    "withdrawals",
    "initiative",
    "cup",
    "activation",
    "plots",
    "reactions",
    "decks",
)
"""How a turn goes: who has to leave, whose turn it is, who acts next, what is written beforehand,
who reacts, which cards are played.
"""

ERRANDS = (
    "escort",
    "transport",
    "exits",
    "breakdown",
    "capture",
    "works",
)
"""What else units do in their phases: escort, carry, leave the map, regroup, take, build."""

ENDS = (
    "points",
    "victory",
    "evaluation",
    "worlds",
    "agreement",
    "lessons",
    "sheet",
)
"""What it comes to: points, victory, what a position is worth, what may be hidden in it, a draw
that is agreed on; what is taught and printed.
"""

STOREYS = {
    "ground": GROUND,
    "forces": FORCES,
    "stock": STOCK,
    "acts": ACTS,
    "upkeep": UPKEEP,
    "skirmish": SKIRMISH,
    "course": COURSE,
    "errands": ERRANDS,
    "ends": ENDS,
}
"""All storeys by name, from the ground up."""

SECTIONS = tuple(name for storey in STOREYS.values() for name in storey)
"""The packages, in the order in which they need each other.

Where several do something at the same moment, they do it in this order.
"""
