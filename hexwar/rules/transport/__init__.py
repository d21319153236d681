"""Section ``transport``: units that carry others."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "transport",
    form="section:Transport",
    fields={"selectors": adds("section:TransportSelector", "carries")},
    words={"acts": ("load",)},
    idle=("acts",),
    checks="checks",
    codes=frozenset({580}),
    in_play=("*", "!begins"),
)
