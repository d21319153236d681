"""A draft in its folder: whole or not at all, and never over what its author wrote."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from hexwar.cli import main
from hexwar.definition.documents import misfits
from hexwar.imports import folder as folders
from hexwar.imports.draft import LIST_DATA, LIST_TEXT
from hexwar.imports.merging import MOST_ADDED, keys_of, merged
from tests.imports.modules import counter, kassala, png, slot
from tests.imports.test_tiled import tmx


@pytest.fixture
def module(tmp_path: Path) -> Path:
    """A module on the disk."""
    path = tmp_path / "battle.vmod"
    path.write_bytes(kassala().data())
    return path


def imported(module: Path, folder: Path, *more: str) -> int:
    """Run the command."""
    return main(["import", "vassal", str(module), str(folder), *more])


def everything(folder: Path) -> dict[str, bytes]:
    """All files of a folder."""
    paths = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def newer(module: Path) -> None:
    """A new version of the module has one counter more."""
    made = kassala()
    text = counter("Blue_Guns_1-0", "guns.png", gpid="30")
    end = "</VASSAL.build.widget.TabWidget>"
    more = slot(text, "Blue_Guns_1-0", "30")
    made.inside[-2] = made.inside[-2].replace(end, f"{more}{end}")
    made.files["images/guns.png"] = png(75, 75)
    module.write_bytes(made.data())


def test_a_first_import(module: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert imported(module, tmp_path / "battle") == 0
    printed = capsys.readouterr().out
    assert "10 files" in printed and "hexwar check" in printed
    files = everything(tmp_path / "battle")
    assert {"game.yaml", LIST_TEXT, LIST_DATA, "pictures/board.png"} <= files.keys()
    said = json.loads(files[LIST_DATA])
    assert misfits("import", said) == []
    assert set(said["written"]) == set(files) - {LIST_DATA}
    again = tmp_path / "other" / "battle"
    assert imported(module, again) == 0
    assert everything(again) == files
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_the_folder_is_called_as_the_file(
    module: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["import", "vassal", module.name]) == 0
    assert (tmp_path / "battle" / "game.yaml").is_file()


def test_a_second_import_leaves_what_its_author_changed(
    module: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Changed, taken away and added: all of it stays; the rest is brought up to date."""
    folder = tmp_path / "battle"
    imported(module, folder)
    before = everything(folder)
    assert imported(module, folder) == 0
    assert "nothing is new" in capsys.readouterr().out
    assert everything(folder) == before
    (folder / "units.yaml").write_text("units: {}\n# mine\n", encoding="utf-8")
    (folder / "terrain.yaml").unlink()
    (folder / "rules.yaml").write_text("movement: {}\n", encoding="utf-8")
    newer(module)
    assert imported(module, folder) == 0
    printed = capsys.readouterr().out
    assert "left as you changed them: units.yaml, terrain.yaml" in printed or (
        "left as you changed them: terrain.yaml, units.yaml" in printed
    )
    after = everything(folder)
    assert after["units.yaml"] == b"units: {}\n# mine\n" and after["rules.yaml"]
    assert "terrain.yaml" not in after
    assert b"blue_guns_1_0" in after["offered/latest/units.yaml"]
    assert "pictures/guns.png" in after
    assert b"4  counters in the palette" in after[LIST_TEXT]
    third = imported(module, folder)
    assert third == 0 and everything(folder) == after


def test_it_overwrites_when_told_to(module: Path, tmp_path: Path) -> None:
    folder = tmp_path / "battle"
    imported(module, folder)
    before = everything(folder)
    (folder / "units.yaml").write_text("mine\n", encoding="utf-8")
    (folder / "terrain.yaml").unlink()
    assert imported(module, folder, "--overwrite") == 0
    assert everything(folder) == before


