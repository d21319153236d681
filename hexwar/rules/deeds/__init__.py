"""What units did: who has moved or is on the move, and states that every game has of it."""

from hexwar.definition.packages import Section

PACKAGE = Section("deeds", checks="checks", codes=frozenset({521}))
