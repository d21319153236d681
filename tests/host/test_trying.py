"""A stranger's game is tried where time and memory have ends, before it is played."""

from __future__ import annotations

import sys
from pathlib import Path
from shutil import copytree

import pytest

from hexwar.host.host import Host
from hexwar.host.store import SqliteStore
from hexwar.host.table import RefusedError
from hexwar.host.trying import TrialError, is_strange, require_playable
from tests.host.serving import keys_of
from tests.rules.tiny import FOLDER

bounded = pytest.mark.skipif(sys.platform == "win32", reason="no process is bounded here")


def test_a_sound_game_passes() -> None:
    assert is_strange(str(FOLDER / "meadow")) and not is_strange("tamrat")
    require_playable(str(FOLDER / "meadow"))


def test_an_unsound_game_is_refused_with_what_is_wrong(tmp_path: Path) -> None:
    folder = tmp_path / "meadow"
    copytree(FOLDER / "meadow", folder)
    text = (folder / "game.yaml").read_text(encoding="utf-8")
    (folder / "game.yaml").write_text(text.replace("allowance: 3", "allowance: x"), "utf-8")
    host = Host(SqliteStore(tmp_path / "host.sqlite"), [str(folder)], lambda: 0.0, keys=keys_of(1))
    with pytest.raises(RefusedError, match="is not played here"):
        host.try_game(str(folder))


@bounded
@pytest.mark.parametrize(("seconds", "size"), [(0, 1 << 30), (30, 1 << 20)])
def test_a_game_that_takes_too_much_is_ended(seconds: int, size: int) -> None:
    """Here the bounds are so narrow that any game does."""
    with pytest.raises(TrialError, match=r"too (much|long)"):
        require_playable(str(FOLDER / "meadow"), seconds, size)
