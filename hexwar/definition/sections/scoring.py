"""Sections ``control`` and ``points``."""

from __future__ import annotations

from typing import Literal, cast

from hexwar.definition.model import Award, Control
from hexwar.definition.sections.play import build_condition
from hexwar.definition.sections.terrain import citations, places
from hexwar.definition.tree import MappingNode
from hexwar.hexmap import HexMap


def build_control(section: MappingNode, board: HexMap) -> Control:
    """Section ``control``; what a side begins with is regions or hexes of the map."""
    begins = section.mapping("begins")
    return Control(
        begins=places(begins, board),
        named={side: begins.texts(side) for side in begins},
        cite=citations(section),
    )


def build_points(section: MappingNode) -> dict[str, Award]:
    """Section ``points``."""
    return {
        key: Award(
            id=key,
            title=award.text("title", key),
            side=award.text("side"),
            each=award.integer("each") or 0,
            counted=build_condition(award.get("for")),
            condition=build_condition(award.get("if")),
            scored=cast(
                Literal["as_it_stands", "every_turn"], award.text("scored", "as_it_stands")
            ),
            cite=award.text("cite"),
        )
        for key, award in section.children()
    }
