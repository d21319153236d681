"""Section ``map``: the board."""

from hexwar.definition.packages import Section

PACKAGE = Section("map", checks="checks")
