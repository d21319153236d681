"""A host that is killed at any moment has kept all that it acknowledged, and goes on from there."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be split here")


@pytest.mark.parametrize("kills", [8, pytest.param(1000, marks=pytest.mark.slow)])
def test_nothing_that_was_acknowledged_is_lost(
    tmp_path: Path, kills: int, place_of_store: Path | str
) -> None:
    command = [sys.executable, "-m", "tests.host.killing", str(tmp_path), str(kills)]
    command += [str(place_of_store)] if isinstance(place_of_store, str) else []
    environment = {**os.environ, "HEXWAR_HOME": str(tmp_path)}
    finished = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert finished.returncode == 0, finished.stderr
