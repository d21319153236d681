"""Write files under names that every system allows, and whole or not at all.

A game is written on one system and played on all. First names are judged, then those in a game's
folder are reported; last comes how a file takes another's place.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from os import walk
from pathlib import Path

from hexwar.definition.diagnostics import Findings
from hexwar.definition.printable import path_named
from hexwar.definition.tree import MappingNode, SourceFile

# Windows forbids some characters in names, a dot or a blank at the end, and the names of its
# devices, whatever their ending. Windows and macOS treat names that differ only in capitals as the
# same, and macOS some that differ in how an accent is encoded. All of it is decided here.


LONGEST_NAME = 200
"""Characters of a file's path, from its game's folder on: Windows allows 259 for a whole path."""
MOST_NAMES = 4000
"""Files of a folder that are looked at: it may be one that holds much beside a game."""

_PLAIN = re.compile(r"[^\x00-\x1f\x7f<>:\"|?*\\]+")
_DEVICES = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])", re.IGNORECASE
)


def not_everywhere(name: str) -> str:
    """Why some system cannot have a file of this name, with / between folders; empty if all can.

    The end of a sentence that begins with the name.

    >>> not_everywhere("maps/board.png"), not_everywhere("maps/CON.png")
    ('', 'is the name of a device on Windows')
    """
    if len(name) > LONGEST_NAME:
        return f"is longer than a name may be ({LONGEST_NAME} characters)"
    steps = name.split("/")
    if not all(_PLAIN.fullmatch(step) and step[-1] not in " ." for step in steps):
        return "has characters that some systems have no files for"
    if any(map(is_device, steps)):
        return "is the name of a device on Windows"
    return ""


def is_device(name: str) -> bool:
    """Say whether a file is a device on Windows: ``con``, and ``con.txt`` too."""
    return bool(_DEVICES.fullmatch(name.partition(".")[0].rstrip(" ")))


def alike(names: Iterable[str]) -> Iterator[list[str]]:
    """The names that are one and the same on some system, by twos and more.

    >>> list(alike(["b.png", "Map.png", "map.png"]))
    [['Map.png', 'map.png']]
    """
    groups: dict[str, list[str]] = defaultdict(list)
    for name in names:
        groups[folded(name)].append(name)
    return (group for group in groups.values() if len(group) > 1)


def folded(name: str) -> str:
    """Write a name as the systems see it that see the fewest differences."""
    return unicodedata.normalize("NFC", name).casefold()


def names_beside(path: Path) -> list[str]:
    """List the names in the folder that a path lies in; none if it cannot be looked into."""
    try:
        return [child.name for child in path.absolute().parent.iterdir()]
    except (OSError, ValueError):
        return []


def report_names(folder: Path, root: MappingNode, findings: Findings) -> None:
    """Warn of a game's id and of its files, if some system does not allow their names."""
    identity = root.scalar("id")
    if identity is not None and (why := not_everywhere(identity.raw)):
        message = f"{identity.raw} {why}"
        hint = "call the game, and its folder, otherwise"
        findings.add("HW027", identity.place(), message, help=hint)
    names = [*_names_in(folder)]
    for name in names:
        if why := not_everywhere(name):
            place = SourceFile(folder / name).place()
            findings.add("HW027", place, f"{path_named(name)} {why}", help="call it otherwise")
    for group in alike(names):
        place = SourceFile(folder / group[1]).place()
        message = f"{' and '.join(map(path_named, group))} are one file on Windows and on macOS"
        findings.add("HW027", place, message, help="let them differ in more than capitals")


def _names_in(folder: Path) -> Iterator[str]:
    """Yield the files of a folder and of the folders in it, but for hidden ones; sorted."""
    names_left = MOST_NAMES
    for inner_folder, folders, files in walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(files)[:names_left]:
            if not name.startswith("."):
                yield (Path(inner_folder) / name).relative_to(folder).as_posix()
        names_left -= len(files)
        if names_left <= 0:
            return


# Files written whole or not at all: a cut, or a full disk, leaves what was there.


@contextmanager
def in_place_of(path: Path) -> Iterator[Path]:
    """Write a new file beside an old one; at the end it takes its place.

    It is deleted if anything is raised meanwhile. OSError if it cannot take the place.
    """
    part = path.with_name(f".{path.stem}.{os.getpid()}.part{path.suffix}")
    try:
        yield part
        with suppress(FileNotFoundError):
            part.chmod(path.stat().st_mode)
        part.replace(path)
    finally:
        with suppress(OSError):  # as long as another program has it open, Windows removes nothing
            part.unlink(missing_ok=True)


def write_whole(path: Path, content: bytes) -> None:
    """Put new content in a file's place at once. OSError if that cannot be."""
    with in_place_of(path) as part:
        part.write_bytes(content)
