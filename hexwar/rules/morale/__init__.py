"""Section ``morale``: dice that decide whether a unit stands when it has lost somebody."""

from hexwar.definition.packages import Section

PACKAGE = Section("morale", form="section:Morale", checks="checks", codes=frozenset({468}))
