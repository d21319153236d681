"""What stands in the rulebook of a shipped game."""

from __future__ import annotations

import re


def rows_in(rules: str, heading: str) -> list[list[str]]:
    """The cells of the tables in a section of a rulebook (its text), their heads among them."""
    section = re.split(rf"^#+ {re.escape(heading)} .*$", rules, flags=re.MULTILINE)[1]
    lines = re.split(r"^#", section, flags=re.MULTILINE)[0].splitlines()
    rows = [line for line in lines if line.startswith("|") and not line.startswith("|--")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in rows]


def table_in(rules: str, heading: str) -> dict[str, list[str]]:
    """The same of a section with one table, by the first cell of each row."""
    return {row[0]: row[1:] for row in rows_in(rules, heading)}
