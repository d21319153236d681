"""Section ``points``: victory points, counted when somebody asks or scored turn by turn."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "points",
    form="section:Points",
    fields={"conditions": "section:PointsConditions", "counts": "section:PointsCounts"},
    words={"foreseen": ("points",)},
    checks="checks",
    codes=frozenset({417, 418}),
)
