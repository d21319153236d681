"""Section ``melee``: units of both sides in one hex."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "melee",
    offers=("rules:MeleeRules",),
    form="section:Melee",
    fields={"selectors": adds("section:MeleeSelectors", "in_melee")},
    in_play=("*",),
    checks="checks",
    codes=frozenset({690, 691}),
)
