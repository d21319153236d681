"""``hexwar new``: what it writes is a game, and nothing that is there is overwritten."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from shutil import copytree

import pytest

import hexwar
from hexwar.cli import CLEAN, USAGE, main, schema
from hexwar.definition.locations import shipped
from hexwar.rules.invariants import broken_invariants


def test_what_it_writes_is_sound_and_is_played_to_its_end(tmp_path: Path) -> None:
    folder = tmp_path / "river_line"
    assert main(["new", str(folder)]) == CLEAN
    assert hexwar.check(folder) == []
    game = hexwar.load_game(folder)
    assert (game.catalog.header.id, game.catalog.header.title) == ("river_line", "River line")
    state, random = game.start(seed=3), Random(3)
    while not state.is_over:
        state.apply(state.sample_action(random))
    assert broken_invariants(state) == []


def schema_of(path: Path) -> str:
    """The path that a file names in its first line."""
    first = path.read_text(encoding="utf-8").splitlines()[0]
    return first.partition("$schema=")[2]


def test_editors_find_the_schema_from_every_file_wherever_the_folder_goes(tmp_path: Path) -> None:
    """To another machine, into a repository: nothing names a place outside of the folder."""
    main(["new", str(tmp_path / "mine")])
    (tmp_path / "mine").rename(tmp_path / "elsewhere")
    files = sorted((tmp_path / "elsewhere").glob("*.yaml"))
    assert files
    for path in files:
        named = schema_of(path)
        assert named == ".schemas/game.schema.json"
        assert (path.parent / named).is_file()
        text = path.read_text(encoding="utf-8")
        assert str(tmp_path) not in text and str(shipped("schemas")) not in text


def test_every_schema_that_a_copy_refers_to_is_beside_it(tmp_path: Path) -> None:
    main(["new", str(tmp_path / "mine")])
    there = {path.name for path in (tmp_path / "mine" / ".schemas").iterdir()}
    for path in (tmp_path / "mine" / ".schemas").iterdir():
        text = path.read_text(encoding="utf-8")
        assert {*re.findall(r'"\$ref": "([^"#]+)', text)} <= there


def test_in_a_checkout_files_name_its_own_schemas(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every clone has them in the same place, so no copy is laid beside the game."""
    copytree(shipped("schemas"), tmp_path / "schemas")
    monkeypatch.setattr(schema, "shipped", lambda name: tmp_path / name)
    (tmp_path / "games").mkdir()
    main(["new", str(tmp_path / "games" / "mine")])
    assert schema_of(tmp_path / "games" / "mine" / "game.yaml") == "../../schemas/game.schema.json"
    assert not (tmp_path / "games" / "mine" / ".schemas").exists()


def test_files_that_name_no_schema_are_given_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And those that name another, or an older copy; nothing else in them changes."""
    copytree(shipped("games") / "strike_force_one", tmp_path / "mine")
    before = hexwar.load_game(tmp_path / "mine").definition.resolve().sections
    for _ in range(2):
        assert main(["schema", str(tmp_path / "mine")]) == CLEAN
    assert "game.yaml" in capsys.readouterr().out
    for path in (tmp_path / "mine").glob("*.yaml"):
        assert path.read_text(encoding="utf-8").count("$schema=") == 1
        assert (path.parent / schema_of(path)).is_file()
    assert hexwar.load_game(tmp_path / "mine").definition.resolve().sections == before
    assert main(["schema", str(tmp_path)]) == USAGE


@pytest.mark.parametrize("name", ["scs_sample", "marenfeld"])
def test_a_copy_of_a_game_is_sound_under_its_own_name(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "mine"
    assert main(["new", str(folder), "--from", name]) == CLEAN
    assert hexwar.check(folder) == []
    assert hexwar.load_game(folder).catalog.header.id == "mine"
    written = {path.name for path in folder.iterdir()} - {".schemas"}
    assert written == {path.name for path in (shipped("games") / name).iterdir()}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["here"], "is there already"),
        (["2nd game"], "cannot be the name of a game"),
        (["mine", "--from", "nothing_of_that_name"], "there is no game"),
        (["mine/yours/\0"], "cannot"),
        (["con"], "'con' cannot be the name of a game: it is the name of a device on Windows"),
        (["Lpt1"], "device on Windows"),
        (["aux/mine"], "'aux' cannot be the name of a folder"),
        (["a" * 201], "longer than a name may be"),
        (["HERE"], "'here' is there already, and is the same name on Windows"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    told: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here").mkdir()
    assert main(["new", *words]) == USAGE
    assert told in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["here"]


def test_lines_end_as_the_author_ends_them(tmp_path: Path) -> None:
    """A file of Notepad has a mark at its beginning, which within a text is none."""
    folder = tmp_path / "mine"
    main(["new", str(folder)])
    plain = (folder / "map.yaml").read_bytes()
    (folder / "map.yaml").write_bytes(b"\xef\xbb\xbf" + plain.replace(b"\n", b"\r\n"))
    assert main(["schema", str(folder)]) == CLEAN
    assert (folder / "map.yaml").read_bytes() == plain.replace(b"\n", b"\r\n")
    assert hexwar.check(folder) == []
