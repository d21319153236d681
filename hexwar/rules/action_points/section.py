"""What phases of activations may say of action points."""

from typing import Annotated

from hexwar.definition.forms import Form, between, cites, says
from hexwar.definition.values import NO_RULES, Citations


class ActionPoints(Form, example={"most": 3, "fire": 2}):
    """Units are activated again and again, as long as their points of the turn last: these are
    their movement points. What is spent in the phases within is gone for the turn, one point at
    least each time; who has to stop has spent all that it could spend this time. A unit fires in
    answer only with what it has left.
    """

    most: Annotated[
        int | None,
        between(1, 1000),
        says("How many points a unit spends at most each time; any number if left out.", 3),
    ] = None
    fire: Annotated[int, between(0, 1000), says("How many points a fire costs.", 2)] = 1
    cite: Annotated[
        Citations,
        cites("Rules about action points.", fire="What a fire costs."),
    ] = NO_RULES


class PointPhases(Form):
    """What the package adds to phases."""

    points: Annotated[
        ActionPoints | None,
        says(
            "In a phase of kind activation that has `phases`, where units are activated each for "
            "itself: action points. In a phase within it: what a fire costs there.",
            {"most": 3, "fire": 2},
        ),
    ] = None
