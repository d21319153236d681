"""Section ``untried``: units of which nobody knows how strong they are before they fight."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "untried",
    offers=("rules:UntriedRules",),
    form="section:Untried",
    checks="checks",
    codes=frozenset({562}),
)
