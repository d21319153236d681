"""Sections ``combat``, ``retreat`` and ``advance``."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, cast

from hexwar.definition.model import (
    Advance,
    Combat,
    CombatResult,
    Dice,
    Effect,
    Retreat,
    ZonesOfControl,
)
from hexwar.definition.sections.terrain import citations
from hexwar.definition.tree import MappingNode, Node, ScalarNode, SequenceNode

Who = Literal["attacker", "defender"]


def build_combat(section: MappingNode) -> Combat:
    """Section ``combat``."""
    odds, rounding = section.text("odds"), "down"
    if isinstance(section.get("odds"), MappingNode):
        odds, rounding = "ratio", section.mapping("odds").text("ratio", "down")
    attackers = section.mapping("attackers")
    columns = section.texts("columns")
    return Combat(
        target=cast(Literal["unit", "hex"], section.text("target", "hex")),
        odds=cast(Literal["attackers", "differential", "ratio"], odds),
        dice=dice(section.text("dice", "1d6")),
        columns=tuple(column_value(column) for column in columns),
        headings=section.texts("headings") or columns,
        table={
            int(total): section.mapping("table").texts(total) for total in section.mapping("table")
        },
        results={
            code: _result(code, entry.value)
            for code, entry in section.mapping("results").entries.items()
        },
        strength=cast(Literal["units", "values"], section.text("strength", "units")),
        rounding=cast(Literal["down", "up", "nearest"], rounding),
        stacks=cast(Literal["together", "freely"], attackers.text("stacks", "freely")),
        most_attackers=attackers.integer("most") or section.integer("attackers"),
        below=cast(Literal["prohibited", "first_column"], section.text("below", "first_column")),
        above=cast(Literal["prohibited", "last_column"], section.text("above", "last_column")),
        cite=citations(section),
    )


def dice(text: str) -> Dice:
    """``2d6`` as dice."""
    count, faces = text.split("d")
    return Dice(int(count), int(faces))


def column_value(text: str) -> Fraction:
    """The number of a column: ``3``, or a ratio such as ``1:2``.

    >>> column_value("1:2"), column_value("+3")
    (Fraction(1, 2), Fraction(3, 1))
    """
    attacker, _, defender = text.partition(":")
    return Fraction(attacker) / Fraction(defender or 1)


def _result(code: str, node: Node) -> CombatResult:
    if isinstance(node, SequenceNode):
        return CombatResult(code, code, _program(node))
    if isinstance(node, MappingNode):
        return CombatResult(code, node.text("title", code), _program(node.sequence("do")))
    return CombatResult(code, code, (Effect("nothing"),))


def _program(steps: SequenceNode) -> tuple[Effect, ...]:
    return tuple(_effect(step) for step in steps.items)


def _effect(node: Node) -> Effect:
    if not isinstance(node, MappingNode):
        return Effect("nothing")
    verb = next(iter(node), "nothing")
    argument = node.get(verb)
    if verb == "eliminate":
        return _eliminate(argument)
    if verb == "retreat":
        return _retreat(argument)
    return _advance(argument)


def _eliminate(argument: Node | None) -> Effect:
    if not isinstance(argument, MappingNode):
        who = argument.raw if isinstance(argument, ScalarNode) else "defender"
        return Effect("eliminate", cast(Who, who))
    count = None if argument.text("count") == "all" else argument.integer("count") or 1
    return Effect(
        "eliminate",
        cast(Who, argument.text("from", "defender")),
        count,
        chooser=cast(Literal["owner", "enemy"], argument.text("chooser", "owner")),
    )


def _retreat(argument: Node | None) -> Effect:
    if not isinstance(argument, MappingNode):
        who = argument.raw if isinstance(argument, ScalarNode) else "defender"
        return Effect("retreat", cast(Who, who))
    who = argument.text("who", "defender")
    return Effect("retreat", cast(Who, who), hexes=argument.integer("hexes") or 1)


def _advance(argument: Node | None) -> Effect:
    if isinstance(argument, MappingNode):
        count = None if argument.text("units") == "all" else argument.integer("units") or 1
    else:
        value = argument.value if isinstance(argument, ScalarNode) else 1
        count = value if isinstance(value, int) else None
    return Effect("advance", "attacker", count)


def build_zones(section: MappingNode) -> ZonesOfControl:
    """Section ``zones_of_control``."""
    entering = section.mapping("entering")
    stop = section.text("entering") == "stop" or entering.flag("stop")
    return ZonesOfControl(
        exerted_by=cast(Literal["all", "none"], section.text("exerted_by", "all")),
        stop_on_entry=stop,
        entry_cost=entering.number("cost") or Fraction(0),
        exit_cost=section.mapping("leaving").number("cost") or Fraction(0),
        zone_to_zone=cast(Literal["allowed", "forbidden"], section.text("zone_to_zone", "allowed")),
        blocks=frozenset(section.texts("blocks")),
        cite=citations(section),
    )


def build_retreat(section: MappingNode, zones: ZonesOfControl | None) -> Retreat:
    """Section ``retreat``; zones that block retreats forbid entering them unless it says so."""
    blocked_by_zones = zones is not None and "retreat" in zones.blocks
    into_zone = section.text("into_zone", "forbidden" if blocked_by_zones else "allowed")
    return Retreat(
        by=cast(Literal["owner", "enemy"], section.text("by", "owner")),
        into_zone=cast(Literal["forbidden", "allowed"], into_zone),
        into_friends=cast(
            Literal["forbidden", "within_stacking"],
            section.text("into_friends", "within_stacking"),
        ),
        blocked=cast(Literal["eliminated", "stays"], section.text("blocked", "eliminated")),
        cite=citations(section),
    )


def build_advance(section: MappingNode) -> Advance:
    """Section ``advance``."""
    return Advance(section.flag("mandatory"), citations(section))
