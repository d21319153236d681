"""HW5xx: scenarios."""

from __future__ import annotations

from hexwar.definition.codes.code import given, warning

CODES = (
    warning(
        "HW515",
        "scenarios that cannot be played",
        "`abstract: true` says that the folder only has rules for other games, and it has "
        "scenarios. They cannot be played. Delete the line, or the scenarios.",
        bad=given(
            "game.yaml",
            "hexwar: 2\nid: tiny\ntitle: Tiny\nrulebook: rules.md\nabstract: true\n",
        ),
        good=given("game.yaml", "hexwar: 2\nid: tiny\ntitle: Tiny\nrulebook: rules.md\n"),
    ),
)
