"""Games in one file: what is taken, and what is refused before anything of it is used."""

from __future__ import annotations

import json
import stat
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hexwar
from hexwar.definition.codes import tiny
from hexwar.definition.packs import MANIFEST, PackError, file_digest, packed, read_pack

Files = dict[str, bytes]
ABOUT = {"pack": 1, "game": "tiny"}


def files() -> Files:
    """The tiny game."""
    return {name: text.encode() for name, text in tiny.game().items()}


def laid(folder: Path, data: bytes, name: str = "tiny.hexwar") -> Path:
    """A pack in a folder."""
    path = folder / name
    path.write_bytes(data)
    return path


def reasons(path: Path) -> str:
    """Why a pack is refused."""
    with pytest.raises(PackError) as refused:
        read_pack(path)
    return "; ".join(refused.value.reasons)


def zipped(*entries: tuple[zipfile.ZipInfo | str, bytes], honest: bool = True) -> bytes:
    """A zip made by hand; ``honest``: with a manifest that has the digests of what is in it."""
    written = BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
        for entry, data in entries:
            archive.writestr(entry, data)
        if honest:
            names = {e if isinstance(e, str) else e.filename: data for e, data in entries}
            told = {name: file_digest(data) for name, data in names.items()}
            archive.writestr(MANIFEST, json.dumps({**ABOUT, "files": told}))
    return written.getvalue()


def test_a_game_is_read_from_its_pack_as_from_its_folder(tmp_path: Path) -> None:
    for name, data in files().items():
        (tmp_path / name).write_bytes(data)
    path = laid(tmp_path, packed(files(), ABOUT))
    one, other = hexwar.load_game(path), hexwar.load_game(tmp_path)
    assert one.ruleset().frame.resolved.digest == other.ruleset().frame.resolved.digest
    assert hexwar.check(path) == []


def test_findings_name_their_places_in_the_pack(tmp_path: Path) -> None:
    broken = files() | {"movement.yaml": b"movment: {}\n"}
    found = hexwar.check(laid(tmp_path, packed(broken, ABOUT)))
    assert any(str(tmp_path / "tiny.hexwar" / "movement.yaml") == one.file for one in found)


def test_equal_games_make_equal_packs() -> None:
    backwards = dict(reversed(files().items()))
    assert packed(files(), ABOUT) == packed(backwards, ABOUT)


def test_a_game_may_extend_one_in_a_pack_beside_it(tmp_path: Path) -> None:
    base = {k: v.replace(b"id: tiny\n", b"id: tiny\n") for k, v in files().items()}
    laid(tmp_path, packed(base, ABOUT), "base.hexwar")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "game.yaml").write_text("hexwar: 2\nid: mine\ntitle: M\nextends: base\n")
    assert hexwar.load_game(tmp_path / "mine").catalog.header.id == "mine"


def _no_file(kind: int) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo("rules.md")
    entry.create_system = 3
    entry.external_attr = (kind | 0o777) << 16
    return entry


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("../outside.yaml", "leads out"),
        ("/etc/passwd.txt", "leads out"),
        ("a/../../b.yaml", "leads out"),
        ("./map.yaml", "leads out"),
        ("C:\\map.yaml", "characters"),
        ("a\\b.yaml", "characters"),
        ("c:map.yaml", "characters"),
        ("con.yaml", "device"),
        ("a/NUL.txt", "device"),
        ("map.yaml ", "characters"),
        ("a./map.yaml", "characters"),
        ("player.py", "no kind of file"),
        ("inner.zip", "no kind of file"),
        ("x.hexwar", "no kind of file"),
        ("a" * 300 + ".yaml", "longer"),
        ("bell\x07.yaml", "characters"),
    ],
)
def test_names_that_mean_something_else(tmp_path: Path, name: str, told: str) -> None:
    path = laid(tmp_path, zipped(("game.yaml", b"a"), (name, b"x")))
    assert told in reasons(path)


