"""What section ``losses`` may say."""

from typing import Annotated, Any, Literal

from hexwar.definition.forms import Form, between, cited, cites, key, says, word
from hexwar.definition.model import Effect
from hexwar.definition.values import NO_RULES, Citations
from hexwar.rules.language.steps import WHO, Who


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


class Eliminate(Form, words=WHO, example={"from": "defender"}):
    """Units are eliminated."""

    who: Annotated[Who, key("from"), says("The side that loses units.", "defender")]
    count: Annotated[
        int | None,
        between(1, 1000),
        word("all", None),
        says("How many, or all; one if left out.", 1, "all"),
    ] = 1
    chooser: Annotated[Literal["owner", "enemy"], says("Who chooses the unit.", "owner")] = "owner"

    @classmethod
    def built(cls, values: dict[str, Any]) -> Effect:
        """The step."""
        return Effect("eliminate", **values)


class LoseSteps(Form, example={"from": "defender", "count": 2}):
    """Units lose steps."""

    who: Annotated[Who, key("from"), says("The side that loses steps.", "defender")]
    count: Annotated[int, between(1, 1000), says("How many; one if left out.", 2)] = 1

    @classmethod
    def built(cls, values: dict[str, Any]) -> Effect:
        """The step."""
        return Effect("lose_steps", **values)


class LossVerbs(Form, one_of=True):
    """What the section adds to result programs."""

    eliminate: Annotated[Eliminate, says("Units are eliminated.", {"from": "defender"}, "attacker")]
    lose_steps: LoseSteps
