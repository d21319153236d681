"""Section ``breakdown``: one counter for several, and several for one."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "breakdown",
    form="section:Breakdowns",
    checks="checks",
    codes=frozenset({592}),
)
