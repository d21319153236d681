"""What never came up in few games is told once, with a count, and not unit by unit."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwar.definition.checking import without_ignored
from hexwar.definition.diagnostics import Findings
from hexwar.definition.tree import SourceFile


@pytest.mark.parametrize("code", ["HW685", "HW688"])
def test_many_findings_of_what_never_happened_are_one_with_a_count(code: str) -> None:
    file, findings = SourceFile(Path("units.yaml"), "\n" * 300), Findings()
    for line in range(222):
        findings.add(code, file.place(line, 0, 1), f"B{line} never moves")
    (found,) = findings.sorted()
    assert found.message == "B0 never moves; 221 more findings are like it"
    assert [span.label for span in found.related][:2] == ["B1 never moves", "B2 never moves"]


def test_a_few_of_them_stay_apart() -> None:
    file, findings = SourceFile(Path("units.yaml"), "\n" * 9), Findings()
    for line in range(3):
        findings.add("HW685", file.place(line, 0, 1), f"B{line} never moves")
    assert len(findings.sorted()) == 3


def test_what_an_author_leaves_out_is_not_counted() -> None:
    text = "".join(f"B{n}: 1" + "  # hexwar: ignore[HW685]" * (n > 0) + "\n" for n in range(9))
    file, findings = SourceFile(Path("units.yaml"), text), Findings()
    for line in range(9):
        findings.add("HW685", file.place(line, 0, 1), f"B{line} never moves")
    (found,) = without_ignored(findings, [file]).sorted()
    assert found.message == "B0 never moves"
