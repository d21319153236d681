"""Section ``exits``: where units may leave the map for good."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "exits",
    form="section:Exits",
    fields={
        "conditions": adds("section:ExitConditions", "exited"),
        "counts": adds("section:ExitCounts", "exited"),
    },
    words={"sought": ("exited",)},
    checks="checks",
    codes=frozenset({498}),
)
