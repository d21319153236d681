"""Where a name is defined and spoken of, and another name in all these places.

A name is renamed where it is defined and wherever that definition is meant: in the game, in what it
extends, and in other games that extend the same, open or not. All of them are read anew for it, and
if one cannot be read whole nothing is renamed: half of it would break what was sound.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from hexwar.definition.diagnostics import Findings, Span
from hexwar.definition.loading import GameFolder
from hexwar.definition.values import ID
from hexwar.language_server.names import FIXED, GameNames, Name, kinds_of
from hexwar.language_server.open_files import OpenFiles, OpenGame


class CannotRenameError(ValueError):
    """Why a name cannot be changed."""


def definitions(names: GameNames, kind: str, name: str) -> list[Span]:
    """Where a name is defined: in the files, or as a heading of the rulebook."""
    return [mention.place for mention in names.all_of(kind, name) if mention.defined]


def mentions(open_files: OpenFiles, game: OpenGame, kind: str, name: str) -> list[Name]:
    """Every place where a name stands, in the game as in all that share its definition."""
    by_place: dict[Span, Name] = {}
    for names in _everywhere(open_files, game, kind, name):
        # By place: games that extend the same one have its files in common.
        by_place |= {mention.place: mention for mention in names.all_of(kind, name)}
    return [*by_place.values()]


def renamed(
    open_files: OpenFiles, game: OpenGame, kind: str, name: str, new: str
) -> dict[Span, str]:
    """What to write where, so that a name becomes another. :class:`CannotRenameError`."""
    if kind in FIXED or any(
        other in FIXED and _knows(game, other, name) for other in kinds_of(kind)
    ):
        raise CannotRenameError(f"{name} is no name that can be changed")
    if not re.fullmatch(ID, new):
        raise CannotRenameError(f"{new[:40]} is no name: letters, digits and _, a letter first")
    whole = _everywhere(open_files, game, kind, name)
    if any(new in names.known(other) for names in whole for other in kinds_of(kind)):
        raise CannotRenameError(f"there is a {kind.replace('-', ' ')} {new} already")
    if not any(mention.defined for names in whole for mention in names.all_of(kind, name)):
        raise CannotRenameError(f"{name} is defined nowhere in the files")
    places = mentions(open_files, game, kind, name)
    return {mention.place: _in_quotes(mention.place, new) for mention in places}


def _knows(game: OpenGame, kind: str, name: str) -> bool:
    return game.names is not None and name in game.names.known(kind)


def _everywhere(open_files: OpenFiles, game: OpenGame, kind: str, name: str) -> Sequence[GameNames]:
    """The names of a game, and of the games that extend what defines the name, as they are now.

    :class:`CannotRenameError` if a file of one of them cannot be read.
    """
    own = _read(open_files, game.folder)
    homes = {
        Path(mention.place.file).parent for mention in own.all_of(kind, name) if mention.defined
    }
    games = [own]
    for home in sorted(homes):
        others = [folder for folder in open_files.extending(home) if folder != game.folder]
        games += [_read(open_files, folder) for folder in others]
    return games


def _read(open_files: OpenFiles, folder: Path) -> GameNames:
    findings = Findings()
    read = GameFolder(folder, findings, open_files.files)
    if not read.whole:
        wrong = next(iter(findings.errors), None)
        where = f": {Path(wrong.file).name}, line {wrong.line}" if wrong else ""
        raise CannotRenameError(f"the game in {folder.name} cannot be read whole{where}")
    return GameNames(read)


def _in_quotes(place: Span, new: str) -> str:
    quote = place.text[place.column - 1 : place.column]
    return f"{quote}{new}{quote}" if quote in ("'", '"') and quote else new
