"""Which game a record is of, and which of its files are others than they were."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import hexwar
from hexwar.definition.locations import UnknownGameError, find_game, is_folder
from hexwar.definition.spelling import echoed, shortened
from hexwar.records.errors import RecordError
from hexwar.records.lines import RulesOfSave, SaveHeader, plain_events
from hexwar.rules.game import Game
from hexwar.rules.language.wording import every
from hexwar.rules.state import State

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


def header_of(game: Game, state: State, commitment: str, players: Mapping[str, str]) -> SaveHeader:
    """The first line of a save: a game as it begins, who plays, and what its dice are bound to."""
    resolved, catalog = state.resolved, game.catalog
    return SaveHeader(
        game=catalog.header.id,
        version=catalog.header.version,
        title=catalog.header.title,
        digest=resolved.digest,
        files={file.name: file.digest for file in catalog.files},
        scenario=resolved.scenario.id,
        options=resolved.options,
        edition=resolved.edition,
        players=dict(players),
        commitment=commitment,
        begins=plain_events(state.events or ()),
        hexwar=hexwar.__version__,
        folder=unusual_folder(catalog.header.id, catalog.folder),
    )


def game_of(header: SaveHeader, *, trusted: bool) -> Game:
    """Load the game that a save names.

    A folder that the save names is looked into only when the save is ``trusted``, one of the
    player's own: a stranger's file does not say what is opened on this machine.
    """
    try:
        if trusted and header.folder and is_folder(Path(header.folder)):
            return hexwar.load_game(header.folder)
    except hexwar.DefinitionError as problem:
        raise RecordError(f"the game {header.game} is not sound: {problem}") from problem
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


def require_game(header: SaveHeader, game: Game) -> None:
    """:class:`RecordError` unless the record is of this game, whatever its rules."""
    catalog = game.catalog
    if header.game != catalog.header.id:
        raise RecordError(
            f"this is a save of {_called(header)}, "
            f"not of {catalog.header.title} ({catalog.header.id})"
        )


def what_differs(then: RulesOfSave, now: RulesOfSave) -> str:
    """Which files are others, and which versions they are of."""
    changed = sorted(n for n in now.files if then.files.get(n, now.files[n]) != now.files[n])
    added = sorted(now.files.keys() - then.files.keys())
    removed = sorted(then.files.keys() - now.files.keys())
    differing = [f"{_listed(changed)} differ{_s(changed)}"] if changed else []
    differing += [f"{_listed(added)} {_is(added)} new"] if added else []
    differing += [f"{_listed(removed)} {_is(removed)} missing"] if removed else []
    was = shortened(then.version) or "unnumbered"
    return f"version {was}; here {now.version or 'unnumbered'}: {'; '.join(differing)}"


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
        message = f"{problem}; hexwar {then} wrote this save, and {here}"
        raise RecordError(message, line=problem.line, action=problem.action) from None


def _called(header: SaveHeader) -> str:
    return f"{shortened(header.title)} ({shortened(header.game)})"


def _listed(names: list[str]) -> str:
    names = [*map(shortened, names[:MOST_FILES]), *(["others"] if names[MOST_FILES:] else [])]
    return every(names)


def _s(names: list[str]) -> str:
    return "" if len(names) > 1 else "s"


def _is(names: list[str]) -> str:
    return "are" if len(names) > 1 else "is"
