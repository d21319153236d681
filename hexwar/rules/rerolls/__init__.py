"""Section ``rerolls``: dice that are thrown again for a price."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "rerolls",
    form="section:Rerolls",
    in_play=("*",),
    checks="checks",
    codes=frozenset({692}),
)
