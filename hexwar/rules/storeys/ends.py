"""What it comes to: points, victory, what a position is worth, what may be hidden in it, a draw
that is agreed on; what is taught and printed.
"""

from hexwar.definition.packages import Section, adds

ENDS = (
    Section(
        "points",
        offers=("rules:PointsRules",),
        form="section:Points",
        fields={
            "conditions": adds("section:PointsConditions", "points"),
            "counts": adds("section:PointsCounts", "points"),
        },
        words={"foreseen": ("points",)},
        checks="checks",
        codes=frozenset({417, 418}),
    ),
    Section(
        "victory",
        form="section:Victory",
        needed=True,
        fields={
            "programs": adds("section:EndOfGame", "end"),
            "outcomes": adds("section:EndOfGame", "end"),
        },
        checks="checks",
        codes=frozenset({509, 518}),
    ),
    Section("evaluation", always=True),
    Section("worlds", always=True),
    Section("agreement", always=True),
    Section(
        "lessons",
        form="section:Lessons",
        is_choice=True,
        checks="checks",
        codes=frozenset({571, 572, 573, 574}),
    ),
    Section("sheet", form="section:Sheet", checks="checks", codes=frozenset({570})),
)
