"""The course of a game: phases, conditions, arrivals, victory, scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from hexwar.definition.values import Citations


@dataclass(frozen=True, slots=True)
class Condition:
    """A declarative "if", from the vocabulary that the sections bring.

    ``kind`` is ``all``, ``any``, ``not`` (with ``of``), or a word of a section with what is said of
    it (``arguments``), such as ``occupied``: region, by, at_least, at_most.
    """

    kind: str
    of: tuple[Condition, ...] = ()
    arguments: Mapping[str, Any] = field(default_factory=dict)

    def parts(self) -> Iterator[Condition]:
        """The condition itself and all that it is made of."""
        yield self
        inside = (said for said in self.arguments.values() if isinstance(said, Condition))
        for part in (*self.of, *inside):
            yield from part.parts()


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario: where units begin (``setup``: unit id to hex number).

    ``steps``: the step that a unit begins at where it is not the first, 1 at full strength, 0 for
    the last. ``states``: the states that a unit begins in. ``more``: what else sections keep of how
    a unit begins, each under a word of theirs. ``eliminated``: the units that begin out of play as
    if they had been lost.
    ``within``: how many hexes away from there its player may set a unit up instead; the sides of
    ``setup_order`` do so in that order before the first turn. ``opening`` is where each unit
    stands until then, known once the scenario is resolved (``hexwar.rules.scenarios.deployment``).
    """

    id: str
    title: str
    summary: str = ""
    variant: str = ""
    setup: Mapping[str, str] = field(default_factory=dict)
    within: Mapping[str, int] = field(default_factory=dict)
    steps: Mapping[str, int] = field(default_factory=dict)
    states: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    more: Mapping[str, tuple[tuple[str, object], ...]] = field(default_factory=dict)
    eliminated: tuple[str, ...] = ()
    setup_order: tuple[str, ...] = ()
    opening: Mapping[str, str] = field(default_factory=dict)
    cite: Citations = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CatalogEntry:
    """The title of a variant, an option or an edition; ``variants`` limits where it applies."""

    id: str
    title: str
    summary: str = ""
    variants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The game's rules in the project's own words: number to (heading, text)."""

    rules: Mapping[str, tuple[str, str]] = field(default_factory=dict)
