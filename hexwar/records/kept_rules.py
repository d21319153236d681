"""What games are begun with is kept, so that a save is opened when its game has changed since.

The folder ``rules`` is beside the folder of saves. Each folder in it has what one game was read
from: the game and each series that it extends as a pack (:mod:`hexwar.definition.packs`), which is
read with all the care that is taken with anybody's pack, and ``kept.json``. It is named by a digest
of the names and digests of the files that decide play, which every save has in its first line;
pictures are kept too, but do not count for the name.

A folder appears at once, under its name, when all of it is written, and goes as a whole: several
processes, and other versions of hexwar, may work here at the same time. What another version keeps
in another form is left alone, and so is everything as long as a save is there whose needs cannot be
read.

Rules that none of the player's own saves needs are kept too, for saves that lie elsewhere, until
``MOST_UNNEEDED`` others were used later or there is no room. What a save needs is never taken away.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from hashlib import blake2b
from os.path import normpath
from pathlib import Path
from stat import S_ISREG
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any

import hexwar
from hexwar.definition.diagnostics import DefinitionError, Findings
from hexwar.definition.loading import GameFolder
from hexwar.definition.locations import PACK, is_pack
from hexwar.definition.model import Catalog
from hexwar.definition.packs import (
    PackError,
    file_digest,
    files_in,
    packed,
    read_pack,
    require_packable,
)
from hexwar.definition.printable import clean, path_named
from hexwar.records.lines import (
    LONGEST_LINE,
    MOST_BYTES,
    RecordError,
    RulesOfSave,
    decoded,
    read_record,
    reason,
    rules_in,
)
from hexwar.records.saves import save_files, saves_folder, summary, unfinished
from hexwar.rules.game import Game

FORM = 1
"""The number of the form in which this version keeps rules."""

ABOUT = "kept.json"
"""Says in which form a folder is, and which of its packs is the game."""

MOST_OF_ONE, MOST_OF_ALL = 64 * 1024 * 1024, 256 * 1024 * 1024
"""Bytes that one game and all together may take."""

MOST_UNNEEDED = 50
"""Games that are kept though no save in the folder of saves needs them."""

_LONGEST_ABOUT = 10_000
_ABANDONED = 86_400.0
"""After so many seconds a folder that has not got its final name is no longer being written."""


class NotKeptError(ValueError):
    """Rules are not to be had, or cannot be kept; the message is the end of a sentence."""


class DamagedError(ValueError):
    """What is kept is not what was written. A game that is whole and cannot be loaded is not
    damaged: another version of hexwar may load it.
    """


def rules_folder() -> Path:
    """Where rules are kept; it need not exist yet."""
    return saves_folder().parent / "rules"


def rules_key(files: Mapping[str, str]) -> str:
    """What the rules are called that were read from these files, names to digests."""
    whole = blake2b(digest_size=16)
    for name in sorted(files):
        whole.update(f"{name}\0{files[name]}\0".encode(errors="backslashreplace"))
    return whole.hexdigest()


def rules_of(catalog: Catalog, digest: str) -> RulesOfSave:
    """The rules of a game, by the digest of what its choices made of it, as a save names them."""
    files = {file.name: file.digest for file in catalog.files}
    return RulesOfSave(digest, catalog.header.version, files)


# -- keeping ------------------------------------------------------------------------------------


def keep(catalog: Catalog) -> str:
    """Keep the rules that a game is played by. Returns a sentence for the player if that fails,
    else an empty one.

    What is kept already is only looked at. The time of a folder is that of its last use.
    """
    home = rules_folder() / rules_key(rules_of(catalog, "").files)
    try:
        if _form(home) is None:
            _put(home, catalog)
        else:
            _use(home)
    except (OSError, ValueError) as problem:
        why = "; ".join(problem.reasons) if isinstance(problem, PackError) else reason(problem)
        return clean(
            f"The rules of {catalog.header.title} cannot be kept beside the saves ({why}): "
            "this game may not be opened any more when they change."
        )
    return ""


def _put(home: Path, catalog: Catalog) -> None:
    """Keep a game that is not kept yet. OSError or ValueError if it cannot be."""
    packs: dict[str, bytes] = {}
    size = 0
    about = {"pack": 1, "game": catalog.header.id, "hexwar": hexwar.__version__}
    for folder in (*catalog.bases, catalog.folder):
        name = f"{_name(folder)}{PACK}"
        if name in packs:
            raise NotKeptError(f"two folders that it is read from are called {_name(folder)}")
        inside = read_pack(folder).files if is_pack(folder) else files_in(folder)[0]
        _require_unchanged(catalog, folder, inside)
        size += sum(map(len, inside.values()))
        if size > MOST_OF_ONE:
            raise NotKeptError(f"it has more than the {MOST_OF_ONE:,} bytes that one game may have")
        packs[name] = folder.read_bytes() if is_pack(folder) else packed(inside, about)
        require_packable(folder, packs[name])
    home.parent.mkdir(parents=True, exist_ok=True)
    part = Path(mkdtemp(prefix=f".{home.name}.", dir=home.parent))
    try:
        _prune(sum(map(len, packs.values())), part.stat().st_mtime)
        for name, data in packs.items():
            (part / name).write_bytes(data)
        game = f"{_name(catalog.folder)}{PACK}"
        if catalog.bases:
            # The pack, with those beside it, has to be the game that was begun.
            whole = GameFolder(part / game, Findings()).catalog
            key = rules_key({file.name: file.digest for file in whole.files})
            if key != home.name or any(base.parent != part for base in whole.bases):
                raise NotKeptError("what it extends lies where no pack can reach it")
        written = {"kept": FORM, "hexwar": hexwar.__version__, "game": game}
        (part / ABOUT).write_text(f"{json.dumps(written)}\n", encoding="utf-8")
        if home.exists():
            _drop(home)  # nothing can be known of what is in it
        part.rename(home)
    except OSError:
        if _form(home) is None:  # else another process has kept the same meanwhile
            raise
    finally:
        shutil.rmtree(part, ignore_errors=True)


def _name(folder: Path) -> str:
    """What others call a folder or a pack that they extend."""
    return Path(normpath(folder.absolute())).name.removesuffix(PACK)


def _require_unchanged(catalog: Catalog, folder: Path, inside: Mapping[str, bytes]) -> None:
    """:class:`NotKeptError` if a folder holds other files than those that the game was read from.

    Its author may have written on since.
    """
    prefix = "" if folder == catalog.folder else f"{_name(folder)}/"
    inside_now = {(name.rpartition("/")[2], file_digest(data)) for name, data in inside.items()}
    for file in catalog.files:
        base, slash, name = file.name.rpartition("/")
        if f"{base}{slash}" == prefix and (name, file.digest) not in inside_now:
            raise NotKeptError(f"{path_named(file.name)} has changed since the game was read")


def _form(home: Path) -> int | None:
    """The number of the form in which something is kept here, ``None`` if nothing is."""
    try:
        form = _about(home)["kept"]
    except (OSError, ValueError, LookupError, RecursionError):
        return None
    return form if type(form) is int else None


def _about(home: Path) -> dict[str, Any]:
    with (home / ABOUT).open("rb") as file:
        return decoded(file.read(_LONGEST_ABOUT))


def _use(home: Path) -> None:
    with suppress(OSError):  # what is only read may be used too
        os.utime(home)


def _drop(home: Path) -> None:
    """Take away what is kept under a name, if anything is: at once, as others may be reading."""
    with suppress(OSError):
        gone = Path(mkdtemp(prefix=f".{home.name}.", dir=home.parent))
        try:
            home.rename(gone / "gone")
        finally:
            shutil.rmtree(gone, ignore_errors=True)


# -- pruning ------------------------------------------------------------------------------------


def _prune(size: int, now: float) -> None:
    """Make room for so many bytes. :class:`NotKeptError` if what saves need takes all of it."""
    homes = []
    for home in rules_folder().iterdir():
        with suppress(OSError):  # another process takes it away just now
            used = home.stat().st_mtime
            if home.name.startswith("."):
                if used < now - _ABANDONED:
                    shutil.rmtree(home, ignore_errors=True)
            elif _form(home) == FORM:
                homes.append((used, home, sum(f.stat().st_size for f in home.iterdir())))
    needed = _needed()
    bytes_left, unneeded = MOST_OF_ALL - size, MOST_UNNEEDED
    bytes_left -= sum(bytes_ for _, home, bytes_ in homes if needed is None or home.name in needed)
    if bytes_left < 0:
        raise NotKeptError(f"what saves need has {MOST_OF_ALL - size - bytes_left:,} bytes already")
    if needed is None:
        return
    for _, home, bytes_ in sorted(homes, reverse=True):
        if home.name in needed:
            continue
        bytes_left, unneeded = bytes_left - bytes_, unneeded - 1
        if bytes_left < 0 or unneeded < 0:
            _drop(home)


def _needed() -> set[str] | None:
    """What the player's saves need; ``None`` if there is one whose needs this version cannot
    read.
    """
    needed = set()
    for path in save_files(saves_folder()):
        try:
            if key := _needs(path):
                needed.add(key)
        except FileNotFoundError:
            continue
        except (OSError, ValueError):
            return None
    return needed


def _needs(path: Path) -> str:
    """What one save needs, whatever its format; empty for what is none.

    OSError, or ValueError for a save in a form that is unknown here.
    """
    if not S_ISREG(path.stat().st_mode):  # a pipe would be waited for without end
        return ""
    with path.open("rb") as file:
        first = file.readline(LONGEST_LINE)
        try:
            header = decoded(first)
        except ValueError:
            return ""  # torn, or no save: nobody opens it
        if "hexwar_save" not in header:
            return ""
        try:
            files: Mapping[str, str] = dict(header["game"]["files"])
            for line in file.read(MOST_BYTES).split(b"\n"):
                if (rules := rules_in(line)) is not None:
                    files = rules.files
        except (LookupError, TypeError, RecordError) as problem:
            raise ValueError(path.name) from problem
    return rules_key(files)


def running_by(files: Mapping[str, str]) -> int:
    """How many of the player's unfinished games are played by the rules in these files."""
    count = 0
    for path in save_files(saves_folder()):
        with suppress(RecordError, OSError):
            record = read_record(path)
            if dict(record.rules.files) == dict(files):
                count += len(unfinished([summary(record)]))
    return count


