"""Whoever runs the tests sees the same: what is drawn depends on nothing but the test."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

NUMBER = 917_364_551  # which nothing else draws


def _drawn() -> list[int]:
    numbers: list[int] = []

    @settings(max_examples=300)
    @given(st.lists(st.integers(), max_size=20))
    def draw(values: list[int]) -> None:
        numbers.extend(values)

    draw()
    return numbers


def test_examples_do_not_depend_on_what_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As they would: hypothesis draws from the constants of modules that are not installed ones."""
    before = _drawn()
    monkeypatch.setattr("sys.path", [str(tmp_path), *sys.path])
    (tmp_path / "written_here.py").write_text(f"NUMBERS = {list(range(NUMBER, NUMBER + 99))}\n")
    monkeypatch.setitem(sys.modules, "written_here", __import__("written_here"))
    assert _drawn() == before
