"""Write a draft into its folder, whole or not at all, and never over what its author wrote.

The list as data keeps a digest of each file as it was written, its keys, and the map. A file that
still is as the last import left it belongs to the importer; any other is its author's, and gets
only what is new (:mod:`hexwar.imports.merging`), with the new version of it offered beside.

Everything is written into a folder beside, on the same disk, and moved to its place when it is
there: whoever pulls the plug finds old or new files, all of them whole, and a list that knows which
are the importer's. Otherwise the next import would take half of its own files for the author's.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from hexwar.definition.documents import DocumentError, require
from hexwar.definition.locations import GAME_FILE
from hexwar.definition.printable import path_named
from hexwar.imports.draft import (
    KIND,
    LIST_DATA,
    LIST_TEXT,
    NOTHING,
    OFFERED,
    Draft,
    ImportChoices,
    as_json,
    digest,
)
from hexwar.imports.foreign_files import NO_PLACE, ImportRefusedError
from hexwar.imports.merging import MergedFile, keys_of, merged, merged_map

LATEST = f"{OFFERED}/latest"
"""Where new versions of files lie that their author has changed."""
MAP_FILE = "map.yaml"
LINK = "a link"
"""In place of a digest."""
MOST_LIST = 64 * 1024 * 1024
"""Bytes that are read of a list, which holds the whole map."""

Digests = dict[str, list[str]]
"""By file, what it was as imports wrote it: mostly one, two where an import was interrupted."""
Keys = dict[str, list[str]]
"""By file, the keys that it had."""


@dataclass
class Landing:
    """What became of a draft: names of files that are new, brought up to date, kept, offered."""

    folder: Path
    new: list[str] = field(default_factory=list)
    renewed: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    offered: list[str] = field(default_factory=list)
    added: dict[str, list[str]] = field(default_factory=dict)
    """By a file that its author changed, the keys that were added to it."""
    is_first: bool = False


def land(draft: Draft, folder: Path, overwrite: bool = False) -> Landing:
    """Write a draft. A folder that is there is merged with, if an import made it.

    ``overwrite`` files that their author changed, too. :class:`ImportRefusedError` if it cannot be
    written. Nothing is there until everything is: if it is interrupted, the folder is as it was.
    """
    try:
        if not folder.exists() and not folder.is_symlink():
            return _land_first(draft, folder)
        return _land_again(draft, folder, overwrite)
    except OSError as problem:
        why = problem.strerror or problem
        refusal = f"{path_named(folder)} cannot be written: {why}"
        raise ImportRefusedError(NO_PLACE, refusal) from None


def chosen_in(folder: Path) -> ImportChoices:
    """Read what the author of a draft chose in place of guesses; nothing without one.

    :class:`ImportRefusedError` if that cannot be read.
    """
    return _last(folder).chosen if (folder / LIST_DATA).is_file() else NOTHING


def _land_first(draft: Draft, folder: Path) -> Landing:
    """Make a folder of its own beside its place, and move it there when it is whole."""
    files = {**draft.files, LIST_TEXT: draft.listing.text().encode()}
    parents_made = [parent for parent in folder.parents if not parent.exists()]
    workplace = _beside(folder)
    try:
        _clear(workplace)
        for name, data in files.items():
            _write(workplace / name, data)
        digests = {name: [digest(data)] for name, data in files.items()}
        _write(workplace / LIST_DATA, _data(draft, digests, _keys(draft), _map(draft)))
        workplace.rename(folder)
    finally:
        shutil.rmtree(workplace, ignore_errors=True)
        if not folder.exists():
            for parent in parents_made:
                with suppress(OSError):
                    parent.rmdir()
    return Landing(folder, new=sorted(files), is_first=True)


def _land_again(draft: Draft, folder: Path, overwrite: bool) -> Landing:
    """Merge with the folder of an earlier import of the same kind of file."""
    last = _last(folder)
    if draft.listing.source["kind"] != last.source["kind"]:
        described = f"the draft of a {last.source['kind']}, {last.source['file']}"
        why = f"{path_named(folder)} is {described}: import this into a folder of its own"
        raise ImportRefusedError(NO_PLACE, why)
    landing = Landing(folder)
    files_to_write: dict[str, bytes] = {}
    digests: Digests = {}

    def take(name: str, data: bytes) -> None:
        """Decide whose a file is: the importer's, which is written, or the author's."""
        digest_there, new_digest = _digest_of(folder, name), digest(data)
        earlier = last.digests.get(name, [])
        # Whatever the author did, it is what would be written now.
        if digest_there == new_digest:
            digests[name] = [new_digest]
        # Untouched since an import wrote it, or not there: the importer's own.
        elif digest_there in earlier or overwrite or (digest_there is None and not earlier):
            (landing.new if digest_there is None else landing.renewed).append(name)
            files_to_write[name], digests[name] = data, [new_digest]
        else:
            landing.kept.append(name)
            # Still known: should the author go back to it, the file is the importer's again.
            digests[name] = earlier
            # Nothing is written through a link, and a file that its author deleted stays so.
            if digest_there not in (None, LINK):
                own_file = (folder / name).read_bytes()
                if name != MAP_FILE:
                    with_new = merged(own_file, data, last.keys.get(name, ()))
                elif last.map:
                    with_new = merged_map(own_file, data, last.map)
                else:  # of early imports nothing says which map they wrote
                    with_new = MergedFile(own_file, [])
                if with_new.added:
                    files_to_write[name], landing.added[name] = with_new
            if new_digest not in earlier:
                offer = f"{LATEST}/{name}"
                landing.offered.append(offer)
                if _digest_of(folder, offer) != new_digest:
                    files_to_write[offer] = data
                digests[offer] = [new_digest]

    for name, data in draft.files.items():
        take(name, data)
    is_again = draft.listing.source["digest"] == last.source["digest"]
    draft.listing.added = {**(last.added if is_again else {}), **landing.added}
    # Last, as it tells of what the others came to.
    take(LIST_TEXT, draft.listing.text().encode())
    digests = last.digests | digests
    old_and_new = {
        name: list(dict.fromkeys([*last.digests.get(name, []), *digests[name]])) for name in digests
    }
    list_between = _data(draft, old_and_new, last.keys, last.map)
    list_at_last = _data(draft, digests, {**last.keys, **_keys(draft)}, _map(draft))
    _replace(folder, files_to_write, list_between, list_at_last)
    return landing


def _replace(
    folder: Path, files: Mapping[str, bytes], list_between: bytes, list_at_last: bytes
) -> None:
    """Write files beside the folder, then move each to its place.

    If it is interrupted there are old and new files, all of them whole, and a list that knows both.
    """
    workplace = _beside(folder)
    try:
        _clear(workplace)
        for name, data in {**files, "between": list_between, "at_last": list_at_last}.items():
            _write(workplace / name, data)
        # First a list that knows old and new files: if this is interrupted no file seems to be the
        # author's.
        (workplace / "between").replace(folder / LIST_DATA)
        for name in files:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (workplace / name).replace(folder / name)
        (workplace / "at_last").replace(folder / LIST_DATA)
    finally:
        shutil.rmtree(workplace, ignore_errors=True)


class LastImport(NamedTuple):
    """What the last import wrote: digests and keys by file, its map, and what it added to files
    that their author had changed. ``source`` is what the list says of the file that was imported.
    """

    digests: Digests
    keys: Keys
    map: str
    added: dict[str, list[str]]
    source: dict[str, str]
    chosen: ImportChoices


def _last(folder: Path) -> LastImport:
    """Read what the list in a folder says. :class:`ImportRefusedError` where no import made it."""
    path = folder / LIST_DATA
    if folder.is_symlink() or not folder.is_dir() or not path.is_file() or path.is_symlink():
        game = f": it holds a {GAME_FILE}" if (folder / GAME_FILE).is_file() else ""
        why = f"{path_named(folder)} is there already, and no import made it{game}"
        raise ImportRefusedError(NO_PLACE, why)
    try:
        with path.open("rb") as stream:
            data: Any = json.loads(stream.read(MOST_LIST))
        require(KIND, data)
    except (ValueError, RecursionError) as problem:
        reason = str(problem) if isinstance(problem, DocumentError) else "it is no JSON"
        why = f"{path_named(path)} does not say what the last import wrote: {reason}"
        raise ImportRefusedError(NO_PLACE, why) from None
    digests, keys, added = (
        {name: list(words) for name, words in data.get(key, {}).items()}
        for key in ("written", "keys", "added")
    )
    choices = data.get("chosen", {})
    sides, faces = (tuple(choices.get(key, ())) for key in ("sides", "faces"))
    chosen = ImportChoices(sides, choices.get("board", ""), faces)
    return LastImport(digests, keys, data.get("map", ""), added, data["source"], chosen)


def _keys(draft: Draft) -> Keys:
    """List the keys of its files of YAML, by file: of those to which new ones are added."""
    return {
        name: keys_of(data)
        for name, data in draft.files.items()
        if name.endswith(".yaml") and "/" not in name and name != MAP_FILE
    }


def _map(draft: Draft) -> str:
    return draft.files.get(MAP_FILE, b"").decode()


def _data(draft: Draft, digests: Digests, keys: Keys, map_: str) -> bytes:
    """Write the list as data, with what the next import needs to know of this."""
    data = draft.listing.plain() | {"written": dict(sorted(digests.items()))}
    return as_json(data | {"keys": dict(sorted(keys.items())), "map": map_})


def _digest_of(folder: Path, name: str) -> str | None:
    """Digest a file as it is in the folder; ``None`` if it is not there."""
    path = folder / name
    if path.is_symlink():
        return LINK
    try:
        return digest(path.read_bytes())
    except FileNotFoundError:
        return None


def _beside(folder: Path) -> Path:
    """Name a folder beside one, on the same disk, in which all is written before it is moved."""
    return folder.with_name(f".{folder.name}.{os.getpid()}.part")


def _clear(folder: Path) -> None:
    """Make a folder that is empty."""
    if folder.exists():
        shutil.rmtree(folder)
    folder.mkdir(parents=True)


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
