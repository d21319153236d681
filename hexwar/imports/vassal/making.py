"""A draft in the making: what was read of a module, and what became of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hexwar.imports.draft import Draft
from hexwar.imports.vassal.copying import Copies
from hexwar.imports.vassal.counters import Counters
from hexwar.imports.vassal.maps import DraftMap
from hexwar.imports.vassal.module import Module
from hexwar.imports.vassal.setups import ModuleSetup


@dataclass
class Drafting:
    """What a draft is made of, and what is told of it."""

    module: Module
    counters: Counters
    setups: list[ModuleSetup]
    maps: list[DraftMap]
    sides: Mapping[str, str]
    """Names of sides to ids."""
    draft: Draft
    pictures: Copies
    offered: Copies
    troubles: list[str] = field(default_factory=list)
    scenarios: list[tuple[str, ModuleSetup, DraftMap | None, dict[str, str]]] = field(
        default_factory=list
    )
    """By id: the set-up, its map, and where its units begin."""
    unplaced: dict[str, list[str]] = field(default_factory=dict)
    """By why, the counters of set-ups that begin nowhere."""
    beyond: list[ModuleSetup] = field(default_factory=list)
    """Set-ups that the file of scenarios has no room for."""
    decks: int = 0
    side_by_side: Mapping[str, str] = field(default_factory=dict)
    """By map, what became of boards that lie side by side."""
