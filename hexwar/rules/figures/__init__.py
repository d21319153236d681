"""Section ``figures``: units of several figures, each in a condition of its own."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "figures",
    offers=("rules:FigureRules",),
    form="section:Figures",
    fields={
        "conditions": adds("section:FigureConditions", "figures"),
        "counts": adds("section:FigureCounts", "figures", "effective_units"),
        "outcomes": adds("section:FigureVerbs", "reinforce"),
        "selectors": adds("section:FigureSelector", "effective", "figures"),
    },
    words={
        "phases": ("casualties",),
        "neutral_phases": ("casualties",),
        "sought": ("figures",),
    },
    checks="checks",
    codes=frozenset({462, 463, 464, 465}),
)
