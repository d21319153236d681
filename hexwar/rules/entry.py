"""Section ``entry``: what all groups of reinforcements have in common.

These are defaults for section ``reinforcements``, whose groups may each say otherwise: what the
entry hex costs, when in a phase units enter and whether they must, what enemy zones and friends
there do, and where they go while the enemy holds their entry.
"""

from typing import Annotated, Literal

from hexwar.definition.forms import NO_RULES, Citations, Form, Number, between, cited, cites, says

Placing = Literal["may_wait", "owed"]
When = Literal["start_of_phase", "any_time"]
IntoZone = Literal["allowed", "forbidden"]
IntoFriends = Literal["within_stacking", "overstack"]
REASONS = {
    "declare": "Declaring it.",
    "if": "When it comes.",
    "placing": "That it must enter when it can.",
    "units": "Which units come.",
    "entry": "How they enter.",
    "zone": "Enemy zones at the entry.",
    "region": "Where they enter.",
}


class WayRound(Form, not_empty=True, example={"edge": 10, "map": 5}):
    """Where units enter while the enemy holds every entry hex of their group."""

    edge: Annotated[
        int | None,
        between(1, 100),
        says(
            "For groups that enter at the edge of the map: at most so many hexes away along it.", 10
        ),
    ] = None
    map: Annotated[
        int | None,
        between(1, 100),
        says("For groups that enter elsewhere: at most so many hexes away.", 5),
    ] = None

    @property
    def within(self) -> int:
        """How many hexes away, where one of the two is said; 0 where none is."""
        return self.edge or self.map or 0


class Entry(Form, example={"cost": 0, "into_friends": "overstack"}):
    """How reinforcements enter, where their group does not say otherwise."""

    cost: Annotated[
        Number | None,
        says(
            "Movement points for the entry hex, whatever its terrain; its terrain's if left out. "
            "With 0 the unit is placed and has not moved yet.",
            1,
        ),
    ] = None
    when: Annotated[
        When,
        says(
            "Whether units enter before any unit of their side moves in the phase, and otherwise "
            "wait for the start of the next one; or at any time in it.",
            "start_of_phase",
        ),
    ] = "any_time"
    placing: Annotated[
        Placing,
        cited("placing"),
        says(
            "Whether units that can enter may wait for a later turn, or must enter: before the "
            "phase ends, or, where they enter at its start, before any unit moves. Who finds no "
            "hex to enter at waits in any case.",
            "owed",
        ),
    ] = "may_wait"
    into_zone: Annotated[
        IntoZone | None,
        says(
            "Whether units may enter in an enemy zone of control; allowed if left out. Many games "
            "forbid it.",
            "forbidden",
        ),
    ] = None
    into_friends: Annotated[
        IntoFriends,
        says(
            "Whether units may enter a hex that then holds too many units, to break up before the "
            "phase ends.",
            "overstack",
        ),
    ] = "within_stacking"
    in_column: Annotated[
        bool,
        says(
            "Whether units that enter by the same hex in a phase come one behind the other: the "
            "second pays for the entry hex twice, the third three times.",
            True,
        ),
    ] = False
    blocked: Annotated[WayRound, cited("region")] = WayRound()
    cite: Annotated[Citations, cites("Rules about all groups.", **REASONS)] = NO_RULES
