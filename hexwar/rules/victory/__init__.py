"""Section ``victory``: who has won."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "victory",
    form="section:Victory",
    needed=True,
    fields={
        "programs": adds("section:EndOfGame", "end"),
        "outcomes": adds("section:EndOfGame", "end"),
    },
    checks="checks",
    codes=frozenset({509, 518}),
)
