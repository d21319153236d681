"""Section ``sheet``: what is printed on the map beside its hexes. It changes nothing in play."""

from hexwar.definition.packages import Section

PACKAGE = Section("sheet", form="section:Sheet", checks="checks", codes=frozenset({570}))
