"""Which signs a font has is read from its file, whoever made the file."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable
from fontTools.ttLib.ttCollection import TTCollection
from hypothesis import given
from hypothesis import strategies as st

from hexwar.fonts.machine import (
    BOLD,
    REGULAR,
    FontFile,
    UnreadableFontError,
    is_shipped,
    shipped_file,
)
from tests.fonts.making import write_font

SIGNS = "東山★א"
FAR = "😀🚂"


def signs_of(path: Path) -> set[int]:
    font = FontFile(path)
    return {code for code in range(0x20, 0x20000) if font.has(chr(code))}


def test_a_font_has_what_its_map_says(tmp_path: Path) -> None:
    """In the first plane and beyond it, where another form of map is needed."""
    assert signs_of(write_font(tmp_path / "near.ttf", SIGNS)) == set(map(ord, SIGNS))
    assert signs_of(write_font(tmp_path / "far.ttf", SIGNS + FAR)) == set(map(ord, SIGNS + FAR))


@pytest.mark.parametrize("name", [REGULAR, BOLD])
def test_the_shipped_fonts_are_read_as_a_library_reads_them(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(shipped_file(name))
    known = TTFont(path).getBestCmap()
    font = FontFile(path)
    assert {code for code in range(0x20000) if font._map.glyph(code)} == set(known)
    assert all(is_shipped(chr(code)) for code in known)


def test_all_of_latin_as_europe_writes_it_is_shipped(tmp_path: Path) -> None:
    """It is taken for granted, so that nothing is opened for it."""
    path = tmp_path / REGULAR
    path.write_bytes(shipped_file(REGULAR))
    font = FontFile(path)
    assert [c for c in map(chr, range(0xA1, 0x180)) if not font.has(c) and c != "\xad"] == []


def test_a_glyph_that_shows_nothing_is_no_sign(tmp_path: Path) -> None:
    """As in fonts whose colours few programs can draw; of a space it is right."""
    font = FontFile(write_font(tmp_path / "empty.ttf", "★", empty="●\u3000"))
    assert [font.has(sign) for sign in "★●\u3000"] == [True, False, True]


def test_the_first_font_of_a_collection_counts(tmp_path: Path) -> None:
    both = TTCollection()
    both.fonts = [TTFont(write_font(tmp_path / f"{sign}.ttf", sign)) for sign in "東★"]
    both.save(tmp_path / "both.ttc")
    assert signs_of(tmp_path / "both.ttc") == {ord("東")}


def test_a_map_of_one_stretch_is_read(tmp_path: Path) -> None:
    font = TTFont(write_font(tmp_path / "plain.ttf", "①②"))
    table = CmapSubtable.newSubtable(6)
    table.platformID, table.platEncID, table.language = 3, 1, 0
    table.cmap = font.getBestCmap()
    font["cmap"].tables = [table]
    font.save(tmp_path / "trimmed.ttf")
    assert signs_of(tmp_path / "trimmed.ttf") == set(map(ord, "①②"))


@pytest.mark.parametrize("content", [b"", b"\0\1\0\0", b"no font", b"ttcf" + bytes(20)])
def test_what_is_no_font_is_said_to_be_none(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "broken.ttf"
    path.write_bytes(content)
    with pytest.raises(UnreadableFontError):
        FontFile(path)


@given(seed=st.integers(0, 10**6))
def test_a_broken_font_has_some_signs_or_none(
    seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whatever is changed or cut off in it: it is read, or refused, and never more than that."""
    folder = tmp_path_factory.getbasetemp()
    whole = bytearray(write_font(folder / "whole.ttf", SIGNS + FAR).read_bytes())
    rng = Random(seed)
    for _ in range(rng.randint(0, 8)):
        whole[rng.randrange(len(whole))] = rng.randrange(256)
    path = folder / "broken.ttf"
    path.write_bytes(bytes(whole[: rng.choice([len(whole), rng.randrange(len(whole))])]))
    try:
        font = FontFile(path)
    except UnreadableFontError:
        return
    assert {font.has(sign) for sign in SIGNS + FAR + "x\U0010fffd"} <= {True, False}
