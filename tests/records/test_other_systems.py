"""Saves on Windows and from there: line ends, files that are open elsewhere, long paths."""

from __future__ import annotations

from errno import ENOENT
from pathlib import Path

import pytest

from hexwar.records import Session
from hexwar.records.lines import reason
from hexwar.records.saves import delete_save

GAME = "strike_force_one"


def test_a_save_with_two_signs_at_each_line_end_is_verified_and_goes_on(tmp_path: Path) -> None:
    """As a mail program or a repository on Windows rewrites it."""
    path = tmp_path / "game.jsonl"
    Session.new(GAME, seed=1, path=path).apply("move A 0801")
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    session = Session.load(path)
    assert [str(entry.action) for entry in session.entries] == ["move A 0801"]
    session.undo()
    session.apply("move A 0901")
    again = Session.load(path)
    assert [str(entry.action) for entry in again.entries] == ["move A 0901"]


def test_a_save_that_another_program_has_open_is_not_removed_in_part(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither it nor its bookmarks."""
    path = tmp_path / "game.jsonl"
    Session.new(GAME, seed=1, path=path)
    session = Session.load(path)
    before = path.read_bytes()

    def denied(*_: object, **__: object) -> None:
        raise PermissionError(13, "The process cannot access the file")

    monkeypatch.setattr(Path, "unlink", denied)
    with pytest.raises(PermissionError):
        delete_save(path)
    assert not session.put_away()
    assert path.read_bytes() == before


def test_a_path_that_is_too_long_for_windows_is_said_to_be() -> None:
    """Which itself only says that there is no such file."""
    short = FileNotFoundError(ENOENT, "No such file or directory", "a" * 259)
    assert reason(short) == "No such file or directory"
    why = reason(FileNotFoundError(ENOENT, "No such file or directory", "a" * 260))
    assert why.startswith("No such file or directory (Windows takes paths of 259 characters")
