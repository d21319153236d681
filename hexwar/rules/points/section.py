"""What section ``points`` may say."""

from collections.abc import Mapping
from typing import Annotated, Literal

from hexwar.definition.forms import (
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NOT_EMPTY,
    Form,
    between,
    key,
    needs,
    says,
)
from hexwar.definition.values import RuleNumber, SideName
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import Bounds, Count, If

VILLAGES = {"side": "red", "each": 5, "for": {"controlled": {"region": "towns", "side": "red"}}}


class Award(Form, example={"title": "Villages", **VILLAGES}):
    """One thing that a side scores for."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Villages")] = ""
    side: Annotated[SideName, says("The side that scores.", "red")]
    each: Annotated[
        int,
        between(1, 1000),
        says("Points for each of what `for` counts, or once if it is left out.", 5),
    ]
    counted: Annotated[Count | None, EACH, key("for")] = None
    condition: Annotated[
        If | None,
        EACH,
        key("if"),
        says("The condition under which it scores; always if left out.", {"turn": {"at_least": 2}}),
    ] = None
    scored: Annotated[
        Literal["as_it_stands", "every_turn", "at_the_end"],
        says(
            "as_it_stands counts what is true at the moment when somebody asks; every_turn scores "
            "again at the end of each turn, for good; at_the_end scores once, when the game is "
            "over: a line of victory for the end of the game counts it, others do not.",
            "every_turn",
        ),
    ] = "as_it_stands"
    cite: Annotated[RuleNumber, says("The rule that it comes from.", "6.0")] = ""


class Points(Form, whole="awards", example={"villages": VILLAGES}):
    """Victory points: what they are scored for. Lines of victory compare them."""

    awards: Annotated[Mapping[str, Award], NOT_EMPTY] = {}


class PointsOf(Form, example={"side": "red", "over": "blue"}):
    """How many victory points a side has, see the section points."""

    side: Annotated[SideName, says("The side that has them.", "red")]
    over: Annotated[
        SideName | None, says("Counts only how many more than this side it has.", "blue")
    ] = None


class PointsAre(PointsOf, Bounds, example={"side": "red", "over": "blue", "at_least": 10}):
    """How many victory points a side has, see the section points; at least one if no number is
    given.
    """


class PointsCounts(Form, one_of=True, needs=needs("points", idle=True)):
    """What the section adds to counts."""

    points: PointsOf


class PointsConditions(Form, one_of=True, needs=needs("points", idle=True)):
    """What the section adds to conditions."""

    points: PointsAre
