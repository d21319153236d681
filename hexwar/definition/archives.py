"""Inspect zips from anybody, packs and modules, entry by entry before they are used.

Nothing is ever unpacked onto the disk. What is said of one entry is the end of a sentence that
begins with its name; the code that reads the zip decides whether the whole file is refused for it.
"""

from __future__ import annotations

import re
import stat
import zipfile

_DRIVE = re.compile(r"^[A-Za-z]:")


def leads_out(name: str) -> bool:
    """Say whether a name leads out of the folder, or is that of no file."""
    steps = name.split("/")
    return name.startswith("/") or not {"..", ".", ""}.isdisjoint(steps)


def leads_elsewhere(name: str) -> bool:
    """Say whether a name leads out on some system: by a backslash or a drive letter too."""
    return leads_out(name.removesuffix("/")) or "\\" in name or bool(_DRIVE.match(name))


def unreadable(entry: zipfile.ZipInfo) -> str:
    """Say why an entry is not read at all; empty if it can be."""
    mode = entry.external_attr >> 16
    kinds = (0, stat.S_IFREG, stat.S_IFDIR) if entry.is_dir() else (0, stat.S_IFREG)
    if mode and stat.S_IFMT(mode) not in kinds:
        return "is a link or a device"
    if entry.flag_bits & 0x1:
        return "is locked with a password"
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return "is packed in a way that not everybody can read"
    return ""


_HARMLESS = 100_000
"""Bytes that may be packed however tightly: a file of blanks shrinks a thousandfold."""


def swells(entry: zipfile.ZipInfo, ratio: int) -> bool:
    """Say whether an entry grows more than so many times when it is unpacked: a bomb."""
    if entry.file_size <= _HARMLESS:
        return False
    return entry.file_size > ratio * max(1, entry.compress_size)
