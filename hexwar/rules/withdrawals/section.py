"""What section ``withdrawals`` may say."""

from collections.abc import Mapping
from typing import Annotated, Literal

from hexwar.definition.forms import (
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NOT_EMPTY,
    ONCE,
    Form,
    asked,
    between,
    key,
    matching,
    name_of,
    says,
)
from hexwar.definition.values import ID, RuleNumber, SideName
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import If
from hexwar.rules.language.selector import Selector

CORPS = {"side": "red", "phase": "red_movement", "units": ["R1"], "if": {"turn": 4}}


class Withdrawal(Form, example=CORPS):
    """Units that leave the map: certain ones, or some that their owner chooses."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "To the southern front")] = (
        ""
    )
    side: Annotated[SideName, says("The side whose units leave.", "red")]
    phase: Annotated[
        str, name_of("phase"), says("The phase at whose beginning they leave.", "red_movement")
    ]
    units: Annotated[
        tuple[Annotated[str, name_of("unit"), says("A counter.", "R1")], ...],
        NOT_EMPTY,
        ONCE,
        says("The counters that leave, those of them on the map.", ["R1"]),
    ] = ()
    only: Annotated[
        Selector | None,
        asked("the side that withdraws", units="own"),
        says("In place of `units`: those on the map among whom it is chosen.", {"trait": "guards"}),
    ] = None
    count: Annotated[
        int | None,
        between(1, 1000),
        says("How many of them leave, as their owner chooses; all if left out.", 1),
    ] = None
    condition: Annotated[
        If | None,
        EACH,
        key("if"),
        says("The condition under which they leave; at once if left out.", {"turn": 4}),
    ] = None
    again: Annotated[
        Literal["never", "every_turn"],
        says("Whether units leave once, or in every turn in which the condition holds.", "never"),
    ] = "never"
    cite: Annotated[RuleNumber, says("The rule that it comes from.", "8.4")] = ""


class Withdrawals(Form, whole="by_id", example={"southern_front": CORPS}):
    """Units that leave the map when their time comes. They are no losses, and may come back as
    reinforcements.
    """

    by_id: Annotated[Mapping[Annotated[str, matching(ID)], Withdrawal], NOT_EMPTY] = {}
