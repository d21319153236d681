"""Section ``pools``: points that a side is given and spends."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "pools",
    offers=("rules:PoolRules",),
    uses=("spending",),
    form="section:Pools",
    fields={
        "conditions": adds("section:PoolConditions", "pool"),
        "counts": adds("section:PoolCounts", "pool"),
        "programs": adds("section:PoolSteps", "gain", "spend"),
        "outcomes": adds("section:PoolSteps", "gain", "spend"),
        "phases": adds("section:PaidPhase", "spends"),
    },
    reads="reading",
    checks="checks",
    codes=frozenset({440, 441, 641}),
)
