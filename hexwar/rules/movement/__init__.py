"""Section ``movement``: how units move."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "movement",
    fields={"phases": "phases:WhoMoves"},
    words={"phases": ("movement",)},
    checks="checks",
    codes=frozenset({601, 602, 603, 604}),
)
