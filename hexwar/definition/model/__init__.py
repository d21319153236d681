"""The game definition: what a folder of YAML says, validated and frozen.

One dataclass per section of the YAML (``docs/reference`` has a page for each). Nothing here
computes a rule; :mod:`hexwar.rules` compiles these values into masks and tables.
"""

from __future__ import annotations

from hexwar.definition.model.combat import (
    CombatEffect,
    CombatResult,
    Effect,
)
from hexwar.definition.model.game import (
    Catalog,
    FileDigest,
    Header,
    ResolvedGame,
)
from hexwar.definition.model.play import (
    CatalogEntry,
    Condition,
    Rulebook,
    Scenario,
)

__all__ = [
    "Catalog",
    "CatalogEntry",
    "CombatEffect",
    "CombatResult",
    "Condition",
    "Effect",
    "FileDigest",
    "Header",
    "ResolvedGame",
    "Rulebook",
    "Scenario",
]
