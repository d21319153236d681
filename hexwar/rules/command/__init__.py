"""Command: units that act in a phase by the order of a leader, who gives so many."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "command",
    fields={"phases": "section:CommandedPhase"},
    checks="checks",
    codes=frozenset({654}),
)
