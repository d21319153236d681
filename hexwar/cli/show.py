"""``hexwar show``: a game on paper, that is, in the terminal.

The map is drawn as text with the units of the set-up, the charts are those of the window as lines.
With ``--resolved`` it prints the YAML after ``extends``, variant and options. A folder that exists
only for others to extend has no map and no units: its rules and sections are shown.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path

from hexwar.charts.pages import charts
from hexwar.cli import CLEAN
from hexwar.cli.choosing import GAME_HELP, add_choices
from hexwar.cli.terminal import lines_of, wrapped
from hexwar.cli.text.map import draw_map, legend
from hexwar.definition.diagnostics import DefinitionError, Findings
from hexwar.definition.loading import Definition, GameFolder, games_on, load
from hexwar.definition.locations import find_game
from hexwar.definition.model import Catalog, ResolvedGame
from hexwar.definition.tree import MappingNode, Node, ScalarNode, SequenceNode
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
        if arguments.resolved:
            print(series_yaml(source), end="")
        else:
            _print_pages(series_pages(source))
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


def _print_pages(pages: Iterable[tuple[str, Iterable[str]]]) -> None:
    for title, lines in pages:
        print(f"\n{title}\n")
        print("\n".join(lines))


def _pages(game: ResolvedGame, catalog: Catalog) -> Iterator[tuple[str, Iterable[str]]]:
    header = game.header
    yield f"{header.title} {header.version}".rstrip().upper(), _about_game(game, catalog)
    stacks: dict[str, list[str]] = {}
    for unit in game[Units].counters:
        if unit in game.scenario.opening:
            stacks.setdefault(game.scenario.opening[unit], []).append(unit)
    yield "MAP", [draw_map(game, lambda number: tuple(stacks.get(number, ()))), "", *legend(game)]
    for title, blocks in charts(game):
        yield title, lines_of(blocks)


def _about_game(game: ResolvedGame, catalog: Catalog) -> Iterator[str]:
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
    if rules := source.rulebook.rules:
        width = max(map(len, rules))
        headings = ((f"  {number:{width}}  ", heading) for number, (heading, _) in rules.items())
        yield "RULES", (wrapped(heading, " " * (width + 4), number) for number, heading in headings)
    yield "SECTIONS", (f"  {line}" for line in series_yaml(source).splitlines())


def _about_series(source: GameFolder) -> Iterator[str]:
    if source.catalog.header.summary:
        yield wrapped(source.catalog.header.summary, "  ")
        yield ""
    purpose = f"Rules for other games: a game beside it says `extends: {source.folder.name}`"
    yield wrapped(f"{purpose} and adds what is missing here.", "  ")
    if games := games_on(source.folder):
        yield wrapped(f"Games on it: {', '.join(games)}.", "  ")


# -- a game's sections as YAML after everything was applied, each value with where it came from ----


ORIGIN_COLUMN = 60
"""Where the comments that name file and line begin, if the line is short enough."""


def resolved_yaml(
    definition: Definition, scenario: str | None, options: Iterable[str], edition: str | None
) -> str:
    """The YAML of a choice; it ends with a line end. ChoiceError for what is not offered."""
    return tree_yaml(definition.tree(scenario, options, edition), definition.catalog.folder)


def tree_yaml(tree: MappingNode, folder: Path) -> str:
    """The YAML of a tree; ``folder`` is the one that origins are told from."""
    return "\n".join(_Writer(folder).mapping(tree, "")) + "\n"


class _Writer:
    """Writes nodes in block style; what fits on a line stands on one, as authors write it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()

    def mapping(self, node: MappingNode, indent: str) -> Iterator[str]:
        for key, entry in node.entries.items():
            value = entry.value
            name = f"{indent}{_scalar_text(key, key)}:"
            if isinstance(value, MappingNode) and value.entries:
                yield name
                yield from self.mapping(value, f"{indent}  ")
            elif isinstance(value, SequenceNode) and not all(
                isinstance(item, ScalarNode) for item in value.items
            ):
                yield name
                for item in value.items:
                    yield self._with_origin(f"{indent}  - {_flow(item)}", item)
            else:
                yield self._with_origin(f"{name} {_flow(value)}", value)

    def _with_origin(self, line: str, node: Node) -> str:
        """The line with a comment that says where its value was written."""
        path = node.file.path.resolve()
        beside = path.is_relative_to(self._folder)
        # What is extended lies in another folder, which the name of the file alone would not tell.
        shown = path.relative_to(self._folder) if beside else Path(path.parent.name) / path.name
        return f"{line:{ORIGIN_COLUMN}} # {shown.as_posix()}:{node.line + 1}"


def _flow(node: Node) -> str:
    if isinstance(node, ScalarNode):
        return _scalar_text(node.raw, node.value)
    if isinstance(node, SequenceNode):
        return f"[{', '.join(map(_flow, node.items))}]"
    inside = (f"{_scalar_text(key, key)}: {_flow(e.value)}" for key, e in node.entries.items())
    return f"{{{', '.join(inside)}}}"


def _scalar_text(raw: str, value: object) -> str:
    """A single value so that YAML reads the same value back."""
    if value is None:
        return "null"
    if not isinstance(value, str):
        return raw
    # Plain only where no reader of YAML could take it for anything else.
    plain = raw and all(c.isalnum() or c in "_-. /" for c in raw) and raw == raw.strip()
    if plain and raw[0].isalpha() and raw.lower() not in _WORDS and ". " not in raw:
        return raw
    return '"' + raw.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


_WORDS = {"true", "false", "null", "yes", "no", "on", "off", "y", "n"}
"""Plain words that some YAML reader takes for something else."""
