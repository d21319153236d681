"""Section ``breakdown``: one counter for several, and several for one."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "breakdown",
    form="section:Breakdowns",
    fields={"programs": "section:SwapVerb", "outcomes": "section:SwapVerb"},
    checks="checks",
    codes=frozenset({592, 593}),
)
