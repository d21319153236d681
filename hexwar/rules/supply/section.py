"""What section ``supply`` may say."""

from collections.abc import Mapping
from typing import Annotated

from hexwar.definition.forms import NOT_EMPTY, ONCE, Form, between, cited, cites, says
from hexwar.definition.values import NO_RULES, Citations, PathName, Places, SideName


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


class Attrition(Form, example={"after": 2, "steps": 1}):
    """Steps that units lose when they are long out of supply."""

    after: Annotated[
        int, between(1, 100), says("From which supply phase in a row without supply on.", 2)
    ]
    steps: Annotated[int, between(1, 10), says("Steps lost in each.", 1)]


class Supply(Form, example={"sources": {"red": ["east_edge"]}}):
    """Supply lines, checked in phases of kind supply. A game without this section has none.

    Units without a line are in the state `out_of_supply`: what that does to them the section
    states says under that name.
    """

    sources: Annotated[
        Mapping[SideName, Places],
        cited("trace"),
        says("For each side, the regions and hexes that supply it.", {"red": ["east_edge"]}),
    ]
    trace: Trace | None = None
    attrition: Annotated[Attrition | None, cited("attrition")] = None
    cite: Annotated[
        Citations,
        cites(
            trace="Tracing a supply line.",
            attrition="Being out of supply for long.",
        ),
    ] = NO_RULES


class SupplySelectors(Form):
    """What the section adds to selectors."""

    supplied: Annotated[
        bool | None,
        says("Whether it counts as supplied, as its owner's latest supply phase found it.", True),
    ] = None
