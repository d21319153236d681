"""Section ``dice``: dice with symbols on their faces, thrown in place of a table."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "dice",
    form="section:FaceDice",
    reads="reading",
    checks="checks",
    codes=frozenset({740, 741, 742, 743, 744, 745, 746, 747}),
)
