"""The game's rules in its own words: ``## 4.31 Heading``, then the text."""

from __future__ import annotations

import re

from hexwar.definition.diagnostics import Findings
from hexwar.definition.model import Rulebook
from hexwar.definition.tree import SourceFile

_HEADING = re.compile(r"#{2,6}\s+(?P<number>\d+(?:\.\d+)*[a-z]?)\.?\s+(?P<heading>\S.*?)\s*#*\s*")


def read_rules(files: list[SourceFile], findings: Findings) -> Rulebook:
    """The rules of several rulebooks; a later one may restate a rule of an earlier one."""
    rules: dict[str, tuple[str, str]] = {}
    for file in files:
        rules |= _read_file(file, findings)
    return Rulebook(rules)


def _read_file(file: SourceFile, findings: Findings) -> dict[str, tuple[str, str]]:
    headings: dict[str, tuple[int, str]] = {}
    texts: dict[str, list[str]] = {}
    lines: list[str] = []
    for index, line in enumerate(file.lines):
        match = _HEADING.fullmatch(line)
        if match is None:
            # Text under an unnumbered heading belongs to no rule.
            lines = [] if line.startswith("#") else lines
            lines.append(line)
            continue
        number = match["number"]
        if number in headings:
            place = file.place(index, 0, len(line))
            related = [file.place(headings[number][0], 0, 1).labelled("first stated here")]
            message = f"rule {number} stands twice in {file.path.name}"
            findings.add("HW305", place, message, related=related)
        headings[number] = index, match["heading"]
        lines = texts[number] = []
    return {
        number: (heading, "\n".join(texts[number]).strip())
        for number, (_, heading) in headings.items()
    }
