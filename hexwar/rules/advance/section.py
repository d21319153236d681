"""What section ``advance`` may say."""

from typing import Annotated

from hexwar.definition.forms import Form, cited, cites, says
from hexwar.definition.values import NO_RULES, Citations
from hexwar.rules.language.section import Selector


class Advance(Form, example={"mandatory": False}):
    """Advancing into a hex that a battle left empty."""

    mandatory: Annotated[bool, says("Whether an advance must be made.", False)] = False
    beyond_first: Annotated[
        Selector | None,
        cited("beyond"),
        says("The units that may go on beyond the vacated hex.", {"trait": "mechanised"}),
    ] = None
    cite: Annotated[
        Citations,
        cites(
            "Rules about advancing.",
            participant="Who may advance.",
            vacated="Into which hex.",
            voluntary="Whether one must.",
            beyond="Advancing beyond the vacated hex.",
        ),
    ] = NO_RULES
