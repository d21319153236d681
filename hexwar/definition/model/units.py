"""Counters."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class StepValues:
    """The values printed on one side of a counter."""

    attack: Fraction = Fraction(1)
    defense: Fraction = Fraction(1)
    movement: Fraction | None = None


@dataclass(frozen=True, slots=True)
class UnitType:
    """A kind of unit. ``symbol`` and ``size`` name an APP-6 icon and echelon."""

    id: str
    title: str
    symbol: str = "infantry"
    size: str = ""
    movement_class: str = "all"
    traits: frozenset[str] = frozenset()
    steps: tuple[StepValues, ...] = (StepValues(),)


@dataclass(frozen=True, slots=True)
class Unit:
    """One counter of the order of battle."""

    id: str
    name: str
    side: str
    type: UnitType
    steps: tuple[StepValues, ...]
    color: str = ""
