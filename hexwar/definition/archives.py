"""What packs and modules have in common: zips of anybody's, looked through before they are used.

Nothing is ever unpacked onto the disk. What is said of one entry is the end of a sentence that
begins with its name; whoever reads the zip decides whether the whole file is refused for it.
"""

from __future__ import annotations

import re
import stat
import zipfile

_DRIVE = re.compile(r"^[A-Za-z]:")


class TooMuchError(ValueError):
    """An entry has more in it than it says, or than it may have."""


def leads_out(name: str) -> bool:
    """Whether a name leads out of the folder, or is that of no file."""
    parts = name.split("/")
    return name.startswith("/") or not {"..", ".", ""}.isdisjoint(parts)


def leads_elsewhere(name: str) -> bool:
    """Whether a name leads out of the folder on some system: by backslash or drive as well."""
    return leads_out(name.removesuffix("/")) or "\\" in name or bool(_DRIVE.match(name))


def unreadable(entry: zipfile.ZipInfo) -> str:
    """Why an entry is not read at all; empty if it can be."""
    mode = entry.external_attr >> 16
    kinds = (0, stat.S_IFREG, stat.S_IFDIR) if entry.is_dir() else (0, stat.S_IFREG)
    if mode and stat.S_IFMT(mode) not in kinds:
        return "is a link or a device"
    if entry.flag_bits & 0x1:
        return "is locked with a password"
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "is packed in a way that not everybody can read"
    return ""


def swells(entry: zipfile.ZipInfo, ratio: int) -> bool:
    """Whether an entry grows more than so many times when it is unpacked: a bomb."""
    return entry.file_size > ratio * max(1, entry.compress_size) and entry.file_size > 100_000


def bytes_of(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, most: int) -> bytes:
    """What is in an entry, counted while it is read. :class:`TooMuchError` beyond ``most``."""
    with archive.open(entry) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise TooMuchError(f"{entry.filename} has more in it than it says")
    return data
