"""The key of a game that goes on: a file beside the save, which nobody else may read.

``evening.jsonl`` has ``evening.key``. A file is never written over: where that name is taken, by
the key of another save or by something else, the next is ``evening.2.key``. Which of them is the
save's own its commitment tells.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from errno import EMFILE
from pathlib import Path
from stat import S_ISREG

from hexwar.definition.documents import DocumentError, require
from hexwar.definition.printable import clean
from hexwar.records.dice_key import DiceKey
from hexwar.records.errors import reason
from hexwar.records.lines import decoded, encoded

FORMAT = 1
SUFFIX = ".key"
MOST_BYTES = 2_000_000
MOST_NAMES = 99


def key_paths(save: Path) -> list[Path]:
    """Where the key of a save may lie, the first that it is looked for in first.

    They are beside the save itself, not beside a link to it.
    """
    save = Path(os.path.realpath(save))
    stem = save.name.removesuffix(".jsonl")
    more = (f"{stem}.{number}{SUFFIX}" for number in range(2, MOST_NAMES + 1))
    return [save.with_name(name) for name in (f"{stem}{SUFFIX}", *more)]


def key_beside(save: Path, commitment: str) -> DiceKey | str:
    """The key of a save that is bound by a commitment, or why it is not here."""
    why = ""
    for path, held in _held(save):
        if isinstance(held, DiceKey) and held.commitment == commitment:
            return held
        what = held if isinstance(held, str) else "belongs to another save"
        why = why or f"{clean(path.name)} {what}"
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
                rest = encoded({"hexwar_key": FORMAT, **key.to_dict()})
                while rest:
                    rest = rest[os.write(file, rest) :]
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
    left = set(commitments)
    for path, held in _held(save):
        if isinstance(held, DiceKey) and held.commitment in left:
            left.remove(held.commitment)
            with suppress(OSError):
                path.unlink()
        if not left:
            return


def _held(save: Path) -> Iterator[tuple[Path, DiceKey | str]]:
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
    if len(data) > MOST_BYTES:
        return "is too large to be a key"
    try:
        written = decoded(data)
        require("key", written)
        return DiceKey.from_dict(written)
    except DocumentError:  # which says what it found: nobody should read that over a shoulder
        return "is no key of hexwar"
    except ValueError:
        return "is damaged"