# -- handing on ---------------------------------------------------------------------------------


def kept_packs(files: Mapping[str, str]) -> tuple[str, list[Path]]:
    """The packs of what was read from these files, and which of them is the game.

    :class:`NotKeptError` if they are not kept.
    """
    home = rules_folder() / rules_key(files)
    try:
        if _form(home) == FORM:
            return str(_about(home)["game"]), sorted(home.glob(f"*{PACK}"))
    except (OSError, ValueError, LookupError):
        pass
    raise NotKeptError("the rules that it has are not kept here")


def taken_in(game: str, packs: Mapping[str, bytes], name: str, files: Mapping[str, str]) -> Game:
    """Keep packs that somebody has sent, and load the game of this id that is in them.

    :class:`NotKeptError` if they are not sound, or not those that were read from these files.
    """
    if game not in packs or any(Path(each).name != each or "\\" in each for each in packs):
        raise NotKeptError("what was sent is no game")
    with TemporaryDirectory() as folder:
        for each, data in packs.items():
            (Path(folder) / each).write_bytes(data)
        try:
            catalog = hexwar.load_game(Path(folder) / game).catalog
        except (DefinitionError, OSError) as problem:
            raise NotKeptError(f"what was sent is no game to be played here ({problem})") from None
        if {file.name: file.digest for file in catalog.files} != dict(files):
            raise NotKeptError("what was sent is another game")
        if sentence := keep(catalog):
            raise NotKeptError(sentence)
    return kept_game(name, files)


