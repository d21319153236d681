"""Section ``map``: the board."""

from hexwar.definition.packages import Section

PACKAGE = Section("map", form="section:Map", needed=True, checks="checks")
