"""What section ``sides`` may say."""

from collections.abc import Mapping
from typing import Annotated

from hexwar.definition.forms import ITS_KEY, NOT_EMPTY, Form, defines, matching, says
from hexwar.definition.values import ID, Color


class Side(Form, example={"name": "Blue", "color": "#2f5f9e"}):
    """One side."""

    id: Annotated[str, ITS_KEY]
    name: Annotated[str, says("The side's name as players read it.", "Blue")]
    color: Annotated[Color, says("The colour of its counters.", "#3f7a3a")] = "#808080"


class Sides(
    Form,
    whole="by_id",
    example={
        "red": {"name": "Red", "color": "#b3392f"},
        "blue": {"name": "Blue", "color": "#2f5f9e"},
    },
):
    """The player sides, in order."""

    by_id: Annotated[Mapping[Annotated[str, matching(ID), defines("side")], Side], NOT_EMPTY] = {}

    @property
    def all(self) -> tuple[Side, ...]:
        """Every side: the first is named first everywhere."""
        return tuple(self.by_id.values())

    @property
    def names(self) -> dict[str, str]:
        """Side id to the name that players read."""
        return {side.id: side.name for side in self.all}
