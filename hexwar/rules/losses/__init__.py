"""Section ``losses``: who is eliminated and who loses steps."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "losses",
    form="section:Losses",
    fields={
        "programs": "section:LossVerbs",
        "outcomes": "section:LossOutcomes",
        "conditions": "section:LossConditions",
        "counts": "section:LossCounts",
    },
    words={"foreseen": ("lost",)},
    checks="checks",
    codes=frozenset({414, 660}),
)
