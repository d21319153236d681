"""The fonts of this machine, for signs that the shipped font lacks.

They are looked for when the first such sign comes, where systems keep them: no program is asked, so
that one machine always answers the same. The first font that has a sign draws it, everywhere.
"""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import as_file, files
from itertools import islice
from pathlib import Path

from hexwar.fonts.coverage import FontFile, UnreadableFontError

REGULAR, BOLD = "FiraSans-Regular.ttf", "FiraSans-SemiBold.ttf"
"""The shipped fonts; both have the same signs."""

_PLAIN = "\u017f"
"""The shipped font has all of Latin as Europe writes it, up to this one."""

_ENDINGS = (".ttf", ".otf", ".ttc", ".otc")
_MOST_FILES = 5000
_DEEPEST = 8

_NOTHING_BUT_BOXES = ("lastresort", "adobeblank", "notdef", "tofu")
"""Fonts that claim to have every sign."""

_LATER = (
    *("italic", "oblique", "slant", "mono", "serif", "condensed", "narrow", "display"),
    *("bold", "black", "heavy", "light", "thin", "medium", "semi", "extra", "color", "emoji"),
)
"""Words in the names of fonts that are taken if there is no plainer one."""


_BOLD_ENDS = ("-Bold", "bd", "b", " Bold")
"""What the names of bold fonts have behind that of the plain one."""


def shipped_file(name: str) -> bytes:
    """A shipped font."""
    return files(__package__).joinpath(name).read_bytes()


@cache
def _shipped() -> FontFile:
    with as_file(files(__package__).joinpath(REGULAR)) as path:
        return FontFile(path)


@lru_cache(maxsize=10_000)
def is_shipped(sign: str) -> bool:
    """Whether the shipped font has a character, or it is one that nobody sees."""
    return sign <= _PLAIN or is_unseen(sign) or _shipped().has(sign)


def is_unseen(sign: str) -> bool:
    """Whether a character has no shape of its own: spaces, joiners, variants of the one before."""
    kind = unicodedata.category(sign)
    return kind in ("Zs", "Zl", "Zp", "Cc", "Cf") or 0xFE00 <= ord(sign) <= 0xFE0F


def fonts_with(sign: str) -> Iterator[Path]:
    """Fonts of this machine that have a character, the best first."""
    return (font.path for font in _fonts() if font.has(sign))


@lru_cache(maxsize=1000)
def bold_beside(font: Path, text: str) -> Path | None:
    """The bold one that belongs to a font of this machine, if it has a text."""
    names = {font.stem.replace("Regular", "Bold"), *(font.stem + end for end in _BOLD_ENDS)}
    beside = (each for each in _fonts() if each.path.parent == font.parent)
    bolder = (each for each in beside if each.path.stem in names - {font.stem})
    signs = [sign for sign in text if not is_unseen(sign)]
    return next((each.path for each in bolder if all(map(each.has, signs))), None)


@lru_cache(maxsize=10_000)
def is_drawable(sign: str) -> bool:
    """Whether any font here has a character."""
    return is_shipped(sign) or any(True for _ in fonts_with(sign))


def named(sign: str) -> str:
    """A character with its number, and its name where it has one that says more.

    >>> named("★"), named("東")
    ('★ (BLACK STAR, U+2605)', '東 (U+6771)')
    """
    number = f"U+{ord(sign):04X}"
    name = unicodedata.name(sign, "")
    says_more = name and not name.endswith(number[2:])
    return f"{sign} ({name}, {number})" if says_more else f"{sign} ({number})"


def folders() -> Sequence[Path]:
    """Where this system keeps fonts; those of the person first."""
    home = Path.home()
    if sys.platform == "win32":
        local = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
        system = Path(os.environ.get("WINDIR", "C:\\Windows"))
        return local / "Microsoft" / "Windows" / "Fonts", system / "Fonts"
    if sys.platform == "darwin":
        own = home / "Library" / "Fonts"
        return own, Path("/Library/Fonts"), Path("/System/Library/Fonts")
    own = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    shared = os.environ.get("XDG_DATA_DIRS", "").split(os.pathsep)
    places = [own, *map(Path, filter(None, shared)), Path("/usr/local/share"), Path("/usr/share")]
    return home / ".fonts", *(place / "fonts" for place in dict.fromkeys(places))


@cache
def _fonts() -> tuple[FontFile, ...]:
    """Every font that can be read, plain ones first."""
    paths = (path for folder in folders() for path in _inside(folder, _DEEPEST))
    return tuple(filter(None, map(_opened, sorted(islice(paths, _MOST_FILES), key=_rank))))


def _inside(folder: Path, deepest: int) -> Iterator[Path]:
    """The font files of a folder and those below it, in the order of their names."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.name.lower().endswith(_ENDINGS):
            yield Path(entry.path)
        elif deepest and entry.is_dir(follow_symlinks=False):
            yield from _inside(Path(entry.path), deepest - 1)


def _rank(path: Path) -> tuple[int, bool, str, str]:
    name = path.stem.lower()
    return sum(word in name for word in _LATER), "sans" not in name, name, str(path)


def _opened(path: Path) -> FontFile | None:
    if any(word in path.stem.lower() for word in _NOTHING_BUT_BOXES):
        return None
    try:
        return FontFile(path) if path.is_file() else None
    except (OSError, UnreadableFontError):
        return None
