"""What section ``zones_of_control`` may say.

Which units have a zone and where it lies (``exerted_by``, ``reach``, ``extends_to``,
``not_across``, ``not_into``), what it does to units that move (:class:`EnteringZone`,
:class:`LeavingZone`, :class:`Between`), which units ignore it, and for what friends in the hex
cancel it. Retreats, supply
and reinforcements say in their own sections whether they lead into zones: games differ in that.
:class:`Bonding` is about two zones that close what lies between them.
"""

from fractions import Fraction
from typing import Annotated, Literal

from hexwar.definition.forms import (
    ANY_ORDER,
    MADE,
    NO_RULES,
    NOT_EMPTY,
    Citations,
    Form,
    Number,
    asked_at,
    between,
    cited,
    cites,
    idle_beside,
    name_of,
    needs,
    read_by,
    says,
)
from hexwar.rules.language.effects import Cases, cases_of
from hexwar.rules.language.places import EACH
from hexwar.rules.language.section import At, Selector

NOTHING = Fraction(0)


class EnteringZone(
    Form,
    words={"stop": {"stop": True}, "allowed": {}, "forbidden": {"forbidden": True}},
    example="stop",
):
    """What entering an enemy zone does."""

    forbidden: Annotated[bool, MADE] = False
    stop: Annotated[bool, says("Whether the unit must stop.", True)] = False
    cost: Annotated[Number, says("Extra movement points to enter it.", 2)] = NOTHING


class LeavingZone(Form, words={"allowed": {}, "forbidden": {"forbidden": True}}, example="allowed"):
    """What leaving an enemy zone does."""

    forbidden: Annotated[bool, MADE] = False
    cost: Annotated[Number, says("Extra movement points to leave it.", 2)] = NOTHING


class Between(Form, words={"allowed": {}, "forbidden": {"forbidden": True}}, example="forbidden"):
    """What a step from one enemy zone hex straight to another costs."""

    forbidden: Annotated[bool, MADE] = False
    cost: Annotated[
        Number, says("Extra movement points for it, beside those to leave and to enter.", 3)
    ] = NOTHING


ENTERING = cases_of(EnteringZone, "stop", otherwise=EnteringZone(), inside=EnteringZone)
_REACH = Annotated[int, between(1, 20)]
LEAVING = cases_of(LeavingZone, "forbidden", otherwise=LeavingZone(), inside=LeavingZone)
BETWEEN = cases_of(Between, "forbidden", otherwise=Between(), inside=Between)


class Bonding(Form, words={"all": {}}, example="all"):
    """Two units of one side that are two hexes apart, and whose zones both reach what lies between:
    one hex, which no enemy enters while none stands in it, or two, whose common hexside no enemy
    crosses.
    """

    only: Annotated[
        Selector | None,
        EACH,
        says("The units that bond; all if left out.", {"trait": "mechanised"}),
    ] = None
    blocks: Annotated[
        frozenset[
            Annotated[
                Literal["movement", "retreat", "supply"], says("What does not pass.", "retreat")
            ]
        ],
        NOT_EMPTY,
        says("What does not pass a bond.", ["movement", "retreat"]),
    ] = frozenset({"movement", "retreat", "supply"})


