"""What section ``facing`` may say, and what it adds to selectors and set-ups.

Where units look divides the hexes around them into arcs. :class:`Facing` says what these are
called, what lies in which for attacks, zones and moves, what turns cost (:class:`Turning`), after
which deeds they are free, and where units look when they begin. Selectors ask in which arc a unit
is struck.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal

from hexwar.definition.forms import (
    ANY_ORDER,
    ID,
    NO_RULES,
    NOT_EMPTY,
    ONCE,
    Citations,
    Form,
    Number,
    SideName,
    asked_at,
    becomes,
    between,
    cited,
    cites,
    defines,
    matching,
    name_of,
    needs,
    read_by,
    says,
)
from hexwar.rules.language.effects import Cases, cases_of
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import Names, Selector, one_of

ArcName = Annotated[str, name_of("arc")]

Arcs = Annotated[tuple[Annotated[ArcName, says("An arc.", "front")], ...], ONCE, NOT_EMPTY]
"""Some arcs."""

INTO = cases_of(Arcs, ["front"], otherwise=())
"""The same, where they may differ by unit; if none is said, all of them."""

NOTHING = Fraction(0)

Seen = Literal[
    "ahead", "right_ahead", "right", "right_behind", "behind", "left_behind", "left", "left_ahead"
]
"""A hexside as the unit sees it."""

Look = Literal[
    "N",
    "NE",
    "E",
    "SE",
    "S",
    "SW",
    "W",
    "NW",
    "NNE",
    "SSE",
    "SSW",
    "NNW",
    "ENE",
    "ESE",
    "WSW",
    "WNW",
]
"""Where a unit looks: a hexside of the map, or a corner of its hexes."""

Deed = Literal["moved", "retreated", "advanced", "entered"]

FRONT_TO_REAR = {
    "front": ["ahead", "right_ahead", "left_ahead"],
    "flank": ["right_behind", "left_behind"],
    "rear": ["behind"],
}


class Turning(Form, words={"free": {}}, example={"cost": 1, "most": 1}):
    """What turns by one hexside cost."""

    cost: Annotated[Number, says("Movement points for each.", 1)] = NOTHING
    free: Annotated[int, between(0, 3), says("So many in each hex cost nothing.", 1)] = 0
    most: Annotated[
        int,
        between(1, 3),
        says("The most in one hex. Three are an about-face, and so any number.", 1),
    ] = 3


TURNING = cases_of(Turning, "free", otherwise=Turning(), inside=Turning)


def _priced(written: Any) -> Mapping[str, Fraction]:
    return written if isinstance(written, Mapping) else dict.fromkeys(written, NOTHING)


Entered = Annotated[
    Arcs
    | Annotated[
        Mapping[ArcName, Annotated[Number, says("Extra movement points to enter a hex there.", 2)]],
        NOT_EMPTY,
    ],
    becomes(_priced),
]


class Facing(
    Form,
    example={"arcs": FRONT_TO_REAR, "turns": {"cost": 1}, "begins": {"red": "NE", "blue": "SW"}},
):
    """Units look somewhere: through a hexside of their hex, or over a corner of it. Around them lie
    arcs, and what lies in which of them is asked where units move, attack, fire and have zones.

    A hex lies in the arc of the hexside through which the line between the centres leaves. Without
    a word (`move A 0405 facing NE`) a unit that has moved looks where it went. Units look at first
    where the scenario says, or `begins`.
    """

    only: Annotated[
        Selector | None,
        EACH,
        cited("only"),
        says("Who looks somewhere; all if left out.", {"trait": "armour"}),
    ] = None
    points_to: Annotated[
        Literal["hexside", "corner"],
        says(
            "What units look through: hexside, so that one hex lies ahead, or corner, so that two "
            "lie in front, right_ahead and left_ahead.",
            "corner",
        ),
    ] = "hexside"
    arcs: Annotated[
        Mapping[
            Annotated[str, matching(ID), defines("arc")],
            Annotated[
                tuple[Annotated[Seen, says("A hexside as the unit sees it.", "ahead")], ...],
                ONCE,
                NOT_EMPTY,
                says("Its hexsides.", ["ahead", "left_ahead"]),
            ],
        ],
        NOT_EMPTY,
        cited("arcs"),
        says(
            "The arcs, from the front to the rear, with the hexsides of each. Of units that look "
            "through a hexside these are ahead, right_ahead, right_behind, behind, left_behind and "
            "left_ahead; of units that look over a corner right_ahead, right, right_behind, "
            "left_behind, left and left_ahead.",
            FRONT_TO_REAR,
        ),
    ]
    border: Annotated[
        Literal["front", "rear", "owner", "enemy"],
        cited("arcs"),
        says(
            "Where a hex lies that is exactly on the line between two arcs: in the one that is "
            "listed first, in the other one, or in that which is better for the owner of the unit "
            "or for its enemy.",
            "enemy",
        ),
    ] = "front"
    enters: Annotated[
        Mapping[str, Fraction] | None,
        asked_at("move"),
        read_by(lambda: Entered | None),
        cited("enters"),
        says(
            "The arcs in which the hexes lie that a unit may enter, perhaps each with extra "
            "points; all if left out.",
            ["front"],
            {"front": 0, "rear": 2},
        ),
    ] = None
    keeps: Annotated[
        Arcs,
        asked_at("move"),
        ANY_ORDER,
        cited("enters"),
        says(
            "The arcs in which a unit enters a hex and looks on as before, such as when it backs. "
            "Elsewhere it then looks where it went. Units that look over corners always look on as "
            "before.",
            ["rear"],
        ),
    ] = ()
    turns: Annotated[
        Turning | Cases[Turning],
        asked_at("move"),
        read_by(lambda: TURNING),
        cited("turns"),
        says(
            "What turns cost; they are free if left out. It may differ by unit, or by side.",
            {"cost": 1, "most": 1},
            {"cases": [{"only": {"trait": "heavy"}, "is": {"cost": 2}}, "free"]},
        ),
    ] = Turning()
    set: Annotated[
        tuple[Annotated[Deed, says("What it has done.", "advanced")], ...],
        ONCE,
        NOT_EMPTY,
        cited("set"),
        says(
            "When a unit's owner turns it as he likes, for nothing: after it has moved, as long as "
            "no other unit moves; after a retreat, an advance or its entry his side is asked.",
            ["retreated", "advanced"],
        ),
    ] = ()
    zones: Annotated[
        Arcs,
        cited("zones"),
        says("The arcs in which a unit has its zone of control; all if left out.", ["front"]),
    ] = ()
    attacks: Annotated[
        tuple[str, ...] | Cases[tuple[str, ...]],
        asked_at("offer"),
        read_by(lambda: INTO),
        cited("attacks"),
        says(
            "The arcs in which the hexes lie that a unit attacks; all if left out. It may differ "
            "by unit.",
            ["front"],
        ),
    ] = ()
    begins: Annotated[
        Mapping[SideName, Annotated[Look, says("Where they look.", "NE")]],
        NOT_EMPTY,
        says(
            "Where the units of a side look at first, and when they come onto the map.",
            {"red": "NE", "blue": "SW"},
        ),
    ] = {}
    cite: Annotated[
        Citations,
        cites(
            "Rules about facing.",
            only="Who looks somewhere.",
            arcs="What lies in which arc.",
            enters="Which hexes a unit enters.",
            turns="What turns cost, and how far units turn.",
            set="When a unit is turned for nothing.",
            zones="Zones of control that lie in arcs.",
            attacks="In which arcs units attack.",
        ),
    ] = NO_RULES


class FacingSelectors(Form, needs=needs("facing")):
    """What the section adds to selectors."""

    struck_in: Annotated[
        Names,
        read_by(lambda: one_of(ArcName, "An arc.", "flank")),
        says(
            "Whether any of those that attack it, or fire at it, stands in one of these of its "
            "arcs. Asked in battles and fires; it holds for nobody else.",
            "flank",
            ["flank", "rear"],
        ),
    ] = ()
    strikes: Annotated[
        Names,
        read_by(lambda: one_of(ArcName, "An arc.", "flank")),
        says(
            "Whether it attacks, or fires, from one of these arcs of any that it attacks. Asked in "
            "battles and fires; it holds for nobody else.",
            "flank",
        ),
    ] = ()
    looks: Annotated[
        Names,
        read_by(lambda: one_of(Look, "Where it looks.", "NE")),
        says("Where it looks.", "NE", ["NE", "N"]),
    ] = ()


class FacingAtSetup(Form, needs=needs("facing")):
    """What the section adds to where a unit begins."""

    facing: Annotated[
        Look | None,
        says("Where it looks at first: a hexside of the map, or a corner of its hexes.", "NE"),
    ] = None
