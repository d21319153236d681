"""What section ``losses`` may say."""

from typing import Annotated, Literal

from hexwar.definition.forms import Form, cited, cites, says
from hexwar.definition.values import NO_RULES, Citations


class Losses(Form, example={"first": "strongest", "evenly": True}):
    """Whose steps are lost in combat."""

    first: Annotated[
        Literal["any", "strongest"],
        cited("first"),
        says(
            "Who loses the first step of a side: any unit of the battle, or the strongest as "
            "printed.",
            "strongest",
        ),
    ] = "any"
    evenly: Annotated[
        bool,
        cited("evenly"),
        says("Whether all units of a side lose a step before any loses two.", True),
    ] = False
    cite: Annotated[
        Citations,
        cites(
            first="Whose step is lost first.",
            evenly="That losses are spread.",
            steps="Losing steps.",
            involved="Who may take a loss.",
        ),
    ] = NO_RULES
