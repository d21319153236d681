"""``hexwar pack`` and ``hexwar install``."""

from __future__ import annotations

import os
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


def test_no_pack_is_called_as_a_device_of_windows(
    game: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["pack", "tiny", "--out", "nul.hexwar"]) == USAGE
    header = (game / "game.yaml").read_text().replace("id: tiny", "id: nul")
    (game / "game.yaml").write_text(header)
    assert main(["pack", "tiny"]) == USAGE
    printed = capsys.readouterr().err
    assert printed.count("is the name of a device on Windows") == 2
    assert not list(Path().glob("*.hexwar"))


def test_nothing_is_installed_by_a_name_that_some_system_cannot_have(
    own_games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {name: text.encode() for name, text in tiny.game().items()}
    Path("a.hexwar").write_bytes(packed(files, {"pack": 1, "game": "aux"}))
    Path("b.hexwar").write_bytes(packed(files, {"pack": 1, "game": "tiny"}))
    (own_games / "Tiny").mkdir(parents=True)
    (own_games / "Tiny" / "game.yaml").write_bytes(files["game.yaml"])
    assert [main(["install", name]) for name in ("a.hexwar", "b.hexwar")] == [USAGE, USAGE]
    printed = capsys.readouterr().err
    assert "aux, which is the name of a device" in printed and "Tiny is installed" in printed
    assert [path.name for path in own_games.iterdir()] == ["Tiny"]


@pytest.mark.parametrize("command", ["pack tiny", "install tiny.hexwar --replace"])
def test_a_pack_that_another_program_has_open_stays_as_it_is(
    command: str,
    game: Path,
    own_games: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Windows neither replaces nor removes it."""
    main(["pack", "tiny"])
    main(["install", "tiny.hexwar"])
    before = Path("tiny.hexwar").read_bytes(), (own_games / "tiny.hexwar").read_bytes()
    (game / "rules.md").write_text((game / "rules.md").read_text() + "\n")

    def denied(*_: object, **__: object) -> None:
        raise PermissionError(13, "The process cannot access the file")

    monkeypatch.setattr(os, "replace", denied)
    monkeypatch.setattr(Path, "unlink", denied)
    assert main(command.split()) == USAGE
    assert "cannot be written: The process cannot access the file" in capsys.readouterr().err
    after = Path("tiny.hexwar").read_bytes(), (own_games / "tiny.hexwar").read_bytes()
    assert after == before
