"""``hexwar pack`` and ``hexwar install``."""

from __future__ import annotations

from pathlib import Path

import pytest

from hexwar.cli import CLEAN, FINDINGS, USAGE, main
from hexwar.definition.codes import tiny
from hexwar.definition.packs import packed, read_pack


@pytest.fixture(autouse=True)
def own_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Games of one's own in a place of the test's."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data" / "hexwar" / "games"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A folder with the tiny game and what is none of it."""
    folder = tmp_path / "tiny"
    folder.mkdir()
    for name, text in tiny.game().items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "play.py").write_text("print('no')")
    (folder / ".hidden.yaml").write_text("no: 1")
    (folder / "link.md").symlink_to("/etc/hostname")
    return folder


def test_what_was_imported_is_packed_only_by_who_may_pass_it_on(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The list of an import says that pictures and names belong to others."""
    (game / "imported.json").write_text("{}", encoding="utf-8")
    assert main(["pack", "tiny"]) == USAGE
    assert "belong to their publishers" in capsys.readouterr().err
    assert main(["pack", "tiny", "--allowed"]) == CLEAN


def test_packed_installed_and_played(
    game: Path, own_games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["pack", "tiny"]) == CLEAN
    told = capsys.readouterr().out
    assert "left out: play.py" in told
    assert "left out: link.md" in told
    assert set(read_pack(Path("tiny.hexwar")).files) == {*tiny.game(), "pack.json"}
    for path in game.iterdir():
        path.unlink()
    game.rmdir()
    assert main(["install", "tiny.hexwar"]) == CLEAN
    assert (own_games / "tiny.hexwar").is_file()
    Path("tiny.hexwar").unlink()
    assert main(["balance", "tiny", "--games", "1", "--jobs", "1"]) == CLEAN
    assert main(["list"]) == CLEAN
    assert "Tiny" in capsys.readouterr().out


def test_a_second_time_only_if_it_is_said(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pack", str(game)]) == CLEAN
    assert main(["install", "tiny.hexwar"]) == CLEAN
    assert main(["install", "tiny.hexwar"]) == USAGE
    assert "--replace" in capsys.readouterr().err
    assert main(["install", "tiny.hexwar", "--replace"]) == CLEAN


def test_an_unsound_game_is_not_packed(game: Path) -> None:
    (game / "movement.yaml").write_text("movement: {allowance: many}\n")
    assert main(["pack", "tiny"]) == FINDINGS
    assert not Path("tiny.hexwar").exists()


def test_an_unsound_game_is_not_installed(own_games: Path) -> None:
    broken = {name: text.encode() for name, text in tiny.game().items()}
    broken["map.yaml"] = b"map: nowhere\n"
    Path("t.hexwar").write_bytes(packed(broken, {"pack": 1, "game": "tiny"}))
    assert main(["install", "t.hexwar"]) == FINDINGS
    assert not list(own_games.glob("*"))


def test_a_series_that_is_not_here_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    files = {name: text.encode() for name, text in tiny.game().items()}
    about = {"pack": 1, "game": "tiny", "needs": ["grand_series"]}
    Path("t.hexwar").write_bytes(packed(files, about))
    assert main(["install", "t.hexwar"]) == USAGE
    assert "grand_series" in capsys.readouterr().err


def test_a_shipped_series_is_needed_and_not_packed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["pack", "scs_sample"]) == CLEAN
    assert read_pack(Path("scs_sample.hexwar")).manifest["needs"] == ["scs"]
    assert main(["install", "scs_sample.hexwar"]) == USAGE  # that name came with hexwar
    assert "came with hexwar" in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [["pack", "nowhere"], ["pack", "tiny", "--out", "a.zip"], ["install", "nowhere.hexwar"],
     ["install", "tiny/map.yaml"]],
)  # fmt: skip
def test_what_cannot_be_is_one_sentence(
    arguments: list[str], game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert game.is_dir()
    assert main(arguments) == USAGE
    assert capsys.readouterr().err.startswith("hexwar: ")
