"""What units did, as states that every game has: moved, fired, attacked and the like."""

from hexwar.definition.packages import Section

PACKAGE = Section("deeds", always=True, checks="checks", codes=frozenset({521}))
