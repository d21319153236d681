"""What section ``breakdown`` may say."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from hexwar.definition.forms import (
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NOT_EMPTY,
    ONCE,
    Form,
    defines,
    key,
    matching,
    name_of,
    says,
)
from hexwar.definition.model import Effect
from hexwar.definition.values import ID, RuleNumber

SEVENTH = {"whole": "R4", "parts": ["R1", "R2"]}
UnitName = Annotated[str, name_of("unit"), says("A unit.", "R1")]


class Breakdown(Form, example={"title": "7th Division", **SEVENTH}):
    """A unit and the smaller ones that it is made of."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "7th Division")] = ""
    unit: Annotated[UnitName, key("whole"), says("The counter for all of it.", "R4")]
    smaller: Annotated[
        tuple[UnitName, ...],
        key("parts"),
        NOT_EMPTY,
        ONCE,
        says(
            "The counters for its parts. Several units may share them, as substitutes: then those "
            "that are off the map and have not been lost will do.",
            ["R1", "R2"],
        ),
    ]
    does: Annotated[
        frozenset[Annotated[Literal["break", "combine"], says("What it may do.", "break")]],
        NOT_EMPTY,
        says("Whether it breaks down, is put together, or both.", ["break", "combine"]),
    ] = frozenset({"break", "combine"})
    phases: Annotated[
        tuple[Annotated[str, name_of("phase"), says("A phase.", "red_movement")], ...],
        NOT_EMPTY,
        says("In which movement phases of its side; in all if left out.", ["red_movement"]),
    ] = ()
    cite: Annotated[RuleNumber, says("The rule that it comes from.", "6.0")] = ""


class Breakdowns(Form, whole="by_id", example={"seventh": SEVENTH}):
    """Units that break down into smaller ones, and are put together again, where they stand: in a
    movement phase of their side, before any of them has moved in it, once in the phase. It costs
    nothing, and who comes of it may move. Only units at full strength do; there must be room for
    them, and what they have been through (out of supply, disrupted) they share.
    """

    by_id: Annotated[
        Mapping[Annotated[str, matching(ID), defines("breakdown")], Breakdown], NOT_EMPTY
    ] = {}


class Swap(Form, example={"unit": "R1", "for": "R4"}):
    """A unit on the map becomes another, which is off the map and has not been lost: a militia that
    is trained, a leader with a new rank; or one of another side, where allies desert, a country
    rises or a neutral takes sides. It stands at full strength where the first stood and shares the
    states that it was in; the first is off the map and not lost. In a battle the other takes no
    part in what follows. Where either is not as it should be, the first hides, there is no room, or
    others in the hex are of another side than what it becomes, nothing happens.
    """

    unit: Annotated[UnitName, says("The counter on the map.", "R1")]
    other: Annotated[UnitName, key("for"), says("The counter that takes its place.", "R4")]

    @classmethod
    def built(cls, values: dict[str, Any]) -> Effect:
        """The step."""
        return Effect("swap", said=cls(**values))


class SwapVerb(Form, one_of=True):
    """What the section adds to result programs and to the results of tables."""

    swap: Swap
