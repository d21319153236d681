"""A folder of YAML, validated and frozen.

>>> from hexwar.definition import load
>>> definition = load("strike_force_one")
>>> definition.catalog.header.title
'Strike Force One'
>>> sorted(definition.catalog.options)
['second_echelon', 'west_german']
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from hexwar.definition.checking import check
    from hexwar.definition.diagnostics import ChoiceError, DefinitionError, Diagnostic
    from hexwar.definition.loading import Definition, load

__all__ = ["ChoiceError", "Definition", "DefinitionError", "Diagnostic", "check", "load"]

_HOMES = {
    "ChoiceError": "diagnostics",
    "Definition": "loading",
    "DefinitionError": "diagnostics",
    "Diagnostic": "diagnostics",
    "check": "checking",
    "load": "loading",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: importing the package costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
