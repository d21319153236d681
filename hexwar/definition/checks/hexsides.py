"""Hexsides that only make sense together with others."""

from __future__ import annotations

from hexwar.definition.checks import Subject, of_each_game
from hexwar.definition.diagnostics import Findings
from hexwar.definition.tree import Node, SequenceNode


@of_each_game
def bridges_stand_on_rivers(subject: Subject, findings: Findings) -> None:
    """A hexside kind that negates others stands where one of them is."""
    kinds = subject.game.terrain.hexsides
    for pair, there in subject.game.map.hexsides.items():
        for kind in there:
            negated = kinds[kind].negates
            if negated and there.isdisjoint(negated):
                place = _written(subject, kind, pair)
                message = f"{kind} {'/'.join(pair)} is not on a {' or '.join(negated)}"
                hint = f"state the hexside under {negated[0]} as well"
                findings.add("HW207", place.place(), message, help=hint)


def _written(subject: Subject, kind: str, pair: tuple[str, str]) -> Node:
    node = subject.node("map", "hexsides", kind)
    for item in node.scalars() if isinstance(node, SequenceNode) else ():
        if set(item.raw.split("/")) == set(pair):
            return item
    return node
