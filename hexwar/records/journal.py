"""Writing a save while the game is played: appended, flushed, and tried again when it failed.

The key of its dice lies in a file beside the save, wherever that goes: from before the first line
that is bound to it until the save itself tells it. That order matters, as a program may end between
any two writes: a save whose key is lost could never be verified, a key without a save does no harm.

First the save, as a :class:`Journal` that grows by lines; then the file of the key, from
:func:`key_paths` on.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from errno import EEXIST, EMFILE, ENOTDIR
from pathlib import Path
from stat import S_ISREG

from hexwar.definition.documents import DocumentError, require
from hexwar.definition.printable import clean
from hexwar.records.lines import DiceKey, Plain, RecordError, decoded, encoded, reason


class Journal:
    """A file that only grows. It holds every line as well, so nothing is lost when writing fails.

    Without a path it is in memory alone, until :meth:`move_to` gives it one.

    The file is opened again for each line: a folder that has gone is noticed at once, and no open
    file keeps anybody from moving it.
    """

    def __init__(
        self,
        path: Path | None,
        lines: Sequence[bytes],
        written: int,
        size: int,
        key: DiceKey | None = None,
    ) -> None:
        """``written`` of the lines are whole in the file, which is ``size`` bytes long. ``key`` is
        that of the dice to come; it is beside the file if that holds any line.
        """
        self.path = path
        self._lines = list(lines)
        self._written = written
        self._size: int | None = size
        self._key = key
        self._key_kept = written > 0
        self._keys_told: list[DiceKey] = []
        """Keys that the lines to be written tell: their files are removed then."""

    @classmethod
    def create(cls, path: Path, header: bytes, key: DiceKey) -> Journal:
        """Begin a new file. :class:`RecordError` if it exists or cannot be written."""
        journal = cls(path, [header], 0, 0, key)
        try:
            journal._write_anew(path)
        except FileExistsError:
            raise RecordError(f"{path} exists already: a save is never overwritten") from None
        except (OSError, ValueError) as problem:
            refusal = f"the game cannot be saved in {path.parent}: {reason(problem)}"
            raise RecordError(refusal) from problem
        return journal

    @property
    def saved(self) -> bool:
        """Whether the file holds everything."""
        return self.path is not None and self._written == len(self._lines)

    def bind(self, key: DiceKey) -> None:
        """Let the lines to come be bound to another key."""
        self._key, self._key_kept = key, False

    def tell(self) -> None:
        """Once everything is written, a line tells the key: it need not lie beside the file."""
        if self._key is not None:
            self._keys_told.append(self._key)
            self._key = None

    def append(self, *lines: Plain) -> None:
        """Add lines, and whatever could not be written before. OSError when that fails.

        Failed lines are kept and written with the next.
        """
        self._lines += map(encoded, lines)
        self.write()

    def write(self) -> None:
        """Write what is not in the file yet. OSError when that fails."""
        if self.path is None:
            return
        try:
            if self._key is not None and not self._key_kept:
                keep_beside(self.path, self._key)
                self._key_kept = True
            length_on_disk = sum(map(len, self._lines[: self._written]))
            with self.path.open("r+b", buffering=0) as file:
                self._put(file.fileno(), b"".join(self._lines[self._written :]), length_on_disk)
        except FileNotFoundError:
            self._write_anew(self.path)  # somebody removed the file or its folder: it comes back
        if self._keys_told:
            forget_beside(self.path, *(key.commitment for key in self._keys_told))
            self._keys_told.clear()

    def move_to(self, path: Path) -> None:
        """Go on in another, new file, which gets the whole game. OSError when that fails."""
        other = Journal(path, self._lines, 0, 0, self._key)
        other._write_anew(path)
        self.path, self._written, self._size = path, other._written, other._size
        self._key_kept = True

    @property
    def is_ours(self) -> bool:
        """Whether the file is as this journal left it (or gone): nobody else writes to it."""
        if self.path is None or self._size is None:
            return True
        try:
            return self.path.stat().st_size == self._size
        except OSError:
            return True

    def _write_anew(self, path: Path) -> None:
        """Write a new file with every line, its key first; OSError leaves neither behind."""
        if os.path.lexists(path):
            raise FileExistsError(EEXIST, "there is a file already")
        if not path.parent.is_dir():
            # Make a folder. A file in its place is no reason to say that the save exists already.
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
            except FileExistsError:
                raise NotADirectoryError(ENOTDIR, "a file is in the place of the folder") from None
        self._written = 0
        key_file = None if self._key is None else keep_beside(path, self._key)
        self._key_kept = True
        try:
            with path.open("xb", buffering=0) as file:
                try:
                    self._put(file.fileno(), b"".join(self._lines), 0)
                except OSError:
                    # What is torn off would bar the way of the next try, by its name.
                    with suppress(OSError):
                        path.unlink()
                    raise
        except OSError:
            self._key_kept = False
            if key_file is not None:
                with suppress(OSError):
                    key_file.unlink()
            raise

    def _put(self, file: int, data: bytes, start: int) -> None:
        """Write at ``start``; what the file held from there on is a line that was torn off."""
        self._size = None  # unknown until the write has succeeded
        os.ftruncate(file, start)
        os.lseek(file, start, os.SEEK_SET)
        unwritten = memoryview(data)
        while unwritten:
            unwritten = unwritten[os.write(file, unwritten) :]
        os.fsync(file)
        self._written = len(self._lines)
        self._size = start + len(data)


# -- the key of a game that goes on: a file beside the save, which nobody else may read ------------

# ``evening.jsonl`` has ``evening.key``. A file is never written over: where that name is taken, by
# the key of another save or by something else, the next is ``evening.2.key``. The commitment of a
# save tells which of them is its own.

FORMAT = 1  # of the file
SUFFIX = ".key"
MOST_BYTES = 2_000_000  # a larger file is none of ours, and is not read
MOST_NAMES = 99
"""So many names are tried for the keys of saves that share one."""


def key_paths(save: Path) -> list[Path]:
    """Where the key of a save may lie, in the order of the search.

    They are beside the save itself, not beside a link to it.
    """
    save = Path(os.path.realpath(save))
    stem = save.name.removesuffix(".jsonl")
    numbered = (f"{stem}.{number}{SUFFIX}" for number in range(2, MOST_NAMES + 1))
    return [save.with_name(name) for name in (f"{stem}{SUFFIX}", *numbered)]


def key_beside(save: Path, commitment: str) -> DiceKey | str:
    """The key of a save that is bound by a commitment, or why it is not here."""
    why = ""
    for path, key_or_trouble in _keys_beside(save):
        if isinstance(key_or_trouble, DiceKey) and key_or_trouble.commitment == commitment:
            return key_or_trouble
        refusal = key_or_trouble if isinstance(key_or_trouble, str) else "belongs to another save"
        why = why or f"{clean(path.name)} {refusal}"
    return why or f"{clean(key_paths(save)[0].name)} is missing"


def keep_beside(save: Path, key: DiceKey) -> Path | None:
    """Write a key beside its save; the file, ``None`` if it lies there already.

    OSError when that fails; nothing is left behind then.
    """
    if key_beside(save, key.commitment) == key:
        return None
    for path in key_paths(save):
        try:
            file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            continue
        try:
            with os.fdopen(file, "wb", buffering=0):
                unwritten = encoded({"hexwar_key": FORMAT, **key.to_dict()})
                while unwritten:
                    unwritten = unwritten[os.write(file, unwritten) :]
                os.fsync(file)
        except OSError:
            with suppress(OSError):
                path.unlink()
            raise
        return path
    raise OSError(EMFILE, f"there are {MOST_NAMES} other keys already")


def forget_beside(save: Path, *commitments: str) -> None:
    """Remove the keys of these commitments, as far as that is possible, and no other file.

    Of each the first: a copy of the save that is called ``evening.2.jsonl`` has its own next.
    """
    still_needed = set(commitments)
    for path, key_or_trouble in _keys_beside(save):
        if isinstance(key_or_trouble, DiceKey) and key_or_trouble.commitment in still_needed:
            still_needed.remove(key_or_trouble.commitment)
            with suppress(OSError):
                path.unlink()
        if not still_needed:
            return


def _keys_beside(save: Path) -> Iterator[tuple[Path, DiceKey | str]]:
    """The files that lie there, each with its key or with what is wrong with it."""
    for path in key_paths(save):
        try:
            mode = path.stat().st_mode
            if not S_ISREG(mode):  # a pipe would be waited for without end
                yield path, "is not a file"
                continue
            with path.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
        except FileNotFoundError:
            continue
        except OSError as problem:
            yield path, f"cannot be read ({reason(problem)})"
            continue
        yield path, _key_in(data)


def _key_in(data: bytes) -> DiceKey | str:
    """The key that a file holds, or what is wrong with it, in words that follow its name."""
    if len(data) > MOST_BYTES:
        return "is too large to be a key"
    try:
        document = decoded(data)
        require("key", document)
        return DiceKey.from_dict(document)
    except DocumentError:  # which says what it found: nobody should read that over a shoulder
        return "is no key of hexwar"
    except ValueError:
        return "is damaged"
