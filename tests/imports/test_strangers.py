"""Modules as strangers make them: their traits, classes, folders and large boards."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import pytest
import yaml

from hexwar.cli import main
from hexwar.imports.draft import Draft, ImportChoices
from hexwar.imports.folder import chosen_in, land
from hexwar.imports.foreign_files import Folder, ImportRefusedError
from hexwar.imports.importing import draft_of_file, kind_of
from hexwar.imports.vassal import images
from hexwar.imports.vassal.drafting import draft_of
from hexwar.viewer.drawing.pictures import reduced
from tests.imports.modules import (
    GRID,
    PIECE,
    Made,
    board,
    counter,
    element,
    hex_grid,
    kassala,
    module_map,
    palette,
    png,
    slot,
    stack,
    zipped,
)


def said(draft: Draft, name: str, *keys: str) -> dict[str, object]:
    """What a file of a draft says under some keys."""
    found = yaml.safe_load(draft.files[name])
    for key in keys:
        found = found[key]
    assert isinstance(found, dict)
    return found


def drafted(made: Made, **more: object) -> Draft:
    """The draft of a module."""
    return draft_of(made.data(), "battle.vmod", "battle", **more)  # type: ignore[arg-type]


# -- what never moves ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "moves"),
    [
        (["", "N", "R"], True),
        (["i", "I", "R"], True),
        (["g", "N", "L"], True),
        (["n", "N", "R"], True),
        (["", "V", "R"], False),
        (["n", "V"], False),
        (["n"], False),
        ([""], True),
        ([], True),
    ],
)
def test_only_movement_v_leaves_a_counter_out(fields: list[str], moves: bool) -> None:
    """And, as before there was such a field, what cannot be chosen."""
    made = kassala()
    loner = slot(counter("Red loner", "x.png", (["immob", *fields], "")), "loner")
    made.inside[3] = palette({"Red": [loner], "Blue": [slot(counter("Blue", "y.png"), "b")]})
    draft = drafted(made)
    assert ("red_loner" in said(draft, "units.yaml", "units", "counters")) is moves
    left = [line for line in draft.listing.left if line.what == "counters that never move"]
    assert [line.examples for line in left if line.count] == ([] if moves else [("Red loner",)])


# -- classes of a module's own ---------------------------------------------------------------------

OWN = {
    GRID: "house.grids.FieldHexGrid",
    PIECE: "FieldPieceSlot",
    "VASSAL.build.module.Map": "house.FieldMap",
    "VASSAL.build.module.map.boardPicker.Board": "house.FieldBoard",
    "VASSAL.build.module.map.SetupStack": "house.FieldSetupStack",
    "VASSAL.build.module.PlayerRoster": "VASSAL.house.FieldPlayerRoster",
    "VASSAL.build.GameModule": "house.FieldGameModule",
}


@pytest.mark.parametrize("known", OWN)
def test_a_class_of_its_own_is_read_as_what_its_name_ends_in(known: str) -> None:
    made = kassala()
    plain = drafted(made)
    text = re.sub(rf"(</?){re.escape(known)}(?=[\s>/])", rf"\g<1>{OWN[known]}", made.xml().decode())
    files = {**made.files, "buildFile.xml": text.encode()}
    draft = draft_of(zipped(files), "battle.vmod", "battle")
    assert draft.files == plain.files
    named = [line.what for line in draft.listing.carried if line.count]
    assert OWN[known].startswith("VASSAL") or f"elements {OWN[known]}" in named


def test_other_classes_are_named_each_with_its_count() -> None:
    """And nothing is said not to be there that was only not read."""
    made = kassala()
    made.inside[1] = module_map([board("Field", "Board.png", element("house.Lattice", dx=60))])
    made.inside += [element(f"house.Thing{letter}") * 2 for letter in "ABCDE"]
    draft = drafted(made)
    lines = {line.what: line.count for line in draft.listing.left}
    assert [lines[f"elements house.Thing{letter}"] for letter in "ABCDE"] == [2] * 5
    assert lines["elements house.Lattice"] == 1
    assert "has no hexes" not in draft.listing.text() + draft.files["map.yaml"].decode()


# -- where a module lies ---------------------------------------------------------------------------


def unpacked(made: Made, folder: Path) -> Path:
    """The sources of a module."""
    for name, data in {"buildFile.xml": made.xml(), **made.files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def test_a_folder_is_read_as_its_zip_is(tmp_path: Path) -> None:
    made = kassala()
    sources = unpacked(made, tmp_path / "sources")
    plain = drafted(made)
    for path in (sources, sources / "buildFile.xml", tmp_path):
        assert kind_of(path) == "vassal"
        draft = draft_of_file("vassal", path, "battle")
        assert draft.files == plain.files and re.fullmatch("[0-9a-f]{32}", digest_of(draft))
    before = digest_of(draft_of_file("vassal", sources, "battle"))
    (sources / "README").write_text("Nobody asks for it.")
    assert digest_of(draft_of_file("vassal", sources, "battle")) == before
    (sources / "images/Board.png").write_bytes(png(641, 480))
    assert digest_of(draft_of_file("vassal", sources, "battle")) != before


def digest_of(draft: Draft) -> str:
    """What the list says of the file that was imported."""
    return draft.listing.source["digest"]


def test_links_of_a_folder_are_not_followed(tmp_path: Path) -> None:
    sources = unpacked(kassala(), tmp_path / "sources")
    (tmp_path / "secret.png").write_bytes(png(75, 75))
    (sources / "images/secret.png").symlink_to(tmp_path / "secret.png")
    (sources / "out").symlink_to("/")
    assert not [
        name for name in Folder(sources, "sources").names if "secret" in name or name == "/"
    ]
    assert not [name for name in Folder(sources, "sources").names if name.startswith("out")]


def test_a_zip_with_folders_on_top(tmp_path: Path) -> None:
    made = kassala()
    files = {"buildFile.xml": made.xml(), **made.files}
    below = {f"Field-main/src/{name}": data for name, data in files.items()}
    draft = draft_of(zipped({"Field-main/README": b"x", **below}), "field.zip", "battle")
    assert draft.files == drafted(made).files


def test_several_modules_in_one_file_are_refused_by_name() -> None:
    both = {f"{name}/buildFile.xml": kassala().xml() for name in ("one", "two")}
    with pytest.raises(ImportRefusedError, match=r"several modules.*import one of one, two"):
        draft_of(zipped(both), "both.zip", "battle")


def test_what_holds_a_module_says_so() -> None:
    with pytest.raises(ImportRefusedError, match=r"It holds dist/Field\.vmod: take that out"):
        draft_of(zipped({"dist/Field.vmod": b"x"}), "field.zip", "battle")


def test_the_other_command_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    module, drawn = tmp_path / "m.zip", tmp_path / "m.tmx"
    module.write_bytes(kassala().data())
    drawn.write_text('<?xml version="1.0"?>\n<map orientation="hexagonal"/>')
    for kind, path, other in (("tiled", module, "vassal"), ("vassal", drawn, "tiled")):
        assert main(["import", kind, str(path), str(tmp_path / "d")]) == 2
        assert f"hexwar import {other} " in capsys.readouterr().err


# -- boards ----------------------------------------------------------------------------------------


def test_a_board_that_is_too_large_comes_smaller_with_its_measures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(images, "MOST_PIXELS", 640 * 480 // 4)
    draft = drafted(kassala(), reduce=reduced)
    picture = said(draft, "map.yaml", "map", "picture")
    grid = picture["grid"]
    assert picture["file"] == "pictures/board.jpg" and isinstance(grid, dict)
    assert grid["dx"] == pytest.approx(30, abs=0.1) and grid["dy"] == pytest.approx(35, abs=0.1)
    assert grid["x0"] == pytest.approx(20, abs=0.1) and grid["y0"] == pytest.approx(20, abs=0.1)
    assert draft.listing.decided["the picture Board.png"] == "320 by 240 pixels, made of 640 by 480"
    assert "dx 60, dy 70, x0 40, y0 40 on" in draft.listing.decided["measures of Field"]


def test_a_board_that_cannot_be_reduced_leaves_its_measures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(images, "MOST_PIXELS", 640 * 480 // 4)
    draft = drafted(kassala())
    text = draft.files["map.yaml"].decode()
    assert "# picture: {file: FILE, grid: {dx: 60, dy: 70, x0: 40, y0: 40}}" in text
    assert "Board.png: 640 by 480 pixels, " in draft.listing.text()


def test_boards_that_are_too_many_pixels_together_are_reduced_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(images, "MOST_OF_BOARDS", 2 * 640 * 480 // 4)
    made = kassala()
    boards = [board(name, f"{name}.png", hex_grid(dx=60.0, dy=70.0)) for name in ("A", "B")]
    made.inside[1] = module_map(boards)
    made.files |= {f"images/{name}.png": png(640, 480) for name in ("A", "B")}
    decided = drafted(made, reduce=reduced).listing.decided
    assert {decided[f"the picture {name}.png"][:10] for name in "AB"} == {"320 by 240"}


def test_boards_that_stay_behind_are_told() -> None:
    made = kassala()
    tables = [board(f"Table {n}", "Board.png") for n in range(12)]
    made.inside[1] = module_map([board("Field", "Board.png", hex_grid(dx=60.0, dy=70.0)), *tables])
    line = next(line for line in drafted(made).listing.left if line.what == "boards")
    assert line.count == 12 and "stay behind" in line.why


def test_the_author_says_which_board_is_the_map() -> None:
    made = kassala()
    boards = [board(name, "Board.png", hex_grid(dx=60.0, dy=70.0)) for name in ("East", "West")]
    made.inside[1] = module_map(boards, stack(100, 75))
    assert drafted(made).files["map.yaml"].startswith(b"# East")
    chosen = drafted(made, chosen=ImportChoices(board="west"))
    assert chosen.files["map.yaml"].startswith(b"# West")
    with pytest.raises(ImportRefusedError, match="called North; there are: East, West"):
        drafted(made, chosen=ImportChoices(board="North"))


# -- what was chosen, once and again ---------------------------------------------------------------


def test_a_second_import_takes_what_was_chosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("b.vmod").write_bytes(kassala().data())
    assert main(["import", "vassal", "b.vmod", "b"]) == 0
    assert chosen_in(Path("b")) == ImportChoices()
    assert main(["import", "vassal", "b.vmod", "b", "--sides", "Guns, Infantry"]) == 0
    assert chosen_in(Path("b")) == ImportChoices(sides=("Guns", "Infantry"))
    assert main(["import", "vassal", "b.vmod", "b"]) == 0
    assert "guns: {name: Guns" in Path("b/game.yaml").read_text()
    # One line by hand.
    text = Path("b/imported.json").read_text()
    Path("b/imported.json").write_text(text.replace('"Guns",', '"All guns=Guns",'))
    assert main(["import", "vassal", "b.vmod", "b"]) == 0
    assert "name: All guns" in Path("b/game.yaml").read_text()
    assert main(["import", "vassal", "b.vmod", "b", "--sides", ""]) == 0
    assert "name: Red" in Path("b/game.yaml").read_text()


def test_options_of_the_other_kind_are_refused(tmp_path: Path) -> None:
    (tmp_path / "b.vmod").write_bytes(kassala().data())
    assert main(["import", "vassal", str(tmp_path / "b.vmod"), "--tilesets", "x"]) == 2
    assert main(["import", "tiled", str(tmp_path / "b.vmod"), "--sides", "A, B"]) == 2


# -- how far it is, and giving it up ---------------------------------------------------------------


def test_how_far_it_is_is_told_from_counters_to_pictures() -> None:
    heard: list[tuple[str, int, int]] = []

    def tell(what: str, done: int, of: int) -> None:
        heard.append((what, done, of))

    draft_of(kassala().data(), "battle.vmod", "battle", tell)
    assert [*dict.fromkeys(what for what, *_ in heard)] == [
        "counters", "faces of counters", "set-up Standard", "boards", "pictures of counters",
    ]  # fmt: skip
    assert all(0 <= done <= of for _, done, of in heard)


@pytest.mark.parametrize("moment", ["write_bytes", "rename"])
def test_who_gives_up_while_it_is_written_finds_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """Not even the folders above."""
    draft = drafted(kassala())
    real: Callable[..., object] = getattr(Path, moment)
    times = iter(range(100))

    def interrupted(path: Path, *arguments: object) -> object:
        if moment == "rename" or next(times) == 3:
            raise KeyboardInterrupt
        return real(path, *arguments)

    monkeypatch.setattr(Path, moment, interrupted)
    with pytest.raises(KeyboardInterrupt):
        land(draft, tmp_path / "above" / "battle")
    assert [*tmp_path.iterdir()] == []


def test_a_zip_is_not_taken_for_a_module_by_its_ending_alone(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "a.zip", "w") as packed:
        packed.writestr("letter.txt", "x")
    assert kind_of(tmp_path / "a.zip") == ""
    assert kind_of(tmp_path / "nothing.vmod") == ""