# -- reading ------------------------------------------------------------------------------------


def kept_game(name: str, files: Mapping[str, str]) -> Game:
    """The game of this id that was read from these files.

    :class:`NotKeptError` says why it is not to be had. What proves to be damaged is dropped.
    """
    home = rules_folder() / rules_key(files)
    if not home.is_dir():
        raise NotKeptError("the rules that it had are not kept here")
    if _form(home) not in (FORM, None):
        raise NotKeptError(
            "the rules that it had were kept by another version of hexwar, in a form that this one "
            "does not read"
        )
    try:
        pack = _whole(home)
        game = hexwar.load_game(pack)
    except FileNotFoundError:
        _drop(home)
        raise NotKeptError(
            "the rules that it had were kept, but not all of them are there"
        ) from None
    except OSError as problem:
        message = "the rules that it had are kept but cannot be read"
        raise NotKeptError(f"{message} ({reason(problem)})") from None
    except DefinitionError as problem:
        message = "this version of hexwar finds mistakes in the rules that it had"
        raise NotKeptError(f"{message} ({problem.diagnostics[0].message})") from None
    except DamagedError:
        _drop(home)
        raise NotKeptError("the rules that it had were kept, but damaged, and are gone") from None
    catalog = game.catalog
    files_now = {file.name: file.digest for file in catalog.files}
    if files_now != dict(files) or any(base.parent != home for base in catalog.bases):
        _drop(home)
        raise NotKeptError("the rules that it had were kept, but damaged, and are gone")
    if catalog.header.id != name:  # the save was written with another file than ours
        raise NotKeptError("the rules that it had are not kept here")
    _use(home)
    return game


def _whole(home: Path) -> Path:
    """The pack of the game, when all that is kept with it has been read; :class:`DamagedError`."""
    packs = [path for path in home.iterdir() if path.suffix == PACK]
    try:
        game = home / str(_about(home)["game"])
        for pack in packs:
            read_pack(pack)
    except (ValueError, LookupError, TypeError, RecursionError) as problem:
        raise DamagedError(str(problem)) from problem
    if game not in packs:
        raise DamagedError(f"{game.name} is not among what is kept")
    return game
