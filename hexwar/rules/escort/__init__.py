"""Section ``escort``: units that do not fight and are moved by those that escort them."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "escort",
    form="section:Escort",
    fields={
        "conditions": adds("section:EscortConditions", "escorted", "contacted"),
        "counts": adds("section:EscortCounts", "escorted", "contacted"),
        "selectors": adds("section:EscortSelector", "escorts"),
    },
    words={"sought": ("contacted", "escorted")},
    checks="checks",
    codes=frozenset({496, 497}),
)
