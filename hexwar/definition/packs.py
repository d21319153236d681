"""Read and make games in one file, ``NAME.hexwar``: zips that are read where they lie.

Nothing is unpacked. Anybody may have made a pack, so all that could be wrong is found before use,
from its table of contents and by counting what is really unpacked: names that lead out of the
folder or mean two things, links, locked and nested archives, more than was promised. A pack is then
read as a folder is (:mod:`hexwar.definition.folder`).
"""

from __future__ import annotations

import json
import stat
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from typing import Any
from zlib import error as zlib_error

from hexwar.definition.archives import leads_out, swells, unreadable
from hexwar.definition.printable import clean, path_named
from hexwar.definition.writing_files import LONGEST_NAME, alike, not_everywhere

MANIFEST = "pack.json"

MOST_BYTES = 64 * 1024 * 1024
"""Of the file, and of all that comes out of it."""
MOST_FILES = 4000
MOST_OF_ONE = 16 * 1024 * 1024
MOST_RATIO = 200
"""So many times its size may a file grow; more is a bomb."""

READABLE = frozenset({".yaml", ".md", ".json", ".txt", ".png", ".jpg", ".jpeg", ".gif", ".svg", ""})
"""Endings of files that a pack may hold; nothing that anything would run."""

_COMPRESSED = frozenset({".png", ".jpg", ".jpeg", ".gif"})
"""Endings of files that would not get smaller, and take long to find that out."""

_WHEN = (1980, 1, 1, 0, 0, 0)
"""The date of all files of a pack, so that equal games make equal packs."""


class PackError(ValueError):
    """A pack cannot be used, or none can be made; ``reasons`` are all that is wrong with it."""

    def __init__(self, path: Path, reasons: Sequence[str]) -> None:
        self.reasons = tuple(map(clean, reasons))
        super().__init__(f"{path_named(path)} is no pack to use: {'; '.join(self.reasons)}")


class Pack:
    """A pack that was looked through and is sound: its manifest and what is in it, by name."""

    def __init__(self, path: Path, files: Mapping[str, bytes], manifest: Mapping[str, Any]) -> None:
        self.path, self.files, self.manifest = path, files, manifest

    @property
    def digest(self) -> str:
        """Of all that is in it."""
        return digest_of(self.files)


def digest_of(files: Mapping[str, bytes]) -> str:
    """Digest some files by BLAKE2b, names included."""
    digest = blake2b(digest_size=16)
    for name in sorted(files):
        digest.update(f"{name}\0{len(files[name])}\0".encode())
        digest.update(files[name])
    return digest.hexdigest()


def read_pack(path: Path) -> Pack:
    """Read what is in a pack. OSError if it cannot be, :class:`PackError` if it is not sound."""
    status = path.stat()
    return _read(path, status.st_mtime_ns, status.st_size)


@lru_cache(maxsize=8)
def _read(path: Path, changed: int, size: int) -> Pack:
    # Kept by time and size beside the path: a file that was written anew is read anew.
    if size > MOST_BYTES:
        raise PackError(path, [f"it has {size:,} bytes, and a pack may have {MOST_BYTES:,}"])
    try:
        with zipfile.ZipFile(BytesIO(path.read_bytes())) as archive:
            if reasons := list(_faults_of_table(archive.infolist())):
                raise PackError(path, reasons)
            files = dict(_contents(path, archive))
    except (zipfile.BadZipFile, NotImplementedError, EOFError, zlib_error, ValueError) as problem:
        if isinstance(problem, PackError):
            raise
        raise PackError(path, [f"it is no zip that can be read ({problem})"]) from None
    from hexwar.definition.documents import DocumentError, require  # brings a library of schemas

    if MANIFEST not in files:
        raise PackError(path, [f"it has no {MANIFEST}; hexwar pack makes packs"])
    try:
        manifest: Mapping[str, Any] = json.loads(files[MANIFEST])
        require("pack", manifest)
    except (ValueError, RecursionError) as problem:
        reason = str(problem) if isinstance(problem, DocumentError) else "it is no JSON"
        raise PackError(path, [f"{MANIFEST}: {reason}"]) from None
    if reasons := list(_files_unlike_manifest(manifest, files)):
        raise PackError(path, reasons)
    return Pack(path, files, manifest)


def _faults_of_table(entries: Sequence[zipfile.ZipInfo]) -> Iterator[str]:
    """Say what is wrong with the table of contents; all of it."""
    if len(entries) > MOST_FILES:
        yield f"it holds {len(entries):,} files, and a pack may hold {MOST_FILES}"
        return
    for entry in entries:
        if why := _why_not(entry):
            yield f"{path_named(entry.filename[:LONGEST_NAME])} {why}"
    for names in alike(entry.filename for entry in entries):
        yield f"{' and '.join(map(path_named, names))} are one file on some systems"
    total_bytes = sum(entry.file_size for entry in entries)
    if total_bytes > MOST_BYTES:
        yield f"it unpacks to {total_bytes:,} bytes, and a pack may have {MOST_BYTES:,}"


