"""``hexwar install``: lay a pack among one's own games, where it is found by its name."""

from __future__ import annotations

import argparse
from pathlib import Path

from hexwar.cli import CLEAN, UsageError
from hexwar.cli.terminal import wrapped
from hexwar.definition.diagnostics import Findings
from hexwar.definition.loading import GameFolder, games_on, read_sound
from hexwar.definition.locations import PACK, all_games, games_in, is_pack, shipped, user_games
from hexwar.definition.packs import PackError, read_pack
from hexwar.definition.printable import clean, path_named
from hexwar.definition.writing_files import folded, in_place_of, not_everywhere
from hexwar.records.kept_rules import keep, rules_of, running_by
from hexwar.records.lines import reason
from hexwar.rules.language.wording import several

EXAMPLES = """\
examples:
  hexwar install my_game.hexwar             then: hexwar play my_game
  hexwar install my_game.hexwar --replace   in place of what is there under this name

The file is looked through, then laid into your games folder as it is: it is never unpacked, and
nothing in it is run.
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar install`` accepts."""
    parser.epilog = EXAMPLES
    parser.add_argument("file", metavar="FILE", type=Path, help="a pack, NAME.hexwar")
    parser.add_argument(
        "--replace", action="store_true", help="put it in place of a pack of the same game"
    )


def run(arguments: argparse.Namespace) -> int:
    """Check a pack and lay it among the user's games."""
    path: Path = arguments.file
    try:
        pack = read_pack(path)
    except PackError as problem:
        raise UsageError(str(problem)) from None
    except OSError as problem:
        raise UsageError(f"{path_named(path)} cannot be read: {reason(problem)}") from problem
    name = str(pack.manifest["game"])
    if why := not_everywhere(name):
        raise UsageError(f"{path_named(path)} holds a game called {clean(name)}, which {why}")
    target = user_games() / f"{name}{PACK}"
    if name in games_in(shipped("games")):
        raise UsageError(f"{name} is the name of a game that came with hexwar")
    there = games_in(user_games()).get(name)
    for other in games_in(user_games()):
        if other != name and folded(other) == folded(name):
            raise UsageError(f"{other} is installed, and is the same name on Windows and on macOS")
    if there is not None and there != target:
        raise UsageError(f"{path_named(there)} is there under this name: move it away first")
    if there is not None and not arguments.replace:
        raise UsageError(f"{name} is installed already: --replace puts this in its place")
    missing = [name for name in pack.manifest.get("needs", ()) if name not in all_games()]
    if missing:
        raise UsageError(f"it needs series that are not here, install first: {', '.join(missing)}")
    running = _kept_for_saves(target)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with in_place_of(target) as part:
            part.write_bytes(path.read_bytes())
            read_sound(part)
    except OSError as problem:
        raise UsageError(f"{path_named(target)} cannot be written: {reason(problem)}") from problem
    title = clean(str(pack.manifest.get("title") or name))
    print(f"{title} is installed: hexwar play {name}")
    if running:
        games = several(running, "running game")
        print(wrapped(f"{games} began with what was there before: what they had is kept for them."))
    return CLEAN


def _kept_for_saves(target: Path) -> int:
    """Keep what is about to be replaced for the games that are played by it; how many they are.

    Of a series these are the games of all that extends it. UsageError if it cannot be kept.
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
            raise UsageError(
                f"nothing was replaced, as {several(playing, 'running game')} would be lost: {why}"
            )
    return running
