"""What section ``retreat`` may say, and what it adds to result programs.

:class:`Retreat` is where retreating units may go: into zones and among friends, where they end,
what becomes of units that have nowhere to go, and whither it leads. How far, and which units, is
said by the result (:class:`Retreating`, :class:`UnitRetreats`). Retreat before combat is a choice
before the die, with a form of its own (:class:`BeforeCombat`).
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from hexwar.definition.forms import (
    NO_RULES,
    NOT_EMPTY,
    Citations,
    Form,
    RegionName,
    SideName,
    asked_at,
    between,
    cited,
    cites,
    idle_beside,
    key,
    only_with,
    read_by,
    says,
    word,
)
from hexwar.definition.model import Effect
from hexwar.rules.language.effects import Cases, cases_of
from hexwar.rules.language.places import EACH, OF_A_BATTLE
from hexwar.rules.language.section import WHO, Only, Program, Selector, Who

IntoZone = Literal["forbidden", "allowed", "costs_step"]


Chooser = Literal["owner", "enemy"]


class Choosers(
    Form,
    words={word: {"attacker": word, "defender": word} for word in ("owner", "enemy")},
    example={"defender": "enemy"},
):
    """Which player moves retreating units, by the side of the battle that they are on."""

    attacker: Annotated[Chooser, says("Who moves attackers that retreat.", "owner")] = "owner"
    defender: Annotated[Chooser, says("Who moves defenders that retreat.", "enemy")] = "owner"


SKIRMISHERS = {"trait": "mechanised"}
HowFar = Annotated[int, between(1, 20)]


class BeforeCombat(Form, example={"only": SKIRMISHERS, "do": [{"advance": 1}]}):
    """Defenders that may leave before the die of a battle is thrown, if they could retreat so far.
    The battle is fought with those that stay; where none does, it is not fought.
    """

    only: Annotated[
        Selector | None, EACH, says("Who may; all defenders if left out.", SKIRMISHERS)
    ] = None
    attackers: Annotated[
        Selector | None,
        EACH,
        says("Only where all attackers are such units.", {"not": SKIRMISHERS}),
    ] = None
    hexes: Annotated[
        int | Cases[int],
        read_by(lambda: cases_of(HowFar, 2, otherwise=1)),
        says("How many hexes they retreat, by the rules of this section.", 2),
    ] = 1
    most: Annotated[
        int | str | None,
        read_by(lambda: int | None),
        between(1, 20),
        word("allowance", "allowance"),
        says(
            "They may go on behind these, hex by hex as their owner likes, to so many hexes in "
            "all; or as far as their movement allowance pays for, of which the first hexes are "
            "paid too. They go no farther if left out.",
            2,
            "allowance",
        ),
    ] = None
    units: Annotated[
        Literal["each", "hex"],
        says(
            "Whether each of them may by itself, or only all units of a hex, if all of them may.",
            "hex",
        ),
    ] = "each"
    attack: Annotated[
        Literal["made", "free"],
        says(
            "Whether attackers who find nobody have made their attack of the phase, or may attack "
            "others. Either way nobody is still obliged to this attack.",
            "free",
        ),
    ] = "made"
    does: Annotated[
        Program,
        OF_A_BATTLE,
        key("do"),
        says(
            "What follows when some have left, before the battle with the rest: steps of a result, "
            "in which the defenders are those who left.",
            [{"advance": 1}],
        ),
    ] = ()


class Retreat(Form, example={"by": "owner"}):
    """Where retreating units may go."""

    by: Annotated[
        Choosers,
        says(
            "Who moves a retreating unit: a word, or one for each side of the battle.",
            "owner",
            {"attacker": "owner", "defender": "enemy"},
        ),
    ] = Choosers()
    into_zone: Annotated[
        IntoZone | None,
        says(
            "Whether a retreat may enter an enemy zone of control; costs_step: only if no other "
            "hex that leads where it should lets it go as far, and at the loss of a step for all "
            "units that go the same way. Allowed if left out. Most games forbid it; in some a "
            "friend in the hex makes it safe, see "
            "`negated_by_friends` of the section zones_of_control.",
            "forbidden",
        ),
    ] = None
    into_friends: Annotated[
        Literal["within_stacking", "forbidden", "passing", "extending", "displacing"],
        says(
            "Whether a retreat may enter a hex with friendly units; passing: a full one may be "
            "passed, not be the last. With extending and displacing it may be the last as well, "
            "where no retreat of that length ends in a hex with room: extending, the units go on "
            "hex by hex until they find some; displacing, friends there make way, one hex each as "
            "in a retreat, and may displace others in turn. If nobody can, the hex is closed. Who "
            "has been displaced is in the state of that name. In its own movement phase, after an "
            "overrun, a side may also stop where friends can still make room before the phase "
            "ends.",
            "within_stacking",
        ),
    ] = "within_stacking"
    prefers: Annotated[
        Literal["any", "vacant"],
        cited("occupied"),
        idle_beside("into_friends", "forbidden"),
        says("Where a retreat ends if it can: in any hex, or in one without friends.", "vacant"),
    ] = "any"
    blocked: Annotated[
        Literal["eliminated", "stays", "loses_steps"],
        cited("blocked"),
        says(
            "What becomes of units that cannot retreat; loses_steps: one step for every hex not "
            "retreated, or as many as `price` says.",
            "eliminated",
        ),
    ] = "eliminated"
    price: Annotated[
        int,
        between(1, 20),
        only_with("blocked", having=("loses_steps",)),
        says("How many steps are lost for every hex not retreated.", 2),
    ] = 1
    stacks: Annotated[
        Literal["allowed", "forbidden"],
        says("Whether units of one hex may retreat together.", "allowed"),
    ] = "forbidden"
    toward: Annotated[
        Literal["anywhere", "supply"]
        | Mapping[SideName, Annotated[RegionName, says("Its region.", "west")]],
        NOT_EMPTY,
        cited("toward"),
        says(
            "Where a retreat leads if it can: anywhere, or nearer to one of its side's supply "
            "sources, or to the region that is said of the side, its own edge of the map, by a way "
            "that the unit can go.",
            "supply",
            {"red": "west"},
        ),
    ] = "anywhere"
    elsewhere: Annotated[
        Literal["allowed", "forbidden"],
        cited("toward"),
        only_with("toward"),
        says(
            "Whether units retreat elsewhere where no hex leads there. If it is forbidden, every "
            "hex of a retreat leads nearer, and units that find none cannot retreat: see "
            "`blocked`.",
            "forbidden",
        ),
    ] = "allowed"
    measured: Annotated[
        Literal["by_way", "in_hexes"],
        only_with("toward"),
        says(
            "How it is told whether a hex is nearer to a region: by a way that the unit can go, or "
            "in hexes, whatever lies between.",
            "in_hexes",
        ),
    ] = "by_way"
    convertible: Annotated[
        Literal["allowed", "forbidden"],
        cited("convertible"),
        says("Whether steps may be lost in place of hexes of retreat, one for one.", "allowed"),
    ] = "forbidden"
    before_combat: Annotated[
        BeforeCombat | None,
        asked_at("announce"),
        word("none", None),
        cited("before_combat"),
        says(
            "Who may retreat before combat: nobody if left out.",
            {"only": SKIRMISHERS, "do": [{"advance": 1}]},
            "none",
        ),
    ] = None
    cite: Annotated[
        Citations,
        cites(
            "Rules about retreats.",
            before_combat="Retreating before combat.",
            adjacent="How far a retreat goes.",
            occupied="Hexes with units.",
            attacked="Hexes that are still to be attacked.",
            zone="Enemy zones of control.",
            terrain="Terrain.",
            map_edge="The edge of the map.",
            stacking="Stacking after a retreat.",
            blocked="A unit that cannot retreat.",
            farther="That each hex leads farther away.",
            toward="Where it leads.",
            convertible="Losing steps in place of hexes.",
            units="Who has to retreat.",
        ),
    ] = NO_RULES


class Retreating(Form, words=WHO, example={"who": "defender", "hexes": 1}):
    """Units retreat."""

    who: Annotated[Who, says("The side that retreats.", "defender")]
    hexes: Annotated[int, between(1, 20), says("How many hexes; one if left out.", 1)] = 1
    only: Only = None

    @classmethod
    def built(cls, values: dict[str, Any]) -> Effect:
        """The step."""
        return Effect("retreat", **values)


class UnitRetreats(Form, example={"who": "target", "hexes": 1}):
    """The unit that is rolled for, or the target of a fire, retreats."""

    who: Annotated[
        Literal["actor", "target"],
        says("The unit that is rolled for, or that was fired at.", "target"),
    ]
    hexes: Annotated[int, between(1, 20), says("How many hexes; one if left out.", 1)] = 1

    @classmethod
    def built(cls, values: dict[str, Any]) -> Effect:
        """The step."""
        return Effect("retreat", **values)


class RetreatOutcome(Form, one_of=True):
    """What the section adds to the results of tables."""

    retreat: UnitRetreats


class RetreatVerb(Form, one_of=True):
    """What the section adds to result programs."""

    retreat: Annotated[
        Retreating, says("Units retreat.", {"who": "defender", "hexes": 1}, "defender")
    ]


class RetreatSelectors(Form):
    """What the section adds to selectors."""

    can_retreat: Annotated[
        int | None,
        between(1, 20),
        says("Whether it could retreat so many hexes from where it stands.", 2),
    ] = None
