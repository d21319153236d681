"""``hexwar list``: the games that can be played, with what each lets a player choose.

Each game is loaded for it. One with mistakes is listed all the same, by its header and with the
command that shows them; and a series, which is no game, says so.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from pathlib import Path

from hexwar.cli import CLEAN
from hexwar.cli.terminal import wrapped
from hexwar.definition.diagnostics import DefinitionError, Findings
from hexwar.definition.loading import GameFolder, load
from hexwar.definition.locations import games_in, shipped, user_games
from hexwar.definition.model import CatalogEntry, Scenario
from hexwar.definition.printable import clean
from hexwar.rules.lessons.section import lessons_of

EXAMPLES = """\
examples:
  hexwar list              the games that came with hexwar, then your own
  hexwar play NAME         play one of them
  hexwar show NAME         its map, tables and units
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar list`` accepts."""
    parser.epilog = EXAMPLES


def run(arguments: argparse.Namespace) -> int:
    """Print the shipped games and those in the user's games folder."""
    from hexwar.players.named import installed

    folder_of_user = user_games()
    shelves = (
        ("Games that came with hexwar", shipped("games")),
        (f"Your games, in {folder_of_user}", folder_of_user),
    )
    for number, (title, shelf) in enumerate(shelves):
        if number > 0:
            print()
        print(f"{title}:")
        games = games_in(shelf)
        for name, folder in games.items():
            print()
            print("\n".join(_entry(name, folder)))
        if not games:
            print("  none: a folder with a game.yaml in there is found by its name")
    own_players = installed()
    if own_players:
        print("\nPlayers that are installed (hexwar play NAME --side SIDE=PLAYER):\n")
        for name, entry in own_players.items():
            print(f"  {clean(name):18}  {clean(entry.value)}")
    return CLEAN


def _entry(name: str, folder: Path) -> Iterator[str]:
    """A game's lines; of an unsound game, how to find out what is wrong with it."""
    # The header is read alone first: a game with mistakes has its title in the list all the same.
    source = GameFolder(folder, Findings())
    header = source.catalog.header
    yield f"  {name:18}  {header.title or name} {header.version}".rstrip()
    try:
        catalog = source.catalog if source.abstract else load(folder).catalog
    except DefinitionError:
        yield f"    It has mistakes and cannot be played: hexwar check {folder}"
        return
    if header.summary:
        yield wrapped(header.summary, "    ")
    if source.abstract:
        yield "    Rules for other games to extend, not a game to play."
        return
    # A line for each scenario, option, edition and lesson, under the word for what it is.
    groups: tuple[tuple[str, Mapping[str, CatalogEntry | Scenario]], ...] = (
        ("scenarios", catalog.scenarios),
        ("options", catalog.options),
        ("editions", catalog.editions),
    )
    for title, choices in groups:
        for number, choice in enumerate(choices.values()):
            variants = choice.variants if isinstance(choice, CatalogEntry) else ()
            only = f" (only {', '.join(variants)})" if variants else ""
            yield f"    {'' if number else title:10} {choice.id:16} {choice.title}{only}"
    for number, (lesson_id, lesson) in enumerate(lessons_of(catalog).items()):
        yield f"    {'' if number else 'lessons':10} {lesson_id:16} {lesson.title}"
