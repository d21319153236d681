"""What section ``retreat`` adds to result programs."""

from typing import Annotated, Any

from hexwar.definition.forms import Form, between, says
from hexwar.definition.model import Effect
from hexwar.rules.language.steps import WHO, Who


class Retreating(Form, words=WHO, example={"who": "defender", "hexes": 1}):
    """Units retreat."""

    who: Annotated[Who, says("The side that retreats.", "defender")]
    hexes: Annotated[int, between(1, 20), says("How many hexes; one if left out.", 1)] = 1

    @classmethod
    def built(cls, values: dict[str, Any]) -> Effect:
        """The step."""
        return Effect("retreat", **values)


class RetreatVerb(Form, one_of=True):
    """What the section adds to result programs."""

    retreat: Annotated[
        Retreating, says("Units retreat.", {"who": "defender", "hexes": 1}, "defender")
    ]
