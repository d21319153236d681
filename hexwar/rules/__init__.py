"""The rules: one package a section of a game's YAML.

A package says what its section may say (``section``), what follows from it in play (``rules``),
what players decide (``task``) and what a game's author is told (``checks``, ``findings.yaml``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hexwar.rules.compiled import CompiledRules, compile_rules

__all__ = ["SECTIONS", "CompiledRules", "compile_rules"]

SECTIONS = (
    "language",
    "control",
    "points",
    "losses",
    "advance",
    "overrun",
    "supply",
)
"""The packages, in the order in which they need each other; each states itself as ``PACKAGE``."""


def __getattr__(name: str) -> Any:
    """Import the rules when they are first used: whoever reads a game needs the packages only."""
    if name in __all__:
        from hexwar.rules import compiled

        return getattr(compiled, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
