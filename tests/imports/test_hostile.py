"""Broken and hostile files: a refusal of one sentence, and never more."""

from __future__ import annotations

import struct

import pytest

from hexwar.definition import markup
from hexwar.imports import foreign_files as archives
from hexwar.imports.foreign_files import Archive, ImportRefusedError
from hexwar.imports.vassal import pieces
from hexwar.imports.vassal.drafting import draft_of
from hexwar.imports.vassal.module import BODY, read_save, revealed
from tests.imports.modules import (
    Made,
    board,
    counter,
    hex_grid,
    kassala,
    module_map,
    png,
    slot,
    zipped,
)

LAUGHS = b"""<?xml version="1.0"?><!DOCTYPE m [<!ENTITY a "aaaaaaaaaa">
<!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><GameModule name="&b;"/>"""
OUTSIDE = b"""<!DOCTYPE m SYSTEM "file:///etc/passwd"><GameModule/>"""


def refused(data: bytes) -> ImportRefusedError:
    """Why a module is not imported."""
    with pytest.raises(ImportRefusedError) as found:
        draft_of(data, "battle.vmod", "battle")
    told = str(found.value)
    assert told.startswith(("battle.vmod", "buildFile")) and "\n" not in told and len(told) < 500
    return found.value


def with_buildfile(text: bytes) -> bytes:
    """A module with some buildfile."""
    return zipped({"buildFile.xml": text})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (LAUGHS, "declares a document type"),
        (OUTSIDE, "declares a document type"),
        (b"<a>" * 100, "is nested deeper than 64 levels"),
        (b"<a", "is no XML that can be read"),
        (b"", "is no XML that can be read"),
        (b"\xff\xfe\x00\x00", "is no XML that can be read"),
        (b'<?xml version="1.0" encoding="klingon"?><a/>', "is no"),
        (b"<a>&nothing;</a>", "is no XML that can be read"),
        (b"<a %s/>" % b" ".join(b'x%d=""' % n for n in range(500)), "attributes"),
    ],
)
def test_xml_that_is_none_or_too_much(text: bytes, why: str) -> None:
    found = refused(with_buildfile(text))
    assert found.code == "HW851" and why in str(found)


def test_elements_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(markup, "MOST_ELEMENTS", 10)
    assert "more than 10 elements" in str(refused(with_buildfile(b"<a>" + b"<b/>" * 10 + b"</a>")))


def test_a_module_that_breaks_off() -> None:
    """Wherever it is cut."""
    whole = kassala().data()
    for length in range(0, len(whole), 97):
        assert refused(whole[:length]).code == "HW850"


@pytest.mark.parametrize(
    "name", ["../out.png", "/etc/out", "images/../../out", "C:out", "images//x", "a/./b"]
)
def test_names_that_lead_out_are_followed_nowhere(name: str) -> None:
    """Nobody asks for them: the rest is imported, and they are told."""
    assert files_and_refusals({name: b"x"}) == {name: "leads out of the zip"}


def files_and_refusals(more: dict[str, bytes]) -> dict[str, str]:
    """What is told of files in a module that are not read; all else of it is imported."""
    plain, draft = (
        draft_of(made.data(), "battle.vmod", "battle") for made in (kassala(), kassala(more))
    )
    assert draft.files == plain.files
    line = next(line for line in draft.listing.left if line.what == "files in it")
    return dict(said.split(" ", 1) for said in line.examples)


def test_a_backslash_is_a_slash_of_old_tools() -> None:
    archive = Archive(zipped({"images\\a.png": b"x", "images\\..\\..\\b.png": b"y"}), "m.vmod")
    assert archive.read("images/a.png") == b"x" and archive.names == ("images/a.png",)
    assert [*archive.refused.values()] == ["leads out of the zip"]


def test_names_that_are_one_on_some_systems_are_two_here() -> None:
    """Nothing is unpacked under its own name, so they harm nobody."""
    made = kassala({"images/CON.gif": b"x", "images/board.PNG": b"x", "images/Con.gif": b"y"})
    assert len(draft_of(made.data(), "battle.vmod", "battle").files) == 9


@pytest.mark.parametrize(
    ("where", "value", "why"),
    [(8, 0x1, "locked with a password"), (10, 12, "packed in a way")],
)
def test_entries_that_cannot_be_read(where: int, value: int, why: str) -> None:
    """The field of an entry in the table of contents is changed."""
    data = bytearray(kassala().data())
    at = data.index(b"PK\x01\x02")
    struct.pack_into("<H", data, at + where, value)
    assert why in str(refused(bytes(data)))


def test_links_are_refused() -> None:
    data = bytearray(kassala().data())
    at = data.index(b"PK\x01\x02")
    data[at + 5] = 3  # made on Unix
    struct.pack_into("<I", data, at + 38, 0o120777 << 16)
    assert "is a link" in str(refused(bytes(data)))


def test_bombs_that_nobody_asks_for_are_never_unpacked() -> None:
    """A silent sound, a rulebook, a blank bitmap."""
    told = files_and_refusals({"sounds/silence.wav": b"\0" * 2_000_000})
    assert told == {"sounds/silence.wav": "grows more than 500 times when it is unpacked"}


