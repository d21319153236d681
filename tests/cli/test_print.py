"""``hexwar print`` and ``hexwar render``: files that are whole, and requests that make no sense."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pygame
import pytest
from fpdf import FPDF
from pypdf import PdfReader

from hexwar.cli import main
from tests.cli.conftest import WriteGame
from tests.fonts.making import write_font


def test_a_game_is_printed_in_parts(
    write_game: WriteGame, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Four files, and how many pages each has."""
    assert main(["print", str(write_game()), "--out", str(tmp_path / "out")]) == 0
    told = capsys.readouterr().out.splitlines()
    for part, line in zip(("counters", "map", "aid", "rules"), told, strict=True):
        pages = len(PdfReader(tmp_path / "out" / f"{part}.pdf").pages)
        assert line.endswith(f"{part}.pdf: {pages} page{'s' * (pages != 1)}")


def test_only_what_is_asked_for_is_printed(write_game: WriteGame, tmp_path: Path) -> None:
    """On the paper that is asked for."""
    request = ["--only", "aid", "--paper", "letter", "--ink", "saving"]
    assert main(["print", str(write_game()), *request, "--out", str(tmp_path / "out")]) == 0
    [path] = (tmp_path / "out").iterdir()
    assert float(PdfReader(path).pages[0].mediabox.width) == pytest.approx(612, abs=0.1)


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        (["--counter", "3"], "a counter is 12 to 30 mm wide, not 3"),
        (["--counter", "nan"], "a counter is 12 to 30 mm wide, not nan"),
        (["--only", "dice"], "invalid choice: 'dice'"),
        (["--scenario", "x"], "there is no scenario 'x'"),
    ],
)
def test_a_request_without_sense_is_refused(
    request_: list[str], said: str, write_game: WriteGame, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a sentence."""
    assert main(["print", str(write_game()), *request_]) == 2
    assert said in capsys.readouterr().err


def test_a_map_for_a_hall_is_refused(
    write_game: WriteGame, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before anything is drawn."""
    folder = write_game()
    text = (folder / "map.yaml").read_text(encoding="utf-8")
    assert "columns: 4, rows: 3" in text
    huge = text.replace("columns: 4, rows: 3", "columns: 99, rows: 99")
    (folder / "map.yaml").write_text(huge, encoding="utf-8")
    assert main(["print", str(folder), "--only", "map", "--counter", "30"]) == 2
    assert "150 is the most" in capsys.readouterr().err


def test_a_missing_library_is_said(
    write_game: WriteGame,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With what brings it."""
    monkeypatch.setitem(sys.modules, "fpdf", None)
    assert main(["print", str(write_game()), "--out", str(tmp_path / "out")]) == 2
    assert "pip install 'hexwar[print]'" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_is_said(
    write_game: WriteGame, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file stands in its place."""
    (tmp_path / "out").write_text("", encoding="utf-8")
    assert main(["print", str(write_game()), "--out", str(tmp_path / "out")]) == 2
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize("what", ["map", "counters", "charts"])
def test_pictures_are_as_wide_as_asked_for(
    what: str, write_game: WriteGame, tmp_path: Path
) -> None:
    """By pixels; and as SVG that any reader of XML takes."""
    folder = str(write_game())
    png, svg = tmp_path / f"{what}.png", tmp_path / f"{what}.svg"
    assert main(["render", folder, str(png), "--wide", "500", "--units"]) == 0
    assert main(["render", folder, str(svg), "--units"]) == 0
    picture = pygame.image.load(png)
    assert abs(picture.get_width() - 500) <= 1
    seen = {picture.get_at((x, y))[:3] for x in range(0, 500, 9) for y in range(0, 200, 9)}
    assert len(seen) > 2
    root = ElementTree.fromstring(svg.read_text(encoding="utf-8"))  # noqa: S314 - our own
    assert root.tag.endswith("svg")
    said = " ".join(text for text in root.itertext())
    wanted = {"map": "0101", "charts": "Sequence of play", "counters": ""}[what]
    assert wanted in said


def test_units_stand_on_the_map_only_if_asked_for(write_game: WriteGame, tmp_path: Path) -> None:
    """Each by its name."""
    folder, path = str(write_game()), tmp_path / "map.svg"
    assert main(["render", folder, str(path)]) == 0
    bare = path.read_text(encoding="utf-8")
    assert main(["render", folder, str(path), "--units"]) == 0
    assert 'class="u"' in path.read_text(encoding="utf-8")
    assert 'class="u"' not in bare


@pytest.mark.parametrize(
    ("request_", "said"),
    [
        (["map.pdf"], "say a .png or an .svg"),
        (["map"], "say a .png or an .svg"),
        (["map.png", "--wide", "20000"], "100 to 8000 pixels"),
        (["nowhere/map.png"], "cannot be written"),
    ],
)
def test_a_picture_without_sense_is_refused(
    request_: list[str],
    said: str,
    write_game: WriteGame,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    """In a sentence."""
    monkeypatch.chdir(tmp_path)
    assert main(["render", str(write_game()), *request_]) == 2
    assert said in capsys.readouterr().err


JAPANESE = "sides:\n  red: {name: 東山}\n  blue: {name: Blue}\n"


def test_fonts_of_the_machine_are_on_paper(
    write_game: WriteGame, tmp_path: Path, machine_fonts: Callable[..., None]
) -> None:
    """As letters, which can be searched for."""
    write_font(tmp_path / "fonts" / "signs.ttf", "東山")
    machine_fonts(tmp_path / "fonts")
    folder = write_game(sides=JAPANESE)
    assert main(["print", str(folder), "--only", "aid", "--out", str(tmp_path / "out")]) == 0
    text = "".join(page.extract_text() for page in PdfReader(tmp_path / "out" / "aid.pdf").pages)
    assert "東山" in text


@pytest.mark.parametrize("with_font", [True, False])
def test_no_line_of_a_library_comes_through(
    with_font: bool,
    write_game: WriteGame,
    tmp_path: Path,
    machine_fonts: Callable[..., None],
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Boxes are told in hexwar's own sentence, and once."""
    if with_font:
        write_font(tmp_path / "fonts" / "signs.ttf", "東山")
    machine_fonts(tmp_path / "fonts")
    folder = write_game(sides=JAPANESE)
    assert main(["print", str(folder), "--out", str(tmp_path / "out")]) == 0
    warning = "no font of this machine has 東 (U+6771), 山 (U+5C71): boxes are in their place"
    lines = capfd.readouterr().err.splitlines()
    assert [line[: len(warning)] for line in lines] == ([] if with_font else [warning])
    assert not caplog.records


def test_a_font_that_no_pdf_can_hold_is_printed_as_pictures(
    write_game: WriteGame,
    tmp_path: Path,
    machine_fonts: Callable[..., None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whether the library says so at once, and then of this font alone, or when all is written."""
    refused = write_font(tmp_path / "fonts" / "a.ttf", "東")
    write_font(tmp_path / "fonts" / "b.ttf", "山")
    machine_fonts(tmp_path / "fonts")
    folder = write_game(sides=JAPANESE)
    add, output = FPDF.add_font, FPDF.output

    def add_others(self: FPDF, family: str, style: str, path: Path) -> None:
        if path == refused:
            raise NotImplementedError(family)
        add(self, family, style, path)

    def output_none_but_shipped(self: FPDF) -> bytearray:
        if any(key.startswith("machine") for key in self.fonts):
            raise ValueError("broken")
        return output(self)

    for number, (name, refusing) in enumerate(
        (("add_font", add_others), ("output", output_none_but_shipped))
    ):
        with monkeypatch.context() as patch:
            patch.setattr(FPDF, name, refusing)
            out = tmp_path / f"out{number}"
            assert main(["print", str(folder), "--only", "aid", "--out", str(out)]) == 0
        pages = PdfReader(out / "aid.pdf").pages
        assert any(page.images for page in pages)
        assert any("山" in page.extract_text() for page in pages) == (name == "add_font")


def test_a_picture_with_boxes_is_told(
    write_game: WriteGame,
    tmp_path: Path,
    machine_fonts: Callable[..., None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    machine_fonts()
    picture = tmp_path / "map.png"
    assert main(["render", str(write_game(sides=JAPANESE)), str(picture)]) == 0
    assert "no font of this machine has 東 (U+6771)" in capsys.readouterr().err
