"""Names that some system has no file for: one place knows them, and `check` tells them."""

from __future__ import annotations

import ntpath
from pathlib import Path, PureWindowsPath

import pytest

import hexwar
from hexwar.definition.locations import shipped
from hexwar.definition.writing_files import LONGEST_NAME, alike, is_device, not_everywhere
from tests.definition.conftest import Write

DEVICES = ["con", "PRN", "aux.yaml", "nul.tar.gz", "com1", "lpt9.md", "COM\u00b9.png", "con .txt"]
DEVICES += ["conin$", "CONOUT$"]
PLAIN = ["convoy", "com10", "com", "lpt", "null.yaml", "auxiliary", ".con", "console.png", "a.con"]


def windows_reserves(name: str) -> bool:
    """What Python knows of Windows: in 3.13 it was moved."""
    reserved = getattr(ntpath, "isreserved", lambda path: PureWindowsPath(path).is_reserved())
    return bool(reserved(name))


@pytest.mark.parametrize("name", DEVICES)
def test_names_of_devices_are_known_whatever_their_ending(name: str) -> None:
    assert is_device(name) and windows_reserves(name)
    assert not_everywhere(f"maps/{name}") == not_everywhere(f"{name}/map.yaml")
    assert not_everywhere(name) == "is the name of a device on Windows"


@pytest.mark.parametrize("name", PLAIN)
def test_names_that_only_begin_so_are_none(name: str) -> None:
    assert not_everywhere(name) == "" and not windows_reserves(name)


@pytest.mark.parametrize(
    "name", ["a:b", "a\\b", "a?", "a*", "<a>", 'a"', "a|b", "a.", "a ", "a\n", ""]
)
def test_signs_that_windows_has_no_files_for(name: str) -> None:
    assert not_everywhere(name) == "has characters that some systems have no files for"


def test_a_name_has_an_end() -> None:
    assert not_everywhere("a" * LONGEST_NAME) == ""
    assert "longer than a name may be" in not_everywhere("a" * (LONGEST_NAME + 1))


def test_names_that_differ_in_capitals_or_in_how_an_accent_is_put_are_one() -> None:
    names = ["Caf\u00e9.png", "cafe\u0301.png", "b.png", "MAP.md", "map.md"]
    assert [*alike(names)] == [names[:2], names[3:]]


def test_files_of_a_game_are_told_with_the_names_that_some_system_cannot_have(write: Write) -> None:
    folder = write()
    for name in ("pictures/prn.png", "pictures/A.png", "pictures/a.png", "why?.txt"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(b"")
    (folder / ".a ").write_bytes(b"")  # hidden, and no part of the game
    findings = hexwar.check(folder)
    assert {(each.code, each.severity) for each in findings} == {("HW027", "warning")}
    assert [each.message for each in findings] == [
        "pictures/A.png and pictures/a.png are one file on Windows and on macOS",
        "pictures/prn.png is the name of a device on Windows",
        "why?.txt has characters that some systems have no files for",
    ]


def test_a_game_may_not_be_called_as_a_device(write: Write) -> None:
    header = "hexwar: 2\nid: com7\ntitle: Tiny\nrulebook: rules.md\n"
    (finding,) = hexwar.check(write(game=header))
    assert (finding.code, finding.line, finding.column) == ("HW027", 2, 5)


def test_what_came_with_hexwar_is_read_on_windows_under_the_same_names() -> None:
    """Folders are parted by / in names, which Windows reads as its own."""
    games = shipped("games")
    names = [path.relative_to(games).as_posix() for path in sorted(games.rglob("*.*"))]
    assert len(names) > 50
    for name in names:
        assert not_everywhere(name) == ""
        there = PureWindowsPath(name)
        assert there.as_posix() == name and not there.is_absolute() and not there.drive
        assert there.parts == Path(name).parts
    assert not [*alike(names)]
