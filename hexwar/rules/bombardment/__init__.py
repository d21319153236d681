"""Section ``bombardment``: units that take part in battles from a distance."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "bombardment",
    offers=("rules:BombardmentRules",),
    form="section:Bombardment",
    in_play=("*",),
    checks="checks",
    codes=frozenset({540, 541}),
)
