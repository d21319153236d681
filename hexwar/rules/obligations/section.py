"""What phases may say of what has to be done in them."""

from typing import Annotated

from hexwar.definition.forms import Form, between, says
from hexwar.definition.values import RuleNumber
from hexwar.rules.language.places import EACH
from hexwar.rules.language.selector import Selector


class PhaseObligation(Form, example={"units": 1}):
    """Units that have to do something in a phase: to move, attack, fire, enter or be activated.
    Its side may end it when so many have, or when no other can.
    """

    units: Annotated[int, between(1, 1000), says("How many units.", 2)] = 1
    only: Annotated[
        Selector | None,
        EACH,
        says("Which units count; all of the side if left out.", {"trait": "foot"}),
    ] = None
    cite: Annotated[RuleNumber, says("The rule that it comes from.", "4.0")] = ""


class ObligingPhases(Form):
    """What the section adds to phases."""

    obliges: Annotated[
        PhaseObligation | None,
        says(
            "In a phase of kind movement, combat, fire or activation: what has to be done before "
            "its side may end it, or pass where it activates units for phases within.",
            {"units": 1},
        ),
    ] = None
