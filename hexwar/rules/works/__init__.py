"""Section ``works``: bridges, road blocks and wire that units build and wreck on hexsides."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "works",
    form="section:Works",
    checks="checks",
    codes=frozenset({652}),
)
