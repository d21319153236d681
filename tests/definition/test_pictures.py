"""Pictures that a game names: what is read of them, and what is refused before it is decoded."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from pathlib import Path

import pytest

import hexwar
from hexwar.definition import pictures
from hexwar.definition.codes import tiny
from hexwar.definition.loading import load
from hexwar.definition.pictures import PictureError, size_of
from hexwar.rules.map.pictures import middle_on_picture
from hexwar.rules.map.section import Map
from hexwar.rules.units.section import Units

PICTURE = "  picture:\n    file: {}\n    grid: {{dx: 30, dy: 40.5, x0: 20, y0: 25}}\n"


def png(width: int, height: int) -> bytes:
    """A PNG of this size that is black all over; of a large one no more than its header."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    rows = b"" if width * height > 1_000_000 else (b"\0" + b"\0" * 3 * width) * height
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(rows)), chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def jpeg(width: int, height: int, comment: int = 0) -> bytes:
    """The beginning of a JPEG, with a comment before it says how large it is."""
    said = b"\xff\xfe" + struct.pack(">H", comment + 2) + b"\xff" * comment
    return (
        b"\xff\xd8" + said + b"\xff\xc0\0\x11\x08" + struct.pack(">HH", height, width) + b"\x03" * 9
    )


def game(folder: Path, files: Mapping[str, bytes], board: str = "", units: str = "") -> Path:
    """The tiny game with pictures; ``board``: the picture of the map, ``units``: of unit A."""
    for name, text in tiny.FILES.items():
        if name == "map.yaml" and board:
            text += PICTURE.format(board)  # noqa: PLW2901
        if name == "units.yaml" and units:
            text = text.replace("A: {side: red,", f"A: {{picture: {units}, side: red,")  # noqa: PLW2901
        (folder / name).write_text(text, encoding="utf-8")
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return folder


def found(folder: Path) -> list[tuple[str, int, str]]:
    """Code, line and message of each finding."""
    return [(each.code, each.line, each.message) for each in hexwar.check(folder)]


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (png(3, 2), (3, 2)),
        (jpeg(300, 200), (300, 200)),
        (jpeg(300, 200, comment=60_000), (300, 200)),
        (b"GIF87a" + struct.pack("<HH", 7, 9), (7, 9)),
    ],
)
def test_the_size_stands_in_the_header(data: bytes, size: tuple[int, int]) -> None:
    assert size_of(data) == size


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"BM but no bitmap is read",
        b"<svg/>",
        png(3, 2)[:20],
        png(0, 2),
        b"\x89PNG\r\n\x1a\n\0\0\0\rIDAT" + bytes(20),
        b"GIF89a\1",
        b"\xff\xd8\xff",
        b"\xff\xd8\xff\xfe\xff\xff" + bytes(20),
        b"\xff\xd8" + b"\xff\xfe\0\0" * 5,
        b"\xff\xd8" + b"\xff" * 1000,
    ],
)
def test_what_is_no_picture_is_refused(data: bytes) -> None:
    with pytest.raises(PictureError):
        size_of(data)


def test_a_game_with_pictures_is_sound_and_has_them(tmp_path: Path) -> None:
    files = {
        "pictures/board.png": png(160, 160),
        "front.jpg": jpeg(9, 9),
        "back.gif": b"GIF89a\t\0\t\0",
    }
    folder = game(tmp_path, files, "pictures/board.png", "{front: front.jpg, back: back.gif}")
    assert found(folder) == []
    resolved = load(folder).resolve()
    board, unit = resolved[Map].picture, resolved[Units].counters["A"]
    assert board is not None and (board.file, board.file.folder) == ("pictures/board.png", folder)
    assert board.grid.dy == 40.5
    assert unit.picture is not None and (unit.picture.front, unit.picture.back) == (
        "front.jpg",
        "back.gif",
    )
    assert resolved[Units].counters["X"].picture is None


def test_hexes_are_where_the_grid_says(tmp_path: Path) -> None:
    folder = game(tmp_path, {"board.png": png(160, 160)}, "board.png")
    resolved = load(folder).resolve()
    picture = resolved[Map].picture
    assert picture is not None
    place = {n: middle_on_picture(picture, resolved.map.numbering, n) for n in resolved.map}
    assert place["0101"] == (20, 25)
    assert place["0102"] == (20, 65.5)
    assert place["0201"] == (50, 45.25)  # even columns stand lower
    assert place["0301"] == (80, 25)


