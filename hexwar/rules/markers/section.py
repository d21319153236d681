"""What section ``markers`` may say.

A kind of marker (:class:`Marker`) says three things, each by a form of its own: when and by whom it
is placed (:class:`MarkerPlacing`), what it does where it lies (:class:`Does`: dearer, closed and
halting hexes, rolls on entering, effects on battles), and how it goes again (:class:`Clearing`,
:class:`MarkerEnding`). Below, what selectors ask of markers and what results do with them.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from hexwar.definition.forms import (
    ID,
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NO_RULES,
    NOT_EMPTY,
    ONLY_READ,
    Citations,
    Form,
    Number,
    PictureFile,
    Places,
    SideName,
    asked,
    becomes,
    between,
    cited,
    cites,
    defines,
    idle_beside,
    matching,
    name_of,
    read_by,
    says,
)
from hexwar.rules.language.dice import DiceThrow, DiceWritten
from hexwar.rules.language.effects import BattleEffects, Effects
from hexwar.rules.language.places import EACH, OF_MARKER, OF_MARKER_IN_BATTLE, ROLLS_FOR_UNIT
from hexwar.rules.language.section import At, Count, Names, Selector, Within, one_of, several_of

PhaseName = Annotated[str, name_of("phase")]
MarkerName = Annotated[str, name_of("marker")]

DIGGING = {"phase": "red_movement", "by": {"type": "infantry"}}
TRENCH = {
    "side": "red",
    "place": DIGGING,
    "does": {"combat": {"shift": -1}},
    "ends": "left",
}
RAID = {
    "side": "red",
    "most": 2,
    "place": {"phase": "red_raids", "within": {"hexes": 9, "of": {"side": "own"}}},
    "acts": {"within": 1},
    "does": {"cost": {"add": 1, "only": {"side": "enemy"}}},
    "ends": {"at": "begin", "phase": "red_raids"},
}


class MarkerPlacing(Form, example=DIGGING):
    """When, by whom and where such markers are placed."""

    phase: Annotated[
        Names,
        read_by(lambda: one_of(PhaseName, "A phase.", "red_raids")),
        says(
            "The phases of its side in which it is placed: of kind markers, or of kind movement if "
            "units place it.",
            "red_raids",
        ),
    ]
    by: Annotated[
        Selector | None,
        asked("the side of the marker", units="own"),
        says(
            "The units that place it where they stand, as engineers dig: each once in a phase, "
            "in a movement phase in place of its move. The side itself places it if left out.",
            {"type": "infantry"},
        ),
    ] = None
    at: Annotated[At | None, says("The hexes in which it may be placed.", {"terrain": "woods"})] = (
        None
    )
    within: Annotated[
        Within | None,
        OF_MARKER,
        says(
            "It is placed at most so far from one of these units; own and enemy as its side sees "
            "them.",
            {"hexes": 5, "of": {"side": "own"}},
        ),
    ] = None
    enemies: Annotated[
        Literal["allowed", "forbidden"],
        says("Whether it is placed where enemy units stand.", "forbidden"),
    ] = "allowed"
    most: Annotated[
        int | None, between(1, 1000), says("The most that are placed in one phase.", 2)
    ] = None


class Acting(Form, example={"within": 1}):
    """Where markers act."""

    within: Annotated[
        int,
        between(0, 100),
        says("In all hexes so near to it; in its own hex alone if left out.", 1),
    ] = 0


class Dearer(Form, example={"add": 1, "only": {"side": "enemy"}}):
    """What it costs to enter hexes, on top of their terrain."""

    add: Annotated[Number, says("Movement points, once for each marker that acts there.", 1)]
    only: Annotated[
        Selector | None,
        OF_MARKER,
        says(
            "The units that pay them, own and enemy as the side of the marker sees them; all if "
            "left out.",
            {"side": "enemy"},
        ),
    ] = None


class Closed(Form, example={"only": {"side": "enemy"}}):
    """Units that do not move into hexes."""

    only: Annotated[
        Selector | None,
        OF_MARKER,
        says(
            "The units, own and enemy as the side of the marker sees them; all if left out.",
            {"side": "enemy"},
        ),
    ] = None


class Halting(Form, example={"only": {"side": "enemy"}}):
    """Units that move no further than such a hex."""

    only: Annotated[
        Selector | None,
        OF_MARKER,
        says(
            "The units, own and enemy as the side of the marker sees them; all if left out.",
            {"side": "enemy"},
        ),
    ] = None


class EntryRoll(Form, example={"table": "mines", "only": {"side": "enemy"}}):
    """A roll for every unit that comes into the hex, and stops there; not in a retreat or an
    advance.
    """

    table: Annotated[
        str,
        name_of("table"),
        ROLLS_FOR_UNIT,
        says("The table; `who: actor` in its results is the unit.", "mines"),
    ]
    only: Annotated[
        Selector | None,
        OF_MARKER,
        says(
            "The units, own and enemy as the side of the marker sees them; all if left out.",
            {"trait": "mechanised"},
        ),
    ] = None


class Does(Form, not_empty=True, example={"combat": {"shift": -1}}):
    """What markers do in the hexes in which they act."""

    cost: Annotated[
        Dearer | None,
        cited("cost"),
        says("Movement is dearer there.", {"add": 1, "only": {"side": "enemy"}}),
    ] = None
    prohibited: Annotated[
        Closed | None,
        cited("prohibited"),
        says("Units may not move into them.", {"only": {"side": "enemy"}}),
    ] = None
    stop: Annotated[
        Halting | None,
        cited("stop"),
        says("Units that move into them stop there: blocks, wire.", {"only": {"side": "enemy"}}),
    ] = None
    entering: Annotated[
        EntryRoll | None,
        cited("entering"),
        says("What befalls units that move into them: mines.", {"table": "mines"}),
    ] = None
    combat: Annotated[
        Effects,
        read_by(lambda: BattleEffects),
        OF_MARKER_IN_BATTLE,
        cited("combat"),
        says(
            "What they do to a battle for such a hex, as terrain would.",
            {"shift": -1},
            {"defender": {"multiply": 2, "only": {"side": "own"}}},
        ),
    ] = ()

    trace: Annotated[
        Literal["blocked"] | None,
        cited("trace"),
        says("No supply line of another side than the marker's runs through them.", "blocked"),
    ] = None


class ClearingRoll(Form, example={"dice": "1d6", "at_least": 5}):
    """A roll for each try."""

    dice: Annotated[DiceThrow, read_by(lambda: DiceWritten), says("The dice.", "1d6")]
    at_least: Annotated[int, between(1, 1000), says("The least that is enough.", 5)]


class Clearing(Form, example={"phase": "red_movement", "by": {"type": "engineers"}}):
    """When, by whom and how such markers are taken off the map."""

    phase: Annotated[
        Names,
        read_by(lambda: one_of(PhaseName, "A phase.", "red_movement")),
        says(
            "The phases in which units clear them, of kind markers or of kind movement.",
            "red_movement",
        ),
    ]
    by: Annotated[
        Selector | None,
        asked("the side that clears it", units="own"),
        says(
            "The units that do, of the side whose phase it is: each once in a phase, in a movement "
            "phase in place of its move; all if left out.",
            {"type": "engineers"},
        ),
    ] = None
    within: Annotated[
        int, between(0, 100), says("How near they stand: in its hex if left out, or next to it.", 1)
    ] = 0
    roll: Annotated[
        ClearingRoll | None,
        says("What they roll for it; nothing if left out.", {"dice": "1d6", "at_least": 5}),
    ] = None


class MarkerEnding(Form, example={"at": "begin", "phase": "red_raids"}):
    """All such markers are taken off when a phase begins or ends."""

    at: Annotated[Literal["begin", "end"], says("At its beginning, or its end.", "begin")]
    phase: Annotated[PhaseName, says("The phase.", "red_raids")]


End = Annotated[
    Literal["left", "taken"] | MarkerEnding,
    says("A moment.", "left", {"at": "begin", "phase": "red_raids"}),
]


class Marker(Form, example=TRENCH):
    """Markers of one kind. At most one of a kind lies in a hex; everybody sees them."""

    id: Annotated[str, ITS_KEY]
    title: Annotated[str, ITS_KEY_IN_WORDS, says("What players read.", "Entrenchment")] = ""
    side: Annotated[SideName, says("The side that places them.", "red")]
    most: Annotated[
        int | Count | None,
        EACH,
        between(1, 10000),
        cited("most"),
        says(
            "How many lie on the map at most: a number, or what something comes to.",
            3,
            {"occupied": {"region": "towns", "side": "red"}},
        ),
    ] = None
    begins: Annotated[Places, says("Where they lie when the game begins.", ["0508"])] = ()
    place: Annotated[
        MarkerPlacing | None,
        cited("place"),
        says("How they are placed; never if left out.", DIGGING),
    ] = None
    clear: Annotated[
        Clearing | None,
        cited("clear"),
        says(
            "How units take them off the map; they do not if left out.",
            {"phase": "red_movement", "by": {"type": "engineers"}, "within": 1},
        ),
    ] = None
    sign: Annotated[
        Literal["trench", "mines", "obstacle", "fort", "letters"] | None,
        ONLY_READ,
        says(
            "How they are drawn on the map; letters are the first of the title. Left out: as the "
            "name says (trench, dug in; mines; wire, block, abatis; fort, bunker), else letters.",
            "trench",
        ),
    ] = None
    picture: Annotated[
        PictureFile | None,
        says(
            "A PNG, JPEG, GIF or SVG in the game's folder that is shown in place of the sign.",
            "pictures/trench.png",
        ),
    ] = None
    acts: Annotated[
        Acting, says("Where they act; in their own hex if left out.", {"within": 1})
    ] = Acting()
    does: Annotated[Does, says("What they do.", {"combat": {"shift": -1}})]
    ends: Annotated[
        tuple[Literal["left", "taken"] | MarkerEnding, ...],
        read_by(lambda: Literal["left", "taken"] | MarkerEnding | tuple[End, ...]),
        becomes(several_of),
        NOT_EMPTY,
        cited("ends"),
        says(
            "When one is taken off: at once when no unit of its side is in its hex any more "
            "(left), when an enemy unit is (taken), or with a phase. They stay if left out.",
            "left",
            {"at": "begin", "phase": "red_raids"},
            ["taken", {"at": "end", "phase": "red_raids"}],
        ),
    ] = ()
    cite: Annotated[
        Citations,
        cites(
            place="Who places them, and where.",
            most="How many there are.",
            cost="What they add to movement.",
            prohibited="Whom they keep out.",
            stop="Whom they stop.",
            entering="What befalls those who enter.",
            clear="Who clears them, and how.",
            combat="What they do to battles.",
            trace="Which supply lines they block.",
            ends="When they are taken off.",
        ),
    ] = NO_RULES


class Markers(Form, whole="by_id", example={"trench": TRENCH, "interdiction": RAID}):
    """Counters that are no units and lie on the map: entrenchments, interdiction, fortifications
    that can be taken. Sides or their units place them in the course of the game, and they end.
    """

    by_id: Annotated[
        Mapping[Annotated[str, matching(ID), defines("marker")], Marker], NOT_EMPTY
    ] = {}


class MarkerSelector(Form):
    """What the section adds to selectors."""

    marker: Annotated[
        Names,
        read_by(lambda: one_of(MarkerName, "A kind of marker.", "mines")),
        says("In a hex in which such a marker acts.", "mines"),
    ] = ()


class MarkerStep(Form, single="marker", example={"marker": "mines", "at": "attackers"}):
    """Which markers, and where."""

    marker: Annotated[MarkerName, says("The kind of marker.", "mines")]
    at: Annotated[
        Literal["target", "attackers"],
        idle_beside("hexes"),
        says(
            "In the hexes that are fought for or fired at, of a table where the unit stands that "
            "it is rolled for; or in those that were attacked from.",
            "attackers",
        ),
    ] = "target"
    hexes: Annotated[
        Places, says("In these hexes in place of them: events.", ["0503"], ["towns"])
    ] = ()
    drawn: Annotated[
        int | None,
        between(1, 100),
        says("In so many of them that are as they must be, drawn by dice; in all if left out.", 1),
    ] = None


class MarkerVerbs(Form, one_of=True):
    """What the section adds to result programs and to the results of tables."""

    place: Annotated[
        MarkerStep,
        says(
            "Markers are placed where none of the kind lies, as long as there are any (`most`).",
            "mines",
            {"marker": "mines", "hexes": ["0503", "0504"], "drawn": 1},
        ),
    ]
    clear: Annotated[
        MarkerStep,
        says("Markers are taken off the map.", "mines", {"marker": "mines", "at": "attackers"}),
    ]
