"""What leaders add to phases: orders, without which units do not act."""

from typing import Annotated, Literal

from hexwar.definition.forms import Form, between, says
from hexwar.rules.language.places import EACH
from hexwar.rules.language.selector import Selector, ValueOf

LED = {"by": {"trait": "mechanised"}, "within": 3, "most": 4}


class Command(Form, example=LED):
    """Units act in the phase by order of a leader of their side who was near enough when the phase
    began. Each leader gives so many orders in it, one for each unit that sets out, does
    something in place of its move, attacks or fires; who orders whom is arranged so that as many as
    can be get one. Leaders need none.
    """

    by: Annotated[Selector, EACH, says("The leaders.", {"trait": "mechanised"})]
    within: Annotated[
        int | ValueOf,
        between(0, 1000),
        says("How many hexes their orders reach, or a value of theirs.", 3, {"value": "radius"}),
    ]
    most: Annotated[
        int | ValueOf,
        between(0, 1000),
        says("How many orders each gives in the phase, or a value.", 4, {"value": "rating"}),
    ]
    formation: Annotated[
        Literal["any", "same"],
        says("Whether they order any units, or those of their own formation alone.", "same"),
    ] = "any"
    only: Annotated[
        Selector | None,
        EACH,
        says("The units that need orders; all if left out.", {"type": "infantry"}),
    ] = None


class CommandedPhase(Form):
    """What the package adds to phases."""

    command: Annotated[
        Command | None, says("Leaders by whose order units act in the phase.", LED)
    ] = None