def test_the_first_hex_is_the_first_by_number(tmp_path: Path) -> None:
    folder = game(tmp_path, {"board.png": png(160, 160)}, "board.png")
    grid = "grid: {columns: 4, rows: 3, rows_from: bottom}"
    text = (folder / "map.yaml").read_text().replace("grid: {columns: 4, rows: 3}", grid)
    (folder / "map.yaml").write_text(text.replace("y0: 25", "y0: 120"))
    resolved = load(folder).resolve()
    picture = resolved[Map].picture
    assert picture is not None
    assert middle_on_picture(picture, resolved.map.numbering, "0101") == (20, 120)
    assert middle_on_picture(picture, resolved.map.numbering, "0102") == (20, 79.5)


def test_a_picture_that_is_not_there_is_found_with_the_one_that_was_meant(tmp_path: Path) -> None:
    folder = game(tmp_path, {"pictures/board.png": png(160, 160)}, "pictures/bord.png")
    (finding,) = hexwar.check(folder)
    assert (finding.code, finding.line) == ("HW016", 5)
    assert "pictures/board.png" in finding.help


@pytest.mark.parametrize("name", ["../board.png", "/board.png", "C:board.png", "a\\b.png", "''"])
def test_no_picture_lies_outside_the_folder(name: str, tmp_path: Path) -> None:
    (tmp_path / "board.png").write_bytes(png(160, 160))
    folder = tmp_path / "game"
    folder.mkdir()
    assert [code for code, _, _ in found(game(folder, {}, name))] == ["HW016"]


def test_no_link_leads_out_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "board.png").write_bytes(png(160, 160))
    folder = tmp_path / "game"
    folder.mkdir()
    (folder / "board.png").symlink_to(tmp_path / "board.png")
    assert [code for code, _, _ in found(game(folder, {}, "board.png"))] == ["HW016"]


def test_a_file_that_is_none_is_named_with_its_line(tmp_path: Path) -> None:
    folder = game(tmp_path, {"front.png": b"text"}, units="{front: front.png}")
    ((code, line, message),) = found(folder)
    assert (code, line) == ("HW022", 5)
    assert message.startswith("front.png is no picture")


@pytest.mark.parametrize("size", [(30_000, 30_000), (100_000, 700), (8_001, 8_000)])
def test_too_many_pixels_are_refused_unseen(size: tuple[int, int], tmp_path: Path) -> None:
    folder = game(tmp_path, {"board.png": png(*size)}, "board.png")
    ((code, _, message),) = found(folder)
    assert code == "HW023" and f"{size[0]:,} x {size[1]:,}" in message
    with pytest.raises(hexwar.DefinitionError):
        load(folder)


def test_too_many_bytes_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MOST_BYTES", 1000)
    folder = game(tmp_path, {"board.png": png(160, 160) + bytes(1000)}, "board.png")
    assert [code for code, _, _ in found(folder)] == ["HW023"]


def test_all_together_may_not_be_too_large(tmp_path: Path) -> None:
    files = {name: png(7_000, 7_000) for name in ("board.png", "front.png", "back.png")}
    folder = game(tmp_path, files, "board.png", "{front: front.png, back: back.png}")
    ((code, _, message),) = found(folder)
    assert code == "HW023" and "147,000,000 pixels" in message


def test_one_picture_of_many_counters_counts_once(tmp_path: Path) -> None:
    files = {name: png(7_900, 8_000) for name in ("board.png", "front.png")}
    folder = game(tmp_path, files, "board.png", "{front: front.png, back: front.png}")
    assert [code for code, _, _ in found(folder)] == []


def test_hexes_beside_the_picture_are_counted(tmp_path: Path) -> None:
    folder = game(tmp_path, {"board.png": png(100, 160)}, "board.png")
    ((code, line, message),) = found(folder)
    assert (code, line) == ("HW213", 6)
    assert message == "3 of 12 hexes lie off the picture: 0401 at 110, 45"


def test_a_series_brings_its_own_pictures(tmp_path: Path) -> None:
    base, own = tmp_path / "base", tmp_path / "own"
    for each in (base, own):
        each.mkdir()
    game(base, {"front.png": png(9, 9)}, units="{front: front.png}")
    (own / "game.yaml").write_text("hexwar: 2\nid: own\ntitle: Own\nextends: base\n")
    assert found(own) == []
    picture = load(own).resolve()[Units].counters["A"].picture
    assert picture is not None and picture.front.folder.resolve() == base.resolve()


@pytest.mark.parametrize("dx", ["3", "0", "-64", "2001", ".nan", ".inf", "text", "[1]"])
def test_a_grid_has_sensible_numbers(dx: str, tmp_path: Path) -> None:
    folder = game(tmp_path, {"board.png": png(160, 160)}, "board.png")
    text = (folder / "map.yaml").read_text().replace("dx: 30", f"dx: {dx}")
    (folder / "map.yaml").write_text(text)
    (finding,) = [each for each in hexwar.check(folder) if each.severity == "error"]
    assert finding.file.endswith("map.yaml") and finding.line == 6
