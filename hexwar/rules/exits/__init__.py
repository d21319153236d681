"""Section ``exits``: where units may leave the map for good."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "exits",
    form="section:Exits",
    fields={"conditions": "section:ExitConditions", "counts": "section:ExitCounts"},
    words={"sought": ("exited",)},
    checks="checks",
    codes=frozenset({498}),
)
