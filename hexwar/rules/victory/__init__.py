"""Section ``victory``: who has won."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "victory", form="section:Victory", needed=True, checks="checks", codes=frozenset({509})
)
