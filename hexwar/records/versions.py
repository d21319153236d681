"""Whether a record and a game fit, and which rule file differs when they do not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import hexwar
from hexwar.definition.binding import VERSION
from hexwar.definition.locations import UnknownGameError, find_game, is_folder
from hexwar.definition.spelling import echoed, shortened
from hexwar.records.errors import RecordError
from hexwar.records.lines import SaveHeader
from hexwar.rules.game import Game
from hexwar.rules.language.wording import every

MOST_FILES = 5
"""Names of files that a sentence repeats."""

_NAME = re.compile(r"[\w-]{1,100}")
"""A game's id, and nothing that could be a path."""


def unusual_folder(game: str, folder: Path) -> str:
    """Where a game is; empty where its id alone finds it, and where no text can say it."""
    try:
        usual = find_game(game)
    except UnknownGameError:
        usual = None
    here = folder.resolve()
    if usual is not None and usual.resolve() == here:
        return ""
    return str(here) if _is_text(str(here)) else ""


def _is_text(name: str) -> bool:
    """Whether a save can hold a path: bytes that are no text in UTF-8 it cannot."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


def game_of(header: SaveHeader, *, trusted: bool) -> Game:
    """Load the game that a save names.

    A folder that the save names is looked into only when the save is ``trusted``, one of the
    player's own: a stranger's file does not say what is opened on this machine.
    """
    if trusted and header.folder and is_folder(Path(header.folder)):
        return hexwar.load_game(header.folder)
    if not _NAME.fullmatch(header.game):
        raise RecordError(
            f"the save names a game {echoed(header.game)}, which cannot be one's name"
        )
    try:
        return hexwar.load_game(header.game)
    except UnknownGameError:
        raise RecordError(
            f"this is a save of {_called(header)}, which is not among the games here: "
            "name the game's folder to load it"
        ) from None
    except hexwar.DefinitionError as problem:
        raise RecordError(f"the game {header.game} is not sound: {problem}") from problem


def require_same_game(header: SaveHeader, game: Game) -> None:
    """:class:`RecordError` unless the record is of this game, in this version of its rules."""
    catalog = game.catalog
    if header.game != catalog.header.id:
        raise RecordError(
            f"this is a save of {_called(header)}, "
            f"not of {catalog.header.title} ({catalog.header.id})"
        )
    try:
        rules = game.ruleset(header.scenario, header.options, header.edition)
    except ValueError as problem:
        raise RecordError(f"the save fits another version of {header.game}: {problem}") from None
    if _is_known(header.digest) and rules.frame.resolved.digest != header.digest:
        raise RecordError(_what_differs(header, game))


@contextmanager
def told_of_version(header: SaveHeader) -> Iterator[None]:
    """Let what is wrong with a replay under the rules that it had say which hexwar wrote it, if
    that is another: then the engine plays otherwise, and nobody need have changed the save.
    """
    try:
        yield
    except RecordError as problem:
        then = shortened(header.hexwar)
        if then in ("", hexwar.__version__):
            raise
        here = f"hexwar {hexwar.__version__} plays it otherwise from there on"
        told = f"{problem}; hexwar {then} wrote this save, and {here}"
        raise RecordError(told, line=problem.line, action=problem.action) from None


def _is_known(digest: str) -> bool:
    """Whether a digest is of what decides play; of another one replaying alone can tell."""
    return digest.startswith(VERSION)


def _what_differs(header: SaveHeader, game: Game) -> str:
    now = {file.name: file.digest for file in game.catalog.files}
    changed = sorted(name for name in now if header.files.get(name, now[name]) != now[name])
    added = sorted(now.keys() - header.files.keys())
    removed = sorted(header.files.keys() - now.keys())
    found = [f"{_listed(changed)} differ{_s(changed)}"] if changed else []
    found += [f"{_listed(added)} {_is(added)} new"] if added else []
    found += [f"{_listed(removed)} {_is(removed)} missing"] if removed else []
    what = "; ".join(found) or "no file differs, so another version of hexwar read them"
    then = shortened(header.version) or "unnumbered"
    version = game.catalog.header.version or "unnumbered"
    return (
        f"the save was played with other rules of {header.game} "
        f"(version {then}; here {version}): {what}"
    )


def _called(header: SaveHeader) -> str:
    return f"{shortened(header.title)} ({shortened(header.game)})"


def _listed(names: list[str]) -> str:
    names = [*map(shortened, names[:MOST_FILES]), *(["others"] if names[MOST_FILES:] else [])]
    return every(names)


def _s(names: list[str]) -> str:
    return "" if len(names) > 1 else "s"


def _is(names: list[str]) -> str:
    return "are" if len(names) > 1 else "is"
