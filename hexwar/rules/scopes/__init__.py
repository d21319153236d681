"""Patches in play: what a phase lays over the game, and what such patches may touch."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "scopes",
    fields={"phases": "section:PatchedPhase"},
    checks="checks",
    codes=frozenset({423}),
)
