"""All charts of a game, in the order in which they are read.

First the pages in their order; then how the sections are read back in sentences under headings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from hexwar.charts.blocks import Block, Heading, Page, Prose
from hexwar.charts.fire import fire_chart
from hexwar.charts.sequence_of_play import scores, sequence_of_play, victory_conditions
from hexwar.charts.tables import (
    arcs,
    casualties,
    combat_table,
    order_of_battle,
    places,
    starting_place,
    tables_of_the_game,
    terrain_chart,
)
from hexwar.definition.forms import Form
from hexwar.definition.model import ResolvedGame
from hexwar.definition.packages import form_of, sections
from hexwar.rules.combat.section import Combat
from hexwar.rules.facing.section import Facing
from hexwar.rules.figures.section import Figures
from hexwar.rules.fire.section import Fire
from hexwar.rules.language.reading import Statement, differences, read_section
from hexwar.rules.language.wording import every, in_words
from hexwar.rules.points import Points
from hexwar.rules.scopes.section import PatchedPhase
from hexwar.rules.sequence.section import SequenceOfPlay
from hexwar.rules.tables.section import Tables

ORDER_OF_BATTLE = "ORDER OF BATTLE"


def charts(game: ResolvedGame) -> Iterator[Page]:
    """What a game says beside its map, page by page: all that is enforced."""
    yield from tables_on_paper(game)
    yield ORDER_OF_BATTLE, order_of_battle(game, starting_place(game))
    yield "SEQUENCE OF PLAY", sequence_of_play(game)
    yield from pages_of_rules(game)
    yield from ways_to_win(game)


def tables_on_paper(game: ResolvedGame) -> Iterator[Page]:
    """What players look up during a turn: terrain, results, fire, the game's own tables, its
    places.
    """
    yield "TERRAIN EFFECTS", terrain_chart(game)
    if game.section(Combat) is not None:
        yield "COMBAT RESULTS", combat_table(game)
    if game.section(Fire) is not None:
        yield "FIRE TABLE", fire_chart(game)
    if game[Tables].tables:
        yield "TABLES", tables_of_the_game(game)
    figures = game.section(Figures)
    if figures is not None and figures.check is not None:
        yield "CASUALTIES", casualties(game)
    if game.section(Facing) is not None:
        yield "ARCS", arcs(game)
    if named_places := list(places(game)):
        yield "PLACES", named_places


def ways_to_win(game: ResolvedGame) -> Iterator[Page]:
    """What scores, and who wins."""
    if game[Points].awards:
        yield "VICTORY POINTS", scores(game)
    yield "VICTORY", victory_conditions(game)


# -- the sections of a game read back in sentences, page by page -----------------------------------

# Each section puts its own keys into sentences; here these are arranged under headings. What holds
# under all headings of a page is said once, above them, and rules that are cited for no key stand
# in one line.


CHARTED = frozenset(("map", "sequence", "tables", "points", "victory", "entry", "sheet"))
"""Sections that other pages have whole; how groups enter is said of each."""

KINDS = ("combat", "kinds")
"""Where kinds of battle stand: what stands before them holds in all of them."""
ALL_KINDS = "All kinds of battle"


def pages_of_rules(game: ResolvedGame, *, in_sentences: bool = False) -> Iterator[Page]:
    """A page for each section of the game that no chart covers entirely, and one for patched
    phases.

    ``in_sentences``: beside a printed rulebook, of which a section cites rules, what has no words
    of its own is left to those rules.
    """
    for name in sections():
        if name not in CHARTED:
            statements = [
                statement
                for statement in read_section(game, name)
                if statement.is_set and not statement.is_charted
            ]
            if in_sentences and _is_in_the_rulebook(game, name):
                statements = [statement for statement in statements if statement.is_sentence]
            if any(statement.path[:2] == KINDS for statement in statements):
                statements = [
                    statement if statement.heading else statement._replace(heading=(ALL_KINDS,))
                    for statement in statements
                ]
            if statements:
                yield in_words(name).upper(), list(_lines(statements))
    if phases := list(_patched_phases(game)):
        yield "PHASES THAT CHANGE THE RULES", list(_lines(phases))


def _is_in_the_rulebook(game: ResolvedGame, name: str) -> bool:
    """Whether a section, or something in it, cites a rule of the game's rulebook."""
    form = form_of(name)
    section = game.sections.get(form) if form is not None else None
    return any(number in game.rulebook.rules for number in _cited(section))


def _cited(value: object) -> Iterator[str]:
    """The rules that a form and what it holds cite."""
    if isinstance(value, Form):
        cite = getattr(value, "cite", "")
        yield from [cite] if isinstance(cite, str) else cite.values()
        value = [getattr(value, name) for name in type(value).annotations]
    elif isinstance(value, Mapping):
        value = [*value.values()]
    if isinstance(value, (list, tuple)):
        for part in value:
            yield from _cited(part)


def _patched_phases(game: ResolvedGame) -> Iterator[Statement]:
    """What is different in phases that lay a patch over the game."""
    for phase in game[SequenceOfPlay].phases:
        patch = phase[PatchedPhase].patch
        if patch is not None:
            for statement in differences(game, patch):
                yield statement._replace(heading=(phase.title, *statement.heading))


class _RuleLine(NamedTuple):
    """A statement in words, below its headings; ``is_rule``: a rule that is cited for no key."""

    heading: tuple[str, ...]
    text: str
    is_rule: bool


def _alike(lines: Sequence[_RuleLine]) -> list[_RuleLine]:
    """What holds under every one of several headings is said once, before them."""
    headings = dict.fromkeys(
        line.heading for line in lines if line.heading not in ((), (ALL_KINDS,))
    )
    under: dict[str, set[tuple[str, ...]]] = {}
    for line in lines:
        under.setdefault(line.text, set()).add(line.heading)
    shared = {text for text, at in under.items() if len(headings) > 1 and at >= headings.keys()}
    headings_named = every(dict.fromkeys(heading[0] for heading in headings))
    once = {
        line.text: line._replace(heading=(headings_named,)) for line in lines if line.text in shared
    }
    return [*once.values(), *(line for line in lines if line.text not in shared)]


def _lines(statements: Iterable[Statement]) -> Iterator[Block]:
    lines = [
        _RuleLine(statement.heading, statement.tell(), "cite" in statement.path)
        for statement in statements
    ]
    for heading, under in groupby(_alike(lines), lambda line: line.heading):
        if heading:
            yield Heading(": ".join(heading))
        for is_rule, some in groupby(under, lambda line: line.is_rule):
            texts = [line.text for line in some]
            if is_rule:
                texts = [f"{'; '.join(text.removesuffix('.') for text in texts)}."]
            for text in texts:
                yield Prose(text, level=1 if heading else 0)
