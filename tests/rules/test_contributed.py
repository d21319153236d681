"""A package adds a condition, a verb, a kind of phase and a patch by its own folder alone."""

from __future__ import annotations

import subprocess
import sys
from os import environ
from pathlib import Path
from shutil import copytree

from tests.rules.tiny import FOLDER

ROOT = Path(__file__).resolve().parents[2]
PLAY = Path(__file__).parent / "packages" / "play.py"


def test_a_package_brings_words_to_every_open_table(tmp_path: Path) -> None:
    copytree(FOLDER / "meadow", tmp_path / "meadow")
    command = [sys.executable, str(PLAY), str(tmp_path)]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        env={**environ, "PYTHONPATH": str(ROOT)},
    )
    assert done.returncode == 0, done.stderr
