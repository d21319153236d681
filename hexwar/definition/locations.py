"""Find games and schemas where they live: in the wheel, in a checkout, in the user's data folder.

A game is asked for by a path or by a name, and a name is looked for among the games that came with
hexwar and the user's own; if both have one of that name the user's is taken. Paths come from
anybody: one that is impossible, that may not be read, or that leads to something other than a file
is dealt with here, so that no other code has to.
"""

from __future__ import annotations

import os
import stat
from errno import ELOOP
from functools import cache
from importlib.resources import files
from pathlib import Path

from platformdirs import user_data_path

from hexwar.definition.diagnostics import DefinitionError, Diagnostic, Span
from hexwar.definition.spelling import echoed, nearest, suggestion

GAME_FILE = "game.yaml"
HOME_VARIABLE = "HEXWAR_HOME"
PACK = ".hexwar"
"""The ending of a game in one file (:mod:`hexwar.definition.packs`)."""


class UnknownGameError(DefinitionError):
    """No game by that name and no folder at that path."""

    def __str__(self) -> str:
        return self.diagnostics[0].message


class AbstractGameError(UnknownGameError):
    """A set of rules for other games was asked for as if it were a game to be played."""


@cache
def shipped(folder: str) -> Path:
    """The folder ``games`` or ``schemas`` that came with hexwar.

    A wheel carries it inside the package; a checkout has it beside the package.
    """
    package = Path(str(files("hexwar")))
    carried = package / folder
    return carried if carried.is_dir() else package.parent / folder


def is_file(path: Path) -> bool:
    """Say whether there is such a file; a path that no system could have is none."""
    try:
        return path.is_file()
    except (OSError, ValueError):  # too long, a null byte, a folder that may not be looked into
        return False


def not_a_file(path: Path) -> str:
    """Say what is at a path instead of a file; empty if it is a file or nothing is there."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return "a link to nothing" if path.is_symlink() else ""
    except OSError as error:
        return "a link that leads back to itself" if error.errno == ELOOP else ""
    except ValueError:
        return ""
    if stat.S_ISREG(mode):
        return ""
    kinds = {stat.S_IFDIR: "a folder", stat.S_IFIFO: "a named pipe", stat.S_IFSOCK: "a socket"}
    return kinds.get(stat.S_IFMT(mode), "a device")


def user_folder() -> Path:
    """Find the folder for what hexwar keeps for its user: :data:`HOME_VARIABLE` if set."""
    home = os.environ.get(HOME_VARIABLE)
    return Path(home) if home else user_data_path("hexwar", appauthor=False)


def user_games() -> Path:
    """Find the folder for the user's own games; it need not exist."""
    return user_data_path("hexwar", appauthor=False) / "games"


def games_in(folder: Path) -> dict[str, Path]:
    """List the games directly in a folder, by folder name; packs by theirs without its ending."""
    try:
        children = sorted(folder.iterdir())
    except (OSError, ValueError):  # not there, not to be looked into, a null byte
        return {}
    packs = {child.stem: child for child in children if is_pack(child)}
    return packs | {child.name: child for child in children if is_file(child / GAME_FILE)}


def is_pack(path: Path) -> bool:
    """Say whether there is such a pack, by its name."""
    return path.suffix == PACK and is_file(path)


def all_games() -> dict[str, Path]:
    """List the games that came with hexwar and those in the user data folder, by folder name."""
    return games_in(shipped("games")) | games_in(user_games())


def find_game(source: str | Path) -> Path:
    """Find the folder of a game, by path, shipped name or name in the user data folder.

    Raises :class:`UnknownGameError` if there is none.

    >>> find_game("strike_force_one").name
    'strike_force_one'
    """
    path = Path(source)
    if path.name == GAME_FILE and (is_file(path) or not_a_file(path)):
        return path.parent
    if is_folder(path) or is_pack(path):
        return path
    name = str(source)
    games = all_games()
    if name in games:
        return games[name]
    neighbor = nearest(path.name, games_in(path.parent))
    hint = f"did you mean {path.parent / neighbor}?" if neighbor else suggestion(name, games)
    message = f"there is no game {echoed(name)} and no such folder; {hint}"
    raise UnknownGameError([Diagnostic("HW010", "error", message, Span(name))])


def is_folder(path: Path) -> bool:
    """Say whether there is such a folder, as :func:`is_file`."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False
