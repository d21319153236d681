"""``hexwar show``: a game on paper, that is, in the terminal.

The map is drawn as text with the units of the set-up, the charts are those of the window as lines.
With ``--resolved`` it is the YAML after ``extends``, variant and options. A folder that is only
there for others to extend has no map and no units: its rules and sections are shown.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator

from hexwar.charts.pages import charts
from hexwar.cli import CLEAN
from hexwar.cli.choosing import GAME_HELP, add_choices
from hexwar.cli.resolved_yaml import resolved_yaml, tree_yaml
from hexwar.cli.terminal import lines_of, wrapped
from hexwar.cli.text.map import draw_map, legend
from hexwar.definition.diagnostics import DefinitionError, Findings
from hexwar.definition.loading import GameFolder, games_on, load
from hexwar.definition.locations import find_game
from hexwar.definition.model import Catalog, ResolvedGame
from hexwar.rules.units.section import Units

EXAMPLES = """\
examples:
  hexwar show my_game                                  map, tables, units, sequence of play
  hexwar show my_game --scenario night --option rain   with these choices
  hexwar show my_game --resolved                       the YAML after extends, variant, options
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what ``hexwar show`` accepts."""
    parser.epilog = EXAMPLES
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)
    add_choices(parser)
    parser.add_argument(
        "--resolved",
        action="store_true",
        help="print the YAML that the choices make, each value with the line it came from",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print a game as it is with the choices made."""
    try:
        definition = load(arguments.game)
    except DefinitionError:
        # Rules for others to extend are no game, and cannot be loaded as one.
        source = series(arguments.game)
        if source is None:
            raise
        _print_series(source, sections_only=arguments.resolved)
        return CLEAN
    choices = (arguments.scenario, arguments.options, arguments.edition)
    resolved = definition.resolve(*choices)
    if arguments.resolved:
        print(resolved_yaml(definition, *choices), end="")
        return CLEAN
    if definition.open:
        print(
            "A draft: what is open has something in its place here, and no rule stands behind it."
        )
        print("\n".join(f"- {value.message}" for value in definition.open))
    _print_pages(_pages(resolved, definition.catalog))
    return CLEAN


def _print_series(source: GameFolder, *, sections_only: bool) -> None:
    if sections_only:
        print(series_yaml(source), end="")
    else:
        _print_pages(series_pages(source))


def _print_pages(pages: Iterable[tuple[str, Iterable[str]]]) -> None:
    for title, lines in pages:
        print(f"\n{title}\n")
        print("\n".join(lines))


def _pages(game: ResolvedGame, catalog: Catalog) -> Iterator[tuple[str, Iterable[str]]]:
    header = game.header
    yield f"{header.title} {header.version}".rstrip().upper(), _about(game, catalog)
    yield "MAP", [draw_map(game, _set_up(game)), "", *legend(game)]
    for title, blocks in charts(game):
        yield title, lines_of(blocks)


def _about(game: ResolvedGame, catalog: Catalog) -> Iterator[str]:
    """The summary, and what can be chosen; what is chosen here has an asterisk."""
    if game.header.summary:
        yield wrapped(game.header.summary, "  ")
        yield ""
    groups = (
        ("scenario", catalog.scenarios, {game.scenario.id}),
        ("option", catalog.options, set(game.options)),
        ("edition", catalog.editions, {game.edition}),
    )
    for title, choices, chosen in groups:
        for choice in choices.values():
            mark = "*" if choice.id in chosen else " "
            text = f"{choice.title}: {choice.summary}" if choice.summary else choice.title
            yield wrapped(text, " " * 32, f"  {mark} {title:9} {choice.id:18} ")
    yield "  (* chosen here)"


def _set_up(game: ResolvedGame) -> Callable[[str], tuple[str, ...]]:
    """Who stands where at the start."""
    stacks: dict[str, list[str]] = {}
    for unit in game[Units].counters:
        if unit in game.scenario.opening:
            stacks.setdefault(game.scenario.opening[unit], []).append(unit)
    return lambda number: tuple(stacks.get(number, ()))


# -- an abstract folder: rules that are there for other games to extend ---------------------------


def series(name: str) -> GameFolder | None:
    """The folder of a name if it is abstract and sound enough to be read; else ``None``."""
    findings = Findings()
    source = GameFolder(find_game(name), findings)
    return source if source.abstract and not findings.errors else None


def series_yaml(source: GameFolder) -> str:
    """The sections of a series, with those that it extends itself; it ends with a line end."""
    return tree_yaml(source.root, source.folder)


def series_pages(source: GameFolder) -> Iterator[tuple[str, Iterable[str]]]:
    """What a series is, the headings of its rulebook, and its sections."""
    header = source.catalog.header
    yield f"{header.title} {header.version}".rstrip().upper(), _about_series(source)
    if source.rulebook.rules:
        yield "RULES", _headings_of_series(source)
    yield "SECTIONS", (f"  {line}" for line in series_yaml(source).splitlines())


def _about_series(source: GameFolder) -> Iterator[str]:
    if source.catalog.header.summary:
        yield wrapped(source.catalog.header.summary, "  ")
        yield ""
    purpose = f"Rules for other games: a game beside it says `extends: {source.folder.name}`"
    yield wrapped(f"{purpose} and adds what is missing here.", "  ")
    if games := games_on(source.folder):
        yield wrapped(f"Games on it: {', '.join(games)}.", "  ")


def _headings_of_series(source: GameFolder) -> Iterator[str]:
    rules = source.rulebook.rules
    width = max(map(len, rules))
    for number, (heading, _) in rules.items():
        yield wrapped(heading, " " * (width + 4), f"  {number:{width}}  ")
