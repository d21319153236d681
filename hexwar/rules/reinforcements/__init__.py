"""Section ``reinforcements``: units that come later."""

from hexwar.definition.packages import Section

PACKAGE = Section("reinforcements", checks="checks", codes=frozenset({510, 511, 606}))
