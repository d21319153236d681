"""``hexwar show`` of an abstract folder: rules that are there for other games to extend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hexwar.cli.resolved_yaml import tree_yaml
from hexwar.cli.terminal import wrapped
from hexwar.definition.diagnostics import Findings
from hexwar.definition.loading import GameFolder, games_on
from hexwar.definition.locations import find_game


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
    yield f"{header.title} {header.version}".rstrip().upper(), _about(source)
    if source.rulebook.rules:
        yield "RULES", _headings(source)
    yield "SECTIONS", (f"  {line}" for line in series_yaml(source).splitlines())


def _about(source: GameFolder) -> Iterator[str]:
    if source.catalog.header.summary:
        yield wrapped(source.catalog.header.summary, "  ")
        yield ""
    said = f"Rules for other games: a game beside it says `extends: {source.folder.name}`"
    yield wrapped(f"{said} and adds what is missing here.", "  ")
    if games := games_on(source.folder):
        yield wrapped(f"Games on it: {', '.join(games)}.", "  ")


def _headings(source: GameFolder) -> Iterator[str]:
    rules = source.rulebook.rules
    width = max(map(len, rules))
    for number, (heading, _) in rules.items():
        yield wrapped(heading, " " * (width + 4), f"  {number:{width}}  ")
