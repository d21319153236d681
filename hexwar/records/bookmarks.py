"""Actions of a game that a player wants to find again: kept in a file beside the save.

They are the player's, not the game's: the save stays a record that proves itself, and is the same
for everybody whom it is given to.
"""

from __future__ import annotations

import json
from pathlib import Path

from hexwar.definition.whole_files import write_whole
from hexwar.records.reading import MOST_LINES

BOOKMARK = "bookmark"
"""A step of a replay: to the next bookmark."""

MOST_BYTES = 100_000
BOOKMARKS_SUFFIX = ".bookmarks.json"


def bookmarks_path(save: Path) -> Path:
    """Where the bookmarks of a save are."""
    return save.with_name(f"{save.stem}{BOOKMARKS_SUFFIX}")


class Bookmarks:
    """The bookmarks of one save; of a game without a save they last as long as this object."""

    def __init__(self, save: Path | None) -> None:
        self._path = bookmarks_path(save) if save is not None else None
        self._numbers = _read(self._path) if self._path is not None else set()

    def up_to(self, most: int) -> list[int]:
        """Those among the first so many actions, in order: a game may have been taken back."""
        return sorted(number for number in self._numbers if number <= most)

    def toggle(self, number: int) -> bool:
        """Set a bookmark after so many actions, or take it away; whether it is there now.

        OSError when that cannot be kept; it holds for this time then.
        """
        self._numbers ^= {number}
        if self._path is not None:
            text = json.dumps({"bookmarks": sorted(self._numbers)})
            write_whole(self._path, f"{text}\n".encode())
        return number in self._numbers


def _read(path: Path) -> set[int]:
    """The numbers in a file; none of one that is missing or makes no sense."""
    try:
        if not path.is_file() or path.stat().st_size > MOST_BYTES:
            return set()
        numbers = json.loads(path.read_text("utf-8-sig"))["bookmarks"]
        return {n for n in numbers if type(n) is int and 0 <= n <= MOST_LINES}
    except (OSError, ValueError, LookupError, TypeError, RecursionError):
        return set()
