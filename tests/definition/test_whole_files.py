"""Files that are written whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwar.definition.writing_files import in_place_of, write_whole


def test_a_file_takes_the_place_of_another_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "map.yaml"
    write_whole(path, b"old")
    path.chmod(0o640)
    write_whole(path, b"new")
    assert path.read_bytes() == b"new" and path.stat().st_mode & 0o777 == 0o640
    assert [each.name for each in tmp_path.iterdir()] == ["map.yaml"]


def test_what_breaks_off_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "game.hexwar"
    write_whole(path, b"old")
    with pytest.raises(RuntimeError), in_place_of(path) as part:
        part.write_bytes(b"half of the n")
        assert part.suffix == path.suffix and part.parent == path.parent
        raise RuntimeError
    assert path.read_bytes() == b"old"
    assert [each.name for each in tmp_path.iterdir()] == ["game.hexwar"]


def test_a_folder_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    with pytest.raises(OSError):
        write_whole(tmp_path / "there", b"x")
    assert [each.name for each in tmp_path.iterdir()] == ["there"]
