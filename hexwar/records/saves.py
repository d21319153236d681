"""The player's saves: where they are, what they are called, and which are still being played.

A list of saves reads each file and replays none: what it shows is what the events in it tell, in
words that fit a list, as the files may be anybody's. Below: bookmarks, which are kept in a file
beside the save.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import count, islice
from pathlib import Path
from typing import Any

from hexwar.definition.locations import user_folder
from hexwar.definition.printable import clean
from hexwar.definition.spelling import shortened
from hexwar.definition.writing_files import write_whole
from hexwar.records.journal import forget_beside
from hexwar.records.lines import MOST_LINES, RecordError, SaveFile, SaveLine, read_record, turn_of

SUFFIX = ".jsonl"

MOST_SHOWN = 20
"""Options or players that a list of saves shows."""

EARLIEST, LATEST = 86_400, 32_503_000_000
"""File times, in seconds since 1970: from then to the year 2999."""


@dataclass(frozen=True, slots=True)
class SavedGame:
    """What a list of saves shows. ``winner`` is a side's id, ``None`` for a draw or no end yet."""

    path: Path
    game: str
    title: str
    scenario: str
    options: tuple[str, ...]
    players: dict[str, str]
    turn: int
    phase: str
    actions: int
    is_over: bool
    winner: str | None
    saved: datetime


def saves_folder() -> Path:
    """The folder for saves; it need not exist yet.

    ``saves`` in the user's data folder, or in the folder that HEXWAR_HOME names.
    """
    return user_folder() / "saves"


def new_save_path(game: str, scenario: str, now: datetime | None = None) -> Path:
    """A path for the autosave of a game that begins now: nothing is there yet."""
    moment = (now or datetime.now().astimezone()).strftime("%Y-%m-%d-%H%M%S")
    path = saves_folder() / f"{game}-{scenario}-{moment}{SUFFIX}"
    return free_name(path) if path.exists() else path


def free_name(path: Path) -> Path:
    """A name beside ``path`` that is not taken: with -2, -3 ... before the ending."""
    beside = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    return next(candidate for candidate in beside if not candidate.exists())


def list_saves(folder: Path | None = None) -> list[SavedGame]:
    """The saves in a folder (the player's own), the latest first; what cannot be read is left out.

    Nothing is replayed: turn and phase are those that the events tell of.
    """
    saves = [save for path in save_files(folder or saves_folder()) if (save := _summary(path))]
    return sorted(saves, key=lambda save: save.saved, reverse=True)


def save_files(folder: Path) -> list[Path]:
    """What is called a save in a folder, whatever it is; a folder that cannot be read has none."""
    try:
        return [path for path in folder.iterdir() if path.suffix == SUFFIX]
    except OSError:
        return []


def saved_at(path: Path) -> datetime:
    """When a file was written last; OSError when it has gone.

    A time that not every system can represent becomes the last or the first that is safe.
    """
    seconds = min(max(path.stat().st_mtime, EARLIEST), LATEST)
    return datetime.fromtimestamp(seconds).astimezone()


def delete_save(path: Path) -> None:
    """Remove a save for good, its bookmarks, and the key of its dice. OSError when the save cannot
    be removed.
    """
    commitments: list[str] = []
    for until in (1, None):  # what is damaged behind its header still says whose key it was
        with suppress(RecordError):
            record = read_record(path, until)
            commitments += [record.header.commitment]
            commitments += [line.notation for line in record.lines if line.kind == "commitment"]
    path.unlink()
    forget_beside(path, *commitments)
    with suppress(OSError):
        bookmarks_path(path).unlink(missing_ok=True)


def unfinished(saves: Iterable[SavedGame]) -> list[SavedGame]:
    """Those that can be resumed: begun, played and not over."""
    return [save for save in saves if save.actions and not save.is_over]


def summary(record: SaveFile) -> SavedGame:
    """A save in brief, in words that fit a list. :class:`RecordError` when they make no sense."""
    header = record.header
    played = standing_actions(record.lines)
    events = [*header.begins, *(event for line in played for event in line.events)]
    phase: dict[str, Any] = {}
    over: dict[str, Any] | None = None
    for event in events:
        if event["kind"] == "phase_begins":
            phase = event
        elif event["kind"] == "game_over":
            over = event
    return SavedGame(
        path=record.path,
        game=_brief(header.game),
        title=_brief(header.title),
        scenario=_brief(header.scenario),
        options=tuple(map(_brief, header.options[:MOST_SHOWN])),
        players={
            _brief(side): _brief(player)
            for side, player in islice(record.players.items(), MOST_SHOWN)
        },
        turn=turn_of(phase),
        phase=_brief(phase.get("phase", "")),
        actions=len(played),
        is_over=over is not None,
        winner=None if over is None or over.get("winner") is None else _brief(over["winner"]),
        saved=saved_at(record.path),
    )


def _brief(name: object) -> str:
    """A name as a list can show it, whoever wrote it."""
    if not isinstance(name, str):
        raise RecordError("it names something that is no name")
    return clean(shortened(name))


def _summary(path: Path) -> SavedGame | None:
    try:
        return summary(read_record(path))
    except (RecordError, OSError):
        return None


def standing_actions(lines: Iterable[SaveLine]) -> list[SaveLine]:
    """The actions that stand, without those that were taken back."""
    standing: list[SaveLine] = []
    undone: list[SaveLine] = []
    for line in lines:
        if line.kind == "do":
            standing.append(line)
            undone.clear()
        elif line.kind == "undo" and standing:
            undone.append(standing.pop())
        elif line.kind == "redo" and undone:
            standing.append(undone.pop())
        elif line.kind == "back":
            del standing[int(line.notation) :]
            undone.clear()
    return standing


# -- actions of a game that a player wants to find again: kept in a file beside the save -----------

# They are the player's, not the game's: the save stays a record that proves itself, and is the same
# for everybody who gets it.


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
        """Set a bookmark after so many actions, or take it away. Returns whether it is there now.

        OSError when that cannot be kept; then it lasts only as long as this object.
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
