"""Prose in a terminal: where lines break."""

from __future__ import annotations

import pytest

from hexwar.cli import terminal


@pytest.mark.parametrize("width", range(12, 30))
def test_a_number_stays_on_a_line_with_its_percent_sign(
    monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    """Whatever the width; nothing but spaces is put in or taken out."""
    monkeypatch.setattr(terminal, "columns", lambda: width)
    text = "turn 1: 51 %, turn 2: 60 %, turn 3: 100 %."
    lines = terminal.wrapped(text).split("\n")
    assert " ".join(lines) == text
    assert not [line for line in lines if line.startswith("%")]
