"""The rulebook that a game names: rules by number, cited by the sections."""

from __future__ import annotations

from pathlib import Path

import hexwar
from hexwar.definition import load
from hexwar.definition.diagnostics import Findings
from hexwar.definition.loading import read_rules
from hexwar.definition.tree import SourceFile
from tests.definition.conftest import Write

TEXT = """# A title

Words that belong to no rule.

## 4.0 Movement

First line.

Second paragraph.

### 4.31 Entering a zone ###
Stop.
## An unnumbered heading
Lost.
## 5.1a. With a letter
"""


def rules(*texts: str) -> dict[str, tuple[str, str]]:
    """The rules of some texts."""
    files = [SourceFile(Path("rules.md"), text) for text in texts]
    return dict(read_rules(files, Findings()).rules)


def test_numbered_headings_are_rules() -> None:
    assert rules(TEXT) == {
        "4.0": ("Movement", "First line.\n\nSecond paragraph."),
        "4.31": ("Entering a zone", "Stop."),
        "5.1a": ("With a letter", ""),
    }


def test_a_later_rulebook_restates_a_rule() -> None:
    assert rules("## 1 One\nold\n", "## 1 Other\nnew\n") == {"1": ("Other", "new")}


def test_a_citation_that_the_rulebook_lacks_is_an_error(write: Write) -> None:
    folder = write(movement='movement:\n  allowance: 4\n  cite: {allowance: "4.31"}\n')
    (found,) = hexwar.check(folder)
    assert (found.code, found.severity, found.line) == ("HW303", "error", 3)
    assert "4.31" in found.message


def test_a_rulebook_without_numbered_rules_lacks_every_rule(write: Write) -> None:
    """Rules that are still to be written are found, whatever stands in the file."""
    cited = 'movement:\n  allowance: 4\n  cite: {allowance: "1"}\n'
    folder = write(movement=cited)
    (folder / "rules.md").write_text("# The rules\n\nTo be written.\n", encoding="utf-8")
    assert {found.code for found in hexwar.check(folder)} == {"HW303"}


def test_citations_of_a_game_without_a_rulebook_are_believed(write: Write) -> None:
    folder = write(game="hexwar: 2\nid: tiny\ntitle: Tiny\n", movement="movement: {allowance: 4}\n")
    assert hexwar.check(folder) == []


def test_notes_are_read_whole(write: Write) -> None:
    folder = write(game="hexwar: 2\nid: tiny\ntitle: Tiny\nrulebook: rules.md\nnotes: notes.md\n")
    (folder / "notes.md").write_text("# Notes\n\nWhy it is so.\n")
    assert hexwar.check(folder) == []
    assert load(folder).catalog.notes == "# Notes\n\nWhy it is so.\n"
    assert {file.name for file in load(folder).files} >= {"rules.md", "notes.md"}
