"""What section ``movement`` may say.

Here is what units have to spend, and in which ways they move. What a hex costs is the terrain's to
say, and where a move has to stop that of zones of control. Ways of moving (:class:`Mode`) are taken
in place of the ordinary move; modifiers change allowances; limits keep units in a region.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal

from hexwar.definition.forms import (
    ID,
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NO_RULES,
    NOT_EMPTY,
    ONCE,
    Citations,
    Form,
    Number,
    PathName,
    RegionName,
    Signed,
    asked_at,
    becomes,
    between,
    cited,
    cites,
    defines,
    idle_beside,
    key,
    matching,
    name_of,
    needs,
    only_with,
    read_by,
    says,
    word,
)
from hexwar.definition.model import Effect
from hexwar.rules.control.section import Ground
from hexwar.rules.language.dice import DiceThrow, DiceWritten
from hexwar.rules.language.effects import Cases, cases_of
from hexwar.rules.language.places import EACH, ROLLS_FOR_UNIT
from hexwar.rules.language.section import If, Selector
from hexwar.rules.units.section import DieName

MUD = {"multiply": "1/2", "round": "down"}
BY_KIND = {"cases": [{"only": {"trait": "mechanised"}, "is": 4}, 1]}
AMOUNT = cases_of(Number, 1)
CHANGE = cases_of(Signed, -1)
FACTOR = cases_of(Number, "1/2")


MOST = cases_of(Annotated[int | None, between(1, 1000)], 3)
UNLIMITED = Fraction(1000)
"""More movement points than any move costs."""


class PoolPrice(Form, example={"pool": "shipping", "count": 1}):
    """Points of a pool."""

    pool: Annotated[str, name_of("pool"), says("The pool that they are taken from.", "shipping")]
    count: Annotated[int, between(1, 1000), says("How many.", 1)] = 1


class ModeCheck(Form, example={"die": "quality", "success": 4}):
    """A die that some units roll before they move in this way. A roll below `success` leaves them
    the ordinary one.
    """

    only: Annotated[
        Selector | None, EACH, says("Who rolls; all if left out.", {"trait": "mechanised"})
    ] = None
    die: Annotated[DieName, says("The die: a value of the unit.", "quality")]
    success: Annotated[int, between(2, 100), says("The least face that will do.", 4)]


class Mode(Form, example={"title": "Rapidly", "multiply": 2, "mark": "moved_fast"}):
    """A way of moving that a unit may take in place of the ordinary one."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[
        str, ITS_KEY_IN_WORDS, says("How it moves, as players read it after *moves*.", "Rapidly")
    ] = ""
    only: Annotated[
        Selector | None, EACH, says("Who may; all if left out.", {"trait": "mechanised"})
    ] = None
    condition: Annotated[
        If | None,
        EACH,
        key("if"),
        says("The condition of the game under which it may be taken.", {"turn": {"at_least": 2}}),
    ] = None
    phases: Annotated[
        tuple[Annotated[str, name_of("phase"), says("A phase.", "red_movement")], ...],
        NOT_EMPTY,
        ONCE,
        says("The phases in which it may be taken; all if left out.", ["red_movement"]),
    ] = ()
    allowance: Annotated[
        Number | None,
        word("unlimited", UNLIMITED),
        says(
            "Movement points in this way; of a move straight to its end the most hexes.",
            12,
            "unlimited",
        ),
    ] = None
    multiply: Annotated[
        Number,
        idle_beside("allowance"),
        says("Where no `allowance` is given: the ordinary one, multiplied.", 2, "1/2"),
    ] = Fraction(1)
    add: Annotated[
        Number,
        idle_beside("allowance"),
        says("Movement points besides: a bonus for units that keep to a road.", 1, "1/2"),
    ] = Fraction(0)
    along: Annotated[
        tuple[Annotated[PathName, says("A kind of path.", "rail")], ...],
        NOT_EMPTY,
        ONCE,
        idle_beside("allowance", "0"),
        says(
            "Paths that it keeps to, each at its cost; where that is prohibited to other moves, at "
            "a point a hex.",
            ["rail"],
        ),
    ] = ()
    from_: Annotated[
        Ground | None, key("from"), says("Where it begins; anywhere if left out.", {"path": "rail"})
    ] = None
    to: Annotated[
        Ground | None,
        says(
            "Where it ends; anywhere if left out. Without `along` it goes straight there, whatever "
            "lies between.",
            {"region": "ports"},
        ),
    ] = None
    through: Annotated[
        Ground | None, says("The hexes that it may enter; all if left out.", {"controlled": "own"})
    ] = None
    enters_zone: Annotated[
        Literal["allowed", "forbidden"],
        says("Whether it may enter enemy zones of control.", "forbidden"),
    ] = "allowed"
    away_from_enemy: Annotated[
        int, between(0, 100), says("It enters no hex nearer to an enemy than so many hexes.", 2)
    ] = 0
    most: Annotated[
        int | Cases[int | None] | None,
        read_by(lambda: MOST),
        says("The most units of a side that take it in a phase; by side where it differs.", 3),
    ] = None
    cost: Annotated[
        Number | None,
        only_with("to"),
        idle_beside("along"),
        says(
            "Movement points that it costs, of a move straight to its end: a unit that has as many "
            "left takes it in the midst of its move, and goes on with the rest. Left out, it is "
            "all of the unit's move.",
            3,
        ),
    ] = None
    spends: Annotated[PoolPrice | None, says("What it costs.", {"pool": "shipping"})] = None
    table: Annotated[
        str,
        name_of("table"),
        ROLLS_FOR_UNIT,
        says(
            "A table that is rolled on for the unit when it has come there; `actor` in the results "
            "is the unit.",
            "landing",
        ),
    ] = ""
    mark: Annotated[
        str,
        name_of("state"),
        says("The state that a unit has from the moment when it begins to move.", "moved_fast"),
    ] = ""
    deed: Annotated[
        str,
        matching(ID),
        defines("state"),
        says(
            "What the unit has done by it: a state that it has until the next turn of its side "
            "begins, as it has `moved`. The section `states` need not say it; it may say what it "
            "does. None if left out.",
            "by_rail",
        ),
    ] = ""
    check: ModeCheck | None = None


