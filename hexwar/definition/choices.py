"""Choose scenario, variant, options and edition, and make the game of that choice.

A player's words become a complete choice (:func:`select`), and the choice a tree of sections, as
the patches of what was chosen are laid over the game's one after the other (:func:`resolve`). For
``hexwar check`` all that could be chosen is gone through instead (:func:`every_selection`): all
options crossed while they are few, as their number doubles with each; else each alone, all
together, and every pair (:func:`every_pair`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple, TypeAlias

from hexwar.definition.diagnostics import ChoiceError
from hexwar.definition.merging import Cache, MergeLog, merge
from hexwar.definition.model import Catalog, CatalogEntry
from hexwar.definition.packages import choice_sections
from hexwar.definition.spelling import echoed, suggestion
from hexwar.definition.tree import MappingNode

BASE = "base"
"""In ``variants: [...]``, the name of the game without a variant."""

MOST_OPTIONS_CROSSED = 4
"""Up to so many options all are crossed; of more, each stands alone and all together."""

MOST_PAIRS = 500
"""So many pairs of options are checked where not all are crossed."""


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A complete choice; ``options`` in the author's order."""

    scenario: str
    options: tuple[str, ...] = ()
    edition: str = ""


def select(
    catalog: Catalog, scenario: str | None, options: Iterable[str], edition: str | None
) -> GameChoice:
    """Complete a player's choice; for whatever he leaves out the first is taken.

    Raises :class:`ChoiceError` for what the game does not offer or does not allow together.
    """
    begins_with = next(iter(catalog.scenarios), None) if scenario is None else scenario
    if begins_with is None:
        raise ChoiceError(f"{catalog.header.id} has no scenario to play")
    _require_known("scenario", begins_with, catalog.scenarios)
    variant = catalog.scenarios[begins_with].variant
    # A single word is one option, not a set of its letters.
    chosen_ids = set([options] if isinstance(options, str) else options)
    for option in sorted(chosen_ids):
        _require_known("option", option, catalog.options)
        _require_applicable("option", catalog.options[option], variant, begins_with)
    allowed = (choice.id for choice in catalog.editions.values() if applies(choice, variant))
    played_by = next(allowed, "") if edition is None else edition
    if played_by:
        _require_known("edition", played_by, catalog.editions)
        _require_applicable("edition", catalog.editions[played_by], variant, begins_with)
    in_order = tuple(option for option in catalog.options if option in chosen_ids)
    return GameChoice(begins_with, in_order, played_by)


def applies(choice: CatalogEntry, variant: str) -> bool:
    """Say whether an option or an edition may be used in a variant."""
    return not choice.variants or (variant or BASE) in choice.variants


def _require_known(kind: str, name: str, offered: Mapping[str, object]) -> None:
    if name not in offered:
        hint = suggestion(str(name), offered)
        raise ChoiceError(f"there is no {kind} {echoed(str(name))}; {hint}")


def _require_applicable(kind: str, choice: CatalogEntry, variant: str, scenario: str) -> None:
    if not applies(choice, variant):
        allowed = ", ".join(choice.variants)
        raise ChoiceError(f"{kind} {choice.id} is only for {allowed}, not for scenario {scenario}")


class ChosenPatch(NamedTuple):
    """A patch that was chosen: the section that it stands in, and its name there."""

    section: str
    name: str


Resolved: TypeAlias = dict[tuple[ChosenPatch, ...], MappingNode]
"""By the patches laid so far, in their order, the tree that they made."""


def resolve(
    root: MappingNode,
    catalog: Catalog,
    chosen: GameChoice,
    log: MergeLog | None = None,
    known: Resolved | None = None,
    cache: Cache | None = None,
) -> MappingNode:
    """Lay the chosen patches over the game's sections, in this order: variant, scenario, options in
    the author's order, edition.

    ``known`` keeps what the first patches made, so that games which share them share sections;
    ``cache`` keeps merged sections for when the folder is read again.
    """
    trees = {} if known is None else known
    start, end = (root.line, root.column), (root.end_line, root.end_column)
    sections = {key: entry for key, entry in root.entries.items() if key not in choice_sections()}
    tree = trees.setdefault((), MappingNode(root.file, start, end, sections))
    variant = catalog.scenarios[chosen.scenario].variant
    chosen_patches = [
        ChosenPatch("variants", variant),
        ChosenPatch("scenarios", chosen.scenario),
        *(ChosenPatch("options", option) for option in chosen.options),
        ChosenPatch("editions", chosen.edition),
    ]
    laid: tuple[ChosenPatch, ...] = ()
    for section, name in chosen_patches:
        patch = root.mapping(section).mapping(name).get("patch")
        if isinstance(patch, MappingNode):
            laid = (*laid, ChosenPatch(section, name))
            # By what was laid so far: games that differ in a later patch share the tree before it.
            if laid not in trees:
                trees[laid] = merge(tree, patch, log, cache)
            tree = trees[laid]
    return tree


def every_selection(catalog: Catalog) -> Iterator[GameChoice]:
    """Yield the choices to check: by scenario its options crossed, then each edition."""
    for scenario in catalog.scenarios.values():
        allowed = [
            option.id for option in catalog.options.values() if applies(option, scenario.variant)
        ]
        # Every combination of options; of too many for that none, each alone, and all.
        subsets: list[tuple[str, ...]] = [(), *((option,) for option in allowed), tuple(allowed)]
        if len(allowed) <= MOST_OPTIONS_CROSSED:
            counts = range(len(allowed) + 1)
            subsets = [subset for count in counts for subset in combinations(allowed, count)]
        for options in subsets:
            yield GameChoice(scenario.id, options)
        for edition in catalog.editions.values():
            if applies(edition, scenario.variant):
                yield GameChoice(scenario.id, tuple(allowed), edition.id)


def every_pair(catalog: Catalog) -> Iterator[GameChoice]:
    """Yield the pairs of options that can be chosen together and are not among
    :func:`every_selection`.

    For each scenario, pairs of the first options come first.
    """
    ids = [*catalog.options]
    for count, option in enumerate(ids):
        for earlier in ids[:count]:
            for scenario in catalog.scenarios.values():
                allowed = [
                    option.id
                    for option in catalog.options.values()
                    if applies(option, scenario.variant)
                ]
                if len(allowed) > MOST_OPTIONS_CROSSED and {earlier, option} <= {*allowed}:
                    yield GameChoice(scenario.id, (earlier, option))
