"""Packs laid among one's own games; what running games began with is kept for them.

What can be refused beforehand is, before a file is touched; then the old rules are kept for games
that are being played by them, and only then, in one step, does the pack replace the old one, after
it has been read again from where it was written.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hexwar.definition.diagnostics import Findings
from hexwar.definition.loading import GameFolder, games_on, read_sound
from hexwar.definition.locations import PACK, all_games, games_in, is_pack, shipped, user_games
from hexwar.definition.packs import PackError, read_pack
from hexwar.definition.printable import clean, path_named
from hexwar.definition.writing_files import folded, in_place_of, not_everywhere
from hexwar.records.kept_rules import keep, rules_of, running_by
from hexwar.records.lines import reason
from hexwar.rules.language.wording import several


class InstallError(ValueError):
    """A pack is not installed; the text is the sentence for the user.

    ``is_there``: only because it is installed already.
    """

    def __init__(self, why: str, is_there: bool = False) -> None:
        super().__init__(why)
        self.is_there = is_there


@dataclass(frozen=True, slots=True)
class Installed:
    """What was installed: the name of a game, its title, its place; and how many games that are
    running had their old rules kept.
    """

    name: str
    title: str
    path: Path
    running: int


def install(path: Path, replace: bool = False) -> Installed:
    """Check a pack and put it among the user's games, where it is found by its name.

    ``replace`` one of the same game. :class:`InstallError` if it is not to be.
    """
    try:
        pack = read_pack(path)
    except PackError as problem:
        raise InstallError(str(problem)) from None
    except OSError as problem:
        raise InstallError(f"{path_named(path)} cannot be read: {reason(problem)}") from problem
    name = str(pack.manifest["game"])
    if why := not_everywhere(name):
        raise InstallError(f"{path_named(path)} holds a game called {clean(name)}, which {why}")
    target = user_games() / f"{name}{PACK}"
    if name in games_in(shipped("games")):
        raise InstallError(f"{name} is the name of a game that came with hexwar")
    installed_folder = games_in(user_games()).get(name)
    for other in games_in(user_games()):
        if other != name and folded(other) == folded(name):
            raise InstallError(
                f"{other} is installed, and is the same name on Windows and on macOS"
            )
    if installed_folder is not None and installed_folder != target:
        raise InstallError(
            f"{path_named(installed_folder)} is there under this name: move it away first"
        )
    if installed_folder is not None and not replace:
        raise InstallError(f"{name} is installed already", is_there=True)
    missing = [name for name in pack.manifest.get("needs", ()) if name not in all_games()]
    if missing:
        raise InstallError(
            f"it needs series that are not here, install first: {', '.join(missing)}"
        )
    running = _kept_for_saves(target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with in_place_of(target) as part:
            part.write_bytes(path.read_bytes())
            read_sound(part)
    except OSError as problem:
        raise InstallError(
            f"{path_named(target)} cannot be written: {reason(problem)}"
        ) from problem
    return Installed(name, clean(str(pack.manifest.get("title") or name)), target, running)


def _kept_for_saves(target: Path) -> int:
    """Keep what is about to be replaced for the running games that need it. Returns how many.

    For a series, these are the games of everything that extends it. InstallError if it cannot be
    kept.
    """
    if not is_pack(target):
        return 0
    running = 0
    known = all_games()
    for folder in (target, *(known[name] for name in games_on(target))):
        catalog = GameFolder(folder, Findings()).catalog
        playing = running_by(rules_of(catalog, "").files)
        running += playing
        if playing and (why := keep(catalog)):
            raise InstallError(
                f"nothing was replaced, as {several(playing, 'running game')} would be lost: {why}"
            )
    return running
