"""What small units do besides: they are so many men with their nerve, fire at a distance, hide."""

from hexwar.definition.packages import Section, adds

SKIRMISH = (
    Section(
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
    ),
    Section("morale", form="section:Morale", checks="checks", codes=frozenset({468})),
    Section(
        "fire",
        in_play=("*",),
        form="section:Fire",
        fields={
            "terrain_hexes": adds("section:Cover", "cover"),
            "terrain_hexsides": adds("section:Cover", "cover"),
            "outcomes": adds("section:FireVerbs", "hits", "strike"),
        },
        words={"phases": ("fire",), "phases_of_some": ("fire",), "acts": ("fire",)},
        idle=("acts",),
        checks="checks",
        codes=frozenset({470, 471, 472, 473, 474, 476, 477, 478}),
    ),
    Section(
        "hidden",
        offers=("rules:HiddenRules",),
        form="section:Hidden",
        words={"acts": ("search",)},
        idle=("acts",),
        checks="checks",
        codes=frozenset({480, 481, 482, 483}),
    ),
    Section(
        "dummies",
        form="section:Dummies",
        fields={"selectors": adds("section:FaceDownSelectors", "face_down")},
        checks="checks",
        codes=frozenset({760, 761}),
    ),
)
