"""Section ``escort``: units that do not fight and are moved by those that escort them."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "escort",
    form="section:Escort",
    fields={
        "conditions": "section:EscortConditions",
        "counts": "section:EscortCounts",
        "selectors": "section:EscortSelector",
    },
    checks="checks",
    codes=frozenset({496, 497}),
)
