"""Section ``scenarios``: where units begin, and setting them up."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "scenarios",
    form="section:Scenarios",
    is_choice=True,
    needed=True,
    completes="deployment:deployed",
    checks="checks",
    codes=frozenset({501, 502, 503, 505, 513, 514, 561, 651}),
)
