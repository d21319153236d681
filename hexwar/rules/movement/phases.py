"""What section ``movement`` adds to the phases of the sequence of play."""

from typing import Annotated, Literal

from hexwar.definition.forms import Form, needs, says
from hexwar.rules.language.selector import Selector


class WhoMoves(Form):
    """Who may act in a phase."""

    only: Annotated[
        Selector | None,
        says(
            "The units that may act in this phase: move, fire, attack, be activated; all of the "
            "side if left out. Who may move is judged when the phase begins.",
            {"trait": "mechanised"},
            {"not": {"state": "fired"}},
        ),
    ] = None
    begun_in_zone: Annotated[
        Literal["moves", "stays"],
        needs("zones_of_control"),
        says("Whether units that begin the phase in an enemy zone of control may move.", "stays"),
    ] = "moves"

    @property
    def traits(self) -> tuple[str, ...]:
        """The traits of which the units that move need one, if that is what they need."""
        return self.only.trait if self.only else ()
