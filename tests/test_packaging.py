"""What travels in the wheel, and that it runs away from the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
import zipfile
from configparser import ConfigParser
from pathlib import Path

import pygame
import pytest
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

import hexwar
from hexwar.cli import COMMANDS
from hexwar.viewer.program.display import program_icon

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
    beside = (".dist-info", ".data")
    top = {path.name for path in wheel.iterdir() if not path.name.endswith(beside)}
    assert top == {"hexwar"}
    assert (wheel / "hexwar" / "py.typed").exists()


def test_a_wheel_names_every_licence_of_what_is_in_it(root: Path, wheel: Path) -> None:
    """Fonts and symbols are other people's, under licences of their own."""
    ours = ("hexwar", "games", "schemas", "docs")
    here = {path for folder in ours for path in (root / folder).rglob("LICENSE*")}
    names = {path.relative_to(root) for path in here} | {Path("LICENSE")}
    (licences,) = wheel.glob("*.dist-info/licenses")
    assert len(names) == 3
    assert files_under(licences) == names
    assert "Permission is hereby granted" in (licences / "LICENSE").read_text(encoding="utf-8")


def test_the_page_on_licences_names_everything_that_is_not_ours(root: Path) -> None:
    """A font or a folder of drawings with a licence beside it has a row there."""
    page = (root / "docs" / "explanation" / "licences.md").read_text(encoding="utf-8")
    folders = [path.parent.relative_to(root).as_posix() for path in root.glob("hexwar/**/LICENSE")]
    assert folders
    assert [folder for folder in folders if folder not in page] == []


def test_a_wheel_has_the_version_of_the_package(wheel: Path) -> None:
    """One number, and no other in the metadata."""
    (metadata,) = wheel.glob("*.dist-info/METADATA")
    assert f"\nVersion: {hexwar.__version__}\n" in metadata.read_text(encoding="utf-8")


def test_a_desktop_finds_the_program_and_its_icon(wheel: Path) -> None:
    """The entry of menus starts what pip installs, under the icon that lies beside it."""
    (shared,) = wheel.glob("*.data/data/share")
    entry = ConfigParser(interpolation=None)
    entry.optionxform = str  # type: ignore[assignment,method-assign] # keys have capitals
    entry.read(shared / "applications" / "hexwar.desktop", encoding="utf-8")
    named = entry["Desktop Entry"]
    command, *arguments = named["Exec"].split()
    assert command == named["TryExec"] == "hexwar" and arguments[0] in COMMANDS
    (icon,) = shared.glob(f"icons/hicolor/256x256/apps/{named['Icon']}.png")
    drawn, kept = program_icon(256), pygame.image.load(icon)
    assert kept.get_size() == drawn.get_size()
    pairs = [(kept.get_at((x, y)), drawn.get_at((x, y))) for x in range(256) for y in range(256)]
    others = sum(any(abs(a[n] - b[n]) > 40 for n in range(4)) for a, b in pairs)
    assert others < 600, "tools/icon.py draws it again"


def test_the_sdist_has_what_its_tests_and_its_release_need(root: Path) -> None:
    """Whoever packages hexwar for a system builds from it, and runs its tests."""
    taken = SdistBuilder(str(root)).recurse_included_files()
    names = {Path(file.distribution_path).as_posix() for file in taken}
    wanted = ("conftest.py", "SECURITY.md", "changes/README.md", ".ci/run")
    tests = [path.relative_to(root).as_posix() for path in (root / "tests").rglob("*.py")]
    tools = [path.relative_to(root).as_posix() for path in (root / "tools").rglob("*.py")]
    assert [name for name in (*wanted, *tests, *tools) if name not in names] == []


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
