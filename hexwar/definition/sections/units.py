"""Section ``units``."""

from __future__ import annotations

from fractions import Fraction

from hexwar.definition.model import StepValues, Unit, UnitType
from hexwar.definition.tree import MappingNode, ScalarNode, SequenceNode

PRINTED_VALUES = ("attack", "defense", "movement")


def build_units(section: MappingNode, classes: tuple[str, ...]) -> dict[str, Unit]:
    """Section ``units``: every counter with the values of its type where it prints none.

    A type that names no movement class has the game's first.
    """
    types = {
        key: UnitType(
            id=key,
            title=kind.text("title", key),
            symbol=kind.text("symbol", "infantry"),
            size=kind.text("size"),
            movement_class=kind.text("movement_class", classes[0]),
            traits=frozenset(kind.texts("traits")),
            steps=_steps(kind) or (StepValues(),),
        )
        for key, kind in section.mapping("types").children()
    }
    units = {}
    for key, counter in section.mapping("counters").children():
        kind = types.get(counter.text("type"), UnitType("", "", "", "", classes[0]))
        units[key] = Unit(
            id=key,
            name=counter.text("name", key),
            side=counter.text("side"),
            type=kind,
            steps=_steps(counter) or kind.steps,
            color=counter.text("color"),
        )
    return units


def _steps(owner: MappingNode) -> tuple[StepValues, ...]:
    node = owner.get("steps")
    if isinstance(node, ScalarNode):
        return (_printed(node.raw),)
    if not isinstance(node, SequenceNode):
        return ()
    return tuple(
        _printed(item.raw) if isinstance(item, ScalarNode) else _listed(item)
        for item in node.items
        if isinstance(item, ScalarNode | MappingNode)
    )


def _printed(text: str) -> StepValues:
    """Values as printed on a counter: ``4-3-6`` is attack, defence, movement."""
    values = dict(zip(PRINTED_VALUES, map(Fraction, text.split("-")), strict=False))
    return StepValues(**values)


def _listed(step: MappingNode) -> StepValues:
    given = {name: step.number(name) for name in PRINTED_VALUES}
    return StepValues(**{name: value for name, value in given.items() if value is not None})
