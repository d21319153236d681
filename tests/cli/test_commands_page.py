"""The page on commands says what the program says."""

from __future__ import annotations

from argparse import ArgumentParser
from importlib import import_module
from pathlib import Path

import pytest

from hexwar.cli import COMMANDS
from hexwar.cli.text.commands import COMMANDS as TEXT_COMMANDS


@pytest.fixture
def page(root: Path) -> str:
    """The page's text."""
    return (root / "docs" / "reference" / "commands.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_every_option(name: str, page: str) -> None:
    """Under the command's own heading, and none that does not exist."""
    parser = ArgumentParser(add_help=False)
    import_module(COMMANDS[name][0]).add_arguments(parser)
    section = page.partition(f"\n## hexwar {name}")[2].partition("\n## ")[0]
    options = {text for action in parser._actions for text in action.option_strings}
    told = {word for word in section.replace("`", " ").split() if word.startswith("--")}
    assert section
    assert told == options


def test_every_command_of_the_text_mode(page: str) -> None:
    """As ``help`` writes them."""
    section = page.partition("\n## In the text mode")[2]
    assert [c.usage for c in TEXT_COMMANDS.values() if f"| `{c.usage}` |" not in section] == []
