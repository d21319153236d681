"""What section ``supply`` may say."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated

from hexwar.definition.forms import NOT_EMPTY, ONCE, Form, between, cited, cites, says
from hexwar.definition.values import NO_RULES, Citations, Number, PathName, Places, SideName

AS_PRINTED = Fraction(1)


class Trace(Form, example={"hexes": 5, "along": ["road"]}):
    """How long a supply line may be; of any length if left out."""

    hexes: Annotated[
        int,
        between(0, 1000),
        says(
            "The most hexes from a unit to a source, or to a path that leads to one; the unit's "
            "own is not counted.",
            5,
        ),
    ]
    along: Annotated[
        tuple[Annotated[PathName, says("A kind of path.", "road")], ...],
        NOT_EMPTY,
        ONCE,
        says("Kinds of path that a line may follow to a source for any distance.", ["road"]),
    ] = ()


class Effects(Form, example={"attack": "1/2", "movement": "1/2"}):
    """What the values of a unit out of supply are multiplied by."""

    attack: Annotated[Number, says("Its attack strength.", "1/2")] = AS_PRINTED
    defense: Annotated[Number, says("Its defence strength.", "1/2")] = AS_PRINTED
    movement: Annotated[
        Number,
        says("Its movement allowance, in whole points after the factor (a half up).", "1/2"),
    ] = AS_PRINTED


class Attrition(Form, example={"after": 2, "steps": 1}):
    """Steps that units lose when they are long out of supply."""

    after: Annotated[
        int, between(1, 100), says("From which supply phase in a row without supply on.", 2)
    ]
    steps: Annotated[int, between(1, 10), says("Steps lost in each.", 1)]


class Supply(Form, example={"sources": {"red": ["east_edge"]}}):
    """Supply lines, checked in phases of kind supply. A game without this section has none."""

    sources: Annotated[
        Mapping[SideName, Places],
        cited("trace"),
        says("For each side, the regions and hexes that supply it.", {"red": ["east_edge"]}),
    ]
    trace: Trace | None = None
    effects: Annotated[Effects, cited("effects")] = Effects()
    attrition: Annotated[Attrition | None, cited("attrition")] = None
    cite: Annotated[
        Citations,
        cites(
            trace="Tracing a supply line.",
            effects="Being out of supply.",
            attrition="Being out of supply for long.",
        ),
    ] = NO_RULES


class SupplySelectors(Form):
    """What the section adds to selectors."""

    supplied: Annotated[
        bool | None,
        says("Whether it counts as supplied, as its owner's latest supply phase found it.", True),
    ] = None
