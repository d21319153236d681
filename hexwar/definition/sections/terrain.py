"""Section ``terrain``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Literal, cast

from hexwar.definition.diagnostics import Findings
from hexwar.definition.model import (
    CombatEffect,
    Cost,
    Feature,
    HexsideTerrain,
    HexTerrain,
    PathTerrain,
    Terrain,
)
from hexwar.definition.tree import MappingNode, Node, ScalarNode, SequenceNode

NO_COST = Fraction(0)


def citations(section: MappingNode) -> dict[str, str]:
    """The ``cite`` of a section: reason to rule number."""
    cite = section.mapping("cite")
    return {reason: cite.text(reason) for reason in cite}


def build_terrain(section: MappingNode, classes: tuple[str, ...], findings: Findings) -> Terrain:
    """Section ``terrain``; ``classes`` are the game's movement classes."""
    hexes = {
        key: HexTerrain(
            id=key,
            title=kind.text("title", key),
            cost=_costs(kind, classes, findings),
            combat=combat_effects(kind.get("combat")),
            color=kind.text("color"),
            pattern=kind.text("pattern"),
        )
        for key, kind in section.mapping("hexes").children()
    }
    hexsides = {
        key: HexsideTerrain(
            id=key,
            title=kind.text("title", key),
            cost=_costs(kind, classes, findings),
            negates=kind.texts("negates"),
            combat=combat_effects(kind.get("combat")),
            color=kind.text("color"),
            pattern=kind.text("pattern"),
        )
        for key, kind in section.mapping("hexsides").children()
    }
    paths = {
        key: PathTerrain(
            id=key,
            title=kind.text("title", key),
            cost=_costs(kind, classes, findings),
            color=kind.text("color"),
            pattern=kind.text("pattern"),
        )
        for key, kind in section.mapping("paths").children()
    }
    features = {
        key: Feature(key, kind.text("title", key), kind.text("mark", "border"), kind.text("color"))
        for key, kind in section.mapping("features").children()
    }
    return Terrain(hexes, hexsides, paths, features, citations(section))


def _costs(kind: MappingNode, classes: tuple[str, ...], findings: Findings) -> Mapping[str, Cost]:
    node = kind.get("cost")
    if not isinstance(node, MappingNode):
        cost = _cost(node) if isinstance(node, ScalarNode) else NO_COST
        return dict.fromkeys(classes, cost)
    for missing in (name for name in classes if name not in node):
        findings.add(
            "HW407",
            node.place(),
            f"no cost for movement class {missing}",
            help=f"add `{missing}: prohibited`, or what it costs",
        )
    return {
        name: _cost(entry.value)
        for name, entry in node.entries.items()
        if isinstance(entry.value, ScalarNode)
    }


def _cost(node: ScalarNode) -> Cost:
    return None if node.raw == "prohibited" else node.number


def combat_effects(combat: Node | None) -> tuple[CombatEffect, ...]:
    """What ``prohibited``, or a mapping with ``shift``, ``attacker`` and ``defender``, says."""
    if isinstance(combat, ScalarNode):
        return (CombatEffect("attacker", "prohibit"),)
    if not isinstance(combat, MappingNode):
        return ()
    effects = []
    shift = combat.number("shift")
    if shift is not None:
        effects.append(CombatEffect("attacker", "shift", shift))
    for who in ("attacker", "defender"):
        given = combat.get(who)
        parts = given.mappings() if isinstance(given, SequenceNode) else [combat.mapping(who)]
        for part in parts:
            effects += _strength_effects(who, part)
    return tuple(effects)


def _strength_effects(
    who: Literal["attacker", "defender"], part: MappingNode
) -> Iterator[CombatEffect]:
    trait = part.mapping("only").text("trait")
    for operation in part:
        if operation in ("add", "multiply"):
            kind = cast(Literal["add", "multiply"], operation)
            yield CombatEffect(who, kind, part.number(operation) or Fraction(0), trait)
        elif operation == "prohibited" and part.flag("prohibited"):
            yield CombatEffect(who, "prohibit", trait=trait)
