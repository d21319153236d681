"""What section ``control`` may say.

Control belongs to the side that was the last to stand in a hex, as judged at moments that the
section names; the section also says which side holds what when the game begins. It is kept only of
hexes that some rule asks about: conditions and counts (:class:`Controlled`), places of units
(:class:`Ground`), sources of supply (:class:`ControlledHexes`).
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from hexwar.definition.forms import (
    NO_RULES,
    NOT_EMPTY,
    Citations,
    Form,
    Places,
    RegionName,
    SideName,
    cites,
    says,
)
from hexwar.rules.language.section import At, CountOrShare, Side


class Control(Form, example={"begins": {"blue": ["towns"]}}):
    """Which side controls which hexes: the one whose units were the last to stand there when a
    phase ended, or to be there at all.
    """

    begins: Annotated[
        Mapping[SideName, Annotated[Places, NOT_EMPTY]],
        says(
            "For each side, the regions and hexes that it controls at the start. A hex that nobody "
            "is given is nobody's until units stand there.",
            {"blue": ["towns"]},
        ),
    ] = {}
    taken: Annotated[
        Literal["end_of_phase", "passing"],
        says(
            "When a hex changes hands: by units that stand there when a phase ends, as in most "
            "games about towns and regions; or also by units that only move through it, as in "
            "campaigns where armour takes railways and roads in passing.",
            "passing",
        ),
    ] = "end_of_phase"
    cite: Annotated[Citations, cites(control="How control changes.")] = NO_RULES


class Controlled(Form, example={"region": "towns", "side": "red"}):
    """How many hexes of a region a side controls."""

    region: Annotated[RegionName, says("The region.", "towns")]
    side: Annotated[SideName, says("The side that controls them.", "red")]


class ControlledIs(
    Controlled, CountOrShare, example={"region": "towns", "side": "red", "at_least": 2}
):
    """How many hexes of a region a side controls, see the section control; at least one if no
    number is given.
    """


class ControlledHexes(Form, example={"controlled": "towns"}):
    """Hexes that a rule is about as long as some side controls them; control of them is kept."""

    controlled: Annotated[
        RegionName | None, says("Those hexes of a region that the side controls.", "towns")
    ] = None


class Ground(At, example={"region": "ports", "controlled": "own"}):
    """Hexes: keys hold together, and a list means one of them."""

    controlled: Annotated[
        Side,
        says(
            "Controlled by this side; own and enemy as seen from the unit that moves.", "own", "red"
        ),
    ] = ""


class ControlSelectors(Form):
    """What the section adds to selectors."""

    controlled: Annotated[
        Side,
        says(
            "In a hex that this side controls, whoever stands there; own and enemy as seen from "
            "the unit that the rule is about, or from whom it lets choose.",
            "own",
            "red",
        ),
    ] = ""


class ControlCounts(Form, one_of=True):
    """What the section adds to counts."""

    controlled: Controlled


class ControlConditions(Form, one_of=True):
    """What the section adds to conditions."""

    controlled: ControlledIs