class AllowanceModifier(Form, example=MUD):
    """What becomes of the allowance of some units. Of all modifiers in force for a unit, and of its
    states, first every `set` counts, the last one said; then every `add`, then every `multiply`,
    then every `at_most`, then every `at_least`; and what comes of it is rounded once.
    """

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Mud")] = ""
    only: Annotated[
        Selector | None,
        EACH,
        says("The units concerned; all if left out.", {"trait": "mechanised"}),
    ] = None
    set: Annotated[
        Number | Cases[Number | None] | None,
        read_by(lambda: AMOUNT),
        says("It is this.", 1, BY_KIND),
    ] = None
    add: Annotated[
        Signed | Cases[Signed | None] | None, read_by(lambda: CHANGE), says("Added to it.", -1)
    ] = None
    multiply: Annotated[
        Number | Cases[Number | None] | None,
        read_by(lambda: FACTOR),
        says("It is multiplied by this.", "1/2"),
    ] = None
    at_most: Annotated[Number | None, says("It is no more than this.", 2)] = None
    at_least: Annotated[
        Number | None, says("It is no less than this, whatever else is said.", 1)
    ] = None
    round: Annotated[
        Literal["down", "up", "nearest"] | None,
        says(
            "How it becomes a whole number; of several modifiers that say so the last one decides. "
            "If none does, to the nearest, a half up.",
            "down",
        ),
    ] = None

    @property
    def changes(self) -> bool:
        """Whether it does anything but round."""
        changes = (self.set, self.add, self.multiply, self.at_most, self.at_least)
        return any(part is not None for part in changes)


