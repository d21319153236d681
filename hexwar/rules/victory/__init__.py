"""Section ``victory``: who has won."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "victory",
    form="section:Victory",
    needed=True,
    fields={"programs": "section:EndOfGame", "outcomes": "section:EndOfGame"},
    checks="checks",
    codes=frozenset({509, 518}),
)
