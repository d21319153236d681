"""What section ``fire`` may say, and what it adds to terrain and to the results of tables.

From small to large: how far units fire (:class:`Range`), what is added under a condition
(:class:`Extra`), a pool of dice made of these (:class:`DicePool`), what weapons do to targets
(:class:`Effectiveness`), fire at what another unit sees, a table in place of pools, how often, fire
that spills over and fire of several units; then :class:`Fire`, which holds all of them. ``pools``
counts the dice, ``resolution`` throws them. Last, a fire before its dice in lines that players
read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal

from hexwar.definition.forms import (
    ID,
    NO_RULES,
    NOT_EMPTY,
    ONLY_READ,
    Citations,
    Form,
    Number,
    asked,
    asked_at,
    between,
    cited,
    cites,
    idle_beside,
    matching,
    name_of,
    needs,
    only_with,
    read_by,
    says,
    word,
)
from hexwar.definition.model import Effect, ResolvedGame
from hexwar.engine.queries import FirePreview
from hexwar.rules.facing.section import INTO
from hexwar.rules.language.dice import ANY, DiceThrow, DiceWritten
from hexwar.rules.language.effects import Cases
from hexwar.rules.language.places import EACH, IN_FIRE, IN_REACTION, REACTING, ROLLS_OF_FIRE
from hexwar.rules.language.section import Selector
from hexwar.rules.language.wording import every, percents, several
from hexwar.rules.sides.section import Sides
from hexwar.rules.terrain.section import HexsideTerrain, HexTerrain
from hexwar.rules.units.section import ByValue

FIRER, TARGET = "firer", "target"

SKIRMISHERS = {"trait": "mechanised"}

RANGE, STRENGTH, DIFFERENTIAL, ODDS = "range", "strength", "differential", "odds"

FIGURES, STEPS, UNITS, ELIMINATED = "figures", "steps", "units", "eliminated"
ATTACK, DEFENSE = "attack", "defense"
CHOSEN, WHOLE_HEX = "chosen", "hex"
ONE_HEX, ADJACENT, ANYWHERE = "one_hex", "adjacent", "anywhere"
LEAST, MOST, SUM = "least", "most", "sum"

OPTIMAL = "optimal"
"""The word for the optimal range of the section."""

FACES = {"d4": 4, "d6": 6, "d8": 8, "d10": 10, "d12": 12, "d20": 20}
"""Dice that may be named in place of a value: their faces."""

ARMOR = {"value": "armor"}


class Range(Form, not_empty=True, example={"optimal": {"value": "quality"}, "most": 36}):
    """How far units fire, in hexes from hex to hex."""

    optimal: Annotated[
        int | ByValue | None,
        between(0, 1000),
        says("The optimal range, for what counts within it.", 6, {"value": "quality"}),
    ] = None
    most: Annotated[
        int | ByValue | None,
        between(1, 1000),
        word("unlimited", None),
        says("The most hexes to a target.", 12, "unlimited", {"value": "range"}),
    ] = None


class Extra(Form, definition="extra", not_empty=True, example={"within": "optimal", "add": 1}):
    """What is added under a condition; all that one entry says holds together."""

    title: Annotated[str, ONLY_READ, says("What players read.", "Optimal range")] = ""
    add: Annotated[
        int,
        between(-100, 100),
        says("How many are added; one if left out. They are multiplied by what follows.", 1, -1),
    ] = 1
    value: Annotated[
        str, name_of("value"), says("For every one of this value of the unit.", "support")
    ] = ""
    fired: Annotated[
        Literal["", "each"],
        says("For each time that the unit has fired before in this turn, however.", "each"),
    ] = ""
    cover: Annotated[
        bool,
        says("For each die of the cover in which the target is, see the section terrain.", True),
    ] = False
    within: Annotated[
        Literal["optimal"] | int | ByValue | None,
        between(0, 1000),
        says("Where the target is no more hexes away.", "optimal", 6, {"value": "quality"}),
    ] = None
    beyond: Annotated[
        Literal["optimal"] | int | ByValue | None,
        between(0, 1000),
        says("Where the target is more hexes away.", 6, "optimal"),
    ] = None
    only: Annotated[
        Selector | None, IN_FIRE, says("For such units only.", {"trait": "mechanised"})
    ] = None
    of: Annotated[
        Literal["", "firer", "target"],
        says(
            "Whose value, range and kind count: those of the unit that fires or of its target. If "
            "left out, of the one whose dice they are.",
            "target",
        ),
    ] = ""


Extras = Annotated[
    tuple[Extra, ...], NOT_EMPTY, says("What is added, or taken away.", [{"value": "support"}])
]


class DicePool(
    Form, definition="pool", example={"count": "figures", "die": "quality", "plus": [ARMOR]}
):
    """How many dice, and of how many faces. Where a table decides, the number is the strength."""

    count: Annotated[
        Literal["figures", "steps", "units", "attack", "defense"] | int | ByValue,
        between(0, 1000),
        says(
            "One for each effective figure, for each step left, for the unit, for each point of "
            "its strength in attack or defence; a number, or a value. Where it is none, there are "
            "no dice whatever is added.",
            "figures",
            "attack",
            {"value": "guns"},
        ),
    ]
    die: Annotated[
        Literal["d4", "d6", "d8", "d10", "d12", "d20"]
        | Annotated[str, matching(ID), name_of("die")],
        says("The die: a value of the unit, or the same for all.", "quality", "d6"),
    ] = "d6"
    without: Annotated[
        tuple[Extra, ...],
        NOT_EMPTY,
        says(
            "Those who count for nothing, taken from the count: where nobody else is left, there "
            "are no dice whatever is added.",
            [{"title": "Medic", "only": {"state": "medic"}}],
        ),
    ] = ()
    plus: Extras = ()


RIFLES = {"only": {"trait": "foot"}, "against": SKIRMISHERS, "beyond": 1, "prohibited": True}


class Effectiveness(Form, not_empty=True, example=RIFLES):
    """What some weapons do to some targets: to the dice of the fire, or its strength."""

    title: Annotated[str, ONLY_READ, says("What players read.", "Small arms")] = "Weapon and target"
    only: Annotated[
        Selector | None, IN_FIRE, says("Who fires; all if left out.", {"trait": "foot"})
    ] = None
    against: Annotated[
        Selector | None, IN_FIRE, says("Who is fired at; all if left out.", SKIRMISHERS)
    ] = None
    within: Annotated[
        Literal["optimal"] | int | ByValue | None,
        between(0, 1000),
        says("Where the target is no more hexes away.", "optimal", 6, {"value": "quality"}),
    ] = None
    beyond: Annotated[
        Literal["optimal"] | int | ByValue | None,
        between(0, 1000),
        says("Where the target is more hexes away.", 6, "optimal"),
    ] = None
    add: Annotated[
        int,
        between(-100, 100),
        idle_beside("prohibited", "true"),
        says("How many are added.", 1, -1),
    ] = 0
    multiply: Annotated[
        Number,
        idle_beside("prohibited", "true"),
        says("All are multiplied by this, before.", 2, "1/2"),
    ] = Fraction(1)
    prohibited: Annotated[bool, says("True: such fire cannot be.", True)] = False


class Indirect(Form, example={"only": {"trait": "gun"}, "observer": {"trait": "foot"}}):
    """Fire at what the unit does not see itself, if another unit of its side does."""

    only: Annotated[
        Selector | None, EACH, says("Who may fire so; all if left out.", {"trait": "gun"})
    ] = None
    observer: Annotated[
        Selector | None,
        EACH,
        says("Who must see the target for it; any other unit of its side.", {"trait": "foot"}),
    ] = None
    within: Annotated[
        int | None, between(1, 1000), says("So many hexes from the target at most.", 6)
    ] = None


class ByTable(Form, example={"table": "gunnery", "column": "range", "roll": [{"value": "armor"}]}):
    """A table of the section tables decides; its results concern the target."""

    table: Annotated[
        str, name_of("table"), ROLLS_OF_FIRE, says("The table; its `column` is given.", "gunnery")
    ]
    column: Annotated[
        Literal["range", "strength", "differential", "odds"],
        says(
            "What chooses the column: the hexes to the target, the strength of the fire, that less "
            "the strength of the defence, or odds, rounded in favour of the defence: 3 is three to "
            "one, -2 one to two.",
            "range",
        ),
    ]
    roll: Annotated[
        Extras, says("What is added to the roll.", [{"value": "armor", "of": "target", "add": -1}])
    ] = ()


class FireLimit(Form, not_empty=True, example={"phase": 2, "turn": 3}):
    """How often a unit fires; once in a phase if nothing is said."""

    phase: Annotated[
        int | None,
        between(1, 1000),
        word("unlimited", None),
        says("In one phase of kind fire.", 2, "unlimited"),
    ] = 1
    turn: Annotated[int | None, between(1, 1000), says("In one turn, however.", 3)] = None


class Spill(Form, example={"only": {"trait": "gun"}, "reach": 1, "multiply": "1/2"}):
    """Fire that also hits units other than its target: those near it, friends among them. Each is
    rolled for, by its own defence, with a share of the dice or of the strength.
    """

    only: Annotated[
        Selector | None, EACH, says("Whose fire spills over; all if left out.", {"trait": "gun"})
    ] = None
    against: Annotated[
        Selector | None, EACH, says("Whom it befalls; all if left out.", {"trait": "foot"})
    ] = None
    reach: Annotated[
        int, between(0, 10), says("How many hexes from the target; 0 is its hex alone.", 1)
    ] = 1
    multiply: Annotated[
        Number, says("By what the dice or the strength are multiplied for them.", "1/2")
    ] = Fraction(1, 2)
    among: Annotated[
        Literal["all", "enemies"], says("Whether friends are hit as well.", "enemies")
    ] = "all"


class GroupFire(Form, example={"where": "adjacent", "most": 3}):
    """Fire of several units at once at one target. Each must be able to fire at it, or would be if
    it had dice; their dice are thrown together, of a table their strengths are added up, and the
    defence is the best that the target has against any of them. A column that is chosen by range
    is that of the unit farthest away.
    """

    only: Annotated[
        Selector | None, EACH, says("Who fires with others; all if left out.", {"trait": "foot"})
    ] = None
    where: Annotated[
        Literal["one_hex", "adjacent", "anywhere"],
        says(
            "Where they stand: in one hex; in hexes each of which is next to another of them; or "
            "wherever they are.",
            "adjacent",
        ),
    ] = "one_hex"
    most: Annotated[int | None, between(2, 100), says("So many units at most.", 3)] = None
    roll: Annotated[
        Literal["least", "most", "sum"],
        says(
            "Of an entry that adds to the roll on a table for one of them more than for another: "
            "which counts. sum: all of it, of entries about who fires.",
            "most",
        ),
    ] = "least"


class Fire(
    Form,
    moments=("offer",),
    example={
        "range": {"optimal": {"value": "quality"}},
        "resolve": "opposed_pools",
        "dice": {
            "count": "figures",
            "die": "quality",
            "plus": [{"value": "support"}, {"within": "optimal"}, {"fired": "each", "add": -1}],
        },
        "defense": {"count": "figures", "die": "quality", "plus": [ARMOR]},
        "hits": "figures",
    },
):
    """Fire at a hex, of one unit or of several together: opposed pools of dice, or a table."""

    only: Annotated[
        Selector | None,
        IN_REACTION,
        cited("only"),
        says("Who fires; all if left out.", {"trait": "mechanised"}),
    ] = None
    targets: Annotated[
        Selector | None,
        asked("the side that fires", *REACTING, units="enemy"),
        cited("targets"),
        says("Who is fired at; all enemies if left out.", {"trait": "mechanised"}),
    ] = None
    range: Annotated[Range, cited("range")] = Range()
    target: Annotated[
        Literal["unit", "chosen", "hex"],
        cited("target"),
        says(
            "Of several enemies in a hex: whether the one with the best defence is fired at, one "
            "whom the firer chooses, or all of them, by the defence of that one: then results are "
            "about each, and hits are taken one after the other.",
            "hex",
        ),
    ] = "unit"
    effect: Annotated[
        tuple[Effectiveness, ...],
        NOT_EMPTY,
        cited("effect"),
        says("Weapons against kinds of target: the first entry that fits counts.", [RIFLES]),
    ] = ()
    indirect: Annotated[
        Indirect | None,
        cited("indirect"),
        only_with("line_of_sight", having=("required",)),
        says(
            "Fire without sight, where one of its side sees the target; none if left out.",
            {"only": {"trait": "gun"}, "observer": {"trait": "foot"}},
        ),
    ] = None
    line_of_sight: Annotated[
        Literal["required", "not_needed"],
        cited("line_of_sight"),
        says("Whether the unit must see its target, see the section line_of_sight.", "required"),
    ] = "not_needed"
    into: Annotated[
        tuple[str, ...] | Cases[tuple[str, ...]],
        read_by(lambda: INTO),
        cited("into"),
        needs("facing"),
        says(
            "The arcs of the unit in which the hexes lie that it fires at; all if left out. It may "
            "differ by unit: turrets and guns.",
            ["front"],
            {"cases": [{"only": {"trait": "gun"}, "is": ["front"]}, ["front", "flank", "rear"]]},
        ),
    ] = ()
    most: Annotated[FireLimit, cited("most")] = FireLimit()
    together: Annotated[
        GroupFire | None,
        cited("together"),
        says("Several units fire at once; one by one if left out.", {"where": "one_hex"}),
    ] = None
    spills: Annotated[
        Spill | None,
        cited("spills"),
        says("Fire befalls others near the target; none if left out.", {"reach": 1}),
    ] = None
    resolve: Annotated[
        Literal["opposed_pools"] | ByTable,
        says(
            "Opposed pools: the fire has a hit for each success that no success of the defence "
            "blocks. Or a table.",
            "opposed_pools",
            {"table": "gunnery", "column": "range"},
        ),
    ] = "opposed_pools"
    success: Annotated[
        int,
        asked_at("offer", "aftermath"),
        between(2, 100),
        says("The least face that is a success of a pool.", 4),
    ] = 4
    blocks: Annotated[
        Literal["like_or_lower", "any"],
        asked_at("offer", "aftermath"),
        says(
            "What a success of the defence blocks: one success like it or lower, as many as can "
            "be; or any one.",
            "like_or_lower",
        ),
    ] = "like_or_lower"
    dice: Annotated[
        DicePool | None,
        says(
            "The dice of the fire; without one there is no fire.",
            {"count": "figures", "die": "quality"},
        ),
    ] = None
    defense: Annotated[
        DicePool | None,
        asked_at("offer", "aftermath"),
        says("The dice of the defence; none if left out.", {"count": "figures", "die": "d8"}),
    ] = None
    hits: Annotated[
        Literal["figures", "steps", "eliminated"],
        asked_at("offer", "aftermath"),
        says(
            "What a hit takes: an effective figure, a step, or the unit. There are no more hits "
            "than the target has of them.",
            "figures",
        ),
    ]
    mark: Annotated[
        str,
        name_of("state"),
        cited("mark"),
        says("The state of a unit that has been fired at, hit or not; none if left out.", "pinned"),
    ] = ""
    cite: Annotated[
        Citations,
        cites(
            "Rules about fire.",
            fire="How fire is resolved, and what comes of it.",
            dice="How many dice there are.",
            only="Who fires.",
            targets="Who is fired at.",
            owner="Whose units fire.",
            target="At whom of a hex.",
            effect="What weapons do to kinds of target.",
            indirect="Fire without sight.",
            range="How far units fire.",
            line_of_sight="That a target must be seen.",
            into="In which arcs units fire.",
            most="How often a unit fires.",
            together="Who fires together.",
            spills="Fire that spills over.",
            mark="The state of units that were fired at.",
        ),
    ] = NO_RULES

    @property
    def by_table(self) -> ByTable | None:
        """The table that decides, if it is one."""
        return self.resolve if isinstance(self.resolve, ByTable) else None


class Cover(Form, needs=needs("fire", idle=True)):
    """What the section adds to kinds of hex and of hexside."""

    cover: Annotated[
        int,
        between(0, 20),
        says(
            "Dice of cover from fire. A hexside counts where the line from the unit that fires "
            "enters the hex of its target. Cover counts once: the best.",
            1,
        ),
    ] = 0


class Strike(Form, example={"dice": "6d6", "only": {"trait": "mechanised"}}):
    """A unit is struck with so many dice: an attack of opposed pools that no unit fires."""

    dice: Annotated[DiceThrow, read_by(lambda: DiceWritten), says("The dice of the attack.", "6d6")]
    side: Annotated[str, name_of("side"), says("Whose unit; anybody's if left out.", "red")] = ""
    only: Annotated[Selector | None, says("Such units only.", {"trait": "mechanised"})] = None

    @classmethod
    def built(cls, values: dict[str, Any]) -> Effect:
        """The step."""
        return Effect("strike", said=cls(**values))


class Hits(Form, single="count", example={"count": 2}):
    """Hits on the target of a fire."""

    count: Annotated[int, between(1, 100), says("How many.", 2)]

    @classmethod
    def built(cls, values: dict[str, Any]) -> Effect:
        """The step."""
        return Effect("hits", who="target", **values)


class FireVerbs(Form, one_of=True, needs=needs("fire")):
    """What the section adds to the results of tables."""

    hits: Annotated[
        Effect,
        read_by(lambda: Hits),
        says("So many hits on the target, in a table that decides fire.", {"count": 2}),
    ]
    strike: Annotated[
        Effect,
        read_by(lambda: Strike),
        says("A unit, drawn by lot, is struck with so many dice.", {"dice": "6d6"}),
    ]


# A fire before its dice, in lines that players read.


_TAKEN = {"figures": "figure", "steps": "step", "eliminated": "unit"}
"""What a hit takes, by the section."""


def losses_in_words(preview: FirePreview, fire: Fire) -> list[tuple[str, str]]:
    """Every number of losses, ``2 figures lost``, and how likely it is."""
    what = _TAKEN[fire.hits] if preview.attack_dice else ""
    return [
        (f"{(several(lost, what) if what else lost) if lost else 'none'} lost", share)
        for lost, share in _shares(preview.casualties).items()
    ]


def _shares(chances: Mapping[int, Fraction]) -> dict[int, str]:
    return dict(zip(chances, percents([*chances.values()]), strict=True))


def in_lines(preview: FirePreview, game: ResolvedGame) -> Iterator[str]:
    """Which units fire at which, the lines of the reckoning, the dice, and every chance."""
    sides = game[Sides].names
    hexes = preview.line_of_sight.distance
    away = "1 hex" if hexes == 1 else f"{hexes} hexes"
    (target,) = preview.defenders
    fire = "fire" if preview.attackers[1:] else "fires"
    yield f"{every(preview.attackers)} {fire} at {target} in {preview.target}, {away} away."
    for modifier in preview.modifiers:
        cited = f" [{modifier.rule}]" if modifier.rule else ""
        whose = sides.get(modifier.side, modifier.side)
        yield f"  {modifier.label}, {whose}: {modifier.value}{cited}"
    if not preview.attack_dice:
        yield f"Column {preview.headings[preview.column]}."
    else:
        attack, defense = map(pool_in_words, (preview.attack_dice, preview.defense_dice))
        against = f" against {defense} of {target}" if preview.defense_dice else ""
        yield f"Dice: {attack}{against}. {hits_in_words(game[Fire], bool(preview.defense_dice))}"
    named = losses_in_words(preview, game[Fire])
    if len(named) > _MOST_TOLD:
        ranked = sorted(zip(preview.casualties.values(), named, strict=True), key=lambda of: -of[0])
        likeliest = (f"{lost}, {share}" for _, (lost, share) in ranked[:_MOST_TOLD])
        yield f"Likeliest: {'; '.join(likeliest)}."
    for lost, share in named:
        yield f"  {lost}: {share}"
    for unit, chances in preview.spilled.items():
        listed = ", ".join(f"{n or 'none'} lost {share}" for n, share in _shares(chances).items())
        yield f"  Spills over at {unit}: {listed}"
    if preview.morale:
        yield f"  Morale fails: {percents([preview.morale])[0]}"


_MOST_TOLD = 3  # how many results are told: the likeliest


def covered(kind: HexTerrain | HexsideTerrain) -> list[str]:
    """What a kind of hex or hexside does to fire: ``cover 1``, or nothing."""
    dice = kind[Cover].cover
    return [f"cover {dice}"] if dice else []


def pool_in_words(dice: tuple[int, ...]) -> str:
    """``4d6``; of several kinds ``4d6, 2d8``."""
    return ", ".join(f"{n}d{sides}" for sides, n in sorted(Counter(dice).items())) or "no dice"


def hits_in_words(fire: Fire, defended: bool) -> str:
    """What a die of an opposed pool must show to hit, and one of the defence to block that."""
    least = fire.success
    if not defended:
        return f"Each die of {least} or more hits."
    like = "" if fire.blocks == ANY else " that is no higher than itself"
    return f"Each die of {least} or more hits; one of the target's blocks a hit{like}."
