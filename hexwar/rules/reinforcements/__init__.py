"""Section ``reinforcements``: units that come later."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "reinforcements",
    form="section:Reinforcements",
    fields={
        "conditions": "section:ArrivalConditions",
        "programs": "section:EnterVerb",
        "outcomes": "section:EnterVerb",
    },
    cites="entry",
    completes="section:completed",
    reads="reading",
    checks="checks",
    codes=frozenset({510, 511, 606, 607}),
)
