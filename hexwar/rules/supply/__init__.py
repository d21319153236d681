"""Section ``supply``: traces to a source, and what it is to have none."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "supply",
    offers=("rules:SupplyRules",),
    uses=("control",),
    form="section:Supply",
    fields={"selectors": adds("section:SupplySelectors", "supplied")},
    words={"phases": ("supply",), "acts": ("trace",)},
    idle=("acts",),
    in_play=("*",),
    checks="checks",
    codes=frozenset({412, 413, 560, 605}),
)
