"""The keys at the top of ``game.yaml``: what a game is called, and what it builds on."""

from hexwar.definition.packages import Section

PACKAGE = Section(
    "header",
    keys="section:Top",
    unplayed=frozenset(
        {
            "title",
            "summary",
            "authors",
            "license",
            "rulebook",
            "notes",
            "extends",
            "abstract",
            "draft",
        }
    ),
)
