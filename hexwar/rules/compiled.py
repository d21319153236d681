"""A resolved game compiled: the sections' rules, and what they bring into play."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from hexwar.definition.model import Combat, ResolvedGame
from hexwar.engine.frame import Frame
from hexwar.engine.registry import Registry
from hexwar.engine.rules import Scopes
from hexwar.hexmap import HexMap
from hexwar.rules import SECTIONS
from hexwar.rules.language import conditions, programs


@cache
def registry() -> Registry:
    """What all sections bring into play."""
    names = [f"hexwar.rules.{name}.task" for name in SECTIONS]
    tasks = [import_module(name) for name in names if find_spec(name)]
    return Registry([conditions, programs, *tasks])


def compile_rules(resolved: ResolvedGame) -> Scopes:
    """Compile a resolved game; its rules are made when they are first needed."""
    sections: Mapping[type[Any], Any] = {
        ResolvedGame: resolved,
        HexMap: resolved.map,
        **resolved.sections,
        Combat: resolved.combat,
    }
    return Scopes(Frame(resolved, registry()), lambda phase, effects: sections)
