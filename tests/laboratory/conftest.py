"""Studies for the tests: written into a folder, and small."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from hexwar.laboratory.reading import Own, read_study
from hexwar.laboratory.study import Study

SMALL = """\
study: What does each option change?
games:
  strike_force_one: {scenarios: [advanced], options: each}
players: random
number: 6
"""


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., Study]:
    """Writes the file of a study and reads it."""

    def write(text: str = SMALL, own: Own | None = None) -> Study:
        path = tmp_path / "study.yaml"
        path.write_text(dedent(text), encoding="utf-8")
        return read_study(path, own)

    return write