class ZonesOfControl(Form, example={"exerted_by": "all"}):
    """Zones of control: the hexes around a unit, six or more. A game without this section has
    none.
    """

    exerted_by: Annotated[
        Selector | Literal["all", "none"],
        EACH,
        says(
            "Which units exert a zone: all, none, or these.",
            "all",
            {"value": {"attack": {"at_least": 1}}, "not": {"trait": "barrage"}},
        ),
    ] = "all"
    entering: Annotated[
        EnteringZone | Cases[EnteringZone],
        asked_at("move"),
        read_by(lambda: ENTERING),
        cited("entering"),
        idle_beside("exerted_by", "none"),
        says(
            "What entering an enemy zone does: stop ends the move, allowed does nothing, forbidden "
            "keeps units that move out of it. It may differ by unit, or by side.",
            "stop",
            "allowed",
            "forbidden",
            {"cost": 2},
            {"cases": [{"only": {"trait": "mechanised"}, "is": {"cost": 2}}, "stop"]},
        ),
    ] = EnteringZone()
    leaving: Annotated[
        LeavingZone | Cases[LeavingZone],
        asked_at("move"),
        read_by(lambda: LEAVING),
        cited("leaving"),
        idle_beside("exerted_by", "none"),
        says(
            "What leaving an enemy zone does: forbidden locks units that move in place, so that "
            "they stop where they enter one, and leave by retreat and advance only. It may differ "
            "by unit, or by side.",
            "allowed",
            "forbidden",
            {"cost": 1},
        ),
    ] = LeavingZone()
    ignored_by: Annotated[
        Selector | None,
        EACH,
        asked_at("move"),
        cited("ignored"),
        idle_beside("exerted_by", "none"),
        says("Units that move as if there were no enemy zones.", {"trait": "mechanised"}),
    ] = None
    zone_to_zone: Annotated[
        Between | Cases[Between],
        asked_at("move"),
        read_by(lambda: BETWEEN),
        cited("zone_to_zone"),
        idle_beside("exerted_by", "none"),
        idle_beside("entering", "forbidden"),
        says(
            "Whether a unit may step from one enemy zone hex straight to another, and what that "
            "costs. It may differ by unit, or by side.",
            "forbidden",
            {"cost": 3},
        ),
    ] = Between()
    reach: Annotated[
        int | Cases[int],
        read_by(lambda: cases_of(_REACH, 2, otherwise=1)),
        idle_beside("exerted_by", "none"),
        says(
            "How many hexes away a zone reaches: zones of influence. It may differ by unit, or by "
            "side.",
            2,
            {"cases": [{"only": {"trait": "mechanised"}, "is": 2}, 1]},
        ),
    ] = 1
    extends_to: Annotated[
        Literal["adjacent", "passable"],
        idle_beside("exerted_by", "none"),
        says(
            "Into which hexes a zone extends: all that it reaches, or those into which the unit "
            "could go, hex by hex.",
            "passable",
        ),
    ] = "adjacent"
    not_across: Annotated[
        tuple[Annotated[str, name_of("hexside"), says("A kind of hexside.", "river")], ...],
        ANY_ORDER,
        NOT_EMPTY,
        idle_beside("exerted_by", "none"),
        says("Hexsides across which no zone extends.", ["river"]),
    ] = ()
    not_into: Annotated[
        At | None,
        idle_beside("exerted_by", "none"),
        says("Hexes into which no zone extends: forts, towns, woods.", {"feature": "fort"}),
    ] = None
    negated_by_friends: Annotated[
        frozenset[
            Annotated[
                Literal["movement", "retreat", "supply"],
                says("What a friend in the hex makes possible.", "supply"),
            ]
        ],
        idle_beside("exerted_by", "none"),
        says(
            "For what a friendly unit in the hex cancels the enemy's zone. A unit that moves or "
            "retreats is no friend of its own: in the hex where it stands it needs another.",
            ["supply"],
            ["movement", "retreat"],
        ),
    ] = frozenset()
    bonds: Annotated[
        Bonding | None,
        cited("bonds"),
        says(
            "Whether two units close what lies between them: a mapping, or all. None do if left "
            "out.",
            "all",
            {"blocks": ["movement"]},
        ),
    ] = None
    cite: Annotated[
        Citations,
        cites(
            "Rules about zones.",
            bonds="Zones between two units.",
            exerted="Who exerts a zone, and where.",
            entering="Entering a zone.",
            leaving="Leaving a zone.",
            ignored="Units that pay zones no heed.",
            begun_in_zone="Units that begin a phase in a zone.",
            zone_to_zone="Moving from zone to zone.",
        ),
    ] = NO_RULES


class ZoneSelectors(Form):
    """What the section adds to selectors."""

    in_zone: Annotated[
        bool | None,
        needs("zones_of_control", idle=True),
        says("Whether it stands in an enemy zone of control.", True),
    ] = None
    surrounded: Annotated[
        bool | None,
        says(
            "Whether every hex of the map around it holds enemies or is in an enemy zone of "
            "control, as retreats meet it: where friends negate zones for retreats, a hex with a "
            "friend is open.",
            True,
        ),
    ] = None
