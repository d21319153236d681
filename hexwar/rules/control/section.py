"""What section ``control`` may say."""

from collections.abc import Mapping
from typing import Annotated

from hexwar.definition.forms import Form, cites, says
from hexwar.definition.values import NO_RULES, Citations, Places, SideName


class Control(Form, example={"begins": {"blue": ["towns"]}}):
    """Who controls which hexes: the side whose units were the last to stand there when a
    phase ended.
    """

    begins: Annotated[
        Mapping[SideName, Places],
        says(
            "For each side, the regions and hexes that it controls at the start. A hex that nobody "
            "is given is nobody's until units stand there.",
            {"blue": ["towns"]},
        ),
    ] = {}
    cite: Annotated[Citations, cites(control="How control changes.")] = NO_RULES
