"""Section ``figures``: units of several figures, each in a condition of its own."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "figures",
    form="section:Figures",
    fields={
        "conditions": "section:FigureConditions",
        "counts": "section:FigureCounts",
        "outcomes": "section:FigureVerbs",
        "selectors": "section:FigureSelector",
    },
    words={
        "phases": ("casualties",),
        "neutral_phases": ("casualties",),
        "sought": ("figures",),
    },
    checks="checks",
    codes=frozenset({462, 463, 464, 465}),
)
