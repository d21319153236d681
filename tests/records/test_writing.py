"""Saving never stops a game, and never writes over another one."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from random import Random
from shutil import rmtree

import pytest

from hexwar.records import RecordError, Session
from tests.records.games import GAME, play, saved


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> dict[str, bool]:
    """A disk that is full while ``full_disk["full"]`` is true: half of each write still fits."""
    disk = {"full": True}
    write = os.write

    def limited(file: int, data: bytes) -> int:
        if disk["full"]:
            write(file, data[: len(data) // 2])
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(file, data)

    monkeypatch.setattr(os, "write", limited)
    return disk


def test_a_game_goes_on_while_the_disk_is_full_and_is_saved_when_it_is_not(
    tmp_path: Path, full_disk: dict[str, bool]
) -> None:
    """One notice when saving fails, one when it works again; nothing is missing."""
    full_disk["full"] = False
    path = tmp_path / "game.jsonl"
    session = saved(path, actions=5)
    full_disk["full"] = True
    play(session, Random(1), 5)
    assert len(session.entries) == 10 and not session.is_saved
    assert len(session.notices) == 1 and "cannot be saved" in session.notices[0]
    full_disk["full"] = False
    play(session, Random(2), 1)
    assert session.is_saved
    assert len(session.notices) == 2 and "saved again" in session.notices[1]
    assert Session.load(path).entries == session.entries


def test_what_a_full_disk_left_can_be_loaded(tmp_path: Path, full_disk: dict[str, bool]) -> None:
    """Half of what was to be written, and then a power cut."""
    full_disk["full"] = False
    path = tmp_path / "game.jsonl"
    session = saved(path, actions=5)
    full_disk["full"] = True
    play(session, Random(1), 3)
    full_disk["full"] = False
    kept = Session.load(path).entries
    assert len(kept) >= 5 and kept == session.entries[: len(kept)]


def test_saving_can_be_tried_again_without_playing(
    tmp_path: Path, full_disk: dict[str, bool]
) -> None:
    """As a window does when it is closed."""
    full_disk["full"] = False
    session = saved(tmp_path / "game.jsonl", actions=2)
    full_disk["full"] = True
    play(session, Random(1), 1)
    assert not session.save()
    full_disk["full"] = False
    assert session.save() and session.is_saved
    assert Session.load(tmp_path / "game.jsonl").entries == session.entries


def test_a_folder_that_goes_comes_back(tmp_path: Path) -> None:
    """With the whole game in it."""
    path = tmp_path / "saves" / "game.jsonl"
    session = saved(path, actions=5)
    rmtree(path.parent)
    play(session, Random(1), 1)
    assert session.is_saved and session.notices == []
    assert Session.load(path).entries == session.entries


def test_a_file_in_the_place_of_the_folder_is_survived(tmp_path: Path) -> None:
    """Nothing can be written there, not even by root."""
    path = tmp_path / "saves" / "game.jsonl"
    session = saved(path, actions=2)
    rmtree(path.parent)
    path.parent.write_text("in the way")
    play(session, Random(1), 3)
    assert len(session.entries) == 5 and not session.is_saved
    assert [notice for notice in session.notices if "cannot be saved" in notice]
    assert path.parent.read_text() == "in the way"
    path.parent.unlink()
    assert session.save()
    assert Session.load(path).entries == session.entries


def test_a_save_is_never_overwritten(tmp_path: Path) -> None:
    """Neither by a new game nor by "save as"."""
    path, other = tmp_path / "game.jsonl", tmp_path / "other.jsonl"
    session = saved(path, actions=3)
    other.write_bytes(b"somebody's letter")
    before = path.read_bytes()
    with pytest.raises(RecordError, match="never overwritten"):
        Session.new(GAME, path=path)
    for taken in path, other:
        with pytest.raises(RecordError, match="never overwritten"):
            session.save_as(taken)
    assert path.read_bytes() == before and other.read_bytes() == b"somebody's letter"
    assert session.path == path and session.is_saved


def test_a_link_to_nowhere_is_not_written_through(tmp_path: Path) -> None:
    """What it points to is none of our business."""
    (tmp_path / "game.jsonl").symlink_to(tmp_path / "target")
    with pytest.raises(RecordError, match="never overwritten"):
        Session.new(GAME, path=tmp_path / "game.jsonl")
    assert not (tmp_path / "target").exists()


@pytest.mark.parametrize("below", ["file/game.jsonl", "file/deeper/game.jsonl"])
def test_a_game_that_cannot_be_saved_at_all_says_so_at_once(tmp_path: Path, below: str) -> None:
    """In a sentence that names the folder and the reason."""
    (tmp_path / "file").write_text("")
    with pytest.raises(RecordError, match="the game cannot be saved in"):
        Session.new(GAME, path=tmp_path / below)
    session = Session.new(GAME)
    with pytest.raises(RecordError, match="cannot be written"):
        session.save_as(tmp_path / below)


def test_save_as_goes_on_in_the_new_file_alone(tmp_path: Path) -> None:
    """The old one stays as it was, whole."""
    old, new = tmp_path / "old.jsonl", tmp_path / "folder" / "new.jsonl"
    session = saved(old, actions=4)
    before = old.read_bytes()
    session.save_as(new)
    play(session, Random(1), 4)
    assert session.path == new and old.read_bytes() == before
    assert Session.load(new).entries == session.entries
    assert Session.load(old).entries == session.entries[:4]


def test_a_game_in_memory_can_be_saved_later(tmp_path: Path) -> None:
    """With everything that was played until then."""
    session = play(Session.new(GAME, seed=1), Random(1), 6)
    assert not session.is_saved
    session.save_as(tmp_path / "game.jsonl")
    assert session.is_saved
    assert Session.load(tmp_path / "game.jsonl").entries == session.entries


def test_two_programs_on_one_save_keep_both_games(tmp_path: Path) -> None:
    """Who comes second moves to a file of its own and says so."""
    path = tmp_path / "game.jsonl"
    saved(path, actions=4)
    first, second = Session.load(path), Session.load(path)
    play(first, Random(1), 3)
    play(second, Random(2), 3)
    play(first, Random(3), 3)
    assert first.path == path and first.notices == []
    assert second.path == tmp_path / "game-2.jsonl"
    assert second.notices == [
        "Another program has changed game.jsonl: this game goes on in game-2.jsonl."
    ]
    assert Session.load(path).entries == first.entries
    assert Session.load(second.path).entries == second.entries


def test_a_name_is_free_again_after_saving_under_it_failed(
    tmp_path: Path, full_disk: dict[str, bool]
) -> None:
    full_disk["full"] = False
    session = saved(tmp_path / "game.jsonl", actions=5)
    other = tmp_path / "other.jsonl"
    full_disk["full"] = True
    with pytest.raises(RecordError, match="No space left"):
        session.save_as(other)
    assert not other.exists()
    full_disk["full"] = False
    session.save_as(other)
    assert Session.load(other).entries == session.entries


def test_a_file_that_was_removed_while_the_disk_was_full_comes_back_whole(
    tmp_path: Path, full_disk: dict[str, bool]
) -> None:
    full_disk["full"] = False
    path = tmp_path / "game.jsonl"
    session = saved(path, actions=5)
    path.unlink()
    full_disk["full"] = True
    play(session, Random(1), 2)
    full_disk["full"] = False
    play(session, Random(2), 2)
    assert session.is_saved
    assert Session.load(path).entries == session.entries
