"""Sections ``combat``, ``retreat`` and ``advance``."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal, cast

from hexwar.definition.building import read_section
from hexwar.definition.model import (
    BattleModifier,
    Combat,
    CombatEffect,
    CombatResult,
    Dice,
    Effect,
)
from hexwar.definition.packages import paged
from hexwar.definition.sections.play import build_condition, citations
from hexwar.definition.sections.result_pattern import ResultPattern
from hexwar.definition.tree import MappingNode, Node, ScalarNode, SequenceNode


def build_combat(section: MappingNode) -> Combat:
    """Section ``combat``."""
    odds, rounding = section.text("odds"), "down"
    if isinstance(section.get("odds"), MappingNode):
        odds, rounding = "ratio", section.mapping("odds").text("ratio", "down")
    attackers = section.mapping("attackers")
    columns = section.texts("columns")
    thrown = dice(section.text("dice", "1d6"))
    rows = section.mapping("table")
    table = {total: rows.texts(key) for key in rows for total in totals(key, thrown)}
    below_result = section.mapping("below").text("result")
    codes = {code for row in table.values() for code in row} | {below_result} - {""}
    return Combat(
        target=cast(Literal["unit", "hex"], section.text("target", "hex")),
        odds=cast(Literal["attackers", "differential", "ratio"], odds),
        dice=thrown,
        columns=tuple(column_value(column) for column in columns),
        headings=section.texts("headings") or columns,
        table=dict(sorted(table.items())),
        results=_results(section.mapping("results"), codes),
        strength=cast(Literal["units", "values"], section.text("strength", "units")),
        rounding=cast(Literal["down", "up", "nearest"], rounding),
        stacks=cast(Literal["together", "freely"], attackers.text("stacks", "freely")),
        most_attackers=attackers.integer("most") or section.integer("attackers"),
        reach=cast(Literal["adjacent", "own_zone"], attackers.text("reach", "adjacent")),
        support=attackers.text("support"),
        below=cast(
            Literal["prohibited", "first_column", "result"],
            "result" if below_result else section.text("below", "first_column"),
        ),
        below_result=below_result,
        above=cast(Literal["prohibited", "last_column"], section.text("above", "last_column")),
        modifiers=tuple(_modifiers(section.mapping("modifiers"))),
        cite=citations(section),
    )


def _modifiers(section: MappingNode) -> Iterator[BattleModifier]:
    for key, node in section.children():
        yield BattleModifier(
            id=key,
            title=node.text("title", key),
            effects=combat_effects(node),
            condition=build_condition(node.get("if")),
            by=node.text("by"),
            attackers=node.texts("attackers"),
            defenders=node.texts("defenders"),
            cite=node.text("cite"),
        )


def dice(text: str) -> Dice:
    """``2d6`` as dice; ``d66`` are two dice read one after the other."""
    if text == "d66":
        return Dice(2, 6, digits=True)
    count, faces = text.split("d")
    return Dice(int(count), int(faces))


def totals(key: str, thrown: Dice) -> list[int]:
    """The totals that a row of the table is for: ``7``, or several such as ``11..23``.

    >>> totals("15..22", dice("d66"))
    [15, 16, 21, 22]
    """
    first, dots, last = key.partition("..")
    ends = {int(first), int(last or first)}
    between = {total for total in thrown.totals if min(ends) <= total <= max(ends)}
    return sorted(between | ends) if dots else [int(first)]


def column_value(text: str) -> Fraction:
    """The number of a column: ``3``, or a ratio such as ``1:2``.

    >>> column_value("1:2"), column_value("+3")
    (Fraction(1, 2), Fraction(3, 1))
    """
    attacker, _, defender = text.partition(":")
    return Fraction(attacker) / Fraction(defender or 1)


def _results(section: MappingNode, codes: set[str]) -> dict[str, CombatResult]:
    """Results that are written out, and those that a pattern reads out of their code."""
    results = {
        code: _result(code, entry.value)
        for code, entry in section.entries.items()
        if code not in ("pattern", "order")
    }
    pattern = section.text("pattern")
    if pattern:
        read = ResultPattern(pattern, defender_first=section.text("order") != "attacker_first")
        for code in sorted(codes - results.keys()):
            result = read.result(code)
            if result is not None:
                results[code] = result
    return results


def _result(code: str, node: Node) -> CombatResult:
    if isinstance(node, SequenceNode):
        return CombatResult(code, code, _program(node))
    if isinstance(node, MappingNode):
        return CombatResult(code, node.text("title", code), _program(node.sequence("do")))
    return CombatResult(code, code, (Effect("nothing"),))


def _program(steps: SequenceNode) -> tuple[Effect, ...]:
    form = paged("programs")
    return tuple(read_section(form, step).value for step in steps.items)


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
