"""Section ``transport``: units that carry others."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "transport",
    form="section:Transport",
    fields={"selectors": "section:TransportSelector"},
    words={"acts": ("load",)},
    idle=("acts",),
    checks="checks",
    codes=frozenset({580}),
    in_play=("*", "!begins"),
)
