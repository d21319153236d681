"""Phases in which something has to be done before their side may end them."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "obligations",
    fields={"phases": adds("section:ObligingPhases", "obliges")},
    checks="checks",
    codes=frozenset({770}),
)
