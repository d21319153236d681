"""What a game keeps count of for its victory: control of hexes, and victory points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from hexwar.definition.model.play import Condition
from hexwar.definition.model.values import Citations


@dataclass(frozen=True, slots=True)
class Control:
    """Section ``control``. ``begins``: side id to the hexes that it controls at the start;
    ``named``: side id to the regions and hexes that they were given by.
    """

    begins: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    named: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    cite: Citations = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Award:
    """One entry of section ``points``: what ``side`` scores for.

    ``counted`` is a condition without bounds, of which only the count matters; ``None`` counts 1.
    ``scored``: ``as_it_stands`` when somebody asks, or ``every_turn`` for good.
    """

    id: str
    title: str
    side: str
    each: int
    counted: Condition | None = None
    condition: Condition | None = None
    scored: Literal["as_it_stands", "every_turn"] = "as_it_stands"
    cite: str = ""
