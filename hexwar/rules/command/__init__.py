"""Command: units that act in a phase by the order of a leader, who gives so many."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "command",
    fields={"phases": adds("section:CommandedPhase", "command")},
    checks="checks",
    codes=frozenset({654}),
)
