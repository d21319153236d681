"""Section ``tables``: tables that a phase rolls on, and what their results do."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "tables",
    form="section:Tables",
    fields={
        "phases": "section:TablePhase",
        "programs": "section:RollVerb",
        "outcomes": "section:TableOutcomes",
    },
    shared=("section:TableStep",),
    words={"phases": ("table",), "neutral_phases": ("table",)},
    checks="checks",
    codes=frozenset({432, 433, 434, 435, 436, 439, 447, 448}),
)
