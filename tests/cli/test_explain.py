"""``hexwar explain``: every code has a page."""

from __future__ import annotations

import pytest

from hexwar.cli import main
from hexwar.definition.codes import CODES


@pytest.mark.parametrize("code", CODES)
def test_every_code_is_explained(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Title and explanation, and the YAML that shows it."""
    assert main(["explain", code]) == 0
    printed = capsys.readouterr().out
    assert CODES[code].title in printed
    assert CODES[code].explanation.split()[0] in printed


@pytest.mark.parametrize("spelling", ["HW002", "hw002", "2", "error[HW002]"])
def test_a_code_may_be_copied_as_it_was_printed(
    spelling: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody has to know how codes are written."""
    assert main(["explain", spelling]) == 0
    assert "HW002" in capsys.readouterr().out


def test_an_unknown_code_names_those_near_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Codes with the same first digit are about the same subject."""
    assert main(["explain", "HW099"]) == 2
    told = capsys.readouterr().err
    assert "there is no code 'HW099'" in told
    assert "HW002" in told


def test_alone_it_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    """A line a code, in order."""
    assert main(["explain"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == list(CODES)
