"""Section ``tables``: tables that a phase rolls on, and what their results do."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "tables",
    form="section:Tables",
    fields={
        "phases": adds("section:TablePhase", "table", "for_each", "times", "optional"),
        "programs": adds("section:RollVerb", "roll"),
        "outcomes": adds("section:TableOutcomes", "roll", "choose", "if"),
    },
    shared=("section:TableStep",),
    words={"phases": ("table",), "neutral_phases": ("table",)},
    checks="checks",
    codes=frozenset({432, 433, 434, 435, 436, 439, 447, 448}),
)
