"""Section ``pools``: points that a side is given and spends."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "pools",
    form="section:Pools",
    fields={
        "conditions": "section:PoolConditions",
        "counts": "section:PoolCounts",
        "programs": "section:PoolSteps",
        "outcomes": "section:PoolSteps",
        "phases": "section:PaidPhase",
    },
    reads="reading",
    checks="checks",
    codes=frozenset({440, 441, 641}),
)
