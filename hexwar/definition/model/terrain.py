"""Section ``terrain``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from hexwar.definition.model.values import Citations, Cost


@dataclass(frozen=True, slots=True)
class CombatEffect:
    """What terrain does to a battle fought into it.

    ``operation``: ``add`` or ``multiply`` change the strength of ``who``; ``shift`` moves the
    column (positive favours the attacker); ``prohibit`` forbids the attack. With a ``trait``
    only the units that have it are affected.
    """

    who: Literal["attacker", "defender"]
    operation: Literal["add", "multiply", "shift", "prohibit"]
    value: Fraction = Fraction(0)
    trait: str = ""


@dataclass(frozen=True, slots=True)
class HexTerrain:
    """A kind of hex: its entry cost by movement class and its effects on combat."""

    id: str
    title: str
    cost: Mapping[str, Cost]
    combat: tuple[CombatEffect, ...] = ()
    color: str = ""
    pattern: str = ""


@dataclass(frozen=True, slots=True)
class HexsideTerrain:
    """A kind of hexside (river, bridge, wall).

    ``cost`` is added to the cost of the hex entered; ``None`` forbids crossing;
    ``negates`` names the hexside kinds that this one makes harmless (a bridge, a river).
    ``pattern`` says how it is drawn; where it is empty the name and the costs do.
    """

    id: str
    title: str
    cost: Mapping[str, Cost]
    negates: tuple[str, ...] = ()
    combat: tuple[CombatEffect, ...] = ()
    color: str = ""
    pattern: str = ""


@dataclass(frozen=True, slots=True)
class PathTerrain:
    """A kind of path along hexes (road, rail); ``cost`` replaces every other cost of the step.

    ``pattern`` says how it is drawn; where it is empty the name does.
    """

    id: str
    title: str
    cost: Mapping[str, Cost]
    color: str = ""
    pattern: str = ""


@dataclass(frozen=True, slots=True)
class Feature:
    """Something printed in a hex (a town); ``mark`` says how it is drawn."""

    id: str
    title: str
    mark: str = "border"
    color: str = ""


@dataclass(frozen=True, slots=True)
class Terrain:
    """Section ``terrain``."""

    hexes: Mapping[str, HexTerrain]
    hexsides: Mapping[str, HexsideTerrain] = field(default_factory=dict)
    paths: Mapping[str, PathTerrain] = field(default_factory=dict)
    features: Mapping[str, Feature] = field(default_factory=dict)
    cite: Citations = field(default_factory=dict)
