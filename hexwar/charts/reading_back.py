"""The sections of a game read back in sentences, page by page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from hexwar.charts.blocks import Block, Heading, Page, Prose
from hexwar.definition.model import ResolvedGame
from hexwar.definition.packages import sections
from hexwar.rules.language.reading import Statement, differences, read_section
from hexwar.rules.language.wording import in_words
from hexwar.rules.scopes.section import PatchedPhase
from hexwar.rules.sequence.section import SequenceOfPlay

CHARTED = frozenset(
    ("sides", "map", "units", "sequence", "tables", "points", "victory", "entry", "sheet")
)
"""Sections that other pages have whole; how groups enter is said of each."""

ALL = "All of them"
"""Heads what holds under each of several headings."""


def pages_of_rules(game: ResolvedGame) -> Iterator[Page]:
    """A page for each section of the game that no chart has whole, and one for patched phases."""
    for name in sections():
        if name not in CHARTED:
            said = [one for one in read_section(game, name) if one.is_set and not one.is_charted]
            if said:
                yield in_words(name).upper(), list(_lines(said))
    if phases := list(_patched_phases(game)):
        yield "PHASES THAT CHANGE THE RULES", list(_lines(phases))


def _patched_phases(game: ResolvedGame) -> Iterator[Statement]:
    """What is different in phases that lay a patch over the game."""
    for phase in game[SequenceOfPlay].phases:
        patch = phase[PatchedPhase].patch
        for said in differences(game, patch) if patch is not None else ():
            yield said._replace(heading=(phase.title, *said.heading))


class _Told(NamedTuple):
    """A statement in words, below its headings; ``is_rule``: a rule that is cited for no key."""

    heading: tuple[str, ...]
    text: str
    is_rule: bool


def _alike(said: Sequence[_Told]) -> list[_Told]:
    """What holds under every one of several headings is said once, before them."""
    headings = {one.heading for one in said if one.heading}
    under: dict[str, set[tuple[str, ...]]] = {}
    for one in said:
        under.setdefault(one.text, set()).add(one.heading)
    shared = {text for text, at in under.items() if len(headings) > 1 and at >= headings}
    once = {one.text: one._replace(heading=(ALL,)) for one in said if one.text in shared}
    return [*once.values(), *(one for one in said if one.text not in shared)]


def _lines(said: Iterable[Statement]) -> Iterator[Block]:
    told = [_Told(one.heading, one.tell(), "cite" in one.path) for one in said]
    for heading, under in groupby(_alike(told), lambda one: one.heading):
        if heading:
            yield Heading(": ".join(heading))
        for is_rule, some in groupby(under, lambda one: one.is_rule):
            texts = [one.text for one in some]
            if is_rule:
                texts = [f"{'; '.join(text.removesuffix('.') for text in texts)}."]
            for text in texts:
                yield Prose(text, level=1 if heading else 0)
