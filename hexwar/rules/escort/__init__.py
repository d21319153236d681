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
    words={"sought": ("contacted", "escorted")},
    checks="checks",
    codes=frozenset({496, 497}),
)
