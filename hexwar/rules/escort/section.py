"""What section ``escort`` may say."""

from typing import Annotated

from hexwar.definition.forms import (
    ANY_ORDER,
    ONCE,
    Form,
    between,
    cited,
    cites,
    name_of,
    needs,
    says,
)
from hexwar.definition.values import NO_RULES, Citations, SideName
from hexwar.rules.language.places import EACH, OTHERS
from hexwar.rules.language.section import Bounds
from hexwar.rules.language.selector import Selector

PILOT = {"units": {"type": "pilot"}, "escorts": {"type": "infantry"}}


class Escort(Form, example=PILOT):
    """Units that do not fight: a unit that comes near escorts them, and moves them with it. Whoever
    is escorted is with that unit and not on the map.
    """

    units: Annotated[Selector, EACH, says("Who is escorted.", {"type": "pilot"})]
    escorts: Annotated[Selector, EACH, says("Who escorts.", {"type": "infantry"})]
    contact: Annotated[
        int,
        between(0, 100),
        cited("contact"),
        says("How near, in hexes, a unit that moves must come to take somebody along.", 1),
    ] = 1
    hand_over: Annotated[
        int | None,
        between(0, 100),
        cited("hand_over"),
        says("How near another unit must be to take over; never if left out.", 1),
    ] = None
    shelter: Annotated[
        tuple[Annotated[str, name_of("terrain"), says("A kind of hex.", "woods")], ...],
        ANY_ORDER,
        ONCE,
        cited("alone"),
        says(
            "Where somebody goes whose escort is lost: to the nearest free hex of these kinds that "
            "is farther from the nearest enemy. If there is none, to the nearest free hex.",
            ["woods"],
        ),
    ] = ()
    cite: Annotated[
        Citations,
        cites(
            "Rules about escorts.",
            contact="Taking somebody along.",
            hand_over="Handing somebody over.",
            alone="When the escort is lost.",
        ),
    ] = NO_RULES


class Escorted(Form, example={"side": "red"}):
    """How many units of a side are escorted now."""

    side: Annotated[SideName, says("The side.", "red")]


class Contacted(Form, example={"side": "red"}):
    """How many units of a side have been escorted at any time."""

    side: Annotated[SideName, says("The side.", "red")]


class EscortedIs(Escorted, Bounds, example={"side": "red"}):
    """How many units of a side are escorted now; at least one if no number is given."""


class ContactedIs(Contacted, Bounds, example={"side": "red"}):
    """How many units of a side have been escorted at any time; at least one if no number is
    given.
    """


class EscortConditions(Form, one_of=True, needs=needs("escort")):
    """What the section adds to conditions."""

    escorted: EscortedIs
    contacted: ContactedIs


class EscortCounts(Form, one_of=True, needs=needs("escort")):
    """What the section adds to counts."""

    escorted: Escorted
    contacted: Contacted


class EscortSelector(Form, needs=needs("escort")):
    """What the section adds to selectors."""

    escorts: Annotated[
        bool | None, OTHERS, says("Whether it escorts somebody now, or escorts nobody.", True)
    ] = None
