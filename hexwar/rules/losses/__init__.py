"""Section ``losses``: who is eliminated and who loses steps."""

from hexwar.definition.packages import Section

PACKAGE = Section("losses", form="section:Losses", checks="checks", codes=frozenset({414}))
