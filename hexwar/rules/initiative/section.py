"""What section ``initiative`` may say."""

from collections.abc import Mapping
from typing import Annotated

from hexwar.definition.forms import (
    NOT_EMPTY,
    Form,
    between,
    cites,
    says,
)
from hexwar.definition.values import NO_RULES, Citations, SideName
from hexwar.rules.language.dice import ONE_DIE
from hexwar.rules.language.places import EACH
from hexwar.rules.language.selector import Selector

PLACES = {"second": 1, "third": 2, "fourth": 3}
"""Words for the sides after the one with the initiative, with their places in the order."""

BY_SIDE = {"red": "d6", "blue": "d8"}


class CountUnits(Form, example={"divide": 2}):
    """So many dice as the side has units on the map, divided and rounded down."""

    only: Annotated[
        Selector | None,
        EACH,
        says("The units that count; all of the side if left out.", {"trait": "mechanised"}),
    ] = None
    divide: Annotated[int, between(1, 1000), says("Divided by this, rounded down.", 2)] = 1


class Initiative(Form, example={"first": "red", "die": BY_SIDE, "success": 4}):
    """Which side has the initiative: it is rolled for in phases of kind initiative. A phase whose
    `side` is `initiative` is that side's, one whose `side` is `others` the other side's.
    """

    first: Annotated[SideName, says("The side that has it until it is rolled for.", "red")]
    dice: Annotated[
        int | CountUnits,
        between(1, 100),
        says("How many dice each side rolls: a number, or what is counted.", 2, {"divide": 2}),
    ] = 1
    die: Annotated[
        Mapping[SideName, Annotated[str, ONE_DIE, says("Its die.", "d8")]],
        NOT_EMPTY,
        says("The die of each side.", BY_SIDE),
    ]
    success: Annotated[
        int | None,
        between(1, 100),
        says(
            "A die that shows this or more is a success, and the most successes win; if left out, "
            "the highest total wins. Those who are equal keep the order that they had.",
            4,
        ),
    ] = None
    cite: Annotated[
        Citations,
        cites("Rules about the initiative.", roll="Rolling for the initiative."),
    ] = NO_RULES
