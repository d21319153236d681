"""The course of a game: phases, conditions, arrivals, victory, scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from hexwar.definition.model.values import Citations


@dataclass(frozen=True, slots=True)
class Condition:
    """A declarative "if", from the vocabulary that the sections bring.

    ``kind`` is ``all``, ``any``, ``not`` (with ``of``), or a word of a section with what is said of
    it (``arguments``), such as ``occupied``: region, by, at_least, at_most.
    """

    kind: str
    of: tuple[Condition, ...] = ()
    arguments: Mapping[str, str | int] = field(default_factory=dict)

    def parts(self) -> Iterator[Condition]:
        """The condition itself and all that it is made of."""
        yield self
        for part in self.of:
            yield from part.parts()


@dataclass(frozen=True, slots=True)
class Reinforcement:
    """One group of section ``reinforcements``.

    ``units`` are counters by id, or empty with ``eliminated`` true: the side's eliminated units
    when the group becomes available. ``most``: how many may enter. ``declared``: the player
    declares it (``declare ID``), once per game, during ``phase`` while ``condition`` holds;
    otherwise the group becomes available by itself at the first start of a ``phase`` at which
    ``condition`` holds and there is somebody to bring. ``area`` names a region of entry hexes,
    ``cost`` the movement points for the entry hex whatever its terrain (``None``: its terrain's).
    ``when``: with ``start_of_phase`` units enter only until one that stands on the map moves or
    overruns. ``into_friends``: with ``overstack`` the entry hex may hold too many until the phase
    ends. ``blocked_within``: while every entry hex is held by the enemy, units enter at hexes this
    near to one (``blocked_along`` ``edge``: hexes of the map edge only). ``until``:
    ``end_of_phase`` loses what has not entered, ``end_of_game`` keeps it waiting.
    """

    id: str
    title: str
    side: str
    phase: str
    area: str
    units: tuple[str, ...] = ()
    eliminated: bool = False
    most: int | None = None
    declared: bool = False
    condition: Condition | None = None
    cost: Fraction | None = None
    when: Literal["start_of_phase", "any_time"] = "any_time"
    into_zone: Literal["forbidden", "allowed"] = "allowed"
    into_friends: Literal["within_stacking", "overstack"] = "within_stacking"
    blocked_within: int = 0
    blocked_along: Literal["edge", "map"] = "map"
    until: Literal["end_of_phase", "end_of_game"] = "end_of_game"
    cite: Citations = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario: where units begin (``setup``: unit id to hex number).

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
    setup_order: tuple[str, ...] = ()
    opening: Mapping[str, str] = field(default_factory=dict)
    cite: Citations = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Choice:
    """The title of a variant, an option or an edition; ``variants`` limits where it applies."""

    id: str
    title: str
    summary: str = ""
    variants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The game's rules in the project's own words: number to (heading, text)."""

    rules: Mapping[str, tuple[str, str]] = field(default_factory=dict)
