"""The tools of a release: what they try can fail, and what they make is what systems take."""

from __future__ import annotations

import struct
import sys
import zipfile
from pathlib import Path

import pytest

from hexwar import cli
from tools import first_steps, icon, release
from tools.bundle import start

NOTHING = [sys.executable, "-c", "pass"]


def test_no_first_step_is_taken_by_a_program_that_does_nothing() -> None:
    """Each step looks at what it asked for, not at the exit code alone."""
    assert list(first_steps.failures(NOTHING)) == list(first_steps.STEPS)


def test_first_steps_see_nothing_of_whoever_takes_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a path of Python nor a display nor a home: only then it is an empty environment."""
    for name in ("PYTHONPATH", "DISPLAY", "HEXWAR_HOME", "XDG_DATA_HOME", "VIRTUAL_ENV"):
        monkeypatch.setenv(name, "here")
    environment = first_steps.Traveller(NOTHING, tmp_path).environment
    assert "here" not in environment.values()
    assert environment["HOME"] == str(tmp_path)


def test_wheels_are_told_apart_by_what_is_in_them(tmp_path: Path) -> None:
    """By names and by contents; when they were packed makes no difference."""
    contents = ({"a": "1", "b": "2"}, {"b": "2", "a": "1"}, {"a": "1", "b": "3", "c": ""})
    paths = [tmp_path / f"{number}.whl" for number in range(3)]
    for path, files in zip(paths, contents, strict=True):
        with zipfile.ZipFile(path, "w") as archive:
            for name, text in files.items():
                archive.writestr(name, text)
    assert release.difference(paths[0], paths[1]) == []
    assert set(release.difference(paths[0], paths[2])) == {"b", "c"}


def test_the_icon_is_drawn_for_each_system(tmp_path: Path) -> None:
    """In the sizes that Windows and macOS ask for, up to 256 and 1024 pixels."""
    icon.write(tmp_path)
    assert struct.unpack(">II", (tmp_path / "hexwar.png").read_bytes()[16:24]) == (256, 256)
    windows = (tmp_path / "hexwar.ico").read_bytes()
    assert struct.unpack("<HHH", windows[:6]) == (0, 1, 7)
    apple = (tmp_path / "hexwar.icns").read_bytes()
    assert apple[:4] == b"icns" and struct.unpack(">I", apple[4:8]) == (len(apple),)


def test_a_click_on_the_self_contained_program_opens_the_window(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And in a terminal it is the command."""
    asked: list[list[str]] = []

    def noted(arguments: list[str]) -> int:
        asked.append(arguments)
        return 3

    monkeypatch.setattr(cli, "main", noted)
    for typed in ([], ["check", "mine"]):
        monkeypatch.setattr(sys, "argv", ["hexwar", *typed])
        assert start.main() == 3
    assert asked == [["play"], ["check", "mine"]]


def test_the_self_contained_program_starts_its_helpers_as_a_python_does(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Thinking and drawing of SVG are begun with ``-c`` and the paths of modules."""
    monkeypatch.setattr(sys, "argv", ["hexwar", "-c", "import sys; print(sys.argv)", "a", "b"])
    assert start.main() == 0
    assert capsys.readouterr().out == "['-c', 'a', 'b']\n"