def test_a_folder_that_no_import_made_is_left_alone(
    module: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "battle"
    folder.mkdir()
    (folder / "game.yaml").write_text("mine\n", encoding="utf-8")
    for written in (None, "{}", "[", '{"import": 1, "written": {"../x": "y"}}'):
        if written is not None:
            (folder / LIST_DATA).write_text(written, encoding="utf-8")
        before = everything(folder)
        assert imported(module, folder, "--overwrite") == 2
        assert "[HW853]" in capsys.readouterr().err
        assert everything(folder) == before


@pytest.mark.parametrize("name", ["1st", "a-b", "a b", "é"])
def test_a_folder_is_called_as_a_game(name: str, module: Path, tmp_path: Path) -> None:
    assert imported(module, tmp_path / name) == 2
    assert not (tmp_path / name).exists()


def test_who_interrupts_it_finds_the_folder_as_it_was(
    module: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first time nothing; later old or new files, all of them whole, and all the importer's."""
    folder = tmp_path / "battle"
    writing = Path.write_bytes
    left = [4]

    def write(path: Path, data: bytes) -> int:
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return writing(path, data)

    monkeypatch.setattr(Path, "write_bytes", write)
    assert imported(module, folder) == 130
    monkeypatch.undo()
    assert [path.name for path in tmp_path.iterdir()] == ["battle.vmod"]
    imported(module, folder)
    newer(module)
    before = everything(folder)
    moving = Path.replace

    def move(path: Path, target: Path) -> Path:
        if target.name == "units.yaml":
            raise KeyboardInterrupt
        return moving(path, target)

    monkeypatch.setattr(Path, "replace", move)
    assert imported(module, folder) == 130
    monkeypatch.undo()
    between = everything(folder)
    assert between["units.yaml"] == before["units.yaml"]
    assert misfits("import", json.loads(between[LIST_DATA])) == []
    assert imported(module, folder) == 0
    assert b"blue_guns_1_0" in everything(folder)["units.yaml"]
    assert not (folder / folders.LATEST).exists()


def test_a_disk_that_refuses_is_told(
    module: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    assert imported(module, tmp_path / "file" / "battle") == 2
    assert "cannot be written" in capsys.readouterr().err
    assert not list(tmp_path.glob(".*"))


def test_what_is_no_file_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pipe = tmp_path / "pipe.vmod"
    os.mkfifo(pipe)
    for path in (tmp_path / "none.vmod", tmp_path, pipe):
        assert imported(path, tmp_path / "battle") == 2
        assert "[HW850]" in capsys.readouterr().err


def test_there_and_back_by_the_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["export", "tiled", "strike_force_one"]) == 0
    assert (tmp_path / "strike_force_one.png").read_bytes().startswith(b"\x89PNG")
    assert main(["import", "tiled", "strike_force_one.tmx", "back"]) == 0
    assert "columns: 9" in (tmp_path / "back" / "map.yaml").read_text(encoding="utf-8")
    capsys.readouterr()
    assert main(["export", "tiled", "strike_force_one", "--out", "a.txt"]) == 2
    assert "is called something.tmx" in capsys.readouterr().err


def test_a_module_is_not_merged_into_the_draft_of_a_map(
    module: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, folder = tmp_path / "island.tmx", tmp_path / "island"
    path.write_text(tmx(), encoding="utf-8")
    assert main(["import", "tiled", str(path), str(folder)]) == 0
    before = everything(folder)
    assert imported(module, folder) == 2
    assert "is the draft of a map of Tiled, island.tmx" in capsys.readouterr().err
    assert everything(folder) == before


def test_a_map_of_tiled_that_is_none_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "island.tmx"
    path.write_text(tmx(orientation="isometric"), encoding="utf-8")
    assert main(["import", "tiled", str(path), str(tmp_path / "island")]) == 2
    assert "[HW852] island.tmx is isometric" in capsys.readouterr().err
    assert not (tmp_path / "island").exists()


def test_what_is_new_is_added_to_files_that_their_author_changed(
    module: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """At its place; his comments and values stay, and what he took away is not put back."""
    folder = tmp_path / "battle"
    imported(module, folder)
    path = folder / "units.yaml"
    text = path.read_text(encoding="utf-8")
    gone = next(line for line in text.splitlines() if line.startswith("    red_"))
    own = text.replace(gone + "\n", "").replace("  counters:\n", "  counters:  # mine\n")
    path.write_text(f"{own}# the end\n", encoding="utf-8")
    newer(module)
    capsys.readouterr()
    assert imported(module, folder) == 0
    assert "added to units.yaml: blue_guns_1_0" in capsys.readouterr().out
    lines = path.read_text(encoding="utf-8").splitlines()
    fresh = [line for line in lines if line not in own.splitlines() and line != "# the end"]
    assert len(fresh) == 1 and fresh[0].startswith("    blue_guns_1_0: {side: blue, type: unit")
    assert [line for line in lines if line not in fresh] == [*own.splitlines(), "# the end"]
    path.write_text(path.read_text("utf-8").replace(fresh[0] + "\n", ""), encoding="utf-8")
    assert imported(module, folder) == 0
    assert "blue_guns_1_0" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("own", ["", "- 1\n", "units: [\n", "units: {types: {}}\n", "units: no\n"])
def test_a_file_that_has_no_place_for_it_stays_as_it_is(
    own: str, module: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "battle"
    imported(module, folder)
    (folder / "units.yaml").write_text(own, encoding="utf-8")
    newer(module)
    assert imported(module, folder) == 0
    assert (folder / "units.yaml").read_text(encoding="utf-8") == own


def test_what_is_added_stands_in_braces_where_the_author_has_some() -> None:
    own = b"scenarios:\n  dawn: {title: Mine, setup: {a: '0101'}}  # so\n"
    new = b'scenarios:\n  dawn:\n    title: Dawn\n    setup:\n      a: "0101"\n      b: "0102"\n'
    new += b'  dusk:\n    title: Dusk\n    setup:\n      c: "0103"\n'
    before = ["scenarios", "scenarios/dawn", "scenarios/dawn/title", "scenarios/dawn/setup"]
    text, added = merged(own, new, [*before, "scenarios/dawn/setup/a"])
    assert added == ["b", "dusk"]
    assert text == (
        b"scenarios:\n  dawn: {title: Mine, setup: {a: '0101', b: \"0102\"}}  # so\n"
        b'  dusk: {title: Dusk, setup: {c: "0103"}}\n'
    )


def test_many_new_counters_are_all_added_or_none() -> None:
    """Each has keys of its own, which come with it."""

    def units(number: int) -> bytes:
        said = "".join(
            f"    u{n}: {{side: red, picture: {{front: a.png}}}}\n" for n in range(number)
        )
        return f"units:\n  counters:\n{said}".encode()

    before, own = keys_of(units(1)), b"# mine\n" + units(1)
    text, added = merged(own, units(201), before)
    assert added == [f"u{n}" for n in range(1, 201)]
    assert text == b"# mine\n" + units(201)
    assert merged(own, units(MOST_ADDED + 2), before) == (own, [])