def test_a_bomb_that_is_asked_for_is_left_out() -> None:
    """As the buildfile it refuses the module, as a picture itself alone."""
    assert "buildFile.xml grows more than 500 times" in str(
        refused(with_buildfile(b" " * 2_000_000))
    )
    made = kassala({"images/Red_Guns_1-0.png": png(75, 75) + b"\0" * 2_000_000})
    draft = draft_of(made.data(), "battle.vmod", "battle")
    assert len([name for name in draft.files if name.startswith("pictures/red")]) == 1
    assert "images/Red_Guns_1-0.png grows more than 500 times" in draft.listing.text()


def test_more_than_is_said_is_not_read() -> None:
    """The table of contents says ten bytes."""
    data = bytearray(zipped({"buildFile.xml": b"<GameModule>" + b" " * 5000 + b"</GameModule>"}))
    struct.pack_into("<I", data, data.index(b"PK\x01\x02") + 24, 10)
    struct.pack_into("<I", data, 22, 10)
    assert refused(bytes(data)).code in ("HW850", "HW851")


@pytest.mark.parametrize(
    ("limit", "least", "why"),
    [
        ("MOST_ENTRIES", 3, "holds 5 files, and 3 are read"),
        ("MOST_BYTES", 100, "holds too much: buildFile.xml has more in it than the 100 bytes"),
        ("MOST_OF_ONE", 100, "bytes, and 100 are read"),
    ],
)
def test_limits_of_a_zip(limit: str, least: int, why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, limit, least)
    assert why in str(refused(kassala().data()))


def test_a_save_is_no_module() -> None:
    found = refused(zipped({BODY: b"!VCSK00"}))
    assert found.code == "HW852" and "is a saved game" in str(found)


@pytest.mark.parametrize("body", [b"!VCSK", b"!VCSKzz", b"!VCSK5", b"!VCSK5f6", b"", b"\xff\xfe"])
def test_saves_that_are_cut(body: bytes) -> None:
    """They hold nothing, or what is left of them."""
    assert len(revealed(body)) <= 2
    found = read_save(zipped({BODY: body}), "x.vsav")
    assert found is not None and not found.pieces


def broken_slot(text: str) -> Made:
    """A module in which one slot is so."""
    made = kassala()
    made.inside.append(slot(text, "broken"))
    return made


@pytest.mark.parametrize(
    "text",
    [
        "",
        "+",
        "+/null",
        "+/null/piece;;;a.png;a",
        "-/null/piece;;;;/null",
        "+/null/\t\t\t/",
        "+/null/emb2;\tpiece/",
        "+/null/prototype\tpiece;;;a;b/",
        "".join(map(str, range(40_000))),
        "+/null/" + "mark;a\t" * 3000 + "piece;;;;/",
        counter("\x85\u202e", "../../etc/passwd"),
        counter("a", "b", (["emb2", *["9" * 30] * 31], "9" * 400)),
        counter("a", "b", (["replace", "a", "b", "+/null/replace;a;b;+"], "")),
    ],
)
def test_one_bad_slot_costs_one_line(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "LONGEST", 100_000)
    draft = draft_of(broken_slot(text).data(), "battle.vmod", "battle")
    assert b"red_infantry_4_2" in draft.files["units.yaml"]
    for name, data in draft.files.items():
        assert name.isascii() and ".." not in name
        if name.endswith(".yaml"):
            assert not {"\x85", "\u202e"} & {*data.decode()}


@pytest.mark.parametrize(
    "grid",
    [
        {"dx": "nan"}, {"dx": "1e400"}, {"dx": "-3"}, {"dx": "9", "dy": "9"},
        {"x0": "99999999"}, {"x0": "90000"}, {"dy": "inf"}, {"dx": "60", "dy": "x"},
    ],
)  # fmt: skip
def test_grids_that_none_could_have(grid: dict[str, str]) -> None:
    """A grid of four pixels has more lines than a map may have: it is cut."""
    made = kassala()
    said: dict[str, object] = {**grid}
    made.inside[1] = module_map([board("Field", "Board.png", hex_grid(**said))])
    made.files["images/Board.png"] = (
        kassala()
        .files["images/Board.png"]
        .replace(
            (640).to_bytes(4, "big") + (480).to_bytes(4, "big"),
            (6400).to_bytes(4, "big") + (4800).to_bytes(4, "big"),
        )
    )
    draft = draft_of(made.data(), "battle.vmod", "battle")
    assert b"columns:" in draft.files["map.yaml"]


def test_zones_of_ten_thousand_corners_are_no_hang() -> None:
    path = ";".join(f"{n % 640},{(n * 7) % 480}" for n in range(12_000))
    zones = f'<Zone name="z" path="{path}" useParentGrid="true"/>'
    grid = f"<ZonedGrid>{zones}{hex_grid(dx=6.0, dy=7.0, x0=4, y0=4)}</ZonedGrid>"
    made = kassala()
    made.inside[1] = module_map([board("Field", "Board.png", grid)])
    assert draft_of(made.data(), "battle.vmod", "battle").files


def test_texts_that_are_no_utf_8() -> None:
    data = b'<?xml version="1.0" encoding="ISO-8859-1"?><GameModule name="\xc9lan"/>'
    draft = draft_of(with_buildfile(data), "battle.vmod", "battle")
    assert draft.listing.source["name"] == "Élan"


def test_the_archive_reads_no_name_that_it_has_not() -> None:
    with pytest.raises(KeyError):
        Archive(zipped({"a": b""}), "x").read("b")
