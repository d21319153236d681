"""What section ``exits`` may say."""

from collections.abc import Mapping
from typing import Annotated

from hexwar.definition.forms import (
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NOT_EMPTY,
    Form,
    between,
    defines,
    key,
    matching,
    name_of,
    needs,
    says,
)
from hexwar.definition.grammar import does
from hexwar.definition.model import ResolvedGame
from hexwar.definition.values import ID, RegionName, RuleNumber, SideName
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import CountOrShare, If
from hexwar.rules.language.selector import Printed, Selector
from hexwar.rules.language.wording import in_words
from hexwar.rules.sides.section import Sides

WEST = {"side": "red", "region": "west_bank"}
ExitName = Annotated[str, name_of("exit"), says("The exit.", "west")]


class Exit(Form, example={"title": "West edge", **WEST}):
    """One exit."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "West edge")] = ""
    side: Annotated[SideName, says("The side whose units may leave.", "red")]
    region: Annotated[RegionName, says("The hexes from which they leave.", "west_bank")]
    only: Annotated[
        Selector | None, EACH, says("The units that may; all if left out.", {"trait": "mechanised"})
    ] = None
    condition: Annotated[
        If | None,
        EACH,
        key("if"),
        says(
            "The condition under which it is open; always if left out.", {"turn": {"at_least": 5}}
        ),
    ] = None
    cite: Annotated[RuleNumber, says("The rule that it comes from.", "6.0")] = ""


class Exits(Form, whole="by_id", example={"west": WEST}):
    """Where units leave the map for good, with those whom they escort or carry: in a movement
    phase, for one movement point, or when they act. A zone of control that locks them in place
    keeps them on the map. They are not lost, and never come back.
    """

    by_id: Annotated[Mapping[Annotated[str, matching(ID), defines("exit")], Exit], NOT_EMPTY] = {}


def ways_out(game: ResolvedGame, number: str) -> list[str]:
    """Who leaves the map by a hex, a phrase each: ``Column leaves here by the gate``."""
    names = game[Sides].names
    return [
        f"{does(names[way.side], 'leaves')} here by {in_words(way.title)}"
        for way in game[Exits].by_id.values()
        if number in game.map.region(way.region)
    ]


class Left(Form, example={"exit": "west"}):
    """How many units have left the map by an exit, or what they are worth."""

    exit: ExitName
    of: Annotated[
        Selector | None, says("The units that count; all if left out.", {"type": "infantry"})
    ] = None
    value: Annotated[
        Printed | None,
        says(
            "What counts of each: a value as printed on the side that shows, such as its strength; "
            "one for each unit if left out. Rounded down.",
            "attack",
        ),
    ] = None
    until: Annotated[
        int | None, between(1, 1000), says("Those that left in this turn or before.", 5)
    ] = None


class LeftIs(Left, CountOrShare, example={"exit": "west", "at_least": 2}):
    """How many units have left the map by an exit, or what they are worth; at least one if no
    number is given.
    """


class ExitConditions(Form, one_of=True, needs=needs("exits", idle=True)):
    """What the section adds to conditions."""

    exited: LeftIs


class ExitCounts(Form, one_of=True, needs=needs("exits", idle=True)):
    """What the section adds to counts."""

    exited: Left
