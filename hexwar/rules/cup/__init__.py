"""Section ``cup``: chits that are drawn to see who is activated, and the other orders of that."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "cup",
    offers=("rules:RoundRules",),
    uses=("spending",),
    form="section:Cup",
    words={"neutral_phases": ("round",), "phases_of_some": ("round",)},
    checks="checks",
    codes=frozenset({522, 523, 524, 525}),
)