class KeepsTo(Form, example={"only": {"trait": "garrison"}, "within": "home"}):
    """Units that do not move out of a region. One that has been driven out may come back."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Garrisons")] = ""
    only: Annotated[
        Selector | None, EACH, says("The units; all if left out.", {"trait": "garrison"})
    ] = None
    within: Annotated[RegionName, says("The region.", "home")]


class Movement(Form, moments=("move",), example={"allowance": 4}):
    """How units move."""

    allowance: Annotated[
        Number | None,
        asked_at("move", "announce"),
        word("printed", None),
        cited("allowance"),
        says("Movement points of every unit; printed if each counter shows its own.", 4, "printed"),
    ]
    classes: Annotated[
        tuple[
            Annotated[
                str, matching(ID), defines("movement-class"), says("A movement class.", "foot")
            ],
            ...,
        ],
        NOT_EMPTY,
        ONCE,
        says(
            "Movement classes, for terrain that costs some units more than others.",
            ["foot", "wheeled"],
        ),
    ] = ("all",)
    through_friends: Annotated[
        Literal["allowed", "forbidden"],
        says("Whether units pass through hexes with friendly units.", "forbidden"),
    ] = "allowed"
    resume: Annotated[
        Literal["until_another_moves", "never"],
        idle_beside("most_hexes"),
        says(
            "Whether a unit that stopped may go on with its remaining points until another unit "
            "moves. Where it never does, a unit that has entered the map does not move on either, "
            "unless its entry costs 0.",
            "until_another_moves",
        ),
    ] = "until_another_moves"
    most_hexes: Annotated[
        int | None,
        between(1, 100),
        cited("most_hexes"),
        says(
            "The most hexes that a unit moves in a phase, whatever movement points it has; it then "
            "makes its move in one go. Any number if left out. Ways of moving have their own.",
            2,
        ),
    ] = None
    minimum_move: Annotated[
        Literal["none", "one_hex"],
        says(
            "Whether a unit that can move at all may always move one hex, whatever it costs.",
            "one_hex",
        ),
    ] = "none"
    stacks: Annotated[
        Literal["allowed", "forbidden"],
        says("Whether units of one hex may be moved together.", "allowed"),
    ] = "forbidden"
    modifiers: Annotated[
        Mapping[Annotated[str, matching(ID)], AllowanceModifier],
        NOT_EMPTY,
        says(
            "What changes allowances, by id: all that are in force count. Effects and phases add "
            "some in their patches. A way of moving that gives an allowance of its own is not "
            "concerned.",
            {"mud": MUD},
        ),
    ] = {}
    modes: Annotated[
        Mapping[Annotated[str, matching(ID)], Mode],
        cited("modes"),
        says(
            "Ways of moving in place of the ordinary one: `move A 0703 rapid`. In phases of kind "
            "movement only a unit that has not moved takes one, and its move is over with it.",
            {"rapid": {"multiply": 2}},
        ),
    ] = {}
    limits: Annotated[
        Mapping[Annotated[str, matching(ID)], KeepsTo],
        NOT_EMPTY,
        cited("limits"),
        says(
            "Units that may not move out of a region, by id. Retreats and advances are free to.",
            {"garrisons": {"only": {"trait": "garrison"}, "within": "home"}},
        ),
    ] = {}
    cite: Annotated[
        Citations,
        cites(
            "Rules that refusals and events of movement come from.",
            allowance="Movement points and their spending.",
            one_at_a_time="Units move one at a time.",
            adjacent="A move goes from hex to adjacent hex.",
            enemy="Hexes with enemy units.",
            friends="Hexes with friendly units.",
            limits="Regions that units may not leave.",
            map_edge="The edge of the map.",
            most_hexes="The most hexes of a move.",
            drift="Units that drift where they land.",
            modes="Ways of moving.",
            check="The check for a way of moving.",
            owner="Whose units may be moved.",
            phase="When units may be moved.",
            stacks="Moving as a stack.",
            stopped="Moves that are stopped on the way.",
        ),
    ] = NO_RULES

    def class_of(self, named: str) -> str:
        """The movement class of a type of unit that names this one, or none."""
        return named or self.classes[0]


class Drift(Form, example={"hexes": 1, "blocked": "stays"}):
    """The unit that is rolled for goes so many hexes in a direction that a die chooses: on the map
    1 is straight up (or up and to the right), and so on clockwise.
    """

    hexes: Annotated[
        int | DiceThrow,
        read_by(lambda: Annotated[int, between(1, 100)] | DiceWritten),
        says("How many hexes, or the dice that say how many.", 1, "1d6"),
    ]
    blocked: Annotated[
        Literal["eliminated", "stays"],
        says(
            "What becomes of a unit that would come off the map, or where it cannot be for its "
            "terrain, its enemies or too many friends: it is lost, or it stays where it aimed.",
            "stays",
        ),
    ] = "eliminated"

    @classmethod
    def built(cls, values: dict[str, Any]) -> Effect:
        """The step; of a number or dice comes what is written."""
        hexes = str(values["hexes"])
        given = DiceThrow.written(hexes) if "d" in hexes else int(hexes)
        return Effect("drift", who="actor", said=cls(**{**values, "hexes": given}))


def _drifting(drift: Effect | int) -> Effect:
    return Drift.built({"hexes": drift}) if isinstance(drift, int) else drift


class Drifting(Form, one_of=True):
    """What the section adds to the results of tables."""

    drift: Annotated[
        int | Drift,
        between(1, 100),
        becomes(_drifting),
        says(
            "The unit goes so many hexes in a direction that a die chooses.",
            {"hexes": 1, "blocked": "stays"},
            2,
        ),
    ]


class WhoMoves(Form):
    """Who may act in a phase."""

    only: Annotated[
        Selector | None,
        EACH,
        says(
            "The units that may act in this phase: move, fire, attack, be activated; all of the "
            "side if left out. Who may move is judged when the phase begins.",
            {"trait": "mechanised"},
            {"not": {"state": "fired"}},
        ),
    ] = None
    begun_in_zone: Annotated[
        Literal["moves", "stays"],
        needs("zones_of_control"),
        says("Whether units that begin the phase in an enemy zone of control may move.", "stays"),
    ] = "moves"

    @property
    def traits(self) -> tuple[str, ...]:
        """The traits of which the units that move need one, if that is what they need."""
        return self.only.trait if self.only else ()
