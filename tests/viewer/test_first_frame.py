"""What a player waits for: nothing is imported before the first frame that it does not show."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import sys
import hexwar.viewer
import pygame

def seen():
    print(*sys.modules)
    raise SystemExit

pygame.display.flip = seen
from hexwar.cli import main
main(["play", "strike_force_one"])
"""


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    """The modules that are there when the first frame is shown."""
    home = {"HEXWAR_HOME": str(tmp_path_factory.mktemp("home"))}
    dummies = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    shown = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, **home, **dummies},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=True,
    )
    return frozenset(shown.stdout.split())


def test_the_map_is_there(imported: frozenset[str]) -> None:
    assert "hexwar.viewer.board.board" in imported


@pytest.mark.parametrize(
    "module",
    [
        "numpy",
        "pkg_resources",
        "importlib.metadata",
        "jsonschema",
        "hexwar.players.greedy",
        "hexwar.players.search.player",
        "hexwar.players.program",
        "hexwar.rules.plots.task",
    ],
)
def test_what_it_does_not_show_is_not(imported: frozenset[str], module: str) -> None:
    assert module not in imported
