"""Section ``capture``: units that fall to whoever moves into their hex."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "capture",
    form="section:Capture",
    checks="checks",
    codes=frozenset({594}),
)
