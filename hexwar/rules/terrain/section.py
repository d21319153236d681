"""What section ``terrain`` may say.

Kinds of hexes, hexsides and paths, each with what it costs to enter or cross, what it does to
battles, and what it looks like; other sections add keys of their own to these forms, as fire does
with cover. A cost is one value whatever an author writes: a number of movement points, ``None``
where entry is prohibited, or :data:`WHOLE_MOVE`, which is more than any unit has, so that code that
compares costs need not know of it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Any, Literal

from hexwar.definition.forms import (
    ANY_ORDER,
    ID,
    ITS_KEY,
    ITS_KEY_IN_WORDS,
    NO_RULES,
    NOT_EMPTY,
    ONCE,
    ONLY_READ,
    UNORDERED,
    Citations,
    Color,
    Form,
    Number,
    asked_at,
    becomes,
    cites,
    defines,
    matching,
    name_of,
    only_with,
    read_by,
    says,
    shared,
    word,
)
from hexwar.definition.model import CombatEffect
from hexwar.rules.language.effects import BattleEffects

Cost = Fraction | None
"""Movement points to enter; ``None`` means prohibited."""


WHOLE_MOVE = Fraction(10_000)
"""More than any unit has: what costs all movement is entered by a move of one hex only."""


@dataclass(frozen=True, slots=True)
class ClassCosts:
    """Costs for each movement class, or the same for all."""

    by_class: Mapping[str, Cost] = field(metadata=UNORDERED)
    usual: Cost = None

    def __getitem__(self, movement_class: str) -> Cost:
        return self.by_class.get(movement_class, self.usual)

    @property
    def stated(self) -> Mapping[str, Cost]:
        """Every cost by its class, or the one of all by no name."""
        return self.by_class or {"": self.usual}

    @property
    def all(self) -> tuple[Cost, ...]:
        """Every cost that is stated."""
        return tuple(self.stated.values())


VOID = "void"
"""The terrain of what is no part of the map."""

CostOfClass = Annotated[
    Number | None,
    word("prohibited", None),
    word("all", WHOLE_MOVE),
    says("Movement points for this class, prohibited, or all.", 1, "prohibited"),
]
CostOfAll = Annotated[Number | None, word("prohibited", None), word("all", WHOLE_MOVE)]


def _costs(given: Any) -> ClassCosts:
    return ClassCosts(given) if isinstance(given, Mapping) else ClassCosts({}, given)


EntryCost = Annotated[
    CostOfAll | Mapping[Annotated[str, name_of("movement-class")], CostOfClass],
    becomes(_costs),
    shared(
        "cost",
        "Movement points, a word, or one of these for each movement class. What is prohibited is "
        "closed; what costs all is entered, or crossed, as a whole move: of one hex, by a unit "
        "that has not moved, whatever it has.",
        2,
        "prohibited",
        {"foot": 1, "wheeled": "prohibited"},
    ),
]
ExtraCost = Annotated[
    Number
    | Mapping[
        Annotated[str, name_of("movement-class")],
        Annotated[Number, says("Movement points for this class.", 1)],
    ],
    becomes(_costs),
]
Entering = Annotated[Literal["stop", "allowed"], says("Whether a unit must stop.", "stop")]
COMBAT = ({"defender": {"add": 1}}, {"shift": -1}, "prohibited")
Title = Annotated[str, ITS_KEY_IN_WORDS, says("The name that players read.", "Woods")]
PATTERNS = frozenset(
    {
        "plain",
        "woods",
        "forest",
        "trees",
        "grove",
        "hills",
        "hill",
        "mountain",
        "mountains",
        "rough",
        "rocks",
        "boulders",
        "grass",
        "scrub",
        "marsh",
        "swamp",
        "water",
        "lake",
        "sea",
        "fields",
        "farmland",
        "sand",
        "desert",
        "city",
        "urban",
        "town",
        "village",
        "fort",
        "mill",
        "building",
        "house",
    }
)
"""Words that the ground of a hex is drawn for; any other word is hatched."""
BUILT = frozenset({"city", "urban", "town", "village", "fort", "mill", "building", "house"})
"""Those of them that are ground with buildings, as places are."""

Drawn = Annotated[Color, says("The colour that it is drawn in.", "#7f9a5b")]


class HexTerrain(Form, open="terrain_hexes", example={"title": "Woods", "cost": 2}):
    """One kind of hex."""

    id: Annotated[str, ITS_KEY]
    title: Title = ""
    cost: Annotated[
        ClassCosts,
        read_by(lambda: EntryCost),
        says("Movement points to enter the hex.", 1, "prohibited"),
    ]
    entering: Annotated[
        Entering | Mapping[Annotated[str, name_of("movement-class")], Entering],
        asked_at("move"),
        says(
            "Whether a unit that enters it must stop there, by whatever way it comes; by movement "
            "class where it differs.",
            "stop",
            {"foot": "allowed", "wheeled": "stop"},
        ),
    ] = "allowed"
    combat: Annotated[
        tuple[CombatEffect, ...],
        read_by(lambda: BattleEffects),
        says("What it does to a battle: prohibited forbids the attack.", *COMBAT),
    ] = ()
    color: Drawn = ""
    pattern: Annotated[
        str,
        ONLY_READ,
        matching(ID),
        says(
            "The pattern drawn over the colour, and the colour itself if none is given: woods, "
            "hills, mountains, rough, marsh, water, fields, sand, town, fort, mill, grass, trees, "
            "building or rocks. With plain nothing is drawn; any other word is drawn hatched. "
            "Left out: as the name says (forest, swamp, sea, city and the like), else none.",
            "woods",
        ),
    ] = ""

    def stops(self, movement_class: str) -> bool:
        """Whether units of a class must stop in it."""
        entering = self.entering
        return (
            entering if isinstance(entering, str) else entering.get(movement_class, "allowed")
        ) == "stop"


class HexsideTerrain(Form, open="terrain_hexsides", example={"title": "River", "cost": 1}):
    """One kind of hexside."""

    id: Annotated[str, ITS_KEY]
    title: Title = ""
    cost: Annotated[
        ClassCosts,
        read_by(lambda: EntryCost),
        says(
            "Movement points to cross it, added to the cost of the hex entered; none if left out.",
            1,
        ),
    ] = ClassCosts({}, Fraction(0))
    direction: Annotated[
        Literal["both", "one_way"],
        says(
            "Who crosses it: all who go from one of its hexes to the other, or only those who come "
            "from the hex that the map names first. So a slope is written from its foot: "
            "`0304/0404` is climbed from 0304 to 0404, and nothing to those who come down.",
            "one_way",
        ),
    ] = "both"
    negates: Annotated[
        tuple[Annotated[str, name_of("hexside"), says("A kind of hexside.", "river")], ...],
        ANY_ORDER,
        ONCE,
        says("Kinds of hexside that this one makes harmless.", ["river"]),
    ] = ()
    combat: Annotated[
        tuple[CombatEffect, ...],
        read_by(lambda: BattleEffects),
        says(
            "What it does to a battle fought across it: prohibited forbids the attack. Every "
            "attacker who crosses it is affected; effects on the defender and shifts hold when all "
            "attackers cross one that has them, see `counts`.",
            *COMBAT,
        ),
    ] = ()
    counts: Annotated[
        Literal["all", "any", "each"],
        only_with("combat"),
        says(
            "Who has to cross it for what it does to the defender and on the table: all attackers "
            "who are beside the target, or any of them. With each, a defender whose strength it "
            "multiplies has that against those who cross only: theirs is divided.",
            "any",
        ),
    ] = "all"
    color: Drawn = ""
    pattern: Annotated[
        Literal["river", "stream", "cliff", "wall", "bridge", "ford", "line"] | None,
        ONLY_READ,
        says(
            "How it is drawn. Left out: as the name says (river, canal, wadi; stream, brook, "
            "creek; cliff, ridge, slope; wall, hedge; bridge, ford), else a bridge where it "
            "negates others, a cliff where nobody crosses, a line otherwise.",
            "cliff",
        ),
    ] = None


class PathTerrain(Form, example={"title": "Road", "cost": "1/2"}):
    """One kind of path."""

    id: Annotated[str, ITS_KEY]
    title: Title = ""
    cost: Annotated[
        ClassCosts,
        read_by(lambda: EntryCost),
        says(
            "Movement points for a step along it, in place of every other cost of the step; but "
            "see `hexsides`.",
            "1/2",
        ),
    ]
    hexsides: Annotated[
        Literal["free", "paid"],
        says(
            "Whether the step is free of what the hexsides cost that it crosses, or pays for them "
            "too where nothing negates them: a road over a river without a bridge.",
            "paid",
        ),
    ] = "free"
    color: Drawn = ""
    pattern: Annotated[
        Literal["road", "track", "rail"] | None,
        ONLY_READ,
        says(
            "How it is drawn. Left out: as the name says (rail; track, trail), else a road.", "road"
        ),
    ] = None


class Feature(Form, example={"title": "Town", "sign": "border"}):
    """One kind of feature."""

    id: Annotated[str, ITS_KEY]
    title: Title = ""
    cost: Annotated[
        ClassCosts,
        asked_at("move"),
        read_by(lambda: ExtraCost),
        says("Movement points to enter its hex, added to those of the hex; none if left out.", 1),
    ] = ClassCosts({}, Fraction(0))
    combat: Annotated[
        tuple[CombatEffect, ...],
        read_by(lambda: BattleEffects),
        says("What it does to a battle for its hex: prohibited forbids the attack.", *COMBAT),
    ] = ()
    sign: Annotated[
        Literal["border", "dot", "star", "buildings"] | None,
        ONLY_READ,
        says(
            "How it is drawn in its hex. Left out: as the name says (city, town, village; "
            "capital, objective), else a border.",
            "border",
        ),
    ] = None
    color: Drawn = ""


class Terrain(Form, example={"hexes": {"open": {"title": "Open", "cost": 1}}}):
    """Kinds of terrain: of hexes, of hexsides, of paths along hexes, and features printed in
    hexes.
    """

    hexes: Annotated[
        Mapping[Annotated[str, matching(ID), defines("terrain", VOID)], HexTerrain],
        NOT_EMPTY,
        says("Kinds of hex.", {"open": {"title": "Open", "cost": 1}}),
    ]
    hexsides: Annotated[
        Mapping[Annotated[str, matching(ID), defines("hexside")], HexsideTerrain],
        says(
            "Kinds of hexside: river, bridge, wall.",
            {
                "river": {"title": "River", "cost": 2},
                "bridge": {"title": "Bridge", "negates": ["river"]},
            },
        ),
    ] = {}
    paths: Annotated[
        Mapping[Annotated[str, matching(ID), defines("path")], PathTerrain],
        says("Kinds of path: road, rail.", {"road": {"title": "Road", "cost": "1/2"}}),
    ] = {}
    features: Annotated[
        Mapping[Annotated[str, matching(ID), defines("feature")], Feature],
        says("What may be printed in a hex.", {"town": {"title": "Town"}}),
    ] = {}
    together: Annotated[
        Literal["sum", "best"],
        asked_at("battle"),
        says(
            "What counts of what the hex and the hexsides do to a battle in the same way (to one "
            "side's strength by adding, or by multiplying; on the columns; on the die): all of it, "
            "or only what is best for the defender; on the die the lowest. Games with tables of "
            "shifts mostly add up; in many introductory games a hill behind a river is a hill.",
            "best",
        ),
    ] = "sum"
    cite: Annotated[
        Citations,
        cites(
            "Rules that this section comes from.",
            cost="What terrain costs.",
            prohibited="Terrain that may not be entered.",
            stop="Terrain in which units must stop.",
            combat="What terrain does in combat.",
            hexside="Crossing hexsides.",
            path="Moving along paths.",
        ),
    ] = NO_RULES
