"""What section ``transport`` may say.

Which units carry which and how many, what loading and unloading cost the carrier
(:class:`LoadingCosts`), where those aboard are meanwhile, and what becomes of them when their
carrier is lost. What they count for aboard is said at :class:`Transport`, in the words that authors
read.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from hexwar.definition.forms import (
    NO_RULES,
    NOT_EMPTY,
    Citations,
    Form,
    Number,
    asked_at,
    between,
    cited,
    cites,
    name_of,
    needs,
    read_by,
    says,
)
from hexwar.rules.language.effects import Cases, cases_of
from hexwar.rules.language.places import EACH, OTHERS
from hexwar.rules.language.section import Selector

TRUCKS = {"carriers": {"trait": "truck"}, "load": {"trait": ["gun", "infantry"]}}
MOST = cases_of(Annotated[int | None, between(1, 1000)], 2)
UnitName = Annotated[str, name_of("unit"), says("A unit.", "T1")]


class Share(Form, example={"of_allowance": "1/2"}):
    """A part of the movement allowance of the carrier, rounded up to a whole point."""

    of_allowance: Annotated[Number, says("Which part.", "1/2")]


Price = Literal["all", "forbidden"] | Number | Share


class LoadingCosts(Form, not_empty=True, example={"load": "all", "unload": 1}):
    """What it costs the carrier, in movement points of the phase."""

    load: Annotated[
        Price,
        says(
            "To take a unit aboard: points, all that it has, or a part; or that it is forbidden.",
            2,
            "all",
        ),
    ] = Number(0)
    unload: Annotated[
        Price, says("To put a unit down.", 1, {"of_allowance": "1/2"}, "forbidden")
    ] = Number(0)


class Transport(Form, moments=("move",), example={**TRUCKS, "cost": {"load": "all", "unload": 1}}):
    """Units that carry others. In movement phases of their side units are loaded and unloaded; a
    unit that has been unloaded is not loaded again in that phase. A unit aboard is with its carrier
    and not on the map (but see `aboard`): it counts for no stacking, has no zone, does not fight
    and cannot be attacked by itself; it goes where the carrier goes, also in a retreat and off the
    map.
    """

    carriers: Annotated[
        Selector, EACH, cited("carriers"), says("Who carries others.", {"trait": "truck"})
    ]
    load: Annotated[
        Selector, EACH, cited("load"), says("Who can be carried.", {"trait": ["gun", "infantry"]})
    ]
    most: Annotated[
        int | Cases[int | None] | None,
        read_by(lambda: MOST),
        cited("most"),
        says("How many units one carrier carries at most; by carrier where it differs.", 2),
    ] = 1
    cost: Annotated[
        LoadingCosts, cited("cost"), says("What it costs; nothing if left out.", {"load": 1})
    ] = LoadingCosts()
    reach: Annotated[
        Literal["here", "adjacent"],
        cited("reach"),
        says(
            "Whether units come aboard and land in the hex of the carrier only, or in the hexes "
            "next to it as well: from beaches to ships.",
            "adjacent",
        ),
    ] = "here"
    moved: Annotated[
        Literal["allowed", "forbidden"],
        cited("moved"),
        says("Whether a unit is loaded that has moved in this phase.", "allowed"),
    ] = "forbidden"
    moves_on: Annotated[
        Literal["allowed", "forbidden"],
        cited("moves_on"),
        says("Whether a unit that has been unloaded moves in the same phase.", "allowed"),
    ] = "forbidden"
    aboard: Annotated[
        Literal["off_map", "on_map"],
        cited("aboard"),
        says(
            "Where units are that are carried: with the carrier and not on the map; or on the map, "
            "in its hex, where they stack, fight and are attacked, as riders on tanks do, or the "
            "weapons of one great machine. There they go wherever it goes, and move by themselves "
            "no more than their allowance lets them.",
            "on_map",
        ),
    ] = "off_map"
    lost: Annotated[
        Literal["together", "survives"],
        asked_at("move", "aftermath"),
        cited("lost"),
        says(
            "What becomes of the load when its carrier is eliminated: it is lost too, or is put "
            "down in that hex, if it could stop there.",
            "survives",
        ),
    ] = "together"
    begins: Annotated[
        Mapping[
            UnitName, Annotated[tuple[UnitName, ...], NOT_EMPTY, says("Those aboard.", ["G1"])]
        ],
        says("Who is aboard whom when the game begins.", {"T1": ["G1"]}),
    ] = {}
    cite: Annotated[
        Citations,
        cites(
            carriers="Who carries others.",
            load="Who can be carried.",
            most="How many units a carrier carries.",
            cost="What loading and unloading cost.",
            reach="Where units come aboard and land.",
            moved="Loading units that have moved.",
            moves_on="Moving after being unloaded.",
            aboard="Where units are that are carried.",
            lost="When the carrier is lost.",
        ),
    ] = NO_RULES


class TransportSelector(Form, needs=needs("transport")):
    """What the section adds to selectors."""

    carries: Annotated[
        bool | None, OTHERS, says("Whether it carries a unit now, or carries none.", True)
    ] = None