@pytest.mark.parametrize("names", [("map.yaml", "MAP.yaml"), ("caf\u00e9.md", "cafe\u0301.md")])
def test_names_that_are_one_file_on_some_systems(tmp_path: Path, names: tuple[str, str]) -> None:
    path = laid(tmp_path, zipped(*((name, b"x") for name in names)))
    assert "one file on some systems" in reasons(path)


def test_all_bad_names_are_told_at_once(tmp_path: Path) -> None:
    told = reasons(laid(tmp_path, zipped(("../a.yaml", b""), ("con.md", b""), ("b.py", b""))))
    assert all(part in told for part in ("../a.yaml", "con.md", "b.py"))


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFDIR, stat.S_IFIFO])
def test_what_is_no_file_is_refused(tmp_path: Path, kind: int) -> None:
    """A link, a device, or a folder under the name of a file."""
    assert "link" in reasons(laid(tmp_path, zipped((_no_file(kind), b"/etc/passwd"))))


def test_a_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    told = reasons(laid(tmp_path, zipped(("game.yaml", b"\0" * 10_000_000))))
    assert "grows more than" in told


def test_what_holds_more_than_it_says_is_refused(tmp_path: Path) -> None:
    """The size in the table of contents is anybody's word."""
    data = zipped(("game.yaml", b"y" * 5_000))
    lie = data.replace((5_000).to_bytes(4, "little"), (50).to_bytes(4, "little"))
    assert lie != data
    assert reasons(laid(tmp_path, lie))


@pytest.mark.parametrize("data", [b"", b"PK", b"PK\x03\x04" + b"\0" * 40, b"hello", zipped()[:-10]])
def test_what_is_no_zip_is_said(tmp_path: Path, data: bytes) -> None:
    assert reasons(laid(tmp_path, data))


@pytest.mark.parametrize(
    ("manifest", "told"),
    [
        (b"{", "no JSON"),
        (b"[]", MANIFEST),
        (b'{"pack": 2, "game": "tiny", "files": {}}', MANIFEST),
        (b'{"pack": 1, "game": "../up", "files": {"game.yaml": "x"}}', MANIFEST),
        (b"[" * 100_000, MANIFEST),
    ],
)
def test_manifests_that_fit_no_schema(tmp_path: Path, manifest: bytes, told: str) -> None:
    data = zipped(("game.yaml", b"a"), (MANIFEST, manifest), honest=False)
    assert told in reasons(laid(tmp_path, data))


@pytest.mark.parametrize("change", ["changed", "missing", "added"])
def test_files_are_those_of_the_manifest(tmp_path: Path, change: str) -> None:
    told = {name: file_digest(data) for name, data in files().items()}
    there = files()
    if change == "changed":
        there["map.yaml"] += b" "
    elif change == "missing":
        del there["map.yaml"]
    else:
        there["more.yaml"] = b"x"
    manifest = json.dumps({**ABOUT, "files": told}).encode()
    data = zipped(*there.items(), (MANIFEST, manifest), honest=False)
    assert ("more.yaml" if change == "added" else "map.yaml") in reasons(laid(tmp_path, data))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_whatever_is_done_to_a_pack_it_is_read_or_refused(
    tmp_path: Path, data: st.DataObject
) -> None:
    whole = bytearray(packed(files(), ABOUT))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(whole) - 1))
        whole[at] = data.draw(st.integers(0, 255))
    path = laid(tmp_path, bytes(whole), f"{data.draw(st.integers(0, 10**9))}.hexwar")
    try:
        assert read_pack(path).manifest["pack"] == 1
    except PackError as refused:
        assert refused.reasons
    finally:
        path.unlink()


def test_a_broken_pack_is_a_finding(tmp_path: Path) -> None:
    """For check and play as for install."""
    (found,) = hexwar.check(laid(tmp_path, b"PK"))
    assert "no pack to use" in found.message
