"""Section ``stacking``: how much a hex holds, and which of it is seen."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "stacking",
    form="section:Stacking",
    needed=True,
    reads="reading",
    checks="checks",
    codes=frozenset({517}),
)
