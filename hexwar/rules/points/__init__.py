"""Section ``points``: victory points, counted when somebody asks or scored turn by turn."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
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
)
