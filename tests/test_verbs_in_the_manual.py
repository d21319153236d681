"""The page of the Python API says how every action is written."""

from __future__ import annotations

import re
from pathlib import Path

from hexwar.engine.action import Action
from hexwar.engine.notation import verbs


def notations(root: Path) -> list[str]:
    """What stands in the first column of the table of actions."""
    _, _, table = (
        (root / "docs/api.md").read_text(encoding="utf-8").partition("| notation | says |")
    )
    rows = table.partition("\n\n")[0].splitlines()[2:]
    return [text for row in rows for text in re.findall(r"`([^`]+)`", row.split("|")[1])]


def test_every_verb_is_in_the_table_of_actions(root: Path) -> None:
    assert {text.split()[0] for text in notations(root)} == set(verbs())


def test_every_notation_in_the_table_can_be_read(root: Path) -> None:
    for text in notations(root):
        assert str(Action.parse(text)) == text
