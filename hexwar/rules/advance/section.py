"""What section ``advance`` may say.

:class:`Advance` is what holds for all advances of a game: whether they must be made, which units go
on beyond the vacated hex, and where to. How many units a result lets advance, and how far, stands
in the result itself (:class:`Advancing`), which is read as an
:class:`~hexwar.definition.model.Effect`.
"""

from typing import Annotated, Any, Literal

from hexwar.definition.forms import (
    NO_RULES,
    Citations,
    Form,
    becomes,
    between,
    cited,
    cites,
    key,
    read_by,
    says,
    word,
)
from hexwar.definition.model import Effect
from hexwar.rules.language.effects import Cases, cases_of, values_of
from hexwar.rules.language.places import AS_AROUND, EACH
from hexwar.rules.language.section import Selector, Who

HowFar = Annotated[int, between(1, 20)]


class Advance(Form, example={"mandatory": False}):
    """Advancing into a hex that a battle left empty."""

    mandatory: Annotated[bool, says("Whether an advance must be made.", False)] = False
    beyond_first: Annotated[
        Selector | None,
        EACH,
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


BY_UNIT = {"cases": [{"only": {"trait": "mechanised"}, "is": 3}, 1]}


class Advancing(Form, words={"all": {"count": None}}, example={"most": 1}):
    """Units may advance into the hexes that their enemies have left."""

    who: Annotated[
        Who,
        says(
            "Who may: attackers into the hexes of defenders that are empty now, or defenders into "
            "those of attackers beside them.",
            "defender",
        ),
    ] = "attacker"
    count: Annotated[
        int | None,
        key("most"),
        between(1, 1000),
        word("all", None),
        says("How many units at most, or all.", 1, "all"),
    ] = 1
    hexes: Annotated[
        int | Cases[int],
        read_by(lambda: cases_of(HowFar, 2, otherwise=1, place=AS_AROUND)),
        says(
            "How far: a number is for the units that may go beyond the first hex "
            "(`advance.beyond_first`); in cases it holds for who fits.",
            2,
            BY_UNIT,
        ),
    ] = 1

    @classmethod
    def built(cls, values: dict[str, Any]) -> Effect:
        """The step: how far by unit is ``said`` of it."""
        hexes = values.get("hexes", 1)
        farthest = max(values_of(hexes))
        by_unit = hexes if isinstance(hexes, Cases) else None
        return Effect("advance", **{"who": "attacker", **values, "hexes": farthest}, said=by_unit)


def _advancing(advance: Effect | int) -> Effect:
    return Effect("advance", "attacker", advance) if isinstance(advance, int) else advance


class AdvanceVerb(Form, one_of=True):
    """What the section adds to result programs."""

    advance: Annotated[
        Advancing | int,
        between(1, 1000),
        becomes(_advancing),
        says(
            "Units may advance into the vacated hex: attackers, if it does not say who.",
            {"most": 1},
            "all",
            2,
        ),
    ]
