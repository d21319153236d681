"""Section ``hidden``: units that begin out of sight, until they are found or show themselves."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "hidden",
    offers=("rules:HiddenRules",),
    form="section:Hidden",
    words={"acts": ("search",)},
    idle=("acts",),
    checks="checks",
    codes=frozenset({480, 481, 482, 483}),
)
