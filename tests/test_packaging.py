"""What travels in the wheel, and that it runs away from the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

ELSEWHERE = "import sys; sys.path.insert(0, sys.argv.pop(1)); "
"""Prefix of a program that is to run on the unpacked wheel given as its first argument."""


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from the checkout, unpacked: what pip would lay into site-packages."""
    built = tmp_path_factory.mktemp("wheel")
    (archive,) = WheelBuilder(str(root)).build(directory=str(built), versions=["standard"])
    folder = tmp_path_factory.mktemp("installed")
    with zipfile.ZipFile(archive) as content:
        content.extractall(folder)
    return folder


def run_elsewhere(wheel: Path, program: str, *arguments: str) -> str:
    """What a program prints that has the wheel, and not the checkout, to import hexwar from."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    finished = subprocess.run(
        [sys.executable, "-c", ELSEWHERE + program, str(wheel), *arguments],
        cwd=wheel.parent,
        env={**environment, "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout


def files_under(folder: Path) -> set[Path]:
    """Every file of a folder, named from it."""
    return {path.relative_to(folder) for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("folder", ["games", "schemas", "docs"])
def test_a_wheel_carries_every_file_of(root: Path, wheel: Path, folder: str) -> None:
    """Games, schemas and pages arrive complete, inside the package."""
    compiled = "__pycache__"
    here = {path for path in files_under(root / folder) if compiled not in path.parts}
    carried = wheel / "hexwar" / folder
    there = {path.relative_to(carried) for path in carried.rglob("*") if path.is_file()}
    assert here
    assert there == here


def test_a_wheel_carries_the_package_and_nothing_beside_it(wheel: Path) -> None:
    """No tests or tools land in the user's site-packages."""
    top = {path.name for path in wheel.iterdir() if not path.name.endswith(".dist-info")}
    assert top == {"hexwar"}
    assert (wheel / "hexwar" / "py.typed").exists()


def test_a_wheel_keeps_its_licence(wheel: Path) -> None:
    """The licence travels with the code."""
    (metadata,) = wheel.glob("*.dist-info/licenses/LICENSE")
    assert "Permission is hereby granted" in metadata.read_text(encoding="utf-8")


def test_the_wheel_lists_the_games_that_it_carries(root: Path, wheel: Path) -> None:
    """``hexwar list`` in a folder that has no games of its own."""
    listed = run_elsewhere(wheel, "from hexwar.cli import main; sys.exit(main())", "list")
    shipped = [path.parent.name for path in (root / "games").glob("*/game.yaml")]
    assert shipped
    assert [name for name in shipped if name not in listed] == []


def test_a_game_starts_from_the_wheel(wheel: Path) -> None:
    """Loading reads the wheel's own games and schemas."""
    program = (
        "import hexwar; assert hexwar.__file__.startswith(sys.path[0]); "
        "state = hexwar.load_game('strike_force_one').start('standard'); "
        "print(state.phase, len(list(state.legal_actions())) > 0)"
    )
    assert run_elsewhere(wheel, program).split() == ["soviet_movement", "True"]


def test_each_python_gets_one_pygame(root: Path) -> None:
    """Both distributions provide the same module: installed together they break each other."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {line.split(">=")[0]: line for line in project["dependencies"]}
    assert needed["pygame"].endswith("; python_version < '3.14'")
    assert needed["pygame-ce"].endswith("; python_version >= '3.14'")


def test_the_findings_of_a_section_are_explained_from_the_wheel(wheel: Path) -> None:
    """Their texts are data files of the section's package."""
    program = "from hexwar.cli import main; sys.exit(main())"
    assert "supply" in run_elsewhere(wheel, program, "explain", "HW412")