def _why_not(entry: zipfile.ZipInfo) -> str:
    """Say why an entry may not be in a pack, first by its name; empty if it may."""
    name = entry.filename
    if leads_out(name):
        return "leads out of the folder, or is no file"
    if why := not_everywhere(name):
        return why
    if Path(name).suffix.lower() not in READABLE:
        return f"is no kind of file that a game has ({', '.join(sorted(READABLE - {''}))})"
    if why := unreadable(entry):
        return why
    if entry.file_size > MOST_OF_ONE:
        return f"has {entry.file_size:,} bytes, and a file may have {MOST_OF_ONE:,}"
    if swells(entry, MOST_RATIO):
        return f"grows more than {MOST_RATIO} times when it is unpacked"
    return ""


def _contents(path: Path, archive: zipfile.ZipFile) -> Iterator[tuple[str, bytes]]:
    """Yield all files; what the table of contents promises is counted while they are read."""
    bytes_left = MOST_BYTES
    for entry in archive.infolist():
        most = min(MOST_OF_ONE, bytes_left)
        with archive.open(entry) as file:
            data = file.read(most + 1)
        if len(data) > most:
            reason = f"{path_named(entry.filename)} has more in it than it says"
            raise PackError(path, [reason])
        bytes_left -= len(data)
        yield entry.filename, data


def _files_unlike_manifest(
    manifest: Mapping[str, Any], files: Mapping[str, bytes]
) -> Iterator[str]:
    """Say where the files are not those of which the manifest tells."""
    digests: Mapping[str, str] = manifest["files"]
    names = files.keys() - {MANIFEST}
    for name in sorted(digests.keys() - names):
        yield f"{path_named(name)} is missing"
    for name in sorted(names - digests.keys()):
        yield f"{path_named(name)} is not in {MANIFEST}"
    for name in sorted(digests.keys() & names):
        if file_digest(files[name]) != digests[name]:
            yield f"{path_named(name)} has changed since it was packed"
    if "game.yaml" not in files:
        yield "it holds no game.yaml"


def files_in(folder: Path) -> tuple[dict[str, bytes], list[str]]:
    """List the files of a folder that go into a pack, and the names of those that do not.

    Left out are links and files of other kinds; hidden ones are ignored. OSError for a file that
    cannot be read, :class:`PackError` for more than a pack may hold.
    """
    files: dict[str, bytes] = {}
    left_out: list[str] = []
    total_bytes = 0
    for path in _walked(folder):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink() or not path.is_file() or path.suffix.lower() not in READABLE:
            left_out.append(name)
            continue
        total_bytes += path.stat().st_size
        if total_bytes > MOST_BYTES or len(files) >= MOST_FILES:
            most = f"{MOST_BYTES:,} bytes and {MOST_FILES} files"
            raise PackError(folder, [f"it holds more than a pack may have, {most}"])
        files[name] = path.read_bytes()
    return files, left_out


def _walked(folder: Path) -> Iterator[Path]:
    for child in sorted(folder.iterdir()):
        if child.name.startswith("."):
            continue
        if child.is_dir() and not child.is_symlink():
            yield from _walked(child)
        else:
            yield child


def file_digest(data: bytes) -> str:
    """Digest a file as a manifest says it: BLAKE2b of 16 bytes."""
    return blake2b(data, digest_size=16).hexdigest()


def require_packable(folder: Path, data: bytes) -> None:
    """Raise :class:`PackError` if a pack has names or sizes that none may have.

    Reading one looks at the manifest and at every file too; that takes longer.
    """
    with zipfile.ZipFile(BytesIO(data)) as archive:
        if reasons := list(_faults_of_table(archive.infolist())):
            raise PackError(folder, reasons)


def packed(files: Mapping[str, bytes], about: Mapping[str, Any]) -> bytes:
    """Pack some files, as bytes: equal files make equal bytes.

    ``about`` are the keys of the manifest beside ``files``.
    """
    digests = {name: file_digest(files[name]) for name in sorted(files)}
    manifest = json.dumps({**about, "files": digests}, ensure_ascii=False, indent=1).encode()
    archive_bytes = BytesIO()
    with zipfile.ZipFile(archive_bytes, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted({**files, MANIFEST: manifest}.items()):
            entry = zipfile.ZipInfo(name, _WHEN)
            shrinks = Path(name).suffix.lower() not in _COMPRESSED
            entry.compress_type = zipfile.ZIP_DEFLATED if shrinks else zipfile.ZIP_STORED
            # The upper half holds what Unix says of a file: a plain one, that all may read.
            entry.external_attr = (stat.S_IFREG | 0o644) << 16
            archive.writestr(entry, data)
    return archive_bytes.getvalue()
