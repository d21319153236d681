"""The rules: one package a section of a game's YAML.

A package says what its section may say (``section``), what follows from it in play (``rules``),
what players decide (``task``) and what a game's author is told (``checks``, ``findings.yaml``).
"""

from __future__ import annotations

SECTIONS = (
    "header",
    "sides",
    "map",
    "terrain",
    "units",
    "language",
    "formations",
    "stacking",
    "untried",
    "zones_of_control",
    "line_of_sight",
    "states",
    "deeds",
    "markers",
    "movement",
    "bombardment",
    "combat",
    "control",
    "points",
    "sequence",
    "scopes",
    "entry",
    "reinforcements",
    "losses",
    "advance",
    "victory",
    "choices",
    "scenarios",
    "overrun",
    "supply",
    "retreat",
    "tracks",
    "tables",
    "effects",
    "pools",
    "command",
    "replacements",
    "withdrawals",
    "figures",
    "morale",
    "fire",
    "hidden",
    "initiative",
    "cup",
    "activation",
    "reactions",
    "escort",
    "transport",
    "exits",
    "breakdown",
    "capture",
    "works",
    "agreement",
    "lessons",
    "sheet",
)
"""The packages, in the order in which they need each other.

Where several do something at the same moment, they do it in this order.
"""
