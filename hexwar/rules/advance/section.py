"""What section ``advance`` may say."""

from typing import Annotated, Any, Literal

from hexwar.definition.forms import Form, becomes, between, cited, cites, key, says, word
from hexwar.definition.model import Effect
from hexwar.definition.values import NO_RULES, Citations
from hexwar.rules.language.selector import Selector


class Advance(Form, example={"mandatory": False}):
    """Advancing into a hex that a battle left empty."""

    mandatory: Annotated[bool, says("Whether an advance must be made.", False)] = False
    beyond_first: Annotated[
        Selector | None,
        cited("beyond"),
        says("The units that may go on beyond the vacated hex.", {"trait": "mechanised"}),
    ] = None
    along: Annotated[
        Literal["anywhere", "retreat"],
        cited("along"),
        says(
            "Where units go on to beyond the vacated hex: anywhere, or only along the ways by "
            "which those have retreated who stood there.",
            "retreat",
        ),
    ] = "anywhere"
    cite: Annotated[
        Citations,
        cites(
            "Rules about advancing.",
            along="Following those who retreat.",
            participant="Who may advance.",
            vacated="Into which hex.",
            voluntary="Whether one must.",
            beyond="Advancing beyond the vacated hex.",
        ),
    ] = NO_RULES


class Advancing(Form, words={"all": {"count": None}}, example={"most": 1}):
    """Attackers may advance into the vacated hex."""

    count: Annotated[
        int | None,
        key("most"),
        between(1, 1000),
        word("all", None),
        says("How many units at most, or all.", 1, "all"),
    ] = 1
    hexes: Annotated[
        int, between(1, 20), says("How far, for units that may go beyond the first hex.", 2)
    ] = 1

    @classmethod
    def built(cls, values: dict[str, Any]) -> Effect:
        """The step."""
        return Effect("advance", "attacker", **values)


def _advancing(said: Effect | int) -> Effect:
    return Effect("advance", "attacker", said) if isinstance(said, int) else said


class AdvanceVerb(Form, one_of=True):
    """What the section adds to result programs."""

    advance: Annotated[
        Advancing | int,
        between(1, 1000),
        becomes(_advancing),
        says("Attackers may advance into the vacated hex.", {"most": 1}, "all", 2),
    ]
