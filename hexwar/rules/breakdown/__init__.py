"""Section ``breakdown``: one counter for several, and several for one."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "breakdown",
    form="section:Breakdowns",
    fields={
        "programs": adds("section:SwapVerb", "swap"),
        "outcomes": adds("section:SwapVerb", "swap"),
    },
    checks="checks",
    codes=frozenset({592, 593}),
)
