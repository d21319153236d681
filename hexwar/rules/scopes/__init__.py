"""Patches in play: what a phase lays over the game, and what such patches may touch."""

from hexwar.definition.packages import Section, adds

PACKAGE = Section(
    "scopes",
    always=True,
    fields={"phases": adds("section:PatchedPhase", "patch")},
    checks="checks",
    codes=frozenset({423}),
)
