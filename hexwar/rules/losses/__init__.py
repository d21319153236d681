"""Section ``losses``: who is eliminated and who loses steps."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "losses",
    form="section:Losses",
    fields={
        "programs": adds("section:LossVerbs", "eliminate", "remove", "lose_steps", "exchange"),
        "outcomes": adds("section:LossOutcomes", "eliminate", "remove", "lose_steps", "rejoin"),
        "conditions": adds("section:LossConditions", "lost"),
        "counts": adds("section:LossCounts", "lost"),
    },
    words={"foreseen": ("lost",)},
    checks="checks",
    codes=frozenset({414, 660}),
)
