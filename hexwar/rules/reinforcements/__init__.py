"""Section ``reinforcements``: units that come later."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "reinforcements",
    offers=("rules:ReinforcementRules",),
    uses=("control",),
    form="section:Reinforcements",
    fields={
        "conditions": adds("section:ArrivalConditions", "arrived"),
        "programs": adds("section:EnterVerb", "enter"),
        "outcomes": adds("section:EnterVerb", "enter"),
    },
    cites="entry",
    completes="section:completed",
    reads="reading",
    checks="checks",
    codes=frozenset({510, 511, 606, 607}),
)
